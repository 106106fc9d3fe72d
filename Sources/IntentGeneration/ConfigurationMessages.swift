import IntentModel
package import Messages

/// Messages about the configuration of a plugin and about its output folder.
extension Message {
  package static var configNotAnObject: Message { entry() }
  package static func configSirikitNames(key: String) -> Message {
    entry(.text(key))
  }
  package static var configRemoveOrOther: Message { entry() }
  package static func configNotTruth(key: String) -> Message {
    entry(.text(key))
  }
  package static func configNotArray(key: String) -> Message {
    entry(.text(key))
  }
  package static func configNotObject(key: String) -> Message {
    entry(.text(key))
  }
  package static var configNewNames: Message { entry() }
  package static func configNotAChoice(text: String, key: String) -> Message {
    entry(.name(text), .text(key))
  }
  package static var configNotText: Message { entry() }
  package static var configInQuotes: Message { entry() }
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

  // How to write a configuration.
  package static func configWrite(form: String) -> Message {
    entry(.text(form))
  }
}
