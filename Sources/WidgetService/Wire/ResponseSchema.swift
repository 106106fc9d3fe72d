import DefinitionFormats
import FormEngine
import IntentModel
import JSONC
import WidgetFormats
import WidgetStore
import WidgetTimeline

/// The schemas of responses, by their names in the OpenAPI document.
enum ResponseSchema: String, Sendable, CaseIterable {
  case status = "Status"
  case widget = "Widget"
  case widgets = "Widgets"
  case form = "Form"
  case row = "Row"
  case issue = "Issue"
  case intent = "Intent"
  case validity = "Validity"
  case options = "Options"
  case item = "Item"
  case standings = "Standings"
  case defaults = "Defaults"
  case placed = "PlacedWidget"
  case placedList = "PlacedWidgets"
  case removedList = "RemovedWidgets"
  case history = "History"
  case audit = "Audit"
  case tenants = "Tenants"
  case erasure = "Erasure"
  case webhooks = "Webhooks"
  case webhook = "Webhook"
  case deliveries = "Deliveries"
  case replay = "Replay"
  case devices = "Devices"
  case device = "Device"
  case reload = "Reload"
  case simulation = "Simulation"
  case findings = "Findings"
  case descriptions = "Descriptions"
  case diff = "DefinitionDiff"
  case definition = "Definition"
  case jsonSchema = "JSONSchema"
  case anyObject = "Object"
  case timeline = "Timeline"
  case entry = "Entry"
  case problem = "Problem"

  /// A reference to the schema, for use in other schemas.
  var reference: JSONValue { ["$ref": .string("#/components/schemas/" + rawValue)] }

  /// All schemas by name.
  static var components: JSONValue {
    .object(JSONObject(allCases.map { (key: $0.rawValue, value: $0.schema) }))
  }

  private typealias Part = SchemaPart

  private static let object: JSONValue = ["type": "object"]
  private static let optionalObject: JSONValue = ["type": ["object", "null"]]
  private static let anything: JSONValue = [:]

  private var schema: JSONValue {
    let text = Part.string
    let family = WidgetRoutes.family.schema
    switch self {
    case .status: return Part.object(["status": text], optional: ["store": text])
    case .widget:
      return Part.object(
        [
          "kind": text, "displayName": text, "intent": text, "families": Part.list(family),
          "definition": text, "sources": Part.list(text), "hasTimeline": Part.boolean,
          "form": text, "schema": text,
        ], optional: ["description": text])
    case .widgets:
      return Part.object([
        "widgets": Part.list(Self.widget.reference), "next": Part.optional(text),
      ])
    case .form: return form
    case .row: return RowWriting.form.schema
    case .issue:
      return Part.object(
        ["code": text, "severity": Part.word(IntentIssue.Severity.self), "text": text],
        optional: ["pointer": text, "remedy": text, "line": Part.integer, "column": Part.integer])
    case .intent:
      return Part.object(
        ["intent": text, "family": family, "parameters": Self.object],
        optional: ["name": text])
    case .validity:
      return Part.object(
        ["valid": Part.boolean],
        optional: ["intent": Self.intent.reference, "issues": Part.list(Self.issue.reference)])
    case .options:
      let section = Part.object(
        ["items": Part.list(Self.item.reference)], optional: ["title": text])
      return Part.object(
        [
          "total": Part.integer, "complete": Part.boolean, "from": Part.integer, "snapshot": text,
          "sections": Part.list(section), "ageMs": Part.integer, "next": Part.optional(text),
        ], optional: ["prompt": text, "notice": text, "indexed": Part.boolean])
    case .item:
      return Part.object(
        ["identifier": text, "display": text],
        optional: [
          "subtitle": text, "symbol": text, "match": Part.list(Part.integer),
          "value": Self.anything,
        ])
    case .standings:
      let choice = Part.object(
        ["identifier": text, "standing": Part.word(["offered", "missing", "unknown"])],
        optional: ["item": Self.item.reference])
      return Part.object(["choices": Part.list(choice)])
    case .defaults: return Part.object(["items": Part.list(Self.item.reference)])
    case .placed: return placed
    case .placedList:
      let damaged = Part.object(["name": text, "state": Part.word(["damaged"]), "problem": text])
      let listed = Part.object(
        [
          "name": text, "kind": ["type": ["string", "null"]], "family": family, "intent": text,
          "revision": Part.integer, "savedAt": Part.moment,
        ],
        optional: [
          "state": Part.word(ListJSON.State.self), "etag": text, "draft": Self.object,
        ])
      return Part.object([
        "placed": Part.list(Part.any([listed, damaged])), "next": Part.optional(text),
      ])
    case .removedList:
      return Part.object(["removed": Part.list(text), "next": Part.optional(text)])
    case .history:
      let state = Part.object(
        [
          "revision": Part.integer, "isPresent": Part.boolean,
          "state": Part.word(ListJSON.State.self),
        ],
        optional: [
          "savedAt": Part.moment, "removedAt": Part.moment, "kind": text, "etag": text,
          "family": family, "draft": Self.object, "problem": text,
        ])
      return Part.object([
        "name": text, "states": Part.list(state), "next": Part.optional(text),
      ])
    case .audit:
      let change = Part.object(
        [
          "number": Part.integer, "at": Part.moment, "by": Part.optional(text),
          "action": Part.word(LoggedChange.Action.self), "name": text,
          "before": Self.optionalObject, "after": Self.optionalObject,
        ], optional: ["newName": text])
      return Part.object(["changes": Part.list(change), "next": Part.optional(text)])
    case .tenants:
      let tenant = Part.object(["name": Part.optional(text)])
      return Part.object(["tenants": Part.list(tenant), "next": Part.optional(text)])
    case .erasure: return Part.object(["changes": Part.integer, "pseudonym": text])
    case .webhooks: return Part.object(["webhooks": Part.list(Self.webhook.reference)])
    case .webhook:
      return Part.object([
        "id": text, "url": text, "state": Part.word(WebhookState.self), "position": Part.integer,
        "last": Part.integer, "failingSince": Part.optional(Part.moment),
        "disabledSince": Part.optional(Part.moment),
      ])
    case .deliveries:
      let delivery = Part.object([
        "id": text, "number": Part.integer, "state": Part.word(StoredDelivery.State.self),
        "attempts": Part.integer, "lastAttempt": Part.moment,
        "nextAttempt": Part.optional(Part.moment), "status": Part.optional(Part.integer),
        "problem": Part.optional(text),
      ])
      return Part.object(["deliveries": Part.list(delivery), "next": Part.optional(text)])
    case .devices:
      return Part.object([
        "devices": Part.list(Self.device.reference), "next": Part.optional(text),
      ])
    case .device: return DeviceJSON.schema
    case .reload:
      return Part.object([
        "reloaded": Part.integer, "reason": Part.word(ReloadReason.self),
        "push": DeviceJSON.outlookSchema,
      ])
    case .replay: return Part.object(["count": Part.integer])
    case .simulation: return SimulationJSON.schema
    case .findings: return CheckReport.schema
    case .descriptions: return IntentReport.schema
    case .diff: return DefinitionDiff.schema
    case .definition:
      return Part.object(["intents": Part.list(Self.object)], isOpen: true)
    case .jsonSchema:
      return Part.object(["$schema": text], isOpen: true)
    case .anyObject: return Self.object
    case .timeline:
      return Part.object([
        "entries": Part.list(Self.entry.reference),
        "reload": Part.any([
          Part.word(["atEnd", "never"]),
          Part.object(["policy": Part.word(["after"]), "date": Part.moment]),
        ]),
      ])
    case .entry:
      return Part.object(["date": Part.moment], isOpen: true)
    case .problem:
      return Part.object(
        ["type": text, "title": text, "status": Part.integer, "detail": text, "code": text],
        optional: ["issues": Part.list(Self.issue.reference)], isOpen: true)
    }
  }

  private var form: JSONValue {
    let text = Part.string
    let failure = Part.object(["code": text, "source": text, "text": text, "remedy": text])
    let question = Part.object([
      "for": text, "asks": Part.word(FormRun.Question.Kind.self), "sinceMs": Part.integer,
    ])
    return Part.object(
      [
        "definition": text, "family": WidgetRoutes.family.schema,
        "rows": Part.list(["type": "array", "items": text, "minItems": 2, "maxItems": 2]),
        "changed": Part.list(Self.row.reference),
        "issues": Part.list(Self.issue.reference), "pending": Part.list(question),
        "defaults": Self.optionalObject, "intent": Part.optional(Self.intent.reference),
        "submittable": Part.boolean,
      ],
      optional: [
        "seq": Part.integer,
        "failures": ["type": ["object", "null"], "additionalProperties": failure],
      ])
  }

  /// The members of a placed widget in a list, and the first members of a single placed widget.
  private static let placedHead: KeyValuePairs<String, JSONValue> = [
    "name": Part.string, "kind": ["type": ["string", "null"]],
    "family": WidgetRoutes.family.schema, "state": Part.word(ListJSON.State.self),
    "revision": Part.integer, "savedAt": Part.moment, "etag": Part.string,
  ]

  private var placed: JSONValue {
    Part.object(
      Self.placedHead,
      optional: [
        "draft": Self.object, "intent": Part.optional(Self.intent.reference),
        "issues": Part.list(Self.issue.reference), "changes": Part.list(Self.anything),
        "push": DeviceJSON.outlookSchema,
      ])
  }
}
