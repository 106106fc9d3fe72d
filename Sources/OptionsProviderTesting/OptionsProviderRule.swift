public import Messages

/// The rules that every options provider keeps.
public enum OptionsProviderRule: String, Sendable, Hashable, CaseIterable {
  /// Identifiers are not empty and occur once, and texts can be shown.
  case validAnswer = "valid-answer"
  /// The same request twice gives the same identifiers in the same sections.
  case stableAnswer = "stable-answer"
  /// A provider that says it searches itself finds what has the term in its text, and nothing for a
  /// term that nothing has.
  case search
  /// A search finds nothing that the whole list lacks.
  case searchIsSubset = "search-is-subset"
  /// A search leaves the sections in their order.
  case sectionOrder = "section-order"
  /// A limit takes away no choice that is wanted, and a provider that says it limits itself gives no
  /// more than are wanted.
  case limit
  /// A cancelled request ends soon, and not with another error.
  case cancellation
  /// What was offered can be found again by its identifier, and what was not cannot.
  case resolving
  /// The default choices are offered.
  case defaults
  /// What cannot be answered is an error with words, not an empty list.
  case errors
  /// What should be answered is.
  case answers
}

/// A rule that a provider broke, and how.
public struct OptionsProviderFinding: Sendable, Hashable, CustomStringConvertible {
  /// The rule.
  public var rule: OptionsProviderRule

  /// The name of the provider.
  public var provider: String

  /// The question at which it happened.
  public var request: Message

  /// What happened, as one sentence.
  public var sentence: Message

  /// The question at which it happened in English, such as `city, search “oslo”`.
  public var question: String { request.text() }

  /// What happened, as one sentence in English.
  public var message: String { sentence.text() }

  /// Provider, question, rule and what happened, in English.
  public var description: String { line.text() }

  /// Provider, question, rule and what happened.
  public var line: Message {
    .brokenRule(
      provider: provider, question: request, rule: rule.rawValue, sentence: sentence)
  }
}

/// The findings of a suite as one error, so that a test fails with all of them.
public struct OptionsProviderFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What the provider broke; never empty.
  public var findings: [OptionsProviderFinding]

  /// The findings, one per line.
  public var description: String { findings.map(\.description).joined(separator: "\n") }
}
