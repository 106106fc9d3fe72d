import Messages
import Synchronization

#if canImport(FoundationInternationalization)
  import FoundationEssentials
  import FoundationInternationalization
#else
  import Foundation
#endif

/// Facts about a locale from Foundation, looked up on first use and then kept.
final class LocaleFacts: Sendable {
  /// Foundation's identifier of the locale.
  let identifier: String
  /// The locale.
  let locale: Locale
  private let style: Date.FormatStyle
  private let keptDigits = Memo<[Character]>()
  private let keptNumbers = Memo<NumberFacts>()
  private let keptDates = Memo<DateFacts>()
  private let keptClock = Memo<ClockFacts>()
  private let keptSigns = Memo<[String: String]>()
  private let keptUnits = Memo<DurationFacts>()

  private init(_ identifier: String) {
    self.identifier = identifier
    locale = Locale(identifier: identifier)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    calendar.locale = locale
    style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt)
  }

  var numbers: NumberFacts { keptNumbers { NumberFacts(self) } }
  var dates: DateFacts { keptDates { DateFacts(self) } }
  var clock: ClockFacts { keptClock { ClockFacts(self) } }
  var units: DurationFacts { keptUnits { DurationFacts(self) } }

  /// The year in the locale's own calendar that corresponds to a year in the Gregorian calendar;
  /// nil if the locale's own calendar is the Gregorian one, or one that is not listed here.
  func ownYear(at year: Int) -> Int? {
    switch locale.calendar.identifier {
    case .buddhist: year + 543
    case .persian: year - 621
    case .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura: Self.islamicYear(at: year)
    default: nil
    }
  }

  /// The corresponding years in all other calendars in which people write dates in the language.
  func otherYears(at year: Int) -> [Int] {
    [ownYear(at: year), identifier.prefix(2) == "ar" ? Self.islamicYear(at: year) : nil]
      .compactMap(\.self)
  }

  /// The year in the Islamic calendar, whose twelve lunar months are eleven days shorter than a
  /// solar year.
  private static func islamicYear(at year: Int) -> Int { (year - 622) * 33 / 32 }

  /// The digits of the locale, from zero to nine.
  var digits: [Character] {
    keptDigits { (0...9).compactMap { number(Decimal($0), fractionDigits: 0).first } }
  }

  /// The currency code for each currency sign that the locale uses; the locale's own currency takes
  /// precedence.
  var signs: [String: String] {
    keptSigns {
      let codes = [locale.currency?.identifier].compactMap { $0 } + Locale.commonISOCurrencyCodes
      let pairs = codes.map { code in
        (currency(0, code: code, fractionDigits: 0).filter { !$0.isNumber }.trimmed, code)
      }
      return Dictionary(firsts: pairs)
    }
  }
}

extension LocaleFacts {
  /// The maximum number of combinations of a language and a region that are kept although
  /// Foundation does not list them.
  ///
  /// Foundation never releases its data about a locale, and the callers of a service can invent
  /// locales.
  private static let maximumUnlisted = 300

  private static let known = Mutex<[String: LocaleFacts]>([:])
  private static let listed = Set(Locale.availableIdentifiers)

  /// The facts for a tag; nil if Foundation does not know its language.
  ///
  /// The region is used even if Foundation does not list it for the language, as in `ja-US`.
  static func facts(of tag: LanguageTag) -> LocaleFacts? {
    let languages = [tag.usualScript.map { "\(tag.language)_\($0)" }, tag.language]
    guard let language = languages.compactMap({ $0 }).first(where: listed.contains) else {
      return nil
    }
    guard let region = tag.region else { return facts(named: language) }
    let names = ["\(language)_\(region)", "\(tag.language)_\(region)"]
    if let name = names.first(where: listed.contains) { return facts(named: name) }
    guard Locale.Region(region).isISORegion else { return facts(named: language) }
    return facts(named: names[0], otherwise: language)
  }

  /// The facts of a locale.
  ///
  /// - Parameter listedName: A locale that Foundation lists, for use when too many others are
  ///   already known; nil if Foundation lists the locale itself.
  static func facts(named identifier: String, otherwise listedName: String? = nil) -> LocaleFacts {
    known.withLock { known in
      if let facts = known[identifier] { return facts }
      let isFull = known.count >= listed.count + maximumUnlisted
      let name = isFull ? listedName ?? identifier : identifier
      if let facts = known[name] { return facts }
      let facts = LocaleFacts(name)
      known[name] = facts
      return facts
    }
  }
}

// MARK: - Texts of Foundation

extension LocaleFacts {
  /// The components of a date that are written.
  struct DateFields: Hashable, Sendable {
    /// The forms of a month, a day or a weekday.
    enum Length: Sendable {
      case number, twoDigits, short, long
    }
    var hasYear = false
    var month: Length?
    var day: Length?
    var weekday: Length?
  }

  /// The text of the given components of a date.
  func text(of date: CivilDate, _ fields: DateFields) -> String {
    var style = style
    if fields.hasYear { style = style.year() }
    switch fields.month {
    case .number: style = style.month(.defaultDigits)
    case .twoDigits: style = style.month(.twoDigits)
    case .short: style = style.month(.abbreviated)
    case .long: style = style.month(.wide)
    case nil: break
    }
    switch fields.day {
    case .twoDigits: style = style.day(.twoDigits)
    case .number, .short, .long: style = style.day()
    case nil: break
    }
    switch fields.weekday {
    case .long: style = style.weekday(.wide)
    case .short: style = style.weekday(.abbreviated)
    case .twoDigits: style = style.weekday(.short)
    case .number: style = style.weekday(.narrow)
    case nil: break
    }
    return Self.plain(style.format(Self.moment(date)))
  }

  /// The text of a time of day.
  func text(hour: Int, minute: Int, second: Int?) -> String {
    let seconds = hour * 3_600 + minute * 60 + (second ?? 0)
    let date = Date(timeIntervalSince1970: Double(seconds))
    let style = style.hour().minute()
    return Self.plain((second == nil ? style : style.second()).format(date))
  }

  /// The text of a time of day on a clock with 12 or with 24 hours.
  func text(hour: Int, minute: Int, onTwelveHours: Bool) -> String {
    var components = Locale.Components(locale: locale)
    components.hourCycle = onTwelveHours ? .oneToTwelve : .zeroToTwentyThree
    var style = style.hour().minute()
    style.locale = Locale(components: components)
    let date = Date(timeIntervalSince1970: Double(hour * 3_600 + minute * 60))
    return Self.plain(style.format(date))
  }

  /// Uses digit groups only for numbers with more digits than a year.
  private static func grouping(
    of number: Decimal
  ) -> NumberFormatStyleConfiguration.Grouping {
    abs(number) < Decimal(CivilDate.years.upperBound + 1) ? .never : .automatic
  }

  /// A number, with digit groups if it has more digits than a year.
  func number(_ number: Decimal, fractionDigits: Int) -> String {
    Self.plain(
      number.formatted(
        Decimal.FormatStyle(locale: locale).precision(.fractionLength(fractionDigits))
          .grouping(Self.grouping(of: number))))
  }

  /// An amount of money.
  func currency(_ amount: Decimal, code: String, fractionDigits: Int) -> String {
    Self.plain(
      amount.formatted(
        Decimal.FormatStyle.Currency(code: code, locale: locale)
          .precision(.fractionLength(fractionDigits))
          .grouping(Self.grouping(of: amount))))
  }

  /// A number of days, hours, minutes or seconds.
  func duration(
    _ seconds: Double, _ unit: Duration.UnitsFormatStyle.Unit, fractionDigits: Int,
    width: Duration.UnitsFormatStyle.UnitWidth = .abbreviated
  ) -> String {
    let style = Duration.UnitsFormatStyle(
      allowedUnits: [unit], width: width,
      fractionalPart: fractionDigits == 0 ? .hide : .show(length: fractionDigits))
    return Self.plain(Duration.seconds(seconds).formatted(style.locale(locale)))
  }

  private static func moment(_ date: CivilDate) -> Date {
    Date(timeIntervalSince1970: Double(date.dayNumber) * DurationUnit.days.seconds)
  }

  /// A text from Foundation without direction marks, and with plain spaces except between digits.
  static func plain(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var plain = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars).filter { !$0.isDirectionMark }
    for (place, scalar) in scalars.enumerated() {
      guard scalar.isNarrowSpace else {
        plain.append(scalar)
        continue
      }
      let isBetween =
        place > 0 && place + 1 < scalars.count && scalars[place - 1].decimalDigit != nil
        && scalars[place + 1].decimalDigit != nil
      plain.append(isBetween ? scalar : " ")
    }
    return String(plain)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar only sets the direction of the text around it, as in Arabic and Hebrew
  /// texts.
  package var isDirectionMark: Bool {
    switch value {
    case 0x200E, 0x200F, 0x061C, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether the scalar is a no-break space or a thin space, as between the digits of a number.
  package var isNarrowSpace: Bool { value == 0xA0 || value == 0x202F || value == 0x2009 }

  /// The value of a decimal digit in any script; nil for anything else.
  package var decimalDigit: Int? {
    guard properties.numericType == .decimal, let number = properties.numericValue else {
      return nil
    }
    return Int(number)
  }
}

extension String {
  /// The text, without a point at its end.
  fileprivate var withoutLastPoint: String { hasSuffix(".") ? String(dropLast()) : self }
}

// MARK: - Facts read from texts of Foundation

/// The signs that a locale uses in numbers.
struct NumberFacts: Sendable {
  /// The decimal separator.
  let decimalMark: Character
  /// The value of ``LocaleFormat/hasGroupsOfTwo``.
  let hasGroupsOfTwo: Bool

  init(_ facts: LocaleFacts) {
    decimalMark = facts.locale.decimalSeparator?.first ?? "."
    let million = facts.number(1_234_567, fractionDigits: 0)
    let groups = million.split { !$0.isNumber }
    hasGroupsOfTwo = groups.dropFirst().first?.count == 2
  }
}

/// The order and the words in the dates of a locale.
struct DateFacts: Sendable {
  /// The order of the components in a numeric date.
  let order: LocaleFormat.DateOrder
  /// Whether Foundation writes numeric dates in this order.
  ///
  /// It is false for the order year, day, month, because a date in this order would mean a different
  /// day in ISO 8601.
  let isOrdered: Bool
  /// The separator in a numeric date.
  let separator: Character
  /// The separator between a day and a month in a numeric date without a year, if the day comes
  /// first, as in the Swedish 3/12; nil if the month comes first.
  let signAfterDay: Character?
  /// The names of months in lowercase, each with its distance from January; the longest come first.
  let months: [(name: String, number: Int)]
  /// The names of the days of the week in lowercase, each with its distance from Sunday; the
  /// longest come first.
  let weekdays: [(name: String, number: Int)]
  /// The other words in dates, in lowercase, such as `de` and `年`.
  let words: Set<String>
  /// The separators in dates.
  let separators: Set<Character>

  init(_ facts: LocaleFacts) {
    let sample = Self.sample(month: 11)
    let numeric = facts.text(
      of: sample, .init(hasYear: true, month: .number, day: .number)
    ).withASCIIDigits
    let places = [sample.year, sample.month, sample.day]
      .map { numeric.ranges(of: String($0)).first?.lowerBound }
    switch (places[0], places[1], places[2]) {
    case (let year?, let month?, let day?):
      order =
        year < month ? .yearMonthDay : month < day ? .monthDayYear : .dayMonthYear
      isOrdered = year > month || month < day
    default: (order, isOrdered) = (.yearMonthDay, false)
    }
    separator = numeric.first(where: LocaleFormat.dateSigns.contains) ?? "-"
    let short = facts.text(of: sample, .init(month: .number, day: .number)).withASCIIDigits
    let day = String(sample.day)
    signAfterDay =
      short.hasPrefix(day)
      ? short.dropFirst(day.count).first(where: LocaleFormat.dateSigns.contains) : nil
    months = Self.monthNames(facts)
    weekdays = Self.weekdayNames(facts)
    let texts = Self.samples(facts)
    words = Set(texts.flatMap(\.words))
    separators = Set(texts.flatMap(\.separators)).union(" ,").union(LocaleFormat.dateSigns)
  }

  /// A date whose year, month and day can be told apart in its numeric form, if the month has two
  /// digits: none of the three numbers occurs in another.
  private static func sample(month: Int) -> CivilDate {
    CivilDate(year: 2033, month: month, day: 22)
  }

  private static func monthNames(_ facts: LocaleFacts) -> [(name: String, number: Int)] {
    let calendar = facts.calendar
    let narrow = calendar.veryShortMonthSymbols
    // Single letters are too short to serve as names: January and June would be the same month.
    let isDistinct = Set(narrow).count == 12 && narrow.contains { $0.count > 1 }
    let lists =
      [
        calendar.monthSymbols, calendar.standaloneMonthSymbols, calendar.shortMonthSymbols,
        calendar.shortStandaloneMonthSymbols,
      ] + (isDistinct ? [narrow] : [])
    return ordered(lists)
  }

  private static func weekdayNames(_ facts: LocaleFacts) -> [(name: String, number: Int)] {
    let calendar = facts.calendar
    return ordered([
      calendar.weekdaySymbols, calendar.standaloneWeekdaySymbols, calendar.shortWeekdaySymbols,
      calendar.shortStandaloneWeekdaySymbols,
    ])
  }

  private static func ordered(_ lists: [[String]]) -> [(name: String, number: Int)] {
    var seen = Set<String>()
    var names: [(name: String, number: Int)] = []
    for list in lists {
      for (number, listed) in list.enumerated() {
        // People can type an abbreviation without its point.
        let name = LocaleFormat.folded(listed).withoutLastPoint
        guard name.contains(where: \.isLetter) else { continue }
        if seen.insert("\(number) \(name)").inserted { names.append((name, number)) }
      }
    }
    return names.sorted { ($0.name.count, $1.number) > ($1.name.count, $0.number) }
  }

  /// The parts of the texts of dates in all forms, without the names of months and weekdays.
  private static func samples(_ facts: LocaleFacts) -> [TextParts] {
    let months = monthNames(facts), weekdays = weekdayNames(facts)
    return (1...12).flatMap { month -> [TextParts] in
      let date = sample(month: month)
      let names = months.filter { $0.number == month - 1 }.map(\.name)
      let days = weekdays.filter { $0.number == date.daysSinceSunday }.map(\.name)
      return LocaleFacts.DateFields.shown.map { fields in
        var text = LocaleFormat.folded(facts.text(of: date, fields))
        // A name can be part of another word, so only names that occur in the date are removed.
        if fields.month == .short || fields.month == .long { text.removeFirst(of: names) }
        if fields.weekday != nil { text.removeFirst(of: days) }
        return TextParts(text)
      }
    }
  }
}

extension LocaleFacts {
  fileprivate var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    return calendar
  }

  /// The names of the halves of the day, folded.
  var halvesOfDay: (am: String, pm: String) {
    let calendar = calendar
    return (LocaleFormat.folded(calendar.amSymbol), LocaleFormat.folded(calendar.pmSymbol))
  }

  /// The names of the months as they are used on their own, starting with January.
  var monthNames: [String] { calendar.standaloneMonthSymbols }

  /// The names of the days of the week with at most two cells, or else their letters, starting with
  /// Sunday.
  var shortestWeekdays: [String] {
    let sunday = CivilDate(year: 2026, month: 11, day: 22)
    let short = (0..<7).map { place in
      text(of: sunday.adding(days: place), .init(weekday: .twoDigits)).withoutLastPoint
    }
    let isShort = Set(short).count == 7 && short.allSatisfy { displayWidth($0) <= 2 }
    return isShort ? short : calendar.veryShortStandaloneWeekdaySymbols
  }
}

extension LocaleFacts.DateFields {
  /// The forms in which dates are shown, except for templates with other combinations.
  static let shown: [Self] =
    [.number, .short, .long].flatMap { month -> [Self] in
      [
        Self(hasYear: true, month: month, day: .number), Self(month: month, day: .number),
        Self(hasYear: true, month: month),
        Self(hasYear: true, month: month, day: .number, weekday: .short),
        Self(hasYear: true, month: month, day: .number, weekday: .long),
        Self(month: month, day: .number, weekday: .short),
        Self(month: month, day: .number, weekday: .long),
      ]
    } + [Self(hasYear: true)]
}

/// How a locale writes the time of day: its words, its hours and its separators.
struct ClockFacts: Sendable {
  /// The words in a time, as one lowercase text, and the number of the hour as written.
  struct Reading: Hashable {
    let words: String
    let number: Int
  }

  /// Whether the clock has 12 hours.
  let usesTwelveHours: Bool
  /// The hour, from 0 to 23, for each written form.
  let hours: [Reading: Int]
  /// The separators between hours, minutes and seconds.
  let separators: Set<Character>

  init(_ facts: LocaleFacts) {
    var hours: [Reading: Int] = [:]
    var separators: Set<Character> = [":", " "]
    for hour in 0..<24 {
      for second in [nil, 15] {
        let parts = TextParts(
          LocaleFormat.folded(facts.text(hour: hour, minute: 30, second: second)))
        guard let number = parts.numbers.first.flatMap({ Int($0) }) else { continue }
        let reading = Reading(words: parts.words.joined(), number: number)
        hours[reading] = hours[reading] ?? hour
        separators.formUnion(parts.separators)
      }
    }
    self.hours = hours
    self.separators = separators
    usesTwelveHours = !hours.keys.contains { $0.number == 19 }
  }
}

extension DurationUnit {
  /// The unit in Foundation's formats.
  var formatted: Duration.UnitsFormatStyle.Unit {
    switch self {
    case .days: .days
    case .hours: .hours
    case .minutes: .minutes
    case .seconds: .seconds
    }
  }
}

/// The words for durations in a locale.
struct DurationFacts: Sendable {
  /// The number of seconds in a unit, for each of its names in lowercase.
  let units: [String: Double]
  /// The number of seconds for each word that means both a number and its unit, such as the dual in
  /// Hebrew.
  let wholes: [String: Double]
  /// The text between two units.
  let separator: String

  init(_ facts: LocaleFacts) {
    var units: [String: Double] = [:]
    var wholes: [String: Double] = [:]
    var kinds = DurationUnit.allCases.map { ($0.formatted, $0.seconds) }
    kinds.append((.weeks, 7 * DurationUnit.days.seconds))
    // Forms show short names, which take precedence; people may also type the full words.
    for (unit, seconds) in kinds.reversed() {
      for width in [Duration.UnitsFormatStyle.UnitWidth.wide, .abbreviated] {
        for count in [1.0, 2, 3, 11, 100] {
          let text = facts.duration(count * seconds, unit, fractionDigits: 0, width: width)
          let parts = TextParts(LocaleFormat.folded(text))
          let name = parts.words.joined()
          if parts.numbers.isEmpty { wholes[name] = count * seconds } else { units[name] = seconds }
        }
      }
    }
    (self.units, self.wholes) = (units, wholes)
    let (hour, minutes) = (DurationUnit.hours.seconds, 2 * DurationUnit.minutes.seconds)
    let both = Self.text(of: hour + minutes, facts)
    let parts = [
      facts.duration(hour, .hours, fractionDigits: 0),
      facts.duration(minutes, .minutes, fractionDigits: 0),
    ]
    let isSpaced = both != parts.joined()
    separator = isSpaced ? " " : ""
  }

  private static func text(of seconds: Double, _ facts: LocaleFacts) -> String {
    let style = Duration.UnitsFormatStyle(allowedUnits: [.hours, .minutes], width: .abbreviated)
    return LocaleFacts.plain(Duration.seconds(seconds).formatted(style.locale(facts.locale)))
  }
}
