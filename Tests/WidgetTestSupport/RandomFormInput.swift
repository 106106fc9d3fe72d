import FormEngine
import IntentModel
import IntentOptions
import Messages
import TerminalForm
import WidgetForm

/// Feeds random bytes to the key decoder and to one form after another, with random sizes and
/// responses.
///
/// After each piece of input, the form must be in a valid state, and a terminal must show what the
/// form draws. The same seed leads to the same run.
package struct RandomFormInput {
  /// The faults as text; the run ends with the first fault.
  package private(set) var faults: [String] = []
  /// The number of frames that were drawn.
  package private(set) var frames = 0
  /// The number of bytes that were typed.
  package private(set) var bytes = 0

  private var random: SeededGenerator
  private var form = SampleForm.state()
  private var decoder = KeyDecoder()
  private var viewport = FormViewport()
  private var open: [FormEffect] = []
  private var terminal: VirtualTerminal
  private var shown: Screen?
  private let renderer = FormRenderer()
  private let preview = FormPreview(intent: ["{", "}"], entries: ["now"])
  private var size = (columns: 80, rows: 24)

  /// Likely keys and terminal replies, so that random input gets further than the first row.
  private static let likely = [
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\r", "\t", "\u{1B}", " ", "/", "?", "7", "e",
    "\u{7F}", "\u{13}", "\u{15}", "\u{19}", "\u{1B}OR", "\u{1B}OQ", "\u{1B}OS", "\u{1B}f",
    "\u{1B}[200~a\nb\u{1B}[201~", "\u{1B}[<0;9;6M", "\u{1B}[<32;30;9M", "\u{1B}[<65;9;6M", "東",
    "\u{1B}[?62;22c", "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}[?1u", "\u{1B}[1;1R",
    "\u{1B}[?2026;2$y", "👩‍👩‍👧", "e\u{301}", "\u{1B}[1;2C", "\u{1B}[3~",
  ].map { Array($0.utf8) }

  /// Makes a run from a seed.
  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    terminal = Self.terminal(columns: 80, rows: 24)
    open = form.start()
  }

  private static func terminal(columns: Int, rows: Int) -> VirtualTerminal {
    VirtualTerminal(columns: columns, rows: rows) { displayWidth($0) }
  }

  /// Types at least the given number of additional bytes, unless there is a fault.
  package mutating func run(bytes count: Int) {
    let end = bytes + count
    while bytes < end, faults.isEmpty {
      let piece = piece()
      bytes += piece.count
      var events = decoder.feed(piece)
      if chance(8) { events += decoder.flush() }
      for event in events where form.phase == .editing { take(event) }
      if chance(3) { answer() }
      if chance(4) { draw() }
      check()
      if form.phase != .editing { reopen() }
    }
  }

  /// True once in the given number of times, on average.
  private mutating func chance(_ number: Int) -> Bool {
    Int.random(in: 0..<number, using: &random) == 0
  }

  private mutating func piece() -> [UInt8] {
    if !chance(3) { return Self.likely.randomElement(using: &random) ?? [0] }
    let count = Int.random(in: 1...9, using: &random)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private mutating func take(_ event: KeyEvent) {
    switch event {
    case .paste(let text): open += form.handle(.insert(text))
    case .key(let key):
      if case .event(let event)? = renderer.keys.action(for: key, in: form.part) {
        // Most keys that would cancel are ignored, because otherwise hardly any form would stay
        // open.
        if event == .cancel, !chance(20) { return }
        open += form.handle(event)
      }
    case .mouse(let mouse):
      let events = renderer.events(
        for: mouse, in: form.presentation, columns: size.columns, rows: size.rows,
        viewport: viewport, hasPreview: true)
      for event in events { open += form.handle(event) }
    case .focus, .resize, .reply: break
    }
  }

  /// Responds to one of the form's requests, possibly an old one: late, with a wrong or huge
  /// response, or with a failure.
  ///
  /// A source's response must never remove a person's answer.
  private mutating func answer() {
    guard !open.isEmpty else { return }
    let effect = open.remove(at: Int.random(in: 0..<open.count, using: &random))
    let answered = Set(form.draft.values.keys)
    guard let event = event(answering: effect) else { return }
    open += form.handle(event)
    let lost = answered.subtracting(form.draft.values.keys)
    if !lost.isEmpty { faults.append("a source's response removed \(lost.sorted())") }
  }

  private mutating func event(answering effect: FormEffect) -> FormEvent? {
    let error = OptionsError(.failed, provider: "x", message: "down\u{1B}[2J", remedy: "Wait.")
    let isFailing = chance(6)
    let count = chance(200) ? 20_000 : Int.random(in: 0..<5, using: &random)
    let items = (0..<count).map {
      OptionItem(identifier: "\($0)", display: "item \($0) \u{1B}]0;x\u{7}東")
    }
    switch effect {
    case .loadOptions(let id, _):
      let answer = OptionsCollection(items: items)
      return .optionsLoaded(id, isFailing ? .failure(error) : .success(answer))
    case .searchOptions(let id, let search):
      return .optionsFound(id, search.matches)
    case .loadDefaults(let id, _):
      return .defaultsLoaded(id, isFailing ? .failure(error) : .success(items))
    case .resolveChoices(let id, _, _):
      return .choicesResolved(
        id, isFailing ? .failure(error) : .success(ResolvedOptions(items, isConclusive: chance(2))))
    case .findChoices(let id, _):
      return .choicesFound(
        id, isFailing ? .failure(error) : .success(FoundChoices(lists: ["": items])))
    case .listFolder(let id, _):
      let entries = [FolderEntry("a\u{1B}"), FolderEntry("ab", isFolder: true)]
      return .folderListed(id, isFailing ? .failure(.notAllowed) : .success(entries))
    case .lookForFile(let id, _): return .fileLookedFor(id, isFailing ? nil : chance(2))
    case .cancelLoad, .finish: return nil
    }
  }

  /// Draws as a session does, and compares the frame with the screen of a terminal.
  private mutating func draw() {
    if chance(8) {
      size = (Int.random(in: 1...160, using: &random), Int.random(in: 1...50, using: &random))
      terminal = Self.terminal(columns: size.columns, rows: size.rows)
      shown = nil
    }
    let frame = renderer.frame(
      form.presentation, columns: size.columns, rows: size.rows, viewport: &viewport,
      preview: preview)
    frames += 1
    terminal.feed(ScreenDiff(depth: .ansi16).bytes(from: shown, to: frame))
    shown = frame
    if !terminal.unknown.isEmpty {
      faults.append("a terminal of \(size) does not know \(terminal.unknown)")
    }
    if terminal.textLines != frame.textLines {
      faults.append("a terminal of \(size) shows \(terminal.textLines), not \(frame.textLines)")
    }
    let isClean = frame.textLines.allSatisfy { line in
      line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
        && displayWidth(line) <= size.columns
    }
    if !isClean { faults.append("a frame of \(size) is too wide, or has a control character") }
  }

  private mutating func check() {
    let rows = form.focusableRows
    if !rows.contains(form.focus) { faults.append("the focus is on no row") }
    if form.evaluation != form.schema.evaluate(form.draft, family: form.family) {
      faults.append("the evaluation does not match the draft")
    }
    for row in [form.editing?.row, form.picker?.row] {
      if let row, !rows.contains(row) { faults.append("\(row) is open, but not focusable") }
    }
  }

  /// Opens another form with the same answers, and checks that none of them is lost.
  private mutating func reopen() {
    let draft = form.draft
    form = FormState(form.setup, draft: draft, family: form.family)
    if form.draft.values != draft.values { faults.append("an answer is lost") }
    if chance(3) { form = SampleForm.state() }
    open = form.start()
  }
}
