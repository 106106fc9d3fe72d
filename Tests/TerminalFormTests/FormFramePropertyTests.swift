import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// Properties of every frame, for every definition, state and size.
@Suite("Laws of frames")
struct FormFramePropertyTests {
  static let seeds: [UInt64] = Array(1...UInt64(TestDepth.count(9, thorough: 40)))

  @Test(arguments: seeds)
  func everyFrameKeepsTheLaws(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let schema = random.schema()
    var form = FormState(Self.setup(schema, &random), family: nil)
    var driver = ProviderDriver(options: Self.answers(seed))
    driver.start(&form)
    var viewport = FormViewport()
    for step in 0..<60 {
      driver.isHolding = step % 7 == 3
      driver.send(Self.event(form, &random), to: &form)
      guard form.phase == .editing else { break }
      let columns = Int.random(in: 1...(step % 2 == 0 ? 90 : 300), using: &random)
      let rows = Int.random(in: 1...(step % 2 == 0 ? 26 : 100), using: &random)
      let glyphs: Glyphs = step % 3 == 0 ? .ascii : .unicode
      let shown = form.presentation
      let screen = FormRenderer(glyphs: glyphs)
        .frame(shown, columns: columns, rows: rows, viewport: &viewport)
      Self.check(screen, shown, columns, rows, "\(random), step \(step), \(columns)×\(rows)")
    }
  }

  private static func check(
    _ screen: Screen, _ form: FormPresentation, _ columns: Int, _ rows: Int, _ place: String
  ) {
    #expect(screen.columns == columns && screen.rows == rows, "\(place)")
    if let cursor = screen.cursor {
      #expect((0..<rows).contains(cursor.row) && (0..<columns).contains(cursor.column), "\(place)")
    }
    let lines = screen.textLines
    #expect(lines.allSatisfy { displayWidth($0) <= columns }, "\(place)")
    let scalars = lines.lazy.flatMap(\.unicodeScalars)
    #expect(!scalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }, "\(place)")
    guard form.picker == nil, form.panel == nil else { return }
    #expect(screen.cursor != nil, "\(place)")
    let pointers = (0..<rows).filter { row in
      ["▸", ">"].contains(screen.cell(row: row, column: 0)?.text)
    }
    #expect(columns == 1 || pointers.count == 1, "\(place)")
    if columns > 1 { #expect(pointers.first == screen.cursor?.row, "\(place)") }
  }

  private static func setup(
    _ schema: IntentSchema, _ random: inout SeededGenerator
  ) -> FormSetup {
    let dynamic = schema.intent.parameters.filter(\.options.isDynamic).map(\.name)
    let provided = dynamic.filter { _ in Bool.random(using: &random) }
    let families = WidgetFamily.allCases.filter { _ in Bool.random(using: &random) }
    return FormSetup(
      schema: schema, title: "Random \u{1B}[31m 東京", description: "e\u{301} \u{202E} 👩‍👩‍👧",
      families: families,
      providers: .stubs(Dictionary(firsts: provided.map { ($0, Bool.random(using: &random)) })))
  }

  private static func answers(
    _ seed: UInt64
  ) -> (OptionsRequest) -> Result<OptionsCollection, OptionsError> {
    var random = SeededGenerator(seed: seed &+ 1_000)
    return { _ in
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        return .failure(
          OptionsError(.failed, provider: "p\u{7}", message: "No \u{1B}c.", remedy: "None."))
      case 1: return .success([])
      case 2:
        let items = (0..<300).map { OptionItem(identifier: "\($0)", display: "Item \($0)") }
        return .success(OptionsCollection(items: items))
      default:
        var collection = SampleForm.calendars
        collection.notice = "An old answer\nin \u{9B}two lines"
        return .success(collection)
      }
    }
  }

  private static func event(_ form: FormState, _ random: inout SeededGenerator) -> FormEvent {
    let texts = [
      "a", " ", "東京", "\u{1B}[2J", "12", "7:30", "\n", String(repeating: "long ", count: 70),
    ]
    let events: [FormEvent] = [
      .moveFocus(.next), .moveFocus(.next), .moveFocus(.previous), .moveFocus(.last),
      .moveFocus(.first), .moveFocus(.by(Int.random(in: -9...9, using: &random))), .activate,
      .activate, .adjust(Int.random(in: -3...3, using: &random)),
      .insert(texts.randomElement(using: &random) ?? ""),
      .insert(texts.randomElement(using: &random) ?? ""), .openOptions,
      .edit(TextField.Command.allCases.randomElement(using: &random) ?? .left), .nextPart, .commit,
      .moveHighlight(.by(Int.random(in: -40...40, using: &random))), .choose, .retry,
      .setFamily(form.setup.families.randomElement(using: &random) ?? .systemSmall),
      .removeElement, .undo, .redo, .resetRow, .previousPart, .moveInitial(1), .moveInitial(-1),
      .goToInitial("I"), .openCalendar, .jump, .help, .review, .toggleHidden, .fillElements,
      .showPreview(Bool.random(using: &random)), .toggleChoice,
      .showIntent(Bool.random(using: &random)), .moveElement(1), .resetAll,
    ]
    let isOpen = form.picker != nil || form.editing != nil || form.panel != nil
    if isOpen, Int.random(in: 0..<4, using: &random) == 0 {
      return .dismiss
    }
    return events.randomElement(using: &random) ?? .activate
  }
}

/// The amount of output for one key.
@Suite("Bytes for a move")
struct FormFrameCostTests {
  /// The number of bytes that are written for each event of a script.
  private func costs(
    _ script: String, preparing: String = "", draft: IntentDraft = IntentDraft()
  ) throws -> [(event: FormEvent, bytes: Int)] {
    var form = SampleForm.state(draft: draft)
    var driver = ProviderDriver(options: { _ in .success(SampleForm.calendars) })
    driver.start(&form)
    try driver.run(preparing, on: &form)
    let renderer = FormRenderer()
    let diff = ScreenDiff(depth: .trueColor)
    var viewport = FormViewport()
    var shown = renderer.frame(form.presentation, columns: 80, rows: 24, viewport: &viewport)
    return try FormScript(script).events.map { event in
      driver.send(event, to: &form)
      let next = renderer.frame(form.presentation, columns: 80, rows: 24, viewport: &viewport)
      defer { shown = next }
      return (event, diff.bytes(from: shown, to: next).count)
    }
  }

  /// A move also rewrites the key hints and the line above them, unless they are the same for the
  /// next row.
  @Test func aMoveBetweenRowsWritesFewLines() throws {
    let costs = try costs(
      "down, down, down, down, down, down, down, down, down", preparing: "down 2")
    let sorted = costs.map(\.bytes).sorted()
    #expect(sorted[sorted.count / 2] <= 120, "\(costs)")
    #expect(costs.allSatisfy { $0.bytes <= 300 }, "\(costs)")
    #expect(costs.allSatisfy { $0.bytes > 0 }, "\(costs)")
  }

  @Test func aStepOfASliderIsAtMostSixtyBytes() throws {
    let costs = try costs("right, right, left", preparing: "focus emphasis, right")
    #expect(costs.allSatisfy { $0.bytes <= 60 && $0.bytes > 0 }, "\(costs)")
  }

  @Test func aTypedCharacterIsAtMostSixteenBytes() throws {
    let costs = try costs("type 'b', type 'c'", preparing: "focus heading, type 'a'")
    #expect(costs.allSatisfy { $0.bytes <= 16 && $0.bytes > 0 }, "\(costs)")
  }

  @Test func aMoveInAListIsAtMostAHundredBytes() throws {
    let costs = try costs("down, down, up", preparing: "focus calendars[0], enter")
    #expect(costs.allSatisfy { $0.bytes <= 100 && $0.bytes > 0 }, "\(costs)")
  }

  @Test func nothingNewCostsNothing() throws {
    let costs = try costs("focus lines, focus lines", preparing: "focus lines")
    #expect(costs.allSatisfy { $0.bytes == 0 })
  }
}
