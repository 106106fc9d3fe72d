/// How names of a definition are spelt in Swift.
///
/// The spelling is stable: it depends on the name and on the names before it in the same scope. A
/// character that no identifier has becomes `_`; a digit in front gets a `_` before it; a keyword
/// stands in back-ticks; a name that is taken gets `_2`, `_3` and so on.
enum SwiftName {
  /// The name with nothing in it that an identifier cannot have; not yet safe from keywords.
  static func plain(_ name: String) -> String {
    var plain = ""
    for scalar in name.unicodeScalars {
      plain.unicodeScalars.append(continues(scalar) ? scalar : "_")
    }
    guard let first = plain.unicodeScalars.first else { return "_empty" }
    if plain.allSatisfy({ $0 == "_" }) { return plain + "name" }
    return starts(first) ? plain : "_" + plain
  }

  /// The name as an identifier, in back-ticks where it is a keyword.
  static func identifier(_ name: String) -> String {
    let plain = plain(name)
    return keywords.contains(plain) ? "`\(plain)`" : plain
  }

  /// The name with an upper-case first letter, for the middle of a longer name.
  static func capitalized(_ name: String) -> String {
    let plain = plain(name)
    guard let first = plain.first else { return plain }
    return first.uppercased() + plain.dropFirst()
  }

  private static func starts(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || (scalar.isASCII ? isLetter(scalar) : scalar.properties.isXIDStart)
  }

  private static func continues(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isLetter(scalar) || scalar == "_" || ("0"..."9").contains(scalar) }
    return scalar.properties.isXIDContinue
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// The reserved words of the language (The Swift Programming Language, Lexical Structure).
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "open", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
    "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}

/// The names of one scope, none of them twice.
struct SwiftScope {
  private var taken: Set<String>

  /// Makes a scope in which some names already mean something.
  init(reserved: Set<String> = []) {
    taken = reserved
  }

  /// Gives a name its spelling in this scope: its own, or with a number where that is taken.
  mutating func claim(_ name: String) -> String {
    let plain = SwiftName.plain(name)
    var spelling = plain
    var number = 1
    while !taken.insert(spelling).inserted {
      number += 1
      spelling = "\(plain)_\(number)"
    }
    return SwiftName.identifier(spelling)
  }
}
