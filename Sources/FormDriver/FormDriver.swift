public import FormEngine
public import IntentOptions

/// A form together with what carries out its effects: it takes events, asks providers and takes their answers.
///
/// It needs no terminal, and it never blocks on a provider: a late answer is taken when it arrives.
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

  /// Makes a driver; nothing is asked until it is started.
  ///
  /// - Parameters:
  ///   - state: The form.
  ///   - provider: What is asked for choices, defaults and whether a choice is still offered.
  ///   - folders: Gives the entries of folders; nil to neither complete nor check paths.
  ///   - wake: Called from other tasks whenever an answer arrives.
  public init(
    _ state: FormState, provider: any OptionsProvider, folders: (any FolderReading)? = nil,
    wake: @escaping @Sendable () -> Void = {}
  ) {
    self.state = state
    tasks = ProviderTasks(provider: provider, folders: folders, wake: wake)
  }

  /// Whether an answer is awaited.
  public var isWaiting: Bool { tasks.isWaiting }

  /// Opens the form: asks for defaults and whether stored choices are still offered.
  public mutating func start() { tasks.carryOut(state.start()) }

  /// Passes an event to the form and starts the requests that follow from it.
  public mutating func handle(_ event: FormEvent) { tasks.carryOut(state.handle(event)) }

  /// Passes the answers that have arrived to the form and starts the requests that follow from them.
  public mutating func takeAnswers() {
    for answer in tasks.answers() { handle(answer) }
  }

  /// Takes answers until no request is open.
  ///
  /// A cancelled task stops waiting as well. An answer that arrives later is taken by the next call.
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
