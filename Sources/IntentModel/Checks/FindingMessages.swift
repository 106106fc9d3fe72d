package import Messages

/// The problems of definitions, and their remedies.
extension Message {

  // Remedies.
  package static func giveCountOrMore(count: Int) -> Message { "Give \(count) or more." }

  // Values in predicates.
  package static func theNumber(number: Argument) -> Message { "the number \(number)" }

}
