import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// Random bytes into the decoder and the form, with random sizes and random answers.
///
/// `WIDGETCONFIG_FUZZ_BYTES` says how many bytes; ten million take about a minute in a release build.
@Suite("Random bytes")
struct FormFuzzTests {
  static let bytes =
    ProcessInfo.processInfo.environment["WIDGETCONFIG_FUZZ_BYTES"].flatMap { Int($0) } ?? 24_000

  /// What people press, so that random input comes further than a first row.
  static let likely = [
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\r", "\t", "\u{1B}", " ", "/", "?", "7", "e",
    "\u{7F}", "\u{13}", "\u{15}", "\u{19}", "\u{1B}OR", "\u{1B}OQ", "\u{1B}OS", "\u{1B}f",
    "\u{1B}[200~a\nb\u{1B}[201~", "\u{1B}[<0;9;6M", "\u{1B}[<32;30;9M", "\u{1B}[<65;9;6M", "東",
  ].map { Array($0.utf8) }

  @Test(arguments: 1...4)
  func nothingBreaksTheForm(seed: Int) {
    for seed in PropertySeeds("random bytes", count: 1, seed: UInt64(seed)) {
      var run = FuzzRun(random: SeededGenerator(seed: seed))
      run.run(bytes: Self.bytes / 4)
      #expect(run.faults.isEmpty, "seed \(seed): \(run.faults)")
      #expect(run.frames > 10)
    }
  }
}

/// One form after the other under random input.
private struct FuzzRun {
  var random: SeededGenerator
  var form = SampleForm.state()
  var faults: [String] = []
  var frames = 0

  private var decoder = KeyDecoder()
  private var viewport = FormViewport()
  private var open: [FormEffect] = []
  private let renderer = FormRenderer()
  private let preview = FormPreview(intent: ["{", "}"], entries: ["now"])
  private var size = (columns: 80, rows: 24)

  init(random: SeededGenerator) {
    self.random = random
    open = form.start()
  }

  mutating func run(bytes: Int) {
    var left = bytes
    while left > 0, faults.isEmpty {
      let piece = piece()
      left -= piece.count
      var events = decoder.feed(piece)
      if Int.random(in: 0..<8, using: &random) == 0 { events += decoder.flush() }
      for event in events where form.phase == .editing { take(event) }
      if Int.random(in: 0..<3, using: &random) == 0 { answer() }
      if Int.random(in: 0..<4, using: &random) == 0 { draw() }
      check()
      if form.phase != .editing { reopen() }
    }
  }

  private mutating func piece() -> [UInt8] {
    if Int.random(in: 0..<3, using: &random) > 0 {
      return FormFuzzTests.likely.randomElement(using: &random) ?? [0]
    }
    let count = Int.random(in: 1...9, using: &random)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private mutating func take(_ event: KeyEvent) {
    switch event {
    case .paste(let text): open += form.handle(.insert(text))
    case .key(let key):
      if case .event(let event)? = renderer.keys.action(for: key, in: KeyContext(form)) {
        // Leaving at every other key would leave no form to try.
        if event == .cancel, Int.random(in: 0..<20, using: &random) > 0 { return }
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

  /// Answers one of the questions, which may be an old one: late, wrong, failing or huge.
  private mutating func answer() {
    guard !open.isEmpty else { return }
    let effect = open.remove(at: Int.random(in: 0..<open.count, using: &random))
    let error = OptionsError(.failed, provider: "x", message: "down\u{1B}[2J", remedy: "Wait.")
    let kind = Int.random(in: 0..<6, using: &random)
    let items = (0..<(kind == 0 ? 2_000 : kind)).map {
      OptionItem(identifier: "\($0)", display: "item \($0) \u{1B}]0;x\u{7}東")
    }
    switch effect {
    case .loadOptions(let id, _):
      open += form.handle(
        .optionsLoaded(id, kind == 5 ? .failure(error) : .success(OptionsCollection(items: items))))
    case .searchOptions(let id, let search):
      open += form.handle(.optionsFound(id, search.matches))
    case .loadDefaults(let id, _):
      open += form.handle(.defaultsLoaded(id, kind == 5 ? .failure(error) : .success(items)))
    case .resolveChoices(let id, _, _):
      open += form.handle(.choicesResolved(id, kind == 5 ? .failure(error) : .success(items)))
    case .cancelLoad, .finish: break
    }
  }

  private mutating func draw() {
    if Int.random(in: 0..<5, using: &random) == 0 {
      size = (
        Int.random(in: 1...160, using: &random), Int.random(in: 1...50, using: &random)
      )
    }
    let screen = renderer.frame(
      form.presentation, columns: size.columns, rows: size.rows, viewport: &viewport,
      preview: preview)
    frames += 1
    let isClean = screen.textLines.allSatisfy { line in
      line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
        && displayWidth(line) <= size.columns
    }
    if !isClean { faults.append("a frame of \(size) holds what must not reach a terminal") }
  }

  private mutating func check() {
    let rows = form.focusableRows
    if !rows.contains(form.focus) { faults.append("the focus is on no row") }
    if form.evaluation != form.schema.evaluate(form.draft, family: form.family) {
      faults.append("what is in effect is not that of the draft")
    }
    for row in [form.editing?.row, form.picker?.row] {
      if let row, !rows.contains(row) { faults.append("\(row) is open and not there") }
    }
  }

  /// Opens another form with the same answers: none of them is lost on the way.
  private mutating func reopen() {
    let draft = form.draft
    form = FormState(form.setup, draft: draft, family: form.family)
    if form.draft.values != draft.values { faults.append("an answer is lost") }
    if Int.random(in: 0..<3, using: &random) == 0 { form = SampleForm.state() }
    open = form.start()
  }
}
