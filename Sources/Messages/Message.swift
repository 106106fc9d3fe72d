/// A text of the program for its users: a key and the values in the text.
///
/// A message is written in English where it is used, with its values interpolated:
/// `"\(name: text) is below the minimum of \(minimum)."` is the message, and its English text with
/// numbered placeholders, `{0} is below the minimum of {1}.`, is its key in the tables of other
/// languages. A message without a translation is English. It has no language until it is written
/// with ``text(in:numbers:)``.
///
/// Static members that call `entry` are the older form: their key is the name of the member, their
/// placeholders are its argument labels, and their English text stands in a table.
public struct Message: Sendable, Hashable {
  /// A value in a message.
  public enum Argument: Sendable, Hashable {
    /// A text that is the same in all languages.
    case text(String)
    /// A count, from which a text can choose its plural form.
    case integer(Int)
    /// A number in digits, with a point before the fraction.
    case decimal(String)
    /// A duration in seconds, and its text for languages without a form for it.
    case duration(Double, text: String)
    /// Names in quotation marks; of a long list only the first eight and the number of the rest.
    case names([String])
    /// A phrase or a sentence.
    case message(Message)
    /// Consecutive sentences.
    case sentences([Message])
    /// Phrases with the list separator of the language between them.
    case list([Message])
  }

  /// The name of the static member; empty for a text that is not in the tables.
  package let key: String

  private let labels: Substring
  fileprivate let arguments: [Argument]

  /// Makes a text that is not in the tables, such as the words of the system or of another program.
  public static func verbatim(_ text: String) -> Message {
    Message(key: "", labels: "", arguments: [.text(text)])
  }

  /// Makes a number, which is written in the style of the locale.
  ///
  /// - Parameter digits: The number, with a point before the fraction.
  public static func number(_ digits: String) -> Message {
    Message(key: "", labels: "", arguments: [.decimal(digits)])
  }

  /// Makes a list of phrases with the list separator of the language between them.
  public static func list(_ phrases: [Message]) -> Message {
    Message(key: "", labels: "", arguments: [.list(phrases)])
  }

  /// The empty message.
  public static let none = Message.verbatim("")

  /// Makes the message of the calling static member, with its arguments in order.
  package static func entry(_ arguments: Argument..., member: String = #function) -> Message {
    guard let open = member.utf8.firstIndex(of: UInt8(ascii: "(")) else {
      return Message(key: member, labels: "", arguments: [])
    }
    return Message(
      key: String(member[..<open]), labels: member[open...].dropFirst().dropLast(),
      arguments: arguments)
  }

  fileprivate init(key: String, labels: Substring, arguments: [Argument]) {
    (self.key, self.labels, self.arguments) = (key, labels, arguments)
  }

  /// Whether the text is not in the tables.
  public var isVerbatim: Bool { key.isEmpty }

  /// Whether the message is empty.
  public var isEmpty: Bool { key.isEmpty && (arguments.isEmpty || arguments == [.text("")]) }

  /// The text of the message.
  ///
  /// - Parameters:
  ///   - language: The language of the text.
  ///   - numbers: The format of numbers and durations.
  public func text(
    in language: MessageLanguage = .english, numbers: any MessageNumbers = PlainNumbers()
  ) -> String {
    let writer = MessageWriter(language: language, numbers: numbers)
    guard !key.isEmpty else { return arguments.first.map(writer.text) ?? "" }
    let text = MessageTable.table(of: language).text(key) ?? key
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    let names = labels.utf8.split(separator: UInt8(ascii: ":"))
    return writer.filled(text) { name in
      if let index = Int(name) { return arguments.indices.contains(index) ? arguments[index] : nil }
      return names.firstIndex { $0.elementsEqual(name.utf8) }
        .flatMap { arguments.indices.contains($0) ? arguments[$0] : nil }
    }
  }
}

extension Message: ExpressibleByStringInterpolation {
  /// Makes a message from a literal without values.
  public init(stringLiteral value: String) {
    var interpolation = StringInterpolation(
      literalCapacity: value.utf8.count, interpolationCount: 0)
    interpolation.appendLiteral(value)
    self.init(stringInterpolation: interpolation)
  }

  /// Makes a message from a literal with values.
  public init(stringInterpolation: StringInterpolation) {
    self.init(key: stringInterpolation.text, labels: "", arguments: stringInterpolation.arguments)
  }

  /// Collects the English text of a message, with numbered placeholders, and its values.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var arguments: [Argument] = []

    /// Makes an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 3 * interpolationCount)
      arguments.reserveCapacity(interpolationCount)
    }

    /// Adds words.
    public mutating func appendLiteral(_ literal: String) {
      text += literal.contains("{") ? literal.replacing("{", with: "'{'") : literal
    }

    /// Adds a value of any kind.
    public mutating func appendInterpolation(_ argument: Argument) {
      text += "{\(arguments.count)}"
      arguments.append(argument)
    }

    /// Adds a text that is the same in all languages and is known to be harmless.
    public mutating func appendInterpolation(_ text: String) {
      appendInterpolation(Argument.text(text))
    }

    /// Adds a text from outside in its harmless form.
    ///
    /// - Parameters:
    ///   - name: The text.
    ///   - limit: The maximum number of Unicode scalars to show.
    public mutating func appendInterpolation(name: String, limit: Int = 60) {
      appendInterpolation(Argument.text(name.harmless(limit: limit)))
    }

    /// Adds a count.
    public mutating func appendInterpolation(_ number: Int) {
      appendInterpolation(Argument.integer(number))
    }

    /// Adds a count and its noun: `\(count, "line", "lines")` is `1 line` or `2 lines`.
    public mutating func appendInterpolation(_ count: Int, _ one: String, _ other: String) {
      text += "{\(arguments.count), plural, one {# \(one)} other {# \(other)}}"
      arguments.append(.integer(count))
    }

    /// Adds a phrase or a sentence.
    public mutating func appendInterpolation(_ message: Message) {
      appendInterpolation(Argument.message(message))
    }

    /// Adds consecutive sentences.
    public mutating func appendInterpolation(sentences: [Message]) {
      appendInterpolation(Argument.sentences(sentences))
    }

    /// Adds phrases with the list separator of the language between them.
    public mutating func appendInterpolation(list: [Message]) {
      appendInterpolation(Argument.list(list))
    }

    /// Adds names from outside in quotation marks; of a long list only the first eight and the
    /// number of the rest.
    public mutating func appendInterpolation(choices: [String]) {
      appendInterpolation(Argument.choices(choices))
    }
  }
}

extension Message: CustomStringConvertible {
  /// The text in English.
  public var description: String { text() }
}

/// The format of numbers in messages.
public protocol MessageNumbers {
  /// A number, given in digits with a point before the fraction.
  func text(ofNumber digits: String) -> String

  /// A duration; nil to write it as users type it.
  func text(ofSeconds seconds: Double) -> String?
}

/// Numbers as programs write them.
public struct PlainNumbers: MessageNumbers {
  /// Makes the format.
  public init() {}

  /// The unchanged digits.
  public func text(ofNumber digits: String) -> String { digits }

  /// Nil: a duration is written as users type it.
  public func text(ofSeconds seconds: Double) -> String? { nil }
}

extension Message.Argument {
  /// A text from outside in its harmless form, limited to `limit` Unicode scalars.
  package static func name(_ text: String, limit: Int = 60) -> Message.Argument {
    .text(text.harmless(limit: limit))
  }

  /// Names from outside as a list of choices.
  package static func choices(_ names: [String]) -> Message.Argument {
    .names(names.enumerated().map { $0.offset < 8 ? $0.element.harmless(limit: 60) : $0.element })
  }
}
