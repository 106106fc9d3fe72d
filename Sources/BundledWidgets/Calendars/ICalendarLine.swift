/// One content line of an iCalendar file: `NAME;PARAMETER=value:value` (RFC 5545 §3.1).
struct ICalendarLine: Hashable, Sendable {
  /// A parameter, with its name in capitals and its values without quotes.
  struct Parameter: Hashable, Sendable {
    /// The name in capitals.
    var name: String
    /// The values, one or more.
    var values: [String]
  }

  /// The number of the first physical line, from 1.
  var number: Int
  /// The property's name in capitals.
  var name: String
  /// The parameters, in their order.
  var parameters: [Parameter]
  /// The value as written, escapes and all.
  var value: String

  /// The first value of a parameter; names are compared in capitals.
  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.values.first
  }

  /// The value as text: escapes undone (RFC 5545 §3.3.11).
  var text: String { Self.unescape(value[...]) }

  /// The value as a list of texts, cut at commas that are not escaped; empty items are left out.
  var texts: [String] {
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

  /// Undoes `\n`, `\N`, `\\`, `\;` and `\,`; any other backslash stays as it stands.
  static func unescape(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    var result = ""
    var escaped = false
    for character in text {
      switch (escaped, character) {
      case (false, "\\"):
        escaped = true
        continue
      case (true, "n"), (true, "N"): result.append("\n")
      case (true, "\\"), (true, ";"), (true, ","): result.append(character)
      case (true, _): result += "\\\(character)"
      case (false, _): result.append(character)
      }
      escaped = false
    }
    return escaped ? result + "\\" : result
  }
}
