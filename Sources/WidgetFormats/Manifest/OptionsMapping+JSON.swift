import DefinitionFormats
import IntentModel
import JSONC
import Messages

extension OptionsMapping {
  enum Key: String, JSONKey {
    case items, sections, title, section, identifier, display, subtitle, symbol, properties, cursor
  }

  /// Reads a mapping; nil with an error if it is invalid.
  static func read(_ node: JSONNode) -> OptionsMapping? {
    guard let members = node.object(Key.self) else { return nil }
    func checked(_ node: JSONNode) -> String? {
      guard let text = node.string else { return nil }
      if JSONPointer(text) != nil { return text }
      node.report(.wrongType(expected: "a JSON pointer such as /data/0/name", found: .quoted(text)))
      return nil
    }
    func pointer(_ key: Key) -> String? { members[key].flatMap(checked) }
    var properties: [String: String] = [:]
    for member in members[.properties]?.members ?? [] {
      properties[member.key] = checked(member.node)
    }
    return OptionsMapping(
      items: pointer(.items) ?? "", sections: pointer(.sections), title: pointer(.title),
      section: pointer(.section), identifier: pointer(.identifier) ?? "/identifier",
      display: pointer(.display), subtitle: pointer(.subtitle), symbol: pointer(.symbol),
      properties: properties, cursor: pointer(.cursor))
  }

  var json: JSONValue {
    var builder = JSONBuilder<Key>()
    if !items.isEmpty { builder.set(.items, items) }
    builder.set(.sections, sections)
    builder.set(.title, title)
    builder.set(.section, section)
    builder.set(.identifier, identifier)
    builder.set(.display, display)
    builder.set(.subtitle, subtitle)
    builder.set(.symbol, symbol)
    if !properties.isEmpty {
      let pointers = properties.sorted { $0.key < $1.key }
      builder.set(
        .properties,
        .object(JSONObject(pointers.map { (key: $0.key, value: JSONValue.string($0.value)) })))
    }
    builder.set(.cursor, cursor)
    return builder.value
  }
}

/// A location in a JSON text (RFC 6901).
struct JSONPointer: Sendable, Hashable {
  /// The text of the pointer.
  let text: String
  /// The names and numbers on the way to the location.
  let tokens: [String]

  /// Makes the location of a member, or of the whole text.
  init(member key: String?) {
    text = key.map { "/" + $0 } ?? ""
    tokens = key.map { [$0] } ?? []
  }

  /// Reads a pointer; nil if the text is invalid.
  init?(_ text: String) {
    self.text = text
    guard !text.isEmpty else {
      tokens = []
      return
    }
    guard text.hasPrefix("/"), Self.hasSoundEscapes(text) else { return nil }
    tokens = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// Whether every `~` is followed by 0 or 1 (RFC 6901 §3).
  private static func hasSoundEscapes(_ text: String) -> Bool {
    text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false).dropFirst()
      .allSatisfy { $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1") }
  }

  /// The value at the location below a node; nil if it is missing or null.
  func node(in root: JSONNode) -> JSONNode? {
    var node = root
    for token in tokens {
      switch node.value {
      case .object(let object):
        guard let value = object[token] else { return nil }
        node = node.node(token, value)
      case .array(let elements):
        guard let index = Int(token), String(index) == token, elements.indices.contains(index)
        else { return nil }
        node = JSONNode(
          value: elements[index], path: node.path + [.index(index)], problems: node.problems)
      default: return nil
      }
    }
    return node.isNull ? nil : node
  }
}
