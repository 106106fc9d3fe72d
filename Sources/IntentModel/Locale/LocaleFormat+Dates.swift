#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension LocaleFormat {
  /// The components of a date to write, and the lengths of their names.
  struct DateParts: Hashable {
    var year: Int?
    var month: Int?
    var day: Int?
    /// 0 is Sunday.
    var weekday: Int?
    var hasShortMonth = false
    var hasShortWeekday = false
  }

  /// A date in a style; nil if the locale has no format for the components that are set.
  ///
  /// A date whose names are not in the tables is written as in ``DateStyle/medium``.
  package func dateText(_ date: DateComponents, style: DateStyle) -> String? {
    switch style {
    case .no: return nil
    case .short: return numericDate(date) ?? usualDate(date)
    case .medium: return usualDate(date)
    case .long, .full:
      var parts = DateParts(year: date.year, month: date.month, day: date.day)
      if style == .full { parts.weekday = Self.weekday(of: date) }
      return named(parts) ?? usualDate(date)
    }
  }

  /// The date for a row in a list, such as `Sat 21 Nov`; nil if there are no names for the
  /// language.
  ///
  /// It has short names of the day of the week and the month, and no year.
  public func rowDate(month: Int, day: Int, year: Int) -> String? {
    let date = DateComponents(year: year, month: month, day: day)
    return named(
      DateParts(
        month: month, day: day, weekday: Self.weekday(of: date), hasShortMonth: true,
        hasShortWeekday: true)
    ).map(inDigits)
  }

  /// The date with its day of the week and the name of its month, such as
  /// `Saturday, 21 November 2026`; nil if there are no names for the language.
  public func fullDate(month: Int, day: Int, year: Int) -> String? {
    let date = DateComponents(year: year, month: month, day: day)
    return named(DateParts(year: year, month: month, day: day, weekday: Self.weekday(of: date)))
      .map(inDigits)
  }

  /// The names of the months from January; nil if there is no table for the language.
  public var monthNames: [String]? { DateNames(language: language, region: region)?.months }

  /// A complete date in numbers, with a four-digit year, in the order of the locale; nil for a date
  /// that is not complete.
  package func numericDate(_ date: DateComponents) -> String? {
    guard let year = date.year, let month = date.month, let day = date.day else { return nil }
    let parts =
      switch dateOrder {
      case .yearMonthDay: [padded(year, 4), padded(month), padded(day)]
      case .dayMonthYear: [padded(day), padded(month), padded(year, 4)]
      case .monthDayYear: [padded(month), padded(day), padded(year, 4)]
      }
    return parts.joined(separator: String(dateSeparator))
  }

  private static func weekday(of date: DateComponents) -> Int? {
    guard let year = date.year, let month = date.month, let day = date.day else { return nil }
    return CivilDate(checkedYear: year, month: month, day: day)?.daysSinceSunday
  }

  /// A date with names, or with numbers and signs if the language writes it so; nil if there is no
  /// table for the language, the month does not exist, or the parts cannot be written on their own.
  func named(_ parts: DateParts) -> String? {
    if let signs = DateSigns(language: language, isTraditional: isTraditional) {
      return signed(parts, signs)
    }
    guard let names = DateNames(language: language, region: region) else { return nil }
    let months = parts.hasShortMonth ? names.shortMonths : names.months
    var date: String?
    if let month = parts.month {
      guard months.indices.contains(month - 1) else { return nil }
      let name = months[month - 1]
      let day = parts.day.map { String($0) + names.dayEnd }
      let dayAndMonth =
        day.map {
          isMonthNameFirst ? "\(name) \($0)" : $0 + names.between + names.beforeMonth + name
        } ?? name
      let beforeYear = isMonthNameFirst && day != nil ? ", " : names.between
      date = parts.year.map { dayAndMonth + beforeYear + String($0) } ?? dayAndMonth
    } else if parts.day == nil, let year = parts.year {
      date = String(year)
    } else if parts.day != nil {
      return nil
    }
    guard let weekday = parts.weekday else { return date }
    let name = (parts.hasShortWeekday ? names.shortWeekdays : names.weekdays)[weekday]
    guard let date else { return name }
    // Short dates have a comma only before the name of the month, as in “Sat, Nov 21”.
    let isPlain = parts.hasShortWeekday && !isMonthNameFirst && !names.alwaysSeparatesWeekday
    return name + (isPlain ? " " : names.afterWeekday) + date
  }

  /// Whether the month precedes the day, as in some English-speaking regions.
  private var isMonthNameFirst: Bool {
    language == "en" && (dateOrder == .monthDayYear || region == "CA")
  }

  private func signed(_ parts: DateParts, _ signs: DateSigns) -> String? {
    if let month = parts.month, !(1...12).contains(month) { return nil }
    if parts.year != nil, parts.month == nil, parts.day != nil { return nil }
    let date = [
      parts.year.map { "\($0)" + signs.year }, parts.month.map { "\($0)" + signs.month },
      parts.day.map { "\($0)" + signs.day },
    ].compactMap { $0 }.joined(separator: signs.between)
    guard let weekday = parts.weekday else { return date.isEmpty ? nil : date }
    let names = parts.hasShortWeekday ? signs.shortWeekdays : signs.weekdays
    if date.isEmpty { return names[weekday] }
    guard parts.hasShortWeekday else { return date + signs.beforeWeekday + names[weekday] }
    return date + signs.aroundShortWeekday.0 + names[weekday] + signs.aroundShortWeekday.1
  }

  /// A complete date, a day of every year, a month of a year or a year in the usual form of the
  /// locale; nil for anything else.
  package func usualDate(_ date: DateComponents) -> String? {
    switch (date.year.map(String.init), date.month, date.day) {
    case (let year?, let month?, let day?): return whole(year, month, day)
    case (nil, let month?, let day?): return yearly(month, day)
    case (let year?, let month?, nil): return monthly(year, month)
    case (let year?, nil, nil):
      guard case .signs(let sign, _, _) = dates else { return nil }
      return year + sign
    default: return nil
    }
  }

  private func whole(_ year: String, _ month: Int, _ day: Int) -> String? {
    switch dates {
    case .iso: nil
    case .dayFirst(let separator):
      [padded(day), padded(month), year].joined(separator: separator)
    case .yearFirst(let separator, let end):
      // Korea and Hungary do not write leading zeros.
      end.isEmpty
        ? [year, padded(month), padded(day)].joined(separator: separator)
        : "\(year)\(separator)\(month)\(separator)\(day)\(end)"
    case .monthFirst: "\(month)/\(day)/\(year)"
    case .english:
      Int(year).flatMap { named(DateParts(year: $0, month: month, day: day, hasShortMonth: true)) }
    case .signs(let y, let m, let d): "\(year)\(y)\(month)\(m)\(day)\(d)"
    }
  }

  private func yearly(_ month: Int, _ day: Int) -> String? {
    switch dates {
    case .iso: nil
    case .dayFirst(let separator):
      [padded(day), padded(month)].joined(separator: separator)
        + (separator.first == "." ? "." : "")
    case .yearFirst(let separator, let end):
      end.isEmpty ? "\(month)\(separator)\(day)" : "\(month)\(separator)\(day)\(end)"
    case .monthFirst: "\(month)/\(day)"
    case .english: named(DateParts(month: month, day: day, hasShortMonth: true))
    case .signs(_, let m, let d): "\(month)\(m)\(day)\(d)"
    }
  }

  private func monthly(_ year: String, _ month: Int) -> String? {
    switch dates {
    case .iso: nil
    case .dayFirst(let separator):
      separator.first == "."
        ? "\(padded(month))/\(year)" : padded(month) + separator + year
    case .yearFirst(let separator, let end): "\(year)\(separator)\(month)\(end)"
    case .monthFirst: "\(month)/\(year)"
    case .english:
      Int(year).flatMap { named(DateParts(year: $0, month: month, hasShortMonth: true)) }
    case .signs(let y, let m, _): "\(year)\(y)\(month)\(m)"
    }
  }

  /// A time with an hour, a minute and optionally a second, if the locale uses a 12-hour clock;
  /// otherwise nil.
  package func halfDayTime(_ time: DateComponents) -> String? {
    guard case .hours12 = clock, let hour = time.hour, (0...23).contains(hour),
      let minute = time.minute
    else { return nil }
    return self.time(hour: hour, minute: minute, second: time.second)
  }
}

extension LocaleFormat {
  /// The components of a template, in the order of the locale.
  ///
  /// Letters for components that an intent does not have are ignored.
  package struct DateTemplate: Sendable, Hashable {
    private var counts: [Character: Int] = [:]

    /// Parses a template such as `yMMMMd` or `EEEEjmm`; text in single quotes is ignored.
    package init(_ text: String) {
      var isQuoted = false
      for letter in text.prefix(100) {
        if letter == "'" { isQuoted.toggle() }
        guard !isQuoted, letter.isASCII, letter.isLetter else { continue }
        counts[letter, default: 0] += 1
      }
    }

    private func count(_ letters: String) -> Int { letters.map { counts[$0] ?? 0 }.max() ?? 0 }

    /// The components of the time that are in the template.
    package func time(of components: DateComponents) -> DateComponents {
      var time = DateComponents()
      if count("hHkKjJC") > 0 { time.hour = components.hour }
      if count("m") > 0 { time.minute = components.minute }
      if count("sS") > 0 { time.second = components.second }
      return time
    }

    /// The components of the date that are in the template.
    package func date(of components: DateComponents) -> DateComponents {
      var date = DateComponents()
      if count("yYuU") > 0 { date.year = components.year }
      if count("ML") > 0 { date.month = components.month }
      if count("d") > 0 { date.day = components.day }
      return date
    }

    /// Whether the month is a number, so that a date with names would be too long.
    fileprivate var isNumeric: Bool { (1...2).contains(count("ML")) }
    fileprivate var hasWeekday: Bool { count("Eec") > 0 }
    fileprivate var hasShortMonth: Bool { count("ML") != 4 }
    fileprivate var hasShortWeekday: Bool { count("Eec") != 4 }
  }

  /// A date in the format of a template; nil if the locale cannot write it.
  package func dateText(_ components: DateComponents, template: DateTemplate) -> String? {
    let date = template.date(of: components)
    if template.isNumeric, !template.hasWeekday { return numericDate(date) ?? usualDate(date) }
    return named(
      DateParts(
        year: date.year, month: date.month, day: date.day,
        weekday: template.hasWeekday ? Self.weekday(of: components) : nil,
        hasShortMonth: template.hasShortMonth, hasShortWeekday: template.hasShortWeekday))
      ?? usualDate(date)
  }

  /// The texts of a date in all styles and with names of each length, which are used to recognize a
  /// typed date.
  package func shownTexts(of date: DateComponents) -> [String] {
    let weekday = Self.weekday(of: date)
    var texts = [usualDate(date), numericDate(date)]
    for isShort in [false, true] {
      for (weekday, hasShortWeekday) in [(nil, false), (weekday, false), (weekday, true)] {
        texts.append(
          named(
            DateParts(
              year: date.year, month: date.month, day: date.day, weekday: weekday,
              hasShortMonth: isShort, hasShortWeekday: hasShortWeekday)))
      }
    }
    return texts.compactMap { $0 }
  }
}
