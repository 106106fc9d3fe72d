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
  static let reasons = IntentIssue.Reason.samples
  static let spoken = IntentIssue.Reason.samplesOfOthers

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
        // No part of the English sentence is left.
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

  /// One type of every kind.
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
      let join = ["zh-Hans", "ja"].contains(language.rawValue) ? "。" : ". "
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
    #expect(state.presentation.rows[1].value == "Aus")
    try state.run("submit")
    #expect(
      state.presentation.message
        == "Erwartet: eine Dauer wie 1h30m; gefunden: „bald“.")
    try state.run("focus wait, enter")
    #expect(
      state.presentation.rows[0].help == "Einzugeben ist eine Dauer wie 1h30m.   (1 heißt 1 Sek.)")
  }
}
