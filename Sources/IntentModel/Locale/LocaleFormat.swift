import Messages

/// The format of numbers, dates, times and amounts in a locale, for writing and reading.
///
/// It follows CLDR 46 for the languages and regions in the tables. All others, and English without
/// a region, use ISO 8601 dates and plain numbers, which are unambiguous everywhere. Digits are
/// ASCII, except for Arabic in the regions that use its own digits (CLDR 48). The texts have no
/// direction marks. Foundation's locale data is never loaded.
public struct LocaleFormat: Sendable, Hashable {
  /// Whether digits are Arabic, from ٠ to ٩.
  public let hasArabicDigits: Bool

  /// The decimal separator.
  public let decimalMark: Character

  /// The separator between groups of digits; nil if digits are not grouped.
  public let groupMark: Character?

  /// Whether only the last group has three digits and the others have two, as in 12,34,567.
  public let hasGroupsOfTwo: Bool

  /// The format of a date.
  public let dates: DatePattern

  /// The order of the parts of a date in numbers, even if dates are shown with names of months.
  public let dateOrder: DateOrder

  /// The separator of the parts of a date in numbers.
  public let dateSeparator: Character

  /// Whether the clock has 12 hours, and the words for the halves of the day.
  public let clock: ClockPattern

  /// The first day of the week, from 0 for Sunday.
  public let firstWeekday: Int

  /// The format of an amount of money.
  public let money: MoneyPattern

  /// The orders of the parts of a date.
  public enum DateOrder: Sendable, Hashable {
    case yearMonthDay, dayMonthYear, monthDayYear
  }

  /// The formats of dates.
  public enum DatePattern: Sendable, Hashable {
    /// Year, month and day with hyphens (ISO 8601).
    case iso
    /// Numbers from the day to the year.
    case dayFirst(separator: String)
    /// Numbers from the year to the day, with a text after the day.
    case yearFirst(separator: String, end: String)
    /// Numbers with the month before the day, as in the region's short dates.
    case monthFirst
    /// The short English name of the month between day and year, or before the day.
    case english(isMonthFirst: Bool)
    /// Numbers with signs for year, month and day.
    case signs(year: String, month: String, day: String)
  }

  /// The formats of times.
  public enum ClockPattern: Sendable, Hashable {
    /// From 00:00 to 23:59.
    case hours24
    /// From 1 to 12, with words for the two halves of the day.
    ///
    /// If the word precedes the time, `lead` is the text between the two. Otherwise it is nil, and
    /// the word follows after a space.
    case hours12(morning: String, afternoon: String, lead: String? = nil)
  }

  /// The formats of amounts.
  public enum MoneyPattern: Sendable, Hashable {
    /// The code after the number, for all currencies.
    case code
    /// The sign after the number and a space.
    case after
    /// The sign before the number.
    case before
  }

  /// The region of the tag, in capital letters; empty if it has none.
  public let region: String

  /// The language of the tag, in lowercase.
  public let language: String

  /// Whether Chinese is written in traditional characters.
  let isTraditional: Bool

  /// Makes the format for a BCP 47 tag such as `de-CH`; a POSIX name such as `de_CH` also works.
  ///
  /// A tag without a region uses the most likely one.
  public init(locale: String) {
    let tag = LanguageTag(locale)
    language = tag?.language ?? ""
    region = tag?.region ?? ""
    isTraditional = tag?.usualScript == "Hant"
    hasArabicDigits = language == "ar" && Self.arabicDigitRegions.contains(region)
    (decimalMark, groupMark) = hasArabicDigits ? ("٫", "٬") : Self.marks(language, region)
    hasGroupsOfTwo = Self.hasGroupsOfTwo(language, region)
    dates = Self.dates(language, region)
    (dateOrder, dateSeparator) = Self.numbers(dates, language, region)
    clock = Self.clock(language, isTraditional && region.isEmpty ? "TW" : region)
    money = Self.money(language, region)
    let place = region.isEmpty ? Self.likelyRegions[language] ?? "" : region
    firstWeekday =
      Self.sundayRegions.contains(place) ? 0 : Self.saturdayRegions.contains(place) ? 6 : 1
  }

  private static let arabicDigitRegions: Set<String> = [
    "BH", "DJ", "EG", "ER", "IL", "IQ", "JO", "KM", "KW", "LB", "MR", "OM", "PS", "QA", "SA", "SD",
    "SO", "SS", "SY", "TD", "YE",
  ]

  private static func marks(
    _ language: String, _ region: String
  ) -> (decimal: Character, group: Character?) {
    switch (language, region) {
    case ("en", ""), ("", _): (".", nil)
    case ("de", "CH"), ("de", "LI"), ("it", "CH"), ("en", "CH"): (".", "’")
    case ("de", "AT"), ("pt", "PT"): (",", "\u{A0}")
    case ("en", "ZA"): (",", "\u{A0}")
    case ("es", "MX"), ("es", "US"), ("es", "PR"), ("es", "PA"), ("es", "419"): (".", ",")
    case ("ar", "DZ"), ("ar", "LY"), ("ar", "MA"), ("ar", "TN"): (",", ".")
    case _ where pointed.contains(language) || indian.contains(language): (".", ",")
    case _ where dotted.contains(language): (",", ".")
    case _ where spaced.contains(language): (",", language == "fr" ? "\u{202F}" : "\u{A0}")
    default: (".", nil)
    }
  }

  /// The languages that write 1,234.5.
  private static let pointed: Set<String> = [
    "en", "zh", "ja", "ko", "th", "he", "iw", "ms", "fil", "mt", "ga", "cy", "mn", "sw",
    "am", "ar", "zu",
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
    case ("en", ""), ("en", "CA"), ("en", "SE"), ("fr", "CA"), ("sv", _), ("lt", _): .iso
    case ("en", _): .english(isMonthFirst: monthFirstRegions.contains(region))
    case ("ja", _), ("fa", _), ("eu", _): .yearFirst(separator: "/", end: "")
    case ("mn", _): .yearFirst(separator: ".", end: "")
    case ("zh", _): .signs(year: "年", month: "月", day: "日")
    case ("ko", _), ("hu", _): .yearFirst(separator: ". ", end: ".")
    case ("es", "US"), ("es", "PR"), ("es", "PA"), ("fil", _), ("zu", _): .monthFirst
    case ("fr", "CH"), ("it", "CH"): .dayFirst(separator: ".")
    case ("nl", "BE"): .dayFirst(separator: "/")
    case ("nl", _), ("te", _), ("es", "CL"): .dayFirst(separator: "-")
    case ("cs", _), ("sk", _), ("sl", _): .dayFirst(separator: ". ")
    case _ where dayWithSlashes.contains(language): .dayFirst(separator: "/")
    case _ where dayWithPoints.contains(language): .dayFirst(separator: ".")
    default: .iso
    }
  }

  /// The regions in which English dates begin with the month.
  private static let monthFirstRegions: Set<String> = [
    "AS", "BI", "GU", "MH", "MP", "PH", "PR", "UM", "US", "VI",
  ]
  private static let dayWithSlashes: Set<String> = [
    "fr", "es", "it", "pt", "el", "vi", "id", "ca", "gl", "th", "ms", "ga", "mt", "cy", "hi", "bn",
    "gu", "kn", "ml", "mr", "pa", "ta", "ur", "am", "ar", "sw",
  ]
  private static let dayWithPoints: Set<String> = [
    "de", "pl", "ru", "uk", "be", "bg", "fi", "nb", "no", "nn", "da", "tr", "et", "ro", "hr", "sr",
    "bs", "is", "mk", "he", "iw", "lv", "kk", "hy", "ka", "lb", "sq",
  ]

  /// The order and the separator of a date in numbers, taken from the pattern if it has numbers.
  private static func numbers(
    _ dates: DatePattern, _ language: String, _ region: String
  ) -> (DateOrder, Character) {
    switch dates {
    case .iso: (.yearMonthDay, "-")
    case .dayFirst(let separator): (.dayMonthYear, separator.first ?? "-")
    case .yearFirst(let separator, _): (.yearMonthDay, separator.first ?? "-")
    case .monthFirst, .english(true): (.monthDayYear, "/")
    case .english(false):
      switch region {
      case "ZA": (.yearMonthDay, "/")
      case "CH": (.dayMonthYear, ".")
      case "MV": (.dayMonthYear, "-")
      default: (.dayMonthYear, "/")
      }
    case .signs: (["HK", "MO"].contains(region) ? .dayMonthYear : .yearMonthDay, "/")
    }
  }

  private static func clock(_ language: String, _ region: String) -> ClockPattern {
    switch (language, region) {
    case ("en", "CA"), ("pt", "MO"): .hours12(morning: "a.m.", afternoon: "p.m.")
    case ("en", _) where capitalClocks.contains(region): .hours12(morning: "AM", afternoon: "PM")
    case ("en", _) where smallClocks.contains(region), ("hi", _):
      .hours12(morning: "am", afternoon: "pm")
    case ("es", _) where spanishClocks.contains(region):
      .hours12(morning: "a.m.", afternoon: "p.m.")
    case ("ar", "IL"), ("ar", "KM"), ("ar", "MA"), ("ko", "CN"), ("ms", "ID"), ("sq", "MK"),
      ("sq", "XK"), ("ta", "LK"):
      .hours24
    case ("ar", _): .hours12(morning: "ص", afternoon: "م")
    case ("am", _): .hours12(morning: "ጥዋት", afternoon: "ከሰዓት")
    case ("el", _): .hours12(morning: "π.μ.", afternoon: "μ.μ.")
    case ("ko", _): .hours12(morning: "오전", afternoon: "오후", lead: " ")
    case ("ms", _): .hours12(morning: "PG", afternoon: "PTG")
    case ("pa", _): .hours12(morning: "ਪੂ.ਦੁ.", afternoon: "ਬਾ.ਦੁ.")
    case ("sq", _): .hours12(morning: "p.d.", afternoon: "m.d.")
    case ("ja", "US"): .hours12(morning: "午前", afternoon: "午後", lead: "")
    case ("zh", "HK"), ("zh", "MO"), ("zh", "TW"), ("zh", "US"):
      .hours12(morning: "上午", afternoon: "下午", lead: "")
    case ("bn", _), ("fil", _), ("gu", _), ("kn", _), ("ml", _), ("mr", _), ("ta", _), ("te", _),
      ("ur", _):
      .hours12(morning: "AM", afternoon: "PM")
    default: .hours24
    }
  }

  private static let capitalClocks: Set<String> = [
    "AE", "AS", "GU", "MH", "MP", "PH", "PR", "UM", "US", "VI",
  ]
  private static let smallClocks: Set<String> = [
    "AG", "AU", "BB", "BM", "BS", "CY", "DM", "ER", "FJ", "FM", "GD", "GH", "GM", "GY", "HK", "IN",
    "JM", "KI", "KN", "KY", "LC", "LR", "LS", "MO", "MW", "MY", "NA", "NZ", "PG", "PK", "PW", "SB",
    "SD", "SG", "SL", "SS", "SZ", "TC", "TO", "TT", "VC", "VG", "VU", "WS", "ZM",
  ]
  private static let spanishClocks: Set<String> = [
    "419", "AR", "BO", "CL", "CO", "CR", "CU", "DO", "EC", "GT", "HN", "MX", "NI", "PA", "PE", "PH",
    "PR", "PY", "SV", "US", "UY", "VE",
  ]

  private static let likelyRegions = [
    "en": "US", "ja": "JP", "ko": "KR", "pt": "BR", "he": "IL", "hi": "IN", "th": "TH", "ar": "EG",
    "fa": "IR", "id": "ID", "zh": "CN",
  ]
  private static let sundayRegions: Set<String> = [
    "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU", "HK",
    "HN", "ID", "IL", "IN", "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM", "MO", "MT", "MX", "MZ",
    "NI", "NP", "PA", "PE", "PH", "PK", "PR", "PT", "PY", "SA", "SG", "SV", "TH", "TT", "TW", "UM",
    "US", "VE", "VI", "WS", "YE", "ZA", "ZW",
  ]
  private static let saturdayRegions: Set<String> = [
    "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
  ]

  private static func money(_ language: String, _ region: String) -> MoneyPattern {
    switch language {
    case "en": region.isEmpty ? .code : .before
    case "zh", "ja", "ko", "th": .before
    case "gu", "hi", "kn", "ml", "mr", "or", "pa", "ta", "te", "ur": .before
    case "de" where ["CH", "LI", "AT"].contains(region): .code
    case "ar", "he": .after
    case _ where dotted.contains(language) || spaced.contains(language): .after
    default: .code
    }
  }
}

extension LocaleFormat {
  /// The sign of a currency, with the letters of its country if others share it; nil for a currency
  /// without a sign in this locale.
  public func sign(of code: String) -> String? {
    switch (code, language, region) {
    case ("EUR", _, _): "€"
    case ("GBP", "ar", _): "UK£"
    case ("GBP", _, _): "£"
    case ("INR", _, _): "₹"
    case ("KRW", _, _): "₩"
    case ("ILS", "he", _), ("ILS", "ar", _): "₪"
    case ("USD", "en", "US"), ("USD", "ja", _), ("USD", "de", _), ("USD", "he", _): "$"
    case ("USD", "en", _), ("USD", "zh", _), ("USD", "ar", _): "US$"
    case ("CAD", "en", "CA"), ("AUD", "en", "AU"), ("NZD", "en", "NZ"): "$"
    case ("JPY", "zh", _), ("JPY", "ar", _): "JP¥"
    case ("JPY", "ja", _): "￥"
    case ("JPY", _, _): "¥"
    case ("CNY", "zh", _): "¥"
    case ("CNY", "ja", _): "元"
    case ("CNY", _, _): "CN¥"
    case (_, "ar", _): Self.arabicSigns[code]
    default: nil
    }
  }

  /// The currency with a sign, see ``sign(of:)``; nil for a sign that this locale does not use.
  public func currency(ofSign sign: String) -> String? {
    Self.signedCurrencies.first { self.sign(of: $0) == sign }
  }

  private static let signedCurrencies =
    ["EUR", "GBP", "INR", "KRW", "USD", "CAD", "AUD", "NZD", "JPY", "CNY", "ILS"]
    + arabicSigns.keys

  private static let arabicSigns = [
    "AED": "د.إ.", "BHD": "د.ب.", "DZD": "د.ج.", "EGP": "ج.م.", "IQD": "د.ع.", "JOD": "د.أ.",
    "KWD": "د.ك.", "LBP": "ل.ل.", "LYD": "د.ل.", "MAD": "د.م.", "MRU": "أ.م.", "OMR": "ر.ع.",
    "QAR": "ر.ق.", "SAR": "ر.س.", "SDG": "ج.س.", "SYP": "ل.س.", "TND": "د.ت.", "YER": "ر.ي.",
  ]

  /// A text with its ASCII digits replaced by the locale's digits.
  public func inDigits(_ text: String) -> String {
    guard hasArabicDigits else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          guard (0x30...0x39).contains(scalar.value) else { return scalar }
          return Unicode.Scalar(scalar.value - 0x30 + 0x660) ?? scalar
        }))
  }

  /// A time of day, such as `19:30`, `7:30 PM`, `오후 7:30` or `٧:٣٠ م`; the hour is from 0 to 23.
  public func time(hour: Int, minute: Int, second: Int? = nil) -> String {
    let rest = ":\(padded(minute))" + (second.map { ":" + padded($0) } ?? "")
    guard case .hours12(let morning, let afternoon, let lead) = clock else {
      return inDigits(padded(hour) + rest)
    }
    let time = inDigits(String((hour + 11) % 12 + 1) + rest)
    let word = hour < 12 ? morning : afternoon
    return lead.map { word + $0 + time } ?? "\(time) \(word)"
  }
}
