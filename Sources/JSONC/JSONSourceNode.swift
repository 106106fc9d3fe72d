/// Where one value stands in its text.
struct JSONSourceNode: Sendable {
  /// The value's first byte.
  let value: Int
  /// The opening quote of the value's key, if it is the member of an object.
  let key: Int?
  /// The node after the value and all values inside it.
  fileprivate(set) var next: Int

  /// All values of a text that the scanner has passed, each before those inside it.
  static func all(in text: UnsafeBufferPointer<UInt8>) -> [JSONSourceNode] {
    var builder = Builder(cursor: JSONCursor(text))
    builder.nodes.reserveCapacity(16 + text.count / 8)
    while builder.cursor.position < text.count { builder.step() }
    return builder.nodes
  }

  /// Reads a valid text token by token.
  private struct Builder {
    var cursor: JSONCursor
    var nodes: [JSONSourceNode] = []
    /// The nodes of the open containers.
    var open: [Int] = []
    /// The key that waits for its value.
    var key: Int?

    mutating func step() {
      switch cursor.current {
      case Ascii.quote:
        addString()
      case Ascii.openBrace, Ascii.openBracket:
        open.append(nodes.count)
        addNode(at: cursor.position)
        cursor.position += 1
      case Ascii.closeBrace, Ascii.closeBracket:
        if let container = open.popLast() { nodes[container].next = nodes.count }
        cursor.position += 1
      case Ascii.minus, Ascii.zero...Ascii.nine, Ascii.lowerT, Ascii.lowerF, Ascii.lowerN:
        addNode(at: cursor.position)
        skipScalar()
      default:
        cursor.position += 1
      }
    }

    mutating func addNode(at value: Int) {
      nodes.append(JSONSourceNode(value: value, key: key, next: nodes.count + 1))
      key = nil
    }

    mutating func addString() {
      let start = cursor.position
      _ = try? cursor.scanString(asKey: false)
      cursor.skipWhitespace()
      if cursor.current == Ascii.colon { key = start } else { addNode(at: start) }
    }

    mutating func skipScalar() {
      while Ascii.isWord(cursor.current) || Self.isSign(cursor.current) { cursor.position += 1 }
    }

    private static func isSign(_ byte: UInt8) -> Bool {
      byte == Ascii.minus || byte == Ascii.plus || byte == Ascii.point
    }
  }
}
