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
  @Test func `A comparison is printed as the command prints it`() {
    let old = IntentSchema("Lunch", parameters: [.integer("guests", 1...12, default: 2)])
    let new = IntentSchema("Lunch", parameters: [.integer("persons", 1...12, default: 2)])
    let printed = "\(DefinitionDiff(from: old, to: new))".split(separator: "\n")
    #expect(printed.first == "LunchIntent" && printed.count > 1, "\(printed)")
    #expect(printed.dropFirst().allSatisfy { $0.hasPrefix("  ") }, "\(printed)")
  }

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

  /// A type, and its control, which depends on the bounds that the type has.
  static let controls: [(ParameterType, String)] = [
    (.integer(number(.field, .unbounded, .unbounded)), "number field"),
    (.integer(number(.field, .value(1), .value(9))), "number field from 1 to 9"),
    (.integer(number(.stepper, .value(-3), .unbounded)), "stepper from -3"),
    (.integer(number(.slider, .value(0), .value(10))), "slider from 0 to 10"),
    // Without both bounds, a slider becomes a stepper.
    (.integer(number(.slider, .unbounded, .value(7))), "stepper to 7"),
    (.decimal(number(.stepper, .unbounded, .value(2.25))), "stepper to 2.25"),
    (duration(.single(nil)), "duration in seconds"),
    (
      duration(.single(.minutes), .value(15), .value(90)),
      "duration in minutes from 15 minutes to 90 minutes"
    ),
    (duration(.single(.days), .value(0), .value(1)), "duration in days to 1 day"),
    (
      duration(
        .multiple(standard: .hours, minimum: .minutes, maximum: .days), .value(30), .value(2)),
      "duration in hours from 30 minutes to 2 days"
    ),
    (
      duration(.multiple(standard: nil, minimum: .hours, maximum: .minutes), .absent, .value(90)),
      "duration in seconds to 1.5 hours"
    ),
    (.measurement(MeasurementMetadata(dimension: .distance, unit: "Miles")), "number of miles"),
    (.measurement(MeasurementMetadata(dimension: .distance, unit: "Multiple")), "number of meters"),
    (
      .measurement(
        MeasurementMetadata(dimension: .distance, unit: "Leagues", defaultUnit: "Miles")),
      "number of miles, instead of an unknown unit (“Leagues”)"
    ),
    (.enumeration(TypeReference("Style"), defaultCase: nil), "choice of 2 cases"),
    (.enumeration(TypeReference("Gone"), defaultCase: nil), "choice of Apple's cases"),
  ]

  private static let enumeration = IntentEnum.of("Style", "agenda", "list")

  private static func schema(_ parameters: [ParameterDefinition]) -> IntentSchema {
    let intent = IntentDefinition(name: "A", parameters: parameters)
    return IntentSchema(
      intent, in: IntentDefinitionFile(intents: [intent], enums: [Self.enumeration]))
  }

  @Test(arguments: controls.indices)
  func `the editor of a row`(_ index: Int) {
    let (type, words) = Self.controls[index]
    let rows = IntentReport(Self.schema([.of(type, "a")])).rows
    #expect(rows.map { $0.control.text() } == [words])
    let several = IntentReport(Self.schema([ParameterDefinition.of(type, "a").several])).rows
    #expect(several.map { $0.control.text() } == ["list, each element: \(words)"])
    #expect(several.map(\.isMultiple) == [true])
  }

  /// The words name the control that the form shows and that scripts read.
  @Test func `the described control is that of the form`() {
    let dynamic = Self.schema([
      ParameterDefinition.of(.object(TypeReference("City")), "city")
        .dynamic(isSearchable: true).several,
      ParameterDefinition.of(.boolean(BooleanMetadata()), "flag").dynamic(),
      ParameterDefinition.of(.enumeration(TypeReference("Style"), defaultCase: nil), "style")
        .dynamic(),
    ])
    let report = IntentReport(dynamic)
    #expect(report.rows.map(\.kind) == [.options, .toggle, .choice])
    #expect(
      report.rows.map { $0.control.text() } == [
        "list, each element: choice of “City” from a provider", "switch", "choice of 2 cases",
      ])
    for row in report.rows {
      let parameter = dynamic.parameter(named: row.name)
      #expect(row.kind == parameter.map { dynamic.row(of: $0, hasProvider: true).control.kind })
    }
    let lines = report.lines.map(\.text)
    #expect(lines.contains("     default: none"))
    #expect(
      lines.contains(
        "     list, each element: choice of “City” from a provider, searched by the provider"))
  }

  /// The type of a parent, a condition on it, and the description of the condition.
  static let conditions: [(ParameterType, String, [IntentValue], String)] = [
    (.boolean(BooleanMetadata()), "BooleanHasExactValue", [], "parent is off"),
    // Without a value there is no comparison. For a Boolean, this means “off”.
    (.integer(NumberMetadata()), "IntegerHasExactValue", [], "parent is nothing"),
    (.integer(NumberMetadata()), "IntegerValueIsWithinRange", [], "parent is from nothing"),
    (
      .integer(NumberMetadata()), "IntegerValueIsNotEqual",
      [.integer(3), .integer(4), .integer(5)], "parent is not 3, 4 or 5"
    ),
    (
      .decimal(NumberMetadata()), "DecimalValueIsWithinRange", [.decimal(1), .decimal(2.5)],
      "parent is from 1 to 2.5"
    ),
    (
      .timeInterval(TimeIntervalMetadata(units: .single(.hours))), "TimeIntervalHasExactValue",
      [.timeInterval(7_200)], "parent is 2 hours"
    ),
    // A case may be named by its number; a number or a name that does not match a case is shown
    // unchanged.
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
    var child = ParameterDefinition.string("child").at(priority: 2)
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

  @Test func `a text that is not a condition has no description`() {
    for (parent, predicate) in [
      ("parent", "IsLike"), ("gone", "HasAnyValue"), (nil, "HasAnyValue"),
    ] {
      let child = ParameterDefinition.string("child").at(priority: 2).under(parent, predicate)
      let row = IntentReport(Self.schema([.boolean("parent"), child])).row(named: "child")
      #expect(row?.condition == nil)
      #expect(row?.parent == (parent == "parent" ? "parent" : nil))
    }
  }

  @Test func `parameters with and without rows, for scripts`() throws {
    let schema = Self.schema([
      .enumeration("style", "Style", default: "list"), ParameterDefinition.string("secret").locked,
      ParameterDefinition.string("nowhere").at(priority: nil), .of(.other("X"), "odd"),
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
