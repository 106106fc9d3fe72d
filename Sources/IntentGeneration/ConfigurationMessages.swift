import IntentModel
package import Messages

/// Messages about the configuration of a plugin and about its output folder.
extension Message {
  package static func configSirikitNames(key: String) -> Message {
    "SiriKit classes have the names and imports that Xcode gives them, so “\(key)” has no effect."
  }
  package static var configRemoveOrOther: Message { "Remove it, or generate typed or app-intents." }
  package static func configNotAModule(text: String) -> Message {
    "“\(name: text)” cannot be the name of a module in Swift."
  }
  package static func configNotAType(text: String) -> Message {
    "“\(name: text)” cannot be the name of a type in Swift."
  }
  package static var configWriteName: Message {
    "Write a name of letters and digits that is not a keyword."
  }
  package static func fileCannotBeWritten(cause: Message) -> Message {
    "The file cannot be written: \(cause)."
  }
}
