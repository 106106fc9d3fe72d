import IntentModel
import JSONC

/// The schemas of good answers, as the OpenAPI document names them.
enum AnswerSchema: String, Sendable, CaseIterable {
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
  case timeline = "Timeline"
  case entry = "Entry"
  case problem = "Problem"

  /// The schema as other schemas refer to it.
  var reference: JSONValue { ["$ref": .string("#/components/schemas/" + rawValue)] }

  /// All schemas by their names.
  static var components: JSONValue {
    .object(JSONObject(allCases.map { (key: $0.rawValue, value: $0.schema) }))
  }

  private typealias Members = KeyValuePairs<String, JSONValue>

  private static let whole: JSONValue = ["type": "integer"]
  private static let truth: JSONValue = ["type": "boolean"]
  private static let object: JSONValue = ["type": "object"]
  private static let optionalObject: JSONValue = ["type": ["object", "null"]]
  private static let anything: JSONValue = [:]
  private static let moment: JSONValue = ["type": "string", "format": "date-time"]

  private static func list(of schema: JSONValue) -> JSONValue {
    ["type": "array", "items": schema]
  }

  private static func oneOf(_ words: String...) -> JSONValue {
    ["type": "string", "enum": .array(words.map { .string($0) })]
  }

  private static func oneOf<Word: CaseIterable & RawRepresentable<String>>(
    _ words: Word.Type
  ) -> JSONValue {
    ["type": "string", "enum": .array(words.allCases.map { .string($0.rawValue) })]
  }

  /// An object that has some members always, and can have others.
  private static func closed(_ always: Members, _ maybe: Members = [:]) -> JSONValue {
    .closedObject(
      (Array(always) + Array(maybe)).map { (key: $0.key, value: $0.value) },
      required: always.map { $0.key })
  }

  private static func orNull(_ schema: JSONValue) -> JSONValue {
    ["anyOf": [schema, ["type": "null"]]]
  }

  private var schema: JSONValue {
    let text = JSONValue.anyText
    let family = WidgetRoutes.family.schema
    switch self {
    case .status: return Self.closed(["status": text])
    case .widget:
      return Self.closed(
        [
          "kind": text, "displayName": text, "intent": text, "families": Self.list(of: family),
          "definition": text, "sources": Self.list(of: text), "hasTimeline": Self.truth,
          "form": text, "schema": text,
        ], ["description": text])
    case .widgets: return Self.closed(["widgets": Self.list(of: Self.widget.reference)])
    case .form: return form
    case .row: return row
    case .issue:
      return Self.closed(
        ["code": text, "severity": Self.oneOf(IntentIssue.Severity.self), "text": text],
        ["pointer": text, "remedy": text, "line": Self.whole, "column": Self.whole])
    case .intent:
      return Self.closed(["intent": text, "family": family, "parameters": Self.object])
    case .validity:
      return Self.closed(
        ["valid": Self.truth],
        ["intent": Self.intent.reference, "issues": Self.list(of: Self.issue.reference)])
    case .options:
      let section = Self.closed(["items": Self.list(of: Self.item.reference)], ["title": text])
      return Self.closed(
        [
          "total": Self.whole, "complete": Self.truth, "from": Self.whole, "snapshot": text,
          "sections": Self.list(of: section), "ageMs": Self.whole,
        ], ["next": text, "prompt": text, "notice": text, "indexed": Self.truth])
    case .item:
      return Self.closed(
        ["identifier": text, "display": text],
        [
          "subtitle": text, "symbol": text, "match": Self.list(of: Self.whole),
          "value": Self.anything,
        ])
    case .standings:
      let choice = Self.closed(
        ["identifier": text, "standing": Self.oneOf("offered", "missing", "unknown")],
        ["item": Self.item.reference])
      return Self.closed(["choices": Self.list(of: choice)])
    case .defaults: return Self.closed(["items": Self.list(of: Self.item.reference)])
    case .placed: return placed
    case .placedList:
      return Self.closed([
        "placed": Self.list(of: ["type": "object", "required": ["name", "state"]])
      ])
    case .timeline:
      return Self.closed([
        "entries": Self.list(of: Self.entry.reference),
        "reload": [
          "anyOf": [
            Self.oneOf("atEnd", "never"),
            Self.closed(["policy": Self.oneOf("after"), "date": Self.moment]),
          ]
        ],
      ])
    case .entry:
      return ["type": "object", "required": ["date"], "properties": ["date": Self.moment]]
    case .problem:
      return [
        "type": "object", "required": ["type", "title", "status", "detail", "code"],
        "properties": [
          "type": text, "title": text, "status": Self.whole, "detail": text, "code": text,
          "issues": Self.list(of: Self.issue.reference),
        ],
      ]
    }
  }

  private var form: JSONValue {
    let text = JSONValue.anyText
    let failure = Self.closed(["code": text, "source": text, "text": text, "remedy": text])
    let question = Self.closed([
      "for": text, "asks": Self.oneOf(FormRun.Question.Kind.self), "sinceMs": Self.whole,
    ])
    return Self.closed(
      [
        "definition": text, "family": WidgetRoutes.family.schema,
        "rows": Self.list(of: ["type": "array", "items": text, "minItems": 2, "maxItems": 2]),
        "changed": Self.list(of: Self.row.reference),
        "issues": Self.list(of: Self.issue.reference), "pending": Self.list(of: question),
        "defaults": Self.optionalObject, "intent": Self.orNull(Self.intent.reference),
        "submittable": Self.truth,
      ],
      [
        "seq": Self.whole,
        "failures": ["type": ["object", "null"], "additionalProperties": failure],
      ])
  }

  private var row: JSONValue {
    let text = JSONValue.anyText
    let control = Self.closed(
      [
        "kind": Self.oneOf(
          "family", "toggle", "slider", "stepper", "field", "choice", "options", "typedObject",
          "array", "button")
      ],
      [
        "choices": Self.list(of: text), "chosen": Self.whole, "isOn": Self.truth,
        "position": Self.whole, "last": Self.whole, "count": Self.whole, "maximum": Self.whole,
      ])
    return Self.closed(
      ["id": text, "label": text, "control": control],
      [
        "parameter": text, "value": Self.anything, "text": text, "placeholder": text,
        "help": text, "problem": text, "isDefault": Self.truth, "depth": Self.whole,
        "isBeyondFamily": Self.truth, "isLoading": Self.truth,
        "hiddenBecause": Self.closed(["text": text], ["row": text]),
      ])
  }

  private var placed: JSONValue {
    let text = JSONValue.anyText
    return Self.closed(
      [
        "name": text, "kind": ["type": ["string", "null"]], "family": WidgetRoutes.family.schema,
        "state": text, "revision": Self.whole, "savedAt": Self.moment, "etag": text,
      ],
      [
        "draft": Self.object, "intent": Self.orNull(Self.intent.reference),
        "issues": Self.list(of: Self.issue.reference), "changes": Self.list(of: Self.anything),
      ])
  }
}
