import IntentModel
import Messages

/// The texts of a definition that string tables translate, with the keys of their translations.
struct DefinitionTexts {
  /// A text.
  struct Entry {
    /// The text in the definition; nil if there is only an identifier.
    var text: String?

    /// The path of the text in the definition's property list.
    var path: PropertyListPath

    /// The element that has the text, such as `parameter “mode” of the intent “Clock”`.
    var subject: Message?

    /// The parameter whose value the text names, if the parameter is an enum or a Boolean.
    ///
    /// Each value has its own translation of the text.
    var parameter: String?

    /// The names of the parameter's values, each with the key of its translation; the case for “no
    /// value” is left out.
    var cases: [(name: String, key: String)] = []

    /// Whether the text needs a translation: the case for "no value" is never shown, and a text
    /// without words is the same in every language.
    var needsTranslation = true
  }

  /// The use of a string table's key.
  struct Use {
    /// The text that the key translates.
    var entry: Entry

    /// Placeholders that the translation can omit, because the key is for specific values.
    var omissible: Set<String> = []
  }

  /// The texts by identifier; for a shared identifier, the first entry that has a text.
  private(set) var entries: [String: Entry] = [:]

  /// The identifiers in the order of the definition.
  private(set) var identifiers: [String] = []

  /// Texts with the same identifier as an earlier, different text, in the order of the definition
  /// and without duplicates.
  private(set) var conflicts: [(identifier: String, entry: Entry)] = []

  /// The identifiers of the texts of enum cases and Booleans.
  private var cases = Set<String>()

  /// The number of keys for single values.
  private var keysOfValues = 0
  private static let maximumKeysOfValues = 100_000

  /// The lengths of the identifiers, in bytes.
  private var lengths = Set<Int>()

  /// The identifiers of the conflicts with their texts.
  private var knownConflicts = Set<[String]>()

  /// Collects the texts anywhere in a property list.
  init(_ root: PropertyListValue) {
    collect(root, at: [], in: root)
    lengths = Set(identifiers.map(\.utf8.count))
  }

  /// Collects the texts anywhere in a definition, including the parts that the model only carries.
  init(_ file: IntentDefinitionFile) {
    self.init(DefinitionPlist.value(of: file))
    cases = Set(file.enums.flatMap(\.cases).compactMap(\.displayName.id))
    for item in file.enums.flatMap(\.cases) where item.isUnknown {
      if let id = item.displayName.id { entries[id]?.needsTranslation = false }
    }
    let titles = titles
    // Many parameters can have the same enum, so its values are collected only once.
    var known: [String: [Value]] = [:]
    for (number, intent) in file.intents.enumerated() {
      var values: [String: [Value]] = [:]
      for parameter in intent.parameters {
        let own: [Value]
        if case .boolean(let metadata) = parameter.type {
          own = zip(Self.booleanNames, [metadata.trueName.id, metadata.falseName.id])
            .compactMap { name, id in id.map { (name, $0) } }
          cases.formUnion(own.map(\.id))
        } else if let enumeration = file.enumeration(of: parameter.type) {
          own = known[enumeration.name] ?? Self.values(of: enumeration)
          known[enumeration.name] = own
        } else {
          continue
        }
        guard !own.isEmpty else { continue }
        values[parameter.name] = own
        for dialog in parameter.promptDialogs { add(dialog, of: parameter.name, own) }
      }
      if !values.isEmpty { add(titles[number] ?? [], values) }
    }
  }

  /// The names of the values of a Boolean, which are also Xcode's standard texts for them.
  static let booleanNames = ["true", "false"]

  /// A value with a text, and the identifier of the text.
  private typealias Value = (name: String, id: String)

  private static func values(of enumeration: IntentEnum) -> [Value] {
    enumeration.cases.filter { !$0.isUnknown }
      .compactMap { item in item.displayName.id.map { (item.name, $0) } }
  }

  /// How the definition uses a string table's key; nil if it does not use the key.
  ///
  /// A key is the identifier of a text, or the identifier of an intent's text followed by
  /// identifiers of values, with dashes in between. Xcode writes keys of the second form for the
  /// prompts and titles that name an enum or a Boolean. Every key with a possible use counts as
  /// used, so no translation is reported as unused by mistake.
  func use(of key: String) -> Use? {
    if let entry = entries[key] { return Use(entry: entry) }
    guard let entry = head(of: key).flatMap({ entries[$0] }) else { return nil }
    if let parameter = entry.parameter { return Use(entry: entry, omissible: [parameter]) }
    return Use(entry: entry, omissible: Set(TextPlaceholders.names(in: entry.text ?? "")))
  }

  /// The identifier of the text that a key translates for some values; nil for any other key.
  func head(of key: String) -> String? {
    guard entries[key] == nil else { return nil }
    // Searches from the end, so that a key with many dashes is scanned only once.
    var head = key[...]
    var heads: [Substring] = []
    while let dash = head.lastIndex(of: "-"), cases.contains(String(head[dash...].dropFirst())) {
      head = head[..<dash]
      if lengths.contains(head.utf8.count) { heads.append(head) }
    }
    return heads.reversed().map(String.init).first {
      entries[$0]?.path.steps.first == Self.intents
    }
  }

  private static let intents = PropertyListStep.key(
    DefinitionKeys.Root.intents.propertyList(after: DefinitionKeys.Prefix.root))

  /// If a prompt names the value of its parameter, adds keys for the parameter's values.
  private mutating func add(
    _ dialog: PromptDialog, of parameter: String, _ values: [Value]
  ) {
    guard let id = dialog.formatString.id,
      TextPlaceholders.names(in: dialog.formatString.text ?? "").contains(parameter)
    else { return }
    split(id, by: parameter, values)
  }

  /// Adds the keys for the values of a parameter to a text.
  ///
  /// Many texts can each name an enum with many cases, so the number of keys is limited. Beyond the
  /// limit, a text counts as translated if there is a translation for any value.
  private mutating func split(_ id: String, by parameter: String, _ values: [Value]) {
    entries[id]?.parameter = parameter
    guard keysOfValues + values.count <= Self.maximumKeysOfValues else { return }
    keysOfValues += values.count
    entries[id]?.cases = values.map { ($0.name, "\(id)-\($0.id)") }
  }

  /// The identifiers of the titles of combinations, by the position of the intent.
  private var titles: [Int: [String]] {
    var titles: [Int: [String]] = [:]
    for id in identifiers {
      guard let steps = entries[id]?.path.steps, steps.count > 2, steps[0] == Self.intents,
        case .index(let number) = steps[1], case .key(let combinations) = steps[2],
        [DefinitionKeys.Siri.suggestedCombinations, DefinitionKeys.Siri.actionCombinations]
          .contains(combinations)
      else { continue }
      titles[number, default: []].append(id)
    }
    return titles
  }

  /// Adds keys for the values to each title of a combination that names exactly one of the given
  /// parameters.
  private mutating func add(_ titles: [String], _ values: [String: [Value]]) {
    for id in titles {
      guard let entry = entries[id] else { continue }
      let named = TextPlaceholders.names(in: entry.text ?? "").filter { values[$0] != nil }
      guard named.count == 1, let own = values[named[0]] else { continue }
      split(id, by: named[0], own)
    }
  }

  private mutating func collect(
    _ value: PropertyListValue, at path: PropertyListPath, in root: PropertyListValue
  ) {
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        collect(element, at: path.appending(index: index), in: root)
      }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        if let identifier = entry.value.stringValue, !identifier.isEmpty,
          entry.key.hasSuffix(DefinitionKeys.identifierSuffix)
        {
          let key = String(entry.key.dropLast(DefinitionKeys.identifierSuffix.count))
          let text = dictionary[key]?.stringValue
          let place = path.appending(key: text == nil ? entry.key : key)
          add(identifier, text, at: place, DefinitionSubject.words(for: place, in: root))
        }
        collect(entry.value, at: path.appending(key: entry.key), in: root)
      }
    default: break
    }
  }

  private mutating func add(
    _ identifier: String, _ text: String?, at path: PropertyListPath, _ subject: Message?
  ) {
    if entries[identifier] == nil { identifiers.append(identifier) }
    if let text, let earlier = entries[identifier]?.text, earlier != text,
      knownConflicts.insert([identifier, text]).inserted
    {
      conflicts.append((identifier, Entry(text: text, path: path, subject: subject)))
    }
    guard entries[identifier] == nil || entries[identifier]?.text == nil && text != nil else {
      return
    }
    entries[identifier] = Entry(
      text: text, path: path, subject: subject,
      needsTranslation: text.map { TextPlaceholders.hasWords(in: $0) && !Self.isStock($0, path) }
        ?? false)
  }

  /// Whether a text is Xcode's standard text for the values of a Boolean.
  private static func isStock(_ text: String, _ path: PropertyListPath) -> Bool {
    guard booleanNames.contains(text), case .key(let key)? = path.steps.last else {
      return false
    }
    let names: [DefinitionKeys.Parameter] = [.trueName, .falseName]
    return names.contains { key.hasSuffix($0.propertyList(after: "")) }
  }
}

/// Names the element of a definition at a path, for messages.
enum DefinitionSubject {
  private typealias Prefix = DefinitionKeys.Prefix

  /// The element at a path of the model; nil for the document as a whole.
  static func words(for path: IntentPath, in file: IntentDefinitionFile) -> Message? {
    guard case .key(let key)? = path.components.first,
      let list = DefinitionKeys.Root(rawValue: key), let first = index(1, of: path)
    else { return nil }
    let second = index(3, of: path)
    switch list {
    case .intents where file.intents.indices.contains(first):
      let intent = file.intents[first]
      guard path.components.count > 3,
        path.components[2] == .key(DefinitionKeys.Intent.parameters.rawValue), let second,
        intent.parameters.indices.contains(second)
      else { return .intentNamed(name: intent.name) }
      return .partOfIntent(
        part: .parameterNamed(name: intent.parameters[second].name), name: intent.name)
    case .enums where file.enums.indices.contains(first):
      let enumeration = file.enums[first]
      guard let second, enumeration.cases.indices.contains(second) else {
        return .enumNamed(name: enumeration.name)
      }
      return .partOfEnum(
        part: .caseNamed(name: enumeration.cases[second].name), name: enumeration.name)
    case .types where file.types.indices.contains(first):
      let type = file.types[first]
      guard let second, type.properties.indices.contains(second) else {
        return .typeNamed(name: type.name)
      }
      return .partOfType(
        part: .propertyNamed(name: type.properties[second].name), name: type.name)
    default: return nil
    }
  }

  private static func index(_ place: Int, of path: IntentPath) -> Int? {
    guard path.components.indices.contains(place), case .index(let index) = path.components[place]
    else { return nil }
    return index
  }

  /// The element and its part at a path of a property list; nil if there is none.
  static func words(for path: PropertyListPath, in root: PropertyListValue) -> Message? {
    var elements: [Element] = []
    var value: PropertyListValue? = root
    for step in path.steps {
      switch step {
      case .key(let key): value = value?[key]
      case .index(let index): value = value?[index]
      }
      if case .index = step, let element = value.flatMap(element(_:)) { elements.append(element) }
    }
    guard let own = elements.popLast() else { return nil }
    return elements.reversed().reduce(own.message) { $1.whole(of: $0) }
  }

  /// The kinds of elements with names.
  private enum Kind: CaseIterable {
    case intent, parameter, responseParameter, responseCode, enumeration, enumCase, objectType
    case property

    /// The key of the element's name.
    var nameKey: String {
      switch self {
      case .intent: DefinitionKeys.Intent.name.propertyList(after: Prefix.intent)
      case .parameter: parameterName(after: Prefix.parameter)
      case .responseParameter: parameterName(after: DefinitionKeys.Siri.responseParameter)
      case .responseCode: DefinitionKeys.Siri.codeName
      case .enumeration: DefinitionKeys.Enumeration.name.propertyList(after: Prefix.enumeration)
      case .enumCase: DefinitionKeys.Case.name.propertyList(after: Prefix.enumCase)
      case .objectType: DefinitionKeys.ObjectType.name.propertyList(after: Prefix.objectType)
      case .property: parameterName(after: Prefix.property)
      }
    }

    private func parameterName(after prefix: String) -> String {
      DefinitionKeys.Parameter.name.propertyList(after: prefix)
    }
  }

  /// An element of a list; its kind is nil if it is a prompt.
  private struct Element {
    var kind: Kind?
    var name: String

    /// The kind and the name of the element: `parameter “mode”`, `prompt “Confirmation”`.
    var message: Message {
      switch kind {
      case .intent: .intentNamed(name: name)
      case .parameter: .parameterNamed(name: name)
      case .responseParameter: "response parameter “\(name: name)”"
      case .responseCode: "response code “\(name: name)”"
      case .enumeration: .enumNamed(name: name)
      case .enumCase: .caseNamed(name: name)
      case .objectType: .typeNamed(name: name)
      case .property: .propertyNamed(name: name)
      case nil: "prompt “\(name: name)”"
      }
    }

    /// A message about a part of the element.
    func whole(of part: Message) -> Message {
      switch kind {
      case .intent: .partOfIntent(part: part, name: name)
      case .parameter: "\(part) of the parameter “\(name: name)”"
      case .enumeration: .partOfEnum(part: part, name: name)
      case .objectType: .partOfType(part: part, name: name)
      default: "\(part) of the \(message)"
      }
    }
  }

  private static func element(_ value: PropertyListValue) -> Element? {
    for kind in Kind.allCases {
      if let name = value[kind.nameKey]?.stringValue {
        return Element(kind: kind, name: name)
      }
    }
    let key = DefinitionKeys.Prompt.kind.propertyList(after: Prefix.promptDialog)
    return value[key]?.stringValue.map { Element(kind: nil, name: $0) }
  }
}
