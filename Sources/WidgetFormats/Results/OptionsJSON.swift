public import IntentModel
public import IntentOptions
import JSONC
public import JSONCodings
import Messages

/// Options collections as JSON: fixtures, and the responses of programs and web services.
///
///     {
///       "sections": [
///         { "title": "Red Line", "items": [{ "identifier": "a", "display": "Alewife" }] }
///       ],
///       "prompt": "Where do you get on?"
///     }
///
/// There are shorter forms: `{"items": […]}` for a single section without a title, an array of
/// items, and an array of texts, each of which is the identifier and the display of an item. An
/// item without a display shows its identifier, and a `null` member means the same as a missing
/// member. Any other key of an item names a property of the item's type. `"partial": true` means
/// that the list is incomplete. `"default"` gives the initial choices of a new widget: one or
/// several, either identifiers of listed items or complete items.
public enum OptionsJSON {
  enum Key: String, JSONKey {
    case schema = "$schema"
    case sections, items, indexed, prompt, notice, partial, `default`
  }
  enum SectionKey: String, JSONKey { case title, items }
  package enum ItemKey: String, JSONKey {
    case identifier, display, subtitle, symbol
    static let names = allCases.map(\.rawValue)
  }
  package enum RequestKey: String, JSONKey {
    case parameter, values, family, locale, searchTerm, limit, identifiers
  }

  /// Rules of a collection that a reader can leave to its caller.
  public struct Checks: OptionSet, Sendable {
    /// The bits of the rules.
    public let rawValue: Int

    /// Makes a set of rules from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No two items may have the same identifier.
    public static let identifiers = Checks(rawValue: 1)

    /// A default that is named by its identifier must be among the items.
    ///
    /// Without this rule, a default that is not among the items is left out, because the response
    /// to a search need not contain it.
    public static let defaults = Checks(rawValue: 2)

    /// All rules.
    public static let all: Checks = [.identifiers, .defaults]
  }

  /// Reads a collection.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - source: The name of the file or program in messages.
  ///   - schema: The intent that the choices are for, with the types of their properties; without
  ///     it, the types are inferred from the JSON values.
  ///   - parameter: The name of the parameter that the choices are for.
  ///   - limits: The limits for the text; the limit on items applies to all sections together.
  ///   - checks: The rules that are checked, by default all.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func read(
    _ bytes: [UInt8], source: String, schema: IntentSchema? = nil, parameter: String? = nil,
    limits: FormatLimits = .standard, checks: Checks = .all
  ) throws(FormatErrors) -> OptionsCollection {
    let items = JSONPointer(member: Key.items.rawValue)
    try ItemCounter.check(
      bytes, source: source, limits, what: .whatItems,
      at: [
        (nil, JSONPointer(member: nil)), (nil, items),
        (JSONPointer(member: Key.sections.rawValue), items),
      ])
    let problems = ProblemList(file: source, bytes: bytes, limits: limits)
    let reader = OptionsReader(
      properties: ItemProperties(schema: schema, parameter: parameter), checks: checks)
    let collection = problems.root().flatMap { reader.collection($0) }
    if let collection { reader.check(collection, in: problems) }
    guard let collection, problems.isEmpty else { throw FormatErrors(problems.errors) }
    return collection.collection
  }

  /// A collection as indented text.
  ///
  /// - Throws: `FormatError` for a numeric property that is not finite.
  public static func text(
    of collection: OptionsCollection, schema: IntentSchema? = nil, parameter: String? = nil
  ) throws(FormatError) -> String {
    let type = parameter.flatMap { schema?.parameter(named: $0)?.type }
    let writer = OptionsWriter(
      values: IntentValueWriter(schema: schema), type: type.flatMap { schema?.objectType(of: $0) })
    return try writer.json(collection).text(.pretty)
  }

  /// Reads an item of a collection; reports an error and returns nil if it is invalid.
  static func item(_ node: JSONNode) -> OptionItem? {
    OptionsReader(properties: ItemProperties(schema: nil, parameter: nil)).item(node)
  }

  /// An item as in a collection: a text if it only has an identifier.
  static func json(_ item: OptionItem) -> JSONValue {
    if item == OptionItem(identifier: item.identifier, display: item.identifier) {
      return .string(item.identifier)
    }
    return OptionsWriter(values: IntentValueWriter(schema: nil), type: nil).json(item)
  }

  /// The members of an item that every item can have, without its properties.
  package static func texts(of item: OptionItem) -> JSONBuilder<ItemKey> {
    var builder = JSONBuilder<ItemKey>()
    builder.set(.identifier, item.identifier)
    builder.set(.display, item.display)
    builder.set(.subtitle, item.subtitle)
    builder.set(.symbol, item.symbol)
    return builder
  }

  /// A request on one line for a program's standard input, with values in the form of intent JSON.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - identifiers: The stored choices to look up; nil for a list.
  ///   - schema: Gives the types of the values.
  /// - Throws: `FormatError` for a numeric value that is not finite.
  public static func text(
    of request: OptionsRequest, resolving identifiers: [String]? = nil,
    schema: IntentSchema? = nil
  ) throws(FormatError) -> String {
    let writer = IntentValueWriter(schema: schema)
    let values = request.values.sorted { $0.key < $1.key }.map { name, value in
      (key: name, value: writer.json(value, type: schema?.parameter(named: name)?.type))
    }
    var builder = JSONBuilder<RequestKey>()
    builder.set(.parameter, request.parameter)
    builder.set(.values, .object(JSONObject(values)))
    builder.set(.family, request.family.rawValue)
    builder.set(.locale, request.locale)
    builder.set(.searchTerm, request.searchTerm)
    builder.set(.limit, request.limit)
    builder.set(.identifiers, identifiers.map { .array($0.map { .string($0) }) })
    return try builder.value.text(.compact)
  }
}

/// Writes collections.
private struct OptionsWriter {
  let values: IntentValueWriter
  let type: IntentObjectType?

  func json(_ collection: OptionsCollection) -> JSONValue {
    var builder = JSONBuilder<OptionsJSON.Key>()
    if collection.sections.count == 1, collection.sections[0].title == nil {
      builder.set(.items, .array(collection.sections[0].items.map(json)))
    } else {
      builder.set(.sections, .array(collection.sections.map(json)))
    }
    builder.set(.indexed, collection.usesIndexedCollation)
    builder.set(.prompt, collection.promptLabel)
    builder.set(.notice, collection.notice)
    builder.set(.partial, collection.isPartial)
    let identifiers = collection.defaults.map(\.identifier)
    let standings = collection.standings(amongAll: identifiers)
    builder.set(
      .default,
      collection.defaults.map { item in
        standings[item.identifier] == .offered(item) ? .string(item.identifier) : json(item)
      })
    return builder.value
  }

  private func json(_ section: OptionsSection) -> JSONValue {
    var builder = JSONBuilder<OptionsJSON.SectionKey>()
    builder.set(.title, section.title)
    builder.set(.items, .array(section.items.map(json)))
    return builder.value
  }

  func json(_ item: OptionItem) -> JSONValue {
    var builder = OptionsJSON.texts(of: item)
    let properties = values.properties(
      item.properties, type: type, reserved: OptionsJSON.ItemKey.names)
    for (key, value) in properties { builder.append(key: key, value) }
    return builder.value
  }
}

/// A page of a collection, and the reference to the next one.
public struct OptionsPage: Sendable, Hashable {
  /// The choices of the page.
  public var collection: OptionsCollection

  /// The value that the mapping gives for the next page; nil on the last page.
  public var cursor: String?

  /// Makes a page.
  public init(collection: OptionsCollection, cursor: String? = nil) {
    self.collection = collection
    self.cursor = cursor
  }
}

extension OptionsJSON {
  /// Reads a response of any form, with the help of a mapping.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - source: The name of the source in messages.
  ///   - mapping: Where the collection's parts are.
  ///   - schema: The intent that the choices are for, with the types of their properties; without
  ///     it, the types are inferred from the JSON values.
  ///   - parameter: The name of the parameter that the choices are for.
  ///   - limits: The limits for the text; the limit on items applies to all sections together.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func page(
    _ bytes: [UInt8], source: String, mapping: OptionsMapping, schema: IntentSchema? = nil,
    parameter: String? = nil, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> OptionsPage {
    if let items = JSONPointer(mapping.items) {
      try ItemCounter.check(
        bytes, source: source, limits, what: .whatItems,
        at: [(mapping.sections.flatMap { JSONPointer($0) }, items)])
    }
    let problems = ProblemList(file: source, bytes: bytes, limits: limits)
    var reader = MappedOptionsReader(
      mapping, ItemProperties(schema: schema, parameter: parameter))
    if let root = problems.root() { reader.read(root) }
    if reader.count > limits.maximumItems {
      problems.report(.tooMany(what: .whatItems, maximum: limits.maximumItems), at: [])
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
    return OptionsPage(
      collection: OptionsCollection(sections: reader.sections), cursor: reader.cursor)
  }
}

/// Collects the items that a mapping selects.
private struct MappedOptionsReader {
  private let mapping: OptionsMapping
  private(set) var sections: [OptionsSection] = []
  private(set) var cursor: String?
  private(set) var count = 0
  private var numbers: [String?: Int] = [:]
  private let properties: ItemProperties

  init(_ mapping: OptionsMapping, _ properties: ItemProperties) {
    self.mapping = mapping
    self.properties = properties
  }

  mutating func read(_ root: JSONNode) {
    if let pointer = mapping.sections {
      for section in found(pointer, in: root, .sections)?.elements ?? [] {
        let title = text(mapping.title, in: section)
        sections.append(OptionsSection(title: title, items: []))
        readItems(of: section, title: title, number: sections.count - 1)
      }
    } else {
      readItems(of: root, title: nil, number: nil)
    }
    cursor = text(mapping.cursor, in: root).flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func readItems(of node: JSONNode, title: String?, number: Int?) {
    let elements = found(mapping.items, in: node, .items)?.elements ?? []
    // An item without an identifier is left out later, if other items have one.
    let mayBeNameless = elements.contains { !isNameless($0) }
    for element in elements {
      guard let item = item(element, mayBeNameless: mayBeNameless) else { continue }
      count += 1
      let own = mapping.section == nil ? nil : text(mapping.section, in: element)
      let place = number ?? section(titled: own)
      sections[place].items.append(item)
    }
  }

  private mutating func section(titled title: String?) -> Int {
    if let number = numbers[title] { return number }
    sections.append(OptionsSection(title: title, items: []))
    numbers[title] = sections.count - 1
    return sections.count - 1
  }

  /// Whether there is no identifier, or an empty one.
  private func isNameless(_ node: JSONNode) -> Bool {
    switch JSONPointer(mapping.identifier)?.node(in: node)?.value {
    case nil, .null: true
    case .string(let text): text.isEmpty
    default: false
    }
  }

  private func item(_ node: JSONNode, mayBeNameless: Bool) -> OptionItem? {
    let isLeftOut = mayBeNameless && isNameless(node)
    guard let identifier = isLeftOut ? "" : text(mapping.identifier, in: node, isRequired: true)
    else { return nil }
    guard isLeftOut || !identifier.isEmpty else {
      node.report(.emptyText(.whatIdentifier))
      return nil
    }
    return OptionItem(
      identifier: identifier, display: text(mapping.display, in: node) ?? identifier,
      subtitle: text(mapping.subtitle, in: node), symbol: text(mapping.symbol, in: node),
      properties: properties(of: node))
  }

  /// The item's values for the properties in the mapping.
  private func properties(of node: JSONNode) -> [String: IntentValue] {
    var found: [String: IntentValue] = [:]
    for (name, pointer) in mapping.properties.sorted(by: { $0.key < $1.key }) {
      guard let place = JSONPointer(pointer)?.node(in: node) else { continue }
      var issues: [IntentIssue] = []
      found[name] = properties.value(place.value, of: name, issues: &issues)
      for issue in issues { place.problems.report(issue, below: place.path) }
    }
    return found
  }

  /// The value at a pointer; an error if there is none.
  private func found(
    _ pointer: String, in node: JSONNode, _ key: OptionsMapping.Key
  ) -> JSONNode? {
    if let found = JSONPointer(pointer)?.node(in: node) { return found }
    let map = SourceDescription.Key.map.rawValue
    node.report(
      .nothingAt(
        pointer,
        remedy: "Correct “\(key.rawValue)” of “\(map)” in \(WidgetFolder.manifestName)."))
    return nil
  }

  /// The text at a pointer; numbers and Booleans are converted to text.
  private func text(_ pointer: String?, in node: JSONNode, isRequired: Bool = false) -> String? {
    guard let pointer else { return nil }
    let place =
      isRequired ? found(pointer, in: node, .identifier) : JSONPointer(pointer)?.node(in: node)
    guard let place else { return nil }
    switch place.value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .double(let number): return number.description
    case .bool(let boolean): return boolean ? "true" : "false"
    default:
      place.mismatch("a string or a number")
      return nil
    }
  }
}
