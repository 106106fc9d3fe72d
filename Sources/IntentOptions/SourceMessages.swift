import IntentModel
package import Messages

/// What happened to a source of options, and what to do about it.
extension Message {
  // Sources that gave no answer.
  package static func sourceNoAnswerWithin(seconds: Argument) -> Message {
    entry(seconds)
  }
  package static var allowMoreTime: Message { entry() }
  package static func parameterHasNoSource(name: String) -> Message {
    entry(.name(name))
  }
  package static var noSourcesAtAll: Message { entry() }
  package static func thereAreSources(names: [String]) -> Message {
    entry(.choices(names))
  }
  package static var nameSource: Message { entry() }
  package static var correctAnswer: Message { entry() }
  package static var sourceThrew: Message { entry() }
  package static func sourceThrewBecause(cause: String) -> Message {
    entry(.text(cause))
  }
  package static var tryAgainOrLook: Message { entry() }
  package static func fallbackNotice(fallback: String, source: String, cause: Message) -> Message {
    entry(.name(fallback), .name(source), .message(cause))
  }
  package static var sourceGaveUp: Message { entry() }
  package static var tryAgain: Message { entry() }
  package static func defaultNotAmongChoices(name: String) -> Message {
    entry(.text(name))
  }
  package static var nameOfferedChoice: Message { entry() }
  package static func providerLacksParameter(name: String) -> Message {
    entry(.text(name))
  }
  package static var generateSwiftAgain: Message { entry() }
}
