import DefinitionFormats
import DevicePush
import Foundation
import HTTPTypes
import IntentModel
import JSONC
import Messages
import WidgetFormats
import WidgetStore

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
    Self.form.json(Subject(device: device, asked: self, missing: missing))
  }

  /// The schema of a device.
  static var schema: JSONValue { form.schema }

  /// A device for a caller.
  private struct Subject {
    let device: StoredDevice
    let asked: DeviceJSON
    let missing: [String]
  }

  private static let form = ReportForm<Subject>([
    .text("id") { $0.device.id },
    .text("app") { $0.device.app },
    .value("environment", SchemaPart.word(PushEnvironment.self)) {
      .string($0.device.environment)
    },
    .text("tokenMark") { $0.device.tokenMark },
    .text(optional: "owner") { $0.asked.isAdmin ? $0.device.owner : nil },
    .word("state") { $0.device.state },
    .text(nullable: "timeZone") { $0.device.zone },
    .text(nullable: "locale") { $0.device.locale },
    .moment("registeredAt") { Date(milliseconds: $0.device.registered) },
    .moment("seenAt") { Date(milliseconds: $0.device.seen) },
    .list("widgets", of: widget) { $0.device.widgets },
    .object("push", of: push) { $0 },
    .object(nullable: "lastResult", of: result) { $0.device.answer },
    .texts(optional: "missing") { $0.missing },
  ])

  private static let widget = ReportForm<DeviceWidget>([
    .text("kind") { $0.kind },
    .text(nullable: "placed") { $0.placed },
    .text(nullable: "family") { $0.family },
    .moment(nullable: "fetchedAt") { $0.fetched.map { Date(milliseconds: $0) } },
  ])

  private static let push = ReportForm<Subject>([
    .integer("budgetLeft") { $0.asked.budget.left($0.device, at: $0.asked.now.milliseconds) },
    .integer("budget") { $0.asked.budget.burst },
    .moment(nullable: "waitingSince") { $0.device.since.map { Date(milliseconds: $0) } },
    .moment(nullable: "dueAt") { $0.device.due.map { Date(milliseconds: $0) } },
    .moment(nullable: "notBefore") { subject in
      let next = subject.device.next
      return next > subject.asked.now.milliseconds ? Date(milliseconds: next) : nil
    },
    .moment(nullable: "sentAt") { $0.device.sent.map { Date(milliseconds: $0) } },
    .moment(nullable: "confirmedAt") { $0.device.confirmed.map { Date(milliseconds: $0) } },
    .integer("failures") { $0.device.failures },
  ])

  private static let result = ReportForm<PushAnswer>([
    .moment("at") { Date(milliseconds: $0.moment) },
    .integer(nullable: "status") { $0.status },
    .text(nullable: "reason") { $0.reason },
    .text(nullable: "apnsId") { $0.id },
  ])
}

/// A device as it registers.
struct DeviceRequest {
  enum Key: String, JSONKey { case app, environment, token, widgets, timeZone, locale }
  enum WidgetKey: String, JSONKey { case kind, placed, family }

  /// The maximum length of a token, in hexadecimal digits.
  private static let longestToken = 512

  /// The JSON Schema of valid requests.
  static let schema = SchemaPart.object(
    Key.allCases, required: [.app, .environment, .token, .widgets]
  ) { key in
    switch key {
    case .app: SchemaPart.text
    case .environment: SchemaPart.word(PushEnvironment.self)
    case .token: ["type": "string", "pattern": "^([0-9a-fA-F]{2}){1,256}$"]
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
    guard (2...Self.longestToken).contains(token.utf8.count), token.utf8.count % 2 == 0,
      token.utf8.allSatisfy({
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      })
    else {
      // The token is a secret, so the problem does not quote it.
      throw ServiceProblem(
        .unprocessableContent, "invalid-token",
        "“token” is not 1 to \(Self.longestToken / 2) bytes in hexadecimal digits.",
        "Send the bytes of “WidgetPushInfo.token”, two digits for each.")
    }
    if let zone, TimeZone(identifier: zone) == nil {
      throw ServiceProblem(
        .unprocessableContent,
        FormatProblem.unknownWord(
          zone.harmless(limit: 60), what: .verbatim("timeZone"),
          choices: TimeZone.knownTimeZoneIdentifiers))
    }
    let longest = widgets.flatMap { [$0.kind, $0.placed ?? ""] }.map(\.utf8.count).max() ?? 0
    guard longest <= 1_000 else {
      throw ServiceProblem(
        .unprocessableContent, "invalid-widget",
        "A “kind” or “placed” has \(longest) bytes; 1,000 are allowed.",
        "Send the names as the service lists them.")
    }
  }
}
