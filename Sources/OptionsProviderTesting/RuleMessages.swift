package import Messages

/// The ways in which a source of options can break a rule.
extension Message {
  package static func brokenRule(
    provider: String, question: Message, rule: String, sentence: Message
  ) -> Message {
    entry(.text(provider), .message(question), .text(rule), .message(sentence))
  }
  package static func questionSearch(parameter: String, term: String) -> Message {
    entry(.text(parameter), .text(term))
  }
  package static func questionLimit(parameter: String, limit: Int) -> Message {
    entry(.text(parameter), .integer(limit))
  }
  package static func questionSearchAndLimit(
    parameter: String, term: String, limit: Int
  ) -> Message {
    entry(.text(parameter), .text(term), .integer(limit))
  }
  package static func identifiersInRow(names: [String]) -> Message {
    entry(.names(names))
  }
  package static func identifiersAndMore(names: [String], count: Int) -> Message {
    entry(.names(names), .integer(count))
  }
  package static func providerThrew(cause: Message) -> Message {
    entry(.message(cause))
  }
  package static var answersDifferInOrder: Message { entry() }
  package static func answersDifferByLost(names: Message, count: Int) -> Message {
    entry(.message(names), .integer(count))
  }
  package static func wholeListLacks(names: Message) -> Message {
    entry(.message(names))
  }
  package static var termIsIgnored: Message { entry() }
  package static func answerDespiteTerm(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func termNotFound(identifier: String) -> Message {
    entry(.text(identifier))
  }
  package static func sectionOutOfPlace(title: String) -> Message {
    entry(.text(title))
  }
  package static var untitledOutOfPlace: Message { entry() }
  package static func answerHasChoices(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func answerHasOnly(answered: Int, count: Int) -> Message {
    entry(.integer(answered), .integer(count))
  }
  package static var resolvedInOtherOrder: Message { entry() }
  package static func resolvedLacks(names: Message) -> Message {
    entry(.message(names))
  }
  package static var unknownWasResolved: Message { entry() }
  package static func resolvingThrew(cause: Message) -> Message {
    entry(.message(cause))
  }
  package static func defaultsNotOffered(names: Message) -> Message {
    entry(.message(names))
  }
  package static func defaultsThrew(cause: Message) -> Message {
    entry(.message(cause))
  }
  package static func answeredWithoutError(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var threwCancellation: Message { entry() }
  package static var errorLacksWords: Message { entry() }
  package static func cancelledDidNotEnd(seconds: String) -> Message {
    entry(.decimal(seconds))
  }
  package static func cancelledThrewOther(cause: Message) -> Message {
    entry(.message(cause))
  }
}
