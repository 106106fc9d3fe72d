package import Messages

/// The problems of values, their remedies, and the phrases in them.
extension Message {
  // Problems of values.
  package static func wrongType(expected: Message, found: Message) -> Message {
    "Expected \(expected), found \(found)."
  }
  package static var notFinite: Message { "The number is not finite." }
  package static func belowMinimum(value: Argument, minimum: Argument) -> Message {
    "\(value) is below the minimum of \(minimum)."
  }
  package static func aboveMaximum(value: Argument, maximum: Argument) -> Message {
    "\(value) is above the maximum of \(maximum)."
  }
  package static func unknownCase(name: String) -> Message {
    "The enum has no case “\(name: name)”."
  }
  package static func caseIsNoValue(name: String) -> Message {
    "The case “\(name: name)” means that there is no value."
  }
  package static func danglingEnum(name: String) -> Message {
    "The definition has no enum “\(name: name)”."
  }
  package static var emptyIdentifier: Message { "The identifier is empty." }
  package static func unknownProperty(type: String, name: String) -> Message {
    "The type \(type) has no property “\(name: name)”."
  }
  package static func missingMember(name: String) -> Message {
    "The member “\(name: name)” is missing."
  }
  package static var noComponents: Message { "No component is set." }
  package static func notAllowedInDate(component: Message) -> Message {
    "A date has no \(component)."
  }
  package static func notAllowedInTime(component: Message) -> Message {
    "A time has no \(component)."
  }
  package static func componentOutOfRange(
    component: Message, value: Int, lower: Int, upper: Int
  ) -> Message {
    "The \(component) \(value) is not between \(lower) and \(upper)."
  }
  package static func noSuchDay(day: String) -> Message { "The day \(day) does not exist." }
  package static var lineBreak: Message {
    "The text has a line break, but the parameter takes one line."
  }
  package static func controlCharacter(character: String) -> Message {
    "The text has the control character \(character)."
  }
  package static func notAURL(text: String) -> Message { "“\(name: text)” is not a URL." }
  package static var emptyText: Message { "The text is empty." }
  package static func latitudeOutOfRange(value: Argument, lower: Int, upper: Int) -> Message {
    "The latitude \(value) is not between \(lower) and \(upper)."
  }
  package static func longitudeOutOfRange(value: Argument, lower: Int, upper: Int) -> Message {
    "The longitude \(value) is not between \(lower) and \(upper)."
  }
  package static var emptyPlacemark: Message {
    "The placemark has neither a name nor coordinates nor an address."
  }
  package static func notADecimal(text: String) -> Message {
    "“\(name: text)” is not a decimal number."
  }
  package static func notACurrencyCode(code: String) -> Message {
    "“\(name: code)” is not a currency code."
  }
  package static func currencyNotOffered(code: String) -> Message {
    "The parameter does not take the currency \(code)."
  }
  package static func unknownUnit(quantity: Message, unit: String) -> Message {
    "\(quantity) has no unit “\(name: unit)”."
  }
  package static var arrayForSingle: Message { "Expected one value, found an array." }
  package static var singleForArray: Message { "Expected an array of values, found one value." }
  package static var nestedArray: Message { "An array cannot hold arrays." }
  package static func tooManyValues(count: Int, maximum: Int, family: String) -> Message {
    "There are \(count) values, but \(family) takes \(maximum)."
  }
  package static func unknownParameter(intent: String, name: String) -> Message {
    "\(intent) has no parameter “\(name: name)”."
  }
  package static func unknownMember(name: String) -> Message {
    "There is no member “\(name: name)” here."
  }
  package static func wrongIntent(name: String) -> Message {
    "None of the definitions has the intent “\(name: name)”."
  }
  package static func unknownFamily(name: String) -> Message {
    "There is no widget family “\(name: name)”."
  }
  package static func notOffered(name: String, identifier: String) -> Message {
    "“\(name: name)” (\(identifier)) is no longer offered."
  }
  package static func notKnownToBeOffered(name: String, identifier: String) -> Message {
    """
    “\(name: name)” (\(identifier)) may no longer be offered, because its source lists only some \
    choices.
    """
  }
  package static func noEditorForType(type: String) -> Message {
    "Values of the type \(type) cannot be set."
  }
  package static func choiceNotFound(text: String, source: String) -> Message {
    "“\(name: text)” is not among the choices of \(source)."
  }
  package static var notConfigurable: Message {
    "The definition does not let people edit the parameter."
  }
  package static var noDisplayPriority: Message {
    "The definition gives the parameter no place among the rows."
  }
  package static var hiddenNoEditor: Message { "The type of the parameter has no editor." }
  package static func parentHidden(parent: String) -> Message {
    "The parameter is hidden because its parent \(parent) is hidden."
  }
  package static func conditionNotMet(parent: String) -> Message {
    "The parameter is hidden because the value of its parent \(parent) does not meet the condition."
  }

  // Remedies.
  package static func giveExpected(expected: Message) -> Message { "Give \(expected)." }
  package static var giveFiniteNumber: Message { "Give a finite number." }
  package static func giveAtLeast(minimum: Argument) -> Message { "Give \(minimum) or more." }
  package static func giveAtMost(maximum: Argument) -> Message { "Give \(maximum) or less." }
  package static var leaveOutInstead: Message { "Leave the parameter out instead." }
  package static var addEnumOrLeaveOut: Message {
    "Add the enum to the definition, or leave the parameter out."
  }
  package static var giveIdentifier: Message { "Give the identifier of the object." }
  package static func addMember(name: String) -> Message { "Add “\(name: name)”." }
  package static var setOneComponent: Message {
    "Set at least one component, or leave the parameter out."
  }
  package static func removeComponent(component: Message) -> Message { "Remove the \(component)." }
  package static func giveComponent(component: Message, lower: Int, upper: Int) -> Message {
    "Give \(component) from \(lower) to \(upper)."
  }
  package static var giveDayOfMonth: Message { "Give a day in that month." }
  package static var writeOneLine: Message { "Write the text on one line." }
  package static var removeCharacter: Message { "Remove the character." }
  package static var giveURL: Message {
    "Give a scheme, a colon and the rest, such as https://example.org."
  }
  package static var writeSomethingOrLeaveOut: Message {
    "Write something, or leave the parameter out."
  }
  package static func giveDegrees(lower: Int, upper: Int) -> Message {
    "Give degrees from \(lower) to \(upper)."
  }
  package static var giveName: Message { "Give at least a name." }
  package static func writeDigits(example: String) -> Message {
    "Write digits with at most one point, such as \(example)."
  }
  package static var giveThreeLetters: Message { "Give three capital letters, such as EUR." }
  package static var giveWithoutArray: Message { "Give the value without the array." }
  package static var putInArray: Message { "Put the value in an array." }
  package static var giveOneArray: Message { "Give the values in one array." }
  package static func removeAllBut(maximum: Int) -> Message {
    "Remove all but \(maximum), or choose a larger family."
  }
  package static var chooseAnotherOrKeep: Message {
    "Choose another, or keep it until it is offered again."
  }
  package static var giveResolve: Message { "Add “resolve” to the source in widget.json." }
  package static var leaveOut: Message { "Leave the parameter out." }
  package static func leaveOutOrAnswer(answer: String) -> Message {
    "Leave the parameter out, or give \(answer) as well."
  }
  package static func leaveOutOrChange(parent: String) -> Message {
    "Leave the parameter out, or change \(parent)."
  }
  package static func didYouMean(name: String) -> Message { "Did you mean “\(name: name)”?" }
  package static func chooseFrom(names: [String]) -> Message { "Choose from \(choices: names)." }

  // Kinds of values, and examples of how to type them.
  package static var aBoolean: Message { "a Boolean" }
  package static var yesOrNo: Message { "yes or no" }
  package static var aWholeNumber: Message { "a whole number" }
  package static var aDecimalNumber: Message { "a decimal number" }
  package static var aString: Message { "a string" }
  package static var anEnumCase: Message { "an enum case" }
  package static var anObject: Message { "an object" }
  package static var dateComponents: Message { "date components" }
  package static var aDuration: Message { "a duration" }
  package static var aURL: Message { "a URL" }
  package static var aPlacemark: Message { "a placemark" }
  package static var aPerson: Message { "a person" }
  package static var aFile: Message { "a file" }
  package static var anAmount: Message { "a currency amount" }
  package static var aPaymentMethod: Message { "a payment method" }
  package static var aSpeakableString: Message { "a speakable string" }
  package static var aMeasurement: Message { "a measurement" }
  package static var anArray: Message { "an array" }
  package static func aDateSuchAs(example: String) -> Message { "a date such as \(example)" }
  package static func aTimeSuchAs(example: String) -> Message { "a time such as \(example)" }
  package static func aMomentSuchAs(example: String) -> Message {
    "a date and time such as \(example)"
  }
  package static func aDurationSuchAs(example: String) -> Message {
    "a duration such as \(example)"
  }
  package static func anAmountSuchAs(amount: Argument, currency: String) -> Message {
    "an amount such as \(amount) \(currency)"
  }
  package static func aMeasurementSuchAs(number: Argument, unit: String) -> Message {
    "a measurement such as \(number) \(unit)"
  }

  // Parts of dates and times.
  package static var year: Message { "year" }
  package static var month: Message { "month" }
  package static var day: Message { "day" }
  package static var hour: Message { "hour" }
  package static var minute: Message { "minute" }
  package static var second: Message { "second" }
  package static var aYear: Message { "a year" }
  package static var aMonth: Message { "a month" }
  package static var aDay: Message { "a day" }
  package static var anHour: Message { "an hour" }
  package static var aMinute: Message { "a minute" }
  package static var aSecond: Message { "a second" }

  // Quantities.
  package static var distance: Message { "Distance" }
  package static var mass: Message { "Mass" }
  package static var volume: Message { "Volume" }
  package static var temperature: Message { "Temperature" }
  package static var speed: Message { "Speed" }
  package static var energy: Message { "Energy" }
  package static var area: Message { "Area" }
  package static var power: Message { "Power" }
  package static var pressure: Message { "Pressure" }
  package static var angle: Message { "Angle" }
  package static var frequency: Message { "Frequency" }
  package static var informationStorage: Message { "Information storage" }

  // Names of intents.
  package static func nameIsQualified(name: String, qualifier: String, intent: String) -> Message {
    """
    “\(name: name)” has the namespace “\(name: qualifier)”, but the definition's intent \
    “\(name: intent)” has none.
    """
  }
  package static func nameLacksPrefix(name: String, intent: String, expected: String) -> Message {
    """
    “\(name: name)” has no class prefix, but “\(name: intent)” in the definition has \
    “\(name: expected)”.
    """
  }
  package static func nameHasPrefix(name: String, found: String, intent: String) -> Message {
    """
    “\(name: name)” has the class prefix “\(name: found)”, but “\(name: intent)” in the definition \
    has none.
    """
  }
  package static func nameHasOtherPrefix(
    name: String, found: String, intent: String, expected: String
  ) -> Message {
    """
    “\(name: name)” has the class prefix “\(name: found)”, but “\(name: intent)” in the definition \
    has “\(name: expected)”.
    """
  }
  package static func nameOfDefinition(name: String) -> Message {
    "“\(name: name)” is the name in the definition; a document uses the type name."
  }
  package static func writeName(name: String) -> Message { "Write “\(name: name)”." }
  package static func writeNameOrUseDefinition(name: String) -> Message {
    "Write “\(name: name)”, or use the definition that the document was made for."
  }
  package static func writeForm(form: Message) -> Message { "Write \(form)." }

  // Forms of values in JSON.
  package static var aValue: Message { "a value" }
  package static var aNumber: Message { "a number" }
  package static var anISODuration: Message { "an ISO 8601 duration" }
  package static var aPathOrURL: Message { "a path or URL" }
  package static var trueOrFalse: Message { "true or false" }
  package static func theString(text: String) -> Message { "the string “\(name: text)”" }
  package static var caseInQuotes: Message { "the name of a case in double quotes" }
  package static func oneOf(cases: String) -> Message { "one of \(cases)" }
  package static func oneOfAndMore(cases: String, count: Int) -> Message {
    "one of \(cases) and \(count) more"
  }
  package static func suchAs(kind: Message, example: String) -> Message {
    "\(kind) such as \(example)"
  }
  package static func moreProblems(count: Int) -> Message {
    "… and \(count, "more problem", "more problems")."
  }
}
