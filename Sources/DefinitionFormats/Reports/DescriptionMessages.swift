import IntentModel
package import Messages

/// Messages in descriptions and comparisons of definitions.
extension Message {
  package static var thereAreNoIntents: Message { "There are no intents." }
  package static var comparedNothing: Message { "nothing" }
  package static var controlText: Message { "text field" }
  package static func shownStyle(style: Message) -> Message { "in the \(style) style" }
}
