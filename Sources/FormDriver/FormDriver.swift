public import FormEngine
public import IntentOptions

/// Runs a form: handles its events, performs its requests and passes the answers back to it.
///
/// It needs no terminal, and it never blocks on a provider: a late answer is handled when it
/// arrives.
///
///     var driver = FormDriver(FormState(setup), provider: widget.router)
///     driver.start()
///     driver.handle(.set("format", .enumeration("twentyFourHour")))
///     await driver.settle(atMost: .milliseconds(250))
///     print(driver.state.presentation.rows.map(\.value))
public struct FormDriver: ~Copyable {
  /// The present state of the form.
  public private(set) var state: FormState

  private var tasks: ProviderTasks

  /// Makes a driver, which makes no requests before ``start()``.
  ///
  /// - Parameters:
  ///   - state: The form.
  ///   - provider: The source of choices and defaults, which also checks stored choices.
  ///   - folders: Lists folders; nil if paths are neither completed nor checked.
  ///   - wake: Called from other tasks whenever an answer arrives.
  public init(
    _ state: FormState, provider: any OptionsProvider, folders: (any FolderReading)? = nil,
    wake: @escaping @Sendable () -> Void = {}
  ) {
    self.state = state
    tasks = ProviderTasks(provider: provider, folders: folders, wake: wake)
  }

  /// Whether a request is pending.
  public var isWaiting: Bool { tasks.isWaiting }

  /// Opens the form, and requests its defaults and checks of its stored choices.
  public mutating func start() { tasks.carryOut(state.start()) }

  /// Passes an event to the form and starts the requests that follow from it.
  public mutating func handle(_ event: FormEvent) { tasks.carryOut(state.handle(event)) }

  /// Passes the answers that have arrived to the form, and starts the requests that follow from
  /// them.
  public mutating func takeAnswers() {
    for answer in tasks.answers() { handle(answer) }
  }

  /// Handles answers until no request is pending.
  ///
  /// If the task is cancelled, it also stops waiting. An answer that arrives later is handled by
  /// the next call.
  ///
  /// - Parameter limit: The maximum time to wait; nil for no limit.
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
