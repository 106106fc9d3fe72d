package import Messages

/// The problems with values, their remedies, and the phrases that they contain.
extension Message {
  // Problems with values.
  package static func wrongType(expected: Message, found: Message) -> Message {
    "Expected \(expected), found \(found)."
  }
  package static func danglingEnum(name: String) -> Message {
    "The definition has no enum “\(name: name)”."
  }
  package static func missingMember(name: String) -> Message {
    "The member “\(name: name)” is missing."
  }
  package static func unknownMember(name: String) -> Message {
    "There is no member “\(name: name)” here."
  }

  // Remedies.
  package static func addMember(name: String) -> Message { "Add “\(name: name)”." }
  package static func giveDegrees(lower: Int, upper: Int) -> Message {
    "Give degrees from \(lower) to \(upper)."
  }
  package static var leaveOut: Message { "Leave the parameter out." }
  package static func didYouMean(name: String) -> Message { "Did you mean “\(name: name)”?" }
  package static func chooseFrom(names: [String]) -> Message { "Choose from \(choices: names)." }
  /// Some of the names to choose from, and the number of remaining ones.
  package static func chooseFrom(names: [String], others: Int) -> Message {
    "Did you mean \(choices: names), or one of \(others) more?"
  }
  package static var writeTheOneMeant: Message { "Write the one that you mean." }
  package static func isNotSet(label: String) -> Message { "“\(name: label)” is not set." }
  package static var setItFirst: Message { "Set it first." }

  // Kinds of values, and an example of what people type.
  package static var aBoolean: Message { "a Boolean" }
  package static var yesOrNo: Message { "yes or no" }
  package static var aWholeNumber: Message { "a whole number" }
  package static var aDecimalNumber: Message { "a decimal number" }
  package static var aString: Message { "a string" }
  package static var anEnumCase: Message { "an enum case" }
  package static var anObject: Message { "an object" }
  package static var aURL: Message { "a URL" }
  package static var anArray: Message { "an array" }

  // Parts of dates and times.
  package static var year: Message { "year" }
  package static var month: Message { "month" }
  package static var day: Message { "day" }
  package static var second: Message { "second" }

  // Quantities.
  package static var distance: Message { "Distance" }
  package static var frequency: Message { "Frequency" }

  // Forms of values in JSON.
  package static var aValue: Message { "a value" }
  package static var aNumber: Message { "a number" }
  package static var trueOrFalse: Message { "true or false" }
}
