import Messages

/// The numbers, words and separators of a text, in order.
package struct TextParts: Sendable {
  /// The runs of ASCII digits.
  package var numbers: [String] = []
  /// The runs of letters.
  package var words: [String] = []
  /// All other characters.
  package var separators: [Character] = []

  /// Splits a text into its parts.
  package init(_ text: String) {
    var isInNumber = false
    var isInWord = false
    for character in text {
      let isDigit = character.isDigit
      let isLetter = !isDigit && (character.isLetter || character.isNumber)
      if isDigit {
        if !isInNumber { numbers.append("") }
        numbers[numbers.count - 1].append(character)
      } else if isLetter {
        if !isInWord { words.append("") }
        words[words.count - 1].append(character)
      } else {
        separators.append(character)
      }
      (isInNumber, isInWord) = (isDigit, isLetter)
    }
  }
}

extension String {
  /// The text with ASCII digits in place of the decimal digits of any script.
  package var withASCIIDigits: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let digit = scalar.decimalDigit {
        scalars.append(contentsOf: String(digit).unicodeScalars)
      } else {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// Replaces the first occurrence of one of the given texts with a space.
  mutating func removeFirst(of texts: [String]) {
    for text in texts {
      guard let range = ranges(of: text).first else { continue }
      self = self[..<range.lowerBound] + " " + self[range.upperBound...]
      return
    }
  }
}
