import IntentModel
package import Messages

/// The problems of timelines, and their remedies.
extension Message {
  package static var timelineIsEmpty: Message { entry() }
  package static var entryLiesBefore: Message { entry() }
  package static var entryIsNeverShown: Message { entry() }
  package static func entryComesTooSoon(distance: Message) -> Message {
    entry(.message(distance))
  }
  package static func distanceInSeconds(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func distanceInMinutes(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func distanceInBoth(minutes: Int, seconds: Int) -> Message {
    entry(.integer(minutes), .integer(seconds))
  }
  package static var timelineEndsInThePast: Message { entry() }
  package static var reloadDateIsPast: Message { entry() }
  package static func relevanceScoreIs(value: String) -> Message {
    entry(.text(value))
  }
  package static func relevanceDurationIs(value: String) -> Message {
    entry(.text(value))
  }
  package static func gaugeIs(value: String) -> Message {
    entry(.text(value))
  }
  package static func linksOnParts(count: Int, family: String) -> Message {
    entry(.integer(count), .text(family))
  }
  package static func entryLinkIsNotAURL(text: String) -> Message {
    entry(.name(text, limit: 80))
  }
  package static var giveAnEntry: Message { entry() }
  package static var sortTheEntries: Message { entry() }
  package static var leaveEntryOut: Message { entry() }
  package static var leaveOneEntryOut: Message { entry() }
  package static var addEntriesToCome: Message { entry() }
  package static var giveDateToCome: Message { entry() }
  package static var giveAFiniteScore: Message { entry() }
  package static var giveSecondsFromZero: Message { entry() }
  package static var divideByTheWhole: Message { entry() }
  package static var useOneLink: Message { entry() }
  package static var giveSchemeAndEscape: Message { entry() }

  // Keys of entries.
  package static func entryKeyNotShown(name: String) -> Message {
    entry(.name(name))
  }
}
