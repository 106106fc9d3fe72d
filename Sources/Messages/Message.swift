/// A text of the program for a person: which one, and the values in it.
///
/// It is in no language until it is written: ``text(in:numbers:)`` takes the words from the string
/// table of a language. Messages are declared as static members of this type, one for each key of
/// the tables: the labels of the member are the placeholders of the text.
public struct Message: Sendable, Hashable {
  /// A value in a message.
  public enum Argument: Sendable, Hashable {
    /// A text that is the same in all languages.
    case text(String)
    /// A count, by which a text can choose its plural form.
    case integer(Int)
    /// A number in digits with a point before the fraction.
    case decimal(String)
    /// A duration in seconds, and its text where a language has no form for it.
    case duration(Double, text: String)
    /// Names in quotation marks: eight at most, and the number of the others.
    case names([String])
    /// A phrase or a sentence.
    case message(Message)
    /// Sentences in a row.
    case sentences([Message])
    /// Phrases with what stands between the names of a list.
    case list([Message])
  }

  /// The name of the static member; empty for a text that is in no table.
  package let key: String

  private let labels: Substring
  private let arguments: [Argument]

  /// A text that is in no table, such as the words of the system or of another program.
  public static func verbatim(_ text: String) -> Message {
    Message(key: "", labels: "", arguments: [.text(text)])
  }

  /// A number, which is written in the way of the place.
  ///
  /// - Parameter digits: The number with a point before the fraction.
  public static func number(_ digits: String) -> Message {
    Message(key: "", labels: "", arguments: [.decimal(digits)])
  }

  /// Phrases with what stands between the names of a list.
  public static func list(_ phrases: [Message]) -> Message {
    Message(key: "", labels: "", arguments: [.list(phrases)])
  }

  /// Nothing to say.
  public static let none = Message.verbatim("")

  /// The message of the static member that calls this, with its arguments in order.
  package static func entry(_ arguments: Argument..., member: String = #function) -> Message {
    guard let open = member.utf8.firstIndex(of: UInt8(ascii: "(")) else {
      return Message(key: member, labels: "", arguments: [])
    }
    return Message(
      key: String(member[..<open]), labels: member[open...].dropFirst().dropLast(),
      arguments: arguments)
  }

  private init(key: String, labels: Substring, arguments: [Argument]) {
    (self.key, self.labels, self.arguments) = (key, labels, arguments)
  }

  /// Whether the text is in no table.
  public var isVerbatim: Bool { key.isEmpty }

  /// Whether there is nothing to say.
  public var isEmpty: Bool { key.isEmpty && arguments == [.text("")] }

  /// The words of the message.
  ///
  /// - Parameters:
  ///   - language: The language of the words.
  ///   - numbers: How numbers and durations are written.
  public func text(
    in language: MessageLanguage = .english, numbers: any MessageNumbers = PlainNumbers()
  ) -> String {
    let writer = MessageWriter(language: language, numbers: numbers)
    guard !key.isEmpty else { return arguments.first.map(writer.text) ?? "" }
    guard let text = MessageTable.table(of: language).text(key) else { return key }
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    let names = labels.split(separator: ":")
    return writer.filled(text) { name in
      names.firstIndex(of: name).flatMap { arguments.indices.contains($0) ? arguments[$0] : nil }
    }
  }
}

extension Message: CustomStringConvertible {
  /// The words in English.
  public var description: String { text() }
}

/// How numbers in messages are written.
public protocol MessageNumbers {
  /// A number that is given in digits with a point before the fraction.
  func text(ofNumber digits: String) -> String

  /// A duration; nil if it is written as people type it.
  func text(ofSeconds seconds: Double) -> String?
}

/// Numbers as programs write them.
public struct PlainNumbers: MessageNumbers {
  /// Makes the way of writing.
  public init() {}

  /// The digits as they are.
  public func text(ofNumber digits: String) -> String { digits }

  /// Nil: a duration is written as people type it.
  public func text(ofSeconds seconds: Double) -> String? { nil }
}
