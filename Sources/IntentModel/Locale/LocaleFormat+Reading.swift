#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension LocaleFormat {
  /// A text with this many bytes or more cannot be a date or a time.
  package static let maximumLength = 100

  /// The signs that can separate the numbers in a date.
  static let dateSigns: Set<Character> = ["/", ".", "-"]

  /// A text in the form used for comparisons: in lowercase, with ASCII digits, plain spaces and
  /// plain quotes, and without direction marks.
  ///
  /// Arabic is compared without vowel signs, and an alef matches both with and without its sign.
  package static func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars where !scalar.isDirectionMark {
      switch scalar.value {
      case _ where scalar.isNarrowSpace: scalars.append(" ")
      case 0x2019, 0x05F3: scalars.append("'")
      case 0x201D, 0x05F4: scalars.append("\"")
      case 0x622, 0x623, 0x625: scalars.append("\u{627}")
      case 0x640, 0x64B...0x652: break
      default: scalars.append(scalar)
      }
    }
    return String(scalars).withASCIIDigits
  }

  /// The number of days from Sunday to the day of the week with a folded name; nil for any other
  /// text.
  package func weekday(named name: String) -> Int? {
    facts.dates.weekdays.first { $0.name == name }?.number
  }

  /// The names of the halves of the day, folded.
  package var halvesOfDay: (am: String, pm: String) { facts.halvesOfDay }

  /// The date in a text, written with the names of the locale in any order or as numbers in the
  /// order of the locale; nil if the text is not a date.
  ///
  /// A year must have all ``CivilDate/yearDigits`` digits, so that it cannot be mistaken for a day.
  /// A day of the week in the text must match the date. A day and a month in numbers must be
  /// written as the locale shows them.
  package func date(in text: String) -> DateComponents? {
    guard text.utf8.count < Self.maximumLength else { return nil }
    let text = Self.withoutZeros(Self.folded(text))
    for (month, rest) in candidates(facts.dates.months, in: text) {
      for (weekday, rest) in candidates(facts.dates.weekdays, in: rest) {
        guard let numbers = dateNumbers(rest),
          let date = month.map({ named($0 + 1, numbers) }) ?? numeric(numbers, of: text),
          weekday == nil || weekday == Self.weekday(of: date)
        else { continue }
        return date
      }
    }
    return nil
  }

  /// Each name that occurs in a text, with the rest of the text, and finally nil with the whole
  /// text, because the text may have no name.
  private func candidates(
    _ names: [(name: String, number: Int)], in text: String
  ) -> [(number: Int?, rest: String)] {
    names.compactMap { name, number in
      guard let range = text.ranges(of: name).first else { return nil }
      return (number, text[..<range.lowerBound] + " " + text[range.upperBound...])
    } + [(nil, text)]
  }

  /// The numbers in a date; nil if the text has parts that do not occur in dates of the locale.
  private func dateNumbers(_ text: String) -> [String]? {
    let parts = TextParts(text)
    let facts = facts.dates
    guard (1...3).contains(parts.numbers.count), parts.words.allSatisfy(facts.words.contains),
      parts.separators.allSatisfy(facts.separators.contains),
      parts.numbers.allSatisfy({ [1, 2, CivilDate.yearDigits].contains($0.utf8.count) }),
      text.first.map({ !Self.dateSigns.contains($0) }) ?? false,
      !zip(text, text.dropFirst()).contains(where: { $0 == $1 && Self.dateSigns.contains($0) })
    else { return nil }
    return parts.numbers
  }

  private static func weekday(of date: DateComponents) -> Int? {
    date.civilDate?.daysSinceSunday
  }

  /// A date with a named month, and with a complete year, a day, or both.
  private func named(_ month: Int, _ numbers: [String]) -> DateComponents? {
    let years = numbers.filter { $0.utf8.count == CivilDate.yearDigits }
    let days = numbers.filter { $0.utf8.count < CivilDate.yearDigits }
    guard years.count <= 1, days.count <= 1 else { return nil }
    return DateComponents(
      year: years.first.flatMap { Int($0) }, month: month, day: days.first.flatMap { Int($0) })
  }

  private func numeric(_ numbers: [String], of text: String) -> DateComponents? {
    let values = numbers.compactMap { Int($0) }
    let years = numbers.map { $0.utf8.count == CivilDate.yearDigits }
    guard values.count == numbers.count else { return nil }
    switch years {
    case [true]: return DateComponents(year: values[0])
    case [true, false]: return DateComponents(year: values[0], month: values[1])
    case [false, true]: return DateComponents(year: values[1], month: values[0])
    case [false, false]: return yearless(values, of: text)
    case [true, false, false]:
      return DateComponents(year: values[0], month: values[1], day: values[2])
    case [false, false, true]:
      // In a locale whose dates begin with the year, the first number of this text is the day if it
      // is greater than 12. It is also the day if dates without a year begin with the day.
      let isDayFirst =
        dateOrder == .dayMonthYear
        || dateOrder == .yearMonthDay
          && (values[0] > 12
            || text.first(where: Self.dateSigns.contains).map(isDayFirst(before:)) ?? false)
      return DateComponents(
        year: values[2], month: values[isDayFirst ? 1 : 0], day: values[isDayFirst ? 0 : 1])
    default: return nil
    }
  }

  /// A month and a day without a year, if the text has the form that the locale shows.
  ///
  /// Leading zeros are ignored.
  private func yearless(_ values: [Int], of text: String) -> DateComponents? {
    guard !isPlain else { return nil }
    for (month, day) in [(values[0], values[1]), (values[1], values[0])] {
      let year = CivilDate.anyLeapYear
      guard let date = CivilDate(checkedYear: year, month: month, day: day) else { continue }
      let shown = Self.folded(facts.text(of: date, .init(month: .number, day: .number)))
      if Self.withoutZeros(shown).filter({ $0 != " " }) == text.filter({ $0 != " " }) {
        return DateComponents(month: month, day: day)
      }
    }
    return nil
  }

  /// The text without leading zeros in two-digit numbers.
  private static func withoutZeros(_ text: String) -> String {
    var kept = ""
    for (place, character) in zip(text.indices, text) {
      let next = text.index(after: place)
      let isNumber = next < text.endIndex && text[next].isNumber
      let isLong = isNumber && text[next...].dropFirst().first?.isNumber == true
      let isFirst = kept.last?.isNumber != true
      if character == "0", isNumber, isFirst, !isLong { continue }
      kept.append(character)
    }
    return kept
  }

  /// Whether points between numbers can separate hours and minutes.
  ///
  /// They cannot if there are also other separators, because the text then also has a date, as in
  /// `8 am 7.12`. They cannot before a single digit either, because `7.5` can mean 5 or 50 minutes.
  private static func hasOnlyPointsOfTimes(_ text: String) -> Bool {
    guard let first = text.firstIndex(where: \.isNumber),
      let last = text.lastIndex(where: \.isNumber), text[first...last].contains(".")
    else { return true }
    let numbers = text[first...last].split(separator: ".", omittingEmptySubsequences: false)
    return numbers.allSatisfy { $0.allSatisfy(\.isNumber) }
      && numbers.dropFirst().allSatisfy { $0.count == 2 }
  }

  /// The time in a text, in the words and signs of the locale or with AM or PM; nil if the text is
  /// not a time.
  package func time(in text: String) -> DateComponents? {
    guard text.utf8.count < Self.maximumLength else { return nil }
    let text = Self.folded(text)
    let parts = TextParts(text)
    let words = parts.words.joined()
    let isHalf = words == "am" || words == "pm"
    // The points in “a.m.” are not separators between numbers.
    let separators = parts.separators.filter { $0 != "." || words.isEmpty }
    guard (1...3).contains(parts.numbers.count),
      parts.numbers.allSatisfy({ $0.utf8.count <= 2 }), !words.isEmpty || parts.numbers.count > 1,
      separators.allSatisfy({ facts.clock.separators.contains($0) }),
      // A space alone is not a separator between numbers.
      !words.isEmpty || separators.count(where: { $0 != " " }) >= parts.numbers.count - 1,
      text.first.map({ $0.isNumber || $0.isLetter }) ?? false, Self.hasOnlyPointsOfTimes(text)
    else { return nil }
    let values = parts.numbers.compactMap { Int($0) }
    let own = isPlain ? nil : facts.clock.hours[.init(words: words, number: values[0])]
    let half =
      isHalf && (1...12).contains(values[0])
      ? values[0] % 12 + (words == "pm" ? 12 : 0) : nil
    guard let hour = words.isEmpty ? values[0] : own ?? half else { return nil }
    return DateComponents(
      hour: hour, minute: values.count > 1 ? values[1] : 0,
      second: values.count > 2 ? values[2] : nil)
  }
}
