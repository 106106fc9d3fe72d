package import Messages

/// The texts of the form itself, as opposed to those of a definition.
extension Message {
  // Rows and their answers.
  package static var save: Message { "Save" }
  package static var cancel: Message { "Cancel" }
  package static var family: Message { "Family" }
  package static var choose: Message { "Choose" }
  package static var notSet: Message { "Not set" }
  package static var add: Message { "Add" }
  package static var missing: Message { "No longer offered; kept until you choose another." }
  package static var byDefault: Message { "default" }
  package static var notInFamily: Message { "not in this family" }
  package static func countOf(kept: String, maximum: String) -> Message { "\(kept) of \(maximum)" }
  package static func tooFew(kept: String, minimum: String) -> Message {
    "\(kept); the widget needs \(minimum)"
  }

  // Hidden rows.
  package static func hiddenIs(parent: String, value: String) -> Message {
    "hidden because \(parent) is \(value)"
  }
  package static func hiddenParent(parent: String) -> Message {
    "hidden because \(parent) is hidden"
  }

  // Panels over the rows.
  package static var previewTitle: Message { "Preview" }
  package static var entriesTitle: Message { "Next entries" }
  package static var notComplete: Message { "Not complete yet" }
  package static func moreLines(count: Int) -> Message { "\(count, "more line", "more lines")" }
  package static var noTimeline: Message { "This widget has no timeline provider." }
  package static var reviewTitle: Message { "Changes to save" }
  package static var noLongerOffered: Message { "No longer offered" }
  package static var withoutEffect: Message { "Set, but not in effect" }
  package static var nothingChanged: Message { "Nothing has changed." }
  package static var goTo: Message { "Go to" }
  package static var nothingMatches: Message { "Nothing matches." }
  package static func dayWithoutTime(example: String) -> Message {
    "No time is set. To set a time, type it after the day, as in \(example)."
  }
  package static var emptyFolder: Message { "The folder is empty." }

  // Short names of key actions, for the line of keys.
  package static var move: Message { "move" }
  package static var change: Message { "change" }
  package static var undo: Message { "undo" }
  package static var back: Message { "back" }
  package static var help: Message { "help" }
  package static var review: Message { "save" }
  package static var cancelKey: Message { "cancel" }
  package static var chooseKey: Message { "choose" }
  package static var leaveKey: Message { "leave" }
  package static var nextKey: Message { "next" }
  package static var goThere: Message { "go there" }
  package static var askAgain: Message { "ask again" }
  package static var days: Message { Message("day", meaning: "what a key moves by") }

  // Full names of key actions, for the table of keys.
  package static var openCalendar: Message { "calendar" }
  package static var newLine: Message { "new line" }

  // Commands in the line prompt, for a list of choices and for an array.
  package static var lineMore: Message { "more" }
  package static var lineRaise: Message { "raise" }
  package static var lineLower: Message { "lower" }
  package static var lineFill: Message { "fill" }

  // Lists of choices.
  package static var loading: Message { "loading" }
  package static var searching: Message { "searching" }
  package static var nothingToChoose: Message { "There is nothing to choose from." }

  // The expected input, an invalid choice, and the parts of an object.
  package static func typeThis(expected: Message) -> Message { "Type \(expected)." }
  package static func isNot(text: String, kind: Message) -> Message { "“\(text)” is not \(kind)." }
  package static var identifier: Message { "identifier" }

  // The line prompt.
  package static func lineIntroduction(back: String, undo: String, quit: String) -> Message {
    "Enter keeps the answer in brackets; ? explains. Commands: \(back), \(undo), \(quit)."
  }
  package static func inputEnded(question: String) -> Message {
    "The input ended at “\(question)”."
  }
  package static func saveQuestion(yes: String) -> Message { "Save? [\(yes)]" }

  // The words accepted as commands and answers; the first word of each list is the one shown.
  package static var sayYes: Message { "yes,y" }
  package static var sayNo: Message { "no,n" }
  package static var isOn: Message { "On" }
  package static var isOff: Message { "Off" }
  package static var sayOn: Message { Message("on", meaning: "a word to type") }
  package static var sayOff: Message { Message("off", meaning: "a word to type") }
  package static var sayBack: Message { Message("back", meaning: "a word to type") }
  package static var sayQuit: Message { "quit" }
  package static var sayUndo: Message { Message("undo", meaning: "a word to type") }
  package static var sayRedo: Message { Message("redo", meaning: "a word to type") }

  // Before and after the form.
  package static var cancelled: Message { "Cancelled. Nothing is saved." }
  package static var cancelledAndKept: Message {
    "Cancelled. Nothing is saved, but your changes are kept: the next form of this widget offers them."
  }
  package static var noEntries: Message { "no entries" }
  package static func reload(policy: Message) -> Message { "reload: \(policy)" }
  package static var reloadAtEnd: Message { "at the end" }
  package static func reloadAfter(date: String) -> Message { "after \(date)" }
  package static var reloadNever: Message { "never" }

  // Texts that are too long.
  package static func textFull(limit: Int) -> Message {
    "The text can have at most \(limit, "character", "characters"). The rest is left out."
  }

  // Repeated choices, and choices that are no longer offered.
  package static func chosenTwice(choice: String) -> Message {
    "“\(choice)” is chosen more than once."
  }
  package static var chosenAlready: Message { "chosen already" }
}
