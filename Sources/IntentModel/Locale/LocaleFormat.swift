import Messages

#if canImport(FoundationInternationalization)
  import FoundationEssentials
  import FoundationInternationalization
#else
  import Foundation
#endif

/// The format of numbers, dates, times, durations and amounts in a locale, for both writing and
/// reading.
///
/// Texts are written by Foundation's format styles, for all languages that Foundation knows, in the
/// Gregorian calendar. An unknown language, `C`, and English without a region use ISO 8601 and
/// plain numbers, which are unambiguous everywhere and the same in every version of Foundation. The
/// texts have no direction marks, and their spaces are plain except between digits.
public struct LocaleFormat: Sendable, Hashable {
  /// The language of the tag, in lowercase; empty if there is none.
  public let language: String

  /// The region of the tag, in capital letters; empty if it has none.
  public let region: String

  /// Whether numbers, numeric dates and times have the form that is used in files.
  package let isPlain: Bool

  let facts: LocaleFacts

  /// The orders of the components of a date.
  public enum DateOrder: Sendable, Hashable {
    /// The year first, as in 2026-11-28.
    case yearMonthDay
    /// The day first, as in 28.11.2026.
    case dayMonthYear
    /// The month first, as in 11/28/2026.
    case monthDayYear
  }

  /// Makes the format for a BCP 47 tag such as `de-CH`; a POSIX name such as `de_CH` also works.
  ///
  /// If a tag has no region, the most likely one is used.
  public init(locale: String) {
    let tag = LanguageTag(locale)
    language = tag?.language ?? ""
    region = tag?.region ?? ""
    let known = tag.flatMap { LocaleFacts.facts(of: $0) }
    let own = language == LanguageTag.english && region.isEmpty ? nil : known
    isPlain = own == nil
    // In the plain format, a date with names is in English, and its day comes first.
    facts = own ?? LocaleFacts.facts(named: "en_GB")
  }

  /// Compares the tags.
  public static func == (left: LocaleFormat, right: LocaleFormat) -> Bool {
    left.language == right.language && left.region == right.region
      && left.isPlain == right.isPlain && left.facts === right.facts
  }

  /// Hashes the tag.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(language)
    hasher.combine(region)
    hasher.combine(facts.identifier)
  }

  /// Whether dates are written in Latin letters and European digits.
  package var isLatin: Bool {
    isPlain
      || facts.digits.first == "0"
        && (facts.monthNames + [time(hour: 9, minute: 0)]).allSatisfy { text in
          text.unicodeScalars.allSatisfy { $0.value < 0x250 }
        }
  }

  /// The decimal separator.
  public var decimalMark: Character { isPlain ? "." : facts.numbers.decimalMark }

  /// Whether only the last group has three digits and the others have two, as in 12,34,567.
  public var hasGroupsOfTwo: Bool { !isPlain && facts.numbers.hasGroupsOfTwo }

  /// The order of the components in a numeric date.
  public var dateOrder: DateOrder { isPlain ? .yearMonthDay : facts.dates.order }

  /// The separator between the components in a numeric date.
  public var dateSeparator: Character { isPlain ? "-" : facts.dates.separator }

  /// Whether the locale writes a numeric date without a year as the day, the given sign and the
  /// month.
  ///
  /// Swedish does so, as in 3/12, although its complete dates begin with the year.
  public func isDayFirst(before sign: Character) -> Bool {
    !isPlain && facts.dates.signAfterDay == sign
  }

  /// Whether a year is near the present in another calendar of the locale, but far from the present
  /// in the Gregorian calendar, which all dates use.
  public func isOfOtherCalendar(year: Int, present: Int) -> Bool {
    let near = 100
    guard !isPlain, abs(year - present) > near else { return false }
    return facts.otherYears(at: present).contains { abs(year - $0) <= near }
  }

  /// Whether the last two digits of a year are near those of the current year in the locale's own
  /// calendar, although the year is far from the present in the Gregorian calendar.
  public func isOfOtherCalendar(shortYear year: Int, present: Int) -> Bool {
    let near = 20
    guard !isPlain, abs(year - present) > near, let own = facts.ownYear(at: present) else {
      return false
    }
    let distance = abs(year % 100 - own % 100)
    return min(distance, 100 - distance) <= near
  }

  /// Whether a year can also be a year in another calendar of the locale, within a few centuries of
  /// the present.
  package func canBeOfOtherCalendar(year: Int) -> Bool {
    !isPlain && facts.otherYears(at: 2_026).contains { abs(year - $0) <= 300 }
  }

  /// Whether the clock has 12 hours.
  public var usesTwelveHours: Bool { !isPlain && facts.clock.usesTwelveHours }

  /// The first day of the week, where 0 is Sunday; Monday for an unknown language.
  public var firstWeekday: Int {
    guard !isPlain else { return language == LanguageTag.english ? 0 : 1 }
    return switch facts.locale.firstDayOfWeek {
    case .sunday: 0
    case .monday: 1
    case .tuesday: 2
    case .wednesday: 3
    case .thursday: 4
    case .friday: 5
    case .saturday: 6
    @unknown default: 1
    }
  }
}
