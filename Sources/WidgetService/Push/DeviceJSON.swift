import DevicePush
import Foundation
import HTTPTypes
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetFormats
import WidgetStore
import Zones

/// Devices as callers see them, without their tokens.
struct DeviceJSON {
  let budget: PushBudget
  let now: Date
  /// Whether the caller may see who registered the device.
  let isAdmin: Bool

  init(_ call: ServiceCall) {
    budget = PushBudget(call.service.settings)
    now = call.service.now()
    isAdmin = call.caller.isAdmin
  }

  /// A time as text.
  static func moment(_ milliseconds: Int64) -> String {
    TimelineJSON.text(of: Date(milliseconds: milliseconds))
  }

  /// A device.
  ///
  /// - Parameter missing: The names in the registration under which no widget is placed.
  func json(_ device: StoredDevice, missing: [String] = []) -> JSONValue {
    DeviceReport(
      device, owner: isAdmin ? device.owner : nil, budget: budget, now: now, missing: missing
    ).json
  }

  /// The schema of a device.
  static var schema: JSONValue {
    DeviceReport.schema(environment: SchemaPart.word(PushEnvironment.self))
  }
}

/// The registration of a device, as the device sends it.
struct DeviceRequest {
  /// The members of a registration.
  private struct Members {
    var bundle = ""
    var environment = PushEnvironment.production
    var token = ""
    var widgets: [DeviceWidget] = []
    var zone: String?
    var locale: String?
  }

  private static let members = ObjectCoding<Members>([
    .text("app", isRequired: true) { $0.bundle = $1 },
    .word("environment", isRequired: true) { $0.environment = $1 },
    .text(
      "token",
      [
        "type": "string",
        "pattern": .string("^([0-9a-fA-F]{2}){1,\(WidgetPush.maximumTokenBytes)}$"),
      ], isRequired: true
    ) { $0.token = $1.lowercased() },
    .list("widgets", of: widget.schema, maximum: StoredDevice.maximumWidgets, isRequired: true) {
      $0.widgets = $1
    } _: { node in
      var shown = DeviceWidget(kind: "", placed: nil, family: nil)
      widget.read(node, into: &shown)
      return shown.kind.isEmpty ? nil : shown
    },
    .text(TimelineRoutes.zone.name) { $0.zone = $1 },
    .string("locale") { $0.locale = AcceptedLanguage.tag($1) },
  ])

  private static let widget = ObjectCoding<DeviceWidget>([
    .text("kind", isRequired: true) { $0.kind = $1 },
    .text("placed") { $0.placed = $1 },
    .value("family", FormRequest.familySchema) { $0.family = FormRequest.family($1)?.rawValue },
  ])

  /// The JSON Schema of valid requests.
  static var schema: JSONValue { members.schema }

  /// The maximum size of “kind” and of “placed”, in bytes.
  static let maximumNameBytes = 1_000

  var app: PushApp
  var token: String
  var widgets: [DeviceWidget]
  var zone: String?
  var locale: String?

  init(_ body: RequestBody) throws {
    let members = try Self.members.read(body, as: Members())
    app = PushApp(bundle: members.bundle, environment: members.environment)
    (token, widgets) = (members.token, members.widgets)
    (zone, locale) = (members.zone, members.locale)
    guard WidgetPush.isToken(token) else {
      // The token is a secret, so the problem does not quote it.
      throw ServiceProblem(
        .invalidToken,
        "“token” is not 1 to \(WidgetPush.maximumTokenBytes) bytes in hexadecimal digits.")
    }
    if let zone { _ = try ZoneRules.named(zone, else: .unprocessableContent) }
    let longest = widgets.flatMap { [$0.kind, $0.placed ?? ""] }.map(\.utf8.count).max() ?? 0
    guard longest <= Self.maximumNameBytes else {
      throw ServiceProblem(
        .invalidWidget,
        "A “kind” or “placed” has \(longest, "byte", "bytes").")
    }
  }
}
