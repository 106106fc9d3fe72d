public import IntentModel
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How numbers, dates and times are typed in a locale.
///
/// Everything that `LocaleFormat` shows for the locale can be typed. Exported values are always
/// canonical.
public struct ValueNotation: Sendable, Hashable {
  /// How the locale shows values.
  public let format: LocaleFormat

  /// Whether this is the notation of files.
  let isCanonical: Bool

  /// The notation of files, with a decimal point, and with dates and times as in ISO 8601.
  public static let canonical = ValueNotation(format: LocaleFormat(locale: ""), isCanonical: true)

  private init(format: LocaleFormat, isCanonical: Bool) {
    self.format = format
    self.isCanonical = isCanonical
  }

  /// Makes the notation for a BCP 47 tag; an unknown locale uses ISO 8601.
  ///
  /// English without a region also uses ISO 8601. It is the default on a machine without a locale,
  /// and English speakers disagree on which day `03/04/2026` is.
  public init(locale: String) {
    self.init(format: LocaleFormat(locale: locale), isCanonical: false)
  }

  /// Makes the notation for the locale of some texts.
  init(_ words: FormWords) { self.init(format: words.format, isCanonical: false) }

  /// The decimal separator to type: a point or a comma.
  ///
  /// In Arabic it is a point; the Arabic decimal separator is also accepted.
  public var decimalSeparator: Character { format.decimalMark == "٫" ? "." : format.decimalMark }

  /// The order of the parts of a date.
  public var dateOrder: LocaleFormat.DateOrder { format.dateOrder }

  /// The separator between the parts of a date.
  public var dateSeparator: Character { format.dateSeparator }

  /// Whether the clock has 12 hours, with AM and PM.
  public var usesTwelveHours: Bool { format.usesTwelveHours }
}

extension ValueNotation {
  /// A typed number in the canonical form; nil if it is ambiguous.
  ///
  /// Thousands can be separated by an apostrophe, a space, or a point or comma that is not the
  /// decimal separator, and digits can be full-width or Arabic. A number with a decimal point, as
  /// in files, is understood in every locale. A number in the form of a different locale is
  /// ambiguous: `1.500` and `1,234.5` where the decimal separator is a comma, or `1,5` and
  /// `1.234,5` where it is a point. A text that is not a number is returned unchanged.
  func canonicalNumber(_ typed: String) -> String? {
    let text = withoutSpaces(Self.plain(typed))
    guard !isCanonical else { return Self.pointed(text) }
    let signs = text.filter(Self.isSeparator)
    guard let first = signs.first else { return text }
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: Self.isSeparator)
    guard let last = parts.last, signs.count > 1 else {
      let pointed = text.replacing(",", with: ".")
      if first == decimalSeparator { return pointed }
      let isForeign = first == "," && ValueText.isNumber(pointed) && parts.last?.isEmpty == false
      return isForeign || isGrouped(parts[...]) ? nil : pointed
    }
    let isUniform = signs.allSatisfy { $0 == first }
    if isUniform { return isGrouped(parts[...]) ? parts.joined() : text }
    // The last separator is the decimal one if all earlier ones are of the other kind.
    guard signs.dropLast().allSatisfy({ $0 == first }), isGrouped(parts.dropLast()) else {
      return text
    }
    let pointed = "\(parts.dropLast().joined()).\(last)"
    return signs.last == decimalSeparator || !ValueText.isNumber(pointed) ? pointed : nil
  }

  /// The text of a number, with the spaces between groups of digits removed; unchanged if the parts
  /// are not groups.
  func withoutSpaces(_ text: String) -> String {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last else { return text }
    let whole = last.prefix { !Self.isSeparator($0) }
    return isGrouped(parts.dropLast() + [whole]) ? parts.joined() : text
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character == "." || character == ","
  }

  /// The first ambiguous number in a text; nil if there is none.
  func ambiguousNumber(in typed: String) -> String? {
    Self.plain(typed).split { !"0123456789.,".contains($0) }.map(String.init)
      .first { canonicalNumber($0) == nil }
  }

  /// A typed integer in the canonical form; nil if it is ambiguous.
  ///
  /// Thousands can have separators. A number with a single separator is ambiguous if that is the
  /// decimal separator of the locale, as in `1.500` where it is a point.
  func canonicalInteger(_ typed: String) -> String? {
    guard !isCanonical else { return Self.plain(typed) }
    let text = withoutSpaces(Self.plain(typed))
    let signs = text.filter(Self.isSeparator)
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: Self.isSeparator)
    guard let first = signs.first, signs.allSatisfy({ $0 == first }), isGrouped(parts[...])
    else { return text }
    return signs.count == 1 && first == decimalSeparator ? nil : parts.joined()
  }

  /// The two possible readings of an ambiguous number, the likely one first.
  func meanings(of typed: String) -> (String, String) {
    let text = withoutSpaces(Self.plain(typed))
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: Self.isSeparator)
    let digits = parts.dropLast().joined()
    let last = String(parts.last ?? "")
    let fraction = "\(digits.isEmpty ? "0" : digits)\(decimalSeparator)\(last)"
    if parts.count > 2 {
      return (fraction, text.filter { !Self.isSeparator($0) || $0 == decimalSeparator })
    }
    let whole = (digits + last).drop { $0 == "0" }
    return isGrouped(parts[...]) ? (String(whole), fraction) : (fraction, String(whole))
  }

  /// A canonical number with the decimal separator of this notation.
  func written(_ number: String) -> String {
    decimalSeparator == "." ? number : number.replacing(".", with: String(decimalSeparator))
  }

  /// Replaces a single comma with a point, unless the text already has a point.
  private static func pointed(_ text: String) -> String {
    let commas = text.filter { $0 == "," }.count
    return commas == 1 && !text.contains(".") ? text.replacing(",", with: ".") : text
  }

  /// Whether the parts are groups of thousands: one to three digits that do not begin with 0, then
  /// groups of three digits.
  ///
  /// In India, the groups before the last three digits have two digits each.
  private func isGrouped(_ parts: ArraySlice<Substring>) -> Bool {
    guard let head = parts.first else { return false }
    let digits = head.drop { $0 == "-" || $0 == "+" }
    func isNumber(_ text: Substring) -> Bool { text.utf8.allSatisfy(\.isDigit) }
    guard (1...3).contains(digits.utf8.count), digits.first != "0", isNumber(digits),
      parts.dropFirst().allSatisfy(isNumber)
    else { return false }
    let sizes = parts.dropFirst().map(\.utf8.count)
    if sizes.allSatisfy({ $0 == 3 }) { return true }
    return format.hasGroupsOfTwo && digits.utf8.count < 3 && sizes.last == 3
      && sizes.dropLast().allSatisfy { $0 == 2 }
  }

  /// The text with ASCII digits and signs instead of full-width ones and those of other scripts,
  /// and without separators that can only separate thousands.
  static func plain(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "'") }
    if isPlain { return text }
    var plain = String.UnicodeScalarView()
    let scalars = text.unicodeScalars
    func digits(after place: String.Index) -> Int {
      scalars[scalars.index(after: place)...].prefix(4)
        .prefix { $0.properties.numericType == .decimal }.count
    }
    for place in scalars.indices {
      let scalar = scalars[place]
      let isAfterDigit = plain.last.map { $0.isASCII && $0.decimalDigit != nil } ?? false
      switch scalar.value {
      case 0x27, 0x2019, 0x66C:
        // Unless three digits follow, this sign means feet or minutes.
        if !isAfterDigit || digits(after: place) != 3 { plain.append(scalar) }
      case _ where scalar.isNarrowSpace:
        // Between digits that are not groups of thousands, this character separates two numbers.
        if !isAfterDigit {
          plain.append(scalar)
        } else if ![0, 3].contains(digits(after: place)) {
          plain.append(" ")
        }
      case 0x2212: plain.append("-")
      case 0x66B: plain.append(".")
      // Direction marks, which surround values shown in Arabic and Hebrew.
      case _ where scalar.isDirectionMark: break
      case 0xFF01...0xFF5E:
        if let ascii = Unicode.Scalar(scalar.value - 0xFEE0) { plain.append(ascii) }
      default:
        if let digit = scalar.decimalDigit {
          plain.append(contentsOf: String(digit).unicodeScalars)
        } else {
          plain.append(scalar)
        }
      }
    }
    return String(plain)
  }

  /// The position in a list that a line gives, in digits of any script; nil if the line is not a
  /// number.
  package static func place(_ line: String) -> Int? { Int(plain(line)) }
}

extension ValueNotation {
  /// The components of a date in the order of the notation.
  var dateComponents: [IntentDateComponent] {
    switch dateOrder {
    case .yearMonthDay: IntentDateComponent.ofDate
    case .dayMonthYear: [.day, .month, .year]
    case .monthDayYear: [.month, .day, .year]
    }
  }

  /// The text of a full date in this notation; nil if it is written as in ISO 8601.
  ///
  /// A date whose year could also be a year of another calendar is also written as in ISO 8601.
  func dateText(_ components: DateComponents) -> String? {
    guard !isCanonical, components.year.map(format.canBeOfOtherCalendar(year:)) != true else {
      return nil
    }
    return format.numericDate(components)
  }

  /// The text of a time of day with AM or PM; nil if it is written as in ISO 8601.
  func timeText(_ components: DateComponents) -> String? {
    guard usesTwelveHours, let hour = components.hour, (0...23).contains(hour),
      let minute = components.minute
    else { return nil }
    let second = components.second.map { ":" + padded($0) } ?? ""
    let shown = Self.twelveHour(hour)
    return "\(shown.hour):\(padded(minute))\(second) \(shown.isAfternoon ? "PM" : "AM")"
  }

  /// Converts an hour from 0 to 23 to the 12-hour clock.
  static func twelveHour(_ hour: Int) -> (hour: Int, isAfternoon: Bool) {
    (hour % 12 == 0 ? 12 : hour % 12, hour >= 12)
  }

  /// The components of a typed date or time; nil if the text is not one.
  ///
  /// ISO 8601 and all forms that the locale shows are always accepted. A time can also have AM or
  /// PM. Three numbers are year, month and day if the first has all digits of a year; otherwise
  /// they are in the order of the notation.
  func components(
    of typed: String, kind: DateComponentsMetadata.Kind
  ) -> DateComponents? {
    let text = Self.plain(typed).trimmed
    if let components = DateText.canonicalComponents(of: text, kind: kind) { return components }
    if kind != .time, let date = format.date(in: text) { return date }
    if kind != .date, let time = format.time(in: text) { return time }
    guard kind == .dateTime, text.utf8.count < LocaleFormat.maximumLength else { return nil }
    // The longest date comes first, because its last number can also be an hour.
    for place in text.indices.dropFirst().reversed() {
      let (date, time) = (text[..<place], text[place...])
      let isInNumber = (date.last?.isInMoment ?? false) && (time.first?.isInMoment ?? false)
      guard !isInNumber, let time = self.time(String(time).trimmed),
        var components = self.date(String(date).trimmed)
      else { continue }
      (components.hour, components.minute) = (time.hour, time.minute)
      components.second = time.second
      return components
    }
    return nil
  }

  private func date(_ text: String) -> DateComponents? {
    // A T can separate a date from a time.
    let isMarked = text.hasSuffix("T") && text.dropLast().last?.isNumber == true
    let date = isMarked ? String(text.dropLast()) : text
    return DateText.canonicalComponents(of: date, kind: .date) ?? format.date(in: date)
  }

  private func time(_ text: String) -> DateComponents? {
    DateText.canonicalComponents(of: text, kind: .time) ?? format.time(in: text)
  }
}
