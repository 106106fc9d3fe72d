package import Messages

/// The problems of values, their remedies, and the phrases in them.
extension Message {
  // Problems of values.
  package static func wrongType(expected: Message, found: Message) -> Message {
    entry(.message(expected), .message(found))
  }
  package static var notFinite: Message { entry() }
  package static func belowMinimum(value: Argument, minimum: Argument) -> Message {
    entry(value, minimum)
  }
  package static func aboveMaximum(value: Argument, maximum: Argument) -> Message {
    entry(value, maximum)
  }
  package static func unknownCase(name: String) -> Message {
    entry(.name(name))
  }
  package static func caseIsNoValue(name: String) -> Message {
    entry(.name(name))
  }
  package static func danglingEnum(name: String) -> Message {
    entry(.name(name))
  }
  package static var emptyIdentifier: Message { entry() }
  package static func unknownProperty(type: String, name: String) -> Message {
    entry(.text(type), .name(name))
  }
  package static func missingMember(name: String) -> Message {
    entry(.name(name))
  }
  package static var noComponents: Message { entry() }
  package static func notAllowedInDate(component: Message) -> Message {
    entry(.message(component))
  }
  package static func notAllowedInTime(component: Message) -> Message {
    entry(.message(component))
  }
  package static func componentOutOfRange(
    component: Message, value: Int, lower: Int, upper: Int
  ) -> Message {
    entry(.message(component), .integer(value), .integer(lower), .integer(upper))
  }
  package static func noSuchDay(day: String) -> Message {
    entry(.text(day))
  }
  package static var lineBreak: Message { entry() }
  package static func controlCharacter(character: String) -> Message {
    entry(.text(character))
  }
  package static func notAURL(text: String) -> Message {
    entry(.name(text))
  }
  package static var emptyText: Message { entry() }
  package static func latitudeOutOfRange(value: Argument, lower: Int, upper: Int) -> Message {
    entry(value, .integer(lower), .integer(upper))
  }
  package static func longitudeOutOfRange(value: Argument, lower: Int, upper: Int) -> Message {
    entry(value, .integer(lower), .integer(upper))
  }
  package static var emptyPlacemark: Message { entry() }
  package static func notADecimal(text: String) -> Message {
    entry(.name(text))
  }
  package static func notACurrencyCode(code: String) -> Message {
    entry(.name(code))
  }
  package static func currencyNotOffered(code: String) -> Message {
    entry(.text(code))
  }
  package static func unknownUnit(quantity: Message, unit: String) -> Message {
    entry(.message(quantity), .name(unit))
  }
  package static var arrayForSingle: Message { entry() }
  package static var singleForArray: Message { entry() }
  package static var nestedArray: Message { entry() }
  package static func tooManyValues(count: Int, maximum: Int, family: String) -> Message {
    entry(.integer(count), .integer(maximum), .text(family))
  }
  package static func unknownParameter(intent: String, name: String) -> Message {
    entry(.text(intent), .name(name))
  }
  package static func unknownMember(name: String) -> Message {
    entry(.name(name))
  }
  package static func wrongIntent(name: String) -> Message {
    entry(.name(name))
  }
  package static func unknownFamily(name: String) -> Message {
    entry(.name(name))
  }
  package static func notOffered(name: String, identifier: String) -> Message {
    entry(.name(name), .text(identifier))
  }
  package static func notKnownToBeOffered(name: String, identifier: String) -> Message {
    entry(.name(name), .text(identifier))
  }
  package static func noEditorForType(type: String) -> Message {
    entry(.text(type))
  }
  package static func choiceNotFound(text: String, source: String) -> Message {
    entry(.name(text), .text(source))
  }
  package static var notConfigurable: Message { entry() }
  package static var noDisplayPriority: Message { entry() }
  package static var hiddenNoEditor: Message { entry() }
  package static func parentHidden(parent: String) -> Message {
    entry(.text(parent))
  }
  package static func conditionNotMet(parent: String) -> Message {
    entry(.text(parent))
  }

  // Remedies.
  package static func giveExpected(expected: Message) -> Message {
    entry(.message(expected))
  }
  package static var giveFiniteNumber: Message { entry() }
  package static func giveAtLeast(minimum: Argument) -> Message {
    entry(minimum)
  }
  package static func giveAtMost(maximum: Argument) -> Message {
    entry(maximum)
  }
  package static var leaveOutInstead: Message { entry() }
  package static var addEnumOrLeaveOut: Message { entry() }
  package static var giveIdentifier: Message { entry() }
  package static func addMember(name: String) -> Message {
    entry(.name(name))
  }
  package static var setOneComponent: Message { entry() }
  package static func removeComponent(component: Message) -> Message {
    entry(.message(component))
  }
  package static func giveComponent(component: Message, lower: Int, upper: Int) -> Message {
    entry(.message(component), .integer(lower), .integer(upper))
  }
  package static var giveDayOfMonth: Message { entry() }
  package static var writeOneLine: Message { entry() }
  package static var removeCharacter: Message { entry() }
  package static var giveURL: Message { entry() }
  package static var writeSomethingOrLeaveOut: Message { entry() }
  package static func giveDegrees(lower: Int, upper: Int) -> Message {
    entry(.integer(lower), .integer(upper))
  }
  package static var giveName: Message { entry() }
  package static func writeDigits(example: String) -> Message {
    entry(.text(example))
  }
  package static var giveThreeLetters: Message { entry() }
  package static var giveWithoutArray: Message { entry() }
  package static var putInArray: Message { entry() }
  package static var giveOneArray: Message { entry() }
  package static func removeAllBut(maximum: Int) -> Message {
    entry(.integer(maximum))
  }
  package static var chooseAnotherOrKeep: Message { entry() }
  package static var giveResolve: Message { entry() }
  package static var leaveOut: Message { entry() }
  package static func leaveOutOrAnswer(answer: String) -> Message {
    entry(.text(answer))
  }
  package static func leaveOutOrChange(parent: String) -> Message {
    entry(.text(parent))
  }
  package static func didYouMean(name: String) -> Message {
    entry(.name(name))
  }
  package static func chooseFrom(names: [String]) -> Message {
    entry(.choices(names))
  }

  // Kinds of values, and examples of how to type them.
  package static var aBoolean: Message { entry() }
  package static var yesOrNo: Message { entry() }
  package static var aWholeNumber: Message { entry() }
  package static var aDecimalNumber: Message { entry() }
  package static var aString: Message { entry() }
  package static var anEnumCase: Message { entry() }
  package static var anObject: Message { entry() }
  package static var dateComponents: Message { entry() }
  package static var aDuration: Message { entry() }
  package static var aURL: Message { entry() }
  package static var aPlacemark: Message { entry() }
  package static var aPerson: Message { entry() }
  package static var aFile: Message { entry() }
  package static var anAmount: Message { entry() }
  package static var aPaymentMethod: Message { entry() }
  package static var aSpeakableString: Message { entry() }
  package static var aMeasurement: Message { entry() }
  package static var anArray: Message { entry() }
  package static func aDateSuchAs(example: String) -> Message {
    entry(.text(example))
  }
  package static func aTimeSuchAs(example: String) -> Message {
    entry(.text(example))
  }
  package static func aMomentSuchAs(example: String) -> Message {
    entry(.text(example))
  }
  package static func aDurationSuchAs(example: String) -> Message {
    entry(.text(example))
  }
  package static func anAmountSuchAs(amount: Argument, currency: String) -> Message {
    entry(amount, .text(currency))
  }
  package static func aMeasurementSuchAs(number: Argument, unit: String) -> Message {
    entry(number, .text(unit))
  }

  // Parts of dates and times.
  package static var year: Message { entry() }
  package static var month: Message { entry() }
  package static var day: Message { entry() }
  package static var hour: Message { entry() }
  package static var minute: Message { entry() }
  package static var second: Message { entry() }
  package static var aYear: Message { entry() }
  package static var aMonth: Message { entry() }
  package static var aDay: Message { entry() }
  package static var anHour: Message { entry() }
  package static var aMinute: Message { entry() }
  package static var aSecond: Message { entry() }

  // Quantities.
  package static var distance: Message { entry() }
  package static var mass: Message { entry() }
  package static var volume: Message { entry() }
  package static var temperature: Message { entry() }
  package static var speed: Message { entry() }
  package static var energy: Message { entry() }
  package static var area: Message { entry() }
  package static var power: Message { entry() }
  package static var pressure: Message { entry() }
  package static var angle: Message { entry() }
  package static var frequency: Message { entry() }
  package static var informationStorage: Message { entry() }

  // Names of intents.
  package static func nameIsQualified(name: String, qualifier: String, intent: String) -> Message {
    entry(.name(name), .name(qualifier), .name(intent))
  }
  package static func nameLacksPrefix(name: String, intent: String, expected: String) -> Message {
    entry(.name(name), .name(intent), .name(expected))
  }
  package static func nameHasPrefix(name: String, found: String, intent: String) -> Message {
    entry(.name(name), .name(found), .name(intent))
  }
  package static func nameHasOtherPrefix(
    name: String, found: String, intent: String, expected: String
  ) -> Message {
    entry(.name(name), .name(found), .name(intent), .name(expected))
  }
  package static func nameOfDefinition(name: String) -> Message {
    entry(.name(name))
  }
  package static func writeName(name: String) -> Message {
    entry(.name(name))
  }
  package static func writeNameOrUseDefinition(name: String) -> Message {
    entry(.name(name))
  }
  package static func writeForm(form: Message) -> Message {
    entry(.message(form))
  }

  // Forms of values in JSON.
  package static var aValue: Message { entry() }
  package static var aNumber: Message { entry() }
  package static var anISODuration: Message { entry() }
  package static var aPathOrURL: Message { entry() }
  package static var trueOrFalse: Message { entry() }
  package static func theString(text: String) -> Message {
    entry(.name(text))
  }
  package static var caseInQuotes: Message { entry() }
  package static func oneOf(cases: String) -> Message {
    entry(.text(cases))
  }
  package static func oneOfAndMore(cases: String, count: Int) -> Message {
    entry(.text(cases), .integer(count))
  }
  package static func suchAs(kind: Message, example: String) -> Message {
    entry(.message(kind), .text(example))
  }
  package static func moreProblems(count: Int) -> Message { entry(.integer(count)) }
}
