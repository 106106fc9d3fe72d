package import Messages

/// The problems of definitions, and their remedies.
extension Message {
  // Remedies.
  package static func giveCountOrMore(count: Int) -> Message { "Give \(count) or more." }

  package static var nameNoProduct: Message {
    "Name no product of Apple: say “this device”, for example."
  }

  static var nameParameter: Message { "Name a parameter of the intent." }
  static var removeCondition: Message { "Remove the condition." }

  package static var definitionHasNoIntents: Message { "The definition has no intents." }

  // Words that the App Store refuses.
  package static func storeRefuses(word: String, what: Message, language: String) -> Message {
    """
    The App Store refuses names of Apple's products in the \(phrase: what) of an App Intent \
    (\(StoreWords.notice)), and the text for “\(name: language)” has “\(name: word)”.
    """
  }

  // Values in predicates.
  package static func theNumber(number: Argument) -> Message { "the number \(number)" }
}
