package import Messages

/// What happens to stored answers when a definition changes.
extension Message {
  package static func rangeFromTo(lower: String, upper: String) -> Message {
    "\(number: lower) to \(number: upper)"
  }
  package static func rangeOrMore(lower: String) -> Message { "\(number: lower) or more" }
  package static func rangeOrLess(upper: String) -> Message { "\(number: upper) or less" }
  package static var anyCount: Message { "any number" }
  package static var noValue: Message { "none" }
  package static var diffUnchanged: Message { "Unchanged." }
  package static func diffSize(family: String, new: Message, old: Message) -> Message {
    "\(family) \(new) instead of \(old)"
  }
  // What happens to stored answers, and what to do.
  package static var keptIfFound: Message {
    "A stored answer is kept; it is unknown whether a phone finds it."
  }
  package static var unitNotDocumented: Message {
    "Apple does not document in which unit a phone reads a stored number."
  }
  package static var outOfRangeNotDocumented: Message {
    "Apple does not document what a phone does with a stored value out of range."
  }
  package static var refusalNotDocumented: Message {
    "Apple does not document what a phone does with a stored value that is no longer accepted."
  }
  package static var keepType: Message { "Keep the type, or try the change on a phone first." }
  package static var acceptSameValues: Message {
    "Accept the same values, or try the change on a phone first."
  }

  // Answers in messages.
  package static var on: Message { "on" }
  package static var off: Message { "off" }
}
