#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import IntentModel

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

extension ValueNotation {
  /// A number as it was typed, written as files write it; nil where it can mean two numbers.
  ///
  /// The fraction may stand behind a point or a comma, thousands may have the other sign, an
  /// apostrophe or a narrow space between them, and digits may be full-width ones. Only a single sign
  /// that is not the notation's own and has three digits behind it is ambiguous: `1.500` where the
  /// fraction stands behind a comma. What is no number at all comes back as it is.
  func canonicalNumber(_ typed: String) -> String? {
    let text = Self.plain(typed)
    guard !isCanonical else { return Self.pointed(text) }
    let signs = text.filter { $0 == "." || $0 == "," }
    guard let first = signs.first else { return text }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard signs.count > 1 else {
      let isGroup = first != decimalSeparator && isGrouped(parts[...])
      return isGroup ? nil : text.replacing(",", with: ".")
    }
    let isUniform = signs.allSatisfy { $0 == first }
    if isUniform { return isGrouped(parts[...]) ? parts.joined() : text }
    // The last sign is that of the fraction when all before it are the other one.
    guard signs.dropLast().allSatisfy({ $0 == first }), isGrouped(parts.dropLast()) else {
      return text
    }
    return parts.dropLast().joined() + "." + (parts.last ?? "")
  }

  /// A whole number as it was typed, written as files write it: thousands may have a sign between.
  func canonicalInteger(_ typed: String) -> String {
    let text = Self.plain(typed)
    guard !isCanonical else { return text }
    let signs = text.filter { $0 == "." || $0 == "," }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard let first = signs.first, signs.allSatisfy({ $0 == first }), isGrouped(parts[...])
    else { return text }
    return parts.joined()
  }

  /// The two numbers that a text can mean.
  func meanings(of typed: String) -> String {
    let text = Self.plain(typed)
    let digits = text.filter { $0 != "." && $0 != "," }
    let fraction = String(text.map { $0 == "." || $0 == "," ? decimalSeparator : $0 })
    return "\(digits) / \(fraction)"
  }

  /// A canonical number with the sign of this notation before its fraction.
  func written(_ number: String) -> String {
    decimalSeparator == "." ? number : number.replacing(".", with: String(decimalSeparator))
  }

  /// One comma without a point stands for the point.
  private static func pointed(_ text: String) -> String {
    let commas = text.filter { $0 == "," }.count
    return commas == 1 && !text.contains(".") ? text.replacing(",", with: ".") : text
  }

  /// Whether these are thousands: one to three digits, of which the first is no nought, and then
  /// three by three; in India two by two before the last three.
  private func isGrouped(_ parts: ArraySlice<Substring>) -> Bool {
    guard let head = parts.first else { return false }
    let digits = head.drop { $0 == "-" || $0 == "+" }
    func isNumber(_ text: Substring) -> Bool { text.utf8.allSatisfy { (48...57).contains($0) } }
    guard (1...3).contains(digits.utf8.count), digits.first != "0", isNumber(digits),
      parts.dropFirst().allSatisfy(isNumber)
    else { return false }
    let sizes = parts.dropFirst().map(\.utf8.count)
    if sizes.allSatisfy({ $0 == 3 }) { return true }
    return hasGroupsOfTwo && digits.utf8.count < 3 && sizes.last == 3
      && sizes.dropLast().allSatisfy { $0 == 2 }
  }

  /// The text with ASCII digits and signs for full-width ones, and without the signs that can only
  /// stand between thousands.
  static func plain(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "'") }
    if isPlain { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x27, 0x2019, 0xA0, 0x202F, 0x2009:
        let isBetween = plain.last.map { (48...57).contains($0.value) } ?? false
        if !isBetween { plain.append(scalar) }
      case 0x2212: plain.append("-")
      case 0xFF01...0xFF5E:
        if let ascii = Unicode.Scalar(scalar.value - 0xFEE0) { plain.append(ascii) }
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }
}

extension ValueNotation {
  /// The components of a date in the order of the notation.
  var dateComponents: [IntentDateComponent] {
    switch dateOrder {
    case .yearMonthDay: [.year, .month, .day]
    case .dayMonthYear: [.day, .month, .year]
    case .monthDayYear: [.month, .day, .year]
    }
  }

  /// A day with its year as it is written here; nil where it is written as in ISO 8601.
  func dateText(_ components: DateComponents) -> String? {
    guard !isCanonical, components.year != nil, components.month != nil, components.day != nil
    else { return nil }
    return dateComponents.map { name in
      DateText.padded(components[name] ?? 0, name == .year ? 4 : 2)
    }.joined(separator: String(dateSeparator))
  }

  /// A time of day with AM or PM; nil where it is written as in ISO 8601.
  func timeText(_ components: DateComponents) -> String? {
    guard usesTwelveHours, let hour = components.hour, (0...23).contains(hour),
      let minute = components.minute
    else { return nil }
    let second = components.second.map { ":" + DateText.padded($0) } ?? ""
    let shown = Self.twelveHour(hour)
    return "\(shown.hour):\(DateText.padded(minute))\(second) \(shown.isAfternoon ? "PM" : "AM")"
  }

  /// An hour from 0 to 23 as it is counted to twelve.
  static func twelveHour(_ hour: Int) -> (hour: Int, isAfternoon: Bool) {
    (hour % 12 == 0 ? 12 : hour % 12, hour >= 12)
  }

  /// A date or a time as it was typed, written as in ISO 8601; nil when it is neither.
  ///
  /// A time may have AM or PM after it. Three numbers with the same sign between them are a year, a
  /// month and a day when the first has four digits, and else in the order of the notation; a year
  /// always has four digits, so that it is not mistaken for a day.
  func canonicalDate(_ typed: String) -> String? {
    let text = Self.plain(typed).replacing("年", with: "-").replacing("月", with: "-")
      .replacing("日", with: " ").replacing(". ", with: ".")
    var words = text.split { $0 == " " || $0 == "T" }.map(String.init)
    if let period = words.last?.lowercased().filter({ $0 != "." }), words.count > 1,
      period == "am" || period == "pm"
    {
      words.removeLast()
      words[words.count - 1] += period
    }
    words = words.flatMap(Self.dayAndTime)
    var canonical: [String] = []
    for word in words {
      guard let read = word.contains(":") ? canonicalTime(word) : canonicalDay(word) else {
        return nil
      }
      canonical.append(read)
    }
    return canonical.isEmpty ? nil : canonical.joined(separator: " ")
  }

  /// A day whose last number has a point after it, apart from the time that follows.
  private static func dayAndTime(_ word: String) -> [String] {
    guard let colon = word.firstIndex(of: ":"), let point = word[..<colon].lastIndex(of: ".") else {
      return [word]
    }
    return [String(word[...point]), String(word[word.index(after: point)...])]
  }

  private func canonicalTime(_ word: String) -> String? {
    let folded = word.lowercased()
    guard folded.hasSuffix("am") || folded.hasSuffix("pm") else { return word }
    let parts = folded.dropLast(2).split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, let hour = Int(first), (1...12).contains(hour) else {
      return nil
    }
    let whole = hour % 12 + (folded.hasSuffix("pm") ? 12 : 0)
    return ([DateText.padded(whole)] + parts.dropFirst().map(String.init)).joined(separator: ":")
  }

  private func canonicalDay(_ word: String) -> String? {
    guard let sign = word.first(where: { "/.-".contains($0) }) else { return word }
    var parts = word.split(separator: sign, omittingEmptySubsequences: false).map(String.init)
    if sign == ".", parts.last == "" { parts.removeLast() }
    let isNumber = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) }
    }
    guard parts.count == 3, isNumber else { return sign == "-" ? word : nil }
    if parts[0].utf8.count == 4 { return parts.joined(separator: "-") }
    guard let place = dateComponents.firstIndex(of: .year), parts[place].utf8.count == 4,
      let month = dateComponents.firstIndex(of: .month),
      let day = dateComponents.firstIndex(of: .day)
    else { return nil }
    return [parts[place], parts[month], parts[day]].joined(separator: "-")
  }
}
