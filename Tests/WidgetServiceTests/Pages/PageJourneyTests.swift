import BundledWidgets
import Foundation
import InMemoryLogging
import IntentModel
import IntentOptions
import JSONC
import Logging
import SQLiteStore
import Testing
import WidgetLoading
import WidgetPages
import WidgetService
import WidgetStore
import WidgetTestSupport
import WidgetTimeline

/// People who configure widgets in a browser without scripts.
@Suite(.startsPrograms) struct PageJourneyTests {
  private static func editors() -> ConfigurableWidget {
    ConfigurableWidget(
      kind: "Editors", displayName: "Editors",
      families: [.systemMedium, .systemSmall], schema: EditorForm.schema,
      providers: ["city": Cities(), "word": Cities()])
  }

  private func visit(
    _ path: String, widgets: [ConfigurableWidget]? = nil,
    _ body: @escaping @Sendable (inout Visitor) async throws -> Void
  ) async throws {
    try await ServiceHost.run(widgets: widgets) { client, _ in
      var visitor = try await Visitor(client, at: path)
      try await body(&visitor)
    }
  }

  // MARK: Every kind of parameter

  /// The typed text for each kind of parameter, and the resulting part of the intent.
  static let answers: [(field: String, typed: String, intent: String)] = [
    ("v.switch", "true", #""switch": true"#),
    ("v.field", "42", #""field": 42"#),
    ("v.stepper", "7", #""stepper": 7"#),
    ("v.slider", "0.25", #""slider": 0.25"#),
    ("p.slider", "20", #""slider": 1"#),
    ("v.decimal", "2.75", #""decimal": 2.75"#),
    ("v.text", "A <b>&\"heading\"", ##""text": "A <b>&\"heading\""##),
    ("v.note", "one\ntwo", #""note": "one\ntwo""#),
    ("v.wait", "1h30m", #""wait": "PT1H30M""#),
    ("v.day", "2026-12-24", #""day": 24"#),
    ("v.time", "07:30", #""minute": 30"#),
    ("v.moment", "2026-12-24 18:00", #""hour": 18"#),
    ("v.style", "bold", #""style": "bold""#),
    ("id.city", "oslo", #""display": "Oslo""#),
    ("id.word", "bern", #""word": "bern""#),
    ("v.owner", "ann", #""identifier": "ann""#),
    ("v.link", "https://example.com/?a=1&b=2", #""link": "https://example.com/?a=1&b=2""#),
    ("v.place", "Zoo @52.5,13.4", #""latitude": 52.5"#),
    ("v.person", "Ann <ann@example.com>", #""handle": "ann@example.com""#),
    ("v.file", "/tmp/plan.pdf", "plan.pdf"),
    ("v.price", "12.50", #""amount": "12.50""#),
    ("u.distance", "mi", #""unit": "mi""#),
    ("v.distance", "7", #""value": 7"#),
    ("v.pay", "card|Visa", "Visa"),
    ("v.say", "good morning", "good morning"),
    ("v.list/0", "5", "5"),
    ("v.~family", "systemSmall", #""family": "systemSmall""#),
  ]

  @Test(arguments: answers)
  func everyKindOfParameterIsAnswered(
    _ answer: (field: String, typed: String, intent: String)
  ) async throws {
    try await visit("/widgets/Editors", widgets: [Self.editors()]) { visitor in
      #expect(visitor.page.status == 200)
      #expect(visitor.value(answer.field) != nil, "there is no field")
      try await visitor.press("update", [answer.field: answer.typed])
      #expect(visitor.page.status == 200)
      #expect(visitor.intent.contains(answer.intent), "\(visitor.intent)")
      // Sending the fields of the response back unchanged has no effect.
      let intent = visitor.intent
      try await visitor.press("update")
      #expect(visitor.intent == intent)
      try await visitor.press("undo")
      #expect(!visitor.intent.contains(answer.intent) || answer.field == "v.list/0")
      try await visitor.press("redo")
      #expect(visitor.intent == intent)
    }
  }

  @Test func aTextThatCannotBeReadStays() async throws {
    try await visit("/widgets/Editors", widgets: [Self.editors()]) { visitor in
      try await visitor.press("save", ["v.field": "many", "v.day": "someday", "v.slider": "half"])
      #expect(visitor.page.status == 422)
      // The text is in the field next to the slider, which has a valid position.
      let slider = visitor.row("slider")
      #expect(slider.matches(of: /aria-invalid="true"/).count == 1, "\(slider)")
      #expect(
        slider.contains(/<input id="num-slider"[^>]*problem-slider"[^>]*aria-invalid="true"/),
        "\(slider)")
      #expect(visitor.text.contains("href=\"#num-slider\""))
      #expect(visitor.value("v.field") == "many")
      #expect(visitor.value("v.day") == "someday")
      #expect(visitor.text.contains("role=\"alert\""))
      #expect(visitor.text.contains("href=\"#in-field\""))
      #expect(visitor.row("field").contains("aria-invalid=\"true\""))
      #expect(visitor.row("field").contains("problem-field"))
      #expect(visitor.text.contains("<title>Error: "))
      try await visitor.press(
        "save", ["v.field": "3", "v.day": "2026-12-24", "v.slider": "0.25"])
      #expect(visitor.path.hasPrefix("/placed/Editors"))
      #expect(visitor.text.contains("Saved “Editors”."))
      #expect(visitor.value("v.field") == "3")
    }
  }

  /// A text that cannot be read, in a slot beyond the family's maximum, does not prevent saving,
  /// but a save that drops it is reviewed first.
  @Test func aSaveThatDropsATextIsReviewedFirst() async throws {
    try await visit("/widgets/Editors", widgets: [Self.editors()]) { visitor in
      try await visitor.press("update", ["v.list/0": "5"])
      try await visitor.press("update", ["v.list/1": "many"])
      try await visitor.press("save", ["v.~family": "systemSmall"])
      #expect(visitor.text.contains("Some answers would be lost."), "\(visitor.text)")
      #expect(visitor.text.contains("cannot be read, so it is not saved"), "\(visitor.text)")
      #expect(visitor.value("v.list/1") == "many")
      try await visitor.press("save")
      #expect(visitor.path.hasPrefix("/placed/Editors"), "\(visitor.text)")
    }
  }

  /// The page after pressing a button in a row starts at that row.
  @Test func aButtonOfARowLeadsBackToTheRow() async throws {
    try await visit("/widgets/Editors", widgets: [Self.editors()]) { visitor in
      for (action, row) in [
        ("search:city", "city"), ("month:day", "day"), ("plus:stepper", "stepper"),
      ] {
        try await visitor.press(action)
        #expect(visitor.row(row).contains(" autofocus"), "\(action)")
        #expect(visitor.text.components(separatedBy: " autofocus").count == 2, "\(action)")
      }
      try await visitor.press("update")
      #expect(!visitor.text.contains(" autofocus"))
    }
  }

  private struct Fault: Error {}

  /// A source that always fails.
  private struct FailingCities: OptionsProvider {
    var name: String { "internal:8443" }
    func options(for request: OptionsRequest) async throws -> OptionsCollection { throw Fault() }
    func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
      throw Fault()
    }
  }

  /// A failure is described in words for people: without the name of a parameter, and, in the
  /// drawing, without the request ID.
  @Test func aFailureSpeaksToAPerson() async throws {
    struct FailingTimeline: IntentTimelineProvider {
      var name: String { "internal:8443" }
      func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
        TimelineEntry(date: context.now, content: EntryContent(title: "Placeholder"))
      }
      func timeline(
        for intent: Intent, in context: TimelineProviderContext
      ) async throws -> Timeline { throw Fault() }
    }
    let widget = ConfigurableWidget(
      kind: "Editors", displayName: "Editors", families: [.systemMedium],
      schema: EditorForm.schema, providers: ["city": FailingCities(), "word": Cities()],
      timeline: FailingTimeline())
    try await visit("/widgets/Editors", widgets: [widget]) { visitor in
      try await visitor.press("update")
      #expect(visitor.text.contains("What the widget shows cannot be loaded at the moment."))
      #expect(!visitor.text.contains("Request ID"))
      #expect(visitor.text.contains(#"class="quiet" form="form">Ask again</button>"#))
      // Only answers that prevent saving are marked invalid, and the list of them has a name.
      try await visitor.press("save", ["v.field": "x"])
      #expect(visitor.row("field").contains(#"aria-invalid="true""#))
      #expect(visitor.text.contains(#"role="group" aria-labelledby="issues-title""#))
      #expect(visitor.row("city").contains("cannot be loaded at the moment"))
      #expect(!visitor.row("city").contains("aria-invalid"), "\(visitor.row("city"))")
      try await visitor.press("save", ["v.city": "oslo"])
      #expect(visitor.text.contains("The choices of “City” cannot be loaded at the moment."))
      #expect(!visitor.text.contains("city: "), "\(visitor.text)")
      #expect(visitor.value("v.city") == "oslo")
      // A button lets the source look up the text again.
      #expect(visitor.row("city").contains(#"value="retry:city""#))
      try await visitor.press("retry:city")
      #expect(visitor.value("v.city") == "oslo")
    }
  }

  /// A failed source of an array has a single button to try the source again, instead of one for
  /// each element.
  @Test func anArrayAsksItsSourceAgain() async throws {
    let cities = ParameterDefinition(
      name: "cities", type: .object(nil), displayName: LocalizedText("Cities"),
      options: .dynamic(searchable: false), supportsMultipleValues: true)
    let intent = IntentDefinition(name: "Trip", parameters: [cities.at(priority: 1)])
    let widget = ConfigurableWidget(
      kind: "Trip", displayName: "Trip", families: [.systemMedium],
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])),
      providers: ["cities": FailingCities()])
    try await visit("/widgets/Trip", widgets: [widget]) { visitor in
      try await visitor.press("update")
      #expect(visitor.row("cities").contains("cannot be loaded at the moment"))
      #expect(visitor.text.matches(of: /value="retry:/).count == 1)
      #expect(visitor.row("cities").contains(#"aria-label="Ask again: Cities""#))
      try await visitor.press("retry:cities")
      #expect(visitor.row("cities").contains("cannot be loaded at the moment"))
    }
  }

  /// A Boolean from App Intents without a default can be unset; a default that could not be read is
  /// shown as unknown.
  @Test func aDefaultThatWasNotReadIsUnknown() async throws {
    let names = ["map": "Map", "loud": "Loud"]
    let parameters = ["map", "loud"].enumerated().map { place, name in
      var parameter = ParameterDefinition(
        name: name, type: .boolean(BooleanMetadata(defaultValue: nil)),
        displayName: LocalizedText(names[name] ?? ""), isConfigurable: true, options: .none)
      parameter.isDefaultUnknown = name == "loud"
      return parameter.at(priority: place + 1)
    }
    let intent = IntentDefinition(name: "Trip", parameters: parameters)
    let widget = ConfigurableWidget(
      kind: "Trip", displayName: "Trip", families: [.systemMedium],
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])))
    try await visit("/widgets/Trip", widgets: [widget]) { visitor in
      for row in ["map", "loud"] {
        let html = visitor.row(row)
        #expect(html.contains("type=\"radio\"") && !html.contains("checked"), "\(html)")
      }
      try await visitor.press("review", ["v.map": "true", "v.loud": "false"])
      #expect(visitor.text.contains("<td><bdi>Not set</bdi></td><td><bdi>On</bdi></td>"))
      #expect(visitor.text.contains("<td><bdi>Default unknown</bdi></td><td><bdi>Off</bdi></td>"))
      #expect(visitor.row("map").contains("aria-label=\"Clear: Map\""))
      #expect(visitor.row("loud").contains("aria-label=\"Use default: Loud\""))
    }
  }

  @Test func aTypedChoiceIsTakenOrRefusedButNeverDropped() async throws {
    try await visit("/widgets/Editors", widgets: [Self.editors()]) { visitor in
      for action in ["save", "review"] {
        try await visitor.press(action, ["v.city": "Nowhere"])
        #expect(visitor.page.status == 422)
        #expect(visitor.text.contains("No choice is called “Nowhere”."))
        #expect(visitor.text.contains("href=\"#in-city\""))
      }
      try await visitor.press("save", ["v.city": "oSLO"])
      #expect(visitor.path.hasPrefix("/placed/Editors"))
      #expect(visitor.intent.contains(#""display": "Oslo""#))
      try await visitor.press("update", ["v.city": "Bern"])
      #expect(visitor.intent.contains(#""display": "Bern""#))
    }
  }

  @Test func durationsAreSaidAsUnderstood() async throws {
    try await visit("/widgets/Editors", widgets: [Self.editors()]) { visitor in
      try await visitor.press("update", ["v.wait": "90m"])
      #expect(visitor.value("v.wait") == "1 h 30 min")
      #expect(
        visitor.row("wait").contains(
          "<output class=\"echo\" for=\"in-wait\">= <bdi>1 h 30 min</bdi></output>"))
      // Submitting the text that the field already shows does not change the answer.
      try await visitor.press("update")
      #expect(visitor.intent.contains(#""wait": "PT1H30M""#))
      try await visitor.press("update", ["v.wait": "soon"])
      #expect(!visitor.row("wait").contains("<output"))
      // The problem says what to type.
      #expect(
        visitor.row("wait").contains(
          "Expected a duration such as <bdi>1h30m</bdi>, found “soon”.</p>"),
        "\(visitor.row("wait"))")
    }
  }

  /// The browser's own date field is next to the text; whichever of them was changed counts.
  @Test func datesAreTakenFromTheFieldsOfTheBrowser() async throws {
    try await visit("/widgets/Editors", widgets: [Self.editors()]) { visitor in
      #expect(visitor.row("day").contains(#"type="date""#))
      #expect(visitor.row("time").contains(#"type="time""#))
      #expect(visitor.row("moment").contains(#"type="datetime-local""#))
      try await visitor.press(
        "update", ["n.day": "2026-12-24", "n.time": "19:05", "n.moment": "2026-12-24T18:00"])
      #expect(visitor.intent.contains(#""hour": 19"#), "\(visitor.intent)")
      #expect(visitor.value("n.day") == "2026-12-24")
      #expect(visitor.value("n.time") == "19:05")
      #expect(visitor.value("n.moment") == "2026-12-24T18:00")
      let before = visitor.intent
      // A browser may add the seconds to a time that has none.
      try await visitor.press("update", ["n.time": "19:05:00"])
      #expect(visitor.intent == before)
      try await visitor.press("update", ["v.day": "2026-12-25"])
      #expect(visitor.value("n.day") == "2026-12-25")
      // If the text and the browser's own field were both changed, the text counts.
      try await visitor.press("update", ["v.day": "2027-01-02", "n.day": "2027-01-03"])
      #expect(visitor.value("n.day") == "2027-01-02")
      try await visitor.press("update", ["n.time": ""])
      #expect(visitor.value("v.time")?.isEmpty == true)
      // For an incomplete date, the row does not have the browser's own date field, which could not
      // show that date.
      try await visitor.press("update", ["v.day": "--11-30"])
      #expect(!visitor.row("day").contains(#"type="date""#))
    }
  }

  /// The hint shows an example in the format of the language.
  @Test(arguments: [
    ("en-US", "Type a date such as 11/21/2026.", "Type a time such as 7:30 AM."),
    ("de", "Einzugeben ist ein Datum wie 21.11.2026.", "Einzugeben ist eine Uhrzeit wie 07:30."),
  ])
  func whatToTypeIsSaidAsTheLanguageWritesIt(locale: String, day: String, time: String) async throws
  {
    try await visit("/widgets/Editors?locale=\(locale)", widgets: [Self.editors()]) { visitor in
      // Units and examples keep their own direction.
      #expect(visitor.row("distance").contains(#"<option value="km" dir="auto" selected>km"#))
      func text(_ row: String) -> String { visitor.row(row).replacing(#/</?bdi>/#, with: "") }
      #expect(text("day").contains(day), "\(visitor.row("day"))")
      #expect(text("time").contains(time), "\(visitor.row("time"))")
    }
  }

  @Test func numbersStepAndUnitsConvert() async throws {
    try await visit("/widgets/Editors", widgets: [Self.editors()]) { visitor in
      try await visitor.press("plus:stepper")
      #expect(visitor.value("v.stepper") == "4")
      try await visitor.press("less:stepper")
      #expect(visitor.value("v.stepper") == "3")
      try await visitor.press("update", ["v.distance": "5", "u.distance": "km"])
      try await visitor.press("convert:distance", ["u.distance": "m"])
      #expect(visitor.value("v.distance") == "5000")
      #expect(visitor.value("u.distance") == "m")
      #expect(visitor.row("distance").contains(">Use default</button>"))
      try await visitor.press("update", ["v.text": "Hello"])
      #expect(visitor.row("text").contains(">Clear</button>"))
      // A text that is not a number keeps its unit next to it.
      try await visitor.press("update", ["v.distance": "-", "u.distance": "mi"])
      #expect(visitor.value("v.distance") == "-" && visitor.value("u.distance") == "mi")
      #expect(visitor.row("distance").contains("problem-distance"))
      #expect(!visitor.row("distance").contains("convert:distance"))
      #expect(visitor.row("distance").contains(/<input id="in-distance"[^>]*aria-invalid="true"/))
      // A text with letters keeps the chosen unit as well, and so does a text with a unit of a
      // different dimension.
      for text in ["abc", "7O", "12 kg"] {
        try await visitor.press("update", ["v.distance": text, "u.distance": "mi"])
        #expect(visitor.value("v.distance") == text, "\(visitor.row("distance"))")
        #expect(visitor.value("u.distance") == "mi", "\(text): \(visitor.row("distance"))")
        // The chosen unit was not typed, so the problem does not mention it.
        #expect(!visitor.row("distance").contains("\u{A0}"))
      }
      try await visitor.press("update", ["v.distance": "5 km", "u.distance": "mi"])
      #expect(visitor.intent.contains(#""unit": "km""#))
      try await visitor.press("update", ["v.distance": "-", "u.distance": "mi"])
      try await visitor.press("update", ["v.distance": "7"])
      #expect(visitor.intent.contains(#""unit": "mi""#))
      try await visitor.press("reset:distance")
      #expect(visitor.value("u.distance") == "km")
    }
  }

  @Test func aDayIsTakenFromTheMonth() async throws {
    try await visit("/widgets/Editors", widgets: [Self.editors()]) { visitor in
      try await visitor.press("month:day", ["v.day": "2026-12-24"])
      #expect(visitor.text.contains("December 2026"))
      #expect(visitor.text.contains("aria-pressed=\"true\""))
      // The calendar stays open until a day is chosen or it is closed.
      try await visitor.press("update")
      #expect(visitor.text.contains("December 2026"))
      try await visitor.press("close:day")
      #expect(!visitor.text.contains("December 2026"))
      try await visitor.press("month:day")
      try await visitor.press("month:day:2027-1")
      #expect(visitor.text.contains("January 2027"))
      try await visitor.press("day:day:2027-1-6")
      #expect(visitor.intent.contains(#""year": 2027"#))
      try await visitor.press("day:moment:2027-2-29")
      #expect(!visitor.intent.contains(#""moment""#))
    }
  }

  // MARK: Arrays, choices, hidden rows

  /// An element that is added before the default of its array arrives does not replace the default.
  @Test func anElementFollowsALateDefault() async throws {
    let isOpen = Held(false)
    let stops = ParameterDefinition(
      name: "stops", type: .string(StringMetadata()), displayName: LocalizedText("Stops"),
      displayPriority: 1, options: .dynamic(searchable: false), supportsMultipleValues: true)
    let intent = IntentDefinition(name: "Stops", parameters: [stops])
    let schema = IntentSchema(intent, in: IntentDefinitionFile(intents: [intent]))
    let widget = ConfigurableWidget(
      kind: "Stops", displayName: "Stops", families: [.systemMedium], schema: schema,
      providers: ["stops": LateStops(isOpen: isOpen)])
    try await visit("/widgets/Stops", widgets: [widget]) { visitor in
      #expect(!visitor.intent.contains("stops"))
      isOpen.withLock { $0 = true }
      var other = visitor
      try await other.press("update")
      let whole = other.intent.replacing(/\s/, with: "")
      #expect(whole.contains(#""stops":["alpha","beta"]"#), "\(other.intent)")
      try await other.press("update", ["id.stops/0": "gamma"])
      let replaced = other.intent.replacing(/\s/, with: "")
      #expect(replaced.contains(#""stops":["gamma","beta"]"#), "\(other.intent)")
      try await visitor.press("update", ["id.stops/0": "gamma"])
      #expect(
        visitor.intent.replacing(/\s/, with: "").contains(#""stops":["alpha","beta","gamma"]"#),
        "\(visitor.intent)")
    }
  }

  @Test func elementsAreAddedMovedFilledAndRemoved() async throws {
    try await visit("/widgets/Editors", widgets: [Self.editors()]) { visitor in
      try await visitor.press("update", ["v.list/0": "1", "v.list/1": "2"])
      try await visitor.press("up:list/1")
      #expect(visitor.value("v.list/0") == "2")
      #expect(visitor.value("v.list/1") == "1")
      // One empty slot adds an element.
      #expect(visitor.value("v.list/2")?.isEmpty == true)
      try await visitor.press("update", ["v.list/2": "2"])
      #expect(visitor.value("v.list/2") == "2")
      try await visitor.press("remove:list/0")
      #expect(visitor.value("v.list/0") == "1")
      #expect(visitor.value("v.list/2")?.isEmpty == true)
      // Elements beyond the family's limit are kept and marked.
      try await visitor.press("update", ["v.~family": "systemSmall"])
      #expect(visitor.row("list/1").contains("beyond"))
      try await visitor.press("update", ["v.~family": "systemMedium", "v.list/0": ""])
      #expect(visitor.value("v.list/0") == "2")
    }
  }

  /// A button belongs to the element next to it, even if the same request empties the elements
  /// before it.
  @Test(arguments: [
    ("remove:list/1", ["3"]), ("up:list/2", ["3", "2"]), ("down:list/1", ["3", "2"]),
    ("move:list/2:1", ["3", "2"]), ("remove:list/0", ["2", "3"]), ("update", ["2", "3"]),
  ])
  func aButtonIsThatOfItsElement(_ action: String, left: [String]) async throws {
    try await visit("/widgets/Editors", widgets: [Self.editors()]) { visitor in
      for place in 0..<3 { try await visitor.press("update", ["v.list/\(place)": "\(place + 1)"]) }
      try #require(visitor.value("v.list/2") == "3")
      try await visitor.press(action, ["v.list/0": ""])
      let found = (0..<3).compactMap { visitor.value("v.list/\($0)") }.filter { !$0.isEmpty }
      #expect(found == left)
    }
  }

  @Test func choicesComePageByPage() async throws {
    let many = OptionsCollection(
      items: (1...120).map { OptionItem(identifier: "id\($0)", display: "City \($0)") })
    let widget = ConfigurableWidget(
      kind: "Editors", displayName: "Editors", families: [.systemMedium],
      schema: EditorForm.schema,
      providers: ["city": Cities(collection: many), "word": Cities()])
    try await visit("/widgets/Editors", widgets: [widget]) { visitor in
      try await visitor.press("search:city")
      #expect(visitor.text.contains("1 to 50 of 120"))
      #expect(visitor.text.contains("City 50<"))
      #expect(!visitor.text.contains("City 51<"))
      try await visitor.press("more:city")
      #expect(visitor.text.contains("51 to 100 of 120"))
      try await visitor.press("search:city", ["v.city": "City 117"])
      #expect(visitor.text.contains("City 117<"))
      try await visitor.press("choose:city", ["pick.city": "id117"])
      #expect(visitor.intent.contains(#""identifier": "id117""#))
      #expect(visitor.value("v.city") == "City 117")
      // Without a button, a typed text is an answer: an invalid one stays and prevents saving, and
      // the previous choice can be restored.
      for action in ["update", "update", "save"] {
        try await visitor.press(action, action == "save" ? [:] : ["v.city": "City 1170"])
        #expect(visitor.value("v.city") == "City 1170")
        #expect(visitor.row("city").contains(#"aria-invalid="true""#))
        #expect(visitor.text.contains("No choice is called “City 1170”. Did you mean “City 110”?"))
        #expect(visitor.page.status == (action == "save" ? 422 : 200))
      }
      try await visitor.press("choose:city", ["pick.city": "id117"])
      #expect(visitor.intent.contains(#""identifier": "id117""#))
      try await visitor.press("undo")
      #expect(visitor.value("v.city") == "City 1170")
      try await visitor.press("reset:city")
      #expect(visitor.value("v.city") == "" && !visitor.intent.contains("id117"))
      try await visitor.press("update", ["v.city": "city 5"])
      #expect(visitor.intent.contains(#""identifier": "id5""#))
      try await visitor.press("update", ["v.city": ""])
      #expect(!visitor.intent.contains("id5"))
    }
  }

  @Test func choicesAndEntriesHavePictures() async throws {
    let rooms = OptionsCollection(items: [
      OptionItem(identifier: "a", display: "Attic", symbol: "house.fill"),
      OptionItem(
        identifier: "b", display: "Bath", symbol: "drop",
        properties: ["color": .string("#1E6FD9")]),
      OptionItem(identifier: "c", display: "Cellar"),
    ])
    let widget = ConfigurableWidget(
      kind: "Editors", displayName: "Editors", families: [.systemMedium],
      schema: EditorForm.schema,
      providers: ["city": Cities(collection: rooms), "word": Cities()], timeline: RainyTimeline())
    try await visit("/widgets/Editors", widgets: [widget]) { visitor in
      try await visitor.press("search:city")
      func picture(_ name: String, _ attributes: String) -> String {
        "<svg class=\"symbol\(attributes) aria-hidden=\"true\" viewBox=\"0 0 24 24\">"
          + "<path d=\"\(SymbolDrawing(named: name).path)\"></path></svg>"
      }
      let house = picture("house", " filled\""), drop = picture("drop", "\" color=\"#1E6FD9\"")
      #expect(visitor.text.contains(house + "<bdi>Attic</bdi>"))
      #expect(visitor.text.contains(drop + "<bdi>Bath</bdi>"))
      #expect(!visitor.text.contains("</svg><bdi>Cellar</bdi>"))
      #expect(visitor.text.contains(picture("cloud.rain", "\"") + "<bdi>Rain</bdi>"))
      let window = try await visitor.ask(["row": "city"], to: "/options").json["items"]
      #expect(window.list.map { $0["picture"].stringValue } == [house, drop, nil])
      // The gallery shows the sample, as the terminal does.
      try await visitor.open("/")
      #expect(visitor.text.contains(picture("cloud.rain", "\"") + "<bdi>Sample</bdi>"))
    }
  }

  /// The drawings consist only of lines, and a name uses the drawing of its longest known prefix.
  @Test func symbolsHaveDrawings() {
    let dot = SymbolDrawing(named: "").path
    for name in Array(SymbolDrawing.lines.keys) + SymbolDrawing.synonyms.keys {
      let path = SymbolDrawing(named: name).path
      #expect(path.wholeMatch(of: /M[MmLlHhVvCcSsAaZz0-9. \-]+/) != nil && path != dot, "\(name)")
      #expect(SymbolDrawing(named: name + ".circle.fill").path == path, "\(name)")
    }
    for (name, other) in [
      ("cloud.rain.fill", "cloud.rain"), ("cloud.hurricane", "cloud"), ("sun.max", "sun"),
      ("person.2.fill", "person.2"), ("bus.fill", "tram"),
    ] { #expect(SymbolDrawing(named: name).path == SymbolDrawing(named: other).path) }
    for name in [".", "no.such.symbol", "<svg>", "rain.cloud"] {
      #expect(SymbolDrawing(named: name).path == dot)
    }
  }

  @Test func hiddenRowsSayWhy() async throws {
    try await visit("/widgets/UpNext") { visitor in
      #expect(visitor.text.contains("id=\"hidden-rows\""))
      #expect(visitor.row("calendars").contains("href=\"#row-mirrorCalendarApp\""))
      try await visitor.press("update", ["v.mirrorCalendarApp": "false"])
      #expect(visitor.row("calendars").contains("data-control=\"array\""))
      // A message about the array appears once and is associated with each of its elements.
      #expect(visitor.text.matches(of: /Which calendars\?/).count == 1)
      #expect(visitor.row("calendars/0").contains("aria-describedby=\"hint-calendars\""))
      try await visitor.press("update", ["id.calendars/0": "work"])
      #expect(visitor.row("calendars/1").contains("aria-describedby=\"hint-calendars\""))
      #expect(visitor.intent.contains(#""display": "Work""#))
      // Hiding a row keeps its answer.
      try await visitor.press("update", ["v.mirrorCalendarApp": "true"])
      #expect(!visitor.intent.contains("Work"))
      try await visitor.press("update", ["v.mirrorCalendarApp": "false"])
      #expect(visitor.intent.contains(#""display": "Work""#))
      #expect(visitor.text.contains("Entry 0"))
    }
  }

  // MARK: The life of a placed widget

  @Test func manyPlacedWidgetsAreFoundByTheirWidgetBelowTheOnesToAdd() async throws {
    let widgets = try ["Verse", "Tides"].map { try ServiceHost.upNext(kind: $0) }
    try await ServiceHost.run(widgets: widgets) { client, _ in
      func place(_ name: String, _ kind: String) async throws {
        let put = try await client.send(
          "PUT", "/v1/placed/\(name)", #"{"kind":"\#(kind)","draft":{"emphasis":0.25}}"#,
          headers: ["If-None-Match": "*"])
        #expect(put.status == 201, "\(put.text)")
      }
      func places(_ path: String) async throws -> (add: Int, placed: Int, text: String) {
        let text = try await client.get(path).text
        func position(_ id: String) -> Int {
          text.firstRange(of: "id=\"\(id)\"")
            .map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } ?? -1
        }
        return (position("gallery-title"), position("placed-title"), text)
      }
      try await place("Desk", "Tides")
      let few = try await places("/")
      #expect(few.placed > 0 && few.placed < few.add)
      // More than a page of widgets of one kind, whose names do not contain the kind.
      for number in 0..<120 { try await place("W\(1000 + number)", "Verse") }
      let many = try await places("/")
      #expect(many.add > 0 && many.add < many.placed, "The way to add comes first.")
      let found = try await places("/?q=verse")
      #expect(found.text.contains("href=\"/placed/W1000\""))
      #expect(!found.text.contains("href=\"/placed/Desk\"") && !found.text.contains("W1119"))
      let next = try #require(found.text.firstMatch(of: /href="(\/\?[^"]*after=[^"]*)"/))
      let rest = try await places(String(next.1).replacing("&amp;", with: "&"))
      #expect(rest.text.contains("href=\"/placed/W1119\"") && !rest.text.contains("W1099<"))
      #expect(rest.placed < rest.add)
      // The search ignores the case of letters.
      #expect(try await places("/?q=w1119").text.contains("href=\"/placed/W1119\""))
      #expect(try await places("/?q=tides").text.contains("href=\"/placed/Desk\""))
    }
  }

  @Test func aWidgetIsReviewedSavedChangedAndRestored() async throws {
    try await visit("/") { visitor in
      #expect(visitor.text.contains("Nothing is placed yet."))
      #expect(visitor.text.contains("href=\"/widgets/UpNext\""))
      #expect(visitor.text.contains("class=\"family\""))
      try await visitor.open("/?q=nothing+like+it")
      #expect(!visitor.text.contains("href=\"/widgets/UpNext\""))
      try await visitor.open("/?q=NEXT")
      #expect(visitor.text.contains("href=\"/widgets/UpNext\""))
      try await visitor.open("/widgets/UpNext?family=systemLarge")
      try await visitor.press("review", ["v.emphasis": "0.75"])
      #expect(visitor.text.contains("Changes to save"))
      // The review keeps the undo history.
      try await visitor.press("review", ["v.emphasis": "0.25"])
      for emphasis in ["0.75", "0.5"] {
        try await visitor.press("undo")
        #expect(visitor.value("v.emphasis") == emphasis)
      }
      try await visitor.press("redo")
      try await visitor.press("save", ["name": "Desk & <Hall>"])
      #expect(visitor.path == "/placed/Desk%20%26%20%3CHall%3E?said=saved")
      #expect(visitor.value("v.~family") == "systemLarge")
      #expect(visitor.text.contains("<option value=\"systemLarge\" selected>Large</option>"))
      try await visitor.press("review", ["v.~family": "systemSmall"])
      #expect(visitor.text.contains("<td><bdi>Large</bdi></td><td><bdi>Small</bdi></td>"))
      try await visitor.press("undo")
      try await visitor.press("save", ["v.emphasis": "0.25"])
      #expect(visitor.value("v.emphasis") == "0.25")
      try await visitor.press("discard", ["v.emphasis": "1"])
      #expect(visitor.value("v.emphasis") == "0.25")
      #expect(visitor.text.contains("The changes were discarded. Undo brings them back."))
      try await visitor.press("undo")
      #expect(visitor.value("v.emphasis") == "1")
      try await visitor.press("discard")
      try await visitor.open("/placed/Desk%20%26%20%3CHall%3E/history")
      #expect(visitor.text.contains("present state"))
      let earlier = visitor.text.matches(of: /name="revision" value="(\d+)"/).map { String($0.1) }
      try await visitor.send(["revision": earlier.last])
      #expect(visitor.value("v.emphasis") == "0.75")
      try await visitor.open("/placed/Desk%20%26%20%3CHall%3E/timeline")
      #expect(visitor.text.contains("Entry 5"))
      try await visitor.open("/")
      #expect(visitor.text.contains("Desk &amp; &lt;Hall&gt;"))
      // A name that is in use is reported at the name field.
      try await visitor.open("/widgets/UpNext")
      try await visitor.press("save", ["name": "Desk & <Hall>"])
      #expect(visitor.page.status == 422)
      #expect(visitor.text.contains("id=\"problem-name\""))
      try await visitor.press("save", ["name": " "])
      #expect(visitor.text.contains("Enter a name."))
    }
  }

  @Test func aWidgetIsRenamedRemovedAndRestored() async throws {
    try await visit("/widgets/UpNext") { visitor in
      #expect(visitor.value("name") == "UpNext")
      try await visitor.press("save")
      #expect(visitor.path == "/placed/UpNext?said=saved")
      // The message is visible without a script as well.
      #expect(visitor.text.contains(#"class="told">Saved"#))
      // The name suggested for the next widget is free.
      try await visitor.open("/widgets/UpNext")
      #expect(visitor.value("name") == "UpNext 2")
      try await visitor.press("save", ["v.emphasis": "0.75"])
      try await visitor.open("/placed/UpNext%202/manage")
      for (name, status) in [(" ", 422), ("..", 422), ("UpNext", 409)] {
        try await visitor.press("rename", ["name": name])
        #expect(visitor.page.status == status && visitor.value("name") == name)
        #expect(visitor.text.contains("id=\"problem-name\""), "\(name)")
      }
      try await visitor.press("rename", ["name": " Hall"])
      #expect(visitor.path == "/placed/Hall?said=renamed")
      #expect(visitor.text.contains("The widget is now called “Hall”."))
      // A person can remove only a state that the page has shown.
      try await visitor.open("/placed/Hall/manage")
      let seen = visitor.value("etag")
      try await visitor.open("/placed/Hall")
      try await visitor.press("save")
      #expect(visitor.path == "/placed/Hall?said=unchanged")
      try await visitor.press("save", ["v.emphasis": "0.25"])
      try await visitor.open("/placed/Hall/manage")
      try await visitor.send(["action": "remove", "etag": seen])
      #expect(visitor.page.status == 412)
      #expect(visitor.text.contains("“Hall” has changed since you opened it."))
      try await visitor.send(["action": "remove", "csrf": "0"])
      #expect(visitor.page.status == 403)
      try await visitor.press("remove")
      #expect(visitor.path == "/placed/Hall/history")
      #expect(visitor.text.contains("“Hall” was removed."))
      #expect(!visitor.text.contains("href=\"/placed/Hall\""))
      for path in ["/placed/Hall", "/placed/Hall/manage", "/placed/Hall/timeline"] {
        try await visitor.open(path)
        #expect(visitor.page.status == 404)
        #expect(visitor.text.contains("href=\"/placed/Hall/history\""), "\(path)")
      }
      // Pages never suggest API requests.
      for (path, remedy) in [
        ("/embed/UpNext/Hall", "“Hall” was removed. "),
        ("/placed/Nope", "The first page lists the placed widgets."),
      ] {
        try await visitor.open(path)
        #expect(visitor.text.contains(remedy) && !visitor.text.contains("/v1/"), "\(path)")
      }
      try await visitor.open("/")
      #expect(visitor.text.contains("Recently removed"))
      try await visitor.open("/placed/Hall/history")
      let states = visitor.text.matches(of: /name="revision" value="(\d+)"/).map { String($0.1) }
      try await visitor.send(["revision": states.first])
      #expect(visitor.path == "/placed/Hall?said=restored")
      // The message on the page has the focus.
      #expect(visitor.text.contains(#"tabindex="-1" autofocus class="told">Restored"#))
      #expect(visitor.value("v.emphasis") == "0.25")
    }
  }

  /// A store can have placed widgets whose files are elsewhere.
  @Test func aDefinitionElsewhereIsSaid() async throws {
    let lines = InMemoryLogHandler()
    try await ServiceHost.run(logger: Logger(label: "service") { _ in lines }) { client, folder in
      let store = PlacedWidgetStore(
        try SQLiteDriver(path: folder.appending(path: "store.sqlite").path))
      try await store.save(
        PlacedWidget(
          name: "Hall", definitionPath: "/home/ann/Hall.json", intent: "HallIntent",
          family: .systemSmall), expecting: nil)
      try await store.save(
        PlacedWidget(name: "Shed", widget: "Gone", intent: "GoneIntent", family: .systemSmall),
        expecting: nil)
      let said = "The definition “Hall.json” is not in the folder of this service."
      var visitor = try await Visitor(client, at: "/")
      #expect(visitor.text.contains(said))
      // The page does not show the path, which is only in the log.
      #expect(lines.entries.contains { $0.metadata["path"] == "/home/ann/Hall.json" })
      #expect(visitor.text.contains("The service does not offer the widget “Gone”."))
      #expect(visitor.text.contains("href=\"/placed/Hall/manage\""))
      try await visitor.open("/placed/Hall")
      #expect(visitor.page.status == 404 && visitor.text.contains(said))
      #expect(try await client.get("/v1/placed/Hall/timeline").json["title"] == .string(said))
      try await visitor.open("/placed/Hall/manage")
      try await visitor.press("rename", ["name": "Attic"])
      #expect(visitor.path == "/placed/Attic/history?said=renamed")
      #expect(visitor.text.contains("The widget is now called “Attic”."))
      #expect(!visitor.text.contains("href=\"/placed/Attic\""))
      try await visitor.open("/placed/Attic/manage")
      try await visitor.press("remove")
      #expect(visitor.text.contains("“Attic” was removed."))
      let state = visitor.text.firstMatch(of: /name="revision" value="(\d+)"/)
      try await visitor.send(["revision": state.map { String($0.1) }])
      #expect(visitor.path == "/placed/Attic/history?said=restored")
      #expect(visitor.page.status == 200)
    }
  }

  /// If a widget cannot be read, the home page leads to its history, where states can be restored.
  @Test func aDamagedWidgetIsRestored() async throws {
    try await ServiceHost.run { client, folder in
      var visitor = try await Visitor(client, at: "/widgets/UpNext")
      for emphasis in ["0.25", "0.75"] {
        try await visitor.press("save", ["name": "Desk", "v.emphasis": emphasis])
      }
      let driver = try SQLiteDriver(path: folder.appending(path: "store.sqlite").path)
      try await driver.write(.local) { rows in
        var row = try #require(try rows.row("Desk"))
        row.draft = "{"
        try rows.put(.placed(row))
      }
      // The home page does not read answers, so it leads to a page that leads to the history.
      try await visitor.open("/")
      #expect(visitor.text.contains("href=\"/placed/Desk\""))
      for path in ["/placed/Desk", "/placed/Desk/manage"] {
        try await visitor.open(path)
        #expect(visitor.page.status == 500)
        #expect(visitor.text.contains("href=\"/placed/Desk/history\""), "\(path)")
      }
      try await visitor.open("/placed/Desk/history")
      #expect(!visitor.text.contains("href=\"/placed/Desk\""))
      let state = visitor.text.firstMatch(of: /name="revision" value="(\d+)"/)
      try await visitor.send(["revision": state.map { String($0.1) }])
      #expect(visitor.path == "/placed/Desk?said=restored")
      #expect(visitor.value("v.emphasis") == "0.25")
      try await driver.write(.local) { rows in
        var row = try #require(try rows.row("Desk"))
        row.family = "system-damaged"
        try rows.put(.placed(row))
      }
      try await visitor.open("/")
      #expect(visitor.text.contains("href=\"/placed/Desk/history\""))
      #expect(!visitor.text.contains("href=\"/placed/Desk\""))
      #expect(!visitor.text.contains("href=\"/placed/Desk/manage\""))
    }
  }

  /// For every failure, a browser gets a page, and a program gets a problem document.
  @Test func problemsOfBrowsersArePages() async throws {
    var settings = ServiceSettings()
    settings.maximumBodyBytes = 2_000
    settings.frameAncestors = ["https://a.example"]
    try await ServiceHost.run(settings: settings) { client, _ in
      let browser = ["Accept": "text/html,*/*;q=0.8", "Accept-Language": "de"]
      let draft = ["Content-Type": "application/x-www-form-urlencoded"]
      let long = "draft=" + String(repeating: "x", count: 3_000)
      for (answer, status) in [
        (try await client.get("/nothing", headers: browser), 404),
        (try await client.send("PUT", "/widgets/UpNext", "", headers: browser), 405),
        (
          try await client.post("/widgets/UpNext", long, headers: browser.merging(draft) { $1 }),
          413
        ),
      ] {
        #expect(answer.status == status)
        #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
        #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
        #expect(answer.text.contains("<html lang=\"de\"") && answer.text.contains("href=\"/\""))
        #expect(!answer.text.contains("openapi"))
      }
      // An embedding page shows the problem as well, and links keep the language.
      for (path, frames) in [
        ("/embed/UpNext?locale=ja", "https://a.example"),
        ("/widgets/UpNext?locale=ja", "'none'"),
      ] {
        let answer = try await client.post(path, long, headers: browser.merging(draft) { $1 })
        #expect(answer.status == 413 && answer.text.contains("href=\"/?locale=ja\""))
        #expect(
          answer.headers["content-security-policy"]?.hasSuffix("frame-ancestors \(frames)")
            == true)
        #expect(answer.text.contains("class=\"embedded\"") == path.hasPrefix("/embed"))
      }
      for headers in [[:], browser.merging(["X-Requested-With": "form.js"]) { $1 }] {
        let answer = try await client.post(
          "/widgets/UpNext", long, headers: headers.merging(draft) { $1 })
        #expect(answer.status == 413 && answer.json["code"] != .null)
      }
      #expect(try await client.get("/v1/nothing", headers: browser).json["code"] == "no-such-path")
    }
  }

  /// A form that was opened before the definition changed is shown again with its answers, and is
  /// not saved.
  @Test func aFormOfAnotherDefinitionIsShownAgain() async throws {
    try await visit("/widgets/UpNext") { visitor in
      try await visitor.press("update", ["v.style": "list"])
      try await visitor.send([
        "definition": "d-former", "v.emphasis": "0.75", "p.emphasis": "3", "v.gone": "typed <text>",
        "name": "Desk", "action": "save",
        // In the previous definition, the parameter was an array, and the form has no field for its
        // elements.
        "draft":
          #"{"family":"systemMedium","values":{"style":"list"},"texts":{"emphasis/0":"many"}}"#,
      ])
      #expect(visitor.page.status == 409)
      #expect(visitor.text.contains("The definition has changed since the form was read."))
      #expect(visitor.text.contains("“emphasis/0” is no longer in the form. You entered: many"))
      #expect(
        visitor.text.contains("“gone” is no longer in the form. You entered: typed &lt;text&gt;"))
      #expect(visitor.value("v.emphasis") == "0.75" && visitor.value("name") == "Desk")
      #expect(visitor.intent.contains(#""style": "list""#))
      #expect(try await visitor.client.get("/v1/placed").json["placed"] == [])
      try await visitor.press("save")
      #expect(visitor.path.hasPrefix("/placed/Desk?said=saved"))
      #expect(visitor.value("v.emphasis") == "0.75")
    }
  }

  /// The form of a placed widget keeps its answers when the definition changes, and does not report
  /// the new definition as a save by somebody else.
  @Test func aPlacedWidgetIsSavedAfterItsDefinitionChanged() async throws {
    try await ServiceHost.run { client, folder in
      var visitor = try await Visitor(client, at: "/widgets/UpNext")
      try await visitor.press("save", ["name": "Desk", "v.emphasis": "0.25"])
      try await visitor.open("/placed/Desk")
      let before = visitor
      let driver = try SQLiteDriver(path: folder.appending(path: "store.sqlite").path)
      let renamed = try ServiceHost.upNext(renaming: ["emphasis": "weight"])
      try await ServiceHost.run(widgets: [renamed], driver: driver) { client, _ in
        var visitor = before
        visitor.client = client
        try await visitor.press("save", ["v.style": "list", "v.emphasis": "0.75"])
        #expect(visitor.page.status == 409)
        #expect(visitor.text.contains("“emphasis” is no longer in the form. You entered: 0.75"))
        #expect(visitor.value("v.weight") == "0.25")
        try await visitor.press("save", ["v.weight": "0.75"])
        #expect(visitor.path == "/placed/Desk?said=saved", "\(visitor.text)")
        #expect(visitor.value("v.weight") == "0.75" && visitor.intent.contains(#""list""#))
      }
    }
  }

  /// If a save would lose a stored answer, the API refuses it, and the page shows a review first.
  @Test func aSaveThatLosesAnAnswerIsReviewedFirst() async throws {
    try await ServiceHost.run { client, folder in
      for name in ["Desk", "Wall"] {
        let put = try await client.send(
          "PUT", "/v1/placed/\(name)", #"{"kind":"UpNext","draft":{"emphasis":0.25}}"#,
          headers: ["If-None-Match": "*"])
        #expect(put.status == 201, "\(put.text)")
      }
      let driver = try SQLiteDriver(path: folder.appending(path: "store.sqlite").path)
      let changed = try ServiceHost.upNext(without: "emphasis")
      try await ServiceHost.run(widgets: [changed], driver: driver) { client, _ in
        let before = try await client.get("/v1/placed/Desk")
        func put(_ more: String) async throws -> ServiceResponse {
          try await client.send(
            "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{"style":"list"}\#(more)}"#,
            headers: ["If-Match": before.headers["etag"] ?? ""])
        }
        let refused = try await put("")
        #expect(refused.status == 409 && refused.json["code"] == "answers-lost", "\(refused.text)")
        #expect(refused.json["changes"][0]["parameter"] == "emphasis", "\(refused.text)")
        #expect(try await client.get("/v1/placed/Desk").text == before.text)
        let accepted = try await put(#","acceptLosses":true"#)
        #expect(accepted.status == 200, "\(accepted.text)")

        var visitor = try await Visitor(client, at: "/placed/Wall")
        let stored = try await client.get("/v1/placed/Wall").text
        try await visitor.press("save", ["v.style": "list"])
        #expect(visitor.text.contains("Some answers would be lost."), "\(visitor.text)")
        #expect(visitor.text.contains("emphasis") || visitor.text.contains("Emphasis"))
        #expect(try await client.get("/v1/placed/Wall").text == stored)
        try await visitor.press("save")
        #expect(visitor.path == "/placed/Wall?said=saved", "\(visitor.text)")
        #expect(visitor.value("v.style") == "list")
        // The lost answer is still in the history.
        for name in ["Desk", "Wall"] {
          let history = try await client.get("/v1/placed/\(name)/history")
          #expect(history.text.contains("0.25"), "\(history.text)")
        }
      }
    }
  }

  /// Two people change the same widget: the second sees both versions and chooses.
  @Test func nobodyOverwritesWhatHeHasNotSeen() async throws {
    try await ServiceHost.run { client, _ in
      var ann = try await Visitor(client, at: "/widgets/UpNext")
      try await ann.press("save", ["name": "Desk"])
      var ben = try await Visitor(client, at: "/placed/Desk")
      try await ann.press("save", ["v.emphasis": "0.25", "v.style": "list"])
      try await ben.press("save", ["v.emphasis": "0.75"])
      #expect(ben.page.status == 409)
      #expect(ben.text.contains("Yours: "))
      #expect(ben.text.contains("name=\"side.emphasis\""))
      #expect(ben.text.contains("“Desk” has changed since you opened it."))
      // A row that only the other side has changed is not asked about, and gets the other side's
      // version.
      #expect(!ben.text.contains("name=\"side.style\""))
      #expect(ben.text.contains("<h2>Changed only by the other side, and kept</h2>"))
      #expect(ben.text.contains("<li><bdi>Style</bdi>: <bdi>List</bdi></li>"))
      #expect(ben.text.contains("Last saved: "))
      try await ben.press("merge")
      #expect(ben.value("v.emphasis") == "0.75")
      #expect(ben.intent.contains(#""style": "list""#))
      try await ben.press("save")
      #expect(ben.path.hasPrefix("/placed/Desk?said=saved"))
      try await ann.open("/placed/Desk")
      #expect(ann.value("v.emphasis") == "0.75")
      try await ann.press("save", ["v.emphasis": "0"])
      try await ben.press("save", ["v.emphasis": "1"])
      try await ben.press("theirs")
      #expect(ben.value("v.emphasis") == "0")
      // Looking at one side does not lose any answers of the other side.
      try await ben.press("undo")
      #expect(ben.value("v.emphasis") == "1")
      try await ann.open("/placed/Desk")
      try await ann.press("save", ["v.emphasis": "0.5", "v.style": "agenda"])
      try await ben.press("save")
      #expect(ben.page.status == 409)
      try await ben.press("mine")
      #expect(ben.value("v.emphasis") == "1")
      #expect(ben.text.contains("It is not saved yet: press “Save”."))
      #expect(ben.intent.contains(#""style": "list""#))
      try await ben.press("save")
      #expect(ben.path.hasPrefix("/placed/Desk?said=saved"))
    }
  }

  /// After a save during the choice, the versions are shown again, and nothing is overwritten.
  @Test func whatIsSavedDuringTheChoiceIsSeenToo() async throws {
    try await ServiceHost.run { client, _ in
      var ann = try await Visitor(client, at: "/widgets/UpNext")
      try await ann.press("save", ["name": "Desk"])
      var ben = try await Visitor(client, at: "/placed/Desk")
      try await ann.press("save", ["v.~family": "systemLarge", "v.emphasis": "0.25"])
      try await ben.press("save", ["v.emphasis": "0.75"])
      #expect(ben.page.status == 409)
      #expect(!ben.text.contains("<bdi>Style</bdi>"))
      try await ann.press("save", ["v.style": "list"])
      try await ben.press("merge")
      #expect(ben.page.status == 409)
      #expect(ben.text.contains("<li><bdi>Style</bdi>: <bdi>List</bdi></li>"))
      // Only the other side has changed the family and the style, so they get the other side's
      // version.
      try await ben.press("merge")
      #expect(ben.value("v.~family") == "systemLarge")
      #expect(ben.value("v.emphasis") == "0.75")
      #expect(ben.intent.contains(#""style": "list""#))
    }
  }

  /// If no row was changed by both sides, no question is asked, and the form shows the changes of
  /// both sides.
  @Test func changesOfDifferentRowsAreMerged() async throws {
    try await ServiceHost.run { client, _ in
      var ann = try await Visitor(client, at: "/widgets/UpNext")
      try await ann.press("save", ["name": "Desk"])
      var ben = try await Visitor(client, at: "/placed/Desk")
      try await ann.press("save", ["v.style": "list", "v.~family": "systemLarge"])
      try await ben.press("save", ["v.emphasis": "0.75"])
      #expect(ben.page.status == 409 && !ben.text.contains("id=\"conflict\""))
      #expect(ben.text.contains("Their changes were kept: Family: Large, Style: List."))
      #expect(ben.text.contains("Last saved: "))
      #expect(ben.text.contains("Your changes are not saved yet: press “Save”."))
      #expect(ben.text.contains(">Save · 1 change</button>"))
      #expect(ben.value("v.~family") == "systemLarge" && ben.value("v.emphasis") == "0.75")
      try await ben.press("save")
      #expect(ben.path.hasPrefix("/placed/Desk?said=saved"))
      #expect(ben.intent.contains(#""style": "list""#))
    }
  }

  /// The home page draws placed widgets, and a review shows the default that an answer replaces.
  @Test func placedWidgetsAreDrawnAndDefaultsAreNamed() async throws {
    let intents = ServiceHost.checkout.appending(path: "Intents").path
    let shipped = WidgetLibrary(folders: [intents]).readable.widgets
    try await visit("/widgets/WorldClock?timeZone=Europe/Berlin", widgets: shipped) { visitor in
      try await visitor.press("review", ["v.cities/0": "Oslo"])
      #expect(visitor.text.contains("<td><bdi>Berlin</bdi></td><td><bdi>Oslo</bdi></td>"))
      try await visitor.press("save", ["name": "Hall"])
      try await visitor.open("/")
      let card = try #require(visitor.text.firstMatch(of: /<li class="drawn">.*?<\/li>/))
      #expect(card.0.contains("data-family=\"systemMedium\"") && card.0.contains("Oslo"))
      #expect(card.0.contains("href=\"/placed/Hall\""))
      // Another site's page gives the name of a widget that is not placed yet.
      try await visitor.open("/embed/WorldClock/Attic")
      #expect(visitor.page.status == 200 && visitor.value("name") == "Attic")
    }
  }

  @Test func theLanguageOfTheReaderCounts() async throws {
    try await visit("/widgets/Editors?locale=de", widgets: [Self.editors()]) { visitor in
      #expect(visitor.text.contains("<html lang=\"de\" dir=\"ltr\" "))
      #expect(visitor.value("v.decimal") == "1,5")
      #expect(visitor.text.contains(">Mittel</option>"))
      try await visitor.press("update", ["v.decimal": "2,75", "v.slider": "0,25"])
      #expect(visitor.intent.contains(#""decimal": 2.75"#))
      #expect(visitor.intent.contains(#""slider": 0.25"#))
      try await visitor.press("save")
      #expect(visitor.path.contains("locale=de"))
    }
  }

  // MARK: Requests of the script

  @Test func theScriptGetsOnlyWhatHasChanged() async throws {
    try await visit("/widgets/UpNext") { visitor in
      // Until the sources have responded, rows change even without input.
      for _ in 0..<30 where visitor.text.contains(#"aria-busy="true""#) {
        try await visitor.open("/widgets/UpNext")
      }
      try #require(!visitor.text.contains(#"aria-busy="true""#), "The sources do not answer.")
      let first = try await visitor.ask(["seq": "1", "steps": ""]).json
      #expect(first["seq"] == 1)
      let rows = first["rows"].list
      #expect(rows.count > 4)
      let marks = visitor.text.matches(of: /data-row="([^"]+)"[^>]*data-mark="(\w+)"/).map {
        "\"\($0.1)\":\"\($0.2)\""
      }
      let parts = visitor.text.matches(of: /\sid="([\w-]+)" data-mark="(\w+)"/).map {
        "\"#\($0.1)\":\"\($0.2)\""
      }
      // The drawing and the name's row are parts as well.
      #expect(parts.count == 6)
      let known = "{\((marks + parts).joined(separator: ","))}"
      let same = try await visitor.ask(["known": known, "steps": ""])
      #expect(same.json["rows"] == [])
      for name in ["parts", "draft", "order", "etag", "modified", "pending"] {
        #expect(same.json[name] == .null, "\(name)")
      }
      // Only the rows in the response are in order: the head of the array, a slot with the default,
      // and a slot that adds an element.
      let more = try await visitor.ask([
        "known": known, "steps": "", "v.mirrorCalendarApp": "false",
      ]).json["order"].list
      #expect(more.prefix(3) == [2, 0, "calendars"] && more.count > 3)
      let changed = try await visitor.ask(["known": known, "steps": "", "v.emphasis": "0.75"])
      #expect(changed.json["rows"].list.compactMap { $0["id"].stringValue } == ["emphasis"])
      // “0.5” becomes “0.75” by adding one character; the response also has the fingerprint of the
      // part.
      #expect(changed.json["intent"].list.dropFirst(2) == [0, "7"])
      #expect(changed.json["parts"]["preview-intent"] == .null)
      // A caller with a different intent gets the whole intent.
      let other = known.replacing(/"#preview-intent":"\w+"/, with: "\"#preview-intent\":\"0\"")
      let whole = try await visitor.ask(["known": other, "steps": "", "v.emphasis": "0.75"]).json
      #expect(whole["parts"]["preview-intent"].stringValue?.contains("0.75") == true)
      #expect(whole["intent"] == .null)
      let splice = changed.json["draft"].list
      let draft = (visitor.value("draft") ?? "").utf16
      try #require(splice.count == 3)
      let start = draft.index(draft.startIndex, offsetBy: splice[0].intValue ?? 0)
      let end = draft.index(start, offsetBy: splice[1].intValue ?? 0)
      let next =
        (String(draft[..<start]) ?? "") + (splice[2].stringValue ?? "")
        + (String(draft[end...]) ?? "")
      #expect(try JSONText.parse(next)["values"]["emphasis"] == 0.75)
      #expect(changed.json["modified"] == true)
    }
  }

  @Test(arguments: [
    ("", "", 0, 0, ""), ("", "ab", 0, 0, "ab"), ("ab", "", 0, 2, ""), ("aXb", "aYb", 1, 1, "Y"),
    ("aa", "aaa", 2, 0, "a"), ("aaa", "aa", 2, 1, ""), ("🎉x", "🎉y", 2, 1, "y"),
    // The two halves of a surrogate pair are never separated.
    ("🎉", "🎊", 0, 2, "🎊"), ("e\u{301}", "e\u{300}", 1, 1, "\u{300}"), ("same", "same", 4, 0, ""),
  ])
  func aTextBecomesAnother(
    old: String, new: String, start: Int, removed: Int, added: String
  ) {
    let splice = TextSplice(from: old, to: new)
    #expect(splice.start == start && splice.removed == removed)
    #expect(Array(splice.added.unicodeScalars) == Array(added.unicodeScalars))
    #expect(splice.isEmpty == (old == new))
    let list = ListSplice(from: Array(old.utf8), to: Array(new.utf8))
    var text = Array(old.utf8)
    text.replaceSubrange(list.start..<list.start + list.removed, with: list.added)
    #expect(text == Array(new.utf8) && list.isEmpty == (old == new))
  }

  @Test func theScriptGetsWindowsOfChoices() async throws {
    try await visit("/widgets/UpNext") { visitor in
      try await visitor.press("update", ["v.mirrorCalendarApp": "false"])
      let list = try await visitor.ask(["row": "calendars/0", "count": "2"], to: "/options").json
      #expect(list["total"] == 3)
      #expect(list["items"].list.count == 2)
      #expect(list["items"][0]["title"] == "Work")
      #expect(list["items"][0]["section"] == "Here")
      let found = try await visitor.ask(
        ["row": "calendars/0", "search": "te"], to: "/options"
      ).json
      #expect(found["items"][0]["id"] == "team")
      #expect(found["items"][0]["match"] == [0, 1])
    }
  }

  /// The section with the best match comes first, and so does the best match in its section.
  @Test func theBestMatchComesFirst() async throws {
    let cities = OptionsCollection(sections: [
      OptionsSection(
        title: "America",
        items: ["Hermosillo", "Ontario", "Sault"].map { OptionItem(identifier: $0, display: $0) }),
      OptionsSection(
        title: "Europe",
        items: ["Rome", "Oslo", "Losol"].map { OptionItem(identifier: $0, display: $0) }),
    ])
    let widget = ConfigurableWidget(
      kind: "Editors", displayName: "Editors", families: [.systemMedium],
      schema: EditorForm.schema, providers: ["city": Cities(collection: cities)])
    try await visit("/widgets/Editors", widgets: [widget]) { visitor in
      func titles(_ more: [String: String]) async throws -> [String] {
        let answer = try await visitor.ask(
          ["row": "city", "search": "oslo"].merging(more) { $1 }, to: "/options"
        ).json
        return answer["items"].list.map { $0["title"].stringValue ?? "" }
      }
      let all = try await titles([:])
      #expect(all.prefix(1) == ["Oslo"] && all.contains("Hermosillo"), "\(all)")
      // Windows are parts of the same list.
      var parts: [String] = []
      for from in all.indices { parts += try await titles(["from": "\(from)", "count": "1"]) }
      #expect(parts == all)
      let unsearched = try await titles(["search": ""])
      #expect(unsearched.prefix(1) == ["Hermosillo"])
    }
  }
}

/// In-memory cities.
struct Cities: OptionsProvider {
  var collection = EditorForm.cities
  var name: String { "cities" }

  func options(for request: OptionsRequest) async throws -> OptionsCollection { collection }
}

/// Three stops, two of which are the default once a test lets it arrive.
private struct LateStops: OptionsProvider {
  let isOpen: Held<Bool>
  var name: String { "late" }
  var givesDefaults: Bool { true }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    OptionsCollection(
      items: ["alpha", "beta", "gamma"].map { OptionItem(identifier: $0, display: $0) })
  }

  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
    return Array(try await options(for: request).items.prefix(2))
  }
}

/// Rain, then sun, and a sample for galleries.
private struct RainyTimeline: IntentTimelineProvider {
  var name: String { "rain" }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: "Placeholder"))
  }

  func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let title = context.isPreview ? "Sample" : "Rain"
    let rain = TimelineEntry(
      date: context.now, content: EntryContent(title: title, symbol: "cloud.rain"))
    let sun = TimelineEntry(
      date: context.now.addingTimeInterval(3_600),
      content: EntryContent(title: "Sun", symbol: "sun.max"))
    return Timeline(entries: [rain, sun], reload: .never)
  }
}
