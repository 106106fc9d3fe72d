import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@testable import FormEngine

/// Every event, with extreme counts and texts, in every state of a form.
@Suite("Extreme events in every context")
struct ExtremeEventTests {
  static let rows: [ParameterDefinition] = [
    .row("flag", .flag), .row("count", .number), .row("title", .text), .row("style", .style),
    .row(
      "slider", .decimal(.init(control: .slider, minimum: .value(0), maximum: .value(1)))),
    .row("wait", .timeInterval(.init())), .row("day", .dateComponents(.init(kind: .date))),
    .row("both", .dateComponents(.init(kind: .dateTime))),
    .row("far", .measurement(.init(dimension: .distance))),
    .row("price", .currencyAmount(.init(currencyCodes: ["EUR", "USD"]))),
    .row("file", .file(.init())), .row("thing", .thing), .row("city", .thing, dynamic: true),
    .row("list", .number, many: true, sizes: ArraySizes([.systemSmall: 3, .systemLarge: 5])),
    .row("hidden", .text, parent: .when("flag", is: .boolean(true))),
  ]

  /// Scripts that lead to a state of the form.
  static let places = [
    "", "focus family", "focus save", "focus cancel", "focus flag", "focus slider",
    "focus list[1]", "hidden, focus hidden", "focus title, enter", "focus count, type 'x'",
    "focus wait, enter", "focus wait, enter, tab", "focus day, enter", "focus both, enter, tab",
    "focus far, enter", "focus far, enter, tab", "focus price, enter, tab, down",
    "focus file, type '/', tab", "focus file, type '/x', tab", "focus thing, enter, tab",
    "focus style, enter", "focus city, enter", "focus city, enter, type 'zz'", "jump",
    "jump, type 'zz'", "help", "set title 'x', review", "focus day, calendar",
    "set day '9999-12-31', focus day, calendar", "set list[0] 'x', focus list[0], enter",
  ]

  static let events: [FormEvent] = {
    let counts = [Int.min, -1_000_001, -1, 0, 1, 1_000_001, Int.max]
    let texts = [
      "", " ", "\n", "\u{0}", "\u{1B}[2J", "|", "\\", "/", "~", "é", "e\u{301}", "\u{301}", "東京",
      "שלום", "👩‍👩‍👧", "-1", "1e999", "1,000.5", "12/24/2026", "٣",
      String(repeating: "9", count: 400),
    ]
    let moves: [FocusMove] = [.next, .previous, .first, .last] + counts.map { .by($0) }
    let rows: [FormRowID] = [
      .family, .save, .cancel, .parameter("gone"), .parameter("list"), .element("list", .max),
      .element("list", .min), .element("list", -1), .element("title", 3), .element("gone", 0),
    ]
    let plain: [FormEvent] = [
      .activate, .nextPart, .previousPart, .commit, .dismiss, .openOptions, .choose, .retry,
      .removeElement, .resetRow, .resetAll, .undo, .redo, .review, .help, .jump, .toggleHidden,
      .openCalendar, .fillElements, .submit, .cancel, .showPreview(true),
      .showIntent(true), .toggleChoice,
      .set("gone", .integer(1)), .set("list", .integer(1)), .set("count", .array([])),
      .setFamily(.accessoryInline), .optionsLoaded(.max, .success(["a"])),
      .defaultsLoaded(.min, .success(["a"])), .choicesResolved(0, .success([])),
      .folderListed(-1, .success([])),
    ]
    return plain + counts.flatMap { [.adjust($0), .moveElement($0), .moveInitial($0)] }
      + moves.flatMap { [.moveFocus($0), .moveHighlight($0)] }
      + texts.flatMap { [.insert($0), .setText(.parameter("day"), $0)] }
      + ["", "\u{1B}[2J", "-1"].flatMap { text in rows.map { .setText($0, text) } }
      + rows.map { .focus($0) } + TextField.Command.allCases.map { .edit($0) }
      + ["a", "#", "é", "\u{0}"].map { .goToInitial($0) }
  }()

  static func opened(_ script: String) throws -> (form: FormState, driver: ProviderDriver) {
    var form = FormState.form(rows, enums: [.styles], providers: ["city": false])
    var driver = ProviderDriver { _ in .success(["Oslo", "Bergen", "東京"]) }
    driver.folders = FolderTable.list
    driver.start(&form)
    try driver.run(script, on: &form)
    return (form, driver)
  }

  /// After an event and a few more, all guarantees hold, and undo returns to the initial state.
  @Test(arguments: TestDepth.part(12, of: places.indices))
  func promisesHold(place: Int) throws {
    let (form, driver) = try Self.opened(Self.places[place])
    let opening = form.answers.opening.draft.values
    for (number, event) in Self.events.enumerated() {
      var (form, driver) = (form, driver)
      driver.send(event, to: &form)
      // Every event is sent in every state, but the effect is checked in only some of these cases.
      guard TestDepth.isThorough || (number + place).isMultiple(of: 11) else { continue }
      #expect(Self.brokenPromises(form) == [], "\(event)")
      guard form.phase == .editing else { continue }
      for next in [FormEvent.dismiss, .moveFocus(.next), .activate, .dismiss, .dismiss] {
        guard form.phase == .editing else { break }
        driver.send(next, to: &form)
      }
      #expect(Self.brokenPromises(form) == [], "\(event), and on")
      guard form.phase == .editing else { continue }
      while form.editing != nil || form.picker != nil { driver.send(.dismiss, to: &form) }
      for _ in 0..<form.history.earlier.count { driver.send(.undo, to: &form) }
      #expect(form.draft.values == opening && form.unreadTexts.isEmpty, "\(event)")
    }
  }

  private static func brokenPromises(_ form: FormState) -> [String] {
    guard form.phase == .editing else { return [] }
    let open = Set(form.ledger.open.keys).union(form.editing?.completion?.mark.map { [$0] } ?? [])
    return FormPropertyTests.brokenPromises(of: form, open: open)
  }

  /// A form that has ended ignores events.
  @Test(arguments: ["submit", "cancel"])
  func theEndIsTheEnd(script: String) throws {
    let (ended, _) = try Self.opened(script)
    #expect(ended.phase != .editing)
    for event in Self.events {
      var form = ended
      #expect(form.handle(event) == [], "\(event)")
      #expect(form == ended, "\(event)")
    }
  }
}
