/// How numbers, dates and times are written where a language tag is from.
///
/// What is typed is read the same way; what is exported is canonical whatever the notation is.
public struct ValueNotation: Sendable, Hashable {
  /// In which order the parts of a date stand.
  public enum DateOrder: Sendable, Hashable {
    case yearMonthDay, dayMonthYear, monthDayYear
  }

  /// The sign before the fraction of a number: a point or a comma.
  public let decimalSeparator: Character

  /// Whether thousands may be written as in 12,34,567.
  let hasGroupsOfTwo: Bool

  /// The order of the parts of a date.
  public let dateOrder: DateOrder

  /// The sign between the parts of a date.
  public let dateSeparator: Character

  /// Whether hours are counted to twelve, with AM or PM after them.
  public let usesTwelveHours: Bool

  /// Whether this is the notation of files and of scripts.
  public let isCanonical: Bool

  /// The notation of files and of scripts: a decimal point, and dates and times as in ISO 8601.
  public static let canonical = ValueNotation()

  private init() {
    (decimalSeparator, dateOrder, dateSeparator) = (".", .yearMonthDay, "-")
    (hasGroupsOfTwo, usesTwelveHours, isCanonical) = (false, false, true)
  }

  /// The notation where a BCP 47 tag is from, after CLDR; a tag without a region counts as its most
  /// likely one, and what is not known is written as in ISO 8601.
  ///
  /// So is English without a region: it is what a machine without a locale has, and people who read
  /// English take `03/04/2026` for two days.
  public init(locale: String) {
    let parts = locale.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
    let language = parts.first?.lowercased() ?? ""
    let region = parts.dropFirst().first { $0.utf8.count == 2 }?.uppercased()
    let place = region.map { language + "-" + $0 } ?? Self.likelyPlaces[language] ?? language
    let format = LocaleFormat(locale: locale)
    (decimalSeparator, hasGroupsOfTwo) = (format.decimalMark, format.hasGroupsOfTwo)
    if Self.monthFirstPlaces.contains(place) {
      dateOrder = .monthDayYear
    } else if place == "en" {
      dateOrder = .yearMonthDay
    } else if Self.yearFirstPlaces.contains(place) || Self.yearFirstLanguages.contains(language) {
      dateOrder = Self.dayFirstExceptions.contains(place) ? .dayMonthYear : .yearMonthDay
    } else {
      dateOrder = Self.dayFirstLanguages.contains(language) ? .dayMonthYear : .yearMonthDay
    }
    dateSeparator = Self.separator(language, place, dateOrder)
    usesTwelveHours =
      Self.twelveHourLanguages.contains(language) != Self.twelveHourExceptions.contains(place)
    isCanonical = false
  }

  private static func separator(
    _ language: String, _ place: String, _ order: DateOrder
  ) -> Character {
    if dashPlaces.contains(place) || dashLanguages.contains(language) { return "-" }
    if dotLanguages.contains(language) { return "." }
    guard order == .yearMonthDay else { return "/" }
    return slashYearLanguages.contains(language) || place == "en-ZA" ? "/" : "-"
  }

  private static let likelyPlaces = ["zh": "zh-CN", "es": "es-ES", "pt": "pt-BR"]

  private static let monthFirstPlaces: Set<String> = [
    "en-US", "en-PH", "en-PR", "en-GU", "en-UM", "en-VI", "en-AS", "en-MH", "en-MP", "es-US",
    "es-PR", "es-PA", "fil", "fil-PH",
  ]
  private static let yearFirstPlaces: Set<String> = [
    "en-CA", "en-ZA", "en-SE", "en-CN", "en-JP", "fr-CA",
  ]
  private static let yearFirstLanguages: Set<String> = [
    "eu", "fa", "hu", "ja", "ko", "lt", "mn", "ne", "si", "sv", "zh", "zu",
  ]
  private static let dayFirstExceptions: Set<String> = ["zh-HK", "zh-MO"]
  private static let dayFirstLanguages: Set<String> = [
    "am", "ar", "bg", "bn", "bs", "ca", "cs", "cy", "da", "de", "el", "en", "es", "et", "fi", "fr",
    "ga", "gl", "gu", "he", "hi", "hr", "hy", "id", "is", "it", "ka", "kk", "kn", "lv", "mk", "ml",
    "mr", "ms", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sw", "ta",
    "te", "th", "tr", "uk", "ur", "vi",
  ]
  private static let dashPlaces: Set<String> = ["en-CA", "en-SE", "fr-CA"]
  private static let dashLanguages: Set<String> = ["lt", "nl", "sv"]
  private static let dotLanguages: Set<String> = [
    "bg", "bs", "cs", "da", "de", "et", "fi", "he", "hr", "hu", "is", "ka", "kk", "ko", "lv", "mk",
    "nb", "nn", "no", "pl", "ro", "ru", "sk", "sl", "sq", "sr", "tr", "uk",
  ]
  private static let slashYearLanguages: Set<String> = ["eu", "fa", "ja", "zh"]
  private static let twelveHourLanguages: Set<String> = [
    "am", "ar", "bn", "el", "en", "fil", "gu", "hi", "kn", "ko", "ml", "mr", "ms", "sq", "ta", "te",
    "ur",
  ]
  private static let twelveHourExceptions: Set<String> = [
    "ar-IL", "ar-MA", "en", "en-GB", "en-IE", "en-ZA", "en-SE", "en-DE", "en-AT", "en-NL", "en-FI",
    "en-DK", "en-BE", "en-FR", "en-NO", "en-IL", "en-KE", "en-NG", "en-150", "es-419", "es-US",
    "es-MX", "es-AR", "es-CO", "es-CL", "es-PE", "es-VE", "es-PR", "es-PA", "ms-ID", "ta-LK",
    "zh-TW", "zh-HK", "zh-MO",
  ]
}
