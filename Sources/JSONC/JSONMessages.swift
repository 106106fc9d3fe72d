package import Messages

/// Messages about JSON text and their remedies.
extension Message {
  package static var jsonUseNull: Message { "Use null or a string." }
  package static var makeFlatter: Message { "Reduce the nesting." }
}
