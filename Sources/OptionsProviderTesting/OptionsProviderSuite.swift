public import IntentOptions

/// The checks that every options provider passes, as one call that a test makes.
///
///     @Test func citiesKeepTheRules() async throws {
///       try await OptionsProviderSuite(
///         Cities(), OptionsRequest(parameter: "city"), searchTerms: ["os"]
///       ).run()
///     }
///
/// It needs no test library: it throws, or returns its findings. The provider is asked about twelve
/// times per request; nothing is asked at the same time except to cancel it.
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
  ///   - requests: Requests that it answers, without search term and limit.
  ///   - searchTerms: Terms to search for; they should find something.
  ///   - failingRequests: Requests that it cannot answer.
  ///   - isSearchSubset: Whether a search finds only what the whole list has. Say false for a
  ///     source whose list is a first page.
  ///   - cancellationTime: The time within which a cancelled request has to end.
  ///   - sleep: How to wait for that time; a test of the suite hands in something quicker.
  public init(
    _ provider: Provider, _ requests: OptionsRequest..., searchTerms: [String] = [],
    failingRequests: [OptionsRequest] = [], isSearchSubset: Bool = true,
    cancellationTime: Duration = .seconds(2),
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
  /// - Throws: `OptionsProviderFailure` with every finding.
  public func run() async throws(OptionsProviderFailure) {
    let findings = await findings()
    if !findings.isEmpty { throw OptionsProviderFailure(findings: findings) }
  }

  /// Runs all checks and gives back what was found; nothing for a provider that keeps the rules.
  public func findings() async -> [OptionsProviderFinding] {
    var findings: [OptionsProviderFinding] = []
    for request in requests {
      guard case .success(let whole) = await answer(to: request, &findings) else { continue }
      checkAnswer(whole, request, &findings)
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

  /// The answer to a request that should have one; a finding where it has not.
  func answer(
    to request: OptionsRequest, _ findings: inout [OptionsProviderFinding]
  ) async -> Result<OptionsCollection, any Error> {
    do {
      return .success(try await provider.options(for: request))
    } catch {
      report(.answers, request, "The provider threw: \(words(error))", &findings)
      return .failure(error)
    }
  }

  func report(
    _ rule: OptionsProviderRule, _ request: OptionsRequest, _ message: String,
    _ findings: inout [OptionsProviderFinding]
  ) {
    findings.append(
      OptionsProviderFinding(
        rule: rule, provider: provider.name, question: request.summary, message: message))
  }
}

extension OptionsRequest {
  /// The request in a few words.
  fileprivate var summary: String {
    let search = searchTerm.map { ", search “\($0)”" } ?? ""
    let limit = limit.map { ", limit \($0)" } ?? ""
    return parameter + search + limit
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
  /// Identifiers are unique, texts can be shown.
  func checkAnswer(
    _ answer: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) {
    for finding in answer.findings() {
      report(.validAnswer, request, finding.message, &findings)
    }
  }

  /// The same question has the same answer.
  func checkStability(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    guard case .success(let again) = await answer(to: request, &findings) else { return }
    if whole.identifiers == again.identifiers { return }
    let lost = Set(whole.identifiers.joined()).subtracting(again.identifiers.joined()).sorted()
    let verb = lost.count == 1 ? "was" : "were"
    let words = lost.isEmpty ? "order or number differ" : "\(list(lost)) \(verb) gone"
    report(.stableAnswer, request, "Two requests have different responses: \(words).", &findings)
  }

  /// A search gives a part of the list, with sections in order.
  func checkSearch(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    let known = Set(whole.items.map(\.identifier))
    for term in searchTerms {
      let search = request.searching(term)
      guard case .success(let found) = await answer(to: search, &findings) else { continue }
      checkAnswer(found, search, &findings)
      let strange = found.items.map(\.identifier).filter { !known.contains($0) }
      if isSearchSubset && !strange.isEmpty {
        report(
          .searchIsSubset, search, "The whole list does not have \(list(strange)).", &findings)
      }
      checkSectionOrder(found, of: whole, search, &findings)
    }
  }

  /// A term that no choice has in its text.
  static var strangeTerm: String { "qxzjvkwqxzjvq" }

  /// A provider that searches itself heeds the term: it finds a choice by the beginning of its text, and
  /// finds nothing for a term that no choice has.
  func checkSearching(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    guard provider.searchesItself, !whole.isEmpty else { return }
    let strange = request.searching(Self.strangeTerm)
    if case .success(let found) = await answer(to: strange, &findings), !found.isEmpty {
      let message =
        found.identifiers == whole.identifiers
        ? "The term is ignored: the response is the list without a term."
        : "Nothing has the term in its text, but the response has \(choices(found.count))."
      report(.search, strange, message, &findings)
    }
    let words = whole.items.lazy.prefix(1_000).map { (item: $0, word: Self.word(of: $0)) }
    guard let (item, word) = words.first(where: { $0.word.count > 1 }) else { return }
    let search = request.searching(word)
    guard case .success(let found) = await answer(to: search, &findings) else { return }
    let isFound =
      found.items.contains { $0.identifier == item.identifier }
      || found.items.contains { $0.display.lowercased().contains(word.lowercased()) }
    if isFound { return }
    report(
      .search, search,
      "The term begins the text of “\(item.identifier)”, but the search does not find it.",
      &findings)
  }

  /// The letters and digits that the text of a choice begins with.
  private static func word(of item: OptionItem) -> String {
    String(item.display.drop { !$0.isLetter && !$0.isNumber }.prefix { $0.isLetter || $0.isNumber })
  }

  /// The sections that are left stand in the order of the whole list.
  private func checkSectionOrder(
    _ found: OptionsCollection, of whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) {
    let order = whole.sections.map(\.title)
    var rest = order[...]
    for title in found.sections.map(\.title) where order.contains(title) {
      guard let place = rest.firstIndex(of: title) else {
        let name = title.map { "“\($0)”" } ?? "without a title"
        report(
          .sectionOrder, request, "The section \(name) is not in its place.", &findings)
        return
      }
      rest = rest[(place + 1)...]
    }
  }

  /// No answer is shorter than wanted and, from a provider that limits itself, none is longer.
  func checkLimits(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    for limit in [0, 1, 2, whole.count + 1] {
      let limited = request.limited(limit)
      guard case .success(let answer) = await answer(to: limited, &findings) else { continue }
      if provider.limitsItself && answer.count > limit {
        report(.limit, limited, "The response has \(choices(answer.count)).", &findings)
      } else if answer.count < min(limit, whole.count) {
        report(
          .limit, limited, "The response has only \(answer.count) of \(choices(whole.count)).",
          &findings)
      }
    }
  }

  /// A number of choices in words.
  func choices(_ count: Int) -> String { count == 1 ? "1 choice" : "\(count) choices" }

  /// An error as the end of a sentence.
  func words(_ error: any Error) -> String {
    let text = "\(error)"
    return text.hasSuffix(".") ? text : text + "."
  }

  /// Some of many identifiers, for a message.
  func list(_ identifiers: [String]) -> String {
    let shown = identifiers.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
    return identifiers.count > 3 ? "\(shown) and \(identifiers.count - 3) more" : shown
  }
}

extension OptionsCollection {
  /// The identifiers by section.
  fileprivate var identifiers: [[String]] { sections.map { $0.items.map(\.identifier) } }
}
