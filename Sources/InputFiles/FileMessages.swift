import IntentModel
package import Messages

/// The reasons why a file cannot be read, and the remedies.
extension Message {
  package static func fileTooLarge(limit: Int) -> Message {
    "The file is larger than the limit of \(limit) bytes."
  }
}
