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
    case .widget: return WidgetRoutes.summary.schema
    case .widgets: return page("widgets", of: Self.widget.reference)
    case .form: return form
    case .row: return RowWriting.form.schema
    case .issue: return ServiceIssue.form.schema
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
    case .placed: return PlacedState.form.schema
    case .placedList:
      let damaged = Part.object(["name": text, "state": Part.word(["damaged"]), "problem": text])
      return page(
        "placed",
        of: Part.any([
          PlacedState.summary.schema, PlacedState.summaryWithDraft.schema, damaged,
        ]))
    case .removedList: return page("removed", of: text)
    case .history:
      return page("states", of: PlacedRoutes.state.schema, ["name": text])
    case .audit: return page("changes", of: AuditRoutes.form.schema)
    case .tenants: return page("tenants", of: Part.object(["name": Part.optional(text)]))
    case .erasure: return Part.object(["changes": Part.integer, "pseudonym": text])
    case .webhooks: return Part.object(["webhooks": Part.list(Self.webhook.reference)])
    case .webhook: return WebhookRoutes.form.schema
    case .deliveries: return page("deliveries", of: WebhookRoutes.delivery.schema)
    case .devices: return page("devices", of: Self.device.reference)
    case .device: return DeviceJSON.schema
    case .reload:
      return Part.object([
        "reloaded": Part.integer, "reason": Part.word(ReloadReason.self),
        "push": Part.optional(PushOutlook.form.schema),
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
    return Part.object(
      [
        "definition": text, "family": WidgetRoutes.family.schema,
        "rows": Part.list(["type": "array", "items": text, "minItems": 2, "maxItems": 2]),
        "changed": Part.list(Self.row.reference),
        "issues": Part.list(Self.issue.reference), "pending": Part.list(FormAnswer.question.schema),
        "defaults": Self.optionalObject, "intent": Part.optional(Self.intent.reference),
        "submittable": Part.boolean,
      ],
      optional: [
        "seq": Part.integer,
        "failures": [
          "type": ["object", "null"], "additionalProperties": FormAnswer.failure.schema,
        ],
      ])
  }

  /// A page of a list.
  ///
  /// - Parameters:
  ///   - key: The key of the rows.
  ///   - row: The schema of a row.
  ///   - more: Other members.
  private func page(
    _ key: String, of row: JSONValue, _ more: [String: JSONValue] = [:]
  ) -> JSONValue {
    let own = [(key: key, value: Part.list(row)), (key: "next", value: Part.optional(Part.string))]
    let members = more.map { (key: $0.key, value: $0.value) } + own
    return Part.object(members, required: members.map(\.key), isOpen: false)
  }
}
