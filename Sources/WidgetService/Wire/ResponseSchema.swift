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
  case placedRow = "PlacedRow"
  case answerChange = "AnswerChange"
  case answerDifference = "AnswerDifference"
  case removedList = "RemovedWidgets"
  case history = "History"
  case audit = "Audit"
  case loggedState = "LoggedState"
  case event = "ChangeEvent"
  case webhookRequest = "WebhookRequest"
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
  case problemType = "ProblemType"
  case problemTypes = "ProblemTypes"
  case problemCode = "ProblemCode"
  case problem = "Problem"
  case changeEvents = "ChangeEvents"
  case formEvents = "FormEvents"
  case bulkLines = "BulkLines"
  case exportLines = "ExportLines"
  case importLines = "ImportLines"

  /// The schemas of streams, whose parts are not separate JSON documents.
  private static let streams: Set<ResponseSchema> = [
    .changeEvents, .formEvents, .bulkLines, .exportLines, .importLines,
  ]

  /// The form of the schema for use in other schemas: a reference, or the schema itself for a
  /// stream.
  var reference: JSONValue { Self.streams.contains(self) ? schema : Self.reference(rawValue) }

  private static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/components/schemas/" + name)]
  }

  /// The schema of the problems in responses with a status.
  static func problem(of status: Int) -> JSONValue {
    ProblemCode.statuses.contains(status) ? reference(problemName(status)) : problem.reference
  }

  private static func problemName(_ status: Int) -> String {
    (problemNames[status] ?? "Status\(status)") + "Problem"
  }

  private static let problemNames = [
    400: "BadRequest", 401: "Unauthorized", 403: "Forbidden", 404: "NotFound",
    405: "MethodNotAllowed", 408: "RequestTimeout", 409: "Conflict", 410: "Gone",
    412: "PreconditionFailed", 413: "ContentTooLarge", 415: "UnsupportedMediaType",
    421: "MisdirectedRequest", 422: "UnprocessableContent", 428: "PreconditionRequired",
    429: "TooManyRequests", ProblemCode.callerGoneStatus: "CallerGone", 500: "ServerError",
    502: "BadGateway", 503: "ServiceUnavailable", 504: "GatewayTimeout",
  ]

  /// All schemas by name.
  static var components: JSONValue {
    let own = allCases.filter { !streams.contains($0) }
    return .object(
      JSONObject(
        own.map { (key: $0.rawValue, value: $0.schema) }
          + ProblemCode.statuses.map { (key: problemName($0), value: problemSchema($0)) }))
  }

  /// The problems with a status: their codes, and the members that only they have.
  private static func problemSchema(_ status: Int) -> JSONValue {
    let more: [(key: ServiceProblem.Key, value: JSONValue)]
    switch status {
    case 409:
      more = [
        (.definition, Part.string), (.draft, Part.anyObject),
        (.changes, Part.list(answerChange.reference)),
      ]
    case 412:
      more = [
        (.current, Part.optional(placed.reference)),
        (.yours, Part.list(answerDifference.reference)),
        (.theirs, Part.list(answerDifference.reference)),
        (.familyChanges, SideChanges.coding.schema), (.kindChanges, SideChanges.coding.schema),
      ]
    default: more = []
    }
    return problemSchema(
      code: Part.word(ProblemCode.codes(of: status).map(\.rawValue)), more)
  }

  private static func problemSchema(
    code: JSONValue, _ more: [(key: ServiceProblem.Key, value: JSONValue)] = []
  ) -> JSONValue {
    let own: [(key: ServiceProblem.Key, value: JSONValue)] = [
      (.type, Part.string), (.title, Part.string), (.status, Part.integer),
      (.detail, Part.string), (.code, code),
    ]
    let all = own + [(key: ServiceProblem.Key.issues, value: Part.list(issue.reference))] + more
    return Part.object(
      all.map { (key: $0.key.rawValue, value: $0.value) },
      required: own.map(\.key.rawValue), isOpen: true)
  }

  /// A value that matches exactly one of the parts.
  private static func one(_ parts: [JSONValue]) -> JSONValue { ["oneOf": .array(parts)] }

  /// The schema of a stream, whose parts are described as the elements of an array.
  private static func stream(of item: JSONValue, as type: String) -> JSONValue {
    [
      "type": "string", "contentMediaType": .string(type),
      "contentSchema": Part.list(item),
    ]
  }

  private typealias Part = SchemaPart

  private var schema: JSONValue {
    let text = Part.string
    let family = WidgetRoutes.family.schema
    switch self {
    case .status: return OperationRoutes.status.schema
    case .widget: return WidgetRoutes.summary.schema
    case .widgets: return ListPage.schema(.widgets, of: Self.widget.reference)
    case .form: return form
    case .row: return RowWriting.coding.schema
    case .issue: return ServiceIssue.coding.schema
    case .intent:
      return Part.object(
        [IntentKey.intent, .family, .parameters, .name], required: [.intent, .family, .parameters]
      ) { key in
        switch key {
        case .family: family
        case .parameters: Part.anyObject
        case .intent, .name: text
        }
      }
    case .validity: return WidgetRoutes.validity.schema
    // Required members come first here, unlike in a response. AnswerSchemaTests compares the two.
    case .options:
      let section = Part.object(
        ["items": Part.list(Self.item.reference)], optional: ["title": text])
      return Part.object(
        [
          "total": Part.integer, "complete": Part.boolean, "from": Part.integer, "snapshot": text,
          "sections": Part.list(section), "ageMs": Part.integer,
          ListPage.nextKey: Part.optional(text),
        ], optional: ["prompt": text, "notice": text, "indexed": Part.boolean])
    case .item: return ItemWriting.schema
    case .standings: return OptionsRoutes.standingsCoding.schema
    case .defaults: return OptionsRoutes.defaultsCoding.schema
    case .placed: return PlacedState.coding.schema
    case .placedList:
      return ListPage.schema(
        .placed, of: Self.placedRow.reference,
        optional: [(key: PlacedRoutes.countKey, value: Part.integer)])
    case .placedRow: return PlacedRow.coding.schema
    case .answerChange: return [AnswerChange].coding.schema
    case .answerDifference: return ChangeWriting.coding.schema
    case .removedList: return ListPage.schema(.removed, of: text)
    case .history:
      return ListPage.schema(
        .states, of: PlacedRoutes.state.schema, with: [(key: PlacedRoutes.nameKey, value: text)])
    case .audit: return ListPage.schema(.changes, of: AuditRoutes.coding.schema)
    case .loggedState: return LoggedStateJSON.coding.schema
    case .event: return ChangeFeed.Event.coding.schema
    case .webhookRequest: return WebhookSender.schema
    case .tenants: return ListPage.schema(.tenants, of: ErasureRoutes.tenantCoding.schema)
    case .erasure: return ErasureRoutes.erasureCoding.schema
    case .webhooks: return WebhookRoutes.listCoding.schema
    case .webhook: return WebhookRoutes.coding.schema
    case .deliveries: return ListPage.schema(.deliveries, of: WebhookRoutes.delivery.schema)
    case .devices: return ListPage.schema(.devices, of: Self.device.reference)
    case .device: return DeviceJSON.schema
    case .reload: return ReloadRoutes.reloadCoding.schema
    case .replay: return WebhookRoutes.replayCoding.schema
    case .simulation: return SimulationJSON.schema
    case .findings: return CheckReport.schema
    case .descriptions: return IntentReport.schema
    case .diff: return DefinitionDiff.schema
    case .definition:
      return Part.object(["intents": Part.list(Part.anyObject)], isOpen: true)
    case .jsonSchema:
      return Part.object([Part.dialect.key: text], isOpen: true)
    case .anyObject: return Part.anyObject
    case .timeline:
      typealias Policy = TimelineJSON.PolicyName
      let after = Part.object([
        TimelineJSON.PolicyKey.policy.rawValue: Part.word([Policy.after.rawValue]),
        TimelineJSON.PolicyKey.date.rawValue: Part.moment,
      ])
      return Part.object([
        TimelineJSON.Key.entries.rawValue: Part.list(Self.entry.reference),
        TimelineJSON.Key.reload.rawValue: Self.one([
          Part.word([Policy.atEnd, .never].map(\.rawValue)), after,
        ]),
      ])
    case .entry:
      return Part.object([TimelineJSON.EntryKey.date.rawValue: Part.moment], isOpen: true)
    case .problemType: return ProblemRoutes.coding.schema
    case .problemTypes: return ProblemRoutes.listCoding.schema
    case .problemCode: return Part.word(ProblemCode.self)
    case .problem: return Self.problemSchema(code: Self.problemCode.reference)
    case .changeEvents:
      return Self.stream(
        of: Part.object(
          [
            "event": Part.word(
              [EventRoutes.ready] + ChangeFeed.Event.Name.allCases.map(\.rawValue)),
            "data": Self.event.reference,
          ], optional: ["id": text]), as: MediaType.events)
    case .formEvents:
      return Self.stream(
        of: Part.object([
          "event": Part.word(WidgetRoutes.EventName.self),
          "data": Self.one([
            Self.form.reference,
            Part.object([:], optional: [FormRequest.Key.seq.rawValue: Part.integer]),
          ]),
        ]), as: MediaType.events)
    case .exportLines:
      return Self.stream(
        of: Self.one([TransferRoutes.line.schema, TransferRoutes.unreadable.schema]),
        as: MediaType.jsonLines)
    case .importLines: return Self.lines(before: ImportCounts.coding.schema)
    case .bulkLines: return Self.lines(before: BulkValidation.Tally.coding.schema)
    }
  }

  /// The members of ``FormResponse``, the required ones first; AnswerSchemaTests compares the two.
  private var form: JSONValue {
    let text = Part.string
    return Part.object(
      [
        "definition": text, "family": WidgetRoutes.family.schema,
        "rows": Part.list(["type": "array", "items": text, "minItems": 2, "maxItems": 2]),
        "changed": Part.list(Self.row.reference),
        "issues": Part.list(Self.issue.reference),
        "pending": Part.list(FormResponse.question.schema),
        "defaults": ["type": ["object", "null"]], "intent": Part.optional(Self.intent.reference),
        "submittable": Part.boolean,
      ],
      optional: [
        FormRequest.Key.seq.rawValue: Part.integer,
        "failures": [
          "type": ["object", "null"], "additionalProperties": FormResponse.failure.schema,
        ],
      ])
  }

  /// Issues and problems as JSON Lines, followed by a last line.
  private static func lines(before last: JSONValue) -> JSONValue {
    stream(of: Part.any([issue.reference, problem.reference, last]), as: MediaType.jsonLines)
  }
}
