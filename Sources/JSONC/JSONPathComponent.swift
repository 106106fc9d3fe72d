import Messages

/// One step from a value to a value inside it.
public enum JSONPathComponent: Sendable {
  /// The step to a member of an object.
  case key(String)
  /// The step to an element of an array, counted from 0.
  case index(Int)
}

extension JSONPathComponent: Hashable {
  /// Compares keys by their code points, as objects do.
  public static func == (left: JSONPathComponent, right: JSONPathComponent) -> Bool {
    switch (left, right) {
    case (.key(let left), .key(let right)): ExactString(left) == ExactString(right)
    case (.index(let left), .index(let right)): left == right
    default: false
    }
  }

  /// Feeds the key or the index to the hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .key(let key): hasher.combine(ExactString(key))
    case .index(let index): hasher.combine(index)
    }
  }
}

extension JSONPathComponent: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Makes a key.
  public init(stringLiteral key: String) {
    self = .key(key)
  }

  /// Makes an index.
  public init(integerLiteral index: Int) {
    self = .index(index)
  }
}

extension Sequence<JSONPathComponent> {
  /// The path in JSONPath notation (RFC 9535): `$.days[0]['first name']`.
  ///
  /// Control characters and other invisible characters are escaped.
  public var text: String {
    reduce(into: "$") { text, component in
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += JSONPathName.text(key)
      }
    }
  }
}
