import IntentModel
package import Messages

/// The problems of timelines, and their remedies.
extension Message {
  package static var timelineIsEmpty: Message { "The timeline has no entries." }
  package static var entryLiesBefore: Message {
    "The entry is dated before the one that precedes it."
  }
  package static var entryIsNeverShown: Message {
    "The entry ends before now, so it is never shown."
  }
  package static func entryComesTooSoon(distance: Message) -> Message {
    "The entry comes \(distance) after the one before it; the minimum is 5 minutes."
  }
  package static func distanceInSeconds(count: Int) -> Message { "\(count, "second", "seconds")" }
  package static func distanceInMinutes(count: Int) -> Message { "\(count) min" }
  package static func distanceInBoth(minutes: Int, seconds: Int) -> Message {
    "\(minutes) min \(seconds) s"
  }
  package static var timelineEndsInThePast: Message {
    "The timeline reloads at its end, but its last entry is not after now."
  }
  package static var reloadDateIsPast: Message { "The reload date is in the past." }
  package static func relevanceScoreIs(value: String) -> Message {
    "The relevance score is \(value)."
  }
  package static func relevanceDurationIs(value: String) -> Message {
    "The relevance duration is \(value)."
  }
  package static func gaugeIs(value: String) -> Message {
    "The gauge is \(value); a gauge is between 0 and 1."
  }
  package static func linksOnParts(count: Int, family: String) -> Message {
    """
    The entry has \(count, one: "a link", other: "# links") on parts, but \(family) is one tap \
    target.
    """
  }
  package static func entryLinkIsNotAURL(text: String) -> Message {
    "The link “\(name: text, limit: 80)” is not a URL."
  }
  package static var giveAnEntry: Message { "Give at least one entry, dated now." }
  package static var sortTheEntries: Message { "Sort the entries by date; they are shown sorted." }
  package static var leaveEntryOut: Message {
    "Leave it out; only the last entry up to now is shown."
  }
  package static var leaveOneEntryOut: Message { "Leave out the less important of the two." }
  package static var addEntriesToCome: Message {
    "Add entries in the future, or reload after a date."
  }
  package static var giveDateToCome: Message { "Give a date in the future, or reload at the end." }
  package static var giveAFiniteScore: Message { "Give a number." }
  package static var giveSecondsFromZero: Message { "Give 0 or more seconds." }
  package static var divideByTheWhole: Message { "Give the value divided by the whole." }
  package static var useOneLink: Message {
    "Use “link” for the whole widget; links on parts need systemMedium or larger."
  }
  package static var giveSchemeAndEscape: Message {
    "Give a scheme and escape every part, as WidgetURL does."
  }

  // Keys of entries.
  package static func entryKeyNotShown(name: String) -> Message {
    "The entry has the key “\(name: name)”, which is never shown."
  }
}
