/// A text of the form itself, as opposed to those of a definition.
public enum FormWord: String, Sendable, Hashable, CaseIterable {
  // Rows and their answers.
  case save, cancel, family, familyHelp, choose, notSet, add, noProvider, missing
  case modified, byDefault, asking, notInFamily, countOf, discardWarning
  // Hidden rows.
  case hiddenIs, hiddenNotSet, hiddenNot, hiddenParent, hiddenHelp
  // What is laid over the rows.
  case previewTitle, entriesTitle, notComplete, moreLines, computing, noTimeline
  case reviewTitle, withoutEffect, nothingChanged, goTo, nothingMatches, helpTitle, helpTyping
  // The places that have keys of their own.
  case placeForm, placeEditor, placeList, placePanel, placeReview, placeJump, placeCalendar
  // What keys do, in short, for the line of keys.
  case move, change, edit, leave, clear, undo, takeOver, back, next, askAgain, help, review
  case cancelKey, jumpKey, chooseKey
  case scroll, days, weeks, goThere, preview
  // What keys do, in full, for the table of keys.
  case nextRow, previousRow, firstRow, lastRow, rowsUp, rowsDown, stepUp, stepDown
  case stepsUp, stepsDown, activate, clearRow, elementUp, elementDown, redo, retry
  case resetRow, resetAll, cancelForm, suspend, redraw, showHelp, jump, showHidden, showPreview
  case openCalendar, fill, openList, nextPart, completePart, newLine, commit, dismiss, saveNow
  case chooseOne, textLeft, textRight, wordLeft, wordRight, textStart, textEnd
  case deleteLeft, deleteRight, deleteWordLeft, deleteWordRight, deleteToStart, deleteToEnd
  case yank, lineUp, lineDown, nextMonth, previousMonth, monthStart, monthEnd
  case transpose, undoTyping, nextInitial, previousInitial
  // The parts of what is edited, and how they are edited.
  case partYear, partMonth, partDay, partHour, partMinute, partSecond, partPeriod
  case dayHelp, timeHelp, unitHelp, currencyHelp, pathHelp, completeKey
  case pathLineHelp, unitLineHelp, currencyLineHelp
  case lineRaise, lineLower, lineFill, elementLineHelp
  // Why the entries of a folder cannot be given.
  case folderMissing, folderDenied, folderRemote, folderTooLarge
  // Names with commas between them, January first and Sunday first.
  case months, weekdays, monthAndYear
  // Lists of choices.
  case askingChoices, typeToSearch, searching, nothingToChoose
  // Answers and what is said about them.
  case on, off, typeThis, isNot, savesWhenReady, tooManyDefaults, fewerDefaults, defaultIsNot
  case defaultDoesNotFit, chooseValue, identifier, displayText
  // Units of durations, from days to seconds, in short and with their numbers.
  case durationUnits, dayCount, hourCount, minuteCount, secondCount, durationJoint
  // Questions line by line.
  case plainIntro, notInFamilyKept, inputEnded, saveQuestion, typeYesNo, noSuchFamily
  case nothingMatchesTerm, moreChoices, noMoreChoices, typeObject, fromTo, orMore, orLess
  case lineHint, listHint, nothingToUndo, nothingToRedo
  // The words that are commands and answers there; the first of several is the one shown.
  case sayYes, sayNo, sayOn, sayOff, sayBack, sayQuit, sayUndo, sayRedo, sayMore
  // Before and after the form.
  case saved, wouldSave, cancelled, endedBySignal, nothingToRead, toBeAnswered, waysToAnswer
  case familyNotListed, keptChoices, timelineFailed, noEntries, moreEntries, reload, reloadAtEnd
  case reloadAfter, reloadNever
}
