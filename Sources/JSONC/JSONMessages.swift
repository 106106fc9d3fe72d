package import Messages

/// Messages about JSON text and their remedies.
extension Message {
  package static var jsonUseNull: Message { "Use null or a string." }
  package static var makeFlatter: Message { "Reduce the nesting." }
  package static var numberNotFinite: Message {
    "The number is not finite, which JSON cannot express."
  }
  package static var nestedTooDeep: Message { "The value is nested too deeply." }
}
