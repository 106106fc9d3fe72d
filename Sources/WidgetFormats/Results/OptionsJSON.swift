public import DefinitionFormats
public import IntentModel
public import IntentOptions
import JSONC
import Messages

/// Options collections as JSON: fixtures, and the answers of programs and web services.
///
///     {
///       "sections": [
///         { "title": "Red Line", "items": [
///           { "identifier": "a", "display": "Alewife", "subtitle": "North", "symbol": "tram" } ] }
///       ],
///       "indexed": true,
///       "prompt": "Where do you get on?"
///     }
///
/// Shorter forms of the same: `{"items": […]}` for one section without a title, an array of items,
/// an array of texts, each the identifier and the display of an item. An item without a display
/// shows its identifier, and `null` is the same as leaving out. Further keys of an item are the
/// properties of its type. `"partial": true` says that there is more than is listed, and `"default"`
/// what a new widget starts with: one or several, identifiers of items of the answer or whole items.
public enum OptionsJSON {
  enum Key: String, JSONKey {
    case schema = "$schema"
    case sections, items, indexed, prompt, notice, partial, `default`
  }
  enum SectionKey: String, JSONKey { case title, items }
  enum ItemKey: String, JSONKey {
    case identifier, display, subtitle, symbol
    static let names = allCases.map(\.rawValue)
  }
  enum RequestKey: String, JSONKey {
    case parameter, values, family, locale, searchTerm, limit, identifiers
  }

  /// Reads a collection.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - source: The name of the file or the program in messages.
  ///   - schema: The intent that the choices are for, with the types of their properties; without
  ///     one, properties are read by their looks.
  ///   - parameter: The name of the parameter that the choices are for.
  ///   - limits: What the text may cost; the items are counted over all sections.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func read(
    _ bytes: [UInt8], source: String, schema: IntentSchema? = nil, parameter: String? = nil,
    limits: FormatLimits = .standard
  ) throws(FormatErrors) -> OptionsCollection {
    let problems = ProblemList(file: source, bytes: bytes, limits: limits)
    let type = parameter.flatMap { schema?.parameter(named: $0)?.type }
    let reader = OptionsReader(schema: schema, type: type.flatMap { schema?.objectType(of: $0) })
    let collection = problems.root().flatMap { reader.collection($0) }
    if let collection { reader.check(collection, in: problems) }
    guard let collection, problems.isEmpty else { throw FormatErrors(problems.errors) }
    return collection.collection
  }

  /// A collection as text: two-space indent, final newline.
  ///
  /// - Throws: `FormatError` for a property that is a number and not finite.
  public static func text(
    of collection: OptionsCollection, schema: IntentSchema? = nil, parameter: String? = nil
  ) throws(FormatError) -> String {
    let type = parameter.flatMap { schema?.parameter(named: $0)?.type }
    let writer = OptionsWriter(
      values: IntentValueWriter(schema: schema), type: type.flatMap { schema?.objectType(of: $0) })
    return try writer.json(collection).text(.pretty)
  }

  /// One item as it stands in a collection; nil with an error where it is wrong.
  static func item(_ node: JSONNode) -> OptionItem? {
    OptionsReader(schema: nil, type: nil).item(node)
  }

  /// One item as it stands in a collection: a text where there is no more to it than its identifier.
  static func json(_ item: OptionItem) -> JSONValue {
    if item == OptionItem(identifier: item.identifier, display: item.identifier) {
      return .string(item.identifier)
    }
    return OptionsWriter(values: IntentValueWriter(schema: nil), type: nil).json(item)
  }

  /// A request on one line, as programs get it on standard input; values as in intent JSON.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - identifiers: The stored choices to look up; nil for a list.
  ///   - schema: Gives the types of the values.
  /// - Throws: `FormatError` for a value that is a number and not finite.
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
    builder.set(
      .default,
      collection.defaults.map { item in
        let isListed = collection.item(withIdentifier: item.identifier) == item
        return isListed ? .string(item.identifier) : json(item)
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
    var builder = JSONBuilder<OptionsJSON.ItemKey>()
    builder.set(.identifier, item.identifier)
    builder.set(.display, item.display)
    builder.set(.subtitle, item.subtitle)
    builder.set(.symbol, item.symbol)
    let properties = values.properties(
      item.properties, type: type, reserved: OptionsJSON.ItemKey.names)
    for (key, value) in properties { builder.append(key: key, value) }
    return builder.value
  }
}

/// A part of a collection, and what leads to the next one.
public struct OptionsPage: Sendable, Hashable {
  /// The choices of the page.
  public var collection: OptionsCollection

  /// What stands where the mapping says that the next page is named; nil on the last page.
  public var cursor: String?

  /// Makes a page.
  public init(collection: OptionsCollection, cursor: String? = nil) {
    self.collection = collection
    self.cursor = cursor
  }
}

extension OptionsJSON {
  /// Reads an answer of any shape by a mapping.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - source: The name of the source in messages.
  ///   - mapping: Where the parts of the collection stand.
  ///   - schema: The intent that the choices are for, with the types of their properties; without
  ///     one, properties are read by their looks.
  ///   - parameter: The name of the parameter that the choices are for.
  ///   - limits: What the text may cost; the items are counted over all sections.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func page(
    _ bytes: [UInt8], source: String, mapping: OptionsMapping, schema: IntentSchema? = nil,
    parameter: String? = nil, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> OptionsPage {
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

/// Gathers the items that a mapping names.
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
      for section in found(pointer, in: root, "sections")?.elements ?? [] {
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
    for element in found(mapping.items, in: node, "items")?.elements ?? [] {
      guard let item = item(element) else { continue }
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

  private func item(_ node: JSONNode) -> OptionItem? {
    guard let identifier = text(mapping.identifier, in: node, isRequired: true) else { return nil }
    guard !identifier.isEmpty else {
      node.report(.emptyText(.whatIdentifier))
      return nil
    }
    return OptionItem(
      identifier: identifier, display: text(mapping.display, in: node) ?? identifier,
      subtitle: text(mapping.subtitle, in: node), symbol: text(mapping.symbol, in: node),
      properties: properties(of: node))
  }

  /// The properties that the mapping names, as far as they are there.
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

  /// What a pointer leads to; an error where there is nothing.
  private func found(_ pointer: String, in node: JSONNode, _ what: String) -> JSONNode? {
    if let found = JSONPointer(pointer)?.node(in: node) { return found }
    node.report(.nothingAt(pointer, what: what))
    return nil
  }

  /// The text at a place; a number is its digits.
  private func text(_ pointer: String?, in node: JSONNode, isRequired: Bool = false) -> String? {
    guard let pointer else { return nil }
    guard let found = JSONPointer(pointer)?.node(in: node) else {
      if isRequired { node.report(.nothingAt(pointer, what: "identifier")) }
      return nil
    }
    switch found.value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .double(let number): return number.description
    case .bool(let boolean): return boolean ? "true" : "false"
    default:
      found.mismatch(.aTextOrNumber)
      return nil
    }
  }
}
