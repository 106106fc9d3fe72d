import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import IntentOptions

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The texts of source errors, and how other errors are converted.
@Suite struct OptionsErrorTests {
  /// An error with the given text.
  struct Worded: Error, CustomStringConvertible {
    var description: String
  }

  enum Silent: Error {
    case offline
    case status(Int)
    case refused(by: String, attempts: Int)
  }

  struct Keyed: Error { var url = "https://example.org/?key=secret" }

  struct Localized: LocalizedError {
    var errorDescription: String? { "The lift is out of order." }
  }

  /// A URLSession error, whose dump contains the URL.
  static func network(_ code: URLError.Code, _ text: String? = nil) -> URLError {
    var held: [String: Any] = [
      "NSErrorFailingURLStringKey": "https://example.org/?key=secret"
    ]
    held[NSLocalizedDescriptionKey] = text
    return URLError(code, userInfo: held)
  }

  /// The text of a foreign error, and the resulting message.
  static let foreign: [(error: any Error & Sendable, message: String)] = [
    (Worded(description: "the line is dead"), "The source failed: the line is dead."),
    (Worded(description: "The line is dead."), "The source failed: The line is dead."),
    (Worded(description: "Gone!"), "The source failed: Gone!"),
    (Worded(description: "Is it plugged in?"), "The source failed: Is it plugged in?"),
    (Worded(description: "wait…"), "The source failed: wait…"),
    (Worded(description: "a."), "The source failed: a."),
    (Worded(description: ""), "The source failed."),
    (Silent.offline, "The source failed: offline."),
    (Silent.status(503), "The source failed: status(503)."),
    (Silent.refused(by: "secret", attempts: 3), "The source failed: Silent.refused."),
    (Keyed(), "The source failed: Keyed."),
    (Localized(), "The source failed: The lift is out of order."),
    (network(.cannotFindHost), "The source failed: The host was not found."),
    (network(.timedOut), "The source failed: The server did not answer in time."),
    (
      network(.cannotFindHost, "Could not resolve host: example.org"),
      "The source failed: Could not resolve host: example.org."
    ),
    (
      network(.badURL, "No address: https://example.org/?key=secret"),
      "The source failed: The address is not a URL."
    ),
    (
      NSError(domain: NSURLErrorDomain, code: -999_999),
      "The source failed: NSURLErrorDomain -999999."
    ),
    (POSIXError(.EACCES), "The source failed: Permission denied."),
    (
      network(.cannotFindHost, "The host is gone. Name another."),
      "The source failed: The host is gone. Name another."
    ),
  ]

  @Test(arguments: foreign.indices) func foreignErrorsBecomeOneSentence(row: Int) {
    let (foreign, message) = Self.foreign[row]
    let error = OptionsError(foreign, provider: "web")
    #expect(error.code == .failed && error.provider == "web")
    #expect(error.message.text() == message)
    #expect(error.description == "web: \(message) Try again, or check the source.")
  }

  @Test(arguments: OptionsError.Code.allCases)
  func ownErrorsStayAsTheyAre(code: OptionsError.Code) {
    let own = OptionsError(code, provider: "a", message: "No.", remedy: "Wait.")
    #expect(OptionsError(own, provider: "b") == own)
    #expect(own.description == "a: No. Wait.")
  }

  @Test func codesAreStableForScripts() {
    #expect(
      OptionsError.Code.allCases.map(\.rawValue) == [
        "not-found", "unreadable", "timed-out", "too-large", "failed", "malformed",
        "invalid-answer", "no-provider", "parent-not-set",
      ])
    #expect(
      OptionsFinding.Rule.allCases.map(\.rawValue) == [
        "item-count", "empty-identifier", "duplicate-identifier", "text-length",
        "control-character",
      ])
  }

  /// The timeout of a source, and its text.
  @Test(arguments: [
    (Duration.seconds(5), "5 seconds"), (.milliseconds(150), "0.15 seconds"),
    (.zero, "0 seconds"),
    (.seconds(90), "90 seconds"),
  ])
  func timesThatAreOver(limit: Duration, words: String) {
    let error = OptionsError.timedOut(provider: "p", limit: limit)
    #expect(error.code == .timedOut)
    #expect(error.message.text() == "The source did not answer within \(words).")
  }

  /// The broken rules, and the kind of error: an exceeded limit takes precedence.
  @Test(
    arguments: [
      ([.itemCount], .tooLarge), ([.textLength], .tooLarge), ([.emptyIdentifier], .invalidResponse),
      ([.duplicateIdentifier, .textLength], .tooLarge), ([.controlCharacter], .invalidResponse),
      ([.duplicateIdentifier, .controlCharacter, .emptyIdentifier], .invalidResponse),
    ] as [([OptionsFinding.Rule], OptionsError.Code)])
  func theKindOfAnInvalidAnswer(rules: [OptionsFinding.Rule], code: OptionsError.Code) {
    let findings = rules.map {
      OptionsFinding(rule: $0, place: nil, sentence: .verbatim("\($0.rawValue)."))
    }
    let error = OptionsError.invalidResponse(provider: "p", findings: findings)
    #expect(error.code == code)
    #expect(error.message.text() == rules.map { "\($0.rawValue)." }.joined(separator: " "))
    #expect(error.remedy.text() == "Correct the response of the source.")
  }

  /// A position with indices that start at 0, and its text with numbers that start at 1.
  static let places: [(place: OptionsFinding.Place, words: String)] = [
    (.init(section: 0, title: nil, item: nil), "Section 1"),
    (.init(section: 0, title: nil, item: 0), "Item 1 of section 1"),
    (.init(section: 9, title: "Europe", item: nil), "Section 10 “Europe”"),
    (.init(section: 1, title: "Europe", item: 2), "Item 3 of section 2 “Europe”"),
    (.init(section: 0, title: "", item: 0), "Item 1 of section 1 “”"),
    (.init(section: 0, title: "\u{1B}[2J", item: nil), "Section 1 “\u{FFFD}[2J”"),
    (
      .init(section: 0, title: String(repeating: "x", count: 40), item: nil),
      "Section 1 “\(String(repeating: "x", count: 40))”"
    ),
    (
      .init(section: 0, title: String(repeating: "x", count: 41), item: nil),
      "Section 1 “\(String(repeating: "x", count: 40))…”"
    ),
  ]

  @Test(arguments: places.indices) func placesAreCountedFromOne(row: Int) {
    #expect(Self.places[row].place.description == Self.places[row].words)
  }

  /// A text, and how a message shows it: with at most 40 characters, whatever their size.
  @Test(arguments: [
    ("", ""), ("Oslo", "Oslo"), ("a\u{7}b", "a\u{FFFD}b"), ("\r\n", "\u{FFFD}"),
    ("a\u{2028}b", "a\u{FFFD}b"), ("é\u{85}", "é\u{FFFD}"),
    (String(repeating: "é", count: 41), String(repeating: "é", count: 40) + "…"),
    (String(repeating: "👩‍👩‍👧", count: 40), String(repeating: "👩‍👩‍👧", count: 40)),
    (String(repeating: "👩‍👩‍👧", count: 41), String(repeating: "👩‍👩‍👧", count: 40) + "…"),
  ])
  func excerpts(text: String, shown: String) {
    #expect(text.excerpt == shown)
  }
}
