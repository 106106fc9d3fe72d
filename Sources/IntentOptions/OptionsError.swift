/// Why a provider gave no answer, in words for the person who waits.
public struct OptionsError: Error, Sendable, Hashable, CustomStringConvertible {
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
  }

  /// The kind of failure.
  public var code: Code

  /// The name of the source.
  public var provider: String

  /// What happened, as one sentence.
  public var message: String

  /// What to do about it, as one sentence.
  public var remedy: String

  /// Makes an error.
  public init(_ code: Code, provider: String, message: String, remedy: String) {
    self.code = code
    self.provider = provider
    self.message = message
    self.remedy = remedy
  }

  /// The error of a source that threw something; errors of this type stay as they are.
  public init(_ error: any Error, provider: String) {
    if let known = error as? OptionsError {
      self = known
      return
    }
    let words = "\(error)"
    let end = words.last.map { ".!?…".contains($0) } == true ? "" : "."
    self.init(
      .failed, provider: provider,
      message: words.isEmpty ? "The source failed." : "The source failed: \(words)\(end)",
      remedy: "Try again, or look at the source.")
  }

  /// The source, what happened, and what to do.
  public var description: String { "\(provider): \(message) \(remedy)" }
}

extension OptionsError {
  static func timedOut(provider: String, limit: Duration) -> OptionsError {
    OptionsError(
      .timedOut, provider: provider, message: "The source did not answer within \(limit).",
      remedy: "Try again, or allow it more time.")
  }

  static func noProvider(provider: String, parameter: String, known: [String]) -> OptionsError {
    let list = known.map { "“\($0)”" }.joined(separator: ", ")
    let there = known.isEmpty ? "There are no sources at all." : "There are sources for \(list)."
    return OptionsError(
      .noProvider, provider: provider,
      message: "The parameter “\(parameter)” has no source. \(there)",
      remedy: "Name a source for the parameter.")
  }

  static func defaultNotOffered(_ identifier: String, provider: String) -> OptionsError {
    OptionsError(
      .invalidAnswer, provider: provider,
      message: "The default “\(identifier.excerpt)” is not among the choices.",
      remedy: "Name a choice that the source offers.")
  }

  static func invalidAnswer(provider: String, findings: [OptionsFinding]) -> OptionsError {
    let isTooLarge = findings.contains { $0.rule == .itemCount || $0.rule == .textLength }
    return OptionsError(
      isTooLarge ? .tooLarge : .invalidAnswer, provider: provider,
      message: findings.map(\.message).joined(separator: " "),
      remedy: "Correct the answer of the source.")
  }

  /// The notice on the answer of a source that stands in for one that failed with this error.
  func notice(source: String, fallback: String) -> String {
    "These choices are from “\(fallback)”, because “\(source)” failed: \(message)"
  }
}

extension OptionsFinding.Place {
  /// The words for the place, such as "Item 3 of section 2 “Europe”".
  public var description: String {
    let named = title.map { " “\($0.excerpt)”" } ?? ""
    let group = "section \(section + 1)\(named)"
    return item.map { "Item \($0 + 1) of \(group)" } ?? "S\(group.dropFirst())"
  }
}
