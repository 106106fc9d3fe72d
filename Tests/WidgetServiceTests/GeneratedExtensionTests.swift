import HTTPTypes
import IntentCodegen
import IntentModel
import JSONC
import Testing

@testable import WidgetService

/// The generated code of a widget extension calls the service, but runs in an app, so its routes
/// and names are compared with those of the service.
@Suite struct GeneratedExtensionTests {
  private static let code = WidgetExtensionSwift(
    IntentDefinitionFile(intents: [IntentDefinition(name: "Board", isEligibleForWidgets: true)]),
    stem: "Board"
  ).file.text

  @Test func `It requests routes of the service`() throws {
    let timeline = ServicePath.placedWidget + "/timeline"
    #expect(TimelineRoutes.routes.contains { $0.method == .get && $0.path == timeline })
    let placed = ServicePath.placed.dropFirst()
    #expect(Self.code.contains("\"\(placed)/\" + Self.escaped(name) + \"/timeline\""))
    let device = try #require(DeviceRoutes.routes.first { $0.method == .put })
    let devices = device.path.dropFirst().prefix { $0 != "{" }
    #expect(Self.code.contains("\"\(devices)\" + Self.escaped(device)"))
    #expect(Self.code.contains("\"\(HTTPField.Name.device.rawName)\""))
    #expect(
      Self.code.contains("`\(ServiceScope.read.rawValue)` and `\(ServiceScope.device.rawValue)`"))
  }

  @Test func `It registers a device with the members of the service`() throws {
    let members = try #require(DeviceRequest.schema.objectValue?["properties"]?.objectValue?.keys)
    #expect(members.count == 6)
    for member in members { #expect(Self.code.contains("\"\(member)\":"), "\(member)") }
    for word in PushEnvironment.allCases.map(\.rawValue) {
      #expect(Self.code.contains("\"\(word)\""), "\(word)")
    }
  }
}
