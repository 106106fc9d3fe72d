package import Messages

/// Messages about JSON text and their remedies.
extension Message {
  package static var jsonEmpty: Message { "The text is empty." }
  package static var jsonOneValue: Message { "A JSON text holds one value." }
  package static var jsonEndsInside: Message { "The text ends inside a value." }
  package static var jsonMayBeCutOff: Message { "It may have been cut off." }
  package static var jsonTrailingText: Message { "More text follows the value." }
  package static func jsonValueExpected(found: String) -> Message {
    "A value is expected here, not \(found)."
  }
  package static func jsonUnknownLiteral(word: String) -> Message {
    "“\(name: word)” is not a JSON value."
  }
  package static var jsonQuoteText: Message { "Put text in double quotes." }
  package static func jsonKeyExpected(found: String) -> Message {
    "A key in double quotes is expected here, not \(found)."
  }
  package static func jsonColonExpected(found: String) -> Message {
    "A colon must follow the key, not \(found)."
  }
  package static func jsonCommaOrBrace(found: String) -> Message {
    "A comma or } must follow the member, not \(found)."
  }
  package static func jsonCommaOrBracket(found: String) -> Message {
    "A comma or ] must follow the element, not \(found)."
  }
  package static var jsonTrailingComma: Message { "No comma may follow the last entry." }
  package static var jsonComment: Message { "JSON has no comments." }
  package static var jsonSingleQuotes: Message { "JSON has no single quotes." }
  package static var jsonUseDoubleQuotes: Message { "Use double quotes." }
  package static func jsonDuplicateKey(key: String, line: Int) -> Message {
    "The key “\(name: key)” occurs twice in one object, first in line \(line)."
  }
  package static var removeOneOfThem: Message { "Remove one of them." }
  package static func jsonNonFinite(word: String) -> Message {
    "“\(name: word)” is not a JSON number."
  }
  package static var jsonUseNull: Message { "Use null or a string." }
  package static var jsonLeadingPlus: Message { "A number has no plus sign." }
  package static var jsonLeadingZeros: Message { "A number has no leading zeros." }
  package static var removeThem: Message { "Remove them." }
  package static func jsonDigitExpected(found: String) -> Message {
    "A digit is expected here, not \(found)."
  }
  package static func jsonIntegerOutOfRange(number: String) -> Message {
    "The integer \(number) is out of range."
  }
  package static func jsonIntegerRange(lower: String, upper: String) -> Message {
    "The range is \(lower) to \(upper)."
  }
  package static func jsonNumberOutOfRange(number: String) -> Message {
    "The number \(number) is out of range."
  }
  package static var jsonNumberLimit: Message { "It is beyond 1.8e308." }
  package static func jsonControlCharacter(character: String) -> Message {
    "The control character \(character) must be escaped in a string."
  }
  package static var correctTheText: Message { "Correct the text there." }
  package static func jsonInvalidEscape(text: String) -> Message {
    "“\(name: text)” is not an escape."
  }
  package static var jsonWriteBackslash: Message { "Write \\\\ for a backslash." }
  package static var jsonUnicodeEscape: Message { "Four hexadecimal digits must follow \\u." }
  package static func jsonLoneSurrogate(text: String) -> Message {
    "“\(name: text)” is half of a surrogate pair."
  }
  package static var jsonWriteBothHalves: Message { "Write both halves." }
  package static func jsonInvalidUTF8(byte: String) -> Message {
    "The byte \(byte) is not valid UTF-8."
  }
  package static var saveAsUTF8: Message { "Save the text as UTF-8." }
  package static var jsonByteOrderMark: Message { "JSON has no byte-order mark." }
  package static var saveWithoutMark: Message { "Save the text as UTF-8 without one." }
  package static func jsonTooDeep(limit: String) -> Message {
    "The nesting is deeper than \(limit) levels."
  }
  package static var makeFlatter: Message { "Reduce the nesting." }
  package static func jsonTooLarge(limit: String) -> Message {
    "The text is larger than \(limit) bytes."
  }
  package static var giveLess: Message { "Split it into smaller parts." }
  package static var jsonLibraryRefused: Message { "The JSON library refused the text." }
  package static var memoryMayBeShort: Message { "There may not be enough memory." }
  package static var numberNotFinite: Message {
    "The number is not finite, which JSON cannot express."
  }
  package static var nestedTooDeep: Message { "The value is nested too deeply." }
}
