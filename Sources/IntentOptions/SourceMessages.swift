import IntentModel
package import Messages

/// The problems of option sources, and their remedies.
extension Message {
  // Sources that do not exist.
  package static func builtinUnknown(name: String) -> Message {
    entry(.name(name))
  }
  package static func fileMissing(path: String) -> Message {
    entry(.name(path, limit: 120))
  }

  // Sources that did not respond.
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

  // Responses that break a rule.
  package static func answerTooManyItems(count: Int, limit: Int) -> Message {
    entry(.integer(count), .integer(limit))
  }
  package static var theAnswer: Message { entry() }
  package static func sectionAt(section: Int) -> Message {
    entry(.integer(section))
  }
  package static func sectionTitled(section: Int, title: String) -> Message {
    entry(.integer(section), .text(title))
  }
  package static func itemAt(item: Int, section: Int) -> Message {
    entry(.integer(item), .integer(section))
  }
  package static func itemTitled(item: Int, section: Int, title: String) -> Message {
    entry(.integer(item), .integer(section), .text(title))
  }
  package static func otherItemAt(item: Int, section: Int) -> Message {
    entry(.integer(item), .integer(section))
  }
  package static func otherItemTitled(item: Int, section: Int, title: String) -> Message {
    entry(.integer(item), .integer(section), .text(title))
  }
  package static func emptyIdentifierIn(part: Message) -> Message {
    entry(.message(part))
  }
  package static func identifierAgain(part: Message, name: String, other: Message) -> Message {
    entry(.message(part), .text(name), .message(other))
  }
  package static func textTooLongIn(
    part: Message, name: Message, length: Int, limit: Int
  ) -> Message {
    entry(.message(part), .message(name), .integer(length), .integer(limit))
  }
  package static func controlCharacterIn(
    part: Message, code: String, position: Int, name: Message
  ) -> Message {
    entry(.message(part), .text(code), .integer(position), .message(name))
  }
  package static var fieldPrompt: Message { entry() }
  package static var fieldNotice: Message { entry() }
  package static var fieldTitle: Message { entry() }
  package static var fieldIdentifier: Message { entry() }
  package static var fieldDisplay: Message { entry() }
  package static var fieldSubtitle: Message { entry() }
  package static var fieldSymbol: Message { entry() }
}
