import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The texts of `describe`: the editor of a row, its choices, and when it is shown.
@Suite struct ReportWordsTests {
  private static func number<Number>(
    _ control: NumberControl, _ minimum: NumberBound<Number>, _ maximum: NumberBound<Number>
  ) -> NumberMetadata<Number> {
    NumberMetadata(control: control, minimum: minimum, maximum: maximum)
  }

  private static func duration(
    _ units: TimeIntervalMetadata.Units, _ minimum: NumberBound<Double> = .absent,
    _ maximum: NumberBound<Double> = .absent
  ) -> ParameterType {
    .timeInterval(TimeIntervalMetadata(units: units, minimum: minimum, maximum: maximum))
  }

  static let numbers: [(ParameterType, String)] = [
    (.integer(number(.field, .absent, .absent)), "number field"),
    (.integer(number(.field, .unbounded, .unbounded)), "number field"),
    (.integer(number(.field, .value(1), .value(9))), "number field from 1 to 9"),
    (.integer(number(.stepper, .value(-3), .unbounded)), "stepper from -3"),
    (.integer(number(.stepper, .unbounded, .value(7))), "stepper to 7"),
    (.integer(number(.slider, .value(0), .value(10))), "slider from 0 to 10"),
    (.decimal(number(.slider, .value(0), .value(1))), "slider from 0 to 1"),
    (.decimal(number(.field, .value(0.5), .unbounded)), "number field from 0.5"),
    (.decimal(number(.stepper, .unbounded, .value(2.25))), "stepper to 2.25"),
    (.decimal(number(.field, .unbounded, .unbounded)), "number field"),
    (duration(.single(nil)), "duration in seconds"),
    (duration(.single(.hours), .value(1)), "duration in hours from 1 hour"),
    (
      duration(.single(.minutes), .value(15), .value(90)),
      "duration in minutes from 15 minutes to 90 minutes"
    ),
    (duration(.single(.days), .value(0), .value(1)), "duration in days to 1 day"),
    (duration(.single(.seconds), .value(-5)), "duration in seconds"),
    (
      duration(
        .multiple(standard: .hours, minimum: .minutes, maximum: .days), .value(30), .value(2)),
      "duration in hours from 30 minutes to 2 days"
    ),
    (
      duration(.multiple(standard: nil, minimum: .hours, maximum: .minutes), .absent, .value(90)),
      "duration in seconds to 1.5 hours"
    ),
    (.measurement(MeasurementMetadata(dimension: .distance)), "number of meters"),
    (
      .measurement(MeasurementMetadata(dimension: .mass, unit: "Pounds")), "number of pounds"
    ),
    (
      .measurement(
        MeasurementMetadata(dimension: .temperature, unit: "Celsius", defaultUnit: "Kelvin")),
      "number of kelvin"
    ),
  ]

  static let others: [(ParameterType, String)] = [
    (.boolean(BooleanMetadata()), "switch"), (.string(StringMetadata()), "text field"),
    (.string(StringMetadata(isMultiline: true)), "text field with several lines"),
    (.speakableString(StringMetadata(isMultiline: true)), "text field"),
    (.enumeration(TypeReference("Style"), defaultCase: nil), "choice of 2 cases"),
    (.enumeration(TypeReference("Gone"), defaultCase: nil), "choice of Apple's cases"),
    (.object(TypeReference("City")), "identifier and display text, typed in"),
    (.object(nil), "identifier and display text, typed in"),
    (.dateComponents(DateComponentsMetadata(kind: .dateTime)), "date and time"),
    (.dateComponents(DateComponentsMetadata(kind: .date)), "date"),
    (.dateComponents(DateComponentsMetadata(kind: .time)), "time of day"),
    (.url(defaultValue: nil), "URL field"), (.placemark(detail: nil), "place"),
    (.person(detail: nil), "person"), (.file(FileMetadata()), "file"),
    (.currencyAmount(CurrencyMetadata()), "amount of money"),
    (.paymentMethod, "payment method"),
    (.other("a\u{1B}"), "nothing: the type “a␛” has no editor"),
  ]

  private static let enumeration = IntentEnum.of("Style", "agenda", "list")

  private static func schema(_ parameters: [IntentParameter]) -> IntentSchema {
    let intent = IntentDefinition(name: "A", parameters: parameters)
    return IntentSchema(
      intent, in: IntentDefinitionFile(intents: [intent], enums: [Self.enumeration]))
  }

  @Test(arguments: (numbers + others).indices)
  func `what a row is edited with`(_ index: Int) {
    let (type, words) = (Self.numbers + Self.others)[index]
    let schema = Self.schema([.of(type, "a")])
    #expect(type.controlWords(schema.enumeration(of: type)).text() == words)
    let rows = IntentReport(schema).rows
    guard type.hasEditor else { return #expect(rows == []) }
    #expect(rows.map { $0.control.text() } == [words])
    let several = IntentReport(Self.schema([IntentParameter.of(type, "a").several])).rows
    #expect(several.map { $0.control.text() } == ["list, each element: \(words)"])
    #expect(several.map(\.isMultiple) == [true])
  }

  /// The description of a provider's choices, by type.
  static let elements: [(ParameterType, String)] = [
    (.string(StringMetadata()), "a text"), (.object(TypeReference("City")), "“City”"),
    (.object(nil), "an object"), (.integer(NumberMetadata()), "a whole number"),
    (.decimal(NumberMetadata()), "a decimal number"), (.file(FileMetadata()), "a file"),
    (.url(defaultValue: nil), "a URL"), (.person(detail: nil), "a person"),
  ]

  @Test(arguments: elements.indices)
  func `what is chosen from a provider`(_ index: Int) {
    let (type, words) = Self.elements[index]
    let row = IntentReport(Self.schema([IntentParameter.of(type, "a").dynamic()])).rows.first
    #expect(row?.control.text() == "choice of \(words) from a provider")
    #expect(row?.isDynamic == true)
    #expect(row?.defaultValue == nil)
    let text = IntentReport(
      Self.schema([IntentParameter.of(type, "a").dynamic(isSearchable: true).several]))
    #expect(text.lines.map(\.text).contains("     default: none"))
    #expect(
      text.lines.map(\.text).contains(
        "     list, each element: choice of \(words) from a provider, searched by the provider"))
  }

  /// The type of a parent, a condition on it, and the description of the condition.
  static let conditions: [(ParameterType, String, [IntentValue], String)] = [
    (.boolean(BooleanMetadata()), "BooleanHasAnyValue", [], "parent has any value"),
    (.boolean(BooleanMetadata()), "BooleanHasExactValue", [.boolean(true)], "parent is on"),
    (.boolean(BooleanMetadata()), "BooleanHasExactValue", [], "parent is off"),
    (.boolean(BooleanMetadata()), "BooleanValueIsNotEqual", [], "parent is not off"),
    (.integer(NumberMetadata()), "IntegerHasAnyValue", [], "parent has a value"),
    // Without a value there is no comparison; only for Booleans does that mean "off".
    (.integer(NumberMetadata()), "IntegerHasExactValue", [], "parent is nothing"),
    (.string(StringMetadata()), "StringValueContains", [], "parent contains nothing"),
    (.integer(NumberMetadata()), "IntegerValueIsWithinRange", [], "parent is from nothing"),
    (.integer(NumberMetadata()), "IntegerHasExactValue", [.integer(3)], "parent is 3"),
    (
      .integer(NumberMetadata()), "IntegerHasExactValue", [.integer(3), .integer(4)],
      "parent is 3 or 4"
    ),
    (
      .integer(NumberMetadata()), "IntegerValueIsNotEqual",
      [.integer(3), .integer(4), .integer(5)], "parent is not 3, 4 or 5"
    ),
    (
      .integer(NumberMetadata()), "IntegerValueIsGreaterThan", [.integer(3)],
      "parent is more than 3"
    ),
    (
      .decimal(NumberMetadata()), "DecimalValueIsGreaterThanOrEqual", [.decimal(0.5)],
      "parent is 0.5 or more"
    ),
    (
      .decimal(NumberMetadata()), "DecimalValueIsLessThan", [.decimal(2)], "parent is less than 2"
    ),
    (
      .decimal(NumberMetadata()), "DecimalValueIsLessThanOrEqual", [.decimal(2)],
      "parent is 2 or less"
    ),
    (
      .decimal(NumberMetadata()), "DecimalValueIsWithinRange", [.decimal(1), .decimal(2.5)],
      "parent is from 1 to 2.5"
    ),
    (
      .timeInterval(TimeIntervalMetadata(units: .single(.hours))), "TimeIntervalHasExactValue",
      [.timeInterval(7_200)], "parent is 2 hours"
    ),
    (
      .string(StringMetadata()), "StringValueDoesNotContain", [.string("x")],
      "parent does not contain “x”"
    ),
    (
      .enumeration(TypeReference("Style"), defaultCase: nil), "EnumHasExactValue",
      [.string("list")], "parent is “list”"
    ),
    (
      .enumeration(TypeReference("Style"), defaultCase: nil), "EnumHasExactValue", [.integer(2)],
      "parent is “list”"
    ),
    (
      .enumeration(TypeReference("Style"), defaultCase: nil), "EnumHasExactValue", [.integer(9)],
      "parent is 9"
    ),
    (
      .enumeration(TypeReference("Style"), defaultCase: nil), "EnumHasExactValue",
      [.string("grid")], "parent is “grid”"
    ),
  ]

  @Test(arguments: conditions.indices)
  func `when a row is shown`(_ index: Int) throws {
    let (type, predicate, values, words) = Self.conditions[index]
    var child = IntentParameter.string("child").at(priority: 2)
    child.relationship = ParameterRelationship(
      parentName: "parent", predicateName: predicate, values: values)
    let description = IntentReport(Self.schema([.of(type, "parent"), child]))
    #expect(description.row(named: "child")?.condition?.text() == words)
    #expect(description.row(named: "child")?.parent == "parent")
    #expect(description.row(named: "parent")?.children == ["child"])
    #expect(
      description.lines.map(\.text).suffix(3) == [
        "Shown when", "└─ parent", "   └─ child  when \(words)",
      ])
  }

  @Test func `what is no condition shows no word`() {
    for (parent, predicate) in [
      ("parent", "IsLike"), ("gone", "HasAnyValue"), (nil, "HasAnyValue"),
    ] {
      let child = IntentParameter.string("child").at(priority: 2).under(parent, predicate)
      let row = IntentReport(Self.schema([.boolean("parent"), child])).row(named: "child")
      #expect(row?.condition == nil)
      #expect(row?.parent == (parent == "parent" ? "parent" : nil))
    }
  }

  @Test func `rows and what has none, for scripts`() throws {
    let schema = Self.schema([
      .enumeration("style", "Style", default: "list"), IntentParameter.string("secret").locked,
      IntentParameter.string("nowhere").at(priority: nil), .of(.other("X"), "odd"),
    ])
    #expect(
      try IntentReport.json([IntentReport(schema)]) == """
        [
          {
            "intent": "AIntent",
            "eligibleForWidgets": false,
            "rows": [
              {
                "name": "style",
                "label": "style",
                "type": "enum",
                "control": "choice",
                "default": "list",
                "enum": "Style",
                "cases": [
                  {
                    "name": "agenda",
                    "label": "agenda"
                  },
                  {
                    "name": "list",
                    "label": "list"
                  }
                ]
              }
            ],
            "withoutRow": [
              {
                "name": "secret",
                "reason": "\(HiddenReason.notConfigurable.sentence)"
              },
              {
                "name": "nowhere",
                "reason": "\(HiddenReason.noDisplayPriority.sentence)"
              },
              {
                "name": "odd",
                "reason": "\(HiddenReason.noEditor.sentence)"
              }
            ]
          }
        ]

        """)
    #expect(
      IntentReport(schema).lines.map(\.text).suffix(4) == [
        "Without a row", "  secret  \(HiddenReason.notConfigurable.sentence)",
        "  nowhere  \(HiddenReason.noDisplayPriority.sentence)",
        "  odd  \(HiddenReason.noEditor.sentence)",
      ])
    #expect(try IntentReport.json([]) == "[]\n")
  }
}
