package import Messages

/// The texts of the form itself, as opposed to those of a definition.
extension Message {
  // Rows and their answers.
  package static var save: Message { entry() }
  package static var cancel: Message { entry() }
  package static var family: Message { entry() }
  package static var familyHelp: Message { entry() }
  package static var choose: Message { entry() }
  package static var notSet: Message { entry() }
  package static var add: Message { entry() }
  package static var noProvider: Message { entry() }
  package static var missing: Message { entry() }
  package static var offerNotKnown: Message { entry() }
  package static var modified: Message { entry() }
  package static var byDefault: Message { entry() }
  package static var asking: Message { entry() }
  package static var notInFamily: Message { entry() }
  package static func countOf(kept: String, maximum: String) -> Message {
    entry(.text(kept), .text(maximum))
  }
  package static var discardWarning: Message { entry() }

  // Hidden rows.
  package static func hiddenIs(parent: String, value: String) -> Message {
    entry(.text(parent), .text(value))
  }
  package static func hiddenNotSet(parent: String) -> Message {
    entry(.text(parent))
  }
  package static func hiddenNot(parent: String, value: String) -> Message {
    entry(.text(parent), .text(value))
  }
  package static func hiddenParent(parent: String) -> Message {
    entry(.text(parent))
  }
  package static func hiddenHelp(parent: String) -> Message {
    entry(.text(parent))
  }

  // Panels over the rows.
  package static var previewTitle: Message { entry() }
  package static var entriesTitle: Message { entry() }
  package static var notComplete: Message { entry() }
  package static func moreLines(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var computing: Message { entry() }
  package static var noTimeline: Message { entry() }
  package static var reviewTitle: Message { entry() }
  package static var withoutEffect: Message { entry() }
  package static var nothingChanged: Message { entry() }
  package static var goTo: Message { entry() }
  package static var nothingMatches: Message { entry() }
  package static func helpTitle(place: Message) -> Message {
    entry(.message(place))
  }
  package static var helpTyping: Message { entry() }

  // Contexts that have their own keys.
  package static var placeForm: Message { entry() }
  package static var placeEditor: Message { entry() }
  package static var placeList: Message { entry() }
  package static var placePanel: Message { entry() }
  package static var placeReview: Message { entry() }
  package static var placeJump: Message { entry() }
  package static var placeCalendar: Message { entry() }

  // Short names of what keys do, for the line of keys.
  package static var move: Message { entry() }
  package static var change: Message { entry() }
  package static var edit: Message { entry() }
  package static var leave: Message { entry() }
  package static var clear: Message { entry() }
  package static var undo: Message { entry() }
  package static var takeOver: Message { entry() }
  package static var back: Message { entry() }
  package static var next: Message { entry() }
  package static var askAgain: Message { entry() }
  package static var help: Message { entry() }
  package static var review: Message { entry() }
  package static var cancelKey: Message { entry() }
  package static var jumpKey: Message { entry() }
  package static var chooseKey: Message { entry() }
  package static var scroll: Message { entry() }
  package static var days: Message { entry() }
  package static var weeks: Message { entry() }
  package static var goThere: Message { entry() }
  package static var preview: Message { entry() }

  // What keys do, in full, for the table of keys.
  package static var nextRow: Message { entry() }
  package static var previousRow: Message { entry() }
  package static var firstRow: Message { entry() }
  package static var lastRow: Message { entry() }
  package static var rowsUp: Message { entry() }
  package static var rowsDown: Message { entry() }
  package static var stepUp: Message { entry() }
  package static var stepDown: Message { entry() }
  package static var stepsUp: Message { entry() }
  package static var stepsDown: Message { entry() }
  package static var activate: Message { entry() }
  package static var clearRow: Message { entry() }
  package static var elementUp: Message { entry() }
  package static var elementDown: Message { entry() }
  package static var redo: Message { entry() }
  package static var retry: Message { entry() }
  package static var resetRow: Message { entry() }
  package static var resetAll: Message { entry() }
  package static var cancelForm: Message { entry() }
  package static var suspend: Message { entry() }
  package static var redraw: Message { entry() }
  package static var showHelp: Message { entry() }
  package static var jump: Message { entry() }
  package static var showHidden: Message { entry() }
  package static var showPreview: Message { entry() }
  package static var openCalendar: Message { entry() }
  package static var fill: Message { entry() }
  package static var openList: Message { entry() }
  package static var nextPart: Message { entry() }
  package static var completePart: Message { entry() }
  package static var newLine: Message { entry() }
  package static var commit: Message { entry() }
  package static var dismiss: Message { entry() }
  package static var saveNow: Message { entry() }
  package static var chooseOne: Message { entry() }
  package static var textLeft: Message { entry() }
  package static var textRight: Message { entry() }
  package static var wordLeft: Message { entry() }
  package static var wordRight: Message { entry() }
  package static var textStart: Message { entry() }
  package static var textEnd: Message { entry() }
  package static var deleteLeft: Message { entry() }
  package static var deleteRight: Message { entry() }
  package static var deleteWordLeft: Message { entry() }
  package static var deleteWordRight: Message { entry() }
  package static var deleteToStart: Message { entry() }
  package static var deleteToEnd: Message { entry() }
  package static var yank: Message { entry() }
  package static var lineUp: Message { entry() }
  package static var lineDown: Message { entry() }
  package static var nextMonth: Message { entry() }
  package static var transpose: Message { entry() }
  package static var undoTyping: Message { entry() }
  package static var nextInitial: Message { entry() }
  package static var previousInitial: Message { entry() }

  // The parts of an edited value, and help for editing them.
  package static var partYear: Message { entry() }
  package static var partMonth: Message { entry() }
  package static var partDay: Message { entry() }
  package static var partHour: Message { entry() }
  package static var partMinute: Message { entry() }
  package static var partSecond: Message { entry() }
  package static var partPeriod: Message { entry() }
  package static func dayHelp(part: Message) -> Message {
    entry(.message(part))
  }
  package static func timeHelp(part: Message) -> Message {
    entry(.message(part))
  }
  package static var unitHelp: Message { entry() }
  package static var currencyHelp: Message { entry() }
  package static var pathHelp: Message { entry() }
  package static var completeKey: Message { entry() }
  package static var pathLineHelp: Message { entry() }
  package static func unitLineHelp(units: String) -> Message {
    entry(.text(units))
  }
  package static func currencyLineHelp(currencies: String) -> Message {
    entry(.text(currencies))
  }
  package static var lineRaise: Message { entry() }
  package static var lineLower: Message { entry() }
  package static var lineFill: Message { entry() }
  package static func elementLineHelp(moves: String, fills: String) -> Message {
    entry(.text(moves), .text(fills))
  }

  // Missing files, and folders that cannot be listed.
  package static func folderMissing(folder: String) -> Message {
    entry(.text(folder))
  }
  package static func folderDenied(folder: String) -> Message {
    entry(.text(folder))
  }
  package static func folderTooLarge(folder: String, limit: Int) -> Message {
    entry(.text(folder), .integer(limit))
  }

  // Names separated by commas, January first and Sunday first.
  package static var months: Message { entry() }
  package static var weekdays: Message { entry() }
  package static func monthAndYear(month: String, year: String) -> Message {
    entry(.text(month), .text(year))
  }

  // Lists of choices.
  package static var askingChoices: Message { entry() }
  package static var typeToSearch: Message { entry() }
  package static var searching: Message { entry() }
  package static var nothingToChoose: Message { entry() }

  // Answers and messages about them.
  package static func typeThis(expected: Message) -> Message {
    entry(.message(expected))
  }
  package static func isNot(text: String, kind: Message) -> Message {
    entry(.text(text), .message(kind))
  }
  package static func savesWhenReady(parameter: String) -> Message {
    entry(.text(parameter))
  }
  package static func tooManyDefaults(count: Int, limit: Int) -> Message {
    entry(.integer(count), .integer(limit))
  }
  package static var fewerDefaults: Message { entry() }
  package static func defaultIsNot(text: String, kind: Message) -> Message {
    entry(.text(text), .message(kind))
  }
  package static func defaultDoesNotFit(text: String, problem: Message) -> Message {
    entry(.text(text), .message(problem))
  }
  package static var chooseValue: Message { entry() }
  package static var identifier: Message { entry() }
  package static var displayText: Message { entry() }

  // Names of days.
  package static var yesterday: Message { entry() }
  package static var today: Message { entry() }
  package static var tomorrow: Message { entry() }

  // Units of durations, from days to seconds, in short.
  package static var durationUnits: Message { entry() }

  // The line prompt.
  package static var plainIntro: Message { entry() }
  package static var notInFamilyKept: Message { entry() }
  package static func inputEnded(question: String) -> Message {
    entry(.text(question))
  }
  package static func saveQuestion(yes: String) -> Message {
    entry(.text(yes))
  }
  package static func typeYesNo(yes: String, no: String, back: String) -> Message {
    entry(.text(yes), .text(no), .text(back))
  }
  package static func noSuchFamily(name: String) -> Message {
    entry(.text(name))
  }
  package static func nothingMatchesTerm(term: String) -> Message {
    entry(.text(term))
  }
  package static func moreChoices(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var noMoreChoices: Message { entry() }
  package static var typeObject: Message { entry() }
  package static func fromTo(kind: Message, lower: String, upper: String) -> Message {
    entry(.message(kind), .text(lower), .text(upper))
  }
  package static func orMore(kind: Message, minimum: String) -> Message {
    entry(.message(kind), .text(minimum))
  }
  package static func orLess(kind: Message, maximum: String) -> Message {
    entry(.message(kind), .text(maximum))
  }
  package static func severalIntents(file: String) -> Message {
    entry(.text(file))
  }
  package static var whichIntent: Message { entry() }
  package static func severalWidgets(folder: String) -> Message {
    entry(.text(folder))
  }
  package static var lineHint: Message { entry() }
  package static var listHint: Message { entry() }
  package static var nothingToUndo: Message { entry() }
  package static var nothingToRedo: Message { entry() }

  // The words accepted as commands and answers; the first of several is the one shown.
  package static var sayYes: Message { entry() }
  package static var sayNo: Message { entry() }
  package static var sayOn: Message { entry() }
  package static var sayOff: Message { entry() }
  package static var sayBack: Message { entry() }
  package static var sayQuit: Message { entry() }
  package static var sayUndo: Message { entry() }
  package static var sayRedo: Message { entry() }
  package static var sayMore: Message { entry() }

  // Before and after the form.
  package static func unchanged(name: String) -> Message { entry(.text(name)) }
  package static func saved(name: String, store: String) -> Message {
    entry(.text(name), .text(store))
  }
  package static func wouldSave(name: String) -> Message {
    entry(.text(name))
  }
  package static var cancelled: Message { entry() }
  package static func endedBySignal(signal: String) -> Message {
    entry(.text(signal))
  }
  package static var nothingToRead: Message { entry() }
  package static func toBeAnswered(parameters: String) -> Message {
    entry(.text(parameters))
  }
  package static var waysToAnswer: Message { entry() }
  package static var giveFamily: Message { entry() }
  package static func keptChoices(parameter: String, choices: String) -> Message {
    entry(.text(parameter), .text(choices))
  }
  package static func uncheckedChoices(parameter: String, choices: String) -> Message {
    entry(.text(parameter), .text(choices))
  }
  package static var noEntries: Message { entry() }
  package static func moreEntries(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func reload(policy: Message) -> Message {
    entry(.message(policy))
  }
  package static var reloadAtEnd: Message { entry() }
  package static func reloadAfter(date: String) -> Message {
    entry(.text(date))
  }
  package static var reloadNever: Message { entry() }

  // Sources that returned no answer.
  package static var sourceNotFound: Message { entry() }
  package static var sourceUnreadable: Message { entry() }
  package static var sourceTimedOut: Message { entry() }
  package static var sourceTooLarge: Message { entry() }
  package static var sourceFailed: Message { entry() }
  package static var sourceMalformed: Message { entry() }
  package static var sourceInvalid: Message { entry() }
  package static var sourceMissing: Message { entry() }
  package static func textFull(limit: Int) -> Message {
    entry(.integer(limit))
  }

  // Repeated choices, and choices that are no longer offered.
  package static func chosenTwice(choice: String) -> Message {
    entry(.text(choice))
  }
  package static var chosenAlready: Message { entry() }
  package static var noLongerOffered: Message { entry() }
}
