/// The forms that a text can have for numbers (CLDR plural categories of cardinals).
enum PluralForm: String, CaseIterable {
  case zero, one, two, few, many, other

  /// The form for a number in a language (CLDR 46, plural rules for cardinals).
  ///
  /// - Parameter digits: The number with a point before the fraction. A text that is not a number
  ///   has the form ``other``.
  init(_ digits: String, in language: MessageLanguage) {
    let parts = digits.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) }
    }
    guard (1...2).contains(parts.count), isNumber, let whole = parts.first else {
      self = .other
      return
    }
    let fraction = parts.count == 2 ? parts[1] : nil
    self =
      switch language {
      case .english, .german: whole == "1" && fraction == nil ? .one : .other
      case .hebrew: Self.hebrew(whole, hasFraction: fraction != nil)
      case .arabic: fraction?.contains { $0 != "0" } == true ? .other : Self.arabic(whole)
      case .chinese, .japanese: .other
      }
  }

  /// A fraction below one has the form of one.
  private static func hebrew(_ whole: Substring, hasFraction: Bool) -> PluralForm {
    switch (whole, hasFraction) {
    case ("1", false), ("0", true): .one
    case ("2", false): .two
    default: .other
    }
  }

  /// Numbers from 3 on are classified by their last two digits.
  private static func arabic(_ whole: Substring) -> PluralForm {
    switch (whole, Int(whole.suffix(2)) ?? 0) {
    case ("0", _): .zero
    case ("1", _): .one
    case ("2", _): .two
    case (_, 3...10): .few
    case (_, 11...99): .many
    default: .other
    }
  }
}
