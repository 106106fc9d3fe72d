#if canImport(FoundationInternationalization)
  package import FoundationEssentials
  import FoundationInternationalization
#else
  package import Foundation
#endif

extension LocaleFormat {
  /// The years for which Foundation and ``CivilDate`` agree on the day of the week.
  private static let writtenYears = CivilDate.firstSharedYear...CivilDate.years.upperBound

  /// A date in a style; nil if the style cannot write the date, if the calendar does not have it,
  /// or if a component is set without another one that it needs.
  package func dateText(_ date: DateComponents, style: DateStyle) -> String? {
    switch style {
    case .no: nil
    case .short: isPlain ? nil : text(date, month: .number)
    case .medium: isPlain ? nil : text(date, month: .short)
    case .long: text(date, month: .long)
    case .full: text(date, month: .long, weekday: .long)
    }
  }

  /// The date for a row in a list, such as `Sat 21 Nov`, by default without the year; nil if there
  /// is no such day.
  public func rowDate(month: Int, day: Int, year: Int, hasYear: Bool = false) -> String? {
    written(DateComponents(year: year, month: month, day: day)).map {
      facts.text(
        of: $0, .init(hasYear: hasYear, month: .short, day: .number, weekday: .short))
    }
  }

  /// The date with its day of the week and the name of its month, such as
  /// `Saturday, 21 November 2026`; nil if there is no such day.
  public func fullDate(month: Int, day: Int, year: Int) -> String? {
    text(DateComponents(year: year, month: month, day: day), month: .long, weekday: .long)
  }

  /// The name of a month with its year, such as `November 2026`, as the title of a calendar.
  public func monthAndYear(_ month: Int, _ year: Int) -> String {
    text(DateComponents(year: year, month: month), month: .long)
      ?? "\(padded(year, CivilDate.yearDigits))-\(padded(month))"
  }

  /// The names of the days of the week for the columns of a calendar, starting with Sunday, with at
  /// most two cells each if the language has such names.
  public var weekdayNames: [String] { facts.shortestWeekdays }

  /// A complete date in numbers, with all digits of the year, in the order of the locale; nil for
  /// an incomplete date.
  package func numericDate(_ date: DateComponents) -> String? {
    guard let year = date.year, let month = date.month, let day = date.day else { return nil }
    let yearText = padded(year, CivilDate.yearDigits)
    let parts =
      switch dateOrder {
      case .yearMonthDay: [yearText, padded(month), padded(day)]
      case .dayMonthYear: [padded(day), padded(month), yearText]
      case .monthDayYear: [padded(month), padded(day), yearText]
      }
    return parts.joined(separator: String(dateSeparator))
  }

  /// A time of day, such as `19:30`, `7:30 PM`, `오후 7:30` or `٧:٣٠ م`; the hour is from 0 to 23.
  public func time(hour: Int, minute: Int, second: Int? = nil) -> String {
    guard !isPlain, DateComponents(hour: hour, minute: minute, second: second).isTime else {
      return "\(padded(hour)):\(padded(minute))" + (second.map { ":" + padded($0) } ?? "")
    }
    return facts.text(hour: hour, minute: minute, second: second)
  }

  /// A time of day to the minute, on a clock with 12 or with 24 hours.
  public func time(hour: Int, minute: Int, onTwelveHours: Bool) -> String {
    if onTwelveHours == usesTwelveHours { return time(hour: hour, minute: minute) }
    return facts.text(hour: hour, minute: minute, onTwelveHours: onTwelveHours)
  }

  /// The text of a time; nil in the plain format, or if the hour or the minute is missing or any
  /// component is out of range.
  package func timeText(_ time: DateComponents) -> String? {
    guard !isPlain, time.isTime, let hour = time.hour, let minute = time.minute else { return nil }
    return self.time(hour: hour, minute: minute, second: time.second)
  }

  private typealias Length = LocaleFacts.DateFields.Length

  /// The text of a date, of a day in every year, of a month with its year, or of a year; nil for
  /// anything else.
  private func text(
    _ date: DateComponents, month length: Length, day dayLength: Length = .number,
    weekday: Length? = nil
  ) -> String? {
    guard date.year != nil || date.month != nil && date.day != nil,
      date.month != nil || date.day == nil, let day = written(date)
    else { return nil }
    let isWhole = date.year != nil && date.day != nil
    let isInNumbers = length == .number || length == .twoDigits
    guard !isInNumbers || facts.dates.isOrdered else { return nil }
    return facts.text(
      of: day,
      .init(
        hasYear: date.year != nil, month: date.month.map { _ in length },
        day: date.day.map { _ in dayLength }, weekday: isWhole ? weekday : nil))
  }

  /// A day with the components of a date; nil if Foundation would write it as a different day.
  private func written(_ date: DateComponents) -> CivilDate? {
    let year = date.year ?? CivilDate.anyLeapYear
    guard Self.writtenYears.contains(year) else { return nil }
    return CivilDate(checkedYear: year, month: date.month ?? 1, day: date.day ?? 1)
  }
}

extension LocaleFormat {
  /// The components in a template, in the order of the locale.
  ///
  /// Letters for components that an intent cannot have are ignored.
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

    /// The time components that are in the template.
    package func time(of components: DateComponents) -> DateComponents {
      var time = DateComponents()
      if count("hHkKjJC") > 0 { time.hour = components.hour }
      if count("m") > 0 { time.minute = components.minute }
      if count("sS") > 0 { time.second = components.second }
      return time
    }

    /// The date components that are in the template.
    package func date(of components: DateComponents) -> DateComponents {
      var date = DateComponents()
      if count("yYuU") > 0 { date.year = components.year }
      if count("ML") > 0 { date.month = components.month }
      if count("d") > 0 { date.day = components.day }
      return date
    }

    fileprivate var month: Length {
      switch count("ML") {
      case 1: .number
      case 2: .twoDigits
      case 4: .long
      default: .short
      }
    }
    fileprivate var day: Length { count("d") > 1 ? .twoDigits : .number }
    fileprivate var weekday: Length? {
      let count = count("Eec")
      return count == 0 ? nil : count == 4 ? .long : .short
    }
    fileprivate typealias Length = LocaleFacts.DateFields.Length
  }

  /// A date in the format of a template; nil if the locale cannot write it.
  package func dateText(_ components: DateComponents, template: DateTemplate) -> String? {
    let date = template.date(of: components)
    if let weekday = template.weekday, date == DateComponents(), let day = written(components),
      components.year != nil, components.month != nil, components.day != nil
    {
      return facts.text(of: day, .init(weekday: weekday))
    }
    if isPlain, template.month == .number || template.month == .twoDigits { return nil }
    guard template.weekday != nil, date.year == nil || date.day == nil,
      let day = written(components), components.year != nil, components.month != nil,
      components.day != nil, date.month != nil || date.day == nil
    else {
      return text(date, month: template.month, day: template.day, weekday: template.weekday)
    }
    return facts.text(
      of: day,
      .init(
        hasYear: date.year != nil, month: date.month.map { _ in template.month },
        day: date.day.map { _ in template.day }, weekday: template.weekday))
  }
}
