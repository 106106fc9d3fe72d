/// The escape text that changes the pen (ECMA-48 §8.3.117).
enum SelectGraphicRendition {
  /// The shorter of two texts: the changes only, or a reset and everything anew.
  static func bytes(from old: Style, to new: Style) -> [UInt8] {
    if old == new { return [] }
    if new == .plain { return Array("\u{1B}[m".utf8) }
    let changes = changeCodes(from: old, to: new)
    let anew = "0;" + changeCodes(from: .plain, to: new)
    return Array("\u{1B}[\(changes.utf8.count <= anew.utf8.count ? changes : anew)m".utf8)
  }

  private static func changeCodes(from old: Style, to new: Style) -> String {
    var codes = attributeCodes(from: old.attributes, to: new.attributes)
    if old.foreground != new.foreground { codes.append(colorCode(new.foreground, base: 30)) }
    if old.background != new.background { codes.append(colorCode(new.background, base: 40)) }
    return codes.joined(separator: ";")
  }

  private static let switches: [(attribute: TextAttributes, on: String, off: String)] = [
    (.italic, "3", "23"), (.underline, "4", "24"), (.reverse, "7", "27"),
    (.strikethrough, "9", "29"),
  ]

  private static func attributeCodes(
    from old: TextAttributes, to new: TextAttributes
  ) -> [String] {
    var codes: [String] = []
    let weight: TextAttributes = [.bold, .dim]
    var kept = old.intersection(weight)
    if !kept.isSubset(of: new) {
      codes.append("22")  // One code ends both bold and dim.
      kept = []
    }
    let added = new.intersection(weight).subtracting(kept)
    if added.contains(.bold) { codes.append("1") }
    if added.contains(.dim) { codes.append("2") }
    for entry in switches where old.contains(entry.attribute) != new.contains(entry.attribute) {
      codes.append(new.contains(entry.attribute) ? entry.on : entry.off)
    }
    return codes
  }

  private static func colorCode(_ color: Color, base: Int) -> String {
    switch color {
    case .default: "\(base + 9)"
    case .ansi(let number):
      number & 15 < 8 ? "\(base + Int(number & 15))" : "\(base + 52 + Int(number & 15))"
    case .indexed(let number): "\(base + 8);5;\(number)"
    case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
    }
  }
}
