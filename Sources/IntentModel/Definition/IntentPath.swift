import Messages

/// The keys of intent JSON.
package enum IntentKey: String, CaseIterable, Sendable {
  case name, intent, family, parameters
}

/// The keys of an object in intent JSON; its other members depend on its type.
package enum IntentObjectKey: String, CaseIterable, Sendable {
  case identifier, display, subtitle
}

/// The location of a value in an intent, a definition or another tree of keys and indexes.
public struct IntentPath: Sendable, Hashable, CustomStringConvertible {
  /// One step further down the tree.
  public enum Component: Sendable, Hashable {
    /// The name of a member of an object.
    case key(String)
    /// A position in an array, counted from 0.
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
    IntentPath([.key(IntentKey.parameters.rawValue), .key(name)])
  }

  /// The path of the family in intent JSON.
  package static let family = IntentPath([.key(IntentKey.family.rawValue)])

  /// The path of a member of the value at this path.
  public func appending(_ key: String) -> IntentPath { IntentPath(components + [.key(key)]) }

  /// The path of an element of the value at this path.
  public func appending(_ index: Int) -> IntentPath { IntentPath(components + [.index(index)]) }

  /// The path in JSONPath notation (RFC 9535), with dots where a name permits them.
  public var description: String {
    components.reduce(into: "$") { text, component in
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += JSONPathName.text(key)
      }
    }
  }

  /// The path as a JSON Pointer (RFC 6901), such as `/parameters/calendars/0`; empty for the root.
  public var pointer: String {
    components.reduce(into: "") { text, component in
      switch component {
      case .index(let index): text += "/\(index)"
      case .key(let key):
        text += "/" + key.pointerToken
      }
    }
  }
}

extension String {
  /// The text, escaped as a part of a JSON Pointer (RFC 6901).
  package var pointerToken: String {
    let special = [UInt8(ascii: "~"), UInt8(ascii: "/")]
    guard utf8.contains(where: special.contains) else { return self }
    return replacing("~", with: "~0").replacing("/", with: "~1")
  }

  /// Makes a text from an escaped part of a JSON Pointer (RFC 6901).
  package init(pointerToken token: some StringProtocol) {
    self = String(token).replacing("~1", with: "/").replacing("~0", with: "~")
  }
}
