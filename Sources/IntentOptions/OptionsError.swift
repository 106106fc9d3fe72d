import Foundation
package import IntentModel
public import Messages

/// The reason why a provider did not respond, in words for the user.
public struct OptionsError: MessageError, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The source, such as a file or an address, does not exist.
    case notFound = "not-found"
    /// The source exists, but it cannot be read.
    case unreadable
    /// The source did not respond within the time limit.
    case timedOut = "timed-out"
    /// The response is larger than the limit.
    case tooLarge = "too-large"
    /// The source reported a failure, or could not be reached.
    case failed
    /// The response does not have the expected format.
    case malformed
    /// The response breaks a rule, such as that identifiers are unique; see
    /// ``OptionsFinding/Rule``.
    case invalidResponse = "invalid-answer"
    /// No provider is known for the parameter.
    case noProvider = "no-provider"
    /// The choices depend on a parameter that has no value, so the source was not asked.
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

  /// The number of seconds to wait before asking the source again; nil if unspecified.
  public var retryAfter: Int?

  /// The cause, in a few words from the source; nil if the message already states the cause.
  package var cause: String?

  /// Whether the sentences are for people who fill in a form, rather than for an operator.
  package private(set) var isForPeople = false

  /// Makes an error.
  public init(_ code: Code, provider: String, message: Message, remedy: Message) {
    self.code = code
    self.provider = provider
    self.message = message
    self.remedy = remedy
  }

  /// Makes an error from a provider; the provider's name is added when the error is shown.
  ///
  /// The sentences of the error are shown to people who fill in a form, even in a form of a
  /// service.
  ///
  ///     throw OptionsError(.failed, "The lift is out of order.", remedy: "Take the stairs.")
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: The problem, as one sentence.
  ///   - remedy: The remedy, as one sentence.
  public init(_ code: Code, _ message: Message, remedy: Message) {
    self.init(code, provider: "", message: message, remedy: remedy)
    isForPeople = true
  }

  /// Makes an error from any error that a source throws.
  ///
  /// An error of this type is unchanged, except that it gets the provider's name if it has none.
  /// For any other error, the message has the description that its author wrote, through
  /// `LocalizedError` or `CustomStringConvertible`. For an error without such a description, the
  /// message has the names of the type and the case, and any numbers, but no texts, because a text
  /// such as a URL with a key must not appear in a form or a log.
  public init(_ error: any Error, provider: String) {
    if let known = error as? OptionsError {
      self = known
      if self.provider.isEmpty { self.provider = provider }
      return
    }
    let cause = error.cause
    self.init(
      .failed, provider: provider,
      message: cause.isEmpty ? Code.failed.message : "The source failed: \(cause).",
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

  /// The error for choices that depend on a parameter without a value; the source is not asked.
  package static func parentNotSet(_ parent: ParameterDefinition, provider: String) -> OptionsError
  {
    OptionsError(
      .parentNotSet, provider: provider, message: .isNotSet(label: parent.label),
      remedy: .setItFirst)
  }

  static func defaultNotOffered(_ identifier: String, provider: String) -> OptionsError {
    OptionsError(
      .invalidResponse, provider: provider,
      message: .defaultNotAmongChoices(name: identifier.excerpt),
      remedy: "Name a choice that the source offers.")
  }

  static func invalidResponse(provider: String, findings: [OptionsFinding]) -> OptionsError {
    let isTooLarge = findings.contains { $0.rule == .itemCount || $0.rule == .textLength }
    return OptionsError(
      isTooLarge ? .tooLarge : .invalidResponse, provider: provider,
      message: .sentences(findings.map(\.sentence)), remedy: .correctResponse)
  }

  /// The notice for choices from a fallback that stands in for the source that failed with this
  /// error.
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

  /// The location in words, for the beginning of a sentence.
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

  /// The location of an item in words, for use within a sentence.
  var otherMessage: Message {
    guard let item else { return message }
    let section = section + 1
    guard let title = title?.excerpt else {
      return "item \(item + 1) of section \(section)"
    }
    return "item \(item + 1) of section \(section) “\(title)”"
  }
}

extension IntentIssue {
  /// The issue for a value whose source failed.
  package init(_ failure: OptionsError, at path: IntentPath) {
    if failure.code == .parentNotSet {
      self.init(.malformed(failure.message, remedy: failure.remedy), at: path)
      return
    }
    var sentence = Message.placed(place: failure.provider, sentences: [failure.message])
    // For a failure that is reported to people, the path already names the row, so the source is
    // not named.
    if failure.isForPeople, case .key(let name)? = path.components.dropFirst().first,
      name == failure.provider
    {
      sentence = failure.message
    }
    self.init(.sourceFailed(sentence, remedy: failure.remedy), at: path)
  }
}

extension Error {
  /// The failure, without a period at the end.
  fileprivate var cause: String {
    var text =
      if let localized = (self as? any LocalizedError)?.errorDescription {
        localized
      } else if self is any CustomNSError || type(of: self) is NSError.Type {
        systemCause
      } else if type(of: self) is any CustomStringConvertible.Type {
        // Casting the error itself would always succeed, because it can become an NSError.
        "\(self)"
      } else {
        nameOfCase
      }
    while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
    return text
  }

  /// Swift's text for an error without a description; only the type and the case if the error
  /// contains anything but numbers.
  private var nameOfCase: String {
    let mirror = Mirror(reflecting: self)
    func isPlain(_ value: Any) -> Bool {
      value is any BinaryInteger || value is any BinaryFloatingPoint || value is Bool
    }
    let held = mirror.children.flatMap { child in
      let parts = Mirror(reflecting: child.value)
      return parts.displayStyle == .tuple ? parts.children.map(\.value) : [child.value]
    }
    if held.allSatisfy(isPlain) { return "\(self)" }
    guard mirror.displayStyle == .enum, let label = mirror.children.first?.label else {
      return "\(type(of: self))"
    }
    return "\(type(of: self)).\(label)"
  }

  /// The sentence of a Foundation error, or its domain and number if it has no sentence.
  ///
  /// A sentence that quotes a URL is left out, because the URL can contain a key.
  private var systemCause: String {
    let error = self as NSError
    // Foundation on Linux puts this before the sentence of an error, or before its domain and
    // number if there is no sentence.
    let beginning = "The operation could not be completed. "
    let text = error.localizedDescription
    let sentence = text.hasPrefix(beginning) ? String(text.dropFirst(beginning.count)) : text
    guard sentence.contains("\(error.domain) error") || sentence.contains("://") else {
      return sentence
    }
    if error.domain == NSURLErrorDomain, let known = Self.networkCauses[error.code] { return known }
    return "\(error.domain) \(error.code)"
  }

  /// Sentences for URLSession errors, by their numbers.
  ///
  /// On Linux, Foundation 6.3 has a sentence only for errors that libcurl describes.
  private static var networkCauses: [Int: String] {
    let noHost = "The host was not found"
    return [
      NSURLErrorCancelled: "The request was cancelled",
      NSURLErrorBadURL: "The address is not a URL",
      NSURLErrorTimedOut: "The server did not answer in time",
      NSURLErrorUnsupportedURL: "The scheme of the address is not supported",
      NSURLErrorCannotFindHost: noHost,
      NSURLErrorCannotConnectToHost: "The host cannot be reached",
      NSURLErrorNetworkConnectionLost: "The connection was lost",
      NSURLErrorDNSLookupFailed: noHost,
      NSURLErrorHTTPTooManyRedirects: "The server redirects too often",
      NSURLErrorResourceUnavailable: "The resource is not available",
      NSURLErrorNotConnectedToInternet: "There is no connection to the network",
      NSURLErrorRedirectToNonExistentLocation: "The server redirects to an address that is missing",
      NSURLErrorBadServerResponse: "The response of the server cannot be read",
      NSURLErrorUserAuthenticationRequired: "The server asks for a login",
      NSURLErrorSecureConnectionFailed: "No secure connection can be made",
      NSURLErrorServerCertificateUntrusted: "The certificate of the server is not trusted",
    ]
  }
}
