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
  // Answers in messages.
  package static var on: Message { "on" }
  package static var off: Message { "off" }
}
