public import Messages

/// Writes values as JSON text.
struct JSONTextWriter {
  private let style: JSONStyle
  private var output: [UInt8] = []
  /// The number of open arrays and objects.
  private var depth = 0

  init(style: JSONStyle) {
    self.style = style
  }

  /// The text, with the final newline of the pretty style.
  var finished: [UInt8] {
    style == .pretty ? output + [Ascii.lineFeed] : output
  }

  mutating func append(_ value: JSONValue) throws(JSONWritingError) {
    switch value {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .integer(let value): output += String(value).utf8
    case .double(let value): try append(value)
    case .string(let value): append(value)
    case .array(let elements): try append(elements)
    case .object(let members): try append(members)
    }
  }

  private mutating func append(_ value: Double) throws(JSONWritingError) {
    guard value.isFinite else { throw JSONWritingError(rule: .nonFiniteNumber, path: []) }
    output += value.description.utf8
  }

  private mutating func append(_ value: String) {
    output.append(Ascii.quote)
    var value = value
    value.withUTF8 { text in
      var rest = text[...]
      while let place = rest.firstIndex(where: Ascii.mustBeEscaped) {
        output += rest[..<place]
        Self.appendEscaped(text[place], to: &output)
        rest = rest[(place + 1)...]
      }
      output += rest
    }
    output.append(Ascii.quote)
  }

  private mutating func append(_ elements: [JSONValue]) throws(JSONWritingError) {
    try open(Ascii.openBracket)
    for (index, element) in elements.enumerated() {
      separate(isFirst: index == 0)
      do throws(JSONWritingError) {
        try append(element)
      } catch {
        throw error.below(.index(index))
      }
    }
    close(Ascii.closeBracket, isEmpty: elements.isEmpty)
  }

  private mutating func append(_ members: JSONObject) throws(JSONWritingError) {
    try open(Ascii.openBrace)
    for (index, member) in members.enumerated() {
      separate(isFirst: index == 0)
      append(member.key)
      output.append(Ascii.colon)
      if style == .pretty { output.append(Ascii.space) }
      do throws(JSONWritingError) {
        try append(member.value)
      } catch {
        throw error.below(.key(member.key))
      }
    }
    close(Ascii.closeBrace, isEmpty: members.isEmpty)
  }

  /// Begins a container, unless it is nested too deeply to be read again under any limits.
  private mutating func open(_ bracket: UInt8) throws(JSONWritingError) {
    guard depth < JSONLimits.deepest else {
      throw JSONWritingError(rule: .nestingTooDeep, path: [])
    }
    depth += 1
    output.append(bracket)
  }

  private mutating func separate(isFirst: Bool) {
    if !isFirst { output.append(Ascii.comma) }
    breakLine(depth: depth)
  }

  private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
    depth -= 1
    if !isEmpty { breakLine(depth: depth) }
    output.append(bracket)
  }

  private mutating func breakLine(depth: Int) {
    guard style == .pretty else { return }
    output.append(Ascii.lineFeed)
    output += repeatElement(Ascii.space, count: JSONStyle.spacesPerLevel * depth)
  }

  /// Appends one byte of a string, escaped if RFC 8259 §7 requires it.
  static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
    guard Ascii.mustBeEscaped(byte) else { return output.append(byte) }
    output.append(Ascii.backslash)
    if let letter = Ascii.letter(ofEscapeFor: byte) {
      output.append(letter)
    } else {
      output += "u\(byte.hexadecimal(digits: 4))".utf8
    }
  }
}

/// The reason why a value cannot be written as JSON, and the part that causes it.
public struct JSONWritingError: Error, Sendable, Hashable {
  /// The rule that the value breaks.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// JSON has no infinity and no "not a number" (RFC 8259 §6).
    case nonFiniteNumber
    /// The value is nested more deeply than any limits of this package allow.
    case nestingTooDeep
  }

  /// The rule that the value breaks.
  public let rule: Rule
  /// The path of the part that cannot be written.
  public let path: [JSONPathComponent]

  /// The same error with a path that begins one step further out.
  fileprivate func below(_ component: JSONPathComponent) -> Self {
    Self(rule: rule, path: [component] + path)
  }
}

extension JSONWritingError: StatedProblem, CustomStringConvertible {
  /// The code of the error for a value that a format cannot express.
  package static let code = "not-writable"

  /// The code, the problem and the remedy.
  public var statement: ProblemStatement {
    switch rule {
    case .nonFiniteNumber:
      .init(
        Self.code, "The number is not finite, which JSON cannot express.", .jsonUseNull)
    case .nestingTooDeep:
      .init(Self.code, "The value is nested too deeply.", .makeFlatter)
    }
  }

  /// The path, the rule and the remedy in English.
  public var description: String {
    let place = rule == .nestingTooDeep ? path.prefix(4).text + "…" : path.text
    return "\(place): \(statement.explanation)"
  }
}
