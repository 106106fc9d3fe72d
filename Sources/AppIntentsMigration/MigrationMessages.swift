import IntentModel
package import Messages

/// Messages about the effects of a migration to App Intents on placed widgets.
extension Message {
  package static func writeCode(code: String) -> Message { "Write `\(code)`." }
  package static var addDeclaration: Message { "Add the file that declares it." }
  package static var giveOldProject: Message { "Give the folder of the old project." }
  package static var writeLiteral: Message { "Write a literal." }
  static var useOldDefault: Message {
    "Where the app finds no value for the parameter, use the old default."
  }
  package static var defaultNotLiteral: Message { "The default is not a literal." }
  package static func writeDefault(value: Message) -> Message { "Write the default \(value)." }
  package static var familiesNotLiteral: Message {
    "The families are not literals, so they cannot be compared."
  }
}
