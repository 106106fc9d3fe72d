package import IntentModel

// The names that pages share with the part of the service that reads their fields. The script and
// the style sheet also use some of these names.

/// A field of a page that does not belong to a row of its form, or a field of a request by the
/// script.
package enum PageField: String, Sendable {
  /// The pressed button: a ``PageAction``, or a ``RowAction`` with its row.
  case action
  /// The token that protects against forged requests.
  case csrf
  /// The answers.
  case draft
  /// The undo and redo steps.
  case steps
  /// The tag of the state on which the changes are based.
  case etag
  /// The mark of the definition of the answers.
  case definition
  /// Whether the person has tried to save.
  case attempted
  /// Whether the review has shown the losses that saving causes.
  case losses
  /// An array that was shown before its default arrived.
  case late
  /// The tag of the stored state, in a conflict.
  case current
  /// The name of a placed widget.
  case name
  /// The revision to restore.
  case revision
  /// The token to sign in with.
  case token
  /// The page to open after signing in.
  case to
  /// The form to resume after signing in.
  case resumed
  /// The number of a request by the script.
  case seq
  /// The marks of the rows and the parts that the script shows.
  case known
  /// How long the service waits for sources before it responds to the script, in milliseconds.
  case waitMs
  /// The row whose choices the script asks for.
  case row
  /// The search term for the choices.
  case search
  /// The position of the first choice.
  case from
  /// The number of choices.
  case count

  /// The value of ``attempted`` after an attempt to save.
  package static let isTrue = "1"
  /// The value of ``losses`` after a review.
  package static let isAccepted = "accepted"
}

/// A member of the response with which the script updates a form.
package enum UpdateKey: String, CaseIterable, Sendable {
  case seq, rows, order, parts, intent, draft, steps, etag, saves, modified, pending, said, review
}

/// A member of a row in ``UpdateKey/rows``.
package enum UpdatedRowKey: String, CaseIterable, Sendable { case id, html }

/// A member of the response to the script's request for choices.
package enum ChoicesKey: String, CaseIterable, Sendable {
  case said, total, complete, notice, items
}

/// A member of a choice in ``ChoicesKey/items``.
package enum ChoiceKey: String, CaseIterable, Sendable {
  case id, title, subtitle, section, picture, match, chosen, taken
}

/// A member of the response about the state of a placed widget.
package enum TagKey: String, CaseIterable, Sendable {
  case etag
  /// Why the placed widget does not exist; missing if it exists.
  case text
}

/// An item in the query of a page's address.
package enum PageQuery: String, Sendable {
  case locale, timeZone
  /// A search term.
  case search = "q"
  /// The name after which a page of a list begins.
  case after
  /// The state by which the listed devices are filtered.
  case state
  /// The page to open after signing in.
  case target = "to"
  /// The result of the last action.
  case said

  /// The item with a value.
  package func item(_ value: String) -> (name: String, value: String) { (rawValue, value) }
}

/// The segments of the paths of pages.
package enum PageSegment {
  package static let widgets = "widgets"
  package static let placed = "placed"
  package static let embedded = "embed"
  package static let timeline = "timeline"
  package static let history = "history"
  package static let manage = "manage"
  package static let devices = "devices"
  package static let signIn = "sign-in"
  package static let assets = "assets"
  /// The choices of a form's row.
  package static let options = "options"
  /// The entity tag of a form's placed widget.
  package static let tag = "tag"
  /// The changes of placed widgets.
  package static let events = "events"
}

/// An action of a button for a whole page.
package enum PageAction: String, Sendable {
  case update, save, undo, redo, review, discard
  /// Continues with the chosen side of each row of a conflict.
  case merge
  /// Chooses one side of a conflict, either for the whole form or for a single row.
  case mine, theirs
  case rename, remove
  /// Sends a push to a device.
  case push
  case signIn = "sign-in"
  case signOut = "sign-out"
}

/// An action of a button for one row.
package enum RowAction: String, Sendable {
  /// Shows the choices that match the text, or more of them.
  case search, more
  case choose
  /// Opens a month, by default that of the row's date.
  case month
  /// Closes the month.
  case close
  case day
  case convert, reset, retry
  case less, plus
  case up, down, remove
  /// Moves an element to a position.
  case move

  private static let separator: Character = ":"

  /// The value of the button: the action, its row, and a detail such as a day.
  func value(_ row: String, _ detail: String? = nil) -> String {
    [rawValue, row, detail].compactMap { $0 }.joined(separator: String(Self.separator))
  }

  /// Reads the value of a button; nil if the button is not for a row.
  package static func parts(
    of value: String
  ) -> (action: RowAction, row: String, detail: String?)? {
    let parts = value.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, !parts[1].isEmpty, let action = RowAction(rawValue: parts[0]) else {
      return nil
    }
    return (action, parts[1], parts.count > 2 ? parts[2] : nil)
  }
}

extension CivilDate {
  /// The month in the value of a button and of a field.
  var pageMonth: String { "\(year)-\(month)" }

  /// The day in the value of a button; the script calculates with it.
  var pageDay: String { "\(pageMonth)-\(day)" }

  /// Reads a month from its text in a page, and makes its first day; nil for any other text.
  package init?(pageMonth text: String) {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    self.init(clampingYear: parts[0], month: parts[1], day: 1)
  }

  /// Reads a day from its text in a page; nil for any other text.
  package init?(pageDay text: String) {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    self.init(checkedYear: parts[0], month: parts[1], day: parts[2])
  }
}

/// The prefixes of the IDs of a row and its elements; the name of the row follows the prefix.
enum RowElement: String {
  case row = "row-"
  /// The field of the row, or its first field.
  case field = "in-"
  /// The field for the number of a slider.
  case number = "num-"
  /// The browser's own field of a date or a time.
  case native = "at-"
  case display = "dis-"
  case unit = "unit-"
  case hint = "hint-"
  case problem = "problem-"
  case month = "month-"
  case choices = "choices-"
  case choice = "pick-"

  /// The ID of the element of a row.
  func id(_ row: String) -> String { rawValue + row }
}

/// The IDs of the parts of a page.
package enum PagePart: String, Sendable {
  case form, rows, said, review, actions, preview, issues, drawing
  case nameRow = "name-row"
  case hiddenRows = "hidden-rows"
  case intent = "preview-intent"
  case timeline = "preview-timeline"
  case issuesTitle = "issues-title"
  case reviewTitle = "review-title"
  case entriesTitle = "entries-title"
}
