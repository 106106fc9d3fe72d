package import Messages

/// The texts of the pages; FormEngine has the texts of the form itself.
extension Message {
  package static var pageHome: Message { "Widgets" }
  package static var pageSignOut: Message { "Sign out" }
  package static var pageSignIn: Message { "Sign in" }
  package static var pageToken: Message { "Token" }
  package static var pageTokenHelp: Message {
    """
    Paste the token that you use for the API. The browser keeps it until it expires or you sign out.
    """
  }
  package static func pageErrorTitle(title: String) -> Message { "Error: \(title)" }
  package static var pageTimeline: Message { "Timeline" }
  package static var pageHistory: Message { "History" }
  package static var pageOffline: Message {
    "The service cannot be reached. What you typed is kept in this browser."
  }
  package static var pageConnected: Message { "The service can be reached again." }
  package static var pageRestoreDraft: Message { "This browser has answers that were not saved." }
  package static var pageRestoreYes: Message { "Restore them" }
  package static var pageRestoreNo: Message { "Discard them" }
  package static var pageName: Message { "Name" }
  package static var pageNameHelp: Message { "The placed widget is saved under this name." }
  package static var pageReview: Message { "Review changes" }
  package static var pageUndo: Message { "Undo" }
  package static var pageRedo: Message { "Redo" }
  package static var pageUpdate: Message { "Update" }
  package static var pageDiscard: Message { "Discard changes" }
  package static var pageActions: Message { "Actions" }
  package static var pageProblems: Message { "Correct this before you save" }
  package static var pageRow: Message { "Row" }
  package static var pageBefore: Message { "Before" }
  package static var pageNow: Message { "Now" }
  package static var pageNotOffered: Message { "No longer offered" }
  package static var pageIntent: Message { "Intent as JSON" }
  package static var pageAnswers: Message { "Answers" }
  package static func pageHidden(count: Int) -> Message { "\(count, "hidden row", "hidden rows")" }
  package static var pageAsking: Message { "The source has not answered yet." }
  package static var pageLookAgain: Message { "Press Update to check again." }
  package static func pageOf(action: Message, name: String) -> Message {
    Message("\(action): \(name)", meaning: "a label and its value")
  }
  package static var pageLess: Message { "Less" }
  package static var pagePlus: Message { "More" }
  package static var pageIdentifier: Message { "Identifier" }
  package static var pageDisplay: Message { "Display text" }
  package static var pageUnit: Message { "Unit" }
  package static var pageCurrency: Message { "Currency" }
  package static var pageConvert: Message { "Convert" }
  package static var pageCalendar: Message { "Calendar" }
  package static var pagePreviousMonth: Message { "Previous month" }
  package static var pageNextMonth: Message { "Next month" }
  package static var pageSearch: Message { "Search" }
  package static var pageMore: Message { "Show more" }
  package static var pageChoices: Message { "Choices" }
  package static func pageShown(from: Int, to: Int, total: Int) -> Message {
    "\(from) to \(to) of \(total)"
  }
  package static var pageReset: Message { "Use default" }
  package static var pageClear: Message { "Clear" }
  package static var pageRetry: Message { "Ask again" }
  package static var pageUp: Message { "Up" }
  package static var pageDown: Message { "Down" }
  package static var pageRemove: Message { "Remove" }
  package static var pagePlaced: Message { "Placed widgets" }
  package static var pageNothingPlaced: Message { "Nothing is placed yet." }
  package static var pagePlaceholder: Message { "Placeholder" }
  package static var pageRevision: Message { "Revision" }
  package static var pageSavedAt: Message { "Saved" }
  package static var pagePresent: Message { "present state" }
  package static var pageRestore: Message { "Restore" }
  package static var pageBack: Message { "Back to the form" }
  package static func pageConflict(name: String) -> Message {
    "“\(name)” has changed since you opened it."
  }
  package static var pageConflictHelp: Message {
    """
    Somebody else saved this widget after you opened it. Choose a side for each row; nothing is \
    saved until you press Save.
    """
  }
  package static var pageYours: Message { "Yours" }
  package static var pageTheirs: Message { "Theirs" }
  package static var pageMerge: Message { "Continue with these" }
  package static func pageSaved(name: String) -> Message { "Saved “\(name)”." }
  package static func pageUnchanged(name: String) -> Message { "Nothing has changed in “\(name)”." }
  package static var pageListsPlaced: Message { "The first page lists the placed widgets." }
  package static func pageRestored(name: String) -> Message { "Restored “\(name)”." }
  package static var pageManage: Message { "Rename or remove" }
  package static var pageRename: Message { "Rename" }
  package static var pageRenameHelp: Message { "The history is kept." }
  package static var pageRemoveHelp: Message { "A removed widget can be restored for 30 days." }
  package static func pageRenamed(name: String) -> Message { "The widget is now called “\(name)”." }
  package static func pageIsRemoved(name: String) -> Message {
    "“\(name)” was removed. Restore one of its states, or place a widget with this name."
  }
  package static var pageRecentlyRemoved: Message { "Recently removed" }
  package static var pageLookAndPress: Message {
    "The page shows the current state. To continue, press the button again."
  }
  package static func pageNameTaken(name: String) -> Message {
    "“\(name)” is already placed. Choose another name."
  }
  package static var pageNameMissing: Message { "Enter a name." }
  package static var pageSessionEnded: Message {
    "The session of this page ended. Your answers are still here: press the button again."
  }
  package static var pageSessionNew: Message {
    "This browser has a new session since the page was opened. Press the button again."
  }
  package static func pageNotAsked(name: String, text: String) -> Message {
    "“\(name)” is no longer asked. You entered: \(text)"
  }
  package static var pageSignInAgain: Message {
    "The session ended. Sign in to continue: what you entered is still here."
  }
  package static var pageForeignOrigin: Message {
    "The request came from the page of another site."
  }
  package static var pageOpenForm: Message { "Open the form on this site, and send it from there." }
}
