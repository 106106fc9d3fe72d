import IntentModel
package import Messages

/// The problems of option sources, and their remedies.
extension Message {
  // Sources that do not exist.
  package static func builtinUnknown(name: String) -> Message {
    "There is no built-in source “\(name: name)”."
  }
  package static func fileMissing(path: String) -> Message {
    "There is no file “\(name: path, limit: 120)”."
  }

  // Sources that did not respond.
  package static func sourceNoAnswerWithin(seconds: Argument) -> Message {
    "The source did not answer within \(seconds, "second", "seconds")."
  }
  package static var allowMoreTime: Message { "Try again, or allow it more time." }
  package static func parameterHasNoSource(name: String) -> Message {
    "The parameter “\(name: name)” has no source."
  }
  package static var noSourcesAtAll: Message { "There are no sources at all." }
  package static func thereAreSources(names: [String]) -> Message {
    "There are sources for \(choices: names)."
  }
  package static var nameSource: Message { "Name a source for the parameter." }
  package static var correctAnswer: Message { "Correct the response of the source." }
  package static var sourceThrew: Message { "The source failed." }
  package static func sourceThrewBecause(cause: String) -> Message {
    "The source failed: \(cause)."
  }
  package static var tryAgainOrLook: Message { "Try again, or check the source." }
  package static func fallbackNotice(fallback: String, source: String, cause: Message) -> Message {
    "These choices are from “\(name: fallback)”, because “\(name: source)” failed: \(cause)"
  }
  package static var sourceGaveUp: Message { "The source cancelled the request." }
  package static var tryAgain: Message { "Try again." }
  package static func defaultNotAmongChoices(name: String) -> Message {
    "The default “\(name)” is not among the choices."
  }
  package static var nameOfferedChoice: Message { "Name a choice that the source offers." }
  package static func providerLacksParameter(name: String) -> Message {
    "The provider has no choices for the parameter “\(name)”."
  }
  package static var generateSwiftAgain: Message {
    "Generate the Swift code again from a definition that has the parameter."
  }

  // Responses that break a rule.
  package static func answerTooManyItems(count: Int, limit: Int) -> Message {
    "The response has \(count) items; at most \(limit) are allowed."
  }
  package static var theAnswer: Message { "The response" }
  package static func sectionAt(section: Int) -> Message { "Section \(section)" }
  package static func sectionTitled(section: Int, title: String) -> Message {
    "Section \(section) “\(title)”"
  }
  package static func itemAt(item: Int, section: Int) -> Message {
    "Item \(item) of section \(section)"
  }
  package static func itemTitled(item: Int, section: Int, title: String) -> Message {
    "Item \(item) of section \(section) “\(title)”"
  }
  package static func otherItemAt(item: Int, section: Int) -> Message {
    "item \(item) of section \(section)"
  }
  package static func otherItemTitled(item: Int, section: Int, title: String) -> Message {
    "item \(item) of section \(section) “\(title)”"
  }
  package static func emptyIdentifierIn(part: Message) -> Message {
    "\(part) has an empty identifier."
  }
  package static func identifierAgain(part: Message, name: String, other: Message) -> Message {
    "\(part) has the identifier “\(name)”, which \(other) has too."
  }
  package static func textTooLongIn(
    part: Message, name: Message, length: Int, limit: Int
  ) -> Message {
    "\(part) has a \(name) of \(length) bytes; at most \(limit) are allowed."
  }
  package static func controlCharacterIn(
    part: Message, code: String, position: Int, name: Message
  ) -> Message {
    "\(part) has the control character U+\(code) as character \(position) of its \(name)."
  }
  package static var fieldPrompt: Message { "prompt" }
  package static var fieldNotice: Message { "notice" }
  package static var fieldTitle: Message { "title" }
  package static var fieldIdentifier: Message { "identifier" }
  package static var fieldDisplay: Message { "display text" }
  package static var fieldSubtitle: Message { "subtitle" }
  package static var fieldSymbol: Message { "symbol" }
}
