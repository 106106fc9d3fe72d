package import IntentModel
package import Messages

/// The texts of the pages; FormEngine has the texts of the form itself.
extension Message {
  package static var pageHome: Message { entry() }
  package static var pageSignOut: Message { entry() }
  package static var pageSignIn: Message { entry() }
  package static var pageToken: Message { entry() }
  package static var pageTokenHelp: Message { entry() }
  package static func pageErrorTitle(title: String) -> Message { entry(.text(title)) }
  package static var pageTimeline: Message { entry() }
  package static var pageHistory: Message { entry() }
  package static var pageOffline: Message { entry() }
  package static var pageConnected: Message { entry() }
  package static var pageRestoreDraft: Message { entry() }
  package static var pageRestoreYes: Message { entry() }
  package static var pageRestoreNo: Message { entry() }
  package static var pageName: Message { entry() }
  package static var pageNameHelp: Message { entry() }
  package static var pageReview: Message { entry() }
  package static var pageUndo: Message { entry() }
  package static var pageRedo: Message { entry() }
  package static var pageUpdate: Message { entry() }
  package static var pageDiscard: Message { entry() }
  package static var pageActions: Message { entry() }
  package static var pageProblems: Message { entry() }
  package static var pageRow: Message { entry() }
  package static var pageBefore: Message { entry() }
  package static var pageNow: Message { entry() }
  package static var pageNotOffered: Message { entry() }
  package static var pageIntent: Message { entry() }
  package static var pageAnswers: Message { entry() }
  package static func pageHidden(count: Int) -> Message { entry(.integer(count)) }
  package static var pageAsking: Message { entry() }
  package static var pageLookAgain: Message { entry() }
  package static func pageOf(action: Message, name: String) -> Message {
    entry(.message(action), .text(name))
  }
  package static var pageLess: Message { entry() }
  package static var pagePlus: Message { entry() }
  package static var pageIdentifier: Message { entry() }
  package static var pageDisplay: Message { entry() }
  package static var pageUnit: Message { entry() }
  package static var pageCurrency: Message { entry() }
  package static var pageConvert: Message { entry() }
  package static var pageCalendar: Message { entry() }
  package static var pagePreviousMonth: Message { entry() }
  package static var pageNextMonth: Message { entry() }
  package static var pageSearch: Message { entry() }
  package static var pageMore: Message { entry() }
  package static var pageChoices: Message { entry() }
  package static func pageShown(from: Int, to: Int, total: Int) -> Message {
    entry(.integer(from), .integer(to), .integer(total))
  }
  package static var pageReset: Message { entry() }
  package static var pageClear: Message { entry() }
  package static var pageRetry: Message { entry() }
  package static var pageUp: Message { entry() }
  package static var pageDown: Message { entry() }
  package static var pageRemove: Message { entry() }
  package static var pageFill: Message { entry() }
  package static var pagePlaced: Message { entry() }
  package static var pageNothingPlaced: Message { entry() }
  package static var pagePlaceholder: Message { entry() }
  package static var pageRevision: Message { entry() }
  package static var pageSavedAt: Message { entry() }
  package static var pagePresent: Message { entry() }
  package static var pageRestore: Message { entry() }
  package static var pageBack: Message { entry() }
  package static func pageConflict(name: String) -> Message { entry(.text(name)) }
  package static var pageConflictHelp: Message { entry() }
  package static var pageYours: Message { entry() }
  package static var pageTheirs: Message { entry() }
  package static var pageMerge: Message { entry() }
  package static var pageTakeTheirs: Message { entry() }
  package static func pageSaved(name: String) -> Message { entry(.text(name)) }
  package static func pageUnchanged(name: String) -> Message { entry(.text(name)) }
  package static var pageListsPlaced: Message { entry() }
  package static func pageRestored(name: String) -> Message { entry(.text(name)) }
  package static var pageManage: Message { entry() }
  package static var pageRename: Message { entry() }
  package static var pageRenameHelp: Message { entry() }
  package static var pageRemoveHelp: Message { entry() }
  package static func pageRenamed(name: String) -> Message { entry(.text(name)) }
  package static func pageIsRemoved(name: String) -> Message { entry(.text(name)) }
  package static var pageRecentlyRemoved: Message { entry() }
  package static var pageLookAndPress: Message { entry() }
  package static var pageDiscarded: Message { entry() }
  package static func pageNameTaken(name: String) -> Message { entry(.text(name)) }
  package static var pageNameMissing: Message { entry() }
  package static var pageSessionEnded: Message { entry() }
  package static var pageSessionNew: Message { entry() }
  package static func pageNotAsked(name: String, text: String) -> Message {
    entry(.text(name), .text(text))
  }
  package static var pageSignInAgain: Message { entry() }
  package static var pageForeignOrigin: Message { entry() }
  package static var pageOpenForm: Message { entry() }
  package static var pageSmall: Message { entry() }
  package static var pageMedium: Message { entry() }
  package static var pageLarge: Message { entry() }
  package static var pageExtraLarge: Message { entry() }
  package static var pageCorner: Message { entry() }
  package static var pageCircular: Message { entry() }
  package static var pageRectangular: Message { entry() }
  package static var pageInline: Message { entry() }
}

extension WidgetFamily {
  /// The name of the family for people.
  package var title: Message {
    switch self {
    case .systemSmall: .pageSmall
    case .systemMedium: .pageMedium
    case .systemLarge: .pageLarge
    case .systemExtraLarge: .pageExtraLarge
    case .accessoryCorner: .pageCorner
    case .accessoryCircular: .pageCircular
    case .accessoryRectangular: .pageRectangular
    case .accessoryInline: .pageInline
    }
  }
}
