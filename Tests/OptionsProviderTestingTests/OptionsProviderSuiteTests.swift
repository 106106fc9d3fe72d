import IntentOptions
import Messages
import OptionsProviderTesting
import Synchronization
import Testing

@Suite struct OptionsProviderSuiteTests {
  static let request = OptionsRequest(parameter: "city")
  static let good = OptionsCollection(sections: [
    OptionsSection(title: "North", items: ["Oslo", "Bergen"]),
    OptionsSection(title: "South", items: ["Rome", "Porto"]),
  ])

  /// The findings about a provider, as text.
  static func findings(
    _ provider: some OptionsProvider, failing: [OptionsRequest] = [], subset: Bool = true
  ) async -> [String] {
    let suite = OptionsProviderSuite(
      provider, request, searchTerms: ["o"], failingRequests: failing, isSearchSubset: subset)
    return await suite.findings().map(\.description)
  }

  @Test func goodProvidersHaveNoFindings() async throws {
    let memory = InMemoryOptionsProvider(Self.good, defaults: ["Rome"])
    let clock = ManualClock()
    #expect(await Self.findings(memory) == [])
    #expect(await Self.findings(memory.searchable()) == [])
    #expect(await Self.findings(memory.cached(for: .seconds(1), clock: clock)) == [])
    #expect(await Self.findings(memory.timeLimit(.seconds(1), clock: clock)) == [])
    #expect(await Self.findings(memory.retrying(1, clock: clock)) == [])
    #expect(await Self.findings(memory.fallback(to: memory)) == [])
    #expect(await Self.findings(memory.debounced(for: .zero, clock: clock)) == [])
    #expect(await Self.findings(RoutingOptionsProvider(["city": memory])) == [])
    try await OptionsProviderSuite(memory, Self.request).run()
  }

  /// Each row has a fault, and the only findings about it.
  @Test(arguments: [
    (
      Fault.duplicate,
      [
        "valid-answer: Item 3 of section 1 has the identifier “a”, which item 1 of section 1 has too.",
        "valid-answer: Item 3 of section 1 has the identifier “a”, which item 1 of section 1 has too.",
      ]
    ),
    (
      .unstable,
      [
        "stable-answer: Two identical requests got different responses: “a0” is missing from "
          + "the second."
      ]
    ),
    (
      .reordered,
      [
        "stable-answer: Two identical requests got different responses: the order or number of "
          + "choices differs."
      ]
    ),
    (.searchBeyond, ["search-is-subset: The whole list does not have “extra”."]),
    (
      .termIgnored, ["search: The term is ignored: the response is the same as without a term."]
    ),
    (
      .limitIgnored,
      [
        "limit: The response has 4 choices.", "limit: The response has 4 choices.",
        "limit: The response has 4 choices.",
      ]
    ),
    (
      .limitTooEager,
      [
        "limit: The response has only 0 of 4 choices.",
        "limit: The response has only 1 of 4 choices.",
      ]
    ),
    (
      .resolvesNothing,
      [
        "resolving: Some offered choices were not resolved: “Porto”, “Rome”, “Bergen” and 1 more."
      ]
    ),
    (
      .resolvesBackwards,
      ["resolving: Offered choices were resolved in a different order."]
    ),
    (.resolvesAnything, ["resolving: An identifier that is not offered was resolved."]),
    (.resolvingThrows, ["resolving: Resolving threw: no."]),
    (.strangeDefault, ["defaults: Default choices are not offered: “Atlantis”."]),
    (.defaultsThrow, ["defaults: The request for default choices threw: no."]),
    (.fails, ["answers: The provider threw: no."]),
    (
      .wrongErrorWhenCancelled,
      ["cancellation: A cancelled request threw an error other than CancellationError: no."]
    ),
    (.limitNotClaimed, []), (.none, []),
  ])
  func everyRuleCanFail(fault: Fault, expected: [String]) async {
    let findings = await Self.findings(FaultyProvider(fault))
    let messages = findings.map { $0.drop { $0 != ")" }.dropFirst(3) }.map(String.init)
    #expect(messages == expected)
  }

  /// Values that App Intents would cut off or could crash on are reported; the largest ones that it
  /// keeps are not.
  @Test func limitsOfAppIntents() async {
    let suite = OptionsProviderSuite(FaultyProvider(.tooLong), Self.request)
    let sentences = await suite.findings().filter { $0.rule == .systemLimits }.map(\.sentence)
    let begins = String(repeating: "i", count: 40)
    #expect(
      Set(sentences.map { $0.text() }) == [
        "The identifier that begins with “\(begins)” has 4097 characters; App Intents cuts it "
          + "after 4096.",
        "The choice “heavy” has about 10 MB with its properties; an app can crash with an entity of "
          + "more than 10 MB.",
      ])
  }

  @Test func everyRuleHasAProviderThatBreaksIt() async {
    let faults: [Fault] = [
      .duplicate, .tooLong, .unstable, .searchBeyond, .limitIgnored, .resolvesNothing,
      .termIgnored, .strangeDefault, .wrongErrorWhenCancelled, .fails,
    ]
    var broken: Set<OptionsProviderRule> = []
    for fault in faults {
      let suite = OptionsProviderSuite(FaultyProvider(fault), Self.request, searchTerms: ["o"])
      broken.formUnion(await suite.findings().map(\.rule))
    }
    let errors = OptionsProviderSuite(FaultyProvider(.none), failingRequests: [Self.request])
    broken.formUnion(await errors.findings().map(\.rule))
    #expect(broken == Set(OptionsProviderRule.allCases))
  }

  @Test(arguments: [
    (Fault.emptyIdentifier, "Item 2 of section 1 has an empty identifier."),
    (
      .controlCharacter,
      "Item 1 of section 1 has the control character U+0007 as character 2 of its identifier."
    ),
  ])
  func answersThatCannotBeShown(fault: Fault, words: String) async {
    let suite = OptionsProviderSuite(FaultyProvider(fault), Self.request)
    let findings = await suite.findings().filter { $0.rule == .validResponse }
    #expect(findings.map(\.message) == [words])
    #expect(findings.map(\.question) == ["city"])
  }

  @Test func missingChoicesAreReported() async {
    let findings = await Self.findings(FaultyProvider(.empties))
    #expect(
      findings.first
        == """
        faulty (city): stable-answer: Two identical requests got different \
        responses: “Bergen”, “Oslo”, “Porto” and 1 more are missing from \
        the second.
        """)
  }

  @Test func findingsNameTheRequest() async {
    let suite = OptionsProviderSuite(
      FaultyProvider(.fails), Self.request, OptionsRequest(parameter: "line"))
    #expect(
      await suite.findings().map(\.description) == [
        "faulty (city): answers: The provider threw: no.",
        "faulty (line): answers: The provider threw: no.",
      ])
  }

  @Test func aSearchMayFindMoreThanTheListIfAllowed() async {
    #expect(await Self.findings(FaultyProvider(.searchBeyond), subset: false) == [])
  }

  @Test func aProviderThatHangsIsFound() async {
    let provider = FaultyProvider(.hangsWhenCancelled)
    let suite = OptionsProviderSuite(
      provider, Self.request, cancellationTime: .seconds(3), sleep: { _ in })
    let findings = await suite.findings()
    provider.release()
    #expect(
      findings.map(\.description) == [
        "faulty (city): cancellation: A cancelled request did not end within 3 seconds."
      ])
  }

  @Test(arguments: [
    (Fault.none, "errors: The provider answered with 4 choices, not an error."),
    (
      .throwsCancellation,
      "errors: The provider threw CancellationError, but the request was not cancelled."
    ),
    (.wordlessError, "errors: The error lacks a message."), (.fails, ""),
  ])
  func errorsAreErrors(fault: Fault, expected: String) async {
    let suite = OptionsProviderSuite(FaultyProvider(fault), failingRequests: [Self.request])
    let findings = await suite.findings().map(\.description)
    #expect(findings == (expected.isEmpty ? [] : ["faulty (city): \(expected)"]))
  }

  @Test func runningThrowsAllFindings() async {
    let suite = OptionsProviderSuite(FaultyProvider(.limitIgnored), Self.request)
    let failure = await #expect(throws: OptionsProviderFailure.self) { try await suite.run() }
    #expect(
      failure?.description == """
        faulty (city, limit 0): limit: The response has 4 choices.
        faulty (city, limit 1): limit: The response has 4 choices.
        faulty (city, limit 2): limit: The response has 4 choices.
        """)
    #expect(Set(failure?.findings.map(\.rule) ?? []) == [.limit])
  }
}

/// The fault of the provider.
enum Fault: Sendable {
  case none, duplicate, tooLong, unstable, reordered, searchBeyond, termIgnored,
    limitIgnored
  case limitTooEager, resolvesNothing, resolvesBackwards, resolvesAnything, resolvingThrows
  case strangeDefault, defaultsThrow, fails, wrongErrorWhenCancelled, hangsWhenCancelled
  case throwsCancellation, wordlessError, limitNotClaimed, emptyIdentifier, controlCharacter,
    empties
}
