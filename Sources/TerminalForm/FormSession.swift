package import FormEngine
import IntentModel
package import IntentOptions
package import WidgetForm

/// How a session on a terminal ended.
package enum SessionEnding: Hashable, Sendable {
  case submitted
  case cancelled
  /// The terminal was closed or a signal asked the program to end; `signal` is its number.
  case interrupted(signal: Int32)
}

/// The event loop of a form on a terminal: reads keys, sizes and responses, and draws frames.
package struct FormSession: ~Copyable {
  private var driver: FormDriver
  private let renderer: FormRenderer
  private let diff: ScreenDiff
  private let queries: [UInt8]
  private var viewport = FormViewport()
  private var shown: Screen?
  private var decoder = KeyDecoder()
  private var waitingSince: ContinuousClock.Instant?
  private var previews: PreviewTask?
  private let meanwhile: (@Sendable (FormState) -> Void)?
  /// The keys that wait because their meaning depends on a search in progress or on the contents of
  /// a folder, or because they were typed before or after this form.
  private var held: [KeyEvent] = []
  /// When to pass on the state to be kept; nil if nothing has been typed since the last time.
  private var keepsAt: ContinuousClock.Instant?

  /// The delay before typed text is kept.
  private static let keepingDelay = Duration.seconds(2)
  /// How long to wait for bytes after an escape before reading it as the Esc key.
  private static let escapeMilliseconds = 30

  package init(
    state: FormState, provider: any OptionsProvider, renderer: FormRenderer, depth: ColorDepth,
    queries: [UInt8] = [], preview: (any FormPreviewing)? = nil,
    folders: (any FolderReading)? = nil, meanwhile: (@Sendable (FormState) -> Void)? = nil,
    waker: TerminalWaker
  ) {
    driver = FormDriver(state, provider: provider, folders: folders) { waker.wake() }
    self.renderer = renderer
    self.queries = queries
    self.meanwhile = meanwhile
    diff = ScreenDiff(depth: depth)
    previews = preview.map { previewing in PreviewTask(previewing: previewing) { waker.wake() } }
  }

  /// The current state of the form.
  package var state: FormState { driver.state }

  /// Runs until the form is submitted or cancelled, or the session is interrupted.
  ///
  /// The caller restores the device.
  ///
  /// - Throws: `TerminalError` when the terminal can no longer be read or written.
  package mutating func run(on device: inout TerminalDevice) throws(TerminalError) -> SessionEnding
  {
    driver.start()
    noteWaiting()
    try draw(on: device)
    try device.write(queries)
    held = KeysTypedAhead.take()
    if !held.isEmpty {
      if let ending = try take(TerminalInput(), device: &device) { return ending }
      try draw(on: device)
    }
    while driver.state.phase == .editing {
      let input = try device.nextInput(timeoutMilliseconds: timeout)
      if let ending = try take(input, device: &device) { return ending }
      try draw(on: device)
      keepIfDue(input)
    }
    guard driver.state.phase != .cancelled else { return .cancelled }
    // Restoring the terminal drops all input that has not been read yet.
    let rest = (try? device.nextInput(timeoutMilliseconds: 0))?.bytes ?? []
    KeysTypedAhead.keep(held + decoder.feed(rest))
    return .submitted
  }

  /// Passes on the state some time after something was typed, so that little is lost if the program
  /// is killed.
  private mutating func keepIfDue(_ input: TerminalInput) {
    guard let meanwhile else { return }
    if keepsAt == nil, !input.bytes.isEmpty { keepsAt = .now + Self.keepingDelay }
    guard let due = keepsAt, ContinuousClock.now >= due else { return }
    keepsAt = nil
    meanwhile(driver.state)
  }

  /// The time limit of a wait, in milliseconds: to resolve a lone escape, to show that a response
  /// is pending, or to keep the state.
  private var timeout: Int? {
    if decoder.isPending { return Self.escapeMilliseconds }
    let keeping = keepsAt.map { max(0, Int(($0 - .now) / .milliseconds(1)) + 1) }
    return [waitingTimeout, keeping].compactMap { $0 }.min()
  }

  private var waitingTimeout: Int? {
    guard let since = waitingSince else { return nil }
    let waited = ContinuousClock.now - since
    // The screen shows how many seconds the wait has taken.
    let next =
      waited < PreviewTask.pendingDelay
      ? PreviewTask.pendingDelay : .seconds(waited.components.seconds + 1)
    return Int((next - waited) / .milliseconds(1)) + 1
  }

  /// The whole seconds since the wait for a response began.
  private var waitingSeconds: Int {
    waitingSince.map { Int((ContinuousClock.now - $0).components.seconds) } ?? 0
  }

  private var showsWaiting: Bool {
    waitingSince.map { ContinuousClock.now - $0 >= PreviewTask.pendingDelay } ?? false
  }

  /// Whether Tab is to complete a path as soon as its folder is read.
  ///
  /// The meaning of the next keys depends on the completion, so they wait for it, but only until
  /// the form shows that it is waiting.
  private var isFolderAwaited: Bool {
    guard let completion = driver.state.editing?.completion else { return false }
    return completion.entries == nil && !showsWaiting
  }

  private mutating func handle(_ event: FormEvent) {
    driver.handle(event)
    noteWaiting()
  }

  /// Records when the wait for a response began.
  private mutating func noteWaiting() {
    if !driver.isWaiting {
      waitingSince = nil
    } else if waitingSince == nil {
      waitingSince = .now
    }
  }

  private mutating func take(
    _ input: TerminalInput, device: inout TerminalDevice
  ) throws(TerminalError) -> SessionEnding? {
    driver.takeResponses()
    noteWaiting()
    let signals = input.isHungUp ? .hangUp : input.signals
    if let signal = signals.endingNumber { return .interrupted(signal: signal) }
    if input.signals.contains(.stop) { try suspend(&device) }
    if input.signals.contains(.resumed) {
      try device.resume()
      shown = nil
    }
    let events = input.isTimeout ? decoder.flush() : decoder.feed(input.bytes)
    var queue = QueuedKeys(held + events, keys: renderer.keys)
    held = []
    while driver.state.phase == .editing {
      if driver.state.picker?.isAwaited == true {
        held = queue.waiting()
        if !held.isEmpty || queue.isEmpty { break }
      }
      if isFolderAwaited {
        held = queue.takeRest()
        break
      }
      guard let turn = queue.next(in: driver.state.part) else { break }
      switch turn {
      case .typed(let text): handle(.type(text))
      case .event(let event): try take(event, device: &device)
      }
    }
    held += queue.takeRest()
    return nil
  }

  private mutating func take(
    _ event: KeyEvent, device: inout TerminalDevice
  ) throws(TerminalError) {
    switch event {
    case .paste(let text): paste(text)
    case .key(let key):
      switch renderer.keys.action(for: key, in: driver.state.part) {
      case .togglePreview:
        let events = renderer.previewEvents(driver.state.drawn, columns: device.size.columns)
        for event in events { handle(event) }
      case .event(let event): handle(event)
      case .suspend: try suspend(&device)
      case .redraw: shown = nil
      case nil: explain(key)
      }
    case .mouse(let mouse): point(mouse, size: device.size)
    case .reply(.background(let color)): TerminalBackground.note(color)
    case .focus, .resize, .reply: break
    }
  }

  /// Explains that a character typed with Alt has no effect.
  ///
  /// Without the kitty protocol, Esc and a character that arrive together look the same. They are
  /// not split, because the Esc could then discard the text that is being typed.
  private mutating func explain(_ key: Key) {
    guard key.modifiers == .alt, case .character(let character) = key.code else { return }
    driver.tell(
      """
      \(key.name(renderer.glyphs)) does nothing here. For Esc and then “\(name: String(character))”, \
      pause between them.
      """)
  }

  /// Inserts pasted text, with line breaks only if the text being edited accepts them.
  ///
  /// A copied line ends with a line break, which is not part of the text.
  private mutating func paste(_ text: String) {
    guard !driver.state.editsLines else { return handle(.insert(text)) }
    let ended = String(text.reversed().drop { $0.isNewline }.reversed())
    handle(.insert(String(ended.map { $0.isNewline ? " " : $0 })))
    let isTyped = driver.state.editing != nil || driver.state.picker != nil
    if isTyped, ended.contains(where: \.isNewline), driver.state.message == nil {
      driver.tell("The line breaks of the pasted text are now spaces.")
    }
  }

  /// Handles the form events of a mouse event.
  private mutating func point(_ mouse: MouseEvent, size: (columns: Int, rows: Int)) {
    let events = renderer.events(
      for: mouse, in: driver.state.drawn, columns: size.columns, rows: size.rows,
      viewport: viewport, hasPreview: previews != nil)
    for event in events { handle(event) }
  }

  private mutating func suspend(_ device: inout TerminalDevice) throws(TerminalError) {
    try device.suspend()
    shown = nil
  }

  private mutating func draw(on device: borrowing TerminalDevice) throws(TerminalError) {
    guard driver.state.phase == .editing else { return }
    let size = device.size
    let form = driver.state.drawn
    previews?.takeUpdates()
    let preview = previews?.preview
    let frame = renderer.frame(
      form, columns: size.columns, rows: size.rows, viewport: &viewport,
      showsWaiting: showsWaiting, waitingSeconds: waitingSeconds, preview: preview)
    let bytes = diff.bytes(from: shown, to: frame)
    if !bytes.isEmpty { try device.write(bytes) }
    shown = frame
    // A frame never waits for its preview, and the preview is not computed while it is hidden.
    if renderer.showsPreview(form, columns: size.columns) {
      previews?.ask(for: driver.state)
    } else {
      previews?.giveUp()
    }
  }
}
