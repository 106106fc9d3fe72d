/// The open quotation marks and parentheses during a scan of a line.
///
/// Parentheses in quotation marks are ignored, and so is a `)` without a `(`.
struct SpecNesting {
  private var parentheses: [Int] = []
  private var quote: Int?
  private var offset = 0

  /// Whether the last character is outside quotation marks and parentheses.
  var isOutside: Bool { quote == nil && parentheses.isEmpty }

  /// The innermost open character and its offset in characters; nil if there is none.
  var unclosed: (sign: Character, offset: Int)? {
    if let quote { return ("\"", quote) }
    return parentheses.last.map { (sign: "(", offset: $0) }
  }

  /// Processes the next character.
  mutating func pass(_ character: Character) {
    defer { offset += 1 }
    if character == "\"" {
      quote = quote == nil ? offset : nil
    } else if quote == nil {
      if character == "(" { parentheses.append(offset) }
      if character == ")" { _ = parentheses.popLast() }
    }
  }
}
