package import Messages

#if canImport(FoundationInternationalization)
  import FoundationEssentials
  import FoundationInternationalization
#else
  import Foundation
#endif

extension LocaleFormat {
  /// The text of a number; only numbers with more digits than a year have digit groups.
  public func text(of number: Int) -> String { localized(String(number)) }

  /// The shortest text of a number that reads back as the same number.
  public func text(of number: Double) -> String { localized(number.shortest) }

  /// Localizes a number that is written with digits and a point.
  ///
  /// A text of another form, for example with an exponent, is returned unchanged.
  public func localized(_ number: String) -> String {
    guard !isPlain, let (decimal, fractionDigits) = Self.decimal(number) else { return number }
    return facts.number(decimal, fractionDigits: fractionDigits)
  }

  /// An amount of money with the sign or the code of its currency.
  ///
  /// - Parameters:
  ///   - amount: The digits of the amount, with a point; all of them are written.
  ///   - code: The code of the currency (ISO 4217).
  public func text(ofAmount amount: String, currency code: String) -> String {
    // For XXX, Foundation writes the sign for an unknown currency instead of the code.
    guard !isPlain, code.isCurrencyCode, code != "XXX",
      let (decimal, fractionDigits) = Self.decimal(amount)
    else { return "\(localized(amount)) \(code)" }
    return facts.currency(decimal, code: code, fractionDigits: fractionDigits)
  }

  /// The currency of the region, or, if the tag has none, of the language's most likely region.
  package var currency: String? {
    let likely = Locale(identifier: facts.locale.language.maximalIdentifier)
    return (facts.locale.currency ?? likely.currency)?.identifier
  }

  /// The currency for a code, or for a sign that this locale uses; nil for anything else.
  public func currency(ofSign sign: String) -> String? {
    if let code = facts.signs[sign] { return code }
    let code = sign.uppercased()
    return sign.utf8.allSatisfy(\.isLetter) && code.isCurrencyCode ? code : nil
  }

  /// A text with its ASCII digits replaced by the digits of the locale.
  public func inDigits(_ text: String) -> String {
    guard !isPlain else { return text }
    let digits = facts.digits
    guard digits.count == 10, digits.first != "0" else { return text }
    return String(
      text.map { character in
        guard let digit = character.wholeNumberValue, character.isASCII else { return character }
        return digits[digit]
      })
  }

  /// A number within the precision of `Decimal`, and its number of digits after the point; nil for
  /// any other text.
  private static func decimal(_ number: String) -> (Decimal, fractionDigits: Int)? {
    let parts = number.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard number.utf8.count <= 39, !number.hasPrefix("--"), (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }),
      let decimal = Decimal(string: number, locale: Locale(identifier: "en_US_POSIX"))
    else { return nil }
    return (decimal, parts.count == 2 ? parts[1].utf8.count : 0)
  }
}

extension LocaleFormat {
  /// A number of seconds as people see it, such as `1 h 30 min` or `1 Std. 30 Min.`.
  public func duration(_ seconds: Double) -> String {
    guard !isPlain else { return seconds.durationWords }
    return seconds.durationPieces.map { number, unit in
      Double(number).map { duration($0, in: unit) } ?? "\(number) \(unit.symbol)"
    }.joined(separator: facts.units.separator)
  }

  /// A duration in a single unit, such as `90 min` or `90 Min.`.
  package func duration(_ number: Double, in unit: DurationUnit) -> String {
    let written = number.shortest
    let seconds = number * unit.seconds
    // Foundation crashes the program for durations that it cannot hold.
    guard !isPlain, !written.contains("e"), abs(seconds) < Double.wholeLimit else {
      return "\(written) \(unit.symbol)"
    }
    let fraction = written.split(separator: ".").dropFirst().first?.utf8.count ?? 0
    return facts.duration(seconds, unit.formatted, fractionDigits: fraction)
  }

  /// The format for a sentence in a message: this format if it is for the sentence's language,
  /// otherwise a format for that language.
  package func inSentences(_ language: MessageLanguage) -> LocaleFormat {
    let tag = LanguageTag(language.rawValue)?.language
    return tag == self.language ? self : LocaleFormat(locale: language.rawValue)
  }

  /// The number of seconds in a unit, given by its name in lowercase and without points, such as
  /// `tg`; nil for an unknown name.
  package func secondsOfUnit(named name: String) -> Double? {
    isPlain ? nil : facts.units.units[name]
  }

  /// The number of seconds for a word that means both a number and its unit, such as the dual in
  /// Hebrew; nil for any other word.
  package func seconds(ofWord word: String) -> Double? {
    isPlain ? nil : facts.units.wholes[word]
  }
}
