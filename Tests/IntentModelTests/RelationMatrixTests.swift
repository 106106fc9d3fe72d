import IntentModel
import Messages
import Testing
import WidgetTestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The ten relations for every type of parent, single and multiple.
@Suite struct RelationMatrixTests {
  /// A type with three values, and how they appear in a predicate.
  struct Parent: Sendable, CustomTestStringConvertible {
    /// The part of a predicate's name that comes before the relation; it is also the name of the
    /// row.
    let name: String
    let low: IntentValue
    let middle: IntentValue
    let high: IntentValue
    /// The same three values, as they appear in a predicate.
    let written: [IntentValue]
    let order: Order
    var enumeration: IntentEnum?

    /// The kinds of order that relations can use.
    enum Order { case numbers, texts, none }

    init(
      _ name: String, _ values: [IntentValue], written: [IntentValue]? = nil, _ order: Order,
      _ enumeration: IntentEnum? = nil
    ) {
      self.name = name
      (low, middle, high) = (values[0], values[1], values[2])
      self.written = written ?? values
      self.order = order
      self.enumeration = enumeration
    }

    var testDescription: String { "\(name) \(order) \(written[0])" }
  }

  private static func texts(_ make: (String) -> IntentValue) -> [IntentValue] {
    ["ann", "bob", "cid"].map(make)
  }

  private static let strings = texts { .string($0) }
  private static let numbers: [IntentValue] = [.integer(1), .integer(2), .integer(3)]

  static let parents: [Parent] = [
    Parent("Integer", numbers, .numbers),
    Parent("Integer", numbers, written: ["1", "2", "3"].map { .string($0) }, .numbers),
    Parent("Decimal", [.decimal(0.1), .decimal(0.2), .decimal(0.3)], .numbers),
    Parent("Decimal", [.decimal(1), .decimal(2), .decimal(3)], written: numbers, .numbers),
    Parent("TimeInterval", [.timeInterval(1), .timeInterval(2), .timeInterval(3)], .numbers),
    Parent(
      "TimeInterval", [.timeInterval(1), .timeInterval(2), .timeInterval(3)], written: numbers,
      .numbers),
    Parent(
      "Distance", ["m", "km", "mi"].map { .measurement(IntentMeasurement(value: 1, unit: $0)) },
      .numbers),
    Parent(
      "Distance", ["m", "km", "mi"].map { .measurement(IntentMeasurement(value: 1, unit: $0)) },
      written: [1.0, 1_000, 1_609.344].map {
        .measurement(IntentMeasurement(value: $0, unit: "m"))
      }, .numbers),
    Parent(
      "CurrencyAmount",
      ["1", "2.00", "3"].map { .currencyAmount(CurrencyAmount(amount: $0, currencyCode: "EUR")) },
      .numbers),
    Parent(
      "Enum", ["small", "medium", "large"].map { .enumeration($0) },
      written: ["small", "medium", "large"].map { .string($0) }, .numbers,
      .of("Size", "small", "medium", "large")),
    Parent(
      "Enum", ["small", "medium", "large"].map { .enumeration($0) }, written: numbers, .numbers,
      .of("Size", "small", "medium", "large")),
    // For an enum without a definition, only the names of its cases are known.
    Parent("Enum", texts { .enumeration($0) }, written: strings, .texts),
    Parent("String", strings, .texts),
    Parent("URL", texts { .url($0 + ":x") }, written: texts { .string($0 + ":x") }, .texts),
    Parent("File", texts { .file($0) }, written: strings, .texts),
    Parent("ObjectIdentifier", texts { .choice($0) }, written: strings, .texts),
    Parent("Object", texts { .choice($0) }, .texts),
    Parent("Person", texts { .person(Person(name: $0)) }, written: strings, .texts),
    Parent(
      "Person", texts { .person(Person(name: "same", identifier: $0)) }, written: strings, .texts),
    Parent("Placemark", texts { .placemark(Placemark(name: $0)) }, written: strings, .texts),
    Parent(
      "PaymentMethod", texts { .paymentMethod(PaymentMethod(kind: $0)) }, written: strings, .texts),
    Parent(
      "SpeakableString", texts { .speakableString(SpeakableString(spokenPhrase: $0)) },
      written: strings, .texts),
    Parent(
      "DateComponents", [1, 2, 3].map { .dateComponents(DateComponents(hour: $0)) }, .none),
    Parent(
      "Placemark", [1, 2, 3].map { .placemark(Placemark(latitude: $0, longitude: 0)) }, .none),
  ]

  /// Whether each relation is true for a parent without a value, and with the low, the middle and
  /// the high value.
  private static func expected(
    _ relation: ParameterRelation, _ order: Parent.Order
  ) -> (values: Range<Int>, holds: String) {
    switch relation {
    case .hasAnyValue: (0..<0, "0111")
    case .hasExactValue: (1..<2, "0010")
    case .isNotEqual: (1..<2, "1101")
    case .isGreaterThan: (1..<2, order == .none ? "0000" : "0001")
    case .isGreaterThanOrEqual: (1..<2, order == .none ? "0000" : "0011")
    case .isLessThan: (1..<2, order == .none ? "0000" : "0100")
    case .isLessThanOrEqual: (1..<2, order == .none ? "0000" : "0110")
    // For an order of numbers, a range from the low to the high value; otherwise, a list of the two
    // values.
    case .isWithinRange: (0..<3, order == .numbers ? "0111" : "0101")
    case .contains: (1..<2, "0010")
    case .doesNotContain: (1..<2, "0101")
    }
  }

  @Test("§3.2, §3.3: ten relations for a parent of every type", arguments: parents)
  func single(_ parent: Parent) {
    for relation in ParameterRelation.allCases {
      let (range, expected) = Self.expected(relation, parent.order)
      var values = Array(parent.written[range])
      if relation == .isWithinRange { values = [parent.written[0], parent.written[2]] }
      let found = Self.row(
        parent, relation, values, [nil, parent.low, parent.middle, parent.high])
      #expect(found == expected, "\(parent.name)\(relation.rawValue)")
    }
  }

  @Test("§3.3: several values are alternatives, for every type", arguments: parents)
  func alternatives(_ parent: Parent) {
    let values = [parent.written[0], parent.written[1]]
    let hasOrder = parent.order != .none
    let table: [(ParameterRelation, String)] = [
      (.hasAnyValue, "0111"), (.hasExactValue, "0110"), (.isNotEqual, "1001"),
      (.isGreaterThan, hasOrder ? "0011" : "0000"),
      (.isGreaterThanOrEqual, hasOrder ? "0111" : "0000"),
      (.isLessThan, hasOrder ? "0100" : "0000"),
      (.isLessThanOrEqual, hasOrder ? "0110" : "0000"), (.isWithinRange, "0110"),
      (.contains, "0110"), (.doesNotContain, "0001"),
    ]
    for (relation, expected) in table {
      let found = Self.row(
        parent, relation, values, [nil, parent.low, parent.middle, parent.high])
      #expect(found == expected, "\(parent.name)\(relation.rawValue)")
    }
  }

  @Test("§3.3: a relation without a value never holds", arguments: parents)
  func noValues(_ parent: Parent) {
    for relation in ParameterRelation.allCases {
      let expected =
        switch relation {
        case .hasAnyValue: "0111"
        case .isNotEqual: "1111"
        default: "0000"
        }
      let found = Self.row(parent, relation, [], [nil, parent.low, parent.middle, parent.high])
      #expect(found == expected, "\(parent.name)\(relation.rawValue)")
      let arrays = [nil, [parent.low], [parent.low, parent.middle], [parent.high]].map {
        $0.map { IntentValue.array($0) }
      }
      #expect(
        Self.row(parent, relation, [], arrays) == expected, "[\(parent.name)]\(relation.rawValue)")
    }
  }

  @Test("§3.3 A: ten relations for an array parent of every type", arguments: parents)
  func arrays(_ parent: Parent) {
    let values = [parent.written[0], parent.written[1]]
    let arrays: [IntentValue?] = [
      nil, .array([]), .array([parent.low]), .array([parent.low, parent.middle]),
      .array([parent.middle, parent.low]), .array([parent.high]),
      .array([parent.low, parent.high]),
    ]
    let table: [(ParameterRelation, String)] = [
      (.hasAnyValue, "0011111"), (.hasExactValue, "0001000"), (.isNotEqual, "1110111"),
      (.isGreaterThan, "0000000"), (.isGreaterThanOrEqual, "0000000"), (.isLessThan, "0000000"),
      (.isLessThanOrEqual, "0000000"), (.isWithinRange, "0000000"), (.contains, "0011100"),
      (.doesNotContain, "0000011"),
    ]
    for (relation, expected) in table {
      #expect(
        Self.row(parent, relation, values, arrays) == expected,
        "[\(parent.name)]\(relation.rawValue)")
    }
  }

  private static func row(
    _ parent: Parent, _ relation: ParameterRelation, _ values: [IntentValue],
    _ parents: [IntentValue?]
  ) -> String {
    let relationship = ParameterRelationship(
      parentName: "p", predicateName: parent.name + relation.rawValue, values: values)
    return parents.map {
      relationship.holds(for: $0, enumeration: parent.enumeration) ? "1" : "0"
    }.joined()
  }

  @Test("§3.2, rule 2: ten relations for a Boolean parent; no value means false")
  func booleans() {
    let parents: [IntentValue?] = [nil, .boolean(false), .boolean(true)]
    let table: [(ParameterRelation, absent: String, off: String, on: String)] = [
      (.hasAnyValue, "011", "011", "011"), (.hasExactValue, "010", "010", "001"),
      (.isNotEqual, "101", "101", "110"), (.isGreaterThan, "000", "000", "000"),
      (.isGreaterThanOrEqual, "000", "000", "000"), (.isLessThan, "000", "000", "000"),
      (.isLessThanOrEqual, "000", "000", "000"), (.isWithinRange, "000", "000", "000"),
      (.contains, "010", "010", "001"), (.doesNotContain, "001", "001", "010"),
    ]
    for (relation, absent, off, on) in table {
      for (values, expected) in [
        ([], absent), ([IntentValue.boolean(false)], off), ([.boolean(true)], on),
      ] {
        let relationship = ParameterRelationship(
          parentName: "p", predicateName: "Boolean" + relation.rawValue, values: values)
        let found = parents.map { relationship.holds(for: $0) ? "1" : "0" }.joined()
        #expect(found == expected, "\(relation) \(values)")
      }
    }
  }

  @Test(
    "§3.3: a range of numbers needs two ends, which check requires; a range of texts is a list",
    arguments: [
      (ParameterDefinition.integer("p"), 1), (.decimal("p"), 1), (.string("p"), 0),
      (.object("p"), 0),
    ])
  func ranges(_ parent: ParameterDefinition, _ findings: Int) {
    let child = ParameterDefinition.string("child").changed {
      $0.relationship = ParameterRelationship(
        parentName: "p", predicateName: "XValueIsWithinRange",
        values: ["1", "2", "3"].map { .string($0) }, isList: true)
    }
    let intent = IntentDefinition(name: "Test", parameters: [parent, child])
    let found = IntentDefinitionFile(intents: [intent]).findings.filter {
      $0.code == "range-without-two-values"
    }
    #expect(found.count == findings)
  }

  @Test("§3.1, rule 2: without an answer, the default of a parent counts", arguments: parents)
  func defaults(_ parent: Parent) throws {
    guard let type = Self.type(of: parent) else { return }
    let child = ParameterDefinition.string("child").changed {
      $0.relationship = ParameterRelationship(
        parentName: "p", predicateName: parent.name + "HasExactValue", values: [parent.written[1]])
    }
    let enums = parent.enumeration.map { [$0] } ?? []
    let schema = IntentSchema.sample([.of(type, "p"), child], enums: enums)
    for (draft, isShown) in [
      (IntentDraft(), true), (IntentDraft.set(["p": parent.low]), false),
      (IntentDraft.set(["p": parent.middle]), true),
    ] {
      #expect(schema.visibleNames(draft, .systemSmall).contains("child") == isShown)
    }
  }

  /// The type of a parent with its middle value as the default, for types that have defaults.
  private static func type(of parent: Parent) -> ParameterType? {
    switch parent.middle {
    case .integer(let number): .integer(NumberMetadata(defaultValue: number))
    case .decimal(let number): .decimal(NumberMetadata(defaultValue: number))
    case .timeInterval(let seconds): .timeInterval(TimeIntervalMetadata(defaultValue: seconds))
    case .string(let text): .string(StringMetadata(defaultValue: LocalizedText(text)))
    case .url(let text): .url(defaultValue: text)
    case .enumeration(let name):
      parent.enumeration.map { .enumeration(TypeReference($0.name), defaultCase: name) }
    case .speakableString(let speakable):
      .speakableString(StringMetadata(defaultValue: LocalizedText(speakable.spokenPhrase)))
    default: nil
    }
  }
}
