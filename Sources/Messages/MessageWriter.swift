/// Inserts arguments into the texts of a language.
struct MessageWriter {
  let language: MessageLanguage
  let numbers: any MessageNumbers

  /// The text with its placeholders replaced; a placeholder without an argument is unchanged.
  func filled(
    _ text: String, number: String? = nil, argument: (String) -> Message.Argument?
  ) -> String {
    var filled = ""
    var rest = text[...]
    while !rest.isEmpty {
      // Most of the text contains no placeholder.
      let plain = rest.utf8.prefix { !Self.begins($0) }
      filled += Substring(plain)
      rest = rest[plain.endIndex...]
      guard let mark = rest.utf8.first else { break }
      rest = Substring(rest.utf8.dropFirst())
      switch mark {
      case UInt8(ascii: "'") where rest.first == "{" || rest.first == "}":
        while let plain = rest.popFirst(), plain != "'" { filled.append(plain) }
      case UInt8(ascii: "#"):
        filled += number ?? "#"
      case UInt8(ascii: "{"):
        let inside = Self.block(&rest)
        let parts = inside.utf8.split(separator: UInt8(ascii: ","), maxSplits: 2)
          .map { Substring($0).trimmed }
        guard let name = parts.first, let value = argument(name) else {
          filled += "{\(inside)}"
          continue
        }
        if parts.count == 3, parts[1] == "plural" {
          let chosen = form(of: parts[2][...], for: value)
          filled += self.filled(
            String(chosen), number: self.text(value), argument: argument)
        } else {
          filled += self.text(value)
        }
        // A value that ends a sentence needs no second full stop.
        if let next = rest.first, next == "." || next == "。", let last = filled.last,
          ".。!?！？؟…".contains(last)
        {
          rest.removeFirst()
        }
      default: filled.unicodeScalars.append(Unicode.Scalar(mark))
      }
    }
    return filled
  }

  /// Whether a byte can begin a placeholder, a number or literal text.
  private static func begins(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "'") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "{")
  }

  /// The text of a value.
  func text(_ argument: Message.Argument) -> String {
    switch argument {
    case .text(let text): text
    case .integer(let number): numbers.text(ofNumber: String(number))
    case .decimal(let digits): numbers.text(ofNumber: digits)
    case .duration(let seconds, let text): numbers.text(ofSeconds: seconds) ?? text
    case .names(let names): list(names)
    case .message(let message): message.text(in: language, numbers: numbers)
    case .sentences(let sentences):
      language.joined(sentences.map { $0.text(in: language, numbers: numbers) })
    case .list(let phrases):
      phrases.map { $0.text(in: language, numbers: numbers) }
        .joined(separator: Message.listSeparator.text(in: language))
    case .command(let words): "\(Program.name) \(words)"
    }
  }

  /// The form of a text that a number selects, such as `# row` from `one {# row} other {# rows}`.
  private func form(of forms: Substring, for value: Message.Argument) -> Substring {
    let digits =
      switch value {
      case .integer(let number): String(number)
      case .decimal(let digits): digits
      default: ""
      }
    let category = PluralForm(digits, in: language).rawValue
    var rest = forms
    var chosen = Substring()
    while let open = rest.firstIndex(of: "{") {
      let name = rest[..<open].trimmed
      rest = rest[rest.index(after: open)...]
      let form = Self.block(&rest)
      if name == category { return form }
      if name == "other" { chosen = form }
    }
    return chosen
  }

  /// Removes the text up to and including the closing brace; returns the text before the brace.
  private static func block(_ rest: inout Substring) -> Substring {
    var depth = 1
    let end = rest.utf8.firstIndex { byte in
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      return depth == 0
    }
    guard let end else {
      defer { rest = Substring() }
      return rest
    }
    defer { rest = Substring(rest.utf8[end...].dropFirst()) }
    return rest[..<end]
  }

  private func list(_ names: [String]) -> String {
    let shown = namesToList(names).map { Message.quotation(text: $0).text(in: language) }
    let listed = shown.joined(separator: Message.listSeparator.text(in: language))
    guard names.count > shown.count else { return listed }
    return Message("\(listed) and \(names.count - shown.count) more")
      .text(in: language, numbers: numbers)
  }
}

/// The names to show in a message.
///
/// These are all names if the list is short enough to read; otherwise the first few. A long name
/// counts only up to the length that is shown.
package func namesToList(_ names: [String]) -> ArraySlice<String> {
  let isReadable =
    names.count <= 50 && names.reduce(0) { $0 + min(Message.nameLimit, $1.utf8.count) } <= 1_000
  return isReadable ? names[...] : names.prefix(Message.listedNames)
}

extension Message {
  /// The number of names or phrases that a shortened list shows.
  package static let listedNames = 8

  /// A text in the quotation marks of the language.
  package static func quotation(text: String) -> Message { "“\(text)”" }

  /// Consecutive sentences.
  package static func sentences(_ sentences: [Message]) -> Message { "\(sentences: sentences)" }

  /// Sentences, preceded by the location that they refer to, as in the messages of compilers.
  package static func placed(place: String, sentences: [Message]) -> Message {
    "\(place): \(sentences: sentences)"
  }

  /// The separator between the elements of a list.
  package static var listSeparator: Message { ", " }

  /// The remedy for something that must be removed.
  package static var removeIt: Message { "Remove it." }

  /// The remedy for several parts that must be removed.
  package static var removeThem: Message { "Remove them." }

  /// The message for operators in place of an empty list of devices.
  package static var noDevices: Message { "No devices are registered." }

  /// The remedy for a file that is not UTF-8.
  package static var saveAsUTF8: Message { "Save the file as UTF-8." }
}
