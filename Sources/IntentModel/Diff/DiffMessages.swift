package import Messages

/// The effects on stored answers when a definition changes.
extension Message {
  package static func theEnum(name: String) -> Message {
    entry(.name(name))
  }
  package static func theType(name: String) -> Message {
    entry(.name(name))
  }
  package static func rangeFromTo(lower: String, upper: String) -> Message {
    entry(.decimal(lower), .decimal(upper))
  }
  package static func rangeOrMore(lower: String) -> Message {
    entry(.decimal(lower))
  }
  package static func rangeOrLess(upper: String) -> Message {
    entry(.decimal(upper))
  }
  package static func secondsFromTo(lower: String, upper: String) -> Message {
    entry(.decimal(lower), .decimal(upper))
  }
  package static func secondsOrMore(lower: String) -> Message {
    entry(.decimal(lower))
  }
  package static func secondsOrLess(upper: String) -> Message {
    entry(.decimal(upper))
  }
  package static func valueInSeconds(count: String) -> Message {
    entry(.decimal(count))
  }
  package static func valueWithUnit(number: String, unit: String) -> Message {
    entry(.decimal(number), .text(unit))
  }
  package static var anyNumber: Message { entry() }
  package static var anyCount: Message { entry() }
  package static var noValue: Message { entry() }
  package static var diffUnchanged: Message { entry() }
  package static func diffRenamed(old: String, new: String) -> Message {
    entry(.name(old), .name(new))
  }
  package static func diffOtherType(old: Message, new: Message) -> Message {
    entry(.message(old), .message(new))
  }
  package static var diffRemoved: Message { entry() }
  package static var diffNew: Message { entry() }
  package static var diffNewWithoutDefault: Message { entry() }
  package static func diffCasesGone(count: Int, names: [String]) -> Message {
    entry(.integer(count), .choices(names))
  }
  package static func diffCasesRenamed(pairs: [Message]) -> Message {
    entry(.list(pairs))
  }
  package static func diffRenaming(old: String, new: String) -> Message {
    entry(.name(old), .name(new))
  }
  package static func diffPropertiesGone(count: Int, names: [String]) -> Message {
    entry(.integer(count), .choices(names))
  }
  package static var diffBecameArray: Message { entry() }
  package static var diffBecameSingle: Message { entry() }
  package static func diffSizesReduced(changes: [Message]) -> Message {
    entry(.list(changes))
  }
  package static func diffSize(family: String, new: Message, old: Message) -> Message {
    entry(.text(family), .message(new), .message(old))
  }
  package static func diffBounds(old: Message, new: Message) -> Message {
    entry(.message(old), .message(new))
  }
  package static func diffRefused(rules: [Message]) -> Message {
    entry(.sentences(rules))
  }
  package static var diffVisibility: Message { entry() }
  package static var diffLostRow: Message { entry() }
  package static func diffDefault(old: Message, new: Message) -> Message {
    entry(.message(old), .message(new))
  }
  package static var effectStays: Message { entry() }
  package static var effectNewName: Message { entry() }
  package static var effectNotReadable: Message { entry() }
  package static var effectNewType: Message { entry() }
  package static var effectMaybeReadable: Message { entry() }
  package static var effectLost: Message { entry() }
  package static var effectDefault: Message { entry() }
  package static var effectNoValue: Message { entry() }
  package static var effectNamedLost: Message { entry() }
  package static var effectObjectsLose: Message { entry() }
  package static var effectFirstValue: Message { entry() }
  package static var effectOthersLost: Message { entry() }
  package static var effectNotShown: Message { entry() }
  package static var effectRangeLost: Message { entry() }
  package static var effectRefusedLost: Message { entry() }
  package static var effectWhileShown: Message { entry() }
  package static var effectNone: Message { entry() }
  package static var effectNewDefault: Message { entry() }
  package static var diffIntentGone: Message { entry() }
  package static func diffIntentRenamed(name: String, heir: String) -> Message {
    entry(.name(name), .name(heir))
  }
  package static var diffIntentNew: Message { entry() }
  package static var diffNotForWidgets: Message { entry() }
  package static func diffFamiliesGone(count: Int, families: String) -> Message {
    entry(.integer(count), .text(families))
  }
  package static var effectNotPlaced: Message { entry() }
  package static var effectNotInFamily: Message { entry() }
  // Answers in messages.
  package static var on: Message { entry() }
  package static var off: Message { entry() }
}
