package import Messages

/// The ways in which a source of options can break a rule.
extension Message {
  package static func brokenRule(
    provider: String, question: Message, rule: String, sentence: Message
  ) -> Message {
    "\(provider) (\(question)): \(rule): \(sentence)"
  }
  package static func questionSearch(parameter: String, term: String) -> Message {
    "\(parameter), search “\(term)”"
  }
  package static func questionLimit(parameter: String, limit: Int) -> Message {
    "\(parameter), limit \(limit)"
  }
  package static func questionSearchAndLimit(
    parameter: String, term: String, limit: Int
  ) -> Message {
    "\(parameter), search “\(term)”, limit \(limit)"
  }
  package static func identifiersInRow(names: [String]) -> Message { "\(names: names)" }
  package static func identifiersAndMore(names: [String], count: Int) -> Message {
    "\(names: names) and \(count) more"
  }
  package static func providerThrew(cause: Message) -> Message { "The provider threw: \(cause)" }
  package static var answersDifferInOrder: Message {
    "Two identical requests got different responses: the order or number of choices differs."
  }
  package static func answersDifferByLost(names: Message, count: Int) -> Message {
    """
    Two identical requests got different responses: \(names) \(count, one: "is", other: "are") \
    missing from the second.
    """
  }
  package static func wholeListLacks(names: Message) -> Message {
    "The whole list does not have \(names)."
  }
  package static var termIsIgnored: Message {
    "The term is ignored: the response is the list without a term."
  }
  package static func answerDespiteTerm(count: Int) -> Message {
    "No choice contains the term, but the response has \(count, "choice", "choices")."
  }
  package static func termNotFound(identifier: String) -> Message {
    "The term begins the text of “\(identifier)”, but the search does not find it."
  }
  package static func sectionOutOfPlace(title: String) -> Message {
    "The section “\(title)” is not in its place."
  }
  package static var untitledOutOfPlace: Message {
    "The section without a title is not in its place."
  }
  package static func answerHasChoices(count: Int) -> Message {
    "The response has \(count, "choice", "choices")."
  }
  package static func answerHasOnly(answered: Int, count: Int) -> Message {
    "The response has only \(answered) of \(count, "choice", "choices")."
  }
  package static var resolvedInOtherOrder: Message {
    "Offered choices were resolved in a different order."
  }
  package static func resolvedLacks(names: Message) -> Message {
    "Some offered choices were not resolved: \(names)."
  }
  package static var unknownWasResolved: Message {
    "An identifier that is not offered was resolved."
  }
  package static func resolvingThrew(cause: Message) -> Message { "Resolving threw: \(cause)" }
  package static func defaultsNotOffered(names: Message) -> Message {
    "Default choices are not offered: \(names)."
  }
  package static func defaultsThrew(cause: Message) -> Message {
    "The default choices threw: \(cause)"
  }
  package static func answeredWithoutError(count: Int) -> Message {
    "The provider answered with \(count, "choice", "choices"), not an error."
  }
  package static var threwCancellation: Message {
    "The provider threw CancellationError, but the request was not cancelled."
  }
  package static var errorLacksWords: Message { "The error lacks a message or a remedy." }
  package static func cancelledDidNotEnd(seconds: String) -> Message {
    "A cancelled request did not end within \(number: seconds, "second", "seconds")."
  }
  package static func cancelledThrewOther(cause: Message) -> Message {
    "A cancelled request threw something else: \(cause)"
  }
}
