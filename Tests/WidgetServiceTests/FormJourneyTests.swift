import FormEngine
import IntentModel
import IntentOptions
import JSONC
import Messages
import Synchronization
import Testing
import WidgetService
import WidgetTestSupport
import WidgetTimeline

/// A page that shows a form, and sends a request to the service after each change.
@Suite(.startsPrograms) struct FormJourneyTests {
  private let evaluate = "/v1/widgets/UpNext/evaluate"

  @Test func widgetsLeadToTheirForms() async throws {
    try await ServiceHost.run { client, _ in
      let list = try await client.get("/v1/widgets")
      #expect(list.status == 200)
      let widget = list.json["widgets"][0]
      #expect(widget["kind"] == "UpNext")
      #expect(widget["families"] == ["systemSmall", "systemMedium", "systemLarge"])
      #expect(widget["sources"] == ["calendars"])
      let form = try await client.get(widget["form"].stringValue ?? "")
      #expect(form.status == 200)
      #expect(form.json["definition"] == widget["definition"])
      #expect(form.json.row("mirrorCalendarApp")["control"]["isOn"] == true)
      let again = try await client.get(
        "/v1/widgets/UpNext/form", headers: ["If-None-Match": form.headers["etag"] ?? ""])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      let schema = try await client.get(widget["schema"].stringValue ?? "")
      #expect(schema.json["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    }
  }

  /// For each draft, a service that has already evaluated other drafts responds as a new service
  /// does.
  @Test func rowsDoNotDependOnEarlierAnswers() async throws {
    let drafts = [
      "{}", #"{"style":"agenda"}"#, #"{"style":"list","emphasis":0.5}"#, #"{"emphasis":7}"#,
      #"{"mirrorCalendarApp":false,"calendars":[{"identifier":"work","display":"Work"}]}"#,
      #"{"mirrorCalendarApp":true,"calendars":[{"identifier":"work","display":"Work"}]}"#,
      #"{"mirrorCalendarApp":false,"style":"agenda","emphasis":0.5,"calendars":[]}"#,
    ]
    let bodies = drafts.flatMap { draft in
      [#""family":"systemSmall""#, #""family":"systemLarge""#, #""locale":"de""#].map {
        #"{"waitMs":9000,\#($0),"draft":\#(draft)}"#
      }
    }
    let alone = Held<[String]>([])
    for body in bodies {
      try await ServiceHost.run { client, _ in
        let text = try await client.post(evaluate, body).text
        alone.withLock { $0.append(text) }
      }
    }
    try await ServiceHost.run { client, _ in
      for _ in 0..<2 {
        for (body, expected) in zip(bodies, alone.withLock { $0 }) {
          let text = try await client.post(evaluate, body).text
          #expect(text == expected, "\(body)")
        }
      }
    }
  }

  private static let notes = ConfigurableWidget(
    kind: "Notes", displayName: "Notes", families: [.systemMedium],
    schema: IntentSchema.sample([.string("note")]))

  /// Texts that Unicode treats as equal can have different bytes, and are different answers.
  @Test func anAnswerHasTheBytesOfItsCaller() async throws {
    try await ServiceHost.run(widgets: [Self.notes]) { client, _ in
      for (text, condition) in [("Caf\u{E9}", "If-None-Match"), ("Cafe\u{301}", "If-Match")] {
        let body = #"{"draft":{"note":"\#(text)"}}"#
        let answer = try await client.post("/v1/widgets/Notes/evaluate", body)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.text.utf8.firstRange(of: Array(text.utf8)) != nil, "\(answer.text)")
        let saved = try await client.send(
          "PUT", "/v1/placed/Desk", #"{"kind":"Notes","draft":{"note":"\#(text)"}}"#,
          headers: [condition: "*"])
        #expect(saved.text.utf8.firstRange(of: Array(text.utf8)) != nil, "\(saved.text)")
      }
      #expect(try await client.get("/v1/placed/Desk").json["revision"] == 2)
    }
  }

  private static let choices = ConfigurableWidget(
    kind: "Choices", displayName: "Choices", families: [.systemMedium], schema: ChosenTexts.schema,
    providers: ChosenTexts.providers)

  /// Each text has the same meaning as with `--set` and in the form on a terminal.
  @Test func textsMeanChoicesAsOnEveryFace() async throws {
    try await ServiceHost.run(widgets: [Self.choices]) { client, _ in
      for row in ChosenTexts.cases {
        let answer = try await client.post(
          "/v1/widgets/Choices/evaluate",
          #"{"waitMs":9000,"draft":{},"texts":{"\#(row.row)":"\#(row.text)"}}"#
        ).json
        #expect((answer["submittable"] == true) == (row.value != nil), "\(row)")
        let shown = answer.row(row.row)
        if row.value == nil {
          let issue = answer["issues"][0]
          let said = "\(issue["text"].stringValue ?? "") \(issue["remedy"].stringValue ?? "")"
          #expect(said.contains(row.shown), "\(row): \(answer.compact)")
          #expect(shown["text"].stringValue == row.text, "\(row)")
        } else {
          #expect(shown["text"].stringValue == row.shown, "\(row)")
        }
      }
    }
  }

  @Test func pagesTakeTheSameTexts() async throws {
    try await ServiceHost.run(widgets: [Self.choices]) { client, _ in
      for row in ChosenTexts.cases where ["place", "sink"].contains(row.row) {
        var visitor = try await Visitor(client, at: "/widgets/Choices")
        try await visitor.press("update", ["v.\(row.row)": row.text])
        let value = visitor.value("v.\(row.row)")
        #expect(value == (row.value == nil ? row.text : row.shown), "\(row)")
        let isWrong = visitor.row(row.row).contains(#"aria-invalid="true""#)
        #expect(isWrong == (row.value == nil), "\(row)")
        #expect(row.value != nil || visitor.row(row.row).contains(row.shown), "\(row)")
        // With the script, too, a refused text is kept and prevents saving.
        let asked = try await visitor.ask(["action": "save", "seq": "1"])
        #expect((asked.status == 303) == (row.value != nil), "\(row): \(asked.text)")
      }
    }
  }

  /// A source gets no request for choices that depend on a parent without a value.
  @Test func aDependentSourceIsNotAskedWithoutItsParent() async throws {
    let asked = AskedStops()
    let city = ParameterDefinition.string("city").called("City").at(priority: 1)
    let stop = ParameterDefinition.object("stop", "Stop").dynamic().called("Stop")
      .under("city", "StringHasAnyValue", .string("")).at(priority: 2)
    let intent = IntentDefinition(
      name: "Trip", isEligibleForWidgets: true, parameters: [city, stop])
    let widget = ConfigurableWidget(
      kind: "Trip", displayName: "Trip", families: [.systemMedium],
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])),
      providers: ["stop": asked])
    try await ServiceHost.run(widgets: [widget]) { client, _ in
      let path = "/v1/widgets/Trip/parameters/stop/options"
      let refused = try await client.post(path, #"{"draft":{}}"#)
      #expect(refused.status == 422)
      #expect(refused.json["code"] == "parent-not-set")
      #expect(refused.json["title"] == "“City” is not set.", "\(refused.text)")
      let text = try await client.post(
        "/v1/widgets/Trip/evaluate",
        #"{"waitMs":9000,"draft":{},"texts":{"stop":"Stop 7"}}"#
      ).json
      #expect(text["issues"][0]["text"] == "“City” is not set.", "\(text.compact)")
      #expect(text["submittable"] == false)
      #expect(asked.count == 0)
      let listed = try await client.post(path, #"{"draft":{"city":"Oslo"}}"#).json
      #expect(listed["total"] == 1)
      let set = try await client.post(
        "/v1/widgets/Trip/evaluate",
        #"{"waitMs":9000,"draft":{"city":"Oslo"},"texts":{"stop":"stop 7"}}"#
      ).json
      #expect(set["intent"]["parameters"]["stop"]["display"] == "Stop 7", "\(set.compact)")
    }
  }

  /// People see the messages that a provider has for them.
  @Test func theSentenceOfAProviderReachesPeople() async throws {
    let broken = ConfigurableWidget(
      kind: "Choices", displayName: "Choices", families: [.systemMedium],
      schema: ChosenTexts.schema,
      providers: ChosenTexts.providers.merging(["place": BrokenLift()]) { $1 })
    try await ServiceHost.run(widgets: [broken]) { client, _ in
      let answer = try await client.post(
        "/v1/widgets/Choices/parameters/place/options", #"{"draft":{}}"#)
      #expect(answer.status == 502)
      #expect(answer.text.contains("The lift is out of order."), "\(answer.text)")
      #expect(answer.text.contains("Take the stairs."), "\(answer.text)")
    }
  }

  /// Hidden rows have a reason, and a change returns only the rows that differ.
  @Test func onlyChangedRowsComeBack() async throws {
    try await ServiceHost.run { client, _ in
      let first = try await client.post(evaluate, #"{"seq":1,"waitMs":5000,"draft":{}}"#).json
      #expect(first["seq"] == 1)
      #expect(first["rows"].list.count == first["changed"].list.count)
      let hidden = first.row("calendars")["hiddenBecause"]
      #expect(hidden["row"] == "mirrorCalendarApp")
      #expect(hidden["text"].stringValue?.isEmpty == false)
      #expect(first["submittable"] == true)
      let known = first["rows"].compact
      let same = try await client.post(
        evaluate, #"{"waitMs":5000,"draft":{},"known":\#(known)}"#
      ).json
      #expect(same["changed"] == [])
      let draft = #"{"mirrorCalendarApp":false,"calendars":[{"identifier":"work","display":"?"}]}"#
      let second = try await client.post(
        evaluate, #"{"seq":2,"waitMs":5000,"draft":\#(draft),"known":\#(known)}"#
      ).json
      let changed = second["changed"].list.compactMap { $0["id"].stringValue }
      #expect(changed.contains("calendars/0"))
      #expect(changed.contains("mirrorCalendarApp"))
      #expect(!changed.contains("style"))
      // The source has responded with the current text of the choice.
      #expect(second["pending"] == [])
      #expect(second["intent"]["parameters"]["calendars"][0]["display"] == "Work")
    }
  }

  @Test func allThatIsWrongIsSaidAtItsPlace() async throws {
    try await ServiceHost.run { client, _ in
      let lost = try await client.post(
        "/v1/widgets/UpNext/parameters/calendars/options?after=x", "{}")
      #expect(lost.status == 400 && lost.json["code"] == "cursor-mismatch", "\(lost.text)")
      // Each text counts as a change to the form, and a request may have only a limited number of
      // them.
      let many = (0...500).map { "\"calendars/\($0)\":\"x\"" }.joined(separator: ",")
      let refused = try await client.post(evaluate, "{\"draft\":{},\"texts\":{\(many)}}")
      #expect(refused.status == 422 && refused.json["issues"][0]["pointer"] == "/texts")
      let draft = """
        {"mirrorCalendarApp":false,"calendars":[{"identifier":"wrok","display":"Wrok"}],
         "emphasis":7,"style":"nope","lookAhead":12,"stile":"agenda"}
        """
      let answer = try await client.post(
        evaluate, #"{"waitMs":5000,"draft":\#(draft),"texts":{"dayStart":"noonish"}}"#,
        headers: ["Accept-Language": "de-AT, en;q=0.5"]
      ).json
      let issues = answer["issues"].list
      let places = Dictionary(
        firsts: issues.map { ($0["pointer"].stringValue ?? "", $0["code"].stringValue ?? "") })
      #expect(places["/draft/emphasis"] == "above-maximum")
      #expect(places["/draft/style"] == "unknown-case")
      #expect(places["/draft/lookAhead"] != nil)
      #expect(places["/draft/stile"] == "unknown-parameter")
      #expect(places["/draft/calendars/0"] == "not-offered")
      #expect(places["/draft/dayStart"] != nil)
      #expect(issues.allSatisfy { $0["text"].stringValue?.isEmpty == false })
      let emphasis = issues.first { $0["pointer"] == "/draft/emphasis" }
      #expect(emphasis?["text"].stringValue?.contains("1") == true)
      #expect(emphasis?["text"].stringValue?.contains("maximum") == false)
      #expect(answer["submittable"] == false)
      #expect(answer["intent"].isNull)
    }
  }

  /// A slow source does not delay the form; its response is ready for the next request.
  @Test func lateAnswersAreNotLost() async throws {
    let slow = Calendars(
      wait: .milliseconds(700), defaults: [OptionItem(identifier: "home", display: "Home")])
    let widget = try ServiceHost.upNext(provider: slow)
    try await ServiceHost.run(widgets: [widget]) { client, _ in
      let request = #"{"seq":1,"waitMs":0,"draft":{"mirrorCalendarApp":false}}"#
      let first = try await client.post(evaluate, request).json
      #expect(first["pending"][0]["for"] == "calendars")
      #expect(first["pending"][0]["asks"] == "default")
      #expect(first["submittable"] == false)
      #expect(first.row("calendars")["isLoading"] == true)
      var second = first
      for _ in 0..<100 where second["pending"] != [] {
        second = try await client.post(
          evaluate, #"{"waitMs":300,"draft":{"mirrorCalendarApp":false}}"#
        ).json
      }
      #expect(second["pending"] == [])
      #expect(second["defaults"]["calendars"][0]["identifier"] == "home")
      #expect(second["intent"]["parameters"]["calendars"][0]["display"] == "Home")
    }
  }

  @Test func lateAnswersFollowAsEvents() async throws {
    let slow = Calendars(
      wait: .milliseconds(300), defaults: [OptionItem(identifier: "home", display: "Home")])
    let widget = try ServiceHost.upNext(provider: slow)
    try await ServiceHost.run(widgets: [widget]) { client, _ in
      let answer = try await client.post(
        evaluate, #"{"seq":9,"waitMs":0,"draft":{"mirrorCalendarApp":false}}"#,
        headers: ["Accept": "text/event-stream"])
      #expect(answer.headers["content-type"] == "text/event-stream")
      // A caller that accepts both formats equally, as generated clients do, gets JSON.
      for (accept, type) in [
        ("application/json, text/event-stream, application/problem+json", "application/json"),
        ("application/json;q=0.5, Text/Event-Stream", "text/event-stream"),
        ("text/event-stream, */*", "text/event-stream"),
        ("text/event-stream;q=0", "application/json"),
        ("*/*", "application/json"),
      ] {
        let other = try await client.post(
          evaluate, #"{"waitMs":0,"draft":{}}"#, headers: ["Accept": accept])
        #expect(other.status == 200)
        #expect(other.headers["content-type"] == type, "\(accept)")
      }
      let events = answer.events
      #expect(events.first?.name == "form")
      #expect(events.first?.json["pending"][0]["for"] == "calendars")
      #expect(events.last?.name == "done")
      #expect(events.last?.json["seq"] == 9)
      let changes = events.filter { $0.name == "change" }
      #expect(changes.last?.json["intent"]["parameters"]["calendars"][0]["display"] == "Home")
      #expect(changes.last?.json["pending"] == [])
      let changed = changes.flatMap { $0.json["changed"].list }.compactMap { $0["id"].stringValue }
      #expect(!changed.contains("style"))
    }
  }

  @Test func aFormOfAnotherDefinitionIsRefused() async throws {
    try await ServiceHost.run { client, _ in
      let answer = try await client.post(evaluate, #"{"definition":"d-0","draft":{}}"#)
      #expect(answer.status == 409)
      #expect(answer.json["code"] == "definition-changed")
      let form = try await client.get("/v1/widgets/UpNext/form").json
      #expect(answer.json["definition"] == form["definition"])
    }
  }

  @Test func windowsAreOfOneList() async throws {
    let items = (0..<1_000).map { OptionItem(identifier: "c\($0)", display: "Calendar \($0)") }
    let widget = try ServiceHost.upNext(
      provider: InMemoryOptionsProvider(name: "many", OptionsCollection(items: items)))
    try await ServiceHost.run(widgets: [widget]) { client, _ in
      let path = "/v1/widgets/UpNext/parameters/calendars/options"
      let first = try await client.post(path, #"{"window":{"from":0,"count":200}}"#).json
      #expect(first["total"] == 1_000)
      #expect(first["complete"] == true)
      #expect(first["sections"][0]["items"].list.count == 200)
      let cursor = first["next"].stringValue ?? ""
      let second = try await client.post(
        path + "?after=\(cursor)", #"{"window":{"count":50}}"#
      ).json
      #expect(second["from"] == 200)
      #expect(second["snapshot"] == first["snapshot"])
      #expect(second["sections"][0]["items"][0]["identifier"] == "c200")
      let last = try await client.post(path, #"{"window":{"from":990,"count":50}}"#).json
      #expect(last["sections"][0]["items"].list.count == 10)
      #expect(last["next"].isNull)
      let beyond = try await client.post(path, #"{"window":{"from":5000}}"#)
      #expect(beyond.status == 200)
      #expect(beyond.json["sections"] == [])
      let found = try await client.post(path, #"{"search":"dar 77"}"#).json
      #expect(found["total"].intValue ?? 0 >= 19)
      let item = found["sections"][0]["items"][0]
      #expect(item["display"] == "Calendar 77")
      #expect(item["value"]["identifier"] == "c77")
      #expect(item["match"].list.count > 0)
      // The service keeps a page for its search term and its positions: another term or window gets
      // another page.
      for (search, rest) in [("dar 77", ""), ("dar 7", ""), ("dar 77", #","window":{"count":2}"#)] {
        let body = #"{"search":"\#(search)"\#(rest)}"#
        let pages = [
          try await client.post(path, body).json, try await client.post(path, body).json,
        ]
        #expect(pages[0]["sections"] == pages[1]["sections"])
        let best = pages[1]["sections"][0]["items"]
        #expect(best[0]["display"] == (search == "dar 77" ? "Calendar 77" : "Calendar 7"))
        #expect(rest.isEmpty ? best.list.count > 2 : best.list.count == 2)
      }
      let wide = try await client.post(path, #"{"window":{"count":201}}"#)
      #expect(wide.status == 422)
      #expect(wide.json["issues"][0]["pointer"] == "/window/count")
    }
  }

  /// The section with the best match comes first, on pages of any size.
  @Test func theBestMatchOfASearchComesFirst() async throws {
    func section(_ title: String, _ names: [String]) -> OptionsSection {
      OptionsSection(title: title, items: names.map { OptionItem(identifier: $0, display: $0) })
    }
    let places = OptionsCollection(sections: [
      section("Africa", ["Casablanca", "Cairo", "Tassane"]),
      section("America", ["Lima", "San Diego", "San Juan"]),
    ])
    let widget = try ServiceHost.upNext(
      provider: InMemoryOptionsProvider(name: "places", places))
    try await ServiceHost.run(widgets: [widget]) { client, _ in
      let path = "/v1/widgets/UpNext/parameters/calendars/options"
      func items(_ answer: JSONValue) -> [String] {
        answer["sections"].list.flatMap { $0["items"].list }.compactMap {
          $0["identifier"].stringValue
        }
      }
      let all = try await client.post(path, #"{"search":"san"}"#).json
      #expect(all["sections"][0]["title"] == "America", "\(all.compact)")
      let found = items(all)
      #expect(found.first?.hasPrefix("San ") == true && found.count == 4, "\(found)")
      var paged: [String] = []
      for start in 0..<4 {
        let window = #"{"search":"san","window":{"from":\#(start),"count":1}}"#
        paged += items(try await client.post(path, window).json)
      }
      #expect(paged == found)
      // Without a search, the choices are in the source's order.
      let unsearched = items(try await client.post(path, "{}").json)
      #expect(unsearched.first == "Casablanca" && unsearched.count == 6)
    }
  }

  @Test func sourcesAreAskedAboutStoredChoicesAndDefaults() async throws {
    let widget = try ServiceHost.upNext(
      provider: Calendars(defaults: [OptionItem(identifier: "team", display: "Team")]))
    try await ServiceHost.run(widgets: [widget]) { client, _ in
      let path = "/v1/widgets/UpNext/parameters/calendars"
      let resolved = try await client.post(
        path + "/resolve", #"{"identifiers":["home","gone"]}"#
      ).json
      #expect(resolved["choices"][0]["standing"] == "offered")
      #expect(resolved["choices"][0]["item"]["display"] == "Home")
      #expect(resolved["choices"][1]["standing"] == "missing")
      let defaults = try await client.post(path + "/default", "{}").json
      #expect(defaults["items"][0]["identifier"] == "team")
      let other = try await client.post("/v1/widgets/UpNext/parameters/calendrs/options", "{}")
      #expect(other.status == 404)
      #expect(other.json["detail"].stringValue?.contains("calendars") == true)
      let plain = try await client.post("/v1/widgets/UpNext/parameters/style/options", "{}")
      #expect(plain.json["code"] == "no-source")
    }
  }

  @Test func aSourceThatFailsIsSaidAndStopsNothingElse() async throws {
    struct Broken: OptionsProvider {
      var name: String { "broken" }
      func options(for request: OptionsRequest) async throws -> OptionsCollection {
        throw OptionsError(.failed, provider: name, message: "It is out.", remedy: "Wait.")
      }
      func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
        _ = try await options(for: request)
        return []
      }
    }
    let widget = try ServiceHost.upNext(provider: Broken())
    try await ServiceHost.run(widgets: [widget]) { client, _ in
      let draft = #"{"waitMs":5000,"draft":{"mirrorCalendarApp":false,"style":"agenda"}}"#
      var form = try await client.post(evaluate, draft).json
      // On a busy machine, even a source that fails at once can take longer.
      for _ in 0..<12 where form["failures"]["calendars"].isNull {
        form = try await client.post(evaluate, draft).json
      }
      // The cause is in the service's log.
      #expect(
        form["failures"]["calendars"]["text"]
          == "The choices of “Calendars” cannot be loaded at the moment.")
      #expect(form["submittable"] == true)
      let options = try await client.post("/v1/widgets/UpNext/parameters/calendars/options", "{}")
      #expect(options.status == 502)
      #expect(
        options.json["title"] == "The choices of “Calendars” cannot be loaded at the moment.")
      let detail = options.json["detail"].stringValue ?? ""
      #expect(detail.wholeMatch(of: /Try again\. Request ID: “[0-9a-f]{32}”\./) != nil, "\(detail)")
      #expect(!options.text.contains("It is out."))
    }
  }

  @Test func intentsAreChecked() async throws {
    try await ServiceHost.run { client, _ in
      let good =
        #"{"intent":"UpNextIntent","family":"systemMedium","parameters":{"style":"agenda"}}"#
      let one = try await client.post("/v1/widgets/UpNext/validate", good).json
      #expect(one["valid"] == true)
      #expect(one["intent"]["parameters"]["style"] == "agenda")
      let bad = good.replacing("agenda", with: "agendum")
      let other = try await client.post("/v1/widgets/UpNext/validate", bad).json
      #expect(other["valid"] == false)
      #expect(other["issues"][0]["pointer"] == "/parameters/style")
      #expect(other["issues"][0]["column"].intValue ?? 0 > 1)
      let count = 5_000
      let lines = (0..<count).map { $0 % 100 == 7 ? bad : good }.joined(separator: "\n")
      let many = try await client.post(
        "/v1/widgets/UpNext/validate-lines", lines, headers: ["Content-Type": "application/jsonl"])
      let answers = try many.text.split(separator: "\n").map { try JSONText.parse(String($0)) }
      #expect(answers.count == 51)
      #expect(answers[0]["line"] == 8)
      #expect(answers[0]["pointer"] == "/parameters/style")
      #expect(answers[0]["text"] == other["issues"][0]["text"])
      #expect(answers.last?["valid"] == 4_950)
      #expect(answers.last?["invalid"] == 50)
    }
  }
}

/// A source that counts its requests.
private final class AskedStops: OptionsProvider {
  private let asked = Mutex(0)

  let name = "stops"

  var count: Int { asked.withLock { $0 } }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    asked.withLock { $0 += 1 }
    return OptionsCollection(items: [OptionItem(identifier: "s7", display: "Stop 7")])
  }
}

/// A source whose error says what to do.
private struct BrokenLift: OptionsProvider {
  let name = "lift"

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    throw OptionsError(.failed, "The lift is out of order.", remedy: "Take the stairs.")
  }
}
