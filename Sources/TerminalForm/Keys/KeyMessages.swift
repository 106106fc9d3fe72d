package import Messages

/// What is wrong with custom key bindings, and what to do about it.
extension Message {
  package static var noSuchPlace: Message { "There is no such place." }
  package static var noSuchAction: Message { "There is no such action." }
  package static func isNotAKey(key: String) -> Message { "“\(key)” is not a key." }
  package static var writeKeyAs: Message { "Write it as ctrl+s, alt+down, f5 or a character." }
  package static func keyIsGiven(key: String, action: String) -> Message {
    "“\(key)” is already bound to \(action)."
  }
  package static var giveKeyToOne: Message { "Bind the key to one of the two." }

  // Terminals that cannot be used.
  package static var terminalMissing: Message {
    "There is no terminal to show a form on. Run it in one, or give the answers as options."
  }
  package static var terminalIsOther: Message { "The descriptor is not a terminal." }
  package static var terminalInUse: Message { "This program already uses the terminal." }
  package static var terminalSettingsStay: Message {
    "The settings of the terminal cannot be changed."
  }
  package static var terminalWithoutPipe: Message { "The pipe for signals cannot be created." }
  package static var terminalNotReadable: Message { "The terminal cannot be read." }
  package static var terminalNotWritable: Message { "The terminal cannot be written." }
  package static func systemErrorNumber(number: Int) -> Message { "System error \(number)." }
  package static func formEndedBySignal(number: Int) -> Message {
    "Signal \(number) ended the form."
  }
}
