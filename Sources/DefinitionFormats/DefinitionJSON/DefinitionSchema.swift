import IntentModel
package import JSONC

/// The JSON Schema of JSON definitions, derived from the keys of their reader.
///
/// The reader and `check` enforce the rules that are not in the schema, such as that references and
/// Base64 are valid, and what tagged structures and carried values contain.
package enum DefinitionSchema {
  private typealias Part = SchemaPart

  /// The complete schema.
  package static var document: JSONValue {
    Part.document(
      "Intent definition", "Intents, enums and object types, as widgetconfig reads them from JSON.",
      Part.object(DefinitionKeys.Root.allCases) { root($0) },
      definitions: Shared.allCases.map { (key: $0.rawValue, value: definition(of: $0)) })
  }

  /// The parts that the schema defines once.
  enum Shared: String, CaseIterable {
    case text, reference, intent, parameter, property, `enum`, type, summary, comparison, sizes
    case visibleWhen, carried
  }

  /// A reference to a part that the schema defines once.
  static func reference(_ part: Shared) -> JSONValue { SchemaPart.reference(part.rawValue) }

  private static func definition(of part: Shared) -> JSONValue {
    switch part {
    case .text: text
    case .reference: typeReference
    case .intent: intent
    case .parameter: element(DefinitionKeys.Parameter.ofEveryParameter)
    case .property: element(DefinitionKeys.Parameter.ofEveryProperty)
    case .enum: enumeration
    case .type: objectType
    case .summary: SummaryJSON.schema
    case .comparison: comparison
    case .sizes: sizes
    case .visibleWhen: relationship
    case .carried: carried
    }
  }

  private static func root(_ key: DefinitionKeys.Root) -> JSONValue {
    switch key {
    case .schema, .namespace, .modelVersion, .systemVersion, .toolsBuildVersion, .toolsVersion:
      Part.string
    case .origin: SummaryJSON.originSchema
    case .intents: Part.list(reference(.intent))
    case .enums: Part.list(reference(.enum))
    case .types: Part.list(reference(.type))
    case .carried: reference(.carried)
    }
  }

  private static let text = Part.any([
    Part.string,
    Part.object(DefinitionKeys.Text.allCases) { _ in Part.string },
  ])

  private static let typeReference = Part.any([
    Part.text,
    Part.object(DefinitionKeys.Reference.allCases, required: [.name]) { key in
      key == .name ? Part.text : Part.optional(Part.string)
    },
  ])

  private static let carried = Part.object(DefinitionKeys.Carried.allCases) { key in
    key == .unknown ? SchemaPart.anyObject : Part.list(Part.string)
  }

  private static let intent = Part.object(
    DefinitionKeys.Intent.allCases, required: [.name]
  ) { key in
    switch key {
    case .name: Part.described(Part.text, "The name without “Intent” at its end.")
    case .title, .description: reference(.text)
    case .classPrefix, .className, .category, .verb, .kind, .domain, .defaultImageName,
      .inputParameter, .keyParameter, .replaces:
      Part.string
    case .supportedModes: Part.list(Part.word(ActionMode.definitionWords))
    case .summary: reference(.summary)
    case .eligibleForWidgets:
      Part.described(Part.boolean, "Whether the intent may configure a widget.")
    case .ineligibleForSuggestions, .configurable, .confirmationRequired, .customizable,
      .deprecated:
      Part.boolean
    case .restrictions: Part.integer
    case .lastTag: Part.optional(Part.integer)
    case .parameters: Part.list(reference(.parameter))
    case .carried: reference(.carried)
    }
  }

  /// A parameter or a property, with the allowed keys of each type.
  private static func element(_ keys: [DefinitionKeys.Parameter]) -> JSONValue {
    let types = DefinitionTypeName.allCases
    let typeKey = DefinitionKeys.Parameter.type.rawValue
    let branches = types.map { type -> JSONValue in
      let required: [DefinitionKeys.Parameter] =
        switch type {
        case .one(.enumeration): [.enum]
        case .other: [.typeName]
        default: []
        }
      let own = DefinitionKeys.Parameter.keys(of: type)
      return [
        "if": ["properties": [typeKey: ["const": .string(type.rawValue)]]],
        "then": Part.object(keys + own, required: required) { part($0, of: type) },
      ]
    }
    return [
      "type": "object",
      "required": [.string(DefinitionKeys.Parameter.name.rawValue), .string(typeKey)],
      "properties": [typeKey: Part.word(types.map(\.rawValue))], "allOf": .array(branches),
    ]
  }

  private static func part(
    _ key: DefinitionKeys.Parameter, of type: DefinitionTypeName
  ) -> JSONValue {
    switch key {
    case .name, .typeName: Part.text
    case .label, .description, .placeholder, .trueName, .falseName, .template:
      reference(.text)
    case .tag, .priority: Part.optional(Part.integer)
    case .type: true
    case .configurable, .resolvable, .dynamic, .searchable, .required, .defaultNotRead,
      .multiple, .fixedSize, .standard, .native,
      .negative, .multiline, .disablesAutocorrect, .disablesSmartQuotes, .disablesSmartDashes:
      Part.boolean
    case .sizes: reference(.sizes)
    case .visibleWhen: reference(.visibleWhen)
    case .prompts: Part.list(prompt)
    case .enum, .object: reference(.reference)
    case .default: standard(of: type)
    case .control: Part.word(NumberControl.definitionWords)
    case .minimum, .maximum:
      Part.any([
        type == .one(.integer) ? Part.integer : Part.number,
        ["const": .string(DefinitionKeys.unbounded)],
      ])
    case .components: Part.word(DateComponentsMetadata.Kind.definitionWords)
    case .capitalization, .format, .dateStyle, .timeStyle, .detail, .fileKind, .defaultUnit,
      .provider:
      Part.string
    case .unit: type == .one(.timeInterval) ? units : Part.string
    case .ignoredUnits: units
    case .swiftType: Part.word(SwiftTypes.variantNames)
    case .defaults: Part.list(reference(.comparison))
    case .fileTypes, .currencies, .dependsOn, .supportedValues: Part.list(Part.string)
    case .carried, .carriedMetadata: reference(.carried)
    }
  }

  /// The schema of a default for a parameter of the given type.
  private static func standard(of type: DefinitionTypeName) -> JSONValue {
    switch type {
    case .one(.boolean): Part.optional(Part.boolean)
    case .one(.integer): Part.integer
    case .one(.string), .one(.speakableString): reference(.text)
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
    case .text: reference(.text)
    case .carried: reference(.carried)
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
          case .carried: reference(.carried)
          }
        },
        Part.any([DefinitionKeys.Size.family, .sizeClass].map { Part.has($0.rawValue) }),
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
      case .carried: reference(.carried)
      }
    },
    [
      "not": Part.has(
        DefinitionKeys.Relationship.value.rawValue, DefinitionKeys.Relationship.values.rawValue)
    ],
  ])

  /// A value for comparison: a scalar, or an object whose key names the kind of the value.
  private static let comparison: JSONValue = {
    var tagged =
      Part.object(ValueTag.allCases) { key in
        switch key {
        case .one(.boolean): Part.boolean
        case .one(.integer): Part.integer
        case .one(.decimal), .one(.timeInterval): ["type": ["number", "string"]]
        case .one(let kind) where kind.madeOfText != nil: Part.string
        case .array: ["type": "array"]
        case .one: SchemaPart.anyObject
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
    case .label: reference(.text)
    case .kind, .className, .classPrefix: Part.string
    case .generatesHeader, .unknownCase: Part.boolean
    case .cases:
      Part.list(
        Part.any([
          Part.text,
          Part.object(DefinitionKeys.Case.allCases, required: [.name]) { key in
            switch key {
            case .name: Part.text
            case .label: reference(.text)
            case .index: Part.integer
            case .carried: reference(.carried)
            }
          },
        ]))
    case .carried: reference(.carried)
    }
  }

  private static let objectType = Part.object(
    DefinitionKeys.ObjectType.allCases, required: [.name]
  ) { key in
    switch key {
    case .name: Part.text
    case .label: reference(.text)
    case .className, .classPrefix, .identifierType: Part.string
    case .lastTag: Part.optional(Part.integer)
    case .standardProperties: Part.boolean
    case .properties: Part.list(reference(.property))
    case .carried: reference(.carried)
    }
  }
}
