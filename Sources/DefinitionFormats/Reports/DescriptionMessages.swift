import IntentModel
package import Messages

/// Messages in descriptions and comparisons of definitions.
extension Message {
  package static var thereAreNoIntents: Message { "There are no intents." }
  package static var describedNoRows: Message { "no rows" }
  package static var describedShownWhen: Message { "Shown when" }
  package static var describedWithoutRow: Message { "Without a row" }
  package static var describedNotForWidgets: Message { "not for widgets" }
  package static func describedSearched(control: Message) -> Message {
    "\(control), searched by the provider"
  }
  package static func describedDefault(value: Message) -> Message { "default: \(value)" }
  package static var asProviderSays: Message { "from the provider" }
  package static func describedAtMost(sizes: String) -> Message { "at most \(sizes)" }
  package static func describedSize(count: Int, families: String) -> Message {
    "\(count) in \(families)"
  }
  package static var rowsBelow: Message { "… and rows below" }
  package static func shownIf(condition: Message) -> Message { "when \(condition)" }
  package static func conditionAnyValue(parent: String) -> Message { "\(parent) has any value" }
  package static func conditionSomeValue(parent: String) -> Message { "\(parent) has a value" }
  package static func conditionIs(parent: String, value: Message) -> Message {
    "\(parent) is \(value)"
  }
  package static func conditionIsNot(parent: String, value: Message) -> Message {
    "\(parent) is not \(value)"
  }
  package static func conditionMore(parent: String, value: Message) -> Message {
    "\(parent) is more than \(value)"
  }
  package static func conditionAtLeast(parent: String, value: Message) -> Message {
    "\(parent) is \(value) or more"
  }
  package static func conditionLess(parent: String, value: Message) -> Message {
    "\(parent) is less than \(value)"
  }
  package static func conditionAtMost(parent: String, value: Message) -> Message {
    "\(parent) is \(value) or less"
  }
  package static func conditionWithin(parent: String, range: Message) -> Message {
    "\(parent) is from \(range)"
  }
  package static func conditionContains(parent: String, value: Message) -> Message {
    "\(parent) contains \(value)"
  }
  package static func conditionLacks(parent: String, value: Message) -> Message {
    "\(parent) does not contain \(value)"
  }
  package static var comparedNothing: Message { "nothing" }
  package static func comparedOr(others: [Message], last: Message) -> Message {
    "\(list: others) or \(last)"
  }
  package static func comparedTo(lower: Message, upper: Message) -> Message {
    "\(lower) to \(upper)"
  }
  package static func lengthSeconds(count: String) -> Message {
    "\(number: count, "second", "seconds")"
  }
  package static func lengthMinutes(count: String) -> Message {
    "\(number: count, "minute", "minutes")"
  }
  package static func lengthHours(count: String) -> Message { "\(number: count, "hour", "hours")" }
  package static func lengthDays(count: String) -> Message { "\(number: count, "day", "days")" }
  package static var controlSwitch: Message { "switch" }
  package static var controlNumber: Message { "number field" }
  package static var controlStepper: Message { "stepper" }
  package static var controlSlider: Message { "slider" }
  package static var controlText: Message { "text field" }
  package static var controlLines: Message { "text field with several lines" }
  package static func controlCases(count: Int) -> Message { "choice of \(count, "case", "cases")" }
  package static var controlAppleCases: Message { "choice of Apple's cases" }
  package static var controlTyped: Message { "identifier and display text, typed in" }
  package static var controlDateTime: Message { "date and time" }
  package static var controlDate: Message { "date" }
  package static var controlTime: Message { "time of day" }
  package static func controlShown(control: Message, format: Message) -> Message {
    "\(control), shown \(format)"
  }
  package static var controlSeconds: Message { "duration in seconds" }
  package static var controlMinutes: Message { "duration in minutes" }
  package static var controlHours: Message { "duration in hours" }
  package static var controlDays: Message { "duration in days" }
  package static var controlURL: Message { "URL field" }
  package static var controlPlace: Message { "place" }
  package static var controlPerson: Message { "person" }
  package static var controlFile: Message { "file" }
  package static var controlMoney: Message { "amount of money" }
  package static var controlPayment: Message { "payment method" }
  package static func controlMeasurement(unit: String) -> Message { "number of \(unit)" }
  package static func controlNone(name: String) -> Message {
    "nothing: the type “\(name: name)” has no editor"
  }
  package static func controlFromTo(control: Message, lower: Message, upper: Message) -> Message {
    "\(control) from \(lower) to \(upper)"
  }
  package static func controlFrom(control: Message, lower: Message) -> Message {
    "\(control) from \(lower)"
  }
  package static func controlTo(control: Message, upper: Message) -> Message {
    "\(control) to \(upper)"
  }
  package static func controlChoice(what: Message) -> Message {
    "choice of \(what) from a provider"
  }
  package static func controlList(control: Message) -> Message { "list, each element: \(control)" }
  package static var elementText: Message { "a text" }
  package static func shownWith(styles: [Message]) -> Message { "with \(list: styles)" }
  package static func shownStyle(style: Message) -> Message { "in the \(style) style" }
  package static func shownDateStyle(style: Message) -> Message { "its date in the \(style) style" }
  package static func shownTimeStyle(style: Message) -> Message { "its time in the \(style) style" }
  package static var shownRelative: Message { "with yesterday, today and tomorrow by name" }
  package static func shownTemplate(template: String) -> Message {
    "by the template “\(name: template)”"
  }
  package static var styleShort: Message { "short" }
  package static var styleMedium: Message { "medium" }
  package static var styleLong: Message { "long" }
  package static var styleFull: Message { "full" }
}
