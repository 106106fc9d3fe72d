import IntentModel
package import Messages
import WidgetTimeline

/// Messages of commands.
extension Message {
  // Messages that several commands use.
  package static var nothingIsSaved: Message { "Nothing is saved." }
  package static func severalIntentsInFile(count: Int) -> Message {
    "The file has \(count) intents, but exactly one is needed."
  }
  package static func timelineFailedWith(cause: Message) -> Message {
    "The timeline failed: \(cause)"
  }
  static var reasonsOfReloads: Message {
    "The reasons are \(choices: ReloadReason.allCases.map(\.rawValue))."
  }
  package static var stopped: Message { "Stopped." }
  package static var nothingIsRemoved: Message { "Nothing is removed." }
  static var giveLanguageTag: Message { "Give a tag such as de or zh-Hans." }
  package static var markUnreadable: Message { "the definition cannot be read" }
}

/// Messages about new widgets.
extension Message {
  // Messages about making a widget.
  package static func makeWidgetFrom(path: String) -> Message {
    "Make a widget from it: \(command: "new NAME --from \(path)")"
  }
}
