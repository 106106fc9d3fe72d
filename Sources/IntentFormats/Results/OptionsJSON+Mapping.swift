public import IntentOptions
import JSONC

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
  ///   - limits: What the text may cost; the items are counted over all sections.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func page(
    _ bytes: [UInt8], source: String, mapping: OptionsMapping, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> OptionsPage {
    let problems = ProblemList(file: source, bytes: bytes, limits: limits)
    var reader = MappedOptionsReader(mapping)
    if let root = problems.root() { reader.read(root) }
    if reader.count > limits.maximumItems {
      problems.report(.tooMany(what: "items", maximum: limits.maximumItems), at: [])
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

  init(_ mapping: OptionsMapping) {
    self.mapping = mapping
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
      node.report(.emptyText("identifier"))
      return nil
    }
    return OptionItem(
      identifier: identifier, display: text(mapping.display, in: node) ?? identifier,
      subtitle: text(mapping.subtitle, in: node), symbol: text(mapping.symbol, in: node))
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
      found.mismatch("a text or a number")
      return nil
    }
  }
}
