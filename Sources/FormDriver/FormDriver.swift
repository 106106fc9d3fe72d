public import FormEngine
public import IntentOptions

/// A form with what carries its effects out: it takes events, asks the providers, and takes their answers.
///
/// It knows no terminal and waits for nobody: an answer that is late is taken when it has come.
///
///     var driver = FormDriver(FormState(setup), provider: widget.router)
///     driver.start()
///     driver.handle(.set("format", .enumeration("twentyFourHour")))
///     await driver.settle(atMost: .milliseconds(250))
///     print(driver.state.presentation.rows.map(\.value))
public struct FormDriver: ~Copyable {
  /// The form as it stands.
  public private(set) var state: FormState

  private var tasks: ProviderTasks

  /// Makes a driver, which asks nothing before it is started.
  ///
  /// - Parameters:
  ///   - state: The form.
  ///   - provider: What is asked for choices, defaults and whether a choice is still offered.
  ///   - folders: What is asked for the entries of folders; nil where paths are not completed and not
  ///     looked for.
  ///   - wake: Is called from other tasks whenever an answer has come.
  public init(
    _ state: FormState, provider: any OptionsProvider, folders: (any FolderReading)? = nil,
    wake: @escaping @Sendable () -> Void = {}
  ) {
    self.state = state
    tasks = ProviderTasks(provider: provider, folders: folders, wake: wake)
  }

  /// Whether an answer is awaited.
  public var isWaiting: Bool { tasks.isWaiting }

  /// Asks what a form that opens wants to know: defaults, and whether choices are still offered.
  public mutating func start() { tasks.carryOut(state.start()) }

  /// Gives an event to the form and asks what the form then wants to know.
  public mutating func handle(_ event: FormEvent) { tasks.carryOut(state.handle(event)) }

  /// Gives the form the answers that have come, and asks what it then wants to know.
  public mutating func takeAnswers() {
    for answer in tasks.answers() { handle(answer) }
  }

  /// Takes answers until none is awaited any more.
  ///
  /// A task that is cancelled stops to wait, too. What is late then is taken by another call.
  ///
  /// - Parameter limit: The longest time to wait; nil for as long as the providers take.
  public mutating func settle(atMost limit: Duration? = nil) async {
    let end = limit.map { ContinuousClock.now + $0 }
    takeAnswers()
    while isWaiting, !Task.isCancelled {
      if let end, ContinuousClock.now >= end { return }
      await tasks.nextAnswer(until: end)
      takeAnswers()
    }
  }
}
