public import IntentModel
public import IntentOptions
public import Messages

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The language of a form's texts, and the ways in which its place writes dates and numbers.
///
/// English, Arabic, Simplified Chinese, German, Hebrew and Japanese are there; every other language gets
/// English.
public struct FormWords: Sendable, Hashable {
  /// The language of the texts.
  public let language: MessageLanguage

  /// Whether only ASCII can be shown.
  let isASCII: Bool

  /// How dates, times, numbers and amounts are written, also where the texts are English for want of
  /// a table.
  public let format: LocaleFormat

  /// The present day, by which dates are called yesterday, today and tomorrow; nil when it is
  /// unknown, and then no date is.
  public var today: CivilDate?

  /// Picks the language for a BCP 47 tag, such as `de-AT`; Traditional Chinese has none of its own.
  ///
  /// - Parameters:
  ///   - locale: The tag; a POSIX name such as `de_AT` also works.
  ///   - isASCII: Whether only ASCII can be shown. The texts of languages that cannot be written in
  ///     it are then English ones.
  public init(locale: String, isASCII: Bool = false) {
    self.isASCII = isASCII
    format = LocaleFormat(locale: locale)
    language = MessageLanguage(locale: locale, isASCII: isASCII)
  }

  /// The texts and ways of English without a region.
  public static let english = FormWords(locale: "en")

  /// The words of a message.
  public func callAsFunction(_ message: Message) -> String {
    message.text(in: language, numbers: self)
  }

  /// The words of messages, in one line.
  public func line(_ messages: Message...) -> String { language.joined(messages.map { self($0) }) }

  /// The parts of a text that lists names.
  public func names(_ message: Message) -> [String] {
    self(message).split(separator: ",").map(String.init)
  }

  /// The names of the months, January first, as the place writes them in dates.
  public var months: [String] {
    let own = language.rawValue == format.language ? format.monthNames : nil
    return own ?? names(.months)
  }

  /// Whether a person means a command by a line: its word in the language or in English, whatever
  /// the case of its letters.
  public func isMeant(_ message: Message, by line: String) -> Bool {
    let folded = line.lowercased()
    return names(message).contains(folded) || FormWords.english.names(message).contains(folded)
  }

  /// A text between the quotation marks of the language, cut after 60 characters.
  public func quoted(_ text: String) -> String {
    self(.quotation(text: text.count > 60 ? text.prefix(59) + "…" : text))
  }
}

extension FormWords: MessageNumbers {
  /// A number in the way of the place.
  public func text(ofNumber digits: String) -> String { format.localized(digits) }

  /// A duration in the units of the language, such as `1 h 30 min`.
  public func text(ofSeconds seconds: Double) -> String? {
    DurationText.display(of: seconds, words: self)
  }
}

extension FormWords {
  /// The days with names of their own, by how far they are from today.
  private static let dayNames: [(message: Message, days: Int)] = [
    (.yesterday, -1), (.today, 0), (.tomorrow, 1),
  ]

  /// A date, a time, or both, as the definition of its type asks for it.
  public func text(of components: DateComponents, type: ParameterType) -> String {
    guard case .dateComponents(let metadata) = type else { return format.text(of: components) }
    return format.text(
      of: components, format: metadata.dateFormat, dayName: dayName(of: components))
  }

  private func dayName(of components: DateComponents) -> String? {
    guard let today, let year = components.year, let month = components.month,
      let day = components.day
    else { return nil }
    return Self.dayNames.first { name in
      let named = today.adding(days: name.days)
      return (named.year, named.month, named.day) == (year, month, day)
    }.map { self($0.message) }
  }

  /// A text with the date of the day that it begins with the name of, as files write dates; other
  /// texts come back as they are.
  func withoutDayName(_ text: String) -> String {
    guard let today else { return text }
    let folded = text.lowercased()
    for (message, days) in Self.dayNames {
      for name in [self(message), FormWords.english(message)].map({ $0.lowercased() })
      where folded.hasPrefix(name) {
        let rest = text.dropFirst(name.count)
        guard rest.isEmpty || rest.first == " " else { continue }
        let day = today.adding(days: days)
        let date = DateComponents(year: day.year, month: day.month, day: day.day)
        return DateText.text(of: date) + rest
      }
    }
    return text
  }
}

extension FormWords {
  /// What is wrong, as one sentence in the language.
  public func sentence(_ issue: IntentIssue) -> String { self(issue.message) }

  /// What to do about it, as one sentence in the language.
  public func remedy(_ issue: IntentIssue) -> String { self(issue.advice) }

  /// What is wrong and what to do about it, in one line.
  public func line(_ issue: IntentIssue) -> String { line(issue.message, issue.advice) }

  /// What a text of a type looks like, for messages and for the help of an empty field.
  public func expectation(of type: ParameterType) -> String {
    self(ValueText.expectation(of: type))
  }

  /// What happened to a source, in one or two sentences: in the language what kind of failure it is,
  /// and then what the source says about it in its own words.
  public func sentence(_ error: OptionsError) -> String {
    // What a source says in its own words is in no table.
    guard language != .english, error.message.isVerbatim else { return self(error.message) }
    return line(error.code.message, error.message)
  }
}

extension OptionsError.Code {
  /// The words for the kind of failure.
  var message: Message {
    switch self {
    case .notFound: .sourceNotFound
    case .unreadable: .sourceUnreadable
    case .timedOut: .sourceTimedOut
    case .tooLarge: .sourceTooLarge
    case .failed: .sourceFailed
    case .malformed: .sourceMalformed
    case .invalidAnswer: .sourceInvalid
    case .noProvider: .sourceMissing
    }
  }
}
