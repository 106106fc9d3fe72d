import IntentModel
import Messages
import Testing
import WidgetTestSupport

/// Strings, speakable strings, files, persons and payment methods.
@Suite struct TextValueTests {
  private static let lineBreak =
    "line-break $.parameters.x: The text has a line break, but the parameter allows only one "
    + "line. Write the text on one line."

  private static func control(_ code: String, _ member: String = "") -> String {
    "control-character $.parameters.x\(member): The text has the control character \(code). "
      + "Remove the character."
  }

  private static let strings: [ValueCase] = [
    ValueCase(.string(""), .string("x")),
    ValueCase(.string("Oslo"), .string("x")),
    ValueCase(.string("👩‍🚀 تاريخ\tZürich"), .string("x")),
    ValueCase(.string("two\nlines"), .string("x"), lineBreak),
    ValueCase(.string("two\r\nlines"), .string("x"), lineBreak),
    ValueCase(.string("two\u{2028}lines"), .string("x"), lineBreak),
    ValueCase(.string("two\u{85}lines"), .string("x"), lineBreak),
    ValueCase(.string("two\r\nlines"), .string("x", isMultiline: true)),
    ValueCase(.string("bell\u{7}"), .string("x"), control("U+0007")),
    ValueCase(.string("\u{1B}[31m"), .string("x", isMultiline: true), control("U+001B")),
    ValueCase(.string("\u{9B}31m"), .string("x"), control("U+009B")),
    ValueCase(.string("a\u{7F}"), .string("x"), control("U+007F")),
    ValueCase(.string("\u{0}"), .string("x"), control("U+0000")),
  ]

  @Test("§2.2: strings, with and without Multiline", arguments: strings)
  func string(_ row: ValueCase) { row.check() }

  private static func empty(_ member: String) -> String {
    "empty-text $.parameters.x\(member): The text is empty. "
      + "Write something, or leave the parameter out."
  }

  private static let speakable = ParameterType.speakableString(StringMetadata())
  private static let file = ParameterType.file(FileMetadata())
  private static let person = ParameterType.person(detail: nil)

  private static let required: [ValueCase] = [
    ValueCase(.speakableString(SpeakableString(spokenPhrase: "Hello")), speakable),
    ValueCase(
      .speakableString(SpeakableString(spokenPhrase: "")), speakable, empty(".spokenPhrase")),
    ValueCase(
      .speakableString(SpeakableString(spokenPhrase: "a\u{1}")), speakable,
      control("U+0001", ".spokenPhrase")),
    ValueCase(
      .speakableString(SpeakableString(spokenPhrase: "a", pronunciationHint: "\u{1}")), speakable,
      control("U+0001", ".pronunciationHint")),
    ValueCase(
      .speakableString(SpeakableString(spokenPhrase: "a", vocabularyIdentifier: "\u{1}")),
      speakable, control("U+0001", ".vocabularyIdentifier")),
    ValueCase(.file("/tmp/a b.png"), file),
    ValueCase(.file(""), file, empty("")),
    ValueCase(.file("/tmp/\u{1B}c"), file, control("U+001B")),
    ValueCase(.person(Person(name: "Ann")), person),
    ValueCase(.person(Person(name: "")), person, empty(".name")),
    ValueCase(
      .person(Person(name: "Ann", identifier: "\u{2}", handle: "\u{1}")), person,
      control("U+0002", ".identifier"), control("U+0001", ".handle")),
    ValueCase(.paymentMethod(PaymentMethod(kind: "credit")), .paymentMethod),
    ValueCase(.paymentMethod(PaymentMethod(kind: "")), .paymentMethod, empty(".kind")),
    ValueCase(
      .paymentMethod(PaymentMethod(kind: "a", name: "\u{1}", identificationHint: "\u{2}")),
      .paymentMethod, control("U+0001", ".name"), control("U+0002", ".identificationHint")),
  ]

  @Test("§2.1: texts that must not be empty, and others that may be", arguments: required)
  func requiredText(_ row: ValueCase) { row.check() }

  private static func notAURL(_ text: String) -> String {
    "not-a-url $.parameters.x: “\(text.harmless())” is not a URL. "
      + "Give a scheme, a colon and the rest, such as https://example.org."
  }

  /// RFC 3986 §3.1: a scheme is a letter, then letters, digits, `+`, `-` and `.`.
  @Test(
    "§2.1: URLs",
    arguments: [
      ("https://example.org", true), ("mailto:ann@example.org", true), ("a:b", true),
      ("x-web+app.1:go", true), ("HTTPS://EXAMPLE.ORG/%20?q=ü#f", true), ("shortcuts://", true),
      ("", false), ("example.org", false), ("https:", false), (":rest", false), ("1a:b", false),
      ("ht tp://x", false), ("https://a b", false), ("h_t:b", false), ("ü:b", false),
      ("https://a\u{1B}", false), ("https://a\n", false), ("https://a\u{9B}", false),
    ])
  func url(_ text: String, _ isValid: Bool) {
    let type = ParameterType.url(defaultValue: nil)
    (isValid ? ValueCase(.url(text), type) : ValueCase(.url(text), type, Self.notAURL(text)))
      .check()
  }

  @Test("A text of more than 65 536 bytes is not a URL")
  func longURL() {
    let schema = IntentSchema.sample([])
    let type = ParameterType.url(defaultValue: nil)
    for (count, codes) in [(65_536, [String]()), (65_537, ["not-a-url"])] {
      let text = "a:" + String(repeating: "b", count: count - 2)
      #expect(schema.issues(with: .url(text), type: type, at: .root).map(\.code) == codes)
    }
  }
}
