/// A text of the program for its users: a key, and the values in the text.
///
/// A message is written in English where it is used, with its values interpolated, as in
/// `"\(name: text) is below the minimum of \(minimum)."`. The English text with numbered
/// placeholders, such as `{0} is below the minimum of {1}.`, is its key in the tables of other
/// languages. Texts for people who fill in a form are translated; a message without a translation
/// is English. A message has no language until it is written with ``text(in:numbers:)``.
public struct Message: Sendable, Hashable, Codable {
  /// A value in a message.
  public enum Argument: Sendable, Hashable, Codable {
    /// A text that is the same in all languages.
    case text(String)
    /// A count, which can select the plural form of a text.
    case integer(Int)
    /// A number in digits, with a point before the fraction.
    case decimal(String)
    /// A duration in seconds, and its text for languages that have no format for durations.
    case duration(Double, text: String)
    /// Names in quotation marks; ``namesToList(_:)`` shortens a long list.
    case names([String])
    /// A phrase or a sentence.
    case message(Message)
    /// Consecutive sentences.
    case sentences([Message])
    /// Phrases, separated by the list separator of the language.
    case list([Message])
    /// A command of the program to run next: the words after the program's name.
    case command(String)
  }

  /// The English text with numbered placeholders; empty for a text that is not in the tables.
  private let english: String

  /// The meaning of the English text if it is ambiguous; otherwise empty.
  private let meaning: String

  fileprivate let arguments: [Argument]

  /// The key in the tables; empty for a text that is not in the tables.
  package var key: String { meaning.isEmpty ? english : "\(english) [\(meaning)]" }

  /// Gives a message a separate key, because its English text has two meanings that other languages
  /// distinguish.
  ///
  /// - Parameter meaning: What the text means here, for translators; the key is the English text,
  ///   followed by the meaning in brackets.
  package init(_ message: Message, meaning: String) {
    self.init(english: message.english, meaning: meaning, arguments: message.arguments)
  }

  /// Makes a text that is not in the tables, such as the words of the system or of another program.
  public static func verbatim(_ text: String) -> Message {
    Message(english: "", arguments: [.text(text)])
  }

  /// Makes a number, which is written in the style of the locale.
  ///
  /// - Parameter digits: The number, with a point before the fraction.
  public static func number(_ digits: String) -> Message {
    Message(english: "", arguments: [.decimal(digits)])
  }

  /// Makes a list of phrases, separated by the list separator of the language.
  public static func list(_ phrases: [Message]) -> Message {
    Message(english: "", arguments: [.list(phrases)])
  }

  /// The empty message.
  public static let none = Message.verbatim("")

  /// The maximum number of Unicode scalars that a message shows of a name from outside.
  public static let nameLimit = 60

  fileprivate init(english: String, meaning: String = "", arguments: [Argument]) {
    (self.english, self.meaning, self.arguments) = (english, meaning, arguments)
  }

  /// Whether the text is not in the tables.
  public var isVerbatim: Bool { english.isEmpty }

  /// Whether the message is empty.
  public var isEmpty: Bool { english.isEmpty && (arguments.isEmpty || arguments == [.text("")]) }

  /// Whether the message can be shown in a language; English has all texts of the program.
  package func isTranslated(into language: MessageLanguage) -> Bool {
    !isVerbatim && language.table.map { $0.text(key) != nil } ?? true
  }

  /// Whether there are words outside the values, so that the text depends on the language.
  private var hasWords: Bool {
    var depth = 0
    return english.unicodeScalars.contains { scalar in
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      return depth == 0 && scalar.properties.isAlphabetic
    } || english.contains(", plural, ")
  }

  /// The text of the message, with numbers in the plain style of programs.
  ///
  /// A message without a translation is entirely in English, including its phrases and numbers.
  public func text(in language: MessageLanguage = .english) -> String {
    text(in: language, numbers: PlainNumbers())
  }

  /// The text of the message.
  ///
  /// - Parameters:
  ///   - language: The language in which to write.
  ///   - numbers: The format of numbers and durations.
  package func text(
    in language: MessageLanguage = .english, numbers: any MessageNumbers
  ) -> String {
    let writer = MessageWriter(language: language, numbers: numbers)
    guard !english.isEmpty else { return arguments.first.map(writer.text) ?? "" }
    let translation = language.table?.text(key)
    if translation == nil, language != .english, hasWords { return self.text() }
    let text = translation ?? english
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    return writer.filled(text) { place in
      Int(place).flatMap { arguments.indices.contains($0) ? arguments[$0] : nil }
    }
  }
}

extension Message {
  /// The message with its suggested commands replaced by texts, including the commands in its
  /// phrases and sentences.
  ///
  /// - Parameter text: Returns the complete command for the words after the program's name.
  package func writingCommands(_ text: (String) -> String) -> Message {
    let changed = arguments.map { argument -> Argument in
      switch argument {
      case .command(let words): .text(text(words))
      case .message(let message): .message(message.writingCommands(text))
      case .sentences(let messages): .sentences(messages.map { $0.writingCommands(text) })
      case .list(let messages): .list(messages.map { $0.writingCommands(text) })
      case .text, .integer, .decimal, .duration, .names: argument
      }
    }
    return Message(english: english, meaning: meaning, arguments: changed)
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
    self.init(english: stringInterpolation.text, arguments: stringInterpolation.arguments)
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
    ///   - limit: The maximum number of Unicode scalars that are shown.
    public mutating func appendInterpolation(name: String, limit: Int = Message.nameLimit) {
      appendInterpolation(Argument.text(name.harmless(limit: limit)))
    }

    /// Adds a count.
    public mutating func appendInterpolation(_ number: Int) {
      appendInterpolation(Argument.integer(number))
    }

    /// Adds a number in digits, with a point before the fraction.
    public mutating func appendInterpolation(number: String) {
      appendInterpolation(Argument.decimal(number))
    }

    /// Adds a duration.
    ///
    /// - Parameters:
    ///   - duration: The seconds.
    ///   - text: The text for languages that have no format for durations.
    public mutating func appendInterpolation(duration: Double, text: String) {
      appendInterpolation(Argument.duration(duration, text: text))
    }

    /// Adds a count and its noun: `\(count, "line", "lines")` is `1 line` or `2 lines`.
    public mutating func appendInterpolation(_ count: Int, _ one: String, _ other: String) {
      appendInterpolation(Argument.integer(count), one, other)
    }

    /// Adds a number or a duration and its noun.
    public mutating func appendInterpolation(_ count: Argument, _ one: String, _ other: String) {
      appendInterpolation(count, one: "# \(one)", other: "# \(other)")
    }

    /// Adds words that depend on a count; `#` in the words stands for the count.
    ///
    /// For example, `\(count, one: "is # file", other: "are # files")`.
    public mutating func appendInterpolation(_ count: Int, one: String, other: String) {
      appendInterpolation(Argument.integer(count), one: one, other: other)
    }

    /// Adds words that depend on a number or a duration; `#` in the words stands for it.
    public mutating func appendInterpolation(_ count: Argument, one: String, other: String) {
      text += "{\(arguments.count), plural, one {\(one)} other {\(other)}}"
      arguments.append(count)
    }

    /// Adds a number in digits and its noun.
    public mutating func appendInterpolation(number: String, _ one: String, _ other: String) {
      appendInterpolation(Argument.decimal(number), one, other)
    }

    /// Adds a phrase or a sentence.
    public mutating func appendInterpolation(_ message: Message) {
      appendInterpolation(Argument.message(message))
    }

    /// Adds a phrase or a sentence that the caller writes in place, as in
    /// `\(phrase: isNew ? "new" : "old")`.
    public mutating func appendInterpolation(phrase: Message) {
      appendInterpolation(Argument.message(phrase))
    }

    /// Adds consecutive sentences.
    public mutating func appendInterpolation(sentences: [Message]) {
      appendInterpolation(Argument.sentences(sentences))
    }

    /// Adds phrases, separated by the list separator of the language.
    public mutating func appendInterpolation(list: [Message]) {
      appendInterpolation(Argument.list(list))
    }

    /// Adds a command of the program to run next.
    ///
    /// The program writes the command with the options that it was itself called with: see
    /// ``Message/writingCommands(_:)``.
    ///
    /// - Parameter command: The words after the program's name, quoted for a shell.
    public mutating func appendInterpolation(command: String) {
      appendInterpolation(Argument.command(command))
    }

    /// Adds harmless names in quotation marks; a long list is shortened and ends with the number of
    /// the remaining names.
    public mutating func appendInterpolation(names: [String]) {
      appendInterpolation(Argument.names(names))
    }

    /// Adds names from outside in quotation marks; a long list is shortened and ends with the
    /// number of the remaining names.
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
package protocol MessageNumbers {
  /// The text of a number, given in digits with a point before the fraction.
  func text(ofNumber digits: String) -> String

  /// The text of a duration; nil to write it as users type it.
  func text(ofSeconds seconds: Double) -> String?
}

/// The plain style in which programs write numbers.
package struct PlainNumbers: MessageNumbers {
  /// Makes the format.
  package init() {}

  /// The unchanged digits.
  package func text(ofNumber digits: String) -> String { digits }

  /// Nil: a duration is written as users type it.
  package func text(ofSeconds seconds: Double) -> String? { nil }
}

extension Message.Argument {
  /// Names from outside, joined as a list of choices.
  package static func choices(_ names: [String]) -> Message.Argument {
    .names(
      names.enumerated().map {
        $0.offset < Message.listedNames ? $0.element.harmlessName : $0.element
      })
  }
}
