import DefinitionFormats
import DevicePush
import Foundation
import HTTPTypes
import IntentModel
import JSONC
import Messages
import WidgetFormats
import WidgetStore

/// Devices as callers see them: with all but their tokens.
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

  private static func moment(_ milliseconds: Int64?) -> JSONValue {
    .text(milliseconds.map { moment($0) }) ?? .null
  }

  /// A device.
  func json(_ device: StoredDevice) -> JSONValue {
    let widgets = device.widgets.map { widget -> JSONValue in
      .members([
        "kind": .string(widget.kind), "placed": .text(widget.placed) ?? .null,
        "family": .text(widget.family) ?? .null, "fetchedAt": Self.moment(widget.fetched),
      ])
    }
    let left = budget.left(device, at: now.milliseconds)
    return .members([
      "id": .string(device.id), "app": .string(device.app),
      "environment": .string(device.environment),
      "tokenMark": .string(device.tokenMark),
      "owner": isAdmin ? .string(device.owner) : nil, "state": .string(device.state.rawValue),
      "timeZone": .text(device.zone) ?? .null, "locale": .text(device.locale) ?? .null,
      "registeredAt": .string(Self.moment(device.registered)),
      "seenAt": .string(Self.moment(device.seen)), "widgets": .array(widgets),
      "push": .members([
        "budgetLeft": .integer(left), "budget": .integer(budget.burst),
        "waitingSince": Self.moment(device.since), "dueAt": Self.moment(device.due),
        "notBefore": Self.moment(device.next > now.milliseconds ? device.next : nil),
        "sentAt": Self.moment(device.sent), "confirmedAt": Self.moment(device.confirmed),
        "failures": .integer(device.failures),
      ]),
      "lastResult": device.answer.map { answer in
        .members([
          "at": .string(Self.moment(answer.moment)),
          "status": answer.status.map { .integer($0) } ?? .null,
          "reason": .text(answer.reason) ?? .null, "apnsId": .text(answer.id) ?? .null,
        ])
      } ?? .null,
    ])
  }

  /// The schema of a device.
  static var schema: JSONValue {
    typealias Part = SchemaPart
    let text = Part.string
    let moment = Part.optional(Part.moment)
    let widget = Part.object([
      "kind": text, "placed": Part.optional(text), "family": Part.optional(text),
      "fetchedAt": moment,
    ])
    let push = Part.object([
      "budgetLeft": Part.integer, "budget": Part.integer, "waitingSince": moment, "dueAt": moment,
      "notBefore": moment, "sentAt": moment, "confirmedAt": moment, "failures": Part.integer,
    ])
    let result = Part.object([
      "at": Part.moment, "status": Part.optional(Part.integer), "reason": Part.optional(text),
      "apnsId": Part.optional(text),
    ])
    return Part.object(
      [
        "id": text, "app": text, "environment": Part.word(PushEnvironment.self),
        "tokenMark": text, "state": Part.word(StoredDevice.State.self),
        "timeZone": Part.optional(text), "locale": Part.optional(text),
        "registeredAt": Part.moment, "seenAt": Part.moment, "widgets": Part.list(widget),
        "push": push, "lastResult": Part.optional(result),
      ], optional: ["owner": text, "missing": Part.list(text)])
  }

  /// The schema of what is said about pushes in the answer to a change.
  static let outlookSchema = SchemaPart.optional(
    SchemaPart.object([
      "devices": SchemaPart.integer, "isMore": SchemaPart.boolean, "queued": SchemaPart.integer,
      "skipped": SchemaPart.integer, "deferred": SchemaPart.integer,
      "notBefore": SchemaPart.optional(SchemaPart.moment),
    ]))
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
