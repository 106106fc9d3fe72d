public import Messages

/// The rules that every options provider must follow.
public enum OptionsProviderRule: String, Sendable, Hashable, CaseIterable {
  /// Identifiers are unique and not empty, and texts can be displayed.
  case validResponse = "valid-answer"
  /// No identifier, and no choice with all its properties, exceeds the limits of App Intents.
  case systemLimits = "system-limits"
  /// Two equal requests give the same identifiers in the same sections.
  case stableResponse = "stable-answer"
  /// A provider with its own search finds the choices whose text contains the term, and finds
  /// nothing for a term that no text contains.
  case search
  /// A search finds only choices that are in the whole list.
  case searchIsSubset = "search-is-subset"
  /// A limit does not remove more choices than needed, and a provider with its own limit never
  /// exceeds it.
  case limit
  /// A cancelled request ends soon, and throws no error other than `CancellationError`.
  case cancellation
  /// Offered identifiers can be resolved, and unknown ones cannot.
  case resolving
  /// The default choices are offered.
  case defaults
  /// A request that cannot be answered throws an error with a message, instead of giving an empty
  /// list.
  case errors
  /// A request that can be answered does not throw.
  case responses = "answers"
}

/// A rule that a provider broke, with details.
public struct OptionsProviderFinding: Sendable, Hashable, CustomStringConvertible {
  /// The broken rule.
  public var rule: OptionsProviderRule

  /// The name of the provider.
  public var provider: String

  /// The request that broke the rule.
  public var request: Message

  /// The problem, as one sentence.
  public var sentence: Message

  /// The request as an English phrase, such as `city, search “oslo”`.
  public var question: String { request.text() }

  /// The problem, as one sentence in English.
  public var message: String { sentence.text() }

  /// The provider, the request, the rule and the problem, in English.
  public var description: String { line.text() }

  /// The provider, the request, the rule and the problem.
  public var line: Message {
    "\(provider) (\(request)): \(rule.rawValue): \(sentence)"
  }
}

/// The findings of a suite as one error, so that a test fails with all of them.
public struct OptionsProviderFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The findings; never empty.
  public var findings: [OptionsProviderFinding]

  /// The findings, one per line.
  public var description: String { findings.map(\.description).joined(separator: "\n") }
}
