#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension LocaleFormat {
  /// Which components of a date are written, and how long their names are.
  struct DateParts: Hashable {
    var year: Int?
    var month: Int?
    var day: Int?
    /// 0 is Sunday.
    var weekday: Int?
    var hasShortMonth = false
    var hasShortWeekday = false
  }

  /// The date of components in a style; nil where the place has no way to write what is set.
  ///
  /// A date with a name that the tables do not have is written as in ``DateStyle/medium``.
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

  /// The date with short names of the day of the week and the month and without its year, such as
  /// `Sat 21 Nov`, for a row in a list; nil where there are no names.
  public func rowDate(month: Int, day: Int, year: Int) -> String? {
    let date = DateComponents(year: year, month: month, day: day)
    return named(
      DateParts(
        month: month, day: day, weekday: Self.weekday(of: date), hasShortMonth: true,
        hasShortWeekday: true)
    ).map(inDigits)
  }

  /// The date with its day of the week and the name of its month, such as
  /// `Saturday, 21 November 2026`; nil where there are no names.
  public func fullDate(month: Int, day: Int, year: Int) -> String? {
    let date = DateComponents(year: year, month: month, day: day)
    return named(DateParts(year: year, month: month, day: day, weekday: Self.weekday(of: date)))
      .map(inDigits)
  }

  /// The names of the months, January first; nil where there is no table for the language.
  public var monthNames: [String]? { DateNames(language: language, region: region)?.months }

  /// A whole date in numbers, with a year of four digits, in the order of the place; nil for a date
  /// that is not whole.
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

  /// A date of names, or of numbers with signs where the language writes it so; nil where there is no
  /// table for the language, for a month that does not exist, and for parts that cannot stand alone.
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
    // Short dates have a comma only where the month follows, as in “Sat, Nov 21”.
    let isPlain = parts.hasShortWeekday && !isMonthNameFirst && !names.alwaysSeparatesWeekday
    return name + (isPlain ? " " : names.afterWeekday) + date
  }

  /// Whether the name of a month stands before the day, which only some places with English do.
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

  /// The text of a whole date, of a day of every year, or of a month of a year, as the place usually
  /// writes it; nil for the rest.
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
      // Korea and Hungary write no zeros before a number.
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

  /// The text of an hour and a minute, perhaps with a second, where the place counts hours to
  /// twelve; nil for the rest.
  package func halfDayTime(_ time: DateComponents) -> String? {
    guard case .hours12 = clock, let hour = time.hour, (0...23).contains(hour),
      let minute = time.minute
    else { return nil }
    return self.time(hour: hour, minute: minute, second: time.second)
  }
}

extension LocaleFormat {
  /// A template's components, in the order of the place.
  ///
  /// Letters that no component of an intent stands for say nothing here.
  package struct DateTemplate: Sendable, Hashable {
    private var counts: [Character: Int] = [:]

    /// Reads a template such as `yMMMMd` or `EEEEjmm`; what is in single quotes says nothing.
    package init(_ text: String) {
      var isQuoted = false
      for letter in text.prefix(100) {
        if letter == "'" { isQuoted.toggle() }
        guard !isQuoted, letter.isASCII, letter.isLetter else { continue }
        counts[letter, default: 0] += 1
      }
    }

    private func count(_ letters: String) -> Int { letters.map { counts[$0] ?? 0 }.max() ?? 0 }

    /// The components of the time that the template names.
    package func time(of components: DateComponents) -> DateComponents {
      var time = DateComponents()
      if count("hHkKjJC") > 0 { time.hour = components.hour }
      if count("m") > 0 { time.minute = components.minute }
      if count("sS") > 0 { time.second = components.second }
      return time
    }

    /// The components of the date that the template names.
    package func date(of components: DateComponents) -> DateComponents {
      var date = DateComponents()
      if count("yYuU") > 0 { date.year = components.year }
      if count("ML") > 0 { date.month = components.month }
      if count("d") > 0 { date.day = components.day }
      return date
    }

    /// Whether months are numbers, so that a date of names would be too long.
    fileprivate var isNumeric: Bool { (1...2).contains(count("ML")) }
    fileprivate var hasWeekday: Bool { count("Eec") > 0 }
    fileprivate var hasShortMonth: Bool { count("ML") != 4 }
    fileprivate var hasShortWeekday: Bool { count("Eec") != 4 }
  }

  /// The date of components by a template; nil where the place has no way to write it.
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

  /// The texts that a date has in the styles and with names of each length, by which a typed one is
  /// told.
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
