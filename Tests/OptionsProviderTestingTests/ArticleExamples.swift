import ExternalSources
import Foundation
import IntentModel
import IntentOptions
import OptionsProviderTesting
import Testing

// The Swift of the article “Test a provider”, without changes.

struct TramLines: OptionsProvider {
  var name: String { "lines" }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    ["U1", "U2", "U3"]
  }
}

@Test func `Lines keep the rules`() async throws {
  try await OptionsProviderSuite(
    TramLines(), OptionsRequest(parameter: "line"), searchTerms: ["u2"]
  ).run()
}

@Test func `The stops of each line keep the rules`() async throws {
  let stops = StopsOfALine()
  for line in ["U1", "U2"] {
    let request = OptionsRequest(parameter: "stop", values: ["line": .string(line)])
    try await OptionsProviderSuite(stops, request).run()
  }
}

struct StopsOfALine: OptionsProvider {
  var name: String { "stops" }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    switch request.values["line"] {
    case .string("U1"): ["Town Hall", "Harbour"]
    case .string("U2"): ["Town Hall", "Zoo"]
    default: []
    }
  }
}

@Test func `A recorded list keeps the rules`() async throws {
  let stops = FixtureOptionsProvider(path: recorded)
  try await OptionsProviderSuite(stops, OptionsRequest(parameter: "stop")).run()
}

private let recorded = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Fixtures/Departures/stops.json").path

@Test func `An author's error gets the name of its provider where it is shown`() {
  let error = OptionsError(.failed, "Down.", remedy: "Wait.")
  #expect("\(OptionsError(error, provider: "rooms"))" == "rooms: Down. Wait.")
  let named = OptionsError(.failed, provider: "a", message: "Down.", remedy: "Wait.")
  #expect(OptionsError(named, provider: "rooms") == named)
}
