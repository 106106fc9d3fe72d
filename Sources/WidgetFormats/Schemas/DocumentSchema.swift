public import DefinitionFormats
import IntentModel
import JSONC
package import Messages
import WidgetTimeline

/// The JSON Schemas (draft 2020-12) of the files and responses that people write.
///
/// They are derived from the keys of the readers and reject what the readers reject, except for
/// rules that JSON Schema cannot express: that a day exists, that identifiers and kinds are unique,
/// and how deep fallbacks are nested.
public enum DocumentSchema: String, Sendable, Hashable, CaseIterable {
  /// An intent definition in JSON.
  case definition
  /// A `widget.json`.
  case widget
  /// Choices: a fixture, or the response of a program or a web service.
  case options
  /// A timeline: a fixture, or the response of a program or a web service.
  case timeline
  /// A `check.json`: what a team decides about findings.
  case check
  /// A request on a program's standard input.
  case request

  /// The schema as text, with two-space indentation and a final newline.
  ///
  /// - Throws: `FormatError` never in practice: all numbers are finite.
  public func text() throws(FormatError) -> String { try json.text(.pretty) }

  /// A sentence that describes the document.
  package var summary: Message {
    switch self {
    case .definition: "Intents, enums and object types of a definition in JSON."
    case .widget: "widget.json: kinds, families, sources of options and of timelines."
    case .options: "The choices of a parameter: a fixture, or the response of a source."
    case .timeline: "A timeline: a fixture, or the response of a source."
    case .check: "What a team decides about findings: check.json."
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
        definitions: [(key: "item", value: ResultSchema.item)])
    case .timeline:
      return SchemaPart.document(
        "Timeline", summary, ResultSchema.timeline,
        definitions: [
          (key: "entry", value: ResultSchema.entry), (key: "text", value: ResultSchema.text),
        ])
    case .check:
      return SchemaPart.document("Check", summary, CheckSettings.schema, definitions: [])
    case .request:
      return SchemaPart.document(
        "Request", summary,
        SchemaPart.any([ResultSchema.optionsRequest, ResultSchema.timelineRequest]),
        definitions: [])
    }
  }
}

extension CheckSettings {
  fileprivate static let schema = SchemaPart.object(Key.allCases) { key in
    switch key {
    case .schema: SchemaPart.ofEditors
    case .severity:
      SchemaPart.described(
        SchemaPart.map(SchemaPart.word(Level.self)),
        "The severity of findings by code; ignore leaves them out.")
    case .ignore: SchemaPart.described(SchemaPart.list(rule), "Findings that are left out.")
    }
  }

  private static let rule = SchemaPart.object(RuleKey.allCases) { key in
    switch key {
    case .code: SchemaPart.described(SchemaPart.string, "The code of the findings.")
    case .path:
      SchemaPart.described(SchemaPart.string, "A file or a folder, relative to check.json.")
    case .language: SchemaPart.described(SchemaPart.string, "The language of a string table.")
    case .key: SchemaPart.described(SchemaPart.string, "The key of a text.")
    case .reason: SchemaPart.described(SchemaPart.string, "Why, for readers.")
    }
  }
}

/// The schema of `widget.json`.
private enum WidgetSchema {
  private typealias Part = SchemaPart
  private typealias Key = SourceDescription.Key

  static func document(_ summary: String) -> JSONValue {
    Part.document(
      "Widget", summary,
      [
        "if": Part.has(WidgetBundle.Key.widgets.rawValue), "then": bundle,
        "else": Part.reference("widget"),
      ],
      definitions: [
        (key: "widget", value: widget),
        (key: "optionsSource", value: source(.options)),
        (key: "timelineSource", value: source(.timeline)),
        (key: "item", value: ResultSchema.item),
      ])
  }

  private static let bundle = Part.object(
    WidgetBundle.Key.allCases, required: [.widgets]
  ) { key in
    switch key {
    case .schema: Part.ofEditors
    case .widgets:
      Part.described(
        ["type": "array", "items": Part.reference("widget"), "minItems": 1],
        "Several widgets that share one definition, each with its own kind.")
    }
  }

  private static let widget = Part.object(
    WidgetManifest.Key.allCases, required: [.kind]
  ) { key in
    switch key {
    case .schema: Part.ofEditors
    case .displayName:
      Part.described(Part.string, "The name in lists; the title of the intent by default.")
    case .description:
      Part.described(
        Part.string, "The text below the name; the description of the intent by default.")
    case .kind: Part.described(Part.text, "The identity of the kind of widget.")
    case .supportedFamilies:
      Part.described(
        [
          "type": "array", "items": Part.word(WidgetFamily.self), "minItems": 1,
          "uniqueItems": true,
        ], "The families that the widget supports; all by default.")
    case .intent:
      Part.described(
        Part.optional(Part.text),
        "The intent that configures the widget; null for a widget without configuration.")
    case .options:
      Part.described(
        Part.map(Part.reference("optionsSource")), "The sources of options, by parameter.")
    case .timeline:
      Part.described(Part.reference("timelineSource"), "The source of what the widget shows.")
    }
  }

  private static func source(_ role: SourceDescription.Role) -> JSONValue {
    [
      "oneOf": .array(
        Key.origins.map { kind in
          Part.object([kind] + kind.companions(as: role), required: required(kind)) {
            Part.described(part($0, of: kind, as: role), sentence(about: $0, of: kind))
          }
        })
    ]
  }

  /// The description of a key, which an editor shows because JSON has no comments.
  private static func sentence(about key: Key, of kind: Key) -> String {
    switch key {
    case .builtin: "The name of a provider that is compiled in."
    case .fixture: "The path of a JSON or CSV file, from the folder of the widget."
    case .command: "A program and its arguments; no shell reads them."
    case .http: "A URL, in which names in braces are filled in, such as {search} or {family}."
    case .sqlite: "The path of a database file, from the folder of the widget."
    case .query: "A query, run read-only, with :search and the other names as bound values."
    case .arguments where kind == .sqlite: "Values of the ? in the query, in order."
    case .arguments: "Arguments of the provider, by name."
    case .environment: "Environment variables that the program gets in addition to the usual ones."
    case .headers: "Headers of the request, by name."
    case .environmentHeaders:
      "Headers with secret values: for each, the environment variable with its value."
    case .timeout: "The time limit in seconds."
    case .cache: "The seconds for which a list is reused."
    case .searches: "Whether the program gets a request for each search term."
    case .resolve:
      switch kind {
      case .command: "Whether the program reports which stored choices still exist."
      case .http: "The URL that returns the stored choices that still exist, with {identifiers}."
      default: "The query that returns a stored choice if it still exists, with :identifier."
      }
    case .map: "Where the parts of a list are in the response, as JSON Pointers."
    case .pages: "The maximum number of pages to fetch."
    case .retries: "How often a failed request is repeated."
    case .fallback: "The source to use if this one fails."
    case .default: "The choices of a new widget."
    }
  }

  private static func required(_ kind: Key) -> [Key] {
    kind == .sqlite ? [.sqlite, .query] : [kind]
  }

  private static let webURL: JSONValue = ["type": "string", "pattern": "^https?://"]

  private static func part(
    _ key: Key, of kind: Key, as role: SourceDescription.Role
  ) -> JSONValue {
    switch key {
    case .builtin, .fixture, .sqlite, .query: Part.text
    case .command:
      [
        "type": "array", "items": Part.string, "minItems": 1, "prefixItems": [Part.text],
      ]
    case .http: webURL
    case .arguments: kind == .sqlite ? Part.list(Part.string) : Part.map(Part.string)
    case .environment: Part.list(Part.string)
    case .headers, .environmentHeaders: Part.map(Part.string)
    case .timeout: seconds(upTo: SourceDescription.longestTimeout)
    case .cache: seconds(upTo: SourceDescription.longestCache)
    case .searches: Part.boolean
    case .resolve:
      switch kind {
      case .command: Part.boolean
      case .http: webURL
      default: Part.text
      }
    case .map: mapping
    case .pages: ["type": "integer", "minimum": 1, "maximum": 1_000]
    case .retries:
      ["type": "integer", "minimum": 0, "maximum": .integer(SourceDescription.mostRetries)]
    case .fallback: Part.reference(role == .options ? "optionsSource" : "timelineSource")
    case .default: standard(of: kind)
    }
  }

  private static func seconds(upTo limit: Double) -> JSONValue {
    ["type": "number", "exclusiveMinimum": 0, "maximum": .integer(Int(limit))]
  }

  /// A default: choices, or a URL or a query that gives them.
  private static func standard(of kind: Key) -> JSONValue {
    let items = Part.any([Part.reference("item"), Part.list(Part.reference("item"))])
    let asked: JSONValue? =
      switch kind {
      case .http:
        Part.object([SourceDescription.DefaultKey.url], required: [.url]) { _ in webURL }
      case .sqlite:
        Part.object([SourceDescription.DefaultKey.query], required: [.query]) { _ in Part.text }
      default: nil
      }
    return Part.any([items] + (asked.map { [$0] } ?? []))
  }

  private static let pointer: JSONValue = [
    "type": "string", "pattern": "^(/([^~/]|~[01])*)*$",
  ]

  private static let mapping = Part.object(OptionsMapping.Key.allCases) { key in
    switch key {
    case .items: Part.described(pointer, "The array of items; without it the whole response.")
    case .sections: Part.described(pointer, "The array of sections.")
    case .title: Part.described(pointer, "In a section: its title.")
    case .section: Part.described(pointer, "In an item: the title of its section.")
    case .identifier: Part.described(pointer, "In an item: its identifier.")
    case .display: Part.described(pointer, "In an item: its display text.")
    case .subtitle: Part.described(pointer, "In an item: its second line.")
    case .symbol: Part.described(pointer, "In an item: the name of its symbol.")
    case .properties:
      Part.described(Part.map(pointer), "In an item: its properties, by the name of each.")
    case .cursor: Part.described(pointer, "The next page: a URL, or the value of {cursor}.")
    }
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

  private static let items = Part.list(Part.reference("item"))

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
        case .default: Part.optional(Part.any([Part.reference("item"), items]))
        }
      },
      ["oneOf": [Part.has("items"), Part.has("sections")]],
    ]),
  ])

  private static let date: JSONValue = [
    "type": "string", "format": "date-time",
    "pattern": """
    ^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\
    (\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$
    """,
  ]

  static let timeline = Part.object(
    TimelineJSON.Key.allCases, required: [.entries]
  ) { key in
    switch key {
    case .schema: Part.ofEditors
    case .entries: Part.list(Part.reference("entry"))
    case .reload:
      Part.any([
        Part.word(["atEnd", "never"]),
        Part.object([TimelineJSON.PolicyKey.policy], required: [.policy]) { _ in
          Part.word(["atEnd", "never"])
        },
        Part.object(TimelineJSON.PolicyKey.allCases, required: [.policy, .date]) { key in
          key == .policy ? Part.word(["after"]) : date
        },
      ])
    }
  }

  static let entry = Part.object(
    TimelineJSON.EntryKey.allCases, required: [.date, .title], isOpen: true
  ) { key in
    switch key {
    case .date: date
    case .title, .subtitle: Part.reference("text")
    case .body: Part.list(Part.reference("text"))
    case .symbol, .image, .link: Part.string
    case .gauge: ["type": "number", "minimum": 0, "maximum": 1]
    case .links:
      Part.list(
        Part.object(TimelineJSON.LinkKey.allCases, required: [.label, .url]) { _ in Part.string })
    case .relevance:
      Part.object(TimelineJSON.RelevanceKey.allCases, required: [.score]) { key in
        key == .score ? Part.number : ["type": "number", "minimum": 0]
      }
    }
  }

  private static let part = Part.any([
    Part.string,
    Part.object(TimelineJSON.LiveDateKey.allCases, required: [.date, .style]) { key in
      key == .date ? date : Part.word(LiveDateStyle.self)
    },
  ])

  static let text = Part.any([part, Part.list(part)])

  static let optionsRequest = Part.object(
    OptionsJSON.RequestKey.allCases, required: [.parameter, .values, .family, .locale]
  ) { key in
    switch key {
    case .parameter, .locale, .searchTerm: Part.string
    case .values: ["type": "object"]
    case .family: Part.word(WidgetFamily.self)
    case .limit: Part.integer
    case .identifiers: Part.list(Part.string)
    }
  }

  static let timelineRequest = Part.object(
    TimelineJSON.RequestKey.allCases, required: [.request, .context]
  ) { key in
    switch key {
    case .request: Part.word(TimelineRequest.allCases.map(\.rawValue))
    case .intent: ["type": "object", "required": ["intent", "family", "parameters"]]
    case .context:
      Part.object(
        TimelineJSON.ContextKey.allCases,
        required: [.family, .isPreview, .displaySize, .now, .timeZone, .locale]
      ) { key in
        switch key {
        case .family: Part.word(WidgetFamily.self)
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
