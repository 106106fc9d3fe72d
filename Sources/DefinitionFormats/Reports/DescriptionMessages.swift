import IntentModel
package import Messages

/// Messages in descriptions and comparisons of definitions.
extension Message {
  package static var thereAreNoIntents: Message { entry() }
  package static var describedNoRows: Message { entry() }
  package static var describedShownWhen: Message { entry() }
  package static var describedWithoutRow: Message { entry() }
  package static var describedNotForWidgets: Message { entry() }
  package static func describedSearched(control: Message) -> Message {
    entry(.message(control))
  }
  package static func describedDefault(value: Message) -> Message {
    entry(.message(value))
  }
  package static var asProviderSays: Message { entry() }
  package static func describedAtMost(sizes: String) -> Message {
    entry(.text(sizes))
  }
  package static func describedSize(count: Int, families: String) -> Message {
    entry(.integer(count), .text(families))
  }
  package static var rowsBelow: Message { entry() }
  package static func shownIf(condition: Message) -> Message {
    entry(.message(condition))
  }
  package static func conditionAnyValue(parent: String) -> Message {
    entry(.text(parent))
  }
  package static func conditionSomeValue(parent: String) -> Message {
    entry(.text(parent))
  }
  package static func conditionIs(parent: String, value: Message) -> Message {
    entry(.text(parent), .message(value))
  }
  package static func conditionIsNot(parent: String, value: Message) -> Message {
    entry(.text(parent), .message(value))
  }
  package static func conditionMore(parent: String, value: Message) -> Message {
    entry(.text(parent), .message(value))
  }
  package static func conditionAtLeast(parent: String, value: Message) -> Message {
    entry(.text(parent), .message(value))
  }
  package static func conditionLess(parent: String, value: Message) -> Message {
    entry(.text(parent), .message(value))
  }
  package static func conditionAtMost(parent: String, value: Message) -> Message {
    entry(.text(parent), .message(value))
  }
  package static func conditionWithin(parent: String, range: Message) -> Message {
    entry(.text(parent), .message(range))
  }
  package static func conditionContains(parent: String, value: Message) -> Message {
    entry(.text(parent), .message(value))
  }
  package static func conditionLacks(parent: String, value: Message) -> Message {
    entry(.text(parent), .message(value))
  }
  package static var comparedNothing: Message { entry() }
  package static func comparedOr(others: [Message], last: Message) -> Message {
    entry(.list(others), .message(last))
  }
  package static func comparedTo(lower: Message, upper: Message) -> Message {
    entry(.message(lower), .message(upper))
  }
  package static func lengthSeconds(count: String) -> Message {
    entry(.decimal(count))
  }
  package static func lengthMinutes(count: String) -> Message {
    entry(.decimal(count))
  }
  package static func lengthHours(count: String) -> Message {
    entry(.decimal(count))
  }
  package static func lengthDays(count: String) -> Message {
    entry(.decimal(count))
  }
  package static var controlSwitch: Message { entry() }
  package static var controlNumber: Message { entry() }
  package static var controlStepper: Message { entry() }
  package static var controlSlider: Message { entry() }
  package static var controlText: Message { entry() }
  package static var controlLines: Message { entry() }
  package static func controlCases(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var controlAppleCases: Message { entry() }
  package static var controlTyped: Message { entry() }
  package static var controlDateTime: Message { entry() }
  package static var controlDate: Message { entry() }
  package static var controlTime: Message { entry() }
  package static func controlShown(control: Message, format: Message) -> Message {
    entry(.message(control), .message(format))
  }
  package static var controlSeconds: Message { entry() }
  package static var controlMinutes: Message { entry() }
  package static var controlHours: Message { entry() }
  package static var controlDays: Message { entry() }
  package static var controlURL: Message { entry() }
  package static var controlPlace: Message { entry() }
  package static var controlPerson: Message { entry() }
  package static var controlFile: Message { entry() }
  package static var controlMoney: Message { entry() }
  package static var controlPayment: Message { entry() }
  package static func controlMeasurement(unit: String) -> Message {
    entry(.text(unit))
  }
  package static func controlNone(name: String) -> Message {
    entry(.name(name))
  }
  package static func controlFromTo(control: Message, lower: Message, upper: Message) -> Message {
    entry(.message(control), .message(lower), .message(upper))
  }
  package static func controlFrom(control: Message, lower: Message) -> Message {
    entry(.message(control), .message(lower))
  }
  package static func controlTo(control: Message, upper: Message) -> Message {
    entry(.message(control), .message(upper))
  }
  package static func controlChoice(what: Message) -> Message {
    entry(.message(what))
  }
  package static func controlList(control: Message) -> Message {
    entry(.message(control))
  }
  package static var elementText: Message { entry() }
  package static func shownWith(styles: [Message]) -> Message {
    entry(.list(styles))
  }
  package static func shownStyle(style: Message) -> Message {
    entry(.message(style))
  }
  package static func shownDateStyle(style: Message) -> Message {
    entry(.message(style))
  }
  package static func shownTimeStyle(style: Message) -> Message {
    entry(.message(style))
  }
  package static var shownRelative: Message { entry() }
  package static func shownTemplate(template: String) -> Message {
    entry(.name(template))
  }
  package static var styleShort: Message { entry() }
  package static var styleMedium: Message { entry() }
  package static var styleLong: Message { entry() }
  package static var styleFull: Message { entry() }
}
