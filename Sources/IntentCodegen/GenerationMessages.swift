import IntentModel
package import Messages

/// Messages about what generated code cannot carry over from a definition.
extension Message {
  package static var genFewerChildren: Message {
    "Let fewer parameters have children, or split the widget."
  }
  package static func genTwoTranslations(language: String) -> Message {
    "The text has two translations in “\(name: language)”, and the first is kept."
  }
  package static var genUseCatalog: Message { "Generate with --texts catalog, which keeps both." }
  package static var genNotForWidgets: Message {
    "The intent is not for widgets, so it is left out."
  }
  package static var genConvertInXcode: Message {
    "Convert it with “Convert to App Intent…” in Xcode."
  }
  package static func genEntityCannotHold(type: String) -> Message {
    """
    An entity cannot hold a “\(name: type)” as the definition means it, so the property is left out.
    """
  }
  package static var genLookUpValue: Message { "Look the value up where the app shows it." }
  package static func genConditionNotAskable(predicate: String) -> Message {
    """
    A parameter summary cannot express the condition “\(name: predicate)”, so the row is always \
    shown.
    """
  }
  package static var genSplitOrIgnore: Message {
    "Split the widget, or show the row only where the app ignores it otherwise."
  }
  package static func genNoType(type: String) -> Message {
    "App Intents has no type for “\(name: type)”, so the parameter is left out."
  }
  package static var genOtherParameter: Message { "Offer another parameter in its place." }
  package static var genNameNotSpelled: Message {
    "The name cannot be written in Swift, so the system does not find the old value."
  }
  package static var genAskAgain: Message { "Ask people for the value again." }
  package static var genListSearch: Message {
    "A list of plain values cannot send each search term to the app; the system searches the list."
  }
  package static var genListSizes: Message {
    "A list with its own provider cannot have a size for each family."
  }
  package static var genPlace: Message {
    "A place can arrive empty, even with the same name and type."
  }
  package static var genAskPlaceAgain: Message {
    "Ask people for the place again where it is missing."
  }
  package static var genDurationRange: Message { "A duration has no range in App Intents." }
  package static var genNearestEnd: Message {
    "Clamp the value to the range where the app reads it."
  }
  package static var genNoSlider: Message {
    "A whole number has no slider in App Intents, so it gets a stepper."
  }
  package static var genDecimalOrLeave: Message {
    "Make it a decimal number, or leave it as it is."
  }
  package static var genDefaultText: Message {
    "The default text is not translated in App Intents."
  }
  package static var genShowTranslated: Message {
    "Leave the default out and show a translated text where there is no value."
  }
  package static var genSpeakable: Message {
    "A speakable string becomes a plain one, without its pronunciation."
  }
  package static var genPronunciation: Message {
    "Give the pronunciation where the text is spoken."
  }
  package static var genFileKinds: Message {
    "The kinds of file that may be chosen are not carried over."
  }
  package static var genContentTypes: Message {
    "Add `supportedContentTypes:` with the types of UniformTypeIdentifiers."
  }
  package static func notCarriedOver(subject: String, loss: Message, remedy: Message) -> Message {
    "\(subject): \(loss) \(remedy)"
  }
}
