public import FormEngine
public import IntentModel
public import IntentOptions

/// A form that any number of tasks can use, for example for the messages in a chat.
///
/// Events are its input, and presentations are its output. The form handles one event at a time, in
/// the order in which it receives them, and never waits for a provider.
///
///     let conversation = FormConversation(FormState(setup), provider: widget.router)
///     for await form in await conversation.presentations() { show(form.rows) }
///
/// Each person has a separate conversation; conversations can share a provider.
public actor FormConversation {
  private var driver: FormDriver
  private let waker: Waker
  private var listener: Task<Void, Never>?
  private var readers: [Int: AsyncStream<FormPresentation>.Continuation] = [:]
  private var lastReader = 0
  /// The tasks that wait until no request to a provider is pending; nil if no task waits.
  private var settling: PendingResponse<FormPresentation>?
  private var hasStarted = false

  /// Makes a conversation, which calls no provider until it is first used.
  ///
  /// - Parameters:
  ///   - state: The form.
  ///   - provider: The source of choices and defaults, which also checks stored choices.
  ///   - folders: Lists folders; nil if paths are neither completed nor checked.
  public init(
    _ state: FormState, provider: any OptionsProvider, folders: (any FolderReading)? = nil
  ) {
    let waker = Waker()
    self.waker = waker
    driver = FormDriver(state, provider: provider, folders: folders) { waker.wake() }
  }

  deinit {
    listener?.cancel()
    for reader in readers.values { reader.finish() }
  }

  /// The current state of the form.
  public var state: FormState {
    start()
    return driver.state
  }

  /// The current presentation of the form.
  public var presentation: FormPresentation { state.presentation }

  /// Handles an event, and starts the requests that follow from it.
  ///
  /// Events after the form was submitted or cancelled have no effect.
  ///
  /// - Returns: The presentation after the event; a choice that a provider still has to find is
  ///   missing from it.
  @discardableResult
  public func send(_ event: FormEvent) -> FormPresentation {
    start()
    driver.handle(event)
    tell()
    return driver.state.presentation
  }

  /// Waits until no request to a provider is pending, and returns the presentation.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  @discardableResult
  public func settled() async throws -> FormPresentation {
    start()
    guard driver.isWaiting else { return driver.state.presentation }
    let pending = settling ?? PendingResponse<FormPresentation>()
    settling = pending
    return try await pending.value()
  }

  /// The presentation of the form, now and after each change, until it is submitted or cancelled.
  ///
  /// A reader that is slower than the form gets only the newest presentation. Each call begins a
  /// new sequence, for a separate reader.
  public func presentations() -> AsyncStream<FormPresentation> {
    start()
    let (stream, reader) = AsyncStream.makeStream(
      of: FormPresentation.self, bufferingPolicy: .bufferingNewest(1))
    reader.yield(driver.state.presentation)
    guard driver.state.phase == .editing else {
      reader.finish()
      return stream
    }
    lastReader += 1
    let number = lastReader
    reader.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
    readers[number] = reader
    return stream
  }

  private func forget(_ reader: Int) { readers[reader] = nil }

  /// Opens the form at its first use.
  private func start() {
    guard !hasStarted else { return }
    hasStarted = true
    driver.start()
    listener = Task { [weak self, waker] in
      while !Task.isCancelled {
        await waker.wait()
        await self?.takeResponses()
      }
    }
    tell()
  }

  private func takeResponses() {
    driver.takeResponses()
    tell()
  }

  /// Passes the form to the readers and the waiting tasks.
  private func tell() {
    if !driver.isWaiting {
      settling?.give(.success(driver.state.presentation))
      settling = nil
    }
    guard !readers.isEmpty else { return }
    let presentation = driver.state.presentation
    for reader in readers.values {
      reader.yield(presentation)
      if driver.state.phase != .editing { reader.finish() }
    }
  }
}

extension FormEvent {
  /// Sets the parameter that a property of a generated intent stands for, or removes its answer.
  ///
  ///     await conversation.send(.set(\LunchIntent.dish, .soup))
  ///
  /// - Parameters:
  ///   - property: A property that stands for a parameter.
  ///   - value: The value; nil removes the answer, so the default applies.
  public static func set<Configuration: TypedIntent, Value: IntentValueRepresentable>(
    _ property: KeyPath<Configuration, Value>, _ value: Value?
  ) -> FormEvent {
    set(name(of: property), to: value?.intentValue)
  }

  /// Sets the parameter that an optional property of a generated intent stands for, or removes its
  /// answer.
  ///
  /// See the other `set(_:_:)` for a property whose value is not optional.
  public static func set<Configuration: TypedIntent, Value: IntentValueRepresentable>(
    _ property: KeyPath<Configuration, Value?>, _ value: Value?
  ) -> FormEvent {
    set(name(of: property), to: value?.intentValue)
  }

  private static func set(_ name: String, to value: IntentValue?) -> FormEvent {
    .set(name, value)
  }

  /// The name of the parameter that a property stands for.
  ///
  /// If the property does not stand for a parameter, this is a name that no parameter has, so the
  /// form reports it as unknown.
  private static func name<Configuration: TypedIntent>(
    of property: PartialKeyPath<Configuration>
  ) -> String {
    Configuration.parameterName(of: property) ?? "\(property)"
  }
}
