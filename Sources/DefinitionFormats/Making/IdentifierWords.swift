/// Conversions between names in code and words.
package enum IdentifierWords {
  /// A name in camel case as words: `mirrorCalendarApp` becomes “Mirror calendar app”.
  package static func words(of name: String) -> String {
    var words = ""
    var previous: Character = " "
    for character in name {
      if character == "_" || character == "-" {
        words.append(" ")
      } else if character.isUppercase, previous.isLowercase {
        words += " " + character.lowercased()
      } else {
        words.append(character)
      }
      previous = character
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The name of a type: letters and digits of any script, beginning with a capital letter if the
  /// script has capitals, and with “N” before a digit; empty if the text has no letters or digits.
  package static func typeName(of text: String) -> String {
    let words = text.split { !isOfIdentifier($0) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    guard let first = name.unicodeScalars.first else { return "" }
    return first.properties.isXIDStart ? name : "N" + name
  }

  private static func isOfIdentifier(_ character: Character) -> Bool {
    (character.isLetter || character.isNumber)
      && character.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
  }
}

extension IdentifierWords {
  /// The name and the label of the enum case that a text describes.
  static func caseName(of text: String) -> (name: String, label: String) {
    let type = typeName(of: text)
    let name = type.prefix(1).lowercased() + type.dropFirst()
    return name.isEmpty || name == text ? (text, words(of: text)) : (name, text)
  }
}
