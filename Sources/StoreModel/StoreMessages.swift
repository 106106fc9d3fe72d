import IntentModel
package import Messages

/// Problems of stores, and their remedies.
extension Message {
  package static var storeColumnOfOtherType: Message { "A column holds a value of the wrong type." }
  package static func storeUnknownFamily(family: String) -> Message {
    "The family “\(name: family)” is unknown."
  }
  package static var giveOwnNames: Message { "Give each widget its own name. Nothing was saved." }
  package static var correctValue: Message { "Correct the value, then save again." }
  package static var endOtherProgram: Message {
    "Try again; if that does not help, close the other program."
  }
  package static var reportIt: Message {
    "Try again; if that does not help, report it with this message."
  }
}
