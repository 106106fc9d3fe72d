import IntentModel

/// A key of an element of a definition, with its name in each of the two formats.
protocol DefinitionKey: Sendable {
  /// The key in JSON; nil for a key that only property lists have.
  var json: String? { get }

  /// The key in a property list, without the prefix of its element; nil for a key that only JSON
  /// has.
  var propertyList: String? { get }

  /// The position of the key in its element, which is the order in JSON.
  var order: Int { get }
}

extension DefinitionKey {
  /// The complete key in a property list.
  func propertyList(after prefix: String) -> String { prefix + (propertyList ?? "") }
}

/// The keys of an element, in the order of JSON.
///
/// The raw value is the key in JSON. In a property list, the key begins with a capital letter,
/// unless ``otherNames`` gives another name.
protocol DefinitionElementKey: DefinitionKey, JSONKey {
  /// The names in property lists that are not the JSON key with a capital letter; nil for keys that
  /// property lists do not have.
  static var otherNames: [Self: String?] { get }
}

extension DefinitionElementKey {
  var json: String? { rawValue }

  var propertyList: String? {
    if let name = Self.otherNames[self] { return name }
    return rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }

  var order: Int { Array(Self.allCases).firstIndex(of: self) ?? 0 }

  /// The names of all keys in property lists, without the prefix.
  static var propertyListNames: Set<String> { Set(allCases.compactMap(\.propertyList)) }
}

extension IntentPath {
  /// The path of a member of the element at this path.
  func appending(_ key: some DefinitionElementKey) -> IntentPath { appending(key.rawValue) }
}

/// The keys and words of definitions, one enum for each kind of element.
enum DefinitionKeys {
  /// The prefixes of an element's keys in a property list.
  enum Prefix {
    static let root = "IN"
    static let intent = "INIntent"
    static let parameter = "INIntentParameter"
    static let parameterMetadata = "INIntentParameterMetadata"
    static let arraySize = "INIntentParameterArraySize"
    static let relationship = "INIntentParameterRelationship"
    static let promptDialog = "INIntentParameterPromptDialog"
    static let enumeration = "INEnum"
    static let enumCase = "INEnumValue"
    static let objectType = "INType"
    static let property = "INTypeProperty"
    static let propertyMetadata = "INTypePropertyMetadata"
  }

  /// The suffix of a property list key whose value is the identifier of a text.
  static let identifierSuffix = "ID"

  /// The suffix of a property list key whose value is the namespace of a reference.
  static let namespaceSuffix = "Namespace"

  enum Root: String, DefinitionElementKey {
    case schema = "$schema"
    case namespace, modelVersion, systemVersion, toolsBuildVersion, toolsVersion
    case origin, intents, enums, types, carried

    static let otherNames: [Root: String?] = [
      .schema: nil, .namespace: "IntentDefinitionNamespace",
      .modelVersion: "IntentDefinitionModelVersion",
      .systemVersion: "IntentDefinitionSystemVersion",
      .toolsBuildVersion: "IntentDefinitionToolsBuildVersion",
      .toolsVersion: "IntentDefinitionToolsVersion", .origin: nil, .carried: nil,
    ]
  }

  enum Intent: String, DefinitionElementKey {
    case name, classPrefix, className, title, description, category, verb, kind, domain
    case eligibleForWidgets, ineligibleForSuggestions, configurable, confirmationRequired
    case customizable, deprecated, restrictions, defaultImageName, inputParameter, keyParameter
    case replaces, supportedModes, summary, lastTag, parameters, carried

    static let otherNames: [Intent: String?] = [
      .kind: "Type", .confirmationRequired: "UserConfirmationRequired", .inputParameter: "Input",
      .replaces: nil, .supportedModes: nil, .summary: nil, .lastTag: "LastParameterTag",
      .carried: nil,
    ]
  }

  /// The keys that parameters and properties of any type can have.
  ///
  /// In a property list, the keys in ``ofMetadata`` are in a separate dictionary.
  enum Parameter: String, DefinitionElementKey {
    case name, label, description, tag, priority, type
    case `enum`, object, typeName, control, components, format, dateStyle, timeStyle, template
    case supportedValues, detail, fileKind, fileTypes, currencies, unit, ignoredUnits, native,
      defaultUnit, `default`
    case trueName, falseName, minimum, maximum, negative, capitalization, multiline
    case disablesAutocorrect, disablesSmartQuotes, disablesSmartDashes
    case configurable, resolvable, dynamic, searchable, provider, dependsOn, defaults, required
    case defaultNotRead, swiftType, multiple
    case standard, fixedSize, sizes, visibleWhen, placeholder, prompts, carried, carriedMetadata

    static let otherNames: [Parameter: String?] = [
      .label: "DisplayName", .description: nil, .priority: "DisplayPriority", .enum: "EnumType",
      .object: "ObjectType", .typeName: nil, .control: "Type", .components: "Type",
      .supportedValues: nil, .detail: "Type", .fileKind: "Type", .fileTypes: "CustomUTIs",
      .currencies: "CurrencyCodes",
      .ignoredUnits: nil, .native: nil, .default: "DefaultValue", .trueName: "TrueDisplayName",
      .falseName: "FalseDisplayName", .minimum: "MinimumValue", .maximum: "MaximumValue",
      .negative: "SupportsNegativeNumbers", .disablesAutocorrect: "DisableAutocorrect",
      .disablesSmartQuotes: "DisableSmartQuotes", .disablesSmartDashes: "DisableSmartDashes",
      .resolvable: "SupportsResolution", .dynamic: "SupportsDynamicEnumeration",
      .searchable: "SupportsSearch", .provider: nil, .dependsOn: nil, .defaults: nil,
      .required: nil, .defaultNotRead: nil, .swiftType: nil,
      .multiple: "SupportsMultipleValues", .standard: "Default",
      .fixedSize: "FixedSizeArray", .sizes: "ArraySizes", .visibleWhen: "Relationship",
      .prompts: "PromptDialogs", .carried: nil, .carriedMetadata: nil,
    ]

    /// The keys that a property list has in the dictionary of the metadata.
    static let ofMetadata: Set<Parameter> = [
      .control, .components, .format, .dateStyle, .timeStyle, .template, .supportedValues, .detail,
      .fileKind,
      .fileTypes, .currencies, .unit, .ignoredUnits, .native, .defaultUnit, .default, .trueName,
      .falseName, .minimum, .maximum, .negative, .capitalization, .multiline,
      .disablesAutocorrect, .disablesSmartQuotes, .disablesSmartDashes, .placeholder,
    ]
  }

  /// The keys that only property lists have.
  enum PropertyListOnly: String, DefinitionKey {
    case summary = "Summary"
    case enumTypeNamespace = "EnumTypeNamespace"
    case objectTypeNamespace = "ObjectTypeNamespace"
    case metadata = "Metadata"
    case currencyCode = "CurrencyCode"
    case minimumUnit = "MinimumUnit"
    case maximumUnit = "MaximumUnit"

    var json: String? { nil }
    var propertyList: String? { rawValue }
    var order: Int { 0 }
  }

  /// The key of a file's type identifier in a property list; it has no prefix.
  static let typeIdentifier = "UTI"

  /// The word in a property list for separate units of the default, the minimum and the maximum.
  static let multipleUnits = MeasurementMetadata.severalUnits

  enum Text: String, JSONKey { case text, id }

  enum Reference: String, JSONKey { case name, namespace }

  enum Size: String, DefinitionElementKey {
    case family, sizeClass, size, minimum, carried

    static let otherNames: [Size: String?] = [.family: nil, .minimum: nil, .carried: nil]
  }

  enum Relationship: String, DefinitionElementKey {
    case parent, predicate, value, values, list, carried

    static let otherNames: [Relationship: String?] = [
      .parent: "ParentName", .predicate: "PredicateName", .value: "PredicateValue",
      .values: "PredicateValues", .list: nil, .carried: nil,
    ]
  }

  enum Prompt: String, DefinitionElementKey {
    case kind, custom, text, carried

    static let otherNames: [Prompt: String?] = [
      .kind: "Type", .text: "FormatString", .carried: nil,
    ]
  }

  enum Origin: String, JSONKey { case format, unknown }

  enum Unknown: String, JSONKey { case subject, text, place, reason, code }

  /// The keys of all kinds of summaries: rows, a question with two answers, and a question with
  /// cases.
  enum Summary: String, JSONKey {
    case sentence, inSentence, rows, when, `switch`, cases, then, otherwise, unknown
  }

  enum Question: String, JSONKey {
    case parameter, family, other
    case comparison = "is"
    case values
  }

  enum SummaryCase: String, JSONKey { case values, then }

  enum Units: String, JSONKey { case `default`, minimum, maximum }

  enum Enumeration: String, DefinitionElementKey {
    case name, label, kind, className, classPrefix, generatesHeader, unknownCase, cases, carried

    static let otherNames: [Enumeration: String?] = [
      .label: "DisplayName", .kind: "Type", .unknownCase: nil, .cases: "Values", .carried: nil,
    ]
  }

  enum Case: String, DefinitionElementKey {
    case name, label, index, carried

    static let otherNames: [Case: String?] = [.label: "DisplayName", .carried: nil]
  }

  enum ObjectType: String, DefinitionElementKey {
    case name, label, className, classPrefix, identifierType, standardProperties, lastTag,
      properties
    case carried

    static let otherNames: [ObjectType: String?] = [
      .label: "DisplayName", .identifierType: nil, .standardProperties: nil,
      .lastTag: "LastPropertyTag",
      .carried: nil,
    ]
  }

  /// The complete keys of parts that only Siri uses; the model keeps their values without reading
  /// them.
  enum Siri {
    static let response = "INIntentResponse"
    static let codes = "INIntentResponseCodes"
    static let codeName = "INIntentResponseCodeName"
    static let codeFormatString = "INIntentResponseCodeFormatString"
    static let parameters = "INIntentResponseParameters"
    static let responseParameter = "INIntentResponseParameter"
    static let unsupportedReasons = "INIntentParameterUnsupportedReasons"
    static let unsupportedReasonCode = "INIntentParameterUnsupportedReasonCode"
    static let output = "INIntentResponseOutput"
    static let actionCombinations = "INIntentManagedParameterCombinations"
    static let suggestedCombinations = "INIntentParameterCombinations"
    static let combinationTitle = "INIntentParameterCombinationTitle"
    static let isPrimaryCombination = "INIntentParameterCombinationIsPrimary"
    static let runsInBackground = "INIntentParameterCombinationSupportsBackgroundExecution"

    /// The keys of an intent and of a parameter, without the prefix.
    static let ofIntent = [response, actionCombinations, suggestedCombinations].map {
      String($0.dropFirst(Prefix.intent.count))
    }
    static let ofParameter = [String(unsupportedReasons.dropFirst(Prefix.parameter.count))]
  }

  /// The key in each JSON element for the parts that the model does not read.
  static let carried = "carried"

  enum Carried: String, JSONKey { case unknown, writtenDefaults }

  /// The marks of carried values that JSON cannot represent directly.
  enum Mark: String, JSONKey {
    case real = "$real"
    case integer = "$integer"
    case spelling
    case data = "$data"
    case date = "$date"
    case members = "$members"
  }

  /// The word that means that there is no bound.
  static let unbounded = "none"
}

/// The types of parameters, by their words after `type`.
enum DefinitionTypeName: Hashable, RawRepresentable, CaseIterable, Sendable {
  /// A kind of value other than measurements.
  case one(ValueKind)
  /// Measurements of a dimension.
  case measurement(MeasurementDimension)
  /// A type without an editor.
  case other

  static let allCases =
    ValueKind.allCases.filter { $0 != .measurement }.map { Self.one($0) }
    + MeasurementDimension.allCases.map { .measurement($0) } + [.other]

  init?(rawValue: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }

  var rawValue: String {
    switch self {
    case .one(.enumeration): "enum"
    case .one(let kind): kind.rawValue
    case .measurement(let dimension): dimension.definitionWord
    case .other: "other"
    }
  }
}
