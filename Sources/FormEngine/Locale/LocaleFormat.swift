/// How a place writes numbers, dates, times and amounts.
///
/// After CLDR 46, for the languages and regions that the tables name; all others, and English without
/// a region, get ISO 8601 dates and numbers as they are typed, which are read the same everywhere.
/// Digits are always those of ASCII. Nothing here loads the tables of Foundation.
public struct LocaleFormat: Sendable, Hashable {
  /// What stands before the fraction of a number.
  public let decimalMark: Character

  /// What stands between groups of digits; nil where digits are not grouped.
  public let groupMark: Character?

  /// Whether only the last group has three digits and those before it two, as in 12,34,567.
  public let hasGroupsOfTwo: Bool

  /// How a date is put together.
  public let dates: DatePattern

  /// Whether hours go from 1 to 12, and what then follows them.
  public let clock: ClockPattern

  /// Where the sign of a currency stands.
  public let money: MoneyPattern

  /// The ways in which dates are put together.
  public enum DatePattern: Sendable, Hashable {
    /// Year, month and day with dashes (ISO 8601).
    case iso
    /// Numbers from the day to the year.
    case dayFirst(separator: String)
    /// Numbers from the year to the day; the end follows the day.
    case yearFirst(separator: String, end: String)
    /// Numbers with the month before the day, which is what the region takes short dates for.
    case monthFirst
    /// An English month between day and year, or before the day.
    case english(isMonthFirst: Bool)
    /// Numbers with the signs for year, month and day.
    case signs(year: String, month: String, day: String)
  }

  /// The ways in which times are put together.
  public enum ClockPattern: Sendable, Hashable {
    /// From 00:00 to 23:59.
    case hours24
    /// From 1 to 12 with the words for the two halves of the day.
    case hours12(morning: String, afternoon: String)
  }

  /// The ways in which amounts are put together.
  public enum MoneyPattern: Sendable, Hashable {
    /// The code after the number, whatever the currency.
    case code
    /// The sign after the number and a blank.
    case after
    /// The sign before the number; the signs of the place's own currencies differ.
    case before
  }

  /// The region of the tag, where it has one.
  let region: String
  let language: String

  /// The ways of a BCP 47 tag, such as `de-CH`; a name of POSIX such as `de_CH` serves as well.
  public init(locale: String) {
    let parts = locale.prefix { $0 != "." && $0 != "@" }
      .split(whereSeparator: { $0 == "-" || $0 == "_" })
    language = parts.first?.lowercased() ?? ""
    let regions = parts.dropFirst().filter { part in
      part.utf8.count == 2 || (part.utf8.count == 3 && part.utf8.allSatisfy { $0 < 58 })
    }
    region = regions.first?.uppercased() ?? ""
    (decimalMark, groupMark) = Self.marks(language, region)
    hasGroupsOfTwo = Self.hasGroupsOfTwo(language, region)
    dates = Self.dates(language, region)
    clock = Self.clock(language, region)
    money = Self.money(language, region)
  }

  private static func marks(
    _ language: String, _ region: String
  ) -> (decimal: Character, group: Character?) {
    switch (language, region) {
    case ("en", ""), ("", _): (".", nil)
    case ("de", "CH"), ("de", "LI"), ("it", "CH"), ("en", "CH"): (".", "’")
    case ("de", "AT"), ("pt", "PT"): (",", "\u{A0}")
    case ("en", "ZA"): (",", "\u{A0}")
    case ("es", "MX"), ("es", "US"), ("es", "PR"), ("es", "419"): (".", ",")
    case _ where pointed.contains(language) || indian.contains(language): (".", ",")
    case _ where dotted.contains(language): (",", ".")
    case _ where spaced.contains(language): (",", language == "fr" ? "\u{202F}" : "\u{A0}")
    default: (".", nil)
    }
  }

  /// The languages that write 1,234.5.
  private static let pointed: Set<String> = [
    "en", "zh", "ja", "ko", "th", "he", "iw", "ms", "fil", "mt", "ga", "cy", "mn", "sw",
  ]
  /// The languages that write 1.234,5.
  private static let dotted: Set<String> = [
    "de", "es", "it", "nl", "pt", "id", "tr", "da", "el", "hr", "sl", "sr", "bs", "ro", "vi", "is",
    "mk", "gl", "ca", "eu", "lb", "fo",
  ]
  /// The languages that write 1 234,5.
  private static let spaced: Set<String> = [
    "fr", "cs", "sk", "pl", "ru", "uk", "be", "bg", "hu", "sv", "nb", "no", "nn", "fi", "et", "lv",
    "lt", "kk", "hy", "sq", "ka", "af", "eo",
  ]

  /// The languages that write 12,34,567.5.
  private static let indian: Set<String> = [
    "as", "bn", "gu", "hi", "kn", "ml", "mr", "ne", "or", "pa", "ta", "te", "ur",
  ]

  private static func hasGroupsOfTwo(_ language: String, _ region: String) -> Bool {
    switch (language, region) {
    case ("en", "IN"), ("en", "BD"), ("en", "BT"), ("en", "NP"): true
    case ("ta", "MY"), ("ta", "SG"): false
    default: indian.contains(language)
    }
  }

  private static func dates(_ language: String, _ region: String) -> DatePattern {
    switch (language, region) {
    case ("en", "US"), ("en", "PH"): .english(isMonthFirst: true)
    case ("en", ""), ("en", "CA"), ("en", "SE"), ("fr", "CA"), ("sv", _), ("lt", _): .iso
    case ("en", _): .english(isMonthFirst: false)
    case ("ja", _): .yearFirst(separator: "/", end: "")
    case ("zh", _): .signs(year: "年", month: "月", day: "日")
    case ("ko", _), ("hu", _): .yearFirst(separator: ". ", end: ".")
    case ("es", "US"), ("es", "PR"): .monthFirst
    case ("fr", "CH"), ("it", "CH"): .dayFirst(separator: ".")
    case ("nl", _): .dayFirst(separator: "-")
    case ("cs", _), ("sk", _), ("sl", _): .dayFirst(separator: ". ")
    case _ where dayWithSlashes.contains(language): .dayFirst(separator: "/")
    case _ where dayWithPoints.contains(language): .dayFirst(separator: ".")
    default: .iso
    }
  }

  private static let dayWithSlashes: Set<String> = [
    "fr", "es", "it", "pt", "el", "vi", "id", "ca", "gl", "th", "ms", "ga", "mt", "cy", "lb",
  ]
  private static let dayWithPoints: Set<String> = [
    "de", "pl", "ru", "uk", "be", "bg", "fi", "nb", "no", "nn", "da", "tr", "et", "ro", "hr", "sr",
    "bs", "is", "mk", "he", "iw", "lv", "kk", "hy", "ka",
  ]

  private static func clock(_ language: String, _ region: String) -> ClockPattern {
    switch (language, region) {
    case ("en", "US"), ("en", "PH"): .hours12(morning: "AM", afternoon: "PM")
    case ("en", "CA"): .hours12(morning: "a.m.", afternoon: "p.m.")
    case ("en", "AU"), ("en", "NZ"), ("en", "IN"), ("en", "SG"), ("en", "HK"), ("en", "PK"):
      .hours12(morning: "am", afternoon: "pm")
    default: .hours24
    }
  }

  private static func money(_ language: String, _ region: String) -> MoneyPattern {
    switch language {
    case "en": region.isEmpty ? .code : .before
    case "zh", "ja", "ko", "th": .before
    case "gu", "hi", "kn", "ml", "mr", "or", "pa", "ta", "te", "ur": .before
    case "de" where ["CH", "LI", "AT"].contains(region): .code
    case _ where dotted.contains(language) || spaced.contains(language): .after
    default: .code
    }
  }
}
