import Messages
import Testing

@testable import IntentModel

/// For every pair of types, whether all, some or none of the values can be converted.
@Suite struct ValueConversionTests {
  /// The types, and the letters that stand for them.
  static let types: [(letter: Character, type: ParameterType)] = [
    ("b", .boolean(BooleanMetadata())), ("i", .integer(NumberMetadata())),
    ("d", .decimal(NumberMetadata())), ("s", .string(StringMetadata())),
    ("e", .enumeration(TypeReference("Style"), defaultCase: nil)),
    ("E", .enumeration(TypeReference("Other"), defaultCase: nil)),
    ("o", .object(TypeReference("Calendar"))), ("O", .object(TypeReference("Place"))),
    ("n", .object(nil)), ("c", .dateComponents(DateComponentsMetadata())),
    ("t", .timeInterval(TimeIntervalMetadata())), ("u", .url(defaultValue: nil)),
    ("l", .placemark(detail: nil)), ("p", .person(detail: nil)), ("f", .file(FileMetadata())),
    ("m", .currencyAmount(CurrencyMetadata())), ("y", .paymentMethod),
    ("k", .speakableString(StringMetadata())),
    ("D", .measurement(MeasurementMetadata(dimension: .distance))),
    ("M", .measurement(MeasurementMetadata(dimension: .mass))), ("x", .other("X")),
    ("X", .other("Y")),
  ]

  /// A row for each old type, and a column for each new one: `=` means the same, `>` means all or
  /// some values, `.` means none.
  static let picture: [(old: Character, row: String)] = [
    ("b", "=....................."), ("i", ".=>>.................."),
    ("d", ".>=>.................."), ("s", ".>>=>>.....>.....>...."),
    ("e", "...>=>................"), ("E", "...>>=................"),
    ("o", "......=..............."), ("O", ".......=.............."),
    ("n", "........=............."), ("c", ".........=............"),
    ("t", "..........=..........."), ("u", "...>.......=.........."),
    ("l", "............=........."), ("p", ".............=........"),
    ("f", "...>..........=......."), ("m", "...............=......"),
    ("y", "................=....."), ("k", "...>.............=...."),
    ("D", "..................=..."), ("M", "...................=.."),
    ("x", "....................=."), ("X", ".....................="),
  ]

  @Test(arguments: picture.indices)
  func `types can be converted, or cannot`(_ index: Int) {
    let (letter, expected) = Self.picture[index]
    let old = Self.types[index]
    #expect(old.letter == letter)
    let row = Self.types.map { new in Self.sign(ValueConversion(from: old.type, to: new.type)) }
    #expect(String(row) == expected)
  }

  private static func sign(_ conversion: ValueConversion) -> Character {
    switch conversion {
    case .same: "="
    case .possible: ">"
    case .impossible: "."
    }
  }

  /// A value, the type to convert it to, and the result.
  static let values: [(IntentValue, Character, IntentValue?)] = [
    (.integer(3), "i", .integer(3)), (.integer(3), "d", .decimal(3)),
    (.integer(3), "s", .string("3")), (.decimal(2.5), "s", .string("2.5")),
    (.decimal(.nan), "s", nil), (.string("3"), "i", .integer(3)), (.string("007"), "i", nil),
    (.string("+7"), "i", nil), (.string("2.50"), "d", .decimal(2.5)), (.string("1e3"), "d", nil),
    (.string("inf"), "d", nil), (.string(""), "i", nil), (.string("-4"), "d", .decimal(-4)),
    (.integer(.max), "d", .decimal(0x1p63)),
    (.decimal(3), "i", .integer(3)), (.decimal(-3), "i", .integer(-3)),
    (.decimal(3.5), "i", nil), (.decimal(1e300), "i", nil), (.decimal(.nan), "i", nil),
    (.decimal(.infinity), "i", nil), (.decimal(3.5), "d", .decimal(3.5)),
    (.enumeration("list"), "s", .string("list")), (.string("list"), "e", .enumeration("list")),
    (.enumeration("list"), "E", .enumeration("list")), (.enumeration("list"), "b", nil),
    (.url("https://a.b"), "s", .string("https://a.b")), (.url("https://a.b"), "f", nil),
    (.string("https://a.b"), "u", .url("https://a.b")), (.string("no URL"), "u", .url("no URL")),
    (.file("/tmp/a"), "s", .string("/tmp/a")), (.string("/tmp/a"), "f", nil),
    (.string("hello"), "k", .speakableString(SpeakableString(spokenPhrase: "hello"))),
    (.speakableString(SpeakableString(spokenPhrase: "hello")), "s", .string("hello")),
    (
      .speakableString(SpeakableString(spokenPhrase: "hello", pronunciationHint: "h")), "k",
      .speakableString(SpeakableString(spokenPhrase: "hello", pronunciationHint: "h"))
    ),
    (.boolean(true), "b", .boolean(true)), (.boolean(true), "i", nil), (.boolean(true), "s", nil),
    (.timeInterval(60), "t", .timeInterval(60)), (.timeInterval(60), "d", nil),
    (
      .measurement(IntentMeasurement(value: 1, unit: "km")), "D",
      .measurement(IntentMeasurement(value: 1, unit: "km"))
    ),
    (
      .object(IntentObject(identifier: "a", display: "A")), "o",
      .object(IntentObject(identifier: "a", display: "A"))
    ),
    (.object(IntentObject(identifier: "a", display: "A")), "s", nil),
  ]

  @Test(arguments: values.indices)
  func `a value is converted, or is nil`(_ index: Int) throws {
    let (value, letter, expected) = Self.values[index]
    let type = try #require(Self.types.first { $0.letter == letter }?.type)
    #expect(value.converted(to: type) == expected)
  }

  @Test func `a whole number above 2 to the power of 53 becomes the nearest decimal`() {
    let large = IntentValue.integer(9_007_199_254_740_993)
    #expect(
      large.converted(to: .decimal(NumberMetadata())) == .decimal(9_007_199_254_740_992))
  }

  @Test(arguments: [
    (ValueRange(lower: 0, upper: 9), "0 to 9"), (ValueRange(lower: 0.5), "0.5 or more"),
    (ValueRange(upper: -2), "-2 or less"), (ValueRange(), "any number"),
    (ValueRange(lower: 900, upper: 86_400, isInSeconds: true), "15 min to 1 d"),
    (ValueRange(lower: 5_400, isInSeconds: true), "1 h 30 min or more"),
    (ValueRange(upper: 60, isInSeconds: true), "1 min or less"),
  ])
  func `a range in words`(_ range: ValueRange, words: String) {
    #expect(range.words.text() == words)
  }

  /// Values as they are shown in a sentence about defaults.
  static let sentences: [(IntentValue, String)] = [
    (.boolean(true), "on"), (.boolean(false), "off"), (.integer(-3), "-3"), (.decimal(0.5), "0.5"),
    (.decimal(2), "2"), (.timeInterval(90), "1 min 30 s"), (.string("a"), "“a”"),
    (.string("\u{202E}a"), "“\\u{202E}a”"), (.enumeration("list"), "“list”"),
    (.url("x:y"), "“x:y”"), (.file("/f"), "“/f”"),
    (.object(IntentObject(identifier: "i", display: "Work")), "“Work”"),
    (.speakableString(SpeakableString(spokenPhrase: "Say")), "“Say”"),
    (.measurement(IntentMeasurement(value: 1.5, unit: "km")), "1.5 km"),
    (.array([.integer(1), .integer(2)]), "1, 2"), (.array([]), ""),
    (.person(Person(name: "Ada")), "“Ada”"),
    (.placemark(Placemark(name: "Oslo")), "“Oslo”"),
    (.currencyAmount(CurrencyAmount(amount: "1", currencyCode: "EUR")), "1 EUR"),
  ]

  @Test(arguments: sentences.indices)
  func `a value in a sentence`(_ index: Int) {
    let (value, words) = Self.sentences[index]
    #expect(value.inSentence.text() == words)
  }
}
