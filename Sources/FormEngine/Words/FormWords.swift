public import IntentModel
public import IntentOptions
public import Messages

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The language of a form's texts, and the formats of its locale.
///
/// The languages are English, Arabic, Simplified Chinese, German, Hebrew and Japanese; English is
/// used for every other language.
public struct FormWords: Sendable, Hashable {
  /// The language of the texts.
  public let language: MessageLanguage

  /// Whether only ASCII can be shown.
  let isASCII: Bool

  /// The formats of dates, times, durations, numbers and amounts; also used if the texts are English
  /// because the language has no table.
  public let format: LocaleFormat

  /// The present day, which decides which dates are shown as yesterday, today and tomorrow; nil if
  /// it is unknown, and then all dates are shown as dates.
  public var today: CivilDate?

  /// The day on which texts are typed, from which the dates of yesterday, today and tomorrow follow;
  /// nil if it is unknown, and then these words cannot be typed.
  var typingDay: CivilDate?

  /// Picks the language for a BCP 47 tag, such as `de-AT`; Traditional Chinese has no table.
  ///
  /// - Parameters:
  ///   - locale: The tag; a POSIX name such as `de_AT` also works.
  ///   - isASCII: Whether only ASCII can be shown. If it is true, languages that cannot be written
  ///     in ASCII use the English texts.
  public init(locale: String, isASCII: Bool = false) {
    self.isASCII = isASCII
    let own = LocaleFormat(locale: locale)
    format = isASCII && !own.isLatin ? LocaleFormat(locale: "en") : own
    language = MessageLanguage(locale: locale, isASCII: isASCII)
  }

  /// The texts and formats of English without a region.
  public static let english = FormWords(locale: "en")

  /// The text of a message.
  public func callAsFunction(_ message: Message) -> String {
    message.text(in: language, numbers: self)
  }

  /// The texts of messages, in one line.
  public func line(_ messages: Message...) -> String { language.joined(messages.map { self($0) }) }

  /// The names in a text that lists them.
  public func names(_ message: Message) -> [String] {
    self(message).split(separator: ",").map(String.init)
  }

  /// Whether a line is the word for a command, in the language or in English; case is ignored.
  public func isMeant(_ message: Message, by line: String) -> Bool {
    let folded = line.lowercased()
    return names(message).contains(folded) || FormWords.english.names(message).contains(folded)
  }

  /// A text in the quotation marks of the language, truncated to 60 characters.
  public func quoted(_ text: String) -> String {
    self(.quotation(text: text.count > 60 ? text.prefix(59) + "…" : text))
  }
}

extension FormWords: MessageNumbers {
  /// Localizes a number.
  public func text(ofNumber digits: String) -> String { format.localized(digits) }

  /// A duration in the units of the language, such as `1 h 30 min`.
  package func text(ofSeconds seconds: Double) -> String? {
    format.inSentences(language).duration(seconds)
  }
}

extension FormWords {
  /// The days that have names, with their distance from today.
  private static let dayNames: [(message: Message, days: Int)] = [
    ("yesterday", -1), ("today", 0), ("tomorrow", 1),
  ]

  /// The text of a date, a time, or both in the format of its type.
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

  /// The number of days in a text such as `+3d` or `-2w`, and the text after it; nil for any other
  /// text.
  private static func distance(in text: String) -> (days: Int, rest: Substring)? {
    guard let sign = text.first, "+-".contains(sign) else { return nil }
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let after = text.dropFirst(1 + digits.count)
    let rest = after.dropFirst()
    guard (1...4).contains(digits.count), let count = Int(digits), let unit = after.first,
      let days = ["d": 1, "w": 7][unit.lowercased()], rest.isEmpty || rest.first == " "
    else { return nil }
    return (count * days * (sign == "-" ? -1 : 1), rest)
  }

  /// Replaces the name of a day, or a distance from today such as `+3d`, at the start of a text with
  /// its date in the canonical form, and noon or midnight at its end with the time.
  func withoutNames(_ text: String) -> String { withoutTimeName(withoutDayName(text)) }

  private static let timeNames: [(message: Message, time: String)] = [
    ("noon", "12:00"), ("midnight", "00:00"),
  ]

  private func withoutTimeName(_ text: String) -> String {
    let folded = text.lowercased()
    for (message, time) in Self.timeNames {
      for name in [self(message), FormWords.english(message)].map({ $0.lowercased() })
      where folded.hasSuffix(name) {
        let rest = text.dropLast(name.count)
        if rest.isEmpty || rest.last == " " { return rest + time }
      }
    }
    return text
  }

  /// The next date with a day and a month, if a text names them without a year.
  ///
  /// In the form of ISO 8601, such as `--12-25`, it is a day of every year.
  func withYear(_ components: DateComponents, of text: String) -> DateComponents {
    guard let today = typingDay ?? today, !text.hasPrefix("-"), components.year == nil,
      let month = components.month, let day = components.day
    else { return components }
    // A leap day is at most eight years away.
    let next = (today.year...today.year + 8).lazy
      .compactMap { CivilDate(checkedYear: $0, month: month, day: day) }.first { $0 >= today }
    var dated = components
    dated.year = next?.year
    return dated
  }

  private func withoutDayName(_ text: String) -> String {
    guard let today = typingDay ?? today else { return text }
    if let (days, rest) = Self.distance(in: text) {
      let day = today.adding(days: days)
      return DateText.text(of: DateComponents(year: day.year, month: day.month, day: day.day))
        + rest
    }
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

  /// What to do about a problem, as one sentence in the language.
  public func remedy(_ issue: IntentIssue) -> String { self(issue.advice) }

  /// What is wrong and what to do about it, in one line.
  public func line(_ issue: IntentIssue) -> String { line(issue.message, issue.advice) }

  /// An example or a description of the text of a type, for messages and for the help of an empty
  /// field.
  public func expectation(of type: ParameterType) -> String {
    self(ValueText.expectation(of: type, notation: ValueNotation(self)))
  }

  /// The error of a source, in one or two sentences: the kind of failure in the language, then the
  /// source's own message.
  public func sentence(_ error: OptionsError) -> String {
    // The source's own message and the details for its author are in no table.
    guard language != .english, !error.message.isTranslated(into: language) else {
      return self(error.message)
    }
    return line(error.code.message, error.message)
  }
}

extension OptionsError.Code {
  /// The message for the kind of failure.
  var message: Message {
    switch self {
    case .notFound: "The source does not exist."
    case .unreadable: "The source cannot be read."
    case .timedOut: "The source did not answer in time."
    case .tooLarge: "The response of the source is too large."
    case .failed: "The source failed."
    case .malformed: "The response of the source is malformed."
    case .invalidAnswer: "The response of the source breaks the rules."
    case .noProvider: "There is no source."
    case .parentNotSet: "A parent is not set."
    }
  }
}

extension FormWords {
  /// The answers of a stored state on one line, each with its label, in the given order; empty if
  /// there are none.
  ///
  /// - Parameters:
  ///   - schema: The definition that the answers belong to; nil if it is unknown.
  ///   - titles: The texts of choices that do not state them: ``IntentDraft/titles``.
  public func summary(
    of answers: [Intent.Parameter], under schema: IntentSchema?,
    titles: [String: [String: String]] = [:]
  ) -> String {
    answers.map { answer in
      let parameter = schema?.parameter(named: answer.name)
      let text =
        if let schema, let parameter {
          ValueText.display(
            of: answer.value, type: parameter.type, schema: schema, words: self,
            titles: titles[answer.name])
        } else {
          answer.value.elements.map { ValueText.text(of: $0) }.joined(separator: ", ")
        }
      return "\(parameter?.label ?? answer.name): "
        + text.split(separator: "\n").joined(separator: " ")
    }.joined(separator: " · ")
  }
}
