package import Messages

/// What is wrong with custom key bindings, and what to do about it.
extension Message {
  package static var noSuchPlace: Message { entry() }
  package static var noSuchAction: Message { entry() }
  package static func isNotAKey(key: String) -> Message {
    entry(.text(key))
  }
  package static var writeKeyAs: Message { entry() }
  package static func keyIsGiven(key: String, action: String) -> Message {
    entry(.text(key), .text(action))
  }
  package static var giveKeyToOne: Message { entry() }

  // Terminals that cannot be used.
  package static var terminalMissing: Message { entry() }
  package static var terminalIsOther: Message { entry() }
  package static var terminalInUse: Message { entry() }
  package static var terminalSettingsStay: Message { entry() }
  package static var terminalWithoutPipe: Message { entry() }
  package static var terminalNotReadable: Message { entry() }
  package static var terminalNotWritable: Message { entry() }
  package static func systemErrorNumber(number: Int) -> Message {
    entry(.integer(number))
  }
  package static func formEndedBySignal(number: Int) -> Message {
    entry(.integer(number))
  }
}
