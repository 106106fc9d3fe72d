import IntentModel

extension DurationText {
  /// The units of the fields, from the largest to the smallest.
  private static let fields = Array(DurationUnit.allCases.reversed())

  /// The numbers of a duration for the fields; nil if it cannot be read or is not a whole number of
  /// seconds.
  ///
  /// An empty text is zero seconds.
  static func fieldTexts(
    of text: String, unit: DurationUnit, words: FormWords, notation: ValueNotation
  ) -> [String]? {
    let seconds =
      text.isEmpty ? 0 : Self.seconds(of: text, unit: unit, words: words, notation: notation)
    guard let seconds, seconds >= 0, seconds < 1e9, seconds == seconds.rounded() else { return nil }
    var rest = Int(seconds)
    return fields.map { field -> String in
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: Int(field.seconds))
      rest = remainder
      return String(count)
    }
  }

  /// The text of the numbers in the fields; an empty field counts as zero.
  static func text(ofFields texts: [String]) -> String {
    let parts = zip(texts, fields).compactMap { text, field in
      text.allSatisfy(\.isWhitespace) || text == "0" ? nil : text + field.symbol
    }
    return parts.isEmpty ? "0" + DurationUnit.seconds.symbol : parts.joined()
  }
}
