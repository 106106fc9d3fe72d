import IntentModel
import IntentOptions
import OptionsProviderTesting
import Testing

/// The protocol that `generate --as typed` writes for an App Intents query.
@Suite struct GeneratedQueryTests {
  /// The query of an App Intents project, which keeps its methods and conforms to the protocol that
  /// `generate` writes from the project's source (Transit.intents.swift).
  private struct Stops: StopQueryProvider {
    var name: String { "stops" }
    var isBroken = false
    private static let all = ["Alm", "Bern", "Calw", "Dorf"].map {
      Stop(identifier: $0.lowercased(), display: $0, zone: "A")
    }

    func suggestedEntities(in request: OptionsRequest) async throws -> [Stop] { Self.all }

    func entities(matching string: String, in request: OptionsRequest) async throws -> [Stop] {
      isBroken
        ? Self.all : Self.all.filter { $0.display.lowercased().contains(string.lowercased()) }
    }

    func entities(for identifiers: [String], in request: OptionsRequest) async throws -> [Stop] {
      identifiers.compactMap { identifier in Self.all.first { $0.identifier == identifier } }
    }

    func defaultResult(in request: OptionsRequest) async throws -> Stop? { Self.all.first }
  }

  @Test func aQueryOfAppIntentsIsAProvider() async throws {
    let request = OptionsRequest(parameter: "stops")
    try await OptionsProviderSuite(Stops(), request, searchTerms: ["al"]).run()
    #expect(try await Stops().defaultOptions(for: request).map(\.display) == ["Alm"])
    let item = try await Stops().options(for: request).items.first
    #expect(item?.properties["zone"] == .string("A"))
    let broken = await OptionsProviderSuite(Stops(isBroken: true), request).findings()
    #expect(broken.map(\.rule) == [.search])
  }
}
