/// The names in paths to the elements of a definition, for property lists.
///
/// A path begins at `$`, the file, and continues with the names of `DefinitionKeys`, as in
/// `$.intents[0].parameters[2].visibleWhen.parent`.
///
/// The parts of a text are named as in `DefinitionKeys.Text`, and the parts of a reference as in
/// `DefinitionKeys.Reference`. Indexes count the elements in the model.
enum DefinitionVocabulary {
  typealias Keys = DefinitionKeys
  typealias Prefix = DefinitionKeys.Prefix
  typealias Table = [String: Entry]

  /// The kind of an element in a definition.
  enum Level: Hashable {
    case root, intent, parameter, property, size, relationship, prompt
    case enumeration, enumCase, objectType
    /// A text. A separate key next to it has its identifier.
    case text
    /// A reference. A separate key next to it has its namespace.
    case reference
    /// A value without named parts, or an array of such values.
    case value
  }

  /// The destination of a name: alternative key paths.
  ///
  /// The first path that exists is used.
  struct Entry {
    var ways: [[String]]
    var level = Level.value
  }

  /// The entry for a name in an element; nil for an unknown name.
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

  /// The suffix of the key for a part of a text or reference; nil for an unknown part.
  static func suffix(_ name: String, of level: Level) -> String? {
    switch level {
    case .text: Keys.Text(rawValue: name).map { $0 == .id ? Keys.identifierSuffix : "" }
    case .reference:
      Keys.Reference(rawValue: name).map { $0 == .namespace ? Keys.namespaceSuffix : "" }
    default: nil
    }
  }
}

extension DefinitionVocabulary {
  /// A table of the keys that property lists have, with the level of each key that has parts.
  private static func table<Key: DefinitionElementKey>(
    _ prefix: String, _ keys: some Sequence<Key>, _ levels: [Key: Level] = [:]
  ) -> Table {
    var table: Table = [:]
    for key in keys where key.propertyList != nil {
      table[key.rawValue] = Entry(
        ways: [[key.propertyList(after: prefix)]], level: levels[key] ?? .value)
    }
    return table
  }

  private static let root = table(
    Prefix.root, Keys.Root.allCases,
    [.intents: .intent, .enums: .enumeration, .types: .objectType])

  /// The names of intents.
  ///
  /// In an old file, the title has the key of the description, and the description has the key of
  /// the summary.
  private static let intent = {
    var result = table(
      Prefix.intent, Keys.Intent.allCases,
      [.title: .text, .description: .text, .parameters: .parameter])
    let summary = Keys.PropertyListOnly.summary.propertyList(after: Prefix.intent)
    let description = Keys.Intent.description
    result[Keys.Intent.title.rawValue]?.ways.append([
      description.propertyList(after: Prefix.intent)
    ])
    result[description.rawValue]?.ways.insert([summary], at: 0)
    return result
  }()

  private static let parameter = typed(
    Prefix.parameter, Prefix.parameterMetadata, Keys.Parameter.ofEveryParameter)

  private static let property = typed(
    Prefix.property, Prefix.propertyMetadata, Keys.Parameter.ofEveryProperty)

  /// The names of a parameter or a property: the keys of its dictionary, including the references to
  /// an enum and to an object type, and the keys of its metadata.
  private static func typed(
    _ prefix: String, _ metadataPrefix: String, _ keys: [Keys.Parameter]
  ) -> Table {
    let own = keys.filter { !Keys.Parameter.ofMetadata.contains($0) } + [.enum, .object]
    var result = table(
      prefix, own,
      [
        .label: .text, .enum: .reference, .object: .reference, .sizes: .size,
        .visibleWhen: .relationship, .prompts: .prompt,
      ])
    let metadata = Keys.PropertyListOnly.metadata.propertyList(after: prefix)
    for (name, entry) in self.metadata(metadataPrefix) {
      result[name] = Entry(ways: entry.ways.map { [metadata] + $0 }, level: entry.level)
    }
    return result
  }

  private static func metadata(_ prefix: String) -> Table {
    typealias Only = Keys.PropertyListOnly
    var result = table(
      prefix, Keys.Parameter.ofMetadata,
      [
        .placeholder: .text, .default: .text, .trueName: .text, .falseName: .text, .template: .text,
      ])
    for key in [Only.minimumUnit, .maximumUnit] {
      result[key.definitionWord] = Entry(ways: [[key.propertyList(after: prefix)]])
    }
    result[Keys.Parameter.currencies.rawValue]?.ways.append([
      Only.currencyCode.propertyList(after: prefix)
    ])
    return result
  }

  private static let size = {
    var result = table(Prefix.arraySize, Keys.Size.allCases)
    result[Keys.Size.family.rawValue] = result[Keys.Size.sizeClass.rawValue]
    return result
  }()

  private static let relationship = {
    var result = table(Prefix.relationship, Keys.Relationship.allCases)
    result[Keys.Relationship.values.rawValue]?.ways.append([
      Keys.Relationship.value.propertyList(after: Prefix.relationship)
    ])
    return result
  }()

  private static let prompt = table(Prefix.promptDialog, Keys.Prompt.allCases, [.text: .text])

  private static let enumeration = table(
    Prefix.enumeration, Keys.Enumeration.allCases, [.label: .text, .cases: .enumCase])

  private static let enumCase = table(Prefix.enumCase, Keys.Case.allCases, [.label: .text])

  private static let objectType = table(
    Prefix.objectType, Keys.ObjectType.allCases, [.label: .text, .properties: .property])
}
