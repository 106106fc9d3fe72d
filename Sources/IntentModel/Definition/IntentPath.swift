import Messages

/// The location of a value in an intent, a definition or another tree of keys and indexes.
public struct IntentPath: Sendable, Hashable, CustomStringConvertible {
  /// One step down the tree.
  public enum Component: Sendable, Hashable {
    /// The name of a member of an object.
    case key(String)
    /// A position in an array, from 0.
    case index(Int)
  }

  /// The steps from the root.
  public var components: [Component]

  /// The path of the root.
  public static let root = IntentPath()

  /// Makes a path from its steps.
  public init(_ components: [Component] = []) {
    self.components = components
  }

  /// The path of a parameter's value in intent JSON: `$.parameters.NAME`.
  public static func parameter(_ name: String) -> IntentPath {
    IntentPath([.key("parameters"), .key(name)])
  }

  /// The path of a member of the value at this path.
  public func appending(_ key: String) -> IntentPath { IntentPath(components + [.key(key)]) }

  /// The path of an element of the value at this path.
  public func appending(_ index: Int) -> IntentPath { IntentPath(components + [.index(index)]) }

  /// The path in JSONPath's normalized notation (RFC 9535 §2.7), with dots where a name allows
  /// them.
  public var description: String {
    components.reduce(into: "$") { text, component in
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where Self.isPlain(key): text += "." + key
      case .key(let key): text += "['" + Self.escaped(key) + "']"
      }
    }
  }

  /// The path as a JSON Pointer (RFC 6901), such as `/parameters/calendars/0`; empty for the root.
  public var pointer: String {
    components.reduce(into: "") { text, component in
      switch component {
      case .index(let index): text += "/\(index)"
      case .key(let key):
        text += "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
      }
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return key.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_"
        || $0.value >= 0x80
    }
  }

  private static func escaped(_ key: String) -> String {
    key.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "'", "\\": text += "\\" + String(scalar)
      case "\u{8}": text += "\\b"
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\u{C}": text += "\\f"
      case "\r": text += "\\r"
      case _ where scalar.value < 0x20:
        text += "\\u" + scalar.value.hexadecimal(digits: 4)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
