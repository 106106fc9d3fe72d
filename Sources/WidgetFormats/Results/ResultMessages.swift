import IntentModel
package import Messages

/// Messages about the texts of a source.
extension Message {
  package static func textCannotBeUsed(text: String) -> Message {
    "The text “\(name: text)” cannot be used."
  }
  package static var correctText: Message { "Correct the text." }

  // Tables of choices.
  package static func atLine(line: Int, sentence: Message) -> Message {
    "At line \(line): \(sentence)"
  }
  package static func answerTooManyRows(limit: Int) -> Message {
    "The response has more than \(limit) rows."
  }
  package static func answerLacksColumn(name: String) -> Message {
    "The response has no column “\(name: name, limit: 120)”."
  }
  package static var nameTheColumns: Message {
    "Name the columns identifier, display, subtitle, section and symbol."
  }
  package static var makeFileSmaller: Message { "Make the file smaller." }
  package static func rowHasFields(count: Int, expected: Int) -> Message {
    "The row has \(count, "field", "fields"), but the header has \(expected)."
  }
  package static var giveAsManyFields: Message {
    "Give each row as many fields as the header; quote fields that have a comma."
  }
  package static func noColumn(name: String) -> Message {
    "There is no column “\(name: name, limit: 120)”."
  }
  package static func twoColumns(name: String) -> Message {
    "There are two columns “\(name: name, limit: 120)”."
  }
  package static var textNotUTF8: Message { "The text is not UTF-8." }
  package static var saveFileAsUTF8: Message { "Save the file as UTF-8." }
  package static var strayQuote: Message {
    "There is a quotation mark in a field that does not begin with one."
  }
  package static var quoteWholeField: Message {
    "Quote the whole field and double the quotation marks in it."
  }
  package static var textAfterQuote: Message {
    "There is text after the quotation mark that ends a field."
  }
  package static var doubleQuotes: Message { "Double the quotation marks inside the field." }
  package static var fieldHasNoEnd: Message { "The quoted field has no end." }
  package static var addEndingQuote: Message { "Add the quotation mark that ends it." }

  // Dates of entries.
  package static var whatDateStyle: Message { "date style" }
}
