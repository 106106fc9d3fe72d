import IntentModel
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads days, times, and both together, as people write them in the language of a form and in
/// English.
///
/// It is the only reader of such texts. In addition to ISO 8601 and the forms that the locale
/// shows, it knows the names of days and times, weekdays, distances such as `in 3 days`, times in
/// words, and dates with two-digit years.
struct MomentReader {
  /// The meaning of a text.
  enum Reading: Equatable {
    case none
    case one(DateComponents)
    /// Several meanings, between which only the person can decide.
    case several([DateComponents])
    /// A date whose year belongs to another calendar of the locale, and the current year of the
    /// Gregorian calendar.
    case otherCalendar(year: Int, present: Int)

    /// The reading of a text with the given meanings, some of which can be equal.
    static func of(_ meanings: [DateComponents]) -> Reading {
      let distinct = meanings.enumerated()
        .filter { place, meaning in !meanings.prefix(place).contains(meaning) }.map(\.element)
      return distinct.count > 1 ? .several(distinct) : distinct.first.map { .one($0) } ?? .none
    }
  }

  /// The English formats, which a form reads in every language; the day comes before the month.
  private static let english = LocaleFormat(locale: "en-GB")

  /// How many years in the future a two-digit year can be at most.
  private static let nearYears = 50

  /// The longest distance from now that is read, in seconds.
  private static let maximumDistance = 10_000 * DurationUnit.days.seconds

  private let words: FormWords
  private let notation: ValueNotation
  private let tables: [TypedWords]
  private let today: CivilDate?
  /// The words that can be between a day and a time, the longest first.
  private let joints: [String]
  /// The names of the parts of a day, the longest first.
  private let partsOfDay: [(word: String, part: TypedWords.DayPart)]

  private init(_ words: FormWords, _ notation: ValueNotation) {
    (self.words, self.notation) = (words, notation)
    tables = words.typedWords
    today = words.typingDay ?? words.today
    joints = tables.flatMap(\.joints).sorted { $0.count > $1.count }
    let halves = notation.format.halvesOfDay
    let own: [(String, TypedWords.DayPart)] = [(halves.am, .am), (halves.pm, .pm)]
    partsOfDay = (tables.flatMap { $0.parts.map { ($0.key, $0.value) } } + own)
      .filter { !$0.0.isEmpty }.sorted { ($0.0.count, $0.0) > ($1.0.count, $1.0) }
  }

  /// Reads a text as a value of a kind.
  static func read(
    _ typed: String, _ kind: DateComponentsMetadata.Kind, words: FormWords, notation: ValueNotation
  ) -> Reading {
    let plain = ValueNotation.plain(typed).trimmed
    let written = DateText.canonicalComponents(of: plain, kind: kind)
    if notation.isCanonical { return written.map { .one($0) } ?? .none }
    // A T before a time shows that there is no day.
    if let written, kind != .dateTime || plain.hasPrefix("T") || written.day != nil {
      return .one(written)
    }
    guard plain.utf8.count < 200 else { return .none }
    let reader = MomentReader(words, notation)
    if let written { return .one(reader.onToday(written)) }
    let text = withDigits(
      TypedWords.fold(plain).split(whereSeparator: \.isWhitespace).joined(separator: " "))
    let found = reader.read(text, kind)
    if case .one(let components) = found, !components.isWhole { return .none }
    return reader.ofOtherCalendar(found) ?? found
  }

  /// The reading of a date whose year belongs to another calendar of the locale; nil for any other
  /// reading.
  ///
  /// A date in the form of ISO 8601 always belongs to the Gregorian calendar.
  private func ofOtherCalendar(_ found: Reading) -> Reading? {
    let year: Int?
    switch found {
    case .one(let one): year = one.year
    case .several(let meanings): year = meanings.first?.year
    case .none, .otherCalendar: year = nil
    }
    let present = presentYear
    guard let year, notation.format.isOfOtherCalendar(year: year, present: present) else {
      return nil
    }
    return .otherCalendar(year: year, present: present)
  }

  private var presentYear: Int { (today ?? CivilDate.assumedToday).year }

  private func read(_ text: String, _ kind: DateComponentsMetadata.Kind) -> Reading {
    switch kind {
    case .date:
      if let moment = now(text) { return .one(moment.day) }
      return day(text)
    case .time:
      if let moment = now(text) ?? later(text) { return .one(moment.time) }
      return time(text).map { .one($0) } ?? .none
    case .dateTime: return dayAndTime(text)
    }
  }
}

// MARK: - Days

extension MomentReader {
  private func day(_ text: String) -> Reading {
    let found = dayWithoutPrefix(text)
    guard found == .none else { return found }
    for word in tables.flatMap(\.beforeDay) {
      guard let rest = text.after(word) else { continue }
      let found = dayWithoutPrefix(rest)
      if found != .none { return found }
    }
    return .none
  }

  private func dayWithoutPrefix(_ text: String) -> Reading {
    if let distance = dayName(text) ?? distance(text) {
      return today.map { .one($0.adding(days: distance).components) } ?? .none
    }
    let weekday = weekdayReading(text)
    if weekday != .none { return weekday }
    return dayAfterWeekday(text)?.day ?? date(text)
  }

  /// A date in numbers, or with the name of its month.
  private func date(_ text: String) -> Reading {
    if let numeric = NumericDate(text) { return read(numeric) }
    let named = text.split(separator: " ").map { Self.withoutOrdinal(String($0)) }
      .joined(separator: " ")
    let english = text.contains(where: \.isLetter) ? Self.english : nil
    guard let date = notation.format.date(in: named) ?? english?.date(in: named) else {
      return .none
    }
    return .one(withYear(date))
  }

  private func dayName(_ text: String) -> Int? {
    for table in tables { if let days = table.days[text] { return days } }
    return words.dayNames.first { TypedWords.fold($0.name) == text }?.days
  }

  /// The number of days in a distance such as `+3d`, `-2w`, `in 3 days` or `2 weeks ago`.
  private func distance(_ text: String) -> Int? {
    let day = DurationUnit.days.seconds
    guard let (seconds, unit) = ahead(text), unit >= day, abs(seconds) < Self.maximumDistance,
      seconds.remainder(dividingBy: day) == 0
    else { return nil }
    return Int(seconds / day)
  }

  /// The number of seconds from now in a distance, and the seconds of its smallest unit.
  private func ahead(_ text: String) -> (seconds: Double, unit: Double)? {
    func read(_ rest: some StringProtocol, _ sign: Double) -> (Double, Double)? {
      guard rest.first.map({ !"+-".contains($0) }) ?? false else { return nil }
      return DurationText.reading(of: String(rest), words: words, notation: notation)
        .map { ($0.seconds * sign, $0.unit) }
    }
    if text.hasPrefix("+") { return read(text.dropFirst(), 1) }
    if text.hasPrefix("-") { return read(text.dropFirst(), -1) }
    for table in tables {
      for (patterns, sign) in [(table.ahead, 1.0), (table.ago, -1.0)] {
        for pattern in patterns {
          guard let rest = TypedWords.rest(of: text, in: pattern), let found = read(rest, sign)
          else { continue }
          return found
        }
      }
    }
    return nil
  }

  /// The next date with this day and month, if the date has no year.
  private func withYear(_ date: DateComponents) -> DateComponents {
    guard let today, date.year == nil, let month = date.month, let day = date.day else {
      return date
    }
    // The next leap day is at most eight years away.
    let next = (today.year...today.year + 8).lazy
      .compactMap { CivilDate(checkedYear: $0, month: month, day: day) }.first { $0 >= today }
    var dated = date
    dated.year = next?.year
    return dated
  }

  /// A number without the letters of an ordinal.
  private static func withoutOrdinal(_ word: String) -> String {
    let digits = word.prefix(while: \.isNumber)
    let rest = word.dropFirst(digits.count)
    let isOrdinal = ["st", "nd", "rd", "th", "er", "st,", "nd,", "rd,", "th,"].contains(rest)
    return digits.isEmpty || !isOrdinal ? word : digits + (rest.hasSuffix(",") ? "," : "")
  }
}

// MARK: - Weekdays

extension MomentReader {
  /// The first day on or after the given day that is the named weekday.
  private func first(_ weekday: Int, from day: CivilDate) -> CivilDate {
    day.adding(days: day.days(untilWeekday: weekday))
  }

  private func weekdayReading(_ text: String) -> Reading {
    guard let today else { return .none }
    // In Chinese, the names of the weekdays are their numbers in a week that begins on Monday.
    let start = notation.format.language == "zh" ? 1 : notation.format.firstWeekday
    func inWeek(_ distance: Int, _ weekday: Int, from start: Int) -> CivilDate {
      let begin = today.adding(days: 7 * distance - today.days(sinceWeekday: start))
      return first(weekday, from: begin)
    }
    func either(_ one: CivilDate, _ other: CivilDate) -> Reading {
      .of([one.components, other.components])
    }
    if let weekday = weekday(text) { return .one(first(weekday, from: today).components) }
    for table in tables {
      for (pattern, distance) in table.weeks.sorted(by: { $0.key.count > $1.key.count }) {
        guard let rest = TypedWords.rest(of: text, in: pattern),
          let weekday = weekday(rest) ?? weekday("周" + rest)
        else { continue }
        // Where calendars begin on Sunday, many people still count Sunday as the end of a week.
        return either(
          inWeek(distance, weekday, from: start), inWeek(distance, weekday, from: 1))
      }
      if let weekday = TypedWords.rest(of: text, in: table.this).flatMap(weekday) {
        return .one(first(weekday, from: today).components)
      }
      if let weekday = TypedWords.rest(of: text, in: table.next).flatMap(weekday) {
        return either(first(weekday, from: today.adding(days: 1)), inWeek(1, weekday, from: start))
      }
      if let weekday = TypedWords.rest(of: text, in: table.last).flatMap(weekday) {
        return either(
          first(weekday, from: today.adding(days: -7)), inWeek(-1, weekday, from: start))
      }
    }
    return .none
  }

  /// The weekday and the date in a text such as `Thu 10.12.` or `Thu 10 Dec`, and the text of the
  /// date; nil if the date is not on that weekday.
  private func dayAfterWeekday(_ text: String) -> (weekday: Int, date: String, day: Reading)? {
    guard let space = text.firstIndex(of: " "),
      case let name = text[..<space],
      let weekday = weekday(String(name.hasSuffix(",") ? name.dropLast() : name)),
      case let rest = text[space...].description.trimmed
    else { return nil }
    func isFitting(_ date: DateComponents) -> Bool {
      date.civilDate?.daysSinceSunday == weekday
    }
    let found: Reading
    switch date(rest) {
    case .one(let day) where isFitting(day): found = .one(day)
    case .several(let days): found = .of(days.filter(isFitting))
    case .none, .one, .otherCalendar: return nil
    }
    guard found != .none else { return nil }
    return (weekday, rest, found)
  }

  private func weekday(_ name: String) -> Int? {
    let name = name.hasSuffix(".") ? String(name.dropLast()) : name
    if let weekday = notation.format.weekday(named: name) { return weekday }
    for table in tables { if let weekday = table.weekdays[name] { return weekday } }
    return Self.english.weekday(named: name)
  }
}

// MARK: - Dates in numbers

/// Two or three numbers with one kind of separator between them.
private struct NumericDate {
  let numbers: [Int]
  let separator: Character
  /// Whether the last number is a year with all of its digits.
  let hasLongYear: Bool
  /// Whether a dot follows the last number.
  let hasEnd: Bool
  /// Whether only a space precedes the year, as in 3/12 2026.
  let hasSpacedYear: Bool

  /// Splits a date in numbers into its parts; nil for any other text, and for a date that begins
  /// with its year.
  init?(_ text: String) {
    guard text.first?.isDigit == true else { return nil }
    let length = CivilDate.yearDigits + 1
    let year = text.suffix(length)
    hasSpacedYear =
      year.count == length && year.first == " "
      && year.dropFirst().allSatisfy(\.isDigit)
      && text.dropLast(length).last?.isNumber == true
    let text = hasSpacedYear ? String(text.dropLast(length)) : text
    var texts = [""]
    var separators: [Character] = []
    for character in text {
      switch character {
      case "0"..."9": texts[texts.count - 1].append(character)
      case " " where texts.last == "": break
      case ".", "/", "-":
        guard texts.last != "" else { return nil }
        separators.append(character)
        texts.append("")
      default: return nil
      }
    }
    hasEnd = texts.last == ""
    if hasEnd {
      guard separators.popLast() == "." else { return nil }
      texts.removeLast()
    }
    if hasSpacedYear, let separator = separators.first {
      guard texts.count == 2, !hasEnd else { return nil }
      texts.append(String(year.dropFirst()))
      separators.append(separator)
    }
    guard (2...3).contains(texts.count), let separator = separators.first,
      separators.allSatisfy({ $0 == separator }),
      texts.prefix(2).allSatisfy({ (1...2).contains($0.utf8.count) })
    else { return nil }
    if texts.count == 3 {
      guard [2, CivilDate.yearDigits].contains(texts[2].utf8.count) else { return nil }
    } else if separator == "-" {
      return nil
    }
    numbers = texts.compactMap { Int($0) }
    self.separator = separator
    hasLongYear = texts.count == 3 && texts[2].utf8.count == CivilDate.yearDigits
  }
}

extension MomentReader {
  private typealias Order = LocaleFormat.DateOrder

  /// Reads a date in numbers, unless its two-digit year could be a year of another calendar.
  private func read(_ date: NumericDate) -> Reading {
    let found = meaning(of: date)
    guard case .one(let one) = found, let year = one.year, date.numbers.count == 3,
      !date.hasLongYear,
      notation.format.isOfOtherCalendar(shortYear: year, present: presentYear)
    else { return found }
    return .otherCalendar(year: year % 100, present: presentYear)
  }

  /// A date in numbers, in the order of the locale if there is such a day, or else in another
  /// order.
  ///
  /// With dots as separators, the day comes first, unless the locale itself writes dots in a
  /// different order; if the month comes first in the locale, both orders are possible.
  private func meaning(of date: NumericDate) -> Reading {
    // Swedish writes 2026-12-03, but 3/12 if there is no year or the year comes last.
    let isShort = date.numbers.count == 2 || date.hasLongYear
    let own: Order =
      notation.dateOrder == .yearMonthDay && isShort
        && notation.format.isDayFirst(before: date.separator) ? .dayMonthYear : notation.dateOrder
    let isOwnSign = date.separator == notation.dateSeparator
    let isUsual =
      switch own {
      case .dayMonthYear: true
      case .monthDayYear: date.separator != "."
      case .yearMonthDay: isOwnSign && !date.hasLongYear && !notation.format.isPlain
      }
    if isUsual, let usual = components(date, own), exists(usual) { return .one(withYear(usual)) }
    var orders: [Order] = date.separator == "." ? [.dayMonthYear] : [.monthDayYear, .dayMonthYear]
    if date.separator == ".", own == .monthDayYear { orders.append(.monthDayYear) }
    // In ISO 8601, only a dash can separate the numbers.
    if own == .yearMonthDay, isOwnSign || !notation.format.isPlain { orders.append(.yearMonthDay) }
    let found = Reading.of(
      orders.compactMap { components(date, $0) }.filter(exists).map(withYear))
    if found != .none { return found }
    // The error names the day that does not exist.
    let meant = own == .yearMonthDay || !isUsual ? .dayMonthYear : own
    return date.numbers.count == 3 ? components(date, meant).map { .one($0) } ?? .none : .none
  }

  private func components(_ date: NumericDate, _ order: Order) -> DateComponents? {
    let numbers = date.numbers
    if numbers.count == 2 {
      let isDayFirst = order == .dayMonthYear
      return DateComponents(
        month: numbers[isDayFirst ? 1 : 0], day: numbers[isDayFirst ? 0 : 1])
    }
    switch order {
    case .dayMonthYear:
      return DateComponents(year: year(numbers[2], date), month: numbers[1], day: numbers[0])
    case .monthDayYear:
      return DateComponents(year: year(numbers[2], date), month: numbers[0], day: numbers[1])
    case .yearMonthDay:
      guard !date.hasLongYear else { return nil }
      return DateComponents(year: year(numbers[0], date), month: numbers[1], day: numbers[2])
    }
  }

  /// A year; two digits mean the year nearest to the present.
  private func year(_ number: Int, _ date: NumericDate) -> Int {
    guard !date.hasLongYear else { return number }
    let first = presentYear - Self.nearYears + 1
    return first + (number - first).moved(by: 0, among: 100)
  }

  private func exists(_ date: DateComponents) -> Bool {
    guard let month = date.month, let day = date.day else { return false }
    return CivilDate(checkedYear: date.year ?? CivilDate.anyLeapYear, month: month, day: day) != nil
  }
}

// MARK: - Times

extension MomentReader {
  /// The time in a text; nil if the text is not a time.
  ///
  /// - Parameter takesHour: Whether a number alone is an hour.
  private func time(_ text: String, takesHour: Bool = false) -> DateComponents? {
    // A dot before a space ends the number of a day or a month, as in `5.10. 19 Uhr`.
    let pairs = zip(zip(text, text.dropFirst()), zip(text.dropFirst(2), text.dropFirst(3)))
    let hasDay = pairs.contains { first, second in
      first.0.isNumber && first.1 == "." && second.0 == " " && second.1.isNumber
    }
    guard !hasDay else { return nil }
    if let components = DateText.canonicalComponents(of: text, kind: .time) { return components }
    if let minutes = namedTime(text) {
      return DateComponents(hour: minutes / 60, minute: minutes % 60)
    }
    if let time = clock(text, nil, takesHour: takesHour) { return time }
    for (word, part) in partsOfDay {
      // In German, “am” means “on the”: a number after it is a day, not an hour before noon.
      let isLetter = word.count == 1 && word.first?.isASCII == true
      let before = isLetter || isBeforeDay(word) ? nil : text.after(word)
      for rest in [text.before(word), before].compactMap({ $0 }) {
        if let time = clock(rest, part, takesHour: true) { return time }
      }
    }
    if !beginsBeforeDay(text), let time = notation.format.time(in: text) { return time }
    guard !takesHour else { return nil }
    for word in joints {
      if let time = text.after(word).flatMap({ self.time($0, takesHour: true) }) { return time }
    }
    return nil
  }

  /// Whether the first word of a text is one that precedes a day, such as the German “am”.
  private func beginsBeforeDay(_ text: String) -> Bool {
    tables.contains { $0.beforeDay.contains { text.after($0) != nil } }
  }

  private func isBeforeDay(_ word: String) -> Bool {
    tables.contains { $0.beforeDay.contains(word) }
  }

  /// Whether a time in words is midnight, which belongs to two days.
  private func isMidnight(_ text: String) -> Bool {
    if namedTime(text) == 0 { return true }
    let isTwelve = partsOfDay.contains { word, part in
      [.night, .lateNight].contains(part)
        && [text.before(word), text.after(word)].contains { rest in
          rest.flatMap { clock($0, nil, takesHour: true) } == DateComponents(hour: 12, minute: 0)
        }
    }
    return isTwelve || joints.contains { text.after($0).map(isMidnight) ?? false }
  }

  private func namedTime(_ text: String) -> Int? {
    for table in tables { if let minutes = table.times[text] { return minutes } }
    return words.timeNames.first { TypedWords.fold($0.name) == text }?.minutes
  }

  /// The time in a text such as `half past 7`; the hour is in the given part of the day, if any.
  private func clock(
    _ text: String, _ part: TypedWords.DayPart?, takesHour: Bool
  ) -> DateComponents? {
    func time(_ hour: Int, _ minute: Int, _ second: Int? = nil) -> DateComponents? {
      guard let part else { return DateComponents(hour: hour, minute: minute, second: second) }
      return part.hour(hour).map { DateComponents(hour: $0, minute: minute, second: second) }
    }
    for table in tables {
      for (pattern, minutes) in table.quarters {
        guard let rest = TypedWords.rest(of: text, in: pattern),
          let number = Int(withNumbers(rest)), (0..<24).contains(number)
        else { continue }
        // The part of the day refers to the resulting time, as in `quarter to 12 in the morning`.
        let hasHalves = part != nil && number <= 12
        let moved = (number * 60 + minutes).moved(
          by: 0, among: hasHalves ? CivilDate.minutesPerDay / 2 : CivilDate.minutesPerDay)
        let hour = hasHalves && moved < 60 ? 12 : moved / 60
        // The half hour before one in the morning is after midnight.
        let isBeforeOne = number == 1 && hour == 12
        if let found = time(hour, moved % 60) ?? (isBeforeOne ? time(0, moved % 60) : nil) {
          return found
        }
      }
    }
    let parts = ClockParts(withNumbers(text))
    guard let parts else { return nil }
    let (hours, minutes, seconds) =
      (all(\.hours), all(\.minutes).union([""]), all(\.seconds).union([""]))
    let (digits, numbers, signs) = (parts.digits, parts.digits.compactMap { Int($0) }, parts.signs)
    func isMinute(_ place: Int) -> Bool { digits[place].utf8.count == 2 }
    switch digits.count {
    case 1:
      if (3...4).contains(digits[0].utf8.count), signs[0].isEmpty || hours.contains(signs[0]) {
        return time(numbers[0] / 100, numbers[0] % 100)
      }
      guard digits[0].utf8.count <= 2, hours.contains(signs[0]) || signs[0].isEmpty && takesHour
      else { return nil }
      return time(numbers[0], 0)
    case 2:
      guard digits[0].utf8.count <= 2, isMinute(1) || digits[1].utf8.count == 1 else { return nil }
      if signs[0] == ":" || signs[0] == "." {
        guard isMinute(1), signs[1].isEmpty || hours.contains(signs[1]) else { return nil }
      } else {
        guard hours.contains(signs[0]), minutes.contains(signs[1]) else { return nil }
      }
      return time(numbers[0], numbers[1])
    case 3:
      guard digits.allSatisfy({ $0.utf8.count <= 2 }) else { return nil }
      if signs[0] == signs[1], signs[0] == ":" || signs[0] == "." {
        guard isMinute(1), isMinute(2), signs[2].isEmpty || hours.contains(signs[2]) else {
          return nil
        }
      } else {
        guard hours.contains(signs[0]), minutes.contains(signs[1]), seconds.contains(signs[2])
        else { return nil }
      }
      return time(numbers[0], numbers[1], numbers[2])
    default: return nil
    }
  }

  private func all(_ words: KeyPath<TypedWords, Set<String>>) -> Set<String> {
    tables.reduce(into: []) { $0.formUnion($1[keyPath: words]) }
  }

  /// A text in which whole numbers in words are replaced with digits.
  private func withNumbers(_ text: String) -> String {
    text.split(separator: " ").map { word in
      let word = String(word)
      guard word.count > 1 else { return word }
      for table in tables {
        if let number = table.numbers[word], Int(number) != nil { return number }
      }
      return word
    }.joined(separator: " ")
  }

  /// The text with digits in place of Chinese numerals before a unit, or before a sign such as 年.
  static func withDigits(_ text: String) -> String {
    let digits: [Character: Int] = [
      "〇": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
      "九": 9, "十": 10, "两": 2, "兩": 2,
    ]
    guard text.contains(where: { digits[$0] != nil }) else { return text }
    var result = ""
    var run: [Character] = []
    func number(_ run: [Character]) -> String {
      guard let ten = run.firstIndex(of: "十") else {
        // Successive digits are a year or contain a zero; `两三` means “two or three”.
        guard [1, 4].contains(run.count) || run.contains(where: { digits[$0] == 0 }) else {
          return String(run)
        }
        return run.compactMap { digits[$0] }.map { String($0) }.joined()
      }
      let (tens, ones) = (run[..<ten], run[(ten + 1)...])
      guard tens.count <= 1, ones.count <= 1 else { return String(run) }
      return String(
        (tens.first.flatMap { digits[$0] } ?? 1) * 10 + (ones.first.flatMap { digits[$0] } ?? 0))
    }
    for character in text {
      if digits[character] != nil {
        run.append(character)
        continue
      }
      let isUnit = "時时点點分秒日天週周个個小钟年月".contains(character)
      // A number after a character that means “week” is a day of the week, as in 周一.
      let isWeekday = result.last.map { "周週期拜".contains($0) } ?? false
      result += run.isEmpty ? "" : isUnit && !isWeekday ? number(run) : String(run)
      run = []
      result.append(character)
    }
    return result + String(run)
  }
}

/// The numbers of a time, each with the text after it.
private struct ClockParts {
  var digits: [String] = []
  var signs: [String] = []

  /// Splits a text into its numbers; nil if it does not begin with a number or has more than three.
  init?(_ text: String) {
    guard text.first?.isDigit == true else { return nil }
    var isInNumber = false
    for character in text {
      let isDigit = character.isDigit
      if isDigit {
        if !isInNumber {
          guard digits.count < 3 else { return nil }
          digits.append("")
          signs.append("")
        }
        digits[digits.count - 1].append(character)
      } else {
        signs[signs.count - 1].append(character)
      }
      isInNumber = isDigit
    }
    signs = signs.map(\.trimmed)
  }
}

// MARK: - Days with times

extension MomentReader {
  /// A day with a time.
  private struct Moment {
    var components: DateComponents
    var day: DateComponents { components.withoutTime }
    var time: DateComponents {
      DateComponents(hour: components.hour, minute: components.minute)
    }
  }

  private func now(_ text: String) -> Moment? {
    guard all(\.now).contains(text) else { return nil }
    return words.clock.map { Moment(components: $0.now()) }
  }

  /// The moment after the hours and minutes in a text such as `in 2 hours`, counted from now.
  private func later(_ text: String) -> Moment? {
    guard let clock = words.clock, let (seconds, unit) = ahead(text),
      unit < DurationUnit.days.seconds, abs(seconds) < Self.maximumDistance
    else { return nil }
    let minutes = Int((seconds / 60).rounded())
    let components = clock.moment(after: minutes * 60)
    guard components.day != nil, components.hour != nil else { return nil }
    return Moment(components: components)
  }

  /// A time alone means that time today.
  private func onToday(_ time: DateComponents) -> DateComponents {
    guard let today, !time.hasAny(of: IntentDateComponent.ofDate), time.hour != nil,
      time.minute != nil
    else { return time }
    return today.components.merging(time)
  }

  private func dayAndTime(_ text: String) -> Reading {
    if let moment = now(text) ?? later(text) {
      return .one(moment.day.merging(moment.time))
    }
    if let today, let (weekday, numbers, day) = dayAfterWeekday(text) {
      // Without a dot at the end, the numbers could also be a time on that weekday.
      guard case .one(let date) = day, !numbers.hasSuffix("."), let time = time(numbers),
        time.isTime
      else { return day }
      return .several([date, first(weekday, from: today).components.merging(time)])
    }
    let day = day(text)
    let time = time(text)
    switch (day, time) {
    case (.one(let date), let time?) where exists(date) && time.isTime:
      // A text such as 7.10 can be a day or a time.
      return text.hasSuffix(".") ? day : .several([date, onToday(time)])
    case (.one(let date), _): return .of([date] + hoursAsYear(text, [date]))
    case (.several(let dates), _): return .of(dates + hoursAsYear(text, dates))
    case (.otherCalendar, _): return day
    case (.none, let time?):
      return isMidnight(text)
        ? today.map { .of(midnights(of: $0.components)) } ?? .one(time) : .one(onToday(time))
    case (.none, nil): break
    }
    return joined(text)
  }

  /// The two ends of a day, each of which people call its midnight.
  private func midnights(of day: DateComponents) -> [DateComponents] {
    let start = day.merging(DateComponents(hour: 0, minute: 0))
    guard let next = day.civilDate?.adding(days: 1) else { return [start] }
    return [start, next.components.merging(start)]
  }

  /// The moments that a text means if a number in it that looks like a year is a time instead.
  ///
  /// The number is far from the present year, as in `25 Dec 1930` and `1930 3/12`, or has two
  /// digits and follows a dot, as in `25.12. 19`.
  private func hoursAsYear(_ text: String, _ dates: [DateComponents]) -> [DateComponents] {
    let words = text.split(separator: " ")
    guard let today, words.count > 1 else { return [] }
    let years = dates.compactMap(\.year)
    func time(_ word: Substring, after before: Substring?) -> DateComponents? {
      guard word.allSatisfy(\.isDigit), let number = Int(word) else {
        return nil
      }
      switch word.utf8.count {
      case CivilDate.yearDigits
      where years.contains(number) && abs(number - today.year) > Self.nearYears:
        return DateComponents(hour: number / 100, minute: number % 100)
      case 2 where before?.hasSuffix(".") == true: return DateComponents(hour: number, minute: 0)
      default: return nil
      }
    }
    let last = words.count - 1
    for (place, time) in [
      (last, time(words[last], after: words[last - 1])), (0, time(words[0], after: nil)),
    ] {
      guard let time, time.isTime else { continue }
      var rest = words
      rest.remove(at: place)
      switch day(rest.joined(separator: " ")) {
      case .one(let day): return [day.merging(time)]
      case .several(let days): return days.map { $0.merging(time) }
      case .none, .otherCalendar: continue
      }
    }
    return []
  }

  /// A day before or after a time.
  private func joined(_ text: String) -> Reading {
    let places = text.indices.dropFirst().filter { place in
      let (before, after) = (text[text.index(before: place)], text[place])
      if before.isInMoment { return !after.isInMoment }
      return !(before.isLatin && after.isLatin)
    }
    // The longest date comes first, because its last number can also be an hour.
    for isTimeLast in [true, false] {
      for place in places.reversed() {
        var (first, second) = (String(text[..<place]).trimmed, String(text[place...]).trimmed)
        guard !first.isEmpty, !second.isEmpty else { continue }
        // A comma between the two belongs to neither.
        if first.hasSuffix(",") { first = String(first.dropLast()).trimmed }
        // A T between the two belongs to neither; the text is in lowercase here.
        if first.hasSuffix("t"), first.dropLast().last?.isNumber == true {
          first = String(first.dropLast())
        }
        var hasJoint = false
        if let joint = joints.lazy.compactMap({ second.after($0) }).first {
          (second, hasJoint) = (joint, true)
        }
        let (date, clock) = isTimeLast ? (first, second) : (second, first)
        guard var time = time(clock, takesHour: hasJoint && isTimeLast) else { continue }
        // If the presumed time is not a time but a date in numbers, the two parts are not a day and
        // its time.
        if !time.isTime, NumericDate(clock) != nil { continue }
        if !isTimeLast, let own = timeBeforeDay(clock, date) { time = own }
        func moments(_ days: [DateComponents]) -> Reading {
          .of(isMidnight(clock) ? days.flatMap(midnights) : days.map { $0.merging(time) })
        }
        switch day(date) {
        case .none: continue
        case .otherCalendar(let year, let present):
          return .otherCalendar(year: year, present: present)
        case .one(let day): return moments([day])
        case .several(let days): return moments(days)
        }
      }
    }
    guard let shown = notation.components(of: text, kind: .dateTime),
      shown.day != nil || !beginsBeforeDay(text)
    else { return .none }
    return .one(onToday(withYear(shown)))
  }

  /// The time in a text whose last word belongs to the day that is written after it, as in the
  /// German `12:30 am Freitag`; nil if the text has no such word, or if an English day follows.
  private func timeBeforeDay(_ text: String, _ day: String) -> DateComponents? {
    func isDay(_ format: LocaleFormat, _ words: TypedWords?) -> Bool {
      format.weekday(named: day) != nil || format.date(in: day) != nil || words?.days[day] != nil
    }
    let isEnglish =
      isDay(Self.english, TypedWords.of(LanguageTag.english))
      && !isDay(notation.format, tables.first)
    guard !isEnglish else { return nil }
    return tables.lazy.flatMap(\.beforeDay).compactMap { text.before($0) }.first
      .flatMap { time($0, takesHour: true) }
  }
}

extension DateComponents {
  /// Whether these components are a complete value in a person's view: a date has a day, or else a
  /// year, a month and no time.
  ///
  /// Other parts of a date are written as in ISO 8601, where a dash stands for each missing one.
  fileprivate var isWhole: Bool {
    guard day == nil, year != nil || month != nil else { return true }
    return year != nil && month != nil && hour == nil
  }

  /// These components with the hour, minute and second of a time.
  fileprivate func merging(_ time: DateComponents) -> DateComponents {
    var merged = self
    (merged.hour, merged.minute, merged.second) = (time.hour, time.minute, time.second)
    return merged
  }
}

extension CivilDate {
  fileprivate var components: DateComponents { DateComponents(year: year, month: month, day: day) }
}

extension Character {
  /// Whether the character is a digit or a sign in numeric dates and times, which must not be
  /// split.
  var isInMoment: Bool { isASCII && (isNumber || ".:-/".contains(self)) }

  fileprivate var isLatin: Bool {
    isLetter && unicodeScalars.first.map { $0.value < 0x250 } ?? false
  }
}

extension String {
  /// The text after a word at its start; nil if the text does not begin with the word.
  fileprivate func after(_ word: String) -> String? {
    guard hasPrefix(word), count > word.count else { return nil }
    let rest = dropFirst(word.count)
    if word.last?.isLatin == true, rest.first?.isLatin == true { return nil }
    return String(rest).trimmed
  }

  /// The text before a word at its end; nil if the text does not end with the word.
  fileprivate func before(_ word: String) -> String? {
    guard hasSuffix(word), count > word.count else { return nil }
    let rest = dropLast(word.count)
    if word.first?.isLatin == true, rest.last?.isLatin == true { return nil }
    return String(rest).trimmed
  }
}
