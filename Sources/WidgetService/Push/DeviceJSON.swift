import DefinitionFormats
import DevicePush
import Foundation
import HTTPTypes
import IntentModel
import JSONC
import Messages
import WidgetFormats
import WidgetStore
import Zones

/// Devices as callers see them, without their tokens.
struct DeviceJSON {
  let budget: PushBudget
  let now: Date
  /// Whether the caller sees who registered the device.
  let isAdmin: Bool

  init(_ call: ServiceCall) {
    budget = PushBudget(call.service.settings)
    now = call.service.now()
    isAdmin = call.caller.scopes.contains(.admin)
  }

  /// A time as text.
  static func moment(_ milliseconds: Int64) -> String {
    TimelineJSON.text(of: Date(milliseconds: milliseconds))
  }

  /// A device.
  ///
  /// - Parameter missing: The names in the registration under which nothing is placed.
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

/// A device as it registers.
struct DeviceRequest {
  enum Key: String, JSONKey { case app, environment, token, widgets, timeZone, locale }
  enum WidgetKey: String, JSONKey { case kind, placed, family }

  /// The JSON Schema of valid requests.
  static let schema = SchemaPart.object(
    Key.allCases, required: [.app, .environment, .token, .widgets]
  ) { key in
    switch key {
    case .app: SchemaPart.text
    case .environment: SchemaPart.word(PushEnvironment.self)
    case .token:
      [
        "type": "string",
        "pattern": .string("^([0-9a-fA-F]{2}){1,\(WidgetPush.mostTokenBytes)}$"),
      ]
    case .widgets:
      [
        "type": "array", "maxItems": .integer(StoredDevice.mostWidgets),
        "items": SchemaPart.object(WidgetKey.allCases, required: [.kind]) { key in
          switch key {
          case .kind, .placed: SchemaPart.text
          case .family: WidgetRoutes.family.schema
          }
        },
      ]
    case .timeZone, .locale: SchemaPart.text
    }
  }

  var app: PushApp
  var token: String
  var widgets: [DeviceWidget]
  var zone: String?
  var locale: String?

  init(_ bytes: [UInt8], _ limits: FormatLimits) throws {
    let problems = ProblemList(file: "request", bytes: bytes, limits: limits)
    let members = problems.root()?.object(Key.self)
    let bundle = members?.required(.app)?.text(.verbatim("app")) ?? ""
    let environment: PushEnvironment =
      members?.required(.environment)?.word(.verbatim("environment")) ?? .production
    let digits = members?.required(.token)?.text(.verbatim("token")) ?? ""
    let nodes = members?.required(.widgets)?.elements ?? []
    if nodes.count > StoredDevice.mostWidgets {
      members?[.widgets]?.report(
        .tooMany(what: .verbatim("widgets"), maximum: StoredDevice.mostWidgets))
    }
    widgets = nodes.prefix(StoredDevice.mostWidgets).compactMap { node in
      let widget = node.object(WidgetKey.self)
      guard let kind = widget?.required(.kind)?.text(.verbatim("kind")) else { return nil }
      let family = FormRequest.family(widget?[.family])
      return DeviceWidget(
        kind: kind, placed: widget?[.placed]?.text(.verbatim("placed")), family: family?.rawValue)
    }
    zone = members?[.timeZone]?.text(.verbatim("timeZone"))
    locale = AcceptedLanguage.tag(members?.string(.locale))
    app = PushApp(bundle: bundle, environment: environment)
    token = digits.lowercased()
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
    guard WidgetPush.isToken(token) else {
      // The token is a secret, so the problem does not quote it.
      throw ServiceProblem(
        .unprocessableContent, .invalidToken,
        "“token” is not 1 to \(WidgetPush.mostTokenBytes) bytes in hexadecimal digits.",
        "Send the bytes of “WidgetPushInfo.token”, two digits for each.")
    }
    if let zone { _ = try ZoneRules.named(zone, else: .unprocessableContent) }
    let longest = widgets.flatMap { [$0.kind, $0.placed ?? ""] }.map(\.utf8.count).max() ?? 0
    guard longest <= 1_000 else {
      throw ServiceProblem(
        .unprocessableContent, .invalidWidget,
        "A “kind” or “placed” has \(longest) bytes; 1,000 are allowed.",
        "Send the names as the service lists them.")
    }
  }
}
