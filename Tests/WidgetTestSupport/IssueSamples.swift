package import IntentModel
import Messages

extension IntentIssue.Reason {
  /// Problems of every kind that the project describes in words, some with different remedies.
  package static let samples: [IntentIssue.Reason] =
    [
      .wrongType(expected: "a duration such as \("1h30m")", found: .quoted("soon")), .notFinite,
      .belowMinimum(value: .decimal(0.5), minimum: .decimal(12345.5)),
      .aboveMaximum(value: .integer(9), maximum: .integer(6)),
      .belowMinimum(value: .duration(30), minimum: .duration(60)),
      .aboveMaximum(
        value: .duration(90, written: "PT90S"), maximum: .duration(60, written: "PT1M")),
      .unknownCase("blu", choices: ["blue", "red"]), .unknownCase("x", choices: []),
      .caseIsNoValue("none"), .danglingEnum("Style"), .emptyIdentifier,
      .unknownProperty("colour", type: "Calendar", choices: ["color"]), .missingMember("amount"),
      .noComponents, .componentNotAllowed(.hour, kind: .date),
      .componentNotAllowed(.day, kind: .time), .componentOutOfRange(.month, value: 13),
      .componentOutOfRange(.hour, value: 25), .componentOutOfRange(.year, value: -1),
      .componentOutOfRange(.day, value: 99), .componentOutOfRange(.minute, value: 99),
      .componentOutOfRange(.second, value: 99),
      .noSuchDay(year: 2026, month: 2, day: 30), .noSuchDay(year: nil, month: 4, day: 31),
      .lineBreak,
      .controlCharacter(7), .notAURL("x"), .emptyText,
      .latitudeOutOfRange(91.5), .longitudeOutOfRange(-181), .emptyPlacemark,
      .notADecimal("ten"), .notACurrencyCode("Euro"), .currencyNotOffered("XXX", choices: ["EUR"]),
      .arrayForSingle,
      .singleForArray, .nestedArray, .tooManyValues(count: 5, maximum: 4, family: .systemLarge),
      .unknownParameter("dyas", intent: "Clock", choices: ["days"]), .hidden(.notConfigurable),
      .hidden(.noDisplayPriority), .hidden(.noEditor), .hidden(.parentHidden(parent: "mirror")),
      .hidden(.conditionNotMet(parent: "mirror")),
      .hidden(.conditionNotMet(parent: "mirror"), answer: "mirror=on"),
      .unknownMember("famly", choices: ["family"]),
      .wrongIntent("Clock", choices: ["UpNext"]), .unknownFamily("systemHuge"),
      .unknownFamily("Large"), .unknownFamily("q"), .unknownFamily("q!"),
      .tooFewValues(count: 1, minimum: 2, maximum: 2, family: .systemMedium),
      .tooFewValues(count: 0, minimum: 1, maximum: nil, family: .systemSmall),
      .notOffered(identifier: "work", display: "Work"),
      .notKnownToBeOffered(identifier: "work", display: "Work"), .noEditor(type: "Ride"),
      .choiceNotFound("xyz", choices: ["Work", "Home"]), .choiceNotFound("xyz", choices: ["Work"]),
      .choiceNotFound("x", choices: ["Ax", "Bx", "Cx"], others: 4),
      .choiceAmbiguous("Side", identifiers: ["left", "right"], texts: ["Side", "Side"]),
      .wrongForm(
        expected: "a duration", found: "the string “\(name: "36h")”",
        form: "\(Message("an ISO 8601 duration")) such as \("PT36H")"),
      .misnamedIntent("a.Clock", intent: "Clock", .qualified("a")),
      .misnamedIntent("XClock", intent: "Clock", .classPrefix(found: "X", expected: "")),
      .misnamedIntent("Clock", intent: "XClock", .classPrefix(found: "", expected: "X")),
      .misnamedIntent("YClock", intent: "XClock", .classPrefix(found: "Y", expected: "X")),
      .misnamedIntent("Time", intent: "Clock", .definitionName),
    ] + MeasurementDimension.allCases.map { .unknownUnit("?", of: $0) }

  /// Problems whose text comes from a source or a reader.
  package static let samplesOfOthers: [IntentIssue.Reason] = [
    .sourceFailed("calendars: No route.", remedy: "Look at the network."),
    .malformed("The duration ends in the middle.", remedy: "Write PT1H."),
  ]
}
