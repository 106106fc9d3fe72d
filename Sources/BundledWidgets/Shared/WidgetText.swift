import IntentModel
import Messages
import Zones

/// The texts of a widget: messages, and the times and dates that clocks show.
struct WidgetText {
  /// The language of the words.
  let language: MessageLanguage
  /// The format of numbers, times and dates.
  let format: LocaleFormat
  /// Whether to use a 12-hour clock; nil for the usual clock of the locale.
  let usesTwelveHours: Bool?

  /// Makes a formatter for a locale, with the locale's usual clock or a given one.
  init(locale: String, usesTwelveHours: Bool? = nil) {
    language = MessageLanguage(locale: locale)
    format = LocaleFormat(locale: locale)
    self.usesTwelveHours = usesTwelveHours
  }

  /// The text of a message.
  func callAsFunction(_ message: Message) -> String { message.text(in: language, numbers: self) }

  /// The time of day to the minute, such as `14:05` or `2:05 PM`.
  func time(_ wall: CivilDateTime) -> String {
    let (hour, minute) = (wall.secondOfDay / 3600, wall.secondOfDay / 60 % 60)
    return format.time(
      hour: hour, minute: minute, onTwelveHours: usesTwelveHours ?? format.usesTwelveHours)
  }

  /// A short date for a row, such as `Sat 21 Nov`, or `Sat, Nov 21` if the month comes first.
  ///
  /// It includes the year unless that is the current year.
  func shortDate(_ date: CivilDate, today: CivilDate) -> String {
    format.rowDate(
      month: date.month, day: date.day, year: date.year, hasYear: date.year != today.year)
      ?? "\(date)"
  }

  /// A full date, such as `Saturday, 21 November 2026`.
  func longDate(_ date: CivilDate) -> String {
    format.fullDate(month: date.month, day: date.day, year: date.year) ?? "\(date)"
  }
}

extension WidgetText: MessageNumbers {
  /// Localizes a number.
  func text(ofNumber digits: String) -> String { format.localized(digits) }

  /// A duration in at most two of the units days, hours and minutes; less than a minute counts as
  /// one.
  func text(ofSeconds seconds: Double) -> String? {
    format.inSentences(language)
      .duration(max(60, (seconds / 60).rounded(.down) * 60).inTwoUnits)
  }
}

extension ZoneRules {
  /// How far the clocks here are ahead of those in another zone, such as `+1` or `-3:30`; nil if
  /// they are equal.
  func lead(over other: ZoneRules, at instant: Int) -> String? {
    let minutes = (offset(at: instant) - other.offset(at: instant)) / 60
    guard minutes != 0 else { return nil }
    let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
    let sign = minutes < 0 ? "-" : "+"
    return rest == 0 ? "\(sign)\(hours)" : "\(sign)\(hours):\(padded(rest, 2))"
  }
}
