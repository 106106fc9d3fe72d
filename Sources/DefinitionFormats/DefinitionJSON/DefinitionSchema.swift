import IntentModel
package import JSONC

/// The JSON Schema of JSON definitions, derived from the keys of their reader.
///
/// The reader and `check` enforce the rules that JSON Schema cannot express: that references are
/// valid, that Base64 is valid, and the contents of tagged structures and carried values.
package enum DefinitionSchema {
  private typealias Part = SchemaPart

  /// The complete schema.
  package static var document: JSONValue {
    Part.document(
      "Intent definition", "Intents, enums and object types, as widgetconfig reads them from JSON.",
      Part.object(DefinitionKeys.Root.allCases) { root($0) },
      definitions: [
        (key: "text", value: text), (key: "reference", value: reference),
        (key: "intent", value: intent),
        (
          key: "parameter",
          value: element(DefinitionKeys.Parameter.ofEveryParameter)
        ),
        (
          key: "property",
          value: element(DefinitionKeys.Parameter.ofEveryProperty)
        ),
        (key: "enum", value: enumeration), (key: "type", value: objectType),
        (key: "summary", value: SummaryJSON.schema), (key: "comparison", value: comparison),
        (key: "sizes", value: sizes), (key: "visibleWhen", value: relationship),
        (key: "carried", value: carried),
      ])
  }

  private static func root(_ key: DefinitionKeys.Root) -> JSONValue {
    switch key {
    case .schema, .namespace, .modelVersion, .systemVersion, .toolsBuildVersion, .toolsVersion:
      Part.string
    case .origin: SummaryJSON.originSchema
    case .intents: Part.list(Part.reference("intent"))
    case .enums: Part.list(Part.reference("enum"))
    case .types: Part.list(Part.reference("type"))
    case .carried: Part.reference("carried")
    }
  }

  private static let text = Part.any([
    Part.string,
    Part.object(DefinitionKeys.Text.allCases) { _ in Part.string },
  ])

  private static let reference = Part.any([
    Part.text,
    Part.object(DefinitionKeys.Reference.allCases, required: [.name]) { key in
      key == .name ? Part.text : Part.optional(Part.string)
    },
  ])

  private static let carried = Part.object(DefinitionKeys.Carried.allCases) { key in
    key == .unknown ? ["type": "object"] : Part.list(Part.string)
  }

  private static let intent = Part.object(
    DefinitionKeys.Intent.allCases, required: [.name]
  ) { key in
    switch key {
    case .name: Part.described(Part.text, "The name without “Intent” at its end.")
    case .title, .description: Part.reference("text")
    case .classPrefix, .className, .category, .verb, .kind, .domain, .defaultImageName,
      .inputParameter, .keyParameter, .replaces:
      Part.string
    case .supportedModes: Part.list(Part.word(ActionMode.definitionWords))
    case .summary: Part.reference("summary")
    case .eligibleForWidgets:
      Part.described(Part.boolean, "Whether the intent may configure a widget.")
    case .ineligibleForSuggestions, .configurable, .confirmationRequired, .customizable,
      .deprecated:
      Part.boolean
    case .restrictions: Part.integer
    case .lastTag: Part.optional(Part.integer)
    case .parameters: Part.list(Part.reference("parameter"))
    case .carried: Part.reference("carried")
    }
  }

  /// A parameter or a property, with the allowed keys of each type.
  private static func element(_ keys: [DefinitionKeys.Parameter]) -> JSONValue {
    let types = DefinitionTypeName.allCases
    let branches = types.map { type -> JSONValue in
      let required: [DefinitionKeys.Parameter] =
        switch type {
        case .one(.enumeration): [.enum]
        case .other: [.typeName]
        default: []
        }
      let own = DefinitionKeys.Parameter.keys(of: type)
      return [
        "if": ["properties": ["type": ["const": .string(type.rawValue)]]],
        "then": Part.object(keys + own, required: required) { part($0, of: type) },
      ]
    }
    return [
      "type": "object", "required": ["name", "type"],
      "properties": ["type": Part.word(types.map(\.rawValue))], "allOf": .array(branches),
    ]
  }

  private static func part(
    _ key: DefinitionKeys.Parameter, of type: DefinitionTypeName
  ) -> JSONValue {
    switch key {
    case .name, .typeName: Part.text
    case .label, .description, .placeholder, .trueName, .falseName, .template:
      Part.reference("text")
    case .tag, .priority: Part.optional(Part.integer)
    case .type: true
    case .configurable, .resolvable, .dynamic, .searchable, .required, .defaultNotRead,
      .multiple, .fixedSize, .standard, .native,
      .negative, .multiline, .disablesAutocorrect, .disablesSmartQuotes, .disablesSmartDashes:
      Part.boolean
    case .sizes: Part.reference("sizes")
    case .visibleWhen: Part.reference("visibleWhen")
    case .prompts: Part.list(prompt)
    case .enum, .object: Part.reference("reference")
    case .default: standard(of: type)
    case .control: Part.word(NumberControl.definitionWords)
    case .minimum, .maximum:
      Part.any([
        type == .one(.integer) ? Part.integer : Part.number,
        ["const": .string(DefinitionKeys.unbounded)],
      ])
    case .components: Part.word(DateComponentsMetadata.Kind.definitionWords)
    case .capitalization, .format, .dateStyle, .timeStyle, .detail, .fileKind, .defaultUnit:
      Part.string
    case .unit: type == .one(.timeInterval) ? units : Part.string
    case .ignoredUnits: units
    case .provider: Part.string
    case .swiftType: Part.word(SwiftTypes.variantNames)
    case .defaults: Part.list(Part.reference("comparison"))
    case .fileTypes, .currencies, .dependsOn, .supportedValues: Part.list(Part.string)
    case .carried, .carriedMetadata: Part.reference("carried")
    }
  }

  /// The default of a type.
  private static func standard(of type: DefinitionTypeName) -> JSONValue {
    switch type {
    case .one(.boolean): Part.optional(Part.boolean)
    case .one(.integer): Part.integer
    case .one(.string), .one(.speakableString): Part.reference("text")
    case .one(.enumeration), .one(.url): Part.string
    default: Part.number
    }
  }

  private static let units = Part.any([
    ["type": "null"], Part.word(DurationUnit.definitionWords),
    Part.object(DefinitionKeys.Units.allCases) { _ in Part.word(DurationUnit.definitionWords) },
  ])

  private static let prompt = Part.object(DefinitionKeys.Prompt.allCases) { key in
    switch key {
    case .kind: Part.string
    case .custom: Part.boolean
    case .text: Part.reference("text")
    case .carried: Part.reference("carried")
    }
  }

  private static let sizes = Part.any([
    Part.byFamily(Part.integer, what: "The maximum number of values in"),
    Part.list(
      Part.all([
        Part.object(DefinitionKeys.Size.allCases, required: [.size]) { key in
          switch key {
          case .family: Part.family
          case .sizeClass: Part.string
          case .size, .minimum: Part.integer
          case .carried: Part.reference("carried")
          }
        },
        Part.any([Part.has("family"), Part.has("sizeClass")]),
      ])),
  ])

  private static let relationship = Part.all([
    Part.object(DefinitionKeys.Relationship.allCases, required: [.predicate]) { key in
      switch key {
      case .parent: Part.string
      case .predicate:
        Part.described(
          Part.text, "A type and a relation, such as BooleanHasExactValue.")
      case .value: comparison
      case .values: Part.list(comparison)
      case .list: Part.boolean
      case .carried: Part.reference("carried")
      }
    },
    ["not": ["required": ["value", "values"]]],
  ])

  /// A value for comparison: a scalar, or a value that states its kind.
  private static let comparison: JSONValue = {
    var tagged =
      Part.object(ValueTag.allCases) { key in
        switch key {
        case .one(.boolean): Part.boolean
        case .one(.integer): Part.integer
        case .one(.decimal), .one(.timeInterval): ["type": ["number", "string"]]
        case .one(.string), .one(.enumeration), .one(.url), .one(.file): Part.string
        case .array: ["type": "array"]
        case .one: ["type": "object"]
        }
      }.objectValue ?? JSONObject()
    tagged.append(key: "minProperties", value: 1)
    tagged.append(key: "maxProperties", value: 1)
    return Part.any([["type": ["boolean", "number", "string"]], .object(tagged)])
  }()

  private static let enumeration = Part.object(
    DefinitionKeys.Enumeration.allCases, required: [.name, .cases]
  ) { key in
    switch key {
    case .name: Part.text
    case .label: Part.reference("text")
    case .kind, .className, .classPrefix: Part.string
    case .generatesHeader, .unknownCase: Part.boolean
    case .cases:
      Part.list(
        Part.any([
          Part.text,
          Part.object(DefinitionKeys.Case.allCases, required: [.name]) { key in
            switch key {
            case .name: Part.text
            case .label: Part.reference("text")
            case .index: Part.integer
            case .carried: Part.reference("carried")
            }
          },
        ]))
    case .carried: Part.reference("carried")
    }
  }

  private static let objectType = Part.object(
    DefinitionKeys.ObjectType.allCases, required: [.name]
  ) { key in
    switch key {
    case .name: Part.text
    case .label: Part.reference("text")
    case .className, .classPrefix, .identifierType: Part.string
    case .lastTag: Part.optional(Part.integer)
    case .standardProperties: Part.boolean
    case .properties: Part.list(Part.reference("property"))
    case .carried: Part.reference("carried")
    }
  }
}
