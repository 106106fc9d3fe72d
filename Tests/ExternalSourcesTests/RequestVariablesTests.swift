import Foundation
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import ExternalSources

/// The values of a request as texts, and templates with variables.
@Suite("Variables and templates")
struct RequestVariablesTests {
  private static let object = IntentObject(identifier: "o/1", display: "One")

  /// A value, and its text.
  static let values: [(value: IntentValue, text: String)] = [
    (.boolean(true), "true"), (.boolean(false), "false"), (.integer(0), "0"),
    (.integer(.min), "\(Int.min)"),
    (.decimal(1), "1"), (.decimal(0.1), "0.1"), (.decimal(-2.5), "-2.5"),
    (.timeInterval(90), "PT1M30S"), (.timeInterval(129_600), "PT36H"), (.timeInterval(0), "PT0S"),
    (.string(""), ""), (.string("a\n"), "a\n"), (.enumeration("agenda"), "agenda"),
    (.url("a:b"), "a:b"),
    (.file("/a b"), "/a b"), (.object(object), "o/1"),
    (.person(Person(name: "Ada", identifier: "ada@e.org")), "ada@e.org"),
    (.person(Person(name: "Ada")), "Ada"),
    (.speakableString(SpeakableString(spokenPhrase: "hi")), "hi"), (.array([]), ""),
    (.array([.integer(1), .string("a,b"), .object(object)]), "1,a,b,o/1"),
    (.array([.placemark(Placemark(name: "Oslo")), .integer(2)]), "Oslo,2"),
    (.array([.array([.integer(1), .integer(2)]), .boolean(true)]), "1,2,true"),
    (.dateComponents(DateComponents(year: 2025)), "2025"),
    (.dateComponents(DateComponents(year: 2026, month: 12, day: 4)), "2026-12-04"),
    (.dateComponents(DateComponents(hour: 7, minute: 5)), "07:05"),
    (
      .dateComponents(
        DateComponents(year: 2026, month: 12, day: 4, hour: 7, minute: 5, second: 9)),
      "2026-12-04T07:05:09"
    ),
    (.dateComponents(DateComponents(month: 2, day: 29)), "--02-29"),
    (.dateComponents(DateComponents(minute: 30)), ":30"),
    (.placemark(Placemark(name: "Oslo", latitude: 59.91, longitude: 10)), "59.91,10"),
    (.placemark(Placemark(name: "Oslo")), "Oslo"),
    (.currencyAmount(CurrencyAmount(amount: "12.50", currencyCode: "EUR")), "12.50 EUR"),
    (.paymentMethod(PaymentMethod(kind: "credit")), "credit"),
    (.measurement(IntentMeasurement(value: 1, unit: "km")), "1 km"),
    (.measurement(IntentMeasurement(value: 0.5, unit: "°C")), "0.5 °C"),
  ]

  @Test("the text of a value", arguments: values.indices)
  func text(_ row: Int) {
    let (value, text) = Self.values[row]
    #expect(RequestVariables.text(value) == text)
    let variables = RequestVariables(OptionsRequest(parameter: "p", values: ["x": value]))
    #expect(variables.text("x") == text)
    #expect(variables["x"] == value, "it is set all the same")
  }

  @Test("four names belong to the request and hide parameters")
  func ownNames() {
    let names = ["search", "limit", "family", "locale", "parameter", "other"]
    let values = Dictionary(uniqueKeysWithValues: names.map { ($0, IntentValue.string("mine")) })
    let request = OptionsRequest(
      parameter: "p", values: values, family: .systemSmall, locale: "nb", searchTerm: "s", limit: 7)
    let full = RequestVariables(request)
    #expect(names.map { full.text($0) } == ["s", "7", "systemSmall", "nb", "mine", "mine"])
    let bare = RequestVariables(OptionsRequest(parameter: "p", values: values, locale: ""))
    #expect(names.prefix(4).map { bare.text($0) } == ["", "", "systemMedium", ""])
    #expect(bare["search"] == nil && bare["limit"] == nil && bare["nothing"] == nil)
  }

  /// URLs, and the resulting URLs if `a` is a list, `b` is one value and `c` is unset.
  static let addresses: [(template: String, url: String)] = [
    ("https://e/?l={a}", "https://e/?l=x&l=y%2Cz&l=%26"),
    ("https://e/{a}", "https://e/x,y%2Cz,%26"),
    ("https://e/?k=1&l={a}&m={b}#f", "https://e/?k=1&l=x&l=y%2Cz&l=%26&m=2026-12-04T07%3A05#f"),
    ("https://e/?l=[{a}]", "https://e/?l=[x,y%2Cz,%26]"),
    ("https://e/?{a}", "https://e/?x,y%2Cz,%26"),
    ("https://e/?l={a}{b}", "https://e/?l=x,y%2Cz,%262026-12-04T07%3A05"),
    ("https://e/?l={a};", "https://e/?l=x,y%2Cz,%26;"),
    ("https://e/#l={a}", "https://e/#l=x,y%2Cz,%26"),
    ("https://e/?l={c}&b={b}", "https://e/?l=&b=2026-12-04T07%3A05"),
    ("https://e/={a}", "https://e/=x,y%2Cz,%26"),
    ("https://e/?identifiers={identifiers}", "https://e/?identifiers=x,y%2Cz,%26"),
  ]

  @Test("values are filled into a URL", arguments: addresses.indices)
  func address(_ row: Int) throws {
    let (template, url) = Self.addresses[row]
    let list = IntentValue.array([.string("x"), .string("y,z"), .string("&")])
    let date = DateComponents(year: 2026, month: 12, day: 4, hour: 7, minute: 5)
    let variables = RequestVariables(
      OptionsRequest(
        parameter: "p",
        values: ["a": list, "b": .dateComponents(date), "identifiers": list]))
    #expect(try TextTemplate(template).url { variables.texts($0) } == url)
  }

  /// A template, its parts, and the text with uppercase names as values.
  static let templates: [(text: String, parts: [TextTemplate.Part], filled: String)] = [
    ("", [], ""), ("a", [.literal("a")], "a"), ("{a}", [.variable("a")], "A"),
    ("{a}{b}", [.variable("a"), .variable("b")], "AB"),
    ("x{a}y", [.literal("x"), .variable("a"), .literal("y")], "xAy"),
    ("{a_1.b}", [.variable("a_1.b")], "A_1.B"), ("{é}", [.variable("é")], "É"),
    ("{東}", [.variable("東")], "東"),
    ("{1}", [.variable("1")], "1"), ("{a}{a}", [.variable("a"), .variable("a")], "AA"),
    ("é{a}👩‍👩‍👧", [.literal("é"), .variable("a"), .literal("👩‍👩‍👧")], "éA👩‍👩‍👧"),
  ]

  @Test("a valid template has its parts, and is filled in", arguments: templates.indices)
  func right(_ row: Int) throws {
    let (text, parts, filled) = Self.templates[row]
    let template = try TextTemplate(text)
    #expect(template.parts == parts)
    #expect(template.text { $0.uppercased() } == filled)
    #expect(
      template.names
        == Set(parts.compactMap { if case .variable(let name) = $0 { name } else { nil } }))
  }

  /// A malformed template, and the rule that it breaks.
  static let malformed: [(text: String, rule: String)] = [
    ("{", "a brace is opened but not closed"), ("a{b", "a brace is opened but not closed"),
    ("}", "a brace is closed but not opened"), ("{a}}", "a brace is closed but not opened"),
    ("a}{b}", "a brace is closed but not opened"), ("{}", "“{}” is not a name in braces"),
    ("{{a}}", "“{{a}” is not a name in braces"), ("{a b}", "“{a b}” is not a name in braces"),
    ("{a,b}", "“{a,b}” is not a name in braces"), ("{+a}", "“{+a}” is not a name in braces"),
    ("{a*}", "“{a*}” is not a name in braces"), ("{a\u{1B}}", "“{a␛}” is not a name in braces"),
    ("{a}{-}", "“{-}” is not a name in braces"),
    ("{👩‍👩‍👧}", "“{👩\\u{200D}👩\\u{200D}👧}” is not a name in braces"),
    (
      "{\(String(repeating: "-", count: 41))}",
      "“{\(String(repeating: "-", count: 40))…}” is not a name in braces"
    ),
  ]

  @Test("an invalid template is refused with the rule that it breaks", arguments: malformed)
  func wrong(_ text: String, rule: String) {
    let error = #expect(throws: TextTemplate.Malformed.self) { try TextTemplate(text) }
    #expect(error?.rule.text() == rule)
  }

  @Test("a filled-in value cannot end its part of the URL")
  func filling() throws {
    for seed in PropertySeeds("filled in templates", count: 150) {
      var random = SeededGenerator(seed: seed)
      let scalars = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &random))
      }
      let value = String(String.UnicodeScalarView(scalars))
      let url = try TextTemplate("https://e.org/{a}/x?{a}#{a}").text { _ in value.percentEncoded }
      let parts = try #require(URLComponents(string: url))
      #expect(
        parts.host == "e.org" && parts.query == value && parts.fragment == value, "seed \(seed)")
      #expect(parts.percentEncodedPath == "/\(value.percentEncoded)/x", "seed \(seed)")
    }
  }

  @Test("every text has a short and unique file name")
  func fileNames() {
    let texts = [
      "", "a", "b", "ab", "ba", "a/b", "../..", String(repeating: "x", count: 100_000), "é",
      "e\u{301}",
    ]
    let names = texts.map { BoundedFolder.name(for: $0) }
    #expect(Set(names).count == texts.count)
    #expect(names.allSatisfy { $0.count <= 24 && $0.allSatisfy { $0.isHexDigit || $0 == "-" } })
    #expect(names[0] == "cbf29ce484222325-0" && names[1] == "af63dc4c8601ec8c-1")
  }
}
