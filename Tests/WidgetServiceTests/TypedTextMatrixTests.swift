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

/// Common notations for days, times, durations, numbers, measurements and amounts give the same
/// value or the same refusal in every interface and language.
@Suite struct TypedTextMatrixTests {
  /// The result of a text in each row: the value in intent JSON, or the sentence that refuses the
  /// text.
  private typealias Verdicts = [String: String]

  private static let names = TypedTexts.parameters.map(\.name)
  private static let nobody = RoutingOptionsProvider(name: "nobody", [:])

  /// 28 November 2026 at 14:20 in the time zone of the process.
  private static let now =
    Calendar(identifier: .gregorian).date(
      from: DateComponents(year: 2026, month: 11, day: 28, hour: 14, minute: 20)) ?? .distantPast

  private static func form(_ locale: String) -> FormDriver {
    var setup = FormSetup(
      schema: TypedTexts.schema, title: "Typed", families: [.systemMedium], locale: locale,
      today: TypedTexts.clock.day)
    setup.clock = TypedTexts.clock
    setup.structuredTexts = .json
    var form = FormDriver(FormState(setup, family: .systemMedium), provider: nobody)
    form.start()
    return form
  }

  private static func verdict(
    _ name: String, _ issue: IntentIssue?, _ form: FormState
  ) throws -> String {
    try issue.map { "! " + form.words.line($0) } ?? form.json(name) ?? "nothing"
  }

  private func scripted(_ text: String, _ locale: String) async throws -> Verdicts {
    var form = Self.form(locale)
    var found: Verdicts = [:]
    for name in Self.names {
      let issues = await ScriptedAnswers([(name: name, text: text)]).apply(to: &form)
      found[name] = try Self.verdict(
        name, issues.first { $0.path.description.hasPrefix("$.parameters.\(name)") }, form.state)
    }
    return found
  }

  private func plain(
    _ text: String, _ locale: String, _ refused: Set<String>
  ) async throws
    -> Verdicts
  {
    var lines = Self.names.flatMap { refused.contains($0) ? ["=" + text, ""] : ["=" + text] }[...]
    var said: [String] = []
    var prompt = LinePrompt(
      state: Self.form(locale).state, provider: Self.nobody, read: { lines.popFirst() },
      say: { said.append($0.trimmingCharacters(in: .newlines)) })
    _ = await prompt.run()
    var problems = said.filter { $0.hasPrefix("! ") }[...]
    var found: Verdicts = [:]
    for name in Self.names {
      let value = try prompt.state.json(name)
      found[name] = refused.contains(name) ? problems.popFirst() : value ?? "nothing"
    }
    return found
  }

  /// The results for a text that is typed key by key on the terminal, in an opened editor or on the
  /// row itself.
  private func typed(_ text: String, _ locale: String, opened: Bool) async throws -> Verdicts {
    var found: Verdicts = [:]
    var form = Self.form(locale)
    for name in Self.names {
      form.handle(.focus(.parameter(name)))
      if opened { form.handle(.activate) }
      for scalar in text.unicodeScalars { form.handle(.insert(String(scalar))) }
      form.handle(.commit)
      found[name] = try Self.verdict(name, form.state.editing?.issue, form.state)
      if form.state.editing != nil { form.handle(.dismiss) }
    }
    return found
  }

  private func evaluated(
    _ text: String, _ locale: String, _ client: HTTPClient
  ) async throws -> Verdicts {
    let texts = JSONObject(Self.names.map { (key: $0, value: JSONValue.string(text)) })
    let request = JSONValue.object(
      JSONObject([(key: "texts", value: .object(texts)), (key: "locale", value: .string(locale))]))
    let answer = try await client.post("/v1/widgets/Typed/evaluate", request.compact).json
    var found: Verdicts = [:]
    for name in Self.names {
      let issue = answer["issues"].list.first {
        $0["pointer"].stringValue?.split(separator: "/").contains(Substring(name)) == true
      }
      let row = answer["changed"].list.first { $0["id"].stringValue == name }
      let problem = issue.map { issue in
        "! " + [issue["text"], issue["remedy"]].compactMap(\.stringValue).joined(separator: " ")
      }
      let value = row.flatMap { $0["value"].isNull ? nil : $0["value"].compact }
      found[name] = problem ?? value ?? "nothing"
    }
    return found
  }

  /// The results for a text in the fields of a page, sent as a browser sends them without the
  /// script.
  private func posted(_ text: String, _ page: Visitor) async throws -> Verdicts {
    var page = page
    let fields = Dictionary(uniqueKeysWithValues: Self.names.map { ("v." + $0, text) })
    try await page.press("review", fields.merging(["attempted": "1"]) { $1 })
    let items = page.text.matches(of: #/<li><a href="#in-([^"]*)"><bdi>.*?</bdi>: (.*?)</a>/#)
    let draft = try JSONText.parse(page.value("draft") ?? "{}")
    var found: Verdicts = [:]
    for name in Self.names {
      let problem = items.first { $0.1 == name }.map {
        "! " + Visitor.unescaped(String($0.2).replacing(#/</?bdi>/#, with: ""))
      }
      found[name] = problem ?? Self.answer(name, draft)
    }
    return found
  }

  /// The values for a text in the fields, sent as the script sends them while a person types.
  private func asked(_ text: String, _ page: Visitor) async throws -> Verdicts {
    var fields: [String: String?] = ["seq": "1", "draft": "", "action": ""]
    for name in Self.names { fields["v." + name] = text }
    let answer = try await page.ask(fields).json
    let draft = try JSONText.parse(answer["draft"].list.last?.stringValue ?? "{}")
    return Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Self.answer($0, draft)) })
  }

  /// Whether two interfaces have the same result for a text.
  ///
  /// A field with a separate unit reads only the number, so it also refuses an invalid amount, but
  /// with the message for a number. The space between a message and its remedy is ignored.
  private static func agree(_ name: String, _ one: String?, _ other: String?) -> Bool {
    guard let one, let other, one.hasPrefix("! "), other.hasPrefix("! ") else {
      return one == other
    }
    return ["far", "price"].contains(name)
      || one.filter { !$0.isWhitespace } == other.filter { !$0.isWhitespace }
  }

  private static func answer(_ name: String, _ draft: JSONValue) -> String {
    let values = draft["values"].isNull ? draft : draft["values"]
    return values[name].isNull ? "nothing" : values[name].compact
  }

  static let locales = ["en", "en-US", "de", "ja", "zh-Hans", "ar", "he", "fr", "es"]

  @Test("a typed text means the same in every interface", arguments: locales)
  func theSameOnEveryFace(locale: String) async throws {
    let widget = ConfigurableWidget(
      kind: "Typed", displayName: "Typed", families: [.systemMedium], schema: TypedTexts.schema)
    let texts = Set(TypedTexts.meanings.filter { $0.locale == locale }.map(\.text)).sorted()
    try await ServiceHost.run(widgets: [widget], now: { Self.now }) { client, _ in
      var visitor = try await Visitor(client, at: "/widgets/Typed?locale=\(locale)")
      visitor.headers = ["Accept-Language": locale]
      let page = visitor
      var differences: [String] = []
      for text in texts {
        let expected = try await scripted(text, locale)
        let refused = Set(expected.filter { $0.value.hasPrefix("! ") }.keys)
        func check(_ face: String, _ found: Verdicts, values: Bool = false) {
          for name in Self.names {
            var meant = expected[name]
            if values, refused.contains(name) { meant = "nothing" }
            guard !Self.agree(name, found[name], meant) else { continue }
            differences.append(
              "\(face): \(name) “\(text)”: \(found[name] ?? "-"), not \(meant ?? "-")")
          }
        }
        check("plain", try await plain(text, locale, refused))
        check("typed in the row", try await typed(text, locale, opened: false))
        check("typed in the editor", try await typed(text, locale, opened: true))
        check("evaluate", try await evaluated(text, locale, client))
        check("page", try await posted(text, page))
        check("script", try await asked(text, page), values: true)
      }
      #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(20))")
    }
  }
}
