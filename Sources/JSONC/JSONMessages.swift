package import Messages

/// Messages about JSON text and their remedies.
extension Message {
  package static var jsonEmpty: Message { entry() }
  package static var jsonOneValue: Message { entry() }
  package static var jsonEndsInside: Message { entry() }
  package static var jsonMayBeCutOff: Message { entry() }
  package static var jsonTrailingText: Message { entry() }
  package static func jsonValueExpected(found: String) -> Message {
    entry(.text(found))
  }
  package static func jsonUnknownLiteral(word: String) -> Message {
    entry(.name(word))
  }
  package static var jsonQuoteText: Message { entry() }
  package static func jsonKeyExpected(found: String) -> Message {
    entry(.text(found))
  }
  package static func jsonColonExpected(found: String) -> Message {
    entry(.text(found))
  }
  package static func jsonCommaOrBrace(found: String) -> Message {
    entry(.text(found))
  }
  package static func jsonCommaOrBracket(found: String) -> Message {
    entry(.text(found))
  }
  package static var jsonTrailingComma: Message { entry() }
  package static var jsonComment: Message { entry() }
  package static var jsonSingleQuotes: Message { entry() }
  package static var jsonUseDoubleQuotes: Message { entry() }
  package static func jsonDuplicateKey(key: String, line: Int) -> Message {
    entry(.name(key), .integer(line))
  }
  package static var removeOneOfThem: Message { entry() }
  package static func jsonNonFinite(word: String) -> Message {
    entry(.name(word))
  }
  package static var jsonUseNull: Message { entry() }
  package static var jsonLeadingPlus: Message { entry() }
  package static var jsonLeadingZeros: Message { entry() }
  package static var removeThem: Message { entry() }
  package static func jsonDigitExpected(found: String) -> Message {
    entry(.text(found))
  }
  package static func jsonIntegerOutOfRange(number: String) -> Message {
    entry(.text(number))
  }
  package static func jsonIntegerRange(lower: String, upper: String) -> Message {
    entry(.text(lower), .text(upper))
  }
  package static func jsonNumberOutOfRange(number: String) -> Message {
    entry(.text(number))
  }
  package static var jsonNumberLimit: Message { entry() }
  package static func jsonControlCharacter(character: String) -> Message {
    entry(.text(character))
  }
  package static var correctTheText: Message { entry() }
  package static func jsonInvalidEscape(text: String) -> Message {
    entry(.name(text))
  }
  package static var jsonWriteBackslash: Message { entry() }
  package static var jsonUnicodeEscape: Message { entry() }
  package static func jsonLoneSurrogate(text: String) -> Message {
    entry(.name(text))
  }
  package static var jsonWriteBothHalves: Message { entry() }
  package static func jsonInvalidUTF8(byte: String) -> Message {
    entry(.text(byte))
  }
  package static var saveAsUTF8: Message { entry() }
  package static var jsonByteOrderMark: Message { entry() }
  package static var saveWithoutMark: Message { entry() }
  package static func jsonTooDeep(limit: String) -> Message {
    entry(.text(limit))
  }
  package static var makeFlatter: Message { entry() }
  package static func jsonTooLarge(limit: String) -> Message {
    entry(.text(limit))
  }
  package static var giveLess: Message { entry() }
  package static var jsonLibraryRefused: Message { entry() }
  package static var memoryMayBeShort: Message { entry() }
  package static var numberNotFinite: Message { entry() }
  package static var nestedTooDeep: Message { entry() }
}
