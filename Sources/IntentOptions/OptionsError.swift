package import IntentModel
public import Messages

/// The reason why a provider did not respond, in words for the user.
public struct OptionsError: MessageError, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    case notFound = "not-found"
    case unreadable
    case timedOut = "timed-out"
    case tooLarge = "too-large"
    case failed
    case malformed
    case invalidAnswer = "invalid-answer"
    case noProvider = "no-provider"
    /// The choices depend on a parameter that has no value, so that the source is not asked.
    case parentNotSet = "parent-not-set"
  }

  /// The kind of failure.
  public var code: Code

  /// The name of the source.
  public var provider: String

  /// The problem, as one sentence.
  public var message: Message

  /// The remedy, as one sentence.
  public var remedy: Message

  /// After how many seconds the source wants to be asked again; nil if it does not say.
  public var retryAfter: Int?

  /// Whether the sentences are for the people who fill in a form, and not for an operator.
  package private(set) var isForPeople = false

  /// Makes an error.
  public init(_ code: Code, provider: String, message: Message, remedy: Message) {
    self.code = code
    self.provider = provider
    self.message = message
    self.remedy = remedy
  }

  /// Makes an error of a provider, which gets the provider's name when it is shown.
  ///
  /// People read its sentences in every form, also in one of a service.
  ///
  ///     throw OptionsError(.failed, "The lift is out of order.", remedy: "Take the stairs.")
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: The problem, as one sentence.
  ///   - remedy: What to do about it, as one sentence.
  public init(_ code: Code, _ message: Message, remedy: Message) {
    self.init(code, provider: "", message: message, remedy: remedy)
    isForPeople = true
  }

  /// Makes an error from any error of a source.
  ///
  /// An error of this type is unchanged, but for a missing name of the provider.
  public init(_ error: any Error, provider: String) {
    if let known = error as? OptionsError {
      self = known
      if self.provider.isEmpty { self.provider = provider }
      return
    }
    let cause = "\(error)"
    self.init(
      .failed, provider: provider,
      message: cause.isEmpty ? "The source failed." : "The source failed: \(cause).",
      remedy: "Try again, or check the source.")
  }

  /// The source, the problem and the remedy.
  public var description: String { line.text() }

  /// The source, the problem and the remedy.
  public var line: Message { .placed(place: provider, sentences: [message, remedy]) }
}

extension OptionsError {
  package static func timedOut(
    provider: String, limit: Duration, remedy: Message = "Try again, or allow it more time."
  ) -> OptionsError {
    OptionsError(
      .timedOut, provider: provider,
      message:
        """
        The source did not answer within \(number: limit.inSeconds.shortest, "second", "seconds").
        """,
      remedy: remedy)
  }

  static func noProvider(provider: String, parameter: String, known: [String]) -> OptionsError {
    OptionsError(
      .noProvider, provider: provider,
      message: .sentences([
        "The parameter “\(name: parameter)” has no source.",
        known.isEmpty ? "There are no sources at all." : .thereAreSources(names: known),
      ]), remedy: "Name a source for the parameter.")
  }

  /// The error for choices that depend on a parameter without a value: the source is not asked.
  package static func parentNotSet(_ parent: ParameterDefinition, provider: String) -> OptionsError
  {
    OptionsError(
      .parentNotSet, provider: provider, message: .isNotSet(label: parent.label),
      remedy: .setItFirst)
  }

  static func defaultNotOffered(_ identifier: String, provider: String) -> OptionsError {
    OptionsError(
      .invalidAnswer, provider: provider,
      message: .defaultNotAmongChoices(name: identifier.excerpt),
      remedy: "Name a choice that the source offers.")
  }

  static func invalidAnswer(provider: String, findings: [OptionsFinding]) -> OptionsError {
    let isTooLarge = findings.contains { $0.rule == .itemCount || $0.rule == .textLength }
    return OptionsError(
      isTooLarge ? .tooLarge : .invalidAnswer, provider: provider,
      message: .sentences(findings.map(\.sentence)), remedy: .correctAnswer)
  }

  /// The notice for a fallback that replaces the source that failed with this error.
  func notice(source: String, fallback: String, locale: String) -> String {
    Message(
      "These choices are from “\(name: fallback)”, because “\(name: source)” failed: \(message)"
    )
    .text(in: MessageLanguage(locale: locale))
  }
}

extension OptionsFinding.Place {
  /// The location in words, such as "Item 3 of section 2 “Europe”".
  public var description: String { message.text() }

  /// The location in words, at the beginning of a sentence.
  var message: Message {
    let section = section + 1
    let title = title?.excerpt
    guard let item else {
      guard let title else { return "Section \(section)" }
      return "Section \(section) “\(title)”"
    }
    guard let title else { return "Item \(item + 1) of section \(section)" }
    return "Item \(item + 1) of section \(section) “\(title)”"
  }

  /// The location of an item in words, within a sentence.
  var otherMessage: Message {
    guard let item else { return message }
    let section = section + 1
    guard let title = title?.excerpt else {
      return "item \(item + 1) of section \(section)"
    }
    return "item \(item + 1) of section \(section) “\(title)”"
  }
}

extension Duration {
  /// The duration in seconds.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

extension IntentIssue {
  /// The issue for a value whose source failed.
  package init(_ failure: OptionsError, at path: IntentPath) {
    if failure.code == .parentNotSet {
      self.init(.malformed(failure.message, remedy: failure.remedy), at: path)
      return
    }
    let sentence = Message.placed(place: failure.provider, sentences: [failure.message])
    self.init(.sourceFailed(sentence, remedy: failure.remedy), at: path)
  }
}
