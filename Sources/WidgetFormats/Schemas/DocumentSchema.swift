import DefinitionFormats
import IntentDocuments
import IntentModel
import JSONC
package import Messages
import WidgetTimeline
import Zones

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON Schemas (draft 2020-12) of the files and responses that people write.
///
/// They are derived from the keys of the readers and reject the same documents, except for rules
/// that JSON Schema cannot express: that a day exists, that identifiers and kinds are unique, and
/// how deep fallbacks are nested.
public enum DocumentSchema: String, Sendable, Hashable, CaseIterable {
  /// An intent definition in JSON.
  case definition
  /// A `widget.json`.
  case widget
  /// Choices: a fixture, or the response of a program or a web service.
  case options
  /// A timeline: a fixture, or the response of a program or a web service.
  case timeline
  /// A `check.json`: a team's settings for findings.
  case check
  /// A request on a program's standard input.
  case request

  /// The schema as indented text.
  public func text() -> String { json.reportText(.pretty) }

  /// A sentence that describes the document.
  package var summary: Message {
    switch self {
    case .definition: "Intents, enums and object types of a definition in JSON."
    case .widget:
      "\(WidgetFolder.manifestName): kinds, families, sources of options and of timelines."
    case .options: "The choices of a parameter: a fixture, or the response of a source."
    case .timeline: "A timeline: a fixture, or the response of a source."
    case .check: "What a team decides about findings: \(CheckSettings.fileName)."
    case .request: "What a program gets on its standard input."
    }
  }

  var json: JSONValue {
    // A schema is in English, like its keys.
    let summary = summary.text()
    switch self {
    case .definition: return DefinitionSchema.document
    case .widget: return WidgetSchema.document(summary)
    case .options:
      return SchemaPart.document(
        "Options", summary, ResultSchema.options,
        definitions: [(key: SchemaDefinition.item.rawValue, value: ResultSchema.item)])
    case .timeline:
      return SchemaPart.document(
        "Timeline", summary, ResultSchema.timeline,
        definitions: [
          (key: SchemaDefinition.entry.rawValue, value: ResultSchema.entry),
          (key: SchemaDefinition.text.rawValue, value: ResultSchema.text),
        ])
    case .check:
      return SchemaPart.document("Check", summary, CheckSettings.coding.schema, definitions: [])
    case .request:
      return SchemaPart.document(
        "Request", summary,
        SchemaPart.any([ResultSchema.optionsRequest, ResultSchema.timelineRequest]),
        definitions: [])
    }
  }
}

/// The parts that a document describes once, with the names by which it refers to them.
enum SchemaDefinition: String {
  case widget, optionsSource, timelineSource, item, entry, text

  /// The part that describes the sources for a use.
  init(_ role: SourceDescription.Role) {
    self = role == .options ? .optionsSource : .timelineSource
  }

  /// A reference to the part.
  var reference: JSONValue { SchemaPart.reference(rawValue) }
}

/// The schema of `widget.json`.
private enum WidgetSchema {
  static func document(_ summary: String) -> JSONValue {
    SchemaPart.document(
      "Widget", summary,
      [
        "if": SchemaPart.has(WidgetManifestFile.Key.widgets.rawValue),
        "then": WidgetManifestFile.coding.schema,
        "else": SchemaDefinition.widget.reference,
      ],
      definitions: [
        (key: SchemaDefinition.widget.rawValue, value: WidgetManifest.coding.schema),
        (key: SchemaDefinition.optionsSource.rawValue, value: source(.options)),
        (key: SchemaDefinition.timelineSource.rawValue, value: source(.timeline)),
        (key: SchemaDefinition.item.rawValue, value: ResultSchema.item),
      ])
  }

  private static func source(_ role: SourceDescription.Role) -> JSONValue {
    [
      "oneOf": .array(
        SourceDescription.Key.origins.map { SourceDescription.coding($0, as: role).schema })
    ]
  }
}

/// The schemas of choices, timelines and requests.
private enum ResultSchema {
  private typealias Part = SchemaPart

  static let item = Part.any([
    Part.text,
    Part.object(OptionsJSON.ItemKey.allCases, required: [.identifier], isOpen: true) { key in
      key == .identifier ? Part.text : Part.optional(Part.string)
    },
  ])

  private static let items = Part.list(SchemaDefinition.item.reference)

  static let options = Part.any([
    items,
    Part.all([
      Part.object(OptionsJSON.Key.allCases) { key in
        switch key {
        case .schema: Part.ofEditors
        case .sections:
          Part.list(
            Part.object(OptionsJSON.SectionKey.allCases, required: [.items]) { key in
              key == .title ? Part.optional(Part.string) : items
            })
        case .items: items
        case .indexed, .partial: Part.optional(Part.boolean)
        case .prompt, .notice: Part.optional(Part.string)
        case .default: Part.optional(Part.any([SchemaDefinition.item.reference, items]))
        }
      },
      [
        "oneOf": [
          Part.has(OptionsJSON.Key.items.rawValue), Part.has(OptionsJSON.Key.sections.rawValue),
        ]
      ],
    ]),
  ])

  private static let forms = TimelineCodings(.utc)
  private static let date = forms.date.schema

  static let timeline = forms.timelineObject.schema
  static let entry = forms.entryObject.schema
  static let text = forms.text.schema

  static let optionsRequest = Part.object(
    OptionsJSON.RequestKey.allCases, required: [.parameter, .values, .family, .locale]
  ) { key in
    switch key {
    case .parameter, .locale, .searchTerm: Part.string
    case .values: SchemaPart.anyObject
    case .family: Part.family
    case .limit: Part.integer
    case .identifiers: Part.list(Part.string)
    }
  }

  static let timelineRequest = Part.object(
    TimelineJSON.RequestKey.allCases, required: [.request, .context]
  ) { key in
    switch key {
    case .request: Part.word(TimelineRequest.allCases.map(\.rawValue))
    case .intent:
      [
        "type": "object",
        "required": .array(
          [IntentJSON.Key.intent, .family, .parameters].map { .string($0.rawValue) }),
      ]
    case .context:
      Part.object(
        TimelineJSON.ContextKey.allCases,
        required: [.family, .isPreview, .now, .timeZone, .locale]
      ) { key in
        switch key {
        case .family: Part.family
        case .isPreview: Part.boolean
        case .displaySize:
          Part.object(TimelineJSON.SizeKey.allCases, required: [.width, .height]) { _ in
            Part.number
          }
        case .environment: Part.map(Part.list(Part.string))
        case .now: date
        case .timeZone, .locale: Part.string
        }
      }
    }
  }
}
