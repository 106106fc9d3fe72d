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
/// English is used for languages that `MessageLanguage` does not have.
public struct FormWords: Sendable, Hashable {
  /// The language of the texts.
  public let language: MessageLanguage

  /// Whether only ASCII can be shown.
  let isASCII: Bool

  /// The formats of dates, times, durations, numbers and amounts; they are those of the locale even
  /// if its language has no table and the texts are in English.
  public let format: LocaleFormat

  /// The current day, which determines which dates are shown as yesterday, today and tomorrow; nil
  /// if it is unknown, and then no date is shown in words.
  public var today: CivilDate?

  /// The current day, which determines the dates that a typed “yesterday”, “today” or “tomorrow”
  /// means; nil if it is unknown, and then these words cannot be typed.
  var typingDay: CivilDate?

  /// The clock for “now” and times such as “in 2 hours”; nil if there is none, and then these
  /// cannot be typed.
  var clock: FormClock?

  /// Makes the texts and formats for a BCP 47 tag, such as `de-AT`.
  ///
  /// - Parameters:
  ///   - locale: The tag; a POSIX name such as `de_AT` also works.
  ///   - isASCII: Whether only ASCII can be shown. If so, languages that cannot be written in ASCII
  ///     use the English texts.
  public init(locale: String, isASCII: Bool = false) {
    self.isASCII = isASCII
    let own = LocaleFormat(locale: locale)
    format = isASCII && !own.isLatin ? LocaleFormat(locale: LanguageTag.english) : own
    language = MessageLanguage(locale: locale, isASCII: isASCII)
  }

  /// The texts and formats of English without a region.
  public static let english = FormWords(locale: LanguageTag.english)

  /// The text of a message.
  public func callAsFunction(_ message: Message) -> String {
    message.text(in: language, numbers: self)
  }

  /// The texts of messages, in one line.
  public func line(_ messages: Message...) -> String { language.joined(messages.map { self($0) }) }

  /// The names in the text of a message, which are separated by commas.
  public func names(_ message: Message) -> [String] {
    self(message).split(separator: ",").map(String.init)
  }

  /// Whether a line is one of the words for a command, in the language or in English; case is
  /// ignored.
  public func isMeant(_ message: Message, by line: String) -> Bool {
    let folded = line.lowercased()
    return names(message).contains(folded) || FormWords.english.names(message).contains(folded)
  }

  /// A text in the quotation marks of the language; a long text is truncated.
  public func quoted(_ text: String) -> String {
    let limit = Message.nameLimit
    return self(.quotation(text: text.count > limit ? text.prefix(limit - 1) + "…" : text))
  }
}

extension FormWords: MessageNumbers {
  /// Localizes a number.
  public func text(ofNumber digits: String) -> String { format.localized(digits) }

  /// A duration in the units of the language, such as `1 h 30 min`.
  package func text(ofSeconds seconds: Double) -> String? {
    format.inSentences(language).duration(seconds)
  }

  /// A number with a unit of duration, such as `90 min`.
  func duration(_ number: Double, in unit: DurationUnit) -> String {
    format.inSentences(language).duration(number, in: unit)
  }
}

extension FormWords {
  private static let namedDays: [(message: Message, days: Int)] = [
    ("yesterday", -1), ("today", 0), ("tomorrow", 1),
  ]

  /// The names of days as the form shows them, with their distance from today.
  var dayNames: [(name: String, days: Int)] {
    Self.namedDays.map { (self($0.message), $0.days) }
  }

  /// The names of times as the form shows them, with their minutes since midnight.
  var timeNames: [(name: String, minutes: Int)] {
    [(self("noon"), CivilDate.minutesPerDay / 2), (self("midnight"), 0)]
  }

  /// The words that can be typed: in the language of the formats, in the language of the texts, and
  /// in English.
  var typedWords: [TypedWords] {
    var languages: [String] = []
    let own = LanguageTag(language.rawValue)?.language ?? ""
    for name in [format.language, own, LanguageTag.english] where !languages.contains(name) {
      languages.append(name)
    }
    return languages.compactMap { TypedWords.of($0) }
  }

  /// Examples of days and times in words, for help.
  func momentExamples(_ kind: DateComponentsMetadata.Kind) -> String {
    let own =
      language == .english ? format.language : LanguageTag(language.rawValue)?.language ?? ""
    let english = LanguageTag.english
    guard let table = TypedWords.of(own.isEmpty ? english : own) ?? TypedWords.of(english) else {
      return ""
    }
    let examples = kind == .time ? table.timeExamples : table.dayExamples
    return examples.joined(separator: self(", "))
  }

  /// The code of the currency that has the name in one of the languages.
  func currency(named name: String) -> String? {
    let name = TypedWords.letters(name)
    guard let meant = typedWords.lazy.compactMap({ $0.currencies[name] }).first else { return nil }
    if meant == TypedWords.localCurrency { return format.currency }
    let code = format.currency(ofSign: meant)
    // The sign of a currency in the region can also be the sign of another currency: in Mexico, $
    // is the peso. In ISO 4217, the codes of dollar currencies end in D, and those of pounds in P.
    return switch meant {
    case "$": code.flatMap { $0.hasSuffix("D") ? $0 : nil }
    case "£": code.flatMap { $0.hasSuffix("P") ? $0 : nil }
    default: code
    }
  }

  /// The unit of a quantity with the given symbol, or with the given name in one of the languages.
  func unit(named name: String, of dimension: MeasurementDimension) -> MeasurementUnit? {
    if let unit = dimension.unit(named: name) { return unit }
    let name = TypedWords.measure(name)
    return typedWords.lazy.compactMap { $0.measures[name] }.compactMap { dimension.unit($0) }.first
  }

  /// The first unit of a quantity with a name that begins with a text, in one of the languages.
  func unit(beginningWith text: String, of dimension: MeasurementDimension) -> MeasurementUnit? {
    let text = TypedWords.measure(text)
    guard !text.isEmpty else { return nil }
    return dimension.units.first { unit in
      TypedWords.measure(unit.name).hasPrefix(text)
        || typedWords.contains { words in
          words.measures.contains { $0.value == unit.symbol && $0.key.hasPrefix(text) }
        }
    }
  }

  /// The text of a date, a time, or both, in the format of the type.
  public func text(of components: DateComponents, type: ParameterType) -> String {
    guard case .dateComponents(let metadata) = type else { return format.text(of: components) }
    return format.text(
      of: components, format: metadata.dateFormat, dayName: dayName(of: components))
  }

  private func dayName(of components: DateComponents) -> String? {
    guard let today, let year = components.year, let month = components.month,
      let day = components.day
    else { return nil }
    return dayNames.first { name in
      let named = today.adding(days: name.days)
      return (named.year, named.month, named.day) == (year, month, day)
    }?.name
  }
}

extension FormWords {
  /// The problem, as one sentence in the language.
  public func sentence(_ issue: IntentIssue) -> String { self(issue.message) }

  /// The remedy, as one sentence in the language.
  public func remedy(_ issue: IntentIssue) -> String { self(issue.advice) }

  /// The problem and its remedy, in one line.
  public func line(_ issue: IntentIssue) -> String { line(issue.message, issue.advice) }

  /// An example or a description of the text of a type, for messages and for the help of an empty
  /// field.
  public func expectation(of type: ParameterType) -> String {
    self(ValueText.expectation(of: type, notation: ValueNotation(self)))
  }

  /// The error of a source: its own message, or, if that is not in the language, the kind of
  /// failure followed by that message.
  public func sentence(_ error: OptionsError) -> String {
    guard language != .english, !error.message.isTranslated(into: language) else {
      return self(error.message)
    }
    return line(error.code.message, error.message)
  }
}

extension FormWords {
  /// The text of a parameter without a value: “Not set”, unless the app has a default that could
  /// not be read.
  package func unset(_ parameter: ParameterDefinition?) -> String {
    self(parameter?.isDefaultUnknown == true ? "Default unknown" : .notSet)
  }

  /// The answers of a stored state in one line, each with its label, in the given order; empty if
  /// there are none.
  ///
  /// - Parameters:
  ///   - schema: The definition that the answers belong to; nil if it is unknown.
  ///   - titles: The texts of choices that do not contain their own: ``IntentDraft/titles``.
  public func summary(
    of answers: [Intent.Parameter], under schema: IntentSchema?,
    titles: [String: [String: String]] = [:]
  ) -> String {
    answers.map { answer in
      let (label, text) = self.answer(answer, under: schema, titles: titles[answer.name])
      return "\(label): \(text)"
    }.joined(separator: " · ")
  }

  /// The label and the value of an answer, each on one line.
  public func answer(
    _ answer: Intent.Parameter, under schema: IntentSchema?, titles: [String: String]? = nil
  ) -> (label: String, value: String) {
    let parameter = schema?.parameter(named: answer.name)
    let text =
      if let schema, let parameter {
        ValueText.display(
          of: answer.value, type: parameter.type, schema: schema, words: self, titles: titles)
      } else {
        answer.value.elements.map { ValueText.text(of: $0) }.joined(separator: ", ")
      }
    return (
      parameter?.label ?? answer.name, text.split(separator: "\n").joined(separator: " ")
    )
  }
}
