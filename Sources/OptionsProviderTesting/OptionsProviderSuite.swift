public import IntentOptions
import Messages

/// The checks for any options provider, as a single call in a test.
///
///     @Test func citiesKeepTheRules() async throws {
///       try await OptionsProviderSuite(
///         Cities(), OptionsRequest(parameter: "city"), searchTerms: ["os"]
///       ).run()
///     }
///
/// It needs no test library: it throws, or returns its findings. It calls the provider several
/// times per request, and once more per search term. The calls do not overlap, except that a
/// cancelled call may still be running.
public struct OptionsProviderSuite<Provider: OptionsProvider>: Sendable {
  let provider: Provider
  let requests: [OptionsRequest]
  let searchTerms: [String]
  let failingRequests: [OptionsRequest]
  let isSearchSubset: Bool
  let cancellationTime: Duration
  let sleep: @Sendable (Duration) async throws -> Void

  /// Makes a suite.
  ///
  /// - Parameters:
  ///   - provider: The provider to check.
  ///   - requests: Requests that it can answer, without a search term or a limit.
  ///   - searchTerms: Terms to search for; each should find something.
  ///   - failingRequests: Requests that it cannot answer.
  ///   - isSearchSubset: Whether a search finds only choices that are in the whole list. Pass false
  ///     for a source whose list is only a first page.
  ///   - cancellationTime: The time within which a cancelled request must end. The default is
  ///     generous, because a busy machine may run the request late; only a provider that ignores
  ///     the cancellation makes the suite wait that long.
  ///   - sleep: The function that waits for that time; the suite's own tests pass a faster one.
  public init(
    _ provider: Provider, _ requests: OptionsRequest..., searchTerms: [String] = [],
    failingRequests: [OptionsRequest] = [], isSearchSubset: Bool = true,
    cancellationTime: Duration = .seconds(30),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.provider = provider
    self.requests = requests
    self.searchTerms = searchTerms
    self.failingRequests = failingRequests
    self.isSearchSubset = isSearchSubset
    self.cancellationTime = cancellationTime
    self.sleep = sleep
  }

  /// Runs all checks.
  ///
  /// - Throws: `OptionsProviderFailure` with all findings.
  public func run() async throws(OptionsProviderFailure) {
    let findings = await findings()
    if !findings.isEmpty { throw OptionsProviderFailure(findings: findings) }
  }

  /// Runs all checks and returns the findings; empty if the provider follows the rules.
  public func findings() async -> [OptionsProviderFinding] {
    var findings: [OptionsProviderFinding] = []
    for request in requests {
      guard case .success(let whole) = await response(to: request, &findings) else { continue }
      checkResponse(whole, request, &findings)
      await checkStability(whole, request, &findings)
      await checkSearch(whole, request, &findings)
      await checkLimits(whole, request, &findings)
      await checkResolving(whole, request, &findings)
      await checkDefaults(request, &findings)
      await checkCancellation(request, &findings)
      await checkSearching(whole, request, &findings)
    }
    for request in failingRequests { await checkError(request, &findings) }
    return findings
  }

  /// The response to a request that should succeed; records a finding if it fails.
  func response(
    to request: OptionsRequest, _ findings: inout [OptionsProviderFinding]
  ) async -> Result<OptionsCollection, any Error> {
    do {
      return .success(try await provider.options(for: request))
    } catch {
      report(.responses, request, "The provider threw: \(words(error))", &findings)
      return .failure(error)
    }
  }

  func report(
    _ rule: OptionsProviderRule, _ request: OptionsRequest, _ sentence: Message,
    _ findings: inout [OptionsProviderFinding]
  ) {
    findings.append(
      OptionsProviderFinding(
        rule: rule, provider: provider.name, request: request.summary, sentence: sentence))
  }
}

extension OptionsRequest {
  /// The request, in a few words.
  fileprivate var summary: Message {
    switch (searchTerm, limit) {
    case (nil, nil): .verbatim(parameter)
    case (let term?, nil): "\(parameter), search “\(term)”"
    case (nil, let limit?): "\(parameter), limit \(limit)"
    case (let term?, let limit?):
      "\(parameter), search “\(term)”, limit \(limit)"
    }
  }

  func searching(_ term: String) -> OptionsRequest {
    var request = self
    request.searchTerm = term
    return request
  }

  func limited(_ limit: Int) -> OptionsRequest {
    var request = self
    request.limit = limit
    return request
  }
}

extension OptionsProviderSuite {
  /// Checks that identifiers are unique and that texts can be displayed.
  func checkResponse(
    _ response: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) {
    for finding in response.leftOut + response.findings() {
      report(.validResponse, request, finding.sentence, &findings)
    }
    for sentence in SystemLimits.sentences(about: response) {
      report(.systemLimits, request, sentence, &findings)
    }
  }

  /// Checks that equal requests give equal responses.
  func checkStability(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    guard case .success(let again) = await response(to: request, &findings) else { return }
    if whole.identifiers == again.identifiers { return }
    let lost = Set(whole.identifiers.joined()).subtracting(again.identifiers.joined()).sorted()
    let sentence: Message =
      lost.isEmpty
      ? "Two identical requests got different responses: the order or number of choices differs."
      : """
      Two identical requests got different responses: \(list(lost)) \
      \(lost.count, one: "is", other: "are") missing from the second.
      """
    report(.stableResponse, request, sentence, &findings)
  }

  /// Checks that a search returns part of the list.
  func checkSearch(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    let known = Set(whole.items.map(\.identifier))
    for term in searchTerms {
      let search = request.searching(term)
      guard case .success(let found) = await response(to: search, &findings) else { continue }
      checkResponse(found, search, &findings)
      let strange = found.items.map(\.identifier).filter { !known.contains($0) }
      if isSearchSubset && !strange.isEmpty {
        report(.searchIsSubset, search, "The whole list does not have \(list(strange)).", &findings)
      }
    }
  }

  /// A term that no choice's text contains.
  static var strangeTerm: String { "qxzjvkwqxzjvq" }

  /// Checks that a provider with its own search uses the term.
  ///
  /// It must find a choice by the beginning of its text, and nothing for a term that no text
  /// contains.
  func checkSearching(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    guard provider.searchesItself, !whole.isEmpty else { return }
    let strange = request.searching(Self.strangeTerm)
    if case .success(let found) = await response(to: strange, &findings), !found.isEmpty {
      let sentence: Message =
        found.identifiers == whole.identifiers
        ? "The term is ignored: the response is the same as without a term."
        : "No choice contains the term, but the response has \(found.count, "choice", "choices")."
      report(.search, strange, sentence, &findings)
    }
    let words = whole.items.lazy.prefix(1_000).map { (item: $0, word: Self.word(of: $0)) }
    guard let (item, word) = words.first(where: { $0.word.count > 1 }) else { return }
    let search = request.searching(word)
    guard case .success(let found) = await response(to: search, &findings) else { return }
    let isFound =
      found.items.contains { $0.identifier == item.identifier }
      || found.items.contains { $0.display.lowercased().contains(word.lowercased()) }
    if isFound { return }
    report(
      .search, search,
      "The text of “\(item.identifier)” begins with the term, but the search does not find it.",
      &findings)
  }

  /// The letters and digits at the beginning of a choice's text.
  private static func word(of item: OptionItem) -> String {
    String(item.display.drop { !$0.isLetter && !$0.isNumber }.prefix { $0.isLetter || $0.isNumber })
  }

  /// Checks that a limit does not make a response too short, and that a provider with its own limit
  /// does not exceed it.
  func checkLimits(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    for limit in [0, 1, 2, whole.count + 1] {
      let limited = request.limited(limit)
      guard case .success(let response) = await response(to: limited, &findings) else { continue }
      if provider.limitsItself && response.count > limit {
        report(
          .limit, limited, "The response has \(response.count, "choice", "choices").", &findings)
      } else if response.count < min(limit, whole.count) {
        report(
          .limit, limited,
          "The response has only \(response.count) of \(whole.count, "choice", "choices").",
          &findings
        )
      }
    }
  }

  /// The words of an error, for use at the end of a sentence.
  func words(_ error: any Error) -> Message {
    if let known = error as? any MessageError { return known.line }
    let text = "\(error)"
    return .verbatim(text.hasSuffix(".") ? text : text + ".")
  }

  /// A few of the identifiers, for a message.
  func list(_ identifiers: [String]) -> Message {
    let shown = Array(identifiers.prefix(3))
    let more = identifiers.count - shown.count
    return more > 0 ? "\(names: shown) and \(more) more" : "\(names: shown)"
  }
}

extension OptionsCollection {
  /// The identifiers by section.
  fileprivate var identifiers: [[String]] { sections.map { $0.items.map(\.identifier) } }
}

/// The limits of App Intents for a choice.
///
/// Sources, as of November 2026: Apple's rules for App Intents as Xcode 27 exports them (longer
/// identifiers are cut), and the release notes of watchOS 27 beta 7 (an app can crash if an entity
/// is larger).
private enum SystemLimits {
  /// The maximum number of characters of an identifier.
  static let identifierLength = 4_096
  /// The maximum size in bytes of an entity with all its properties.
  static let entitySize = 10_000_000
  /// The maximum number of choices that are reported.
  static let maximumReported = 10

  static func sentences(about response: OptionsCollection) -> [Message] {
    var sentences: [Message] = []
    for item in response.items where sentences.count < maximumReported {
      let name = String(item.identifier.prefix(40))
      // Each character has at least one byte, so the characters are counted only if there are
      // enough bytes.
      let length = item.identifier.utf8.count > identifierLength ? item.identifier.count : 0
      if length > identifierLength {
        sentences.append(
          """
          The identifier that begins with “\(name: name)” has \(length) characters; App Intents \
          cuts it after \(identifierLength).
          """)
      }
      let size = size(of: item)
      if size > entitySize {
        sentences.append(
          """
          The choice “\(name: name)” has about \(size / 1_000_000) MB with its properties; an app can \
          crash with an entity of more than \(entitySize / 1_000_000) MB.
          """)
      }
    }
    return sentences
  }

  /// The approximate size of a choice in bytes.
  private static func size(of item: OptionItem) -> Int {
    let texts = [item.identifier, item.display, item.subtitle ?? "", item.symbol ?? ""]
    return item.properties.reduce(texts.reduce(0) { $0 + $1.utf8.count }) { sum, property in
      sum + property.key.utf8.count + size(of: property.value)
    }
  }

  private static func size(of value: Any) -> Int {
    if let text = value as? String { return text.utf8.count }
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else { return MemoryLayout<Int>.size }
    return mirror.children.reduce(0) { $0 + size(of: $1.value) }
  }
}
