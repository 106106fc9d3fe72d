import Foundation
import OptionsProviderTesting
import WidgetConfig

/// A provider that shows what the views of an app show, on the main actor.
@MainActor final class Rooms: OptionsProvider {
  let name = "rooms"
  var rooms = ["Kitchen", "Attic"]
  var isOpen = true

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    guard isOpen else {
      throw OptionsError(.failed, "The house is closed.", remedy: "Come back tomorrow.")
    }
    return OptionsCollection(items: rooms.map { OptionItem(identifier: $0, display: $0) })
  }
}

/// Tests a provider, and shows what a person reads when it fails.
@MainActor func testProviders() async throws {
  let rooms = Rooms()
  try await OptionsProviderSuite(
    rooms, OptionsRequest(parameter: "room"), searchTerms: ["att"]
  ).run()
  rooms.isOpen = false
  do {
    _ = try await rooms.options(for: OptionsRequest(parameter: "room"))
    fatalError("The provider does not fail.")
  } catch {
    let shown = OptionsError(error, provider: rooms.name)
    precondition("\(shown)" == "rooms: The house is closed. Come back tomorrow.", "\(shown)")
    precondition(shown.message.text(in: MessageLanguage(locale: "de")) == "The house is closed.")
  }
}

/// Tests the provider of a list that was recorded.
func testAFixture() async throws {
  let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
  try Data(#"["Central Station", "Harbour"]"#.utf8).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let stops = FixtureOptionsProvider(path: file.path)
  let request = OptionsRequest(parameter: "stop")
  try await OptionsProviderSuite(stops, request).run()
  let found = try await stops.options(for: request)
  precondition(found.items.map(\.identifier) == ["Central Station", "Harbour"])
}
