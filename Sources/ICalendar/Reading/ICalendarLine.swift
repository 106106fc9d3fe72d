import Messages

/// A content line of an iCalendar file: `NAME;PARAMETER=value:value` (RFC 5545 §3.1).
package struct ICalendarLine: Hashable, Sendable {
  /// A parameter, with its name in capitals and its values without quotation marks.
  package struct Parameter: Hashable, Sendable {
    /// The name in capitals.
    package var name: String
    /// The values, one or more.
    package var values: [String]
  }

  /// The number of the first physical line, from 1.
  package var number: Int
  /// The property's name in capitals.
  package var name: String
  /// The parameters, in their order.
  package var parameters: [Parameter]
  /// The value as written, with its escapes.
  package var value: String
  /// Whether a parameter was left out because it is not written as `NAME=value`.
  package var hasOddParameter = false

  /// The first value of a parameter, whose name must be given in capitals.
  package func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.values.first
  }

  /// The value as text, without escapes (RFC 5545 §3.3.11).
  package var text: String { Self.unescape(value[...]) }

  /// The value as a list of texts, split at unescaped commas; empty items are omitted.
  package var texts: [String] {
    var items: [String] = []
    var start = value.startIndex
    var escaped = false
    for index in value.indices {
      if value[index] == ",", !escaped {
        items.append(Self.unescape(value[start..<index]))
        start = value.index(after: index)
      }
      escaped = value[index] == "\\" && !escaped
    }
    items.append(Self.unescape(value[start...]))
    return items.filter { !$0.isEmpty }
  }

  /// Resolves `\n`, `\N`, `\\`, `\;` and `\,`; any other backslash is kept.
  package static func unescape(_ text: Substring) -> String {
    resolve("\\", in: text, textEscapes)
  }

  private static let textEscapes: [Character: Character] = [
    "n": "\n", "N": "\n", "\\": "\\", ";": ";", ",": ",",
  ]

  /// Replaces each escape (a sign and the character after it) with its meaning; a sign before any
  /// other character is kept.
  private static func resolve(
    _ sign: Character, in text: Substring, _ meanings: [Character: Character]
  ) -> String {
    guard let byte = sign.asciiValue, text.utf8.contains(byte) else { return String(text) }
    var result = ""
    var isEscaped = false
    for character in text {
      if !isEscaped, character == sign {
        isEscaped = true
        continue
      }
      if isEscaped, let meaning = meanings[character] {
        result.append(meaning)
      } else {
        if isEscaped { result.append(sign) }
        result.append(character)
      }
      isEscaped = false
    }
    if isEscaped { result.append(sign) }
    return result
  }
}

extension ICalendarLine {
  /// Reads an unfolded line.
  ///
  /// Blanks around the name, the parameters and their values do not matter. An unclosed quotation
  /// mark is not an error if the line can be read without it.
  ///
  /// - Throws: `LineError` if there is no name or no value.
  package init(parsing text: String, number: Int) throws(LineError) {
    var rest = text[...]
    let name = Self.takeName(&rest)
    guard !name.isEmpty else { throw LineError(code: .badName(text)) }
    self.init(number: number, name: name, parameters: [], value: "")
    while rest.utf8.first == UInt8(ascii: ";") { takeParameter(&rest) }
    guard rest.utf8.first == UInt8(ascii: ":") else {
      throw LineError(code: rest.isEmpty ? .noValue(text) : .badName(text))
    }
    value = String(rest.dropFirst())
  }

  /// Why a line cannot be read.
  package struct LineError: Error, Hashable {
    /// The problem.
    package var code: CalendarProblem.Code
  }

  /// Takes a parameter after its semicolon; one without `=` is left out.
  private mutating func takeParameter(_ rest: inout Substring) {
    rest = rest.dropFirst()
    let parameter = Self.takeName(&rest)
    guard !parameter.isEmpty, rest.utf8.first == UInt8(ascii: "=") else {
      let odd = Self.takeValue(&rest, isList: false)
      hasOddParameter = hasOddParameter || !parameter.isEmpty || !odd.isEmpty
      return
    }
    var values: [String] = []
    repeat {
      rest = rest.dropFirst()
      // A zone's name can contain commas, although such a name should be quoted.
      let isList = parameter != CalendarParameter.zone.rawValue
      values.append(Self.takeValue(&rest, isList: isList))
    } while rest.utf8.first == UInt8(ascii: ",")
    parameters.append(Parameter(name: parameter, values: values))
  }

  /// Takes a name and the blanks around it.
  private static func takeName(_ rest: inout Substring) -> String {
    rest = rest.drop(while: isBlank)
    let name = rest.utf8.prefix(while: isNameByte)
    let text = rest[..<name.endIndex].uppercased()
    rest = rest[name.endIndex...].drop(while: isBlank)
    return text
  }

  /// Takes one parameter value, either quoted or up to the next delimiter outside parentheses.
  private static func takeValue(_ rest: inout Substring, isList: Bool) -> String {
    rest = rest.drop(while: isBlank)
    let inner = rest.dropFirst()
    if rest.utf8.first == UInt8(ascii: "\""),
      let close = inner.utf8.firstIndex(of: UInt8(ascii: "\""))
    {
      let value = inner[..<close]
      // Nothing should follow the quotation mark.
      rest = inner[close...].dropFirst()
      rest = rest[rest.utf8.prefix { !isMark($0, isList: isList) }.endIndex...]
      return undoCarets(value)
    }
    var end = rest.utf8.startIndex
    // The name of a zone can begin with its offset, such as “(UTC+01:00) Berlin”.
    if rest.utf8.first == UInt8(ascii: "("),
      let close = rest.utf8.firstIndex(of: UInt8(ascii: ")"))
    {
      end = close
    }
    let value = rest.utf8[end...].prefix { !isMark($0, isList: isList) }
    let text = rest[..<value.endIndex]
    rest = rest[value.endIndex...]
    return undoCarets(text.trimmed[...])
  }

  /// Resolves the escapes of parameter values (RFC 6868): `^n`, `^^` and `^'`.
  private static func undoCarets(_ text: Substring) -> String {
    resolve("^", in: text, caretEscapes)
  }

  private static let caretEscapes: [Character: Character] = ["n": "\n", "^": "^", "'": "\""]

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }

  private static func isMark(_ byte: UInt8, isList: Bool) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") || isList && byte == UInt8(ascii: ",")
  }

  /// Whether a byte can be part of a name.
  static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
