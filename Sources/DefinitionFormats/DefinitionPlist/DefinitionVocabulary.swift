/// The names by which paths lead to the elements of a definition, for property lists.
///
/// - `$`: `namespace`, `modelVersion`, `systemVersion`, `toolsBuildVersion`, `toolsVersion`,
///   `intents[i]`, `enums[i]`, `types[i]`;
/// - `$.intents[i]`: `name`, `classPrefix`, `className`, `title`, `description`, `category`,
///   `verb`, `kind`, `domain`, `eligibleForWidgets`, `ineligibleForSuggestions`, `configurable`,
///   `confirmationRequired`, `customizable`, `deprecated`, `restrictions`, `defaultImageName`,
///   `inputParameter`, `keyParameter`, `lastTag`, `parameters[i]`;
/// - `$.intents[i].parameters[i]`: `name`, `label`, `tag`, `priority`, `type`, `enum`, `object`,
///   `configurable`, `resolvable`, `dynamic`, `searchable`, `multiple`, `fixedSize`,
///   `sizes[i]` with `sizeClass` (or `family`) and `size`,
///   `visibleWhen` with `parent`, `predicate`, `value` and `values[i]`,
///   `prompts[i]` with `kind`, `custom` and `text`,
///   and of the metadata `placeholder`, `default`, `trueName`, `falseName`, `control`,
///   `components`, `detail`, `fileKind`, `fileTypes[i]`, `minimum`, `maximum`, `negative`, `capitalization`,
///   `multiline`, `disablesAutocorrect`, `disablesSmartQuotes`, `disablesSmartDashes`, `format`,
///   `dateStyle`, `timeStyle`, `template`, `unit`, `defaultUnit`, `minimumUnit`, `maximumUnit`,
///   `currencies[i]`;
/// - `$.enums[i]`: `name`, `label`, `kind`, `className`, `classPrefix`, `generatesHeader`,
///   `cases[i]` with `name`, `index` and `label`;
/// - `$.types[i]`: `name`, `label`, `className`, `classPrefix`, `lastTag`, `properties[i]` with
///   `standard` and those names of a parameter that make sense.
///
/// Every text (`title`, `label`, `placeholder` and so on) has `text` and `id`, every reference
/// (`enum`, `object`) has `name` and `namespace`. Indexes count what the model holds.
enum DefinitionVocabulary {
  typealias Keys = DefinitionPlistKeys
  typealias Prefix = DefinitionPlistKeys.Prefix
  typealias Table = [String: Entry]

  /// The kinds of place in a definition.
  enum Level: Hashable {
    case root, intent, parameter, property, size, relationship, prompt
    case enumeration, enumCase, objectType
    /// A text, whose identifier stands beside it.
    case text
    /// A reference, whose namespace stands beside its name.
    case reference
    /// A value with nothing in it, or an array of such values.
    case value
  }

  /// Where a name leads: ways from the element, of which the first that exists counts.
  struct Entry {
    var ways: [[String]]
    var level = Level.value
  }

  /// The entry of a name in a place; nil for an unknown name.
  static func entry(_ name: String, of level: Level) -> Entry? {
    switch level {
    case .root: root[name]
    case .intent: intent[name]
    case .parameter: parameter[name]
    case .property: property[name]
    case .size: size[name]
    case .relationship: relationship[name]
    case .prompt: prompt[name]
    case .enumeration: enumeration[name]
    case .enumCase: enumCase[name]
    case .objectType: objectType[name]
    case .text, .reference, .value: nil
    }
  }

  /// What is put behind a text's or a reference's own key for a name; nil for an unknown name.
  static func suffix(_ name: String, of level: Level) -> String? {
    switch (level, name) {
    case (.text, "text"), (.reference, "name"): ""
    case (.text, "id"): Keys.identifierSuffix
    case (.reference, "namespace"): "Namespace"
    default: nil
    }
  }
}

extension DefinitionVocabulary {
  private static func table<Key: DefinitionKey>(
    _ prefix: String, _ names: KeyValuePairs<String, Key>
  ) -> Table {
    Dictionary(
      names.map { ($0.key, Entry(ways: [[prefix + $0.value.rawValue]])) },
      uniquingKeysWith: { first, _ in first })
  }

  private static let root =
    table(
      Prefix.root,
      [
        "namespace": Keys.Root.namespace, "modelVersion": .modelVersion,
        "systemVersion": .systemVersion, "toolsBuildVersion": .toolsBuildVersion,
        "toolsVersion": .toolsVersion, "intents": .intents, "enums": .enums, "types": .types,
      ]
    ).leading(["intents": .intent, "enums": .enumeration, "types": .objectType])

  /// A title of an old file stands under the key of the description, its description under that of
  /// the summary.
  private static let intent = {
    var result = table(
      Prefix.intent,
      [
        "name": Keys.Intent.name, "classPrefix": .classPrefix, "className": .className,
        "title": .title, "description": .description, "category": .category, "verb": .verb,
        "kind": .kind, "domain": .domain, "eligibleForWidgets": .eligibleForWidgets,
        "ineligibleForSuggestions": .ineligibleForSuggestions, "configurable": .configurable,
        "confirmationRequired": .userConfirmationRequired, "customizable": .customizable,
        "deprecated": .deprecated, "restrictions": .restrictions,
        "defaultImageName": .defaultImageName, "inputParameter": .input,
        "keyParameter": .keyParameter, "lastTag": .lastParameterTag, "parameters": .parameters,
      ]
    ).leading(["title": .text, "description": .text, "parameters": .parameter])
    let summary = Prefix.intent + Keys.Intent.summary.rawValue
    let description = Prefix.intent + Keys.Intent.description.rawValue
    result["title"]?.ways.append([description])
    result["description"]?.ways.insert([summary], at: 0)
    return result
  }()

  private static let parameter = {
    var result = table(
      Prefix.parameter,
      [
        "configurable": Keys.Parameter.configurable, "resolvable": .supportsResolution,
        "dynamic": .supportsDynamicEnumeration, "searchable": .supportsSearch,
        "fixedSize": .fixedSizeArray, "sizes": .arraySizes, "visibleWhen": .relationship,
        "prompts": .promptDialogs,
      ]
    ).leading(["sizes": .size, "visibleWhen": .relationship, "prompts": .prompt])
    result.merge(typed(Prefix.parameter, Prefix.parameterMetadata)) { first, _ in first }
    return result
  }()

  private static let property = {
    var result = table(Prefix.property, ["standard": Keys.Parameter.isDefault])
    result.merge(typed(Prefix.property, Prefix.propertyMetadata)) { first, _ in first }
    return result
  }()

  /// What parameters and properties have in common.
  private static func typed(_ prefix: String, _ metadataPrefix: String) -> Table {
    var result = table(
      prefix,
      [
        "name": Keys.Parameter.name, "label": .displayName, "tag": .tag,
        "priority": .displayPriority, "type": .type, "enum": .enumType, "object": .objectType,
        "multiple": .supportsMultipleValues,
      ]
    ).leading(["label": .text, "enum": .reference, "object": .reference])
    let metadata = prefix + Keys.Parameter.metadata.rawValue
    for (name, entry) in self.metadata(metadataPrefix) {
      result[name] = Entry(ways: entry.ways.map { [metadata] + $0 }, level: entry.level)
    }
    return result
  }

  private static func metadata(_ prefix: String) -> Table {
    var result = table(
      prefix,
      [
        "placeholder": Keys.Metadata.placeholder, "default": .defaultValue,
        "trueName": .trueDisplayName, "falseName": .falseDisplayName, "control": .type,
        "components": .type, "detail": .type, "fileKind": .type, "minimum": .minimumValue,
        "maximum": .maximumValue, "negative": .supportsNegativeNumbers,
        "capitalization": .capitalization, "multiline": .multiline,
        "disablesAutocorrect": .disableAutocorrect, "disablesSmartQuotes": .disableSmartQuotes,
        "disablesSmartDashes": .disableSmartDashes, "format": .format, "dateStyle": .dateStyle,
        "timeStyle": .timeStyle, "template": .template, "unit": .unit,
        "defaultUnit": .defaultUnit, "minimumUnit": .minimumUnit, "maximumUnit": .maximumUnit,
        "fileTypes": .customUTIs, "currencies": .currencyCodes,
      ]
    ).leading([
      "placeholder": .text, "default": .text, "trueName": .text, "falseName": .text,
      "template": .text,
    ])
    result["currencies"]?.ways.append([prefix + Keys.Metadata.currencyCode.rawValue])
    return result
  }

  private static let size = table(
    Prefix.arraySize,
    ["sizeClass": Keys.ArraySize.sizeClass, "family": .sizeClass, "size": .size])

  private static let relationship = {
    var result = table(
      Prefix.relationship,
      [
        "parent": Keys.Relationship.parentName, "predicate": .predicateName,
        "value": .predicateValue, "values": .predicateValues,
      ])
    let single = Prefix.relationship + Keys.Relationship.predicateValue.rawValue
    result["values"]?.ways.append([single])
    return result
  }()

  private static let prompt =
    table(
      Prefix.promptDialog,
      ["kind": Keys.PromptDialog.type, "custom": .custom, "text": .formatString]
    ).leading(["text": .text])

  private static let enumeration =
    table(
      Prefix.enumeration,
      [
        "name": Keys.Enumeration.name, "label": .displayName, "kind": .kind,
        "className": .className, "classPrefix": .classPrefix,
        "generatesHeader": .generatesHeader, "cases": .values,
      ]
    ).leading(["label": .text, "cases": .enumCase])

  private static let enumCase =
    table(
      Prefix.enumCase,
      ["name": Keys.EnumCase.name, "index": .index, "label": .displayName]
    ).leading(["label": .text])

  private static let objectType =
    table(
      Prefix.objectType,
      [
        "name": Keys.ObjectType.name, "label": .displayName, "className": .className,
        "classPrefix": .classPrefix, "lastTag": .lastPropertyTag, "properties": .properties,
      ]
    ).leading(["label": .text, "properties": .property])
}

extension [String: DefinitionVocabulary.Entry] {
  /// The table with the names that lead further.
  fileprivate func leading(_ levels: KeyValuePairs<String, DefinitionVocabulary.Level>) -> Self {
    var table = self
    for (name, level) in levels { table[name]?.level = level }
    return table
  }
}
