import IntentModel
package import Messages

/// Messages about the configuration of a plugin and about its output folder.
extension Message {
  package static func configSirikitNames(key: String) -> Message {
    entry(.text(key))
  }
  package static var configRemoveOrOther: Message { entry() }
  package static func configNotAModule(text: String) -> Message {
    entry(.name(text))
  }
  package static func configNotAType(text: String) -> Message {
    entry(.name(text))
  }
  package static var configWriteName: Message { entry() }
  package static func fileCannotBeWritten(cause: Message) -> Message {
    entry(.message(cause))
  }
}
