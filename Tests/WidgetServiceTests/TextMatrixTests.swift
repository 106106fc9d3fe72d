import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import Testing
import WidgetForm
import WidgetService
import WidgetTestSupport
import WidgetTimeline

/// One text, one meaning: a text typed in a row gives the same verdict, the same value and the same
/// sentence with `--set`, in line mode, over HTTP, in a field on a page and in the editor on the
/// terminal.
@Suite struct TextMatrixTests {
  /// The result of a text in one interface.
  private struct Verdict: Equatable, CustomStringConvertible {
    /// The value in intent JSON; nil if there is none.
    var value: String?
    /// The sentence about the text, with the remedy; nil if it was accepted.
    var problem: String?

    var description: String { "\(value ?? "nothing"), \(problem ?? "no problem")" }
  }

  /// Texts of every kind, each of which is typed in rows of all types.
  static let texts = [
    "3", "-1", "1,5", "1,500", "12.5EUR", "12.50 EUR", "yes", "bol", "oslo", "ber", "Nowhere",
    "tomorrow", "+3d", "2026-12-24", "12/25/2026", "07:30", "7 pm", "2026-12-24 18:00", "1h30m",
    "5 km", "mi", "abc", "|x", #"{"identifier":"a","display":"A"}"#, "https://example.com/",
    "Zoo @52.5,13.4", "Ann <ann@example.com>",
  ]

  /// The rows with a single value; those with arrays are in ``arraysAreReadAlike``.
  static let names = EditorForm.parameters.filter { !$0.supportsMultipleValues }.map(\.name)

  private static let provider = RoutingOptionsProvider(
    name: "Editors", ["city": Cities(), "word": Cities()])

  private static var today: CivilDate {
    let day = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
    return CivilDate(clampingYear: day.year ?? 0, month: day.month ?? 0, day: day.day ?? 0)
  }

  private static func form() -> FormDriver {
    let setup = FormSetup(
      schema: EditorForm.schema, title: "Editors", families: [.systemMedium, .systemSmall],
      providers: .stubs(["city": false, "word": false]), today: today)
    var form = FormDriver(FormState(setup.takingJSON, family: .systemMedium), provider: provider)
    form.start()
    return form
  }

  private static func text(_ json: JSONValue) -> String? { json.isNull ? nil : json.compact }

  private static func line(_ issue: IntentIssue?) -> String? {
    issue.map { FormWords.english.line($0) }
  }

  private func scripted(_ text: String, _ name: String) async throws -> Verdict {
    var form = Self.form()
    await form.settle()
    let issues = await ScriptedAnswers([(name: name, text: text)]).apply(to: &form)
    return Verdict(value: try form.state.json(name), problem: Self.line(issues.first))
  }

  private func plain(_ text: String, _ name: String) async throws -> Verdict {
    let state = await FormDriver.opened(Self.form().state, provider: Self.provider)
    let rows = state.focusableRows.filter { $0 != .save && $0 != .cancel }
    let place = rows.firstIndex { $0 == .parameter(name) || $0 == .element(name, 0) } ?? 0
    var lines = (0..<place).map { _ in "" } + ["=" + text]
    lines.reverse()
    var said: [String] = []
    var prompt = LinePrompt(
      state: state, provider: Self.provider, read: { lines.popLast() },
      say: { said.append($0.trimmingCharacters(in: .newlines)) })
    _ = await prompt.run()
    let value = try prompt.state.json(name)
    let problem = said.last { $0.hasPrefix("! ") }.map { String($0.dropFirst(2)) }
    return Verdict(value: value, problem: problem)
  }

  private func evaluated(
    _ text: String, _ name: String, _ client: HTTPClient
  ) async throws
    -> Verdict
  {
    let request = JSONValue.object(
      JSONObject([
        (key: "waitMs", value: .integer(10_000)),
        (
          key: "texts",
          value: .object(JSONObject([(key: name, value: JSONValue.string(text))]))
        ),
      ]))
    let answer = try await client.post("/v1/widgets/Editors/evaluate", request.compact).json
    let issue = answer["issues"].list.first { $0["severity"] == "error" }
    let problem = issue.map { issue in
      [issue["text"], issue["remedy"]].compactMap(\.stringValue).joined(separator: " ")
    }
    let value = Self.text(answer["intent"]["parameters"][name])
    return Verdict(value: problem == nil ? value : nil, problem: problem)
  }

  private func posted(_ text: String, _ name: String, _ visitor: Visitor) async throws -> Verdict {
    var visitor = visitor
    // A field with a list of units sends both the number and the unit.
    let unit = visitor.value("u." + name) == nil ? [:] : ["u." + name: ""]
    try await visitor.press(
      "review", ["v." + name: text, "attempted": "1"].merging(unit) { $1 })
    // The summary of the problems has a link to each row.
    let items = visitor.text.matches(
      of: #/<li><a href="#(?:in|num)-([^"]*)"><bdi>.*?</bdi>: (.*?)</a>/#)
    let problem = items.first { $0.1 == name }.map {
      Visitor.unescaped(String($0.2).replacing(#/</?bdi>/#, with: ""))
    }
    let intent = visitor.intent.drop { $0 != "{" }
    let document = try? JSONText.parse(String(intent))
    let value = document.flatMap { Self.text($0["parameters"][name]) }
    return Verdict(value: problem == nil ? value : nil, problem: problem)
  }

  /// The result of a text in the editor on the terminal; nil for a row without an editor, such as a
  /// switch or a list.
  private func edited(_ text: String, _ name: String) async throws -> Verdict? {
    var form = Self.form()
    await form.settle()
    let row = FormRowID.parameter(name)
    form.handle(.focus(row))
    // The first typed character opens the editor; a paste is inserted at once.
    form.handle(.insert(text))
    guard let editing = form.state.editing, editing.layout != .object else { return nil }
    form.handle(.commit)
    await form.settle()
    let issue = form.state.editing?.issue
    // A text that equals the default that is shown leaves the row unchanged.
    if issue == nil, form.state.draft.values[name] == nil { return nil }
    return Verdict(
      value: issue == nil ? try form.state.json(name) : nil, problem: Self.line(issue))
  }

  @Test("a text means the same in every interface", arguments: names)
  func theSameOnEveryFace(name: String) async throws {
    let widget = ConfigurableWidget(
      kind: "Editors", displayName: "Editors",
      families: [.systemMedium, .systemSmall], schema: EditorForm.schema,
      providers: ["city": Cities(), "word": Cities()])
    try await ServiceHost.run(widgets: [widget]) { client, _ in
      let page = try await Visitor(client, at: "/widgets/Editors")
      for text in Self.texts {
        var expected = try await scripted(text, name)
        if expected.problem != nil { expected.value = nil }
        func check(_ face: String, _ found: Verdict?) {
          guard let found else { return }
          // The intent in a response also contains the default if the text does not set a value.
          guard expected.problem != nil || expected.value != nil || found.problem != nil else {
            return
          }
          #expect(found == expected, "\(face): \(name) “\(text)”")
        }
        // In line mode, a number can also be the number of a listed choice.
        let isPlace = Int(text).map { $0 > 0 } ?? false
        let hasList = ["style", "city", "word"].contains(name)
        if !(isPlace && hasList) { check("plain", try await plain(text, name)) }
        check("evaluate", try await evaluated(text, name, client))
        // Switches and radio buttons have no text, and a typed object has two texts.
        if !["switch", "style", "owner"].contains(name) {
          check("page", try await posted(text, name, page))
        }
        check("terminal", try await edited(text, name))
      }
    }
  }

  /// Texts of a whole array, and the values; nil if the text is refused.
  static let arrays: [(text: String, value: String?)] = [
    ("1,2", "[1,2]"), ("[1,2]", "[1,2]"), (#"["1","2"]"#, "[1,2]"), (" 3 ", "[3]"),
    ("1,,2", "[1,2]"),
    ("1,x", nil), ("one", nil),
  ]

  @Test("the text of a whole array means the same", arguments: arrays)
  func arraysAreReadAlike(text: String, value: String?) async throws {
    let set = try await scripted(text, "list")
    #expect(set.problem == nil ? set.value == value : value == nil)
    // A text of a whole array has the same result when it is typed into the first slot.
    let typed = try await plain(text, "list")
    #expect(typed.problem == set.problem, "\(text)")
    if value != nil { #expect(typed.value == value, "\(text)") }
    var form = Self.form()
    await form.settle()
    for event in [FormEvent.focus(.element("list", 0)), .insert(text), .commit] {
      form.handle(event)
    }
    let edited = form.state
    #expect((edited.editing?.issue == nil) == (value != nil), "\(text)")
    if value != nil { #expect(try edited.json("list") == value, "\(text)") }
    let widget = ConfigurableWidget(
      kind: "Editors", displayName: "Editors",
      families: [.systemMedium, .systemSmall], schema: EditorForm.schema)
    try await ServiceHost.run(widgets: [widget]) { client, _ in
      let found = try await evaluated(text, "list", client)
      #expect(found.problem == set.problem)
      if value != nil { #expect(found.value == value) }
    }
  }
}

extension FormState {
  /// The value of a row as intent JSON; nil if it has no value.
  func json(_ name: String) throws -> String? {
    guard let value = draft.values[name] else { return nil }
    let intent = Intent(
      typeName: schema.intent.typeName, family: .systemMedium,
      parameters: [Intent.Parameter(name: name, value: value)])
    let found = try JSONText.parse(IntentJSON.text(of: intent, schema: schema))["parameters"][name]
    return found.isNull ? nil : found.compact
  }
}
