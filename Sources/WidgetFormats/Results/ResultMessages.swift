import IntentModel
package import Messages

/// Messages about the texts of a source.
extension Message {
  package static func textCannotBeUsed(text: String) -> Message {
    entry(.name(text))
  }
  package static var correctText: Message { entry() }

  // Tables of choices.
  package static func atLine(line: Int, sentence: Message) -> Message {
    entry(.integer(line), .message(sentence))
  }
  package static func answerTooManyRows(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static func answerLacksColumn(name: String) -> Message {
    entry(.name(name, limit: 120))
  }
  package static var nameTheColumns: Message { entry() }
  package static var makeFileSmaller: Message { entry() }
  package static func rowHasFields(count: Int, expected: Int) -> Message {
    entry(.integer(count), .integer(expected))
  }
  package static var giveAsManyFields: Message { entry() }
  package static func noColumn(name: String) -> Message {
    entry(.name(name, limit: 120))
  }
  package static func twoColumns(name: String) -> Message {
    entry(.name(name, limit: 120))
  }
  package static var textNotUTF8: Message { entry() }
  package static var saveFileAsUTF8: Message { entry() }
  package static var strayQuote: Message { entry() }
  package static var quoteWholeField: Message { entry() }
  package static var textAfterQuote: Message { entry() }
  package static var doubleQuotes: Message { entry() }
  package static var fieldHasNoEnd: Message { entry() }
  package static var addEndingQuote: Message { entry() }

  // Dates of entries.
  package static var whatDateStyle: Message { entry() }
}
