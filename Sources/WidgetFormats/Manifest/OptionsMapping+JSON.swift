import IntentModel
import JSONC
import JSONCodings
import Messages

extension OptionsMapping {
  enum Key: String, JSONKey {
    case items, sections, title, section, identifier, display, subtitle, symbol, properties, cursor
  }

  static let coding = ObjectCoding<OptionsMapping>([
    .standard(
      Key.items, \.items, .pointer, default: "", "The array of items",
      absence: "the whole response"),
    .optional(Key.sections, \.sections, .pointer, "The array of sections"),
    .optional(Key.title, \.title, .pointer, "In a section: its title"),
    .optional(Key.section, \.section, .pointer, "In an item: the title of its section"),
    .written(
      Key.identifier, \.identifier, .pointer, "In an item: its identifier, a string or a number",
      absence: OptionsMapping().identifier),
    .optional(
      Key.display, \.display, .pointer, "In an item: its display text", absence: "the identifier"),
    .optional(Key.subtitle, \.subtitle, .pointer, "In an item: its second line"),
    .optional(Key.symbol, \.symbol, .pointer, "In an item: the name of its symbol"),
    .standard(
      Key.properties, \.properties, .map(of: .pointer), default: [:],
      "In an item: its properties, by the name of each"),
    .optional(Key.cursor, \.cursor, .pointer, "The next page: a URL, or the value of {cursor}"),
  ])
}

extension OptionsMapping {
  /// The pointers to the parts of a choice that a column or a field can hold, by the names of the
  /// columns.
  var columns: [(name: Key, pointer: String?)] {
    [
      (.identifier, identifier), (.display, display), (.subtitle, subtitle), (.section, section),
      (.symbol, symbol),
    ]
  }
}

extension JSONCoding<String> {
  /// A JSON pointer (RFC 6901).
  fileprivate static var pointer: Self {
    matching(
      "^(/([^~/]|~[01])*)*$", expected: "a JSON pointer such as /data/0/name"
    ) { JSONPointer($0) != nil }
  }
}

/// A location in a JSON text (RFC 6901).
struct JSONPointer: Sendable, Hashable {
  /// The text of the pointer.
  let text: String
  /// The names and numbers of the path to the location.
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
      String(pointerToken: $0)
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
