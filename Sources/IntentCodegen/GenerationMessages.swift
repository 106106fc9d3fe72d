import IntentModel
package import Messages

/// Messages about what generated code cannot carry over from a definition.
extension Message {
  package static func genManySummaries(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var genFewerChildren: Message { entry() }
  package static func genTwoTranslations(language: String) -> Message {
    entry(.name(language))
  }
  package static var genUseCatalog: Message { entry() }
  package static var genNotForWidgets: Message { entry() }
  package static var genConvertInXcode: Message { entry() }
  package static func genEntityCannotHold(type: String) -> Message {
    entry(.name(type))
  }
  package static var genLookUpValue: Message { entry() }
  package static func genConditionNotAskable(predicate: String) -> Message {
    entry(.name(predicate))
  }
  package static var genSplitOrIgnore: Message { entry() }
  package static func genNoType(type: String) -> Message {
    entry(.name(type))
  }
  package static var genOtherParameter: Message { entry() }
  package static var genNameNotSpelled: Message { entry() }
  package static var genAskAgain: Message { entry() }
  package static var genListSearch: Message { entry() }
  package static var genWholeListOrEntity: Message { entry() }
  package static var genListSizes: Message { entry() }
  package static var genCutOrEntity: Message { entry() }
  package static var genPlace: Message { entry() }
  package static var genAskPlaceAgain: Message { entry() }
  package static var genDurationRange: Message { entry() }
  package static var genNearestEnd: Message { entry() }
  package static var genNoSlider: Message { entry() }
  package static var genDecimalOrLeave: Message { entry() }
  package static var genDefaultText: Message { entry() }
  package static var genShowTranslated: Message { entry() }
  package static var genSpeakable: Message { entry() }
  package static var genPronunciation: Message { entry() }
  package static var genFileKinds: Message { entry() }
  package static var genContentTypes: Message { entry() }
  package static func notCarriedOver(subject: String, loss: Message, remedy: Message) -> Message {
    entry(.text(subject), .message(loss), .message(remedy))
  }
}
