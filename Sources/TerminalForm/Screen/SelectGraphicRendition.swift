/// The control sequence that changes the pen (SGR, ECMA-48 §8.3.117).
enum SelectGraphicRendition {
  /// The shorter of two sequences: one with only the changes, or a reset followed by the whole
  /// style.
  static func bytes(from old: Style, to new: Style) -> [UInt8] {
    if old == new { return [] }
    if new == .plain { return [0x1B, 0x5B, 0x6D] }
    var changes = Codes()
    changes.add(from: old, to: new)
    // An omitted parameter means 0, which resets everything (ECMA-48 §5.4.2).
    var anew = Codes(bytes: [Codes.separator])
    anew.add(from: .plain, to: new)
    let codes = changes.bytes.count <= anew.bytes.count ? changes : anew
    return [0x1B, 0x5B] + codes.bytes + [0x6D]
  }
}

/// The parameters of a control sequence: numbers separated by semicolons.
private struct Codes {
  static let separator = UInt8(ascii: ";")

  var bytes: [UInt8] = []

  /// The codes that turn each attribute on and off, except for the weight.
  private static let switches: [(attribute: TextAttributes, on: Int, off: Int)] = [
    (.italic, 3, 23), (.underline, 4, 24), (.reverse, 7, 27), (.strikethrough, 9, 29),
  ]

  mutating func add(from old: Style, to new: Style) {
    addWeight(from: old.attributes, to: new.attributes)
    for entry in Self.switches
    where old.attributes.contains(entry.attribute) != new.attributes.contains(entry.attribute) {
      add(new.attributes.contains(entry.attribute) ? entry.on : entry.off)
    }
    if old.foreground != new.foreground { add(new.foreground, base: 30) }
    if old.background != new.background { add(new.background, base: 40) }
  }

  private mutating func addWeight(from old: TextAttributes, to new: TextAttributes) {
    let weight: TextAttributes = [.bold, .dim]
    var kept = old.intersection(weight)
    if !kept.isSubset(of: new) {
      add(22)  // A single code ends both bold and dim.
      kept = []
    }
    let added = new.intersection(weight).subtracting(kept)
    if added.contains(.bold) { add(1) }
    if added.contains(.dim) { add(2) }
  }

  private mutating func add(_ color: TerminalColor, base: Int) {
    switch color {
    case .default: add(base + 9)
    case .ansi(let number):
      let number = Int(number & 15)
      add(number < 8 ? base + number : base + 52 + number)
    case .indexed(let number): add(base + 8, 5, Int(number))
    case .rgb(let red, let green, let blue): add(base + 8, 2, Int(red), Int(green), Int(blue))
    }
  }

  private mutating func add(_ numbers: Int...) {
    for number in numbers {
      if let last = bytes.last, last != Self.separator { bytes.append(Self.separator) }
      bytes.appendDecimal(number)
    }
  }
}

extension [UInt8] {
  /// Appends the digits of a nonnegative number.
  mutating func appendDecimal(_ number: Int) {
    if number >= 10 { appendDecimal(number / 10) }
    append(UInt8(truncatingIfNeeded: 48 + number % 10))
  }
}
