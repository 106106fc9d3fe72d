package import Messages

/// The texts of the form itself, as opposed to those of a definition.
extension Message {
  // Rows and their answers.
  package static var save: Message { "Save" }
  package static var cancel: Message { "Cancel" }
  package static var family: Message { "Family" }
  package static var familyHelp: Message { "The size and place of the widget." }
  package static var choose: Message { "Choose" }
  package static var notSet: Message { "Not set" }
  package static var add: Message { "Add" }
  package static var noProvider: Message { "The choices have no provider. Type the value." }
  package static var missing: Message { "No longer offered; kept until you choose another." }
  package static var offerNotKnown: Message {
    "May no longer be offered; the source lists only some choices."
  }
  package static var modified: Message { "modified" }
  package static var byDefault: Message { "default" }
  package static var asking: Message { "loading" }
  package static var notInFamily: Message { "not in this family" }
  package static func countOf(kept: String, maximum: String) -> Message { "\(kept) of \(maximum)" }

  // Hidden rows.
  package static func hiddenIs(parent: String, value: String) -> Message {
    "hidden because \(parent) is \(value)"
  }
  package static func hiddenNotSet(parent: String) -> Message {
    "hidden because \(parent) is not set"
  }
  package static func hiddenNot(parent: String, value: String) -> Message {
    "hidden because \(parent) is not \(value)"
  }
  package static func hiddenParent(parent: String) -> Message {
    "hidden because \(parent) is hidden"
  }
  package static func hiddenHelp(parent: String) -> Message {
    "Enter goes to \(parent), which controls this row."
  }

  // Panels over the rows.
  package static var previewTitle: Message { "Preview" }
  package static var entriesTitle: Message { "Next entries" }
  package static var notComplete: Message { "Not complete yet" }
  package static func moreLines(count: Int) -> Message { "\(count, "more line", "more lines")" }
  package static var computing: Message { "working" }
  package static var noTimeline: Message { "This widget has no timeline provider." }
  package static var reviewTitle: Message { "Changes to save" }
  package static var withoutEffect: Message { "Set, but not in effect" }
  package static var nothingChanged: Message { "Nothing has changed." }
  package static var goTo: Message { "Go to" }
  package static var nothingMatches: Message { "Nothing matches." }
  package static func helpTitle(place: Message) -> Message { "Keys: \(place)" }
  package static var helpTyping: Message { "Any other character is typed." }

  // Contexts that have their own keys.
  package static var placeForm: Message { "in the form" }
  package static var placeEditor: Message { "in a text" }
  package static var placeList: Message { "in a list" }
  package static var placePanel: Message { "in a panel" }
  package static var placeReview: Message { "before saving" }
  package static var placeJump: Message { "in the jump list" }
  package static var placeCalendar: Message { "in the calendar" }

  // Short names of what keys do, for the line of keys.
  package static var move: Message { "move" }
  package static var change: Message { "change" }
  package static var edit: Message { "edit" }
  package static var leave: Message { "leave" }
  package static var clear: Message { "clear" }
  package static var undo: Message { "undo" }
  package static var takeOver: Message { "accept" }
  package static var back: Message { "back" }
  package static var next: Message { "next" }
  package static var askAgain: Message { "ask again" }
  package static var help: Message { "help" }
  package static var review: Message { "save" }
  package static var cancelKey: Message { "cancel" }
  package static var jumpKey: Message { "go to" }
  package static var chooseKey: Message { "choose" }
  package static var scroll: Message { "scroll" }
  package static var days: Message { Message("day", meaning: "what a key moves by") }
  package static var weeks: Message { "week" }
  package static var goThere: Message { "go there" }
  package static var preview: Message { "preview" }

  // What keys do, in full, for the table of keys.
  package static var nextRow: Message { "next row" }
  package static var previousRow: Message { "previous row" }
  package static var firstRow: Message { "first row" }
  package static var lastRow: Message { "last row" }
  package static var rowsUp: Message { "a page up" }
  package static var rowsDown: Message { "a page down" }
  package static var stepUp: Message { "one step up" }
  package static var stepDown: Message { "one step down" }
  package static var stepsUp: Message { "ten steps up" }
  package static var stepsDown: Message { "ten steps down" }
  package static var activate: Message { "edit, switch, open or press" }
  package static var clearRow: Message { "clear the answer, or remove the element" }
  package static var elementUp: Message { "move the element up" }
  package static var elementDown: Message { "move the element down" }
  package static var redo: Message { "redo" }
  package static var retry: Message { "ask the source again" }
  package static var resetRow: Message { "default for this row" }
  package static var resetAll: Message { "defaults for all rows" }
  package static var cancelForm: Message { "leave without saving" }
  package static var suspend: Message { "suspend, until fg" }
  package static var redraw: Message { "redraw the screen" }
  package static var showHelp: Message { "this help" }
  package static var jump: Message { "go to a row by typing" }
  package static var showHidden: Message { "hidden rows on or off" }
  package static var showPreview: Message { "preview on or off" }
  package static var openCalendar: Message { "calendar" }
  package static var fill: Message { "fill empty slots with this value" }
  package static var openList: Message { "open the list" }
  package static var nextPart: Message { "next part, unit fields, or calendar" }
  package static var completePart: Message { "previous part" }
  package static var newLine: Message { "new line" }
  package static var commit: Message { "accept the text" }
  package static var dismiss: Message { "back, or leave" }
  package static var saveNow: Message { "save, after a review of the changes" }
  package static var chooseOne: Message { "choose this" }
  package static var textLeft: Message { "left" }
  package static var textRight: Message { "right" }
  package static var wordLeft: Message { "a word left" }
  package static var wordRight: Message { "a word right" }
  package static var textStart: Message { "start" }
  package static var textEnd: Message { "end" }
  package static var deleteLeft: Message { "delete to the left" }
  package static var deleteRight: Message { "delete to the right" }
  package static var deleteWordLeft: Message { "delete the word to the left" }
  package static var deleteWordRight: Message { "delete the word to the right" }
  package static var deleteToStart: Message { "delete to the start" }
  package static var deleteToEnd: Message { "delete to the end" }
  package static var yank: Message { "put back what was deleted" }
  package static var lineUp: Message { "line up" }
  package static var lineDown: Message { "line down" }
  package static var nextMonth: Message { "next month" }
  package static var transpose: Message { "swap two characters" }
  package static var undoTyping: Message { "undo the last change to the text" }
  package static var nextInitial: Message { "next initial letter" }
  package static var previousInitial: Message { "previous initial letter" }

  // The parts of an edited value, and help for editing them.
  package static var partYear: Message { "Year" }
  package static var partMonth: Message { "Month" }
  package static var partDay: Message { "Day" }
  package static var partHour: Message { "Hour" }
  package static var partMinute: Message { "Minute" }
  package static var partSecond: Message { "Second" }
  package static var partPeriod: Message { "AM or PM" }
  package static func dayHelp(part: Message) -> Message {
    "\(part): up and down change it, digits type it, F4 opens the calendar."
  }
  package static func timeHelp(part: Message) -> Message {
    "\(part): up and down change it, digits type it."
  }
  package static var unitHelp: Message {
    "Unit: up and down, or its first letters; the number is converted."
  }
  package static var currencyHelp: Message { "Currency: up and down, or its first letters." }
  package static var pathHelp: Message { "The path of a file; Tab completes it." }
  package static var completeKey: Message { "complete" }
  package static var pathLineHelp: Message {
    "End with * to list the files that begin with the text, then type a number."
  }
  package static func unitLineHelp(units: String) -> Message {
    "Units: \(units). A unit alone converts the answer."
  }
  package static func currencyLineHelp(currencies: String) -> Message {
    "Currencies: \(currencies)."
  }
  package static var lineRaise: Message { "raise" }
  package static var lineLower: Message { "lower" }
  package static var lineFill: Message { "fill" }
  package static func elementLineHelp(moves: String, fills: String) -> Message {
    "\(moves): moves the element; \(fills): puts it into the empty slots."
  }

  // Missing files, and folders that cannot be listed.
  package static func folderMissing(folder: String) -> Message { "There is no folder “\(folder)”." }
  package static func folderDenied(folder: String) -> Message {
    "The folder “\(folder)” cannot be read: permission is denied."
  }
  package static func folderTooLarge(folder: String, limit: Int) -> Message {
    "The folder “\(folder)” has more than \(limit) entries. Type more of the path."
  }

  // Names separated by commas, January first and Sunday first.
  package static var months: Message {
    "January,February,March,April,May,June,July,August,September,October,November,December"
  }
  package static var weekdays: Message { "Su,Mo,Tu,We,Th,Fr,Sa" }
  package static func monthAndYear(month: String, year: String) -> Message { "\(month) \(year)" }

  // Lists of choices.
  package static var askingChoices: Message { "Loading the choices… Esc goes back." }
  package static var typeToSearch: Message { "type to search" }
  package static var searching: Message { "searching" }
  package static var nothingToChoose: Message { "There is nothing to choose from." }

  // Answers and messages about them.
  package static func typeThis(expected: Message) -> Message { "Type \(expected)." }
  package static func isNot(text: String, kind: Message) -> Message { "“\(text)” is not \(kind)." }
  package static func savesWhenReady(parameter: String) -> Message {
    "Saves as soon as the default of \(parameter) arrives. ^C cancels."
  }
  package static func tooManyDefaults(count: Int, limit: Int) -> Message {
    "There are \(count) defaults; a form takes at most \(limit)."
  }
  package static var fewerDefaults: Message { "Give fewer defaults." }
  package static func defaultIsNot(text: String, kind: Message) -> Message {
    "The default “\(text)” is not \(kind)."
  }
  package static func defaultDoesNotFit(text: String, problem: Message) -> Message {
    "The default “\(text)” does not fit: \(problem)"
  }
  package static var chooseValue: Message { "Choose a value." }
  package static var identifier: Message { "identifier" }
  package static var displayText: Message { "display" }

  // Names of days.
  package static var yesterday: Message { "yesterday" }
  package static var today: Message { "today" }
  package static var tomorrow: Message { "tomorrow" }

  // Units of durations, from days to seconds, in short.
  package static var durationUnits: Message { "d,h,min,s" }

  // The line prompt.
  package static var plainIntro: Message {
    "Enter keeps what is in brackets; ? explains; back, undo and quit are commands."
  }
  package static var notInFamilyKept: Message { "Not in this family, and kept for larger ones:" }
  package static func inputEnded(question: String) -> Message {
    "The input ended at “\(question)”. Nothing is saved."
  }
  package static func saveQuestion(yes: String) -> Message { "Save? [\(yes)]" }
  package static func typeYesNo(yes: String, no: String, back: String) -> Message {
    "Type \(yes), \(no) or \(back)."
  }
  package static func noSuchFamily(name: String) -> Message { "There is no family “\(name)” here." }
  package static func nothingMatchesTerm(term: String) -> Message { "Nothing matches “\(term)”." }
  package static func moreChoices(count: Int) -> Message {
    "and \(count) more. Type “more” to list them, or a part of a name to search."
  }
  package static var noMoreChoices: Message { "There are no more." }
  package static var typeObject: Message { "Type identifier|display." }
  package static func fromTo(kind: Message, lower: String, upper: String) -> Message {
    "\(kind) from \(lower) to \(upper)"
  }
  package static func orMore(kind: Message, minimum: String) -> Message {
    "\(kind), \(minimum) or more"
  }
  package static func orLess(kind: Message, maximum: String) -> Message {
    "\(kind), \(maximum) or less"
  }
  package static func severalIntents(file: String) -> Message {
    "There are several intents in \(file):"
  }
  package static var whichIntent: Message { "Which one?" }
  package static func severalWidgets(folder: String) -> Message {
    "There are several widgets in \(folder):"
  }
  package static var lineHint: Message {
    "A single - clears the answer; = before a line accepts the line as it is."
  }
  package static var listHint: Message {
    "Type a number, an identifier, a part of the name, or /term to search."
  }
  package static var nothingToUndo: Message { "There is nothing to undo." }
  package static var nothingToRedo: Message { "There is nothing to redo." }

  // The words accepted as commands and answers; the first of several is the one shown.
  package static var sayYes: Message { "yes,y" }
  package static var sayNo: Message { "no,n" }
  package static var sayOn: Message { Message("on", meaning: "a word to type") }
  package static var sayOff: Message { Message("off", meaning: "a word to type") }
  package static var sayBack: Message { Message("back", meaning: "a word to type") }
  package static var sayQuit: Message { "quit" }
  package static var sayUndo: Message { Message("undo", meaning: "a word to type") }
  package static var sayRedo: Message { Message("redo", meaning: "a word to type") }
  package static var sayMore: Message { "more" }

  // Before and after the form.
  package static func unchanged(name: String) -> Message {
    "Nothing has changed in “\(name)”; there was nothing to save."
  }
  package static func saved(name: String, store: String) -> Message {
    "Saved “\(name)” in \(store)."
  }
  package static func wouldSave(name: String) -> Message {
    "Would save “\(name)”; nothing is saved."
  }
  package static var cancelled: Message { "Cancelled. Nothing is saved." }
  package static func endedBySignal(signal: String) -> Message {
    "Ended by signal \(signal). Nothing is saved."
  }
  package static var nothingToRead: Message {
    "There is no terminal for the form, and nothing to read on standard input."
  }
  package static func toBeAnswered(parameters: String) -> Message {
    "The form asks for: \(parameters)."
  }
  package static var waysToAnswer: Message {
    "Give answers with --set name=value or --answers FILE, or answer line by line with --plain."
  }
  package static var giveFamily: Message {
    "Give the family with --family, or answer line by line with --plain."
  }
  package static func keptChoices(parameter: String, choices: String) -> Message {
    "\(parameter): no longer offered, and kept: \(choices)."
  }
  package static func uncheckedChoices(parameter: String, choices: String) -> Message {
    """
    \(parameter): may no longer be offered, because the source lists only some choices: \(choices).
    """
  }
  package static var noEntries: Message { "no entries" }
  package static func moreEntries(count: Int) -> Message {
    "\(count, one: "… and # more entry", other: "… and # more entries")"
  }
  package static func reload(policy: Message) -> Message { "reload: \(policy)" }
  package static var reloadAtEnd: Message { "at the end" }
  package static func reloadAfter(date: String) -> Message { "after \(date)" }
  package static var reloadNever: Message { "never" }

  // Sources that returned no answer.
  package static var sourceNotFound: Message { "The source does not exist." }
  package static var sourceUnreadable: Message { "The source cannot be read." }
  package static var sourceTimedOut: Message { "The source did not answer in time." }
  package static var sourceTooLarge: Message { "The response of the source is too large." }
  package static var sourceFailed: Message { "The source failed." }
  package static var sourceMalformed: Message { "The response of the source is malformed." }
  package static var sourceInvalid: Message { "The response of the source breaks the rules." }
  package static var sourceMissing: Message { "There is no source." }
  package static func textFull(limit: Int) -> Message {
    "The text is full: it takes \(limit, "character", "characters"). The rest is left out."
  }

  // Repeated choices, and choices that are no longer offered.
  package static func chosenTwice(choice: String) -> Message {
    "“\(choice)” is chosen more than once."
  }
  package static var chosenAlready: Message { "chosen already" }
  package static var noLongerOffered: Message { "No longer offered" }
}
