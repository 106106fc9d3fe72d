import IntentModel
package import Messages

/// Messages of commands.
extension Message {
  // Messages of several commands.
  package static func correctWithEdit(name: String) -> Message {
    "Correct it: widgetconfig edit \(name)"
  }
  package static var nothingIsSaved: Message { "Nothing is saved." }
  package static var nothingIsImported: Message { "Nothing is imported." }
  package static var answersOnStandardOutput: Message {
    "Nothing is saved. The answers are on standard output: keep them in a file for edit --answers."
  }
  package static var noIntentInFile: Message { "There is no intent in the file." }
  package static func severalIntentsInFile(count: Int) -> Message {
    "The file has \(count) intents, but exactly one is needed."
  }
  package static func importedWidget(name: String, intent: String, family: String) -> Message {
    "imported \(name) (\(intent), \(family))"
  }
  package static func wouldImportWidget(name: String, intent: String, family: String) -> Message {
    "would import \(name) (\(intent), \(family))"
  }
  package static func intentsLeftOut(omitted: Int, count: Int) -> Message {
    "\(omitted) of \(count) intents \(omitted, one: "is", other: "are") left out."
  }
  package static func twoIntentsOneName(name: String) -> Message {
    "Two intents would be placed as “\(name: name)”. Give each line its own “name”."
  }
  package static func placedSeveralTimes(intent: String, names: String) -> Message {
    """
    \(intent) is placed several times: \(names). Choose one with “name” in the JSON, or with --name.
    """
  }
  package static func definedBySeveral(intent: String, names: String) -> Message {
    """
    \(intent) is defined in several places: \(names). Choose one with “name” in the JSON, or with \
    --name.
    """
  }
  package static func timelineFailedWith(cause: Message) -> Message {
    "The timeline failed: \(cause)"
  }
  package static func moreFindings(count: Int) -> Message {
    "… and \(count, "more finding", "more findings")."
  }
  package static var nameSourceUnderOptions: Message {
    "Name one under “options” in its widget.json."
  }
  package static func isAPlacedWidget(name: String) -> Message {
    "“\(name: name)” is a placed widget, not a definition."
  }
  package static func showPlacedOrGiveWidget(word: String, widget: String) -> Message {
    "Show it with “widgetconfig show \(word)”, or give \(widget) here."
  }
  package static var giveSourceOfTimelines: Message { "Give FILE.json, a URL or ./PROGRAM." }
  package static var tableCannotHoldChoices: Message {
    "A CSV table cannot hold all of this response, such as defaults, a prompt or an index."
  }
  package static var recordAsJSON: Message { "Record it in a file that ends in .json." }
  package static func keepsTheRules(provider: String, parameter: String) -> Message {
    "\(provider) passes all checks for “\(name: parameter)”."
  }
  package static func recordedChoices(count: Int, file: String) -> Message {
    "Recorded \(count, "choice", "choices") in \(file)."
  }
  package static var writeAsNameValue: Message { "write it as name=value." }
  package static var outputPathIsEmpty: Message { "The path of the file to write is empty." }
  package static func outputCannotBeWritten(cause: String) -> Message {
    "Standard output cannot be written: \(cause). Redirect it elsewhere."
  }
  package static func usePlainInstead(problem: Message) -> Message {
    "\(problem) Use --plain, or --answers and --set."
  }
  package static func allValid(count: Int) -> Message {
    "\(count, "intent, valid", "intents, all valid")."
  }
  package static func someInvalid(count: Int, invalid: Int) -> Message {
    "\(count, "intent", "intents"), \(invalid) of them invalid."
  }
  package static var stopped: Message { "Stopped." }
  package static func writeKeysFile(example: String) -> Message {
    "Write the keys file as \(example)."
  }
  package static var nothingToAsk: Message {
    """
    There are no sources of options for --resolve to ask. Name them under “options” in the \
    widget.json beside the definition.
    """
  }
  package static func isPlacedAlready(name: String, intent: String, origin: String) -> Message {
    """
    “\(name: name)” is already placed, with \(intent) of \(origin). Choose another name with --name.
    """
  }
  package static var zeroIntents: Message { "0 intents." }
  package static func twoIntentsLeaveNameOut(name: String) -> Message {
    """
    Two intents would be placed as “\(name: name)”. Leave --name out and give each line its own \
    “name”.
    """
  }
  package static func checkProgress(count: Int, invalid: Int) -> Message {
    "\(count, "intent", "intents"), \(invalid) invalid … ^C stops"
  }
  package static var definitionHasChanged: Message {
    "The definition has changed since the answers were given."
  }
  package static func andMoreChoices(count: Int) -> Message {
    "The same applies to \(count, "more choice", "more choices")."
  }
  package static var nothingIsRemoved: Message { "Nothing is removed." }
  package static func removedTakeBack(name: String, word: String) -> Message {
    "removed \(name); restore it with: widgetconfig restore \(word)"
  }
  package static func nobodyToAskToRemove(names: String) -> Message {
    "There is no terminal to confirm the removal of \(names). Use --force."
  }
  package static func removeQuestion(names: String, choices: String) -> Message {
    "Remove \(names)? (\(choices))"
  }
  package static func renamedWidget(old: String, new: String) -> Message {
    "renamed \(old) to \(new)"
  }
  package static func copiedWidget(old: String, new: String) -> Message {
    "copied \(old) to \(new)"
  }
  package static func restoredWidget(name: String, revision: Int) -> Message {
    "restored \(name) (revision \(revision))"
  }
  package static var markChanged: Message { "the definition has changed" }
  package static var markUnreadable: Message { "the definition cannot be read" }
  package static var markDamaged: Message { "damaged" }
  package static func markDamagedBy(cause: Message) -> Message { "damaged: \(cause)" }
  package static var markPresent: Message { "present" }
  package static func markRemoved(moment: String) -> Message { "removed \(moment)" }
  package static var markCurrent: Message { "current" }
  package static var labelWidget: Message { "widget" }
  package static var labelDefinition: Message { "definition" }
  package static var labelIntent: Message { "intent" }
  package static var labelFamily: Message { "family" }
  package static var labelRevision: Message { "revision" }
  package static var labelSaved: Message { "saved" }
  package static var labelState: Message { "state" }
  package static var labelAnswers: Message { "answers" }
  package static var widgetsHeading: Message { "Widgets:" }
  package static func kindAndFamilies(kind: String, families: String) -> Message {
    "kind \(kind), families \(families)"
  }
  package static func withoutDefault(names: String) -> Message { "unanswered: \(names)" }
  package static func familyFails(family: String, cause: String) -> Message {
    "\(family): \(cause)"
  }
  package static var placedHeading: Message { "Placed:" }
  package static func noWidgetsIn(folder: String) -> Message {
    "none in \(folder); name another folder with --intents"
  }
  package static var nothingPlacedYet: Message { "none yet; place one with widgetconfig edit NAME" }
  package static var nothingRemoved: Message { "Nothing was removed in the last 30 days." }
  package static var catalogNeedsFolder: Message {
    "A String Catalog is a separate file. Name a folder with --output."
  }
  package static func filesWritten(folder: String, written: Int, count: Int) -> Message {
    "\(folder): \(written) of \(count, "file", "files") written."
  }
}

/// Messages about reloads, links and stacks.
extension Message {
  package static func oneTapTarget(family: String) -> Message {
    "A widget of the family \(family) is one tap target. Leave out --link."
  }
  package static func noSuchLink(link: Int, count: Int) -> Message {
    "There is no link \(link): the entry has \(count, "link", "links") on parts."
  }
  package static var entryWithoutLink: Message {
    "The entry has no link: a tap opens the app with the intent."
  }
  package static func linkIsNotAURL(text: String) -> Message {
    "The link “\(name: text)” is not a URL. Give a scheme, and escape every part."
  }
  package static var nothingToReload: Message { "Nothing is placed, so nothing is reloaded." }
  package static func reloadAsked(count: Int, names: [String]) -> Message {
    "Asked \(count, "placed widget", "placed widgets") to reload: \(names: names)."
  }
  package static func reloadDenied(date: String) -> Message {
    "The reload budget is used up; the reload waits until \(date)."
  }
  package static func noWidgetOfKind(kind: String) -> Message {
    "No placed widget has the kind “\(name: kind)”."
  }
  package static var stackFirst: Message { "the first; no entry has a score above 0" }
  package static var stackStays: Message { "it stays; no entry has a score now" }
  package static func stackGreatest(
    score: Message.Argument, percent: Int, until: Message
  ) -> Message {
    "score \(score), \(percent) % of the widget's best, \(until)"
  }
  package static func stackTie(score: Message.Argument, percent: Int, until: Message) -> Message {
    """
    score \(score), \(percent) % of the widget's best, the same as other widgets; the latest entry \
    goes first, \(until)
    """
  }
  package static func stackUntil(date: String) -> Message { "until \(date)" }
  package static var stackWithoutEnd: Message { "without an end" }
}

/// Messages about simulations, watched timelines and new widgets.
extension Message {
  package static var simulationLegend: Message {
    "R reload  + another entry  ! out of date  . nothing new; each sign is half an hour"
  }
  package static func simulatedBudget(budget: Int, views: Int) -> Message {
    "budget: \(budget, "reload", "reloads") in 24 hours, for \(views, "view", "views") in all"
  }
  package static func simulatedReloads(count: Int, free: Int, merged: Int) -> Message {
    "reloads: \(count), of which \(free) not charged; \(merged, "request", "requests") merged"
  }
  package static func longestWait(length: String) -> Message { "longest wait: \(length)" }
  package static var noneDenied: Message { "denied: none" }
  package static func someDenied(count: Int) -> Message { "denied: \(count)" }
  package static var noneFailed: Message { "failed: none" }
  package static func someFailed(count: Int) -> Message { "failed: \(count)" }
  package static var neverOutOfDate: Message { "out of date: never" }
  package static func outOfDate(length: String, views: Int) -> Message {
    "out of date: \(length) in all, seen in \(views, "view", "views")"
  }
  package static func spanOfMoments(start: String, end: String) -> Message { "\(start) to \(end)" }
  package static func moreSpans(count: Int) -> Message {
    "… and \(count, "more time", "more times")"
  }
  package static func nextEntryAt(date: String) -> Message { "next entry \(date)" }
  package static func nextEntryIn(date: String, length: String) -> Message {
    "next entry \(date) in \(length)"
  }
  package static var noFurtherEntry: Message { "no further entry" }
  package static func reloadAt(date: String) -> Message { "reload \(date)" }
  package static var noReload: Message { "no reload" }
  // Making a widget.
  package static var nobodyToAskForParameters: Message {
    "There is no terminal to ask for the parameters."
  }
  package static var giveParameters: Message { "Use --parameter, --from or --static." }
  package static func nextSteps(name: String) -> Message {
    """
    Next: place it with widgetconfig edit \(name). widget.json names its sources; widgetconfig \
    schema widget lists their keys.
    """
  }
  package static func cannotNameWidget(name: String) -> Message {
    "A widget cannot have the name “\(name: name)”."
  }
  package static var nameNeedsLetters: Message {
    "Use a name that has a letter or a digit and does not begin with a dot."
  }
  package static var folderIsThere: Message { "The folder already exists." }
  package static var chooseNameOrAddParameter: Message {
    "Choose another name, or use widgetconfig add parameter."
  }
  package static func parameterAdded(name: String, folder: String) -> Message {
    "added the parameter \(name) to \(folder)"
  }
  package static func languageAdded(path: String) -> Message {
    "added \(path); translate its texts"
  }
  package static var notAWidgetFolder: Message { "A definition alone has no place for sources." }
  package static func makeWidgetFrom(path: String) -> Message {
    "Make a widget from it: widgetconfig new NAME --from \(path)"
  }
  package static var nothingToTranslate: Message { "Add a parameter first." }
  package static func fileOutsideFolder(path: String) -> Message {
    "“\(name: path, limit: 120)” would be outside the widget's folder. Use a name without “..”."
  }
  package static func sourceFileIsTaken(path: String) -> Message {
    """
    A source names “\(name: path, limit: 120)”, which is another file of the widget. Choose a \
    different file for the source.
    """
  }
  package static var folderIsBusy: Message { "Another program is changing the widget." }
  package static func notALanguage(language: String) -> Message {
    "“\(name: language)” is not a language. Give its tag, such as de or zh-Hans."
  }
  package static func languageTwice(language: String) -> Message {
    "The language “\(name: language)” is given twice. Give it once."
  }
  package static func languageIsThere(language: String) -> Message {
    "The language “\(name: language)” already has texts. Edit its string table."
  }
  package static var askWidget: Message { "A new widget" }
  package static var askParameter: Message { "A parameter of the widget" }
  package static var askDisplayName: Message { "Display name" }
  package static var askDescription: Message { "Description" }
  package static var askKind: Message { "Kind" }
  package static var askFamilies: Message { "Families, or none for all" }
  package static var askConfigured: Message { "Has a configuration" }
  package static var askFormat: Message { "Format of the definition" }
  package static var askLanguages: Message { "Languages of texts" }
  package static var askName: Message { "Name" }
  package static var askLabel: Message { "Label" }
  package static var askType: Message { "Type" }
  package static var askCases: Message { "Choices" }
  package static var askDefault: Message { "Default" }
  package static var askMinimum: Message { "Minimum" }
  package static var askMaximum: Message { "Maximum" }
  package static var askControl: Message { "Control" }
  package static var askSeveral: Message { "Several values" }
  package static var askSizes: Message { "Maximum values, such as 3 or small:1,medium:3" }
  package static var askDynamic: Message { "Choices from a source" }
  package static var askSource: Message { "Source" }
  package static var askSourceForms: Message { "FILE.json, FILE.csv, URL or ./PROGRAM" }
  package static var askParent: Message { "Depends on" }
  package static var askCondition: Message { "Condition, such as =red or >2" }
  package static var askMore: Message { "Another parameter after this" }
}
