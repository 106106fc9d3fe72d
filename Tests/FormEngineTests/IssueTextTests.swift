import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import FormEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Issues and their remedies in every language.
@Suite struct IssueTextTests {
  /// A reason of every kind, some with different remedies.
  static let reasons: [IntentIssue.Reason] = [
    .wrongType(expected: "a duration such as \("1h30m")", found: .quoted("soon")), .notFinite,
    .belowMinimum(value: .decimal(0.5), minimum: .decimal(12345.5)),
    .aboveMaximum(value: .integer(9), maximum: .integer(6)),
    .belowMinimum(value: .duration(30), minimum: .duration(60)),
    .aboveMaximum(value: .duration(90), maximum: .duration(60)),
    .unknownCase("blu", choices: ["blue", "red"]), .unknownCase("x", choices: []),
    .caseIsNoValue("none"), .danglingEnum("Style"), .emptyIdentifier,
    .unknownProperty("colour", type: "Calendar", choices: ["color"]), .missingMember("amount"),
    .noComponents, .componentNotAllowed(.hour, kind: .date),
    .componentNotAllowed(.day, kind: .time), .componentOutOfRange(.month, value: 13),
    .noSuchDay(year: 2026, month: 2, day: 30), .noSuchDay(year: nil, month: 4, day: 31), .lineBreak,
    .controlCharacter(7), .notAURL("x"), .emptyText,
    .latitudeOutOfRange(91.5), .longitudeOutOfRange(-181), .emptyPlacemark,
    .notADecimal("ten"), .notACurrencyCode("Euro"), .currencyNotOffered("XXX", choices: ["EUR"]),
    .unknownUnit("parsecs", of: .distance), .unknownUnit("?", of: .informationStorage),
    .arrayForSingle,
    .singleForArray, .nestedArray, .tooManyValues(count: 5, maximum: 4, family: .systemLarge),
    .unknownParameter("dyas", intent: "Clock", choices: ["days"]), .hidden(.notConfigurable),
    .hidden(.noDisplayPriority), .hidden(.noEditor), .hidden(.parentHidden(parent: "mirror")),
    .hidden(.conditionNotMet(parent: "mirror")), .unknownMember("famly", choices: ["family"]),
    .wrongIntent("Clock", choices: ["UpNext"]), .unknownFamily("systemHuge"),
    .notOffered(identifier: "work", display: "Work"), .noEditor(type: "Ride"),
    .choiceNotFound("xyz", source: "calendars", choices: ["Work", "Home"]),
    .wrongForm(
      expected: "a duration", found: "the string “\(name: "36h")”",
      form: "\(Message("an ISO 8601 duration")) such as \("PT36H")"),
    .misnamedIntent("a.Clock", intent: "Clock", .qualified("a")),
    .misnamedIntent("XClock", intent: "Clock", .classPrefix(found: "X", expected: "")),
    .misnamedIntent("Clock", intent: "XClock", .classPrefix(found: "", expected: "X")),
    .misnamedIntent("YClock", intent: "XClock", .classPrefix(found: "Y", expected: "X")),
    .misnamedIntent("Time", intent: "Clock", .definitionName),
  ]

  /// Reasons with a finished text, which is not translated.
  static let spoken: [IntentIssue.Reason] = [
    .sourceFailed("calendars: No route.", remedy: "Look at the network."),
    .malformed("The duration ends in the middle.", remedy: "Write PT1H."),
  ]

  static let languages = MessageLanguage.allCases.filter { $0 != .english }

  @Test(arguments: reasons.indices)
  func otherLanguagesGetEnglish(_ index: Int) {
    let issue = IntentIssue(Self.reasons[index], at: .root)
    let words = FormWords(locale: "fr")
    let english = [issue.message, issue.advice].map { $0.text(numbers: words) }
    #expect(words.line(issue) == english.filter { !$0.isEmpty }.joined(separator: " "))
  }

  @Test(arguments: reasons.indices)
  func everyReasonIsTold(_ index: Int) {
    let issue = IntentIssue(Self.reasons[index], at: .root)
    for language in Self.languages {
      let words = FormWords(locale: language.rawValue)
      for (text, english) in [
        (words.sentence(issue), issue.sentence), (words.remedy(issue), issue.remedy),
      ] where !english.isEmpty {
        #expect(text != english, "\(language)")
        #expect(!text.contains { "{}".contains($0) }, "\(language): \(text)")
        #expect([".", "?", "。", "？", "؟"].contains { text.hasSuffix($0) }, "\(language): \(text)")
        // No part of the English sentence remains.
        for leftover in [" the ", "The ", " is ", "Give ", " a ", " or ", " and "] {
          #expect(!text.contains(leftover), "\(language): \(text)")
        }
      }
    }
  }

  @Test(arguments: spoken.indices)
  func wordsOfOthersStay(_ index: Int) {
    let issue = IntentIssue(Self.spoken[index], at: .root)
    for language in Self.languages {
      #expect(FormWords(locale: language.rawValue).sentence(issue) == issue.sentence)
    }
  }

  /// Types of every kind.
  static let types: [ParameterType] =
    [
      .boolean(.init()), .integer(.init()), .decimal(.init()), .string(.init()),
      .enumeration(TypeReference("Style"), defaultCase: nil), .object(nil),
      .dateComponents(.init(kind: .date)), .dateComponents(.init(kind: .time)),
      .dateComponents(.init(kind: .dateTime)), .timeInterval(.init()), .url(defaultValue: nil),
      .placemark(detail: nil), .person(detail: nil), .file(.init()), .currencyAmount(.init()),
      .paymentMethod, .speakableString(.init()),
    ] + MeasurementDimension.allCases.map { .measurement(MeasurementMetadata(dimension: $0)) }

  @Test func expectationsAreTranslated() {
    for type in Self.types {
      let english = FormWords.english.expectation(of: type)
      for language in Self.languages {
        let words = FormWords(locale: language.rawValue)
        #expect(
          words.expectation(of: type) != english || english == "URL", "\(language): \(english)")
        let kind = words(type.kindMessage)
        #expect(kind != type.valueKind || kind == "URL", "\(language): \(kind)")
      }
    }
    let german = FormWords(locale: "de")
    #expect(german.expectation(of: .currencyAmount(.init())) == "ein Betrag wie 12,50 EUR")
    #expect(german.expectation(of: .other("Ride")) == "Ride")
  }

  /// The names of components and quantities are in the table.
  @Test func namesAreInTheTable() {
    for component in IntentDateComponent.allCases {
      let german = FormWords(locale: "de")(.component(component))
      #expect(german != component.rawValue, "\(german)")
    }
    for dimension in MeasurementDimension.allCases {
      let issue = IntentIssue(.unknownUnit("x", of: dimension), at: .root)
      let german = FormWords(locale: "de").sentence(issue)
      #expect(!german.hasPrefix(dimension.rawValue + " "), "\(german)")
    }
  }

  @Test(arguments: OptionsError.Code.allCases)
  func sourcesSpeakForThemselves(code: OptionsError.Code) {
    let error = OptionsError(
      code, provider: "p", message: .verbatim("It broke."), remedy: "Mend it.")
    #expect(FormWords.english.sentence(error) == "It broke.")
    for language in Self.languages {
      let text = FormWords(locale: language.rawValue).sentence(error)
      let join = [.chinese, .japanese].contains(language) ? "。" : ". "
      #expect(text.hasSuffix(join + "It broke.") && text.count > "It broke.".count + 5, "\(text)")
    }
    let texts = OptionsError.Code.allCases.map { FormWords(locale: "ja")($0.message) }
    #expect(Set(texts).count == texts.count)
  }

  /// A row shows its problem in the language of the form.
  @Test func aFormInALanguage() throws {
    let setup = FormSetup(
      schema: .of([.row("wait", .timeInterval(.init())), .row("on", .boolean(.init()))]),
      title: "Test", families: [.systemSmall], locale: "de")
    var state = FormState(setup)
    try state.run("focus wait, type 'bald', down")
    #expect(
      state.presentation.rows[0].problem == "Erwartet: eine Dauer wie 1h30m; gefunden: „bald“.")
    #expect(state.presentation.rows[1].value == "aus")
    try state.run("submit")
    #expect(
      state.presentation.message
        == "Erwartet: eine Dauer wie 1h30m; gefunden: „bald“.")
    try state.run("focus wait, enter")
    #expect(state.presentation.rows[0].help == "Einzugeben ist eine Dauer wie 1h30m.")
  }
}
