import IntentModel
package import Messages

/// Messages about the texts of a source.
extension Message {
  // Tables of choices.
  package static var nameTheColumns: Message {
    "Name the columns identifier, display, subtitle, section and symbol."
  }

}
