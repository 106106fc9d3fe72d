import DefinitionFormats
import IntentModel
import JSONC
import WidgetFormats
import WidgetStore
import WidgetTimeline

/// The schemas of successful responses, by their names in the OpenAPI document.
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
  case removedList = "RemovedWidgets"
  case history = "History"
  case audit = "Audit"
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

  /// The schema of an object with required and optional members and no others.
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
      return Self.closed(
        ["intent": text, "family": family, "parameters": Self.object], ["name": text])
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
      let damaged = Self.closed(["name": text, "state": Self.oneOf("damaged"), "problem": text])
      return Self.closed([
        "placed": Self.list(of: ["anyOf": [Self.closed(Self.placedHead), damaged]])
      ])
    case .removedList: return Self.closed(["removed": Self.list(of: text)])
    case .history:
      let state = Self.closed(
        ["revision": Self.whole, "isPresent": Self.truth],
        [
          "savedAt": Self.moment, "removedAt": Self.moment, "kind": text, "etag": text,
          "family": family, "draft": Self.object, "problem": text,
        ])
      return Self.closed(["name": text, "states": Self.list(of: state)])
    case .audit:
      let change = Self.closed(
        [
          "number": Self.whole, "at": Self.moment, "by": Self.orNull(text),
          "action": Self.oneOf(LoggedChange.Action.self), "name": text,
          "before": Self.optionalObject, "after": Self.optionalObject,
        ], ["newName": text])
      return Self.closed(["changes": Self.list(of: change), "next": Self.orNull(Self.whole)])
    case .simulation: return simulation
    case .findings:
      let finding = Self.closed(
        [
          "file": text, "severity": Self.oneOf(IntentIssue.Severity.self), "code": text,
          "sentence": text, "remedy": text,
        ], ["line": Self.whole, "column": Self.whole, "subject": text, "excerpt": text])
      return Self.closed([
        "files": Self.whole, "errors": Self.whole, "warnings": Self.whole, "notes": Self.whole,
        "findings": Self.list(of: finding),
      ])
    case .descriptions: return descriptions
    case .diff: return diff
    case .definition:
      return [
        "type": "object", "required": ["intents"],
        "properties": ["intents": Self.list(of: Self.object)],
      ]
    case .jsonSchema:
      return ["type": "object", "required": ["$schema"], "properties": ["$schema": text]]
    case .anyObject: return Self.object
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

  /// The members of a placed widget in a list, and the first members of a single placed widget.
  private static let placedHead: Members = [
    "name": .anyText, "kind": ["type": ["string", "null"]],
    "family": WidgetRoutes.family.schema, "state": oneOf(ListJSON.State.self),
    "revision": whole, "savedAt": moment, "etag": .anyText,
  ]

  private var simulation: JSONValue {
    let reason = Self.oneOf(ReloadReason.self)
    let number: JSONValue = ["type": "number"]
    let reload = Self.closed([
      "date": Self.moment, "reason": reason, "requested": Self.moment, "charged": Self.truth,
    ])
    let denial = Self.closed(["date": Self.moment, "until": Self.moment, "reason": reason])
    return Self.closed([
      "from": Self.moment, "to": Self.moment, "budget": Self.whole, "views": Self.whole,
      "staleViews": Self.whole, "staleSeconds": number, "longestWait": number,
      "merged": Self.whole, "charged": Self.whole, "reloads": Self.list(of: reload),
      "denied": Self.list(of: denial),
      "stale": Self.list(of: Self.closed(["from": Self.moment, "to": Self.moment])),
      "failures": Self.list(of: Self.closed(["date": Self.moment, "reason": .anyText])),
      "shown": Self.list(of: Self.closed(["date": Self.moment, "title": .anyText])),
    ])
  }

  private var descriptions: JSONValue {
    let text = JSONValue.anyText
    let texts = Self.list(of: text)
    let row = Self.closed(
      ["name": text, "label": text, "control": text],
      [
        "default": text, "dynamic": Self.truth, "searchable": Self.truth, "multiple": Self.truth,
        "sizes": ["type": "object", "additionalProperties": Self.whole],
        "cases": Self.list(of: Self.closed(["name": text, "label": text])), "parent": text,
        "condition": text, "children": texts,
      ])
    return Self.list(
      of: Self.closed(
        ["intent": text, "eligibleForWidgets": Self.truth, "rows": Self.list(of: row)],
        [
          "title": text, "description": text,
          "withoutRow": Self.list(of: Self.closed(["name": text, "reason": text])),
        ]))
  }

  private var diff: JSONValue {
    let text = JSONValue.anyText
    let effects = JSONValue.array(DiffEffect.allCases.map { .string($0.code) })
    let verdicts = Self.list(
      of: Self.closed([
        "verdict": text, "effect": ["type": "string", "enum": effects], "sentence": text,
        "consequence": text,
      ]))
    let parameter = Self.closed(["verdicts": verdicts], ["old": text, "new": text])
    let intent = Self.closed(
      [
        "intent": text, "presence": Self.oneOf("both", "new", "gone"), "losesAnswers": Self.truth,
        "parameters": Self.list(of: parameter),
      ], ["heir": text, "verdicts": verdicts])
    return Self.closed(["losesAnswers": Self.truth, "intents": Self.list(of: intent)])
  }

  private var placed: JSONValue {
    Self.closed(
      Self.placedHead,
      [
        "draft": Self.object, "intent": Self.orNull(Self.intent.reference),
        "issues": Self.list(of: Self.issue.reference), "changes": Self.list(of: Self.anything),
      ])
  }
}
