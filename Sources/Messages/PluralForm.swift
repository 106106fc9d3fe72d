/// The forms that a text can have for numbers (CLDR plural categories of cardinals).
enum PluralForm: String, CaseIterable {
  case zero, one, two, few, many, other

  /// The form for a number in a language.
  ///
  /// - Parameter digits: The number with a point before the fraction. A text that is not a number
  ///   has the form ``other``.
  init(_ digits: String, in language: MessageLanguage) {
    let number = PluralRule.Operands(digits)
    self = language.pluralRules.first { number.map($0.holds) ?? false }?.form ?? .other
  }
}

/// A plural rule of CLDR, such as `one: i = 1 and v = 0` (UTS 35, part 3, section 5.1.1).
struct PluralRule: Sendable {
  /// A number in the form that the rules need.
  struct Operands {
    private let whole: Substring
    private let fraction: Substring

    /// The number with the given digits and a point before the fraction; nil for any other text.
    init?(_ digits: String) {
      let parts = digits.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
      let isNumber = parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy(\.isDigit)
      }
      guard (1...2).contains(parts.count), isNumber, let whole = parts.first else { return nil }
      (self.whole, fraction) = (whole, parts.count == 2 ? parts[1] : "")
    }

    /// The value of an operand; nil for the absolute value of a number with a fraction, because no
    /// whole number equals it.
    fileprivate func value(of operand: Operand) -> Int? {
      let significant = fraction.prefix(through: fraction.lastIndex { $0 != "0" })
      return switch operand {
      case .n: significant.isEmpty ? Self.value(whole) : nil
      case .i: Self.value(whole)
      case .v: fraction.count
      case .w: significant.count
      case .f: Self.value(fraction)
      case .t: Self.value(significant)
      }
    }

    /// The value of digits.
    ///
    /// If a number has too many digits for an integer, only the last ones are kept, because the
    /// remainders depend on them. No rule refers to a number that large.
    private static func value(_ digits: Substring) -> Int {
      let (kept, beyond) = (18, 1_000_000_000_000_000_000)
      let digits = digits.drop { $0 == "0" }
      let last = Int(digits.suffix(kept)) ?? 0
      return digits.count > kept ? beyond + last : last
    }
  }

  /// The operands of CLDR: the absolute value, its whole part, and the count and the value of the
  /// digits after the point, each with and without trailing zeros.
  fileprivate enum Operand: String {
    case n, i, v, w, f, t
  }

  /// A comparison, such as `n % 100 = 3..10,15`.
  fileprivate struct Relation {
    var operand: Operand
    var modulus: Int?
    var isEqual: Bool
    var ranges: [ClosedRange<Int>]

    /// Reads the words of a relation.
    init?(_ words: [Substring]) {
      let hasModulus = words.count == 5 && words[1] == "%"
      guard words.count == 3 || hasModulus, let operand = Operand(rawValue: String(words[0])),
        ["=", "!="].contains(words[words.count - 2])
      else { return nil }
      (self.operand, modulus) = (operand, hasModulus ? Int(words[2]) : nil)
      isEqual = words[words.count - 2] == "="
      let listed = words[words.count - 1].split(separator: ",")
      ranges = listed.compactMap { range in
        let ends = range.split(separator: ".").compactMap { Int($0) }
        guard let first = ends.first, let last = ends.last, first <= last else { return nil }
        return first...last
      }
      guard !ranges.isEmpty, ranges.count == listed.count, hasModulus == (modulus ?? 0 > 0) else {
        return nil
      }
    }

    func holds(for number: Operands) -> Bool {
      let value = number.value(of: operand).map { value in modulus.map { value % $0 } ?? value }
      return ranges.contains { range in value.map(range.contains) ?? false } == isEqual
    }
  }

  let form: PluralForm
  private let alternatives: [[Relation]]

  /// Reads a rule; nil for anything else.
  init?(_ text: Substring) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let form = PluralForm(rawValue: String(parts[0])) else { return nil }
    let words = parts[1].split(separator: " ")
    let alternatives = words.split(separator: "or").map { alternative in
      alternative.split(separator: "and").map { Relation(Array($0)) }
    }
    let read = alternatives.map { $0.compactMap { $0 } }
    guard zip(read, alternatives).allSatisfy({ $0.count == $1.count }) else { return nil }
    (self.form, self.alternatives) = (form, read)
  }

  /// The rules in a list that is separated by semicolons.
  static func list(_ text: String) -> [PluralRule] {
    text.split(separator: ";").compactMap { PluralRule($0.drop { $0 == " " }) }
  }

  /// Whether a number satisfies the rule.
  func holds(for number: Operands) -> Bool {
    alternatives.contains { $0.allSatisfy { $0.holds(for: number) } }
  }
}

extension Substring {
  /// The text up to an index; empty if the index is nil.
  fileprivate func prefix(through index: Index?) -> Substring {
    index.map { self[...$0] } ?? prefix(0)
  }
}
