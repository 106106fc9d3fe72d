import IntentModel
package import Messages

/// Messages of commands.
extension Message {
  // Messages of several commands.
  package static func correctWithEdit(name: String) -> Message {
    entry(.text(name))
  }
  package static var nothingIsSaved: Message { entry() }
  package static var nothingIsImported: Message { entry() }
  package static var answersOnStandardOutput: Message { entry() }
  package static var noIntentInFile: Message { entry() }
  package static func severalIntentsInFile(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func importedWidget(name: String, intent: String, family: String) -> Message {
    entry(.text(name), .text(intent), .text(family))
  }
  package static func wouldImportWidget(name: String, intent: String, family: String) -> Message {
    entry(.text(name), .text(intent), .text(family))
  }
  package static func intentsLeftOut(omitted: Int, count: Int) -> Message {
    entry(.integer(omitted), .integer(count))
  }
  package static func twoIntentsOneName(name: String) -> Message {
    entry(.name(name))
  }
  package static func placedSeveralTimes(intent: String, names: String) -> Message {
    entry(.text(intent), .text(names))
  }
  package static func definedBySeveral(intent: String, names: String) -> Message {
    entry(.text(intent), .text(names))
  }
  package static func timelineFailedWith(cause: Message) -> Message {
    entry(.message(cause))
  }
  package static func moreFindings(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var nameSourceUnderOptions: Message { entry() }
  package static func isAPlacedWidget(name: String) -> Message {
    entry(.name(name))
  }
  package static func showPlacedOrGiveWidget(word: String, widget: String) -> Message {
    entry(.text(word), .text(widget))
  }
  package static var giveSourceOfTimelines: Message { entry() }
  package static var tableCannotHoldChoices: Message { entry() }
  package static var recordAsJSON: Message { entry() }
  package static func keepsTheRules(provider: String, parameter: String) -> Message {
    entry(.text(provider), .name(parameter))
  }
  package static func recordedChoices(count: Int, file: String) -> Message {
    entry(.integer(count), .text(file))
  }
  package static var writeAsNameValue: Message { entry() }
  package static var outputPathIsEmpty: Message { entry() }
  package static func outputCannotBeWritten(cause: String) -> Message {
    entry(.text(cause))
  }
  package static func usePlainInstead(problem: Message) -> Message {
    entry(.message(problem))
  }
  package static func allValid(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func someInvalid(count: Int, invalid: Int) -> Message {
    entry(.integer(count), .integer(invalid))
  }
  package static var stopped: Message { entry() }
  package static func writeKeysFile(example: String) -> Message {
    entry(.text(example))
  }
  package static var nothingToAsk: Message { entry() }
  package static func isPlacedAlready(name: String, intent: String, origin: String) -> Message {
    entry(.name(name), .text(intent), .text(origin))
  }
  package static var zeroIntents: Message { entry() }
  package static func twoIntentsLeaveNameOut(name: String) -> Message {
    entry(.name(name))
  }
  package static func checkProgress(count: Int, invalid: Int) -> Message {
    entry(.integer(count), .integer(invalid))
  }
  package static var definitionHasChanged: Message { entry() }
  package static func andMoreChoices(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var nothingIsRemoved: Message { entry() }
  package static func removedTakeBack(name: String, word: String) -> Message {
    entry(.text(name), .text(word))
  }
  package static func nobodyToAskToRemove(names: String) -> Message {
    entry(.text(names))
  }
  package static func removeQuestion(names: String, choices: String) -> Message {
    entry(.text(names), .text(choices))
  }
  package static func renamedWidget(old: String, new: String) -> Message {
    entry(.text(old), .text(new))
  }
  package static func copiedWidget(old: String, new: String) -> Message {
    entry(.text(old), .text(new))
  }
  package static func restoredWidget(name: String, revision: Int) -> Message {
    entry(.text(name), .integer(revision))
  }
  package static var markChanged: Message { entry() }
  package static var markUnreadable: Message { entry() }
  package static var markDamaged: Message { entry() }
  package static func markDamagedBy(cause: Message) -> Message {
    entry(.message(cause))
  }
  package static var markPresent: Message { entry() }
  package static func markRemoved(moment: String) -> Message {
    entry(.text(moment))
  }
  package static var markCurrent: Message { entry() }
  package static var labelWidget: Message { entry() }
  package static var labelDefinition: Message { entry() }
  package static var labelIntent: Message { entry() }
  package static var labelFamily: Message { entry() }
  package static var labelRevision: Message { entry() }
  package static var labelSaved: Message { entry() }
  package static var labelState: Message { entry() }
  package static var labelAnswers: Message { entry() }
  package static var widgetsHeading: Message { entry() }
  package static func kindAndFamilies(kind: String, families: String) -> Message {
    entry(.text(kind), .text(families))
  }
  package static func withoutDefault(names: String) -> Message {
    entry(.text(names))
  }
  package static func familyFails(family: String, cause: String) -> Message {
    entry(.text(family), .text(cause))
  }
  package static var placedHeading: Message { entry() }
  package static func noWidgetsIn(folder: String) -> Message {
    entry(.text(folder))
  }
  package static var nothingPlacedYet: Message { entry() }
  package static var nothingRemoved: Message { entry() }
  package static var catalogNeedsFolder: Message { entry() }
  package static func filesWritten(folder: String, written: Int, count: Int) -> Message {
    entry(.text(folder), .integer(written), .integer(count))
  }
}

/// Messages about reloads, links and stacks.
extension Message {
  package static func oneTapTarget(family: String) -> Message {
    entry(.text(family))
  }
  package static func noSuchLink(link: Int, count: Int) -> Message {
    entry(.integer(link), .integer(count))
  }
  package static var entryWithoutLink: Message { entry() }
  package static func linkIsNotAURL(text: String) -> Message {
    entry(.name(text))
  }
  package static var nothingToReload: Message { entry() }
  package static func reloadAsked(count: Int, names: [String]) -> Message {
    entry(.integer(count), .names(names))
  }
  package static func reloadDenied(date: String) -> Message {
    entry(.text(date))
  }
  package static func noWidgetOfKind(kind: String) -> Message {
    entry(.name(kind))
  }
  package static var stackFirst: Message { entry() }
  package static var stackStays: Message { entry() }
  package static func stackGreatest(
    score: Message.Argument, percent: Int, until: Message
  ) -> Message {
    entry(score, .integer(percent), .message(until))
  }
  package static func stackTie(score: Message.Argument, percent: Int, until: Message) -> Message {
    entry(score, .integer(percent), .message(until))
  }
  package static func stackUntil(date: String) -> Message {
    entry(.text(date))
  }
  package static var stackWithoutEnd: Message { entry() }
}

/// Messages about simulations, watched timelines and new widgets.
extension Message {
  package static var simulationLegend: Message { entry() }
  package static func simulatedBudget(budget: Int, views: Int) -> Message {
    entry(.integer(budget), .integer(views))
  }
  package static func simulatedReloads(count: Int, free: Int, merged: Int) -> Message {
    entry(.integer(count), .integer(free), .integer(merged))
  }
  package static func longestWait(length: String) -> Message {
    entry(.text(length))
  }
  package static var noneDenied: Message { entry() }
  package static func someDenied(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var noneFailed: Message { entry() }
  package static func someFailed(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var neverOutOfDate: Message { entry() }
  package static func outOfDate(length: String, views: Int) -> Message {
    entry(.text(length), .integer(views))
  }
  package static func spanOfMoments(start: String, end: String) -> Message {
    entry(.text(start), .text(end))
  }
  package static func moreSpans(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func nextEntryAt(date: String) -> Message {
    entry(.text(date))
  }
  package static func nextEntryIn(date: String, length: String) -> Message {
    entry(.text(date), .text(length))
  }
  package static var noFurtherEntry: Message { entry() }
  package static func reloadAt(date: String) -> Message {
    entry(.text(date))
  }
  package static var noReload: Message { entry() }
  // Making a widget.
  package static var nobodyToAskForParameters: Message { entry() }
  package static var giveParameters: Message { entry() }
  package static func nextSteps(name: String) -> Message {
    entry(.text(name))
  }
  package static func cannotNameWidget(name: String) -> Message {
    entry(.name(name))
  }
  package static var nameNeedsLetters: Message { entry() }
  package static var folderIsThere: Message { entry() }
  package static var chooseNameOrAddParameter: Message { entry() }
  package static func parameterAdded(name: String, folder: String) -> Message {
    entry(.text(name), .text(folder))
  }
  package static func languageAdded(path: String) -> Message {
    entry(.text(path))
  }
  package static var notAWidgetFolder: Message { entry() }
  package static func makeWidgetFrom(path: String) -> Message {
    entry(.text(path))
  }
  package static var nothingToTranslate: Message { entry() }
  package static func fileOutsideFolder(path: String) -> Message {
    entry(.name(path, limit: 120))
  }
  package static func sourceFileIsTaken(path: String) -> Message {
    entry(.name(path, limit: 120))
  }
  package static var folderIsBusy: Message { entry() }
  package static func notALanguage(language: String) -> Message {
    entry(.name(language))
  }
  package static func languageTwice(language: String) -> Message {
    entry(.name(language))
  }
  package static func languageIsThere(language: String) -> Message {
    entry(.name(language))
  }
  package static var askWidget: Message { entry() }
  package static var askParameter: Message { entry() }
  package static var askDisplayName: Message { entry() }
  package static var askDescription: Message { entry() }
  package static var askKind: Message { entry() }
  package static var askFamilies: Message { entry() }
  package static var askConfigured: Message { entry() }
  package static var askFormat: Message { entry() }
  package static var askLanguages: Message { entry() }
  package static var askName: Message { entry() }
  package static var askLabel: Message { entry() }
  package static var askType: Message { entry() }
  package static var askCases: Message { entry() }
  package static var askDefault: Message { entry() }
  package static var askMinimum: Message { entry() }
  package static var askMaximum: Message { entry() }
  package static var askControl: Message { entry() }
  package static var askSeveral: Message { entry() }
  package static var askSizes: Message { entry() }
  package static var askDynamic: Message { entry() }
  package static var askSource: Message { entry() }
  package static var askSourceForms: Message { entry() }
  package static var askParent: Message { entry() }
  package static var askCondition: Message { entry() }
  package static var askMore: Message { entry() }
}
