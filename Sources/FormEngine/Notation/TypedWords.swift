import IntentModel
import Messages
import Synchronization

/// The words of a language for days, times and durations that Foundation does not provide.
///
/// They are in the file of the language in `CEmbeddedFiles/Languages`.
///
/// Foundation provides the names of months, weekdays, units, and the halves of the day. Words are
/// compared in the form of ``LocaleFormat/folded(_:)``. In a pattern, `*` stands for the rest of
/// the text.
struct TypedWords: Sendable {
  /// A part of the day that a time can name.
  enum DayPart: String, Sendable {
    case am, pm, morning, noon, evening, night, lateNight

    /// The hour from 0 to 23 for an hour on a 12-hour or 24-hour clock; nil if it is not in this
    /// part of the day.
    func hour(_ hour: Int) -> Int? {
      switch (self, hour) {
      case (.am, 0...11), (.pm, 12...23): hour
      case (.am, 12): 0
      case (.morning, 0...11): hour
      case (.pm, 0...11): hour + 12
      case (.noon, 10...15): hour
      case (.noon, 1...3): hour + 12
      case (.evening, 4...11): hour + 12
      case (.evening, 16...23): hour
      case (.night, 0...5), (.night, 18...23), (.lateNight, 0...5), (.lateNight, 18...23): hour
      // In English, 7 at night is in the evening. A word for the hours of sleep can mean a time
      // before or after midnight.
      case (.night, 6...11), (.lateNight, 9...11): hour + 12
      case (.night, 12), (.lateNight, 12): 0
      default: nil
      }
    }
  }

  var days: [String: Int] = [:]
  var now: Set<String> = []
  /// The minutes since midnight of named times.
  var times: [String: Int] = [:]
  var ahead: [String] = []
  var ago: [String] = []
  /// Words that, before the name of a weekday, mean its next occurrence, which can be today.
  var this: [String] = []
  var next: [String] = []
  var last: [String] = []
  /// Patterns for a weekday in a week, with the distance of that week from the current one.
  var weeks: [String: Int] = [:]
  /// Other names of weekdays, with their distance from Sunday.
  var weekdays: [String: Int] = [:]
  /// Words that can precede a day.
  var beforeDay: [String] = []
  /// Words that can separate a day and a time, or precede a time.
  var joints: [String] = []
  var parts: [String: DayPart] = [:]
  /// Words that follow the number of hours, minutes or seconds.
  var hours: Set<String> = []
  var minutes: Set<String> = []
  var seconds: Set<String> = []
  /// The minutes that a pattern adds to an hour.
  var quarters: [String: Int] = [:]
  /// Words for numbers.
  var numbers: [String: String] = [:]
  /// The number of seconds in each unit, by names that Foundation does not provide.
  var units: [String: Double] = [:]
  /// The number of seconds of words that mean both a number and its unit, such as `demi-heure`.
  var wholes: [String: Double] = [:]
  /// Patterns that add half of the last unit to a duration.
  var halves: [String] = []
  var and: Set<String> = []
  /// Words for currencies, each with its code, with a sign whose meaning depends on the region, or
  /// with ``localCurrency``.
  var currencies: [String: String] = [:]
  /// The value of a word for the currency of the region: 元 is a different currency in Taipei, Hong
  /// Kong and Singapore.
  static let localCurrency = "local"
  /// Names of units, with their symbols.
  ///
  /// These are the full and the short names of CLDR 42, except those that mean a different amount
  /// in a country where the language is spoken, such as a pound of 500 g or a metric horsepower.
  var measures: [String: String] = [:]
  /// Examples of texts that people can type.
  var dayExamples: [String] = []
  var timeExamples: [String] = []

  /// A part of the file of a language that cannot be read, and is left out.
  enum Flaw: Hashable, Sendable {
    case unknownField(String)
    case repeatedField(String)
    case missingField(String)
    case unreadWord(String, field: String)
  }

  /// What is wrong with the file of the language; empty for the languages of the program.
  private(set) var flaws: [Flaw] = []

  /// The words of a language; nil if the program has no file for it.
  static func of(_ language: String) -> TypedWords? {
    read.withLock { read in
      if let words = read[language] { return words }
      let words = LanguageFile.words(of: language).map { TypedWords(declared: $0) }
      if let words { read[language] = words }
      return words
    }
  }

  /// The words of the languages that have been requested so far.
  private static let read = Mutex<[String: TypedWords]>([:])

  /// A field in the file of a language: stores its words and their values, and returns the words
  /// that cannot be read.
  private typealias Field =
    @Sendable (inout TypedWords, [(word: String, value: String?)]) -> [String]

  private typealias Path<Value> = WritableKeyPath<TypedWords, Value> & Sendable

  /// A field of texts that are shown as they are written.
  private static func texts(_ path: any Path<[String]>) -> Field {
    { table, words in
      table[keyPath: path] = words.map(\.word)
      return words.filter { $0.value != nil }.map(\.word)
    }
  }

  /// A field of words and patterns, the longest first.
  private static func words(_ path: any Path<[String]>) -> Field {
    { table, words in
      table[keyPath: path] = words.map { Self.fold($0.word) }
        .sorted { ($0.count, $1) > ($1.count, $0) }
      return words.filter { $0.value != nil }.map(\.word)
    }
  }

  private static func set(_ path: any Path<Set<String>>) -> Field {
    { table, words in
      table[keyPath: path] = Set(words.map { Self.fold($0.word) })
      return words.filter { $0.value != nil }.map(\.word)
    }
  }

  /// A field of words with values.
  ///
  /// - Parameter forms: The forms in which a word is compared; a word in an earlier form has
  ///   priority.
  private static func values<Value>(
    _ path: any Path<[String: Value]>, in forms: [@Sendable (String) -> String] = [TypedWords.fold],
    _ value: @escaping @Sendable (String) -> Value?
  ) -> Field {
    { table, words in
      let read = words.map { (word: $0.word, value: $0.value.flatMap(value)) }
      for form in forms {
        for case (let word, let value?) in read where table[keyPath: path][form(word)] == nil {
          table[keyPath: path][form(word)] = value
        }
      }
      return read.filter { $0.value == nil }.map(\.word)
    }
  }

  private static let fields: [String: Field] = [
    "days": values(\.days) { Int($0) }, "now": set(\.now), "times": values(\.times) { Int($0) },
    "ahead": words(\.ahead), "ago": words(\.ago), "this": words(\.this), "next": words(\.next),
    "last": words(\.last), "weeks": values(\.weeks) { Int($0) },
    "weekdays": values(\.weekdays) { Int($0) }, "beforeDay": words(\.beforeDay),
    "joints": words(\.joints), "parts": values(\.parts) { DayPart(rawValue: $0) },
    "hours": set(\.hours), "minutes": set(\.minutes), "seconds": set(\.seconds),
    "quarters": values(\.quarters) { Int($0) }, "numbers": values(\.numbers) { $0 },
    "units": values(\.units, in: [letters]) { Double($0) },
    "wholes": values(\.wholes, in: [letters]) { Double($0) }, "halves": words(\.halves),
    "and": set(\.and), "currencies": values(\.currencies, in: [letters]) { $0 },
    "measures": values(\.measures, in: [letters, measure]) { $0 },
    "dayExamples": texts(\.dayExamples), "timeExamples": texts(\.timeExamples),
  ]

  /// Reads the words in the file of a language, in the format that `CEmbeddedFiles.h` describes.
  init(declared text: String) {
    var missing = Set(Self.fields.keys)
    for line in text.split(separator: "\n") {
      let name = String(line.prefix { $0 != ":" })
      guard let field = Self.fields[name] else {
        flaws.append(.unknownField(name))
        continue
      }
      if missing.remove(name) == nil { flaws.append(.repeatedField(name)) }
      let words = line.dropFirst(name.count + 2).split(separator: " | ")
      let unread = field(
        &self,
        words.map { word in
          let parts = word.split(separator: " = ", maxSplits: 1).map(String.init)
          return (parts.first ?? "", parts.count == 2 ? parts[1] : nil)
        })
      flaws += unread.map { .unreadWord($0, field: name) }
    }
    flaws += missing.sorted().map { .missingField($0) }
  }

  /// A text, folded for comparing words.
  static func fold(_ text: String) -> String { LocaleFormat.folded(ValueNotation.plain(text)) }

  /// A name of a unit in the form in which units are compared, without spaces and signs.
  static func letters(_ name: String) -> String {
    fold(name).filter { $0.isLetter || $0.isNumber }
  }

  /// A name of a unit of measurement in the form in which such units are compared.
  ///
  /// It keeps the signs that can make it the name of a different unit, as in `1/l` and `m-2`.
  static func measure(_ name: String) -> String {
    var kept = ""
    var sign: Character?
    for character in fold(name) {
      if character.isNumber, let sign { kept.append(sign) }
      sign = "-−⁻".contains(character) ? "-" : nil
      if character.isLetter || character.isNumber || "/%".contains(character) {
        kept.append(character)
      }
    }
    return kept
  }

  /// The part of a text that `*` matches in a pattern; nil if the text does not match.
  static func rest(of text: String, in pattern: String) -> String? {
    let ends = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard ends.count == 2, text.count > pattern.count - 1, text.hasPrefix(ends[0]),
      text.hasSuffix(ends[1])
    else { return nil }
    return String(text.dropFirst(ends[0].count).dropLast(ends[1].count)).trimmed
  }

  /// The part of a text that `*` matches in the first matching pattern.
  static func rest(of text: String, in patterns: [String]) -> String? {
    patterns.lazy.compactMap { rest(of: text, in: $0) }.first { !$0.isEmpty }
  }
}
