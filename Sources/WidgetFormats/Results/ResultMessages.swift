import IntentModel
package import Messages

/// Messages about the texts of a source.
extension Message {
  package static func textCannotBeUsed(text: String) -> Message {
    entry(.name(text))
  }
  package static var correctText: Message { entry() }

  // Dates of entries.
  package static var whatDateStyle: Message { entry() }
}
