package import Messages

/// The texts of the pages; FormEngine has the texts of the form itself.
extension Message {
  package static var pageHome: Message { "Widgets" }
  package static var pageSignIn: Message { "Sign in" }
  package static func pageErrorTitle(title: String) -> Message { "Error: \(title)" }
  package static var pageTimeline: Message { "Timeline" }
  package static var pageHistory: Message { "History" }
  package static var pageUpdate: Message { "Update" }
  package static var pageActions: Message { "Actions" }
  package static var pagePlaceholder: Message { "Placeholder" }
  package static var pageAsking: Message { "The source has not answered yet." }
  package static func pageOf(action: Message, name: String) -> Message {
    Message("\(action): \(name)", meaning: "a label and its value")
  }
  package static var pageConvert: Message { "Convert" }
  package static var pageCalendar: Message { "Calendar" }
  package static var pageSearch: Message { "Search" }
  package static var pageMore: Message { "Show more" }
  package static func pageShown(from: Int, to: Int, total: Int) -> Message {
    "\(from) to \(to) of \(total)"
  }
  /// The number of choices in a list that can be scrolled to its end.
  package static func pageChoices(_ total: Int) -> Message { "\(total, "choice", "choices")" }
  package static var pageRetry: Message { "Ask again" }
  package static var pageUp: Message { "Up" }
  package static var pageDown: Message { "Down" }
  package static var pageRemove: Message { "Remove" }
  package static var pageNext: Message { "Next page" }
  package static var pageRevision: Message { "Revision" }
  package static var pageRestore: Message { "Restore" }
  package static var pageBack: Message { "Back to the form" }
  package static func pageConflict(name: String) -> Message {
    "“\(name)” has changed since you opened it."
  }
  package static var pageRename: Message { "Rename" }
  package static func pageIsRemoved(name: String) -> Message {
    "“\(name)” was removed. Restore one of its states, or place a widget with this name."
  }
  package static var pageLookAndPress: Message {
    "The page shows the current state. To continue, press the button again."
  }
  package static func pageNameTaken(name: String) -> Message {
    "“\(name)” is already placed. Choose another name."
  }
  package static var pageNameMissing: Message { "Enter a name." }
  package static var pageSessionNew: Message {
    "This browser has a new session since the page was opened. Press the button again."
  }
  package static var pageSignInAgain: Message {
    "The session ended. Sign in to continue: what you entered is still here."
  }
}
