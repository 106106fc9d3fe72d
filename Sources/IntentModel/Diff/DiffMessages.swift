package import Messages

/// The effects on stored answers when a definition changes.
extension Message {
  package static func theEnum(name: String) -> Message { "the enum “\(name: name)”" }
  package static func theType(name: String) -> Message { "the type “\(name: name)”" }
  package static func rangeFromTo(lower: String, upper: String) -> Message {
    "\(number: lower) to \(number: upper)"
  }
  package static func rangeOrMore(lower: String) -> Message { "\(number: lower) or more" }
  package static func rangeOrLess(upper: String) -> Message { "\(number: upper) or less" }
  package static func secondsFromTo(lower: String, upper: String) -> Message {
    "\(number: lower) to \(number: upper) s"
  }
  package static func secondsOrMore(lower: String) -> Message { "\(number: lower) s or more" }
  package static func secondsOrLess(upper: String) -> Message { "\(number: upper) s or less" }
  package static func valueInSeconds(count: String) -> Message { "\(number: count) s" }
  package static func valueWithUnit(number: String, unit: String) -> Message {
    "\(number: number) \(unit)"
  }
  package static var anyNumber: Message { "any number" }
  package static var anyCount: Message { "any number" }
  package static var noValue: Message { "none" }
  package static var diffUnchanged: Message { "Unchanged." }
  package static func diffRenamed(old: String, new: String) -> Message {
    "Renamed from “\(name: old)” to “\(name: new)”."
  }
  package static func diffOtherType(old: Message, new: Message) -> Message {
    "Was \(old), is now \(new)."
  }
  package static var diffRemoved: Message { "Removed." }
  package static var diffNew: Message { "New." }
  package static var diffNewWithoutDefault: Message { "New, without a default." }
  package static func diffCasesGone(count: Int, names: [String]) -> Message {
    "\(count, one: "Case", other: "Cases") removed: \(choices: names)."
  }
  package static func diffCasesRenamed(pairs: [Message]) -> Message { "Renamed: \(list: pairs)." }
  package static func diffRenaming(old: String, new: String) -> Message {
    "“\(name: old)” to “\(name: new)”"
  }
  package static func diffPropertiesGone(count: Int, names: [String]) -> Message {
    "\(count, one: "Property", other: "Properties") removed or of another type: \(choices: names)."
  }
  package static var diffBecameArray: Message { "Held one value, now holds several." }
  package static var diffBecameSingle: Message { "Held several values, now holds one." }
  package static func diffSizesReduced(changes: [Message]) -> Message {
    "Takes fewer values: \(list: changes)."
  }
  package static func diffSize(family: String, new: Message, old: Message) -> Message {
    "\(family) \(new) instead of \(old)"
  }
  package static func diffBounds(old: Message, new: Message) -> Message {
    "Took \(old), now takes \(new)."
  }
  package static func diffRefused(rules: [Message]) -> Message {
    "Refuses values that it used to take: \(sentences: rules)"
  }
  package static var diffVisibility: Message { "Shown under other conditions." }
  package static var diffLostRow: Message { "No longer has a row." }
  package static func diffDefault(old: Message, new: Message) -> Message {
    "The default was \(old) and is now \(new)."
  }
  package static var effectStays: Message { "Stored answers are kept." }
  package static var effectNewName: Message { "A stored answer is kept under the new name." }
  package static var effectNotReadable: Message {
    "A stored answer is lost: it cannot be read in the new type."
  }
  package static var effectNewType: Message { "A stored answer is kept in the new type." }
  package static var effectMaybeReadable: Message {
    "A stored answer is lost unless it can be read in the new type."
  }
  package static var effectLost: Message { "A stored answer is lost." }
  package static var effectDefault: Message { "Stored configurations get the default." }
  package static var effectNoValue: Message { "Stored configurations have no value for it." }
  package static var effectNamedLost: Message {
    "A stored answer that names a removed case is lost; the default takes its place."
  }
  package static var effectObjectsLose: Message { "Stored objects lose them." }
  package static var effectFirstValue: Message { "A stored answer becomes the first value." }
  package static var effectOthersLost: Message {
    "The first stored value is kept; the others are lost."
  }
  package static var effectNotShown: Message { "Stored values beyond that are kept but not shown." }
  package static var effectRangeLost: Message {
    "A stored answer out of range is lost; the default takes its place."
  }
  package static var effectRefusedLost: Message {
    "A stored answer that it refuses is lost; the default takes its place."
  }
  package static var effectWhileShown: Message {
    "A stored answer is kept, and has an effect while the row is shown."
  }
  package static var effectNone: Message { "A stored answer is kept and has no effect." }
  package static var effectNewDefault: Message {
    "Stored answers are kept; widgets without an answer get the new default."
  }
  package static var diffIntentGone: Message { "Removed. Its stored configurations are lost." }
  package static func diffIntentRenamed(name: String, heir: String) -> Message {
    """
    Removed. Its stored configurations are lost: they name “\(name: name)”, not “\(name: heir)”. \
    Keep the class name to keep them.
    """
  }
  package static var diffIntentNew: Message { "New. There are no stored configurations." }
  package static var diffNotForWidgets: Message { "Is no longer eligible for widgets." }
  package static func diffFamiliesGone(count: Int, families: String) -> Message {
    "\(count, one: "Family", other: "Families") removed: \(families)."
  }
  package static var effectNotPlaced: Message {
    "Stored answers are kept, but the widget can no longer be placed."
  }
  package static var effectNotInFamily: Message {
    "A widget placed in a removed family keeps its answers, but is no longer offered in it."
  }
  // Answers in messages.
  package static var on: Message { "on" }
  package static var off: Message { "off" }
}
