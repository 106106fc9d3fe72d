import IntentOptions
import OptionsProviderTesting
import XCTest

/// The suite in an XCTest target, where a thrown error fails the test.
final class XCTestUseTests: XCTestCase {
  private let request = OptionsRequest(parameter: "city")

  func testAGoodProvider() async throws {
    let provider = InMemoryOptionsProvider(["Oslo", "Bergen"])
    try await OptionsProviderSuite(provider, request, searchTerms: ["o"]).run()
  }

  func testABrokenProvider() async {
    do {
      try await OptionsProviderSuite(FaultyProvider(.resolvesNothing), request).run()
      XCTFail("nothing was found")
    } catch {
      XCTAssertEqual(
        "\(error)",
        "faulty (city): resolving: Some offered choices were not "
          + "resolved: “Porto”, “Rome”, “Bergen” and 1 more.")
    }
  }

  func testFindingsOneByOne() async {
    let suite = OptionsProviderSuite(FaultyProvider(.limitIgnored), request)
    for finding in await suite.findings() {
      XCTAssertEqual(finding.rule, .limit, finding.description)
    }
  }
}
