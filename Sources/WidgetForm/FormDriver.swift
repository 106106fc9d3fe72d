public import FormEngine
public import IntentOptions
package import Messages

/// Runs a form: handles its events, performs its requests and passes the responses back to it.
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
  /// The current state of the form.
  public private(set) var state: FormState

  private var tasks: ProviderTasks

  /// Makes a driver, which makes no requests before ``start()``.
  ///
  /// - Parameters:
  ///   - state: The form.
  ///   - provider: The source of choices and defaults, which also checks stored choices.
  ///   - folders: Lists folders; nil if paths are neither completed nor checked.
  ///   - lingering: How long withdrawn requests, and requests that are pending when the driver
  ///     ends, continue in the background. This suits providers that keep their responses for the
  ///     next form. By default, the requests are cancelled at once.
  ///   - wake: A function that is called from other tasks whenever an answer arrives.
  public init(
    _ state: FormState, provider: any OptionsProvider, folders: (any FolderReading)? = nil,
    lingering: Duration? = nil, wake: @escaping @Sendable () -> Void = {}
  ) {
    self.state = state
    tasks = ProviderTasks(
      provider: provider, folders: folders, lingering: lingering, wake: wake)
  }

  /// The state of a form after it has been opened and its requests have been answered.
  public static func opened(
    _ state: FormState, provider: any OptionsProvider, folders: (any FolderReading)? = nil
  ) async -> FormState {
    var driver = FormDriver(state, provider: provider, folders: folders)
    driver.start()
    await driver.settle()
    return driver.state
  }

  /// Whether a request is pending.
  public var isWaiting: Bool { tasks.isWaiting }

  /// The pending requests, by their marks.
  package var requests: [Int: ProviderTasks.Request] { tasks.requests }

  /// Opens the form, and requests its defaults and the checks of its stored choices.
  public mutating func start() { carryOut(state.start()) }

  /// Passes an event to the form and starts the requests that follow from it.
  public mutating func handle(_ event: FormEvent) { carryOut(state.handle(event)) }

  /// Shows a message until the next event from the person.
  package mutating func tell(_ remark: Message) { state.tell(remark) }

  private mutating func carryOut(_ effects: [FormEffect]) {
    for event in tasks.carryOut(effects) { handle(event) }
  }

  /// Passes to the form the responses that have arrived, and starts the requests that follow from
  /// them.
  public mutating func takeResponses() { _ = takeAndCountResponses() }

  private mutating func takeAndCountResponses() -> Int {
    let responses = tasks.responses()
    for response in responses { handle(response) }
    return responses.count
  }

  /// Cancels all pending requests, because their responses are no longer needed.
  package mutating func cancelRequests() { tasks.cancel() }

  /// Handles responses until no request is pending.
  ///
  /// If the task is cancelled, the method also stops waiting. An answer that arrives later is
  /// handled by the next call.
  ///
  /// - Parameter limit: The maximum time to wait; nil for no limit.
  public mutating func settle(atMost limit: Duration? = nil) async {
    _ = await settle(until: limit.map { .now + $0 })
  }

  /// Handles responses until no request is pending, a time is reached, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - end: The time until which to wait; nil for no limit.
  ///   - limit: The number of responses after which to return; nil for all.
  /// - Returns: Whether no request is pending.
  package mutating func settle(
    until end: ContinuousClock.Instant?, responses limit: Int? = nil
  ) async -> Bool {
    var count = takeAndCountResponses()
    while isWaiting {
      if Task.isCancelled { return false }
      if let limit, count >= limit { return false }
      if let end, ContinuousClock.now >= end { return false }
      await tasks.nextResponse(until: end)
      count += takeAndCountResponses()
    }
    return true
  }
}
