public import IntentModel

/// A question to an options provider: for which parameter, under which circumstances.
///
/// It is the key of a cache and the mark by which a late answer to an old question is told.
public struct OptionsRequest: Sendable, Hashable {
  /// The name of the parameter.
  public var parameter: String

  /// The effective values of the other parameters, by name.
  public var values: [String: IntentValue]

  /// The family of the widget.
  public var family: WidgetFamily

  /// The language of the texts, as a BCP 47 tag such as `zh-Hans`.
  public var locale: String

  /// What the user typed; nil or empty for the initial list.
  public var searchTerm: String?

  /// The greatest number of choices wanted; nil for as many as there are.
  public var limit: Int?

  /// Makes a request.
  public init(
    parameter: String, values: [String: IntentValue] = [:], family: WidgetFamily = .systemMedium,
    locale: String = "en", searchTerm: String? = nil, limit: Int? = nil
  ) {
    self.parameter = parameter
    self.values = values
    self.family = family
    self.locale = locale
    self.searchTerm = searchTerm
    self.limit = limit
  }
}

/// A source of choices for dynamic parameters.
///
/// One method is enough for a source that has a list:
///
///     struct Lines: OptionsProvider {
///       var name: String { "lines" }
///       func options(for request: OptionsRequest) async throws -> OptionsCollection {
///         ["U1", "U2", "U3"]
///       }
///     }
///
/// *A source in memory or in a file* needs no more: searching, defaults and re-checking have
/// implementations that work on the collection.
///
/// *A source far away* should stop its work when its task is cancelled, since a question that the
/// user has moved on from is cancelled, and should say so by throwing `CancellationError`. It can
/// leave caching, time limits and retries to the operators, such as `cached(for:)`.
///
/// *A source that searches by itself*, such as a database, says so with ``searchesItself`` and then
/// gets every search term. Where its full list is too large to deliver it also implements
/// ``resolve(identifiers:for:)``, or stored choices outside the first page would seem to be missing.
///
/// *A source of a child parameter* reads the value of the parent from the request, and gives an empty
/// collection where the parent is not set: the form asks again when the parent changes.
///
/// *Tests* run a provider through `OptionsProviderSuite`; where they should not ask the real source,
/// they ask a fixture that `widgetconfig options --record` has written. A worked example with all of
/// this is compiled and run as `WorkedExampleTests`.
///
/// *An error* is whatever the source throws; it reaches the form as the reason beside the parameter
/// and never stops the other parameters. An empty collection is not an error.
public protocol OptionsProvider: Sendable {
  /// The name by which messages call the source.
  var name: String { get }

  /// Whether the source answers search terms itself; otherwise its list is searched for it.
  var searchesItself: Bool { get }

  /// The choices for a request.
  ///
  /// - Throws: Whatever keeps the source from answering, and `CancellationError` when cancelled.
  func options(for request: OptionsRequest) async throws -> OptionsCollection

  /// The choices a new widget starts with: none, one, or several for an array.
  ///
  /// - Throws: Whatever keeps the source from answering; the parameter then stays empty.
  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem]

  /// The present items of stored identifiers; what is not among them is no longer offered.
  ///
  /// - Throws: Whatever keeps the source from answering; nothing is then said to be missing.
  func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> [OptionItem]
}

extension OptionsProvider {
  /// Sources are searched for, unless they say otherwise.
  public var searchesItself: Bool { false }

  /// A new widget starts without a choice.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] { [] }

  /// Looks the identifiers up in the whole collection, in the order asked for.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> [OptionItem] {
    var whole = request
    whole.searchTerm = nil
    whole.limit = nil
    let items = try await options(for: whole).items
    let known = Dictionary(
      items.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    return identifiers.compactMap { known[$0] }
  }
}

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
    self.init(
      .failed, provider: provider, message: "The source failed: \(error).",
      remedy: "Try again, or look at the source.")
  }

  /// The source, what happened, and what to do.
  public var description: String { "\(provider): \(message) \(remedy)" }
}
