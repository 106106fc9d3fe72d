import IntentModel
package import Messages

/// Messages about what a migration to App Intents does to placed widgets.
extension Message {
  package static var notSwift: Message { "This is not Swift, so parts may be overlooked." }
  package static var correctAndCheckAgain: Message { "Correct it, then check again." }
  package static func noTypeWithClass(name: String) -> Message {
    """
    No type in the source has the class name “\(name: name)”, so every widget that is placed with \
    it loses its configuration.
    """
  }
  package static func giveSuccessorOrFile(code: String) -> Message {
    "Add \(code) to its successor, or add the file that contains it."
  }
  package static var noKindKnown: Message {
    "The old kind of its widgets is unknown, so the kind cannot be compared."
  }
  package static var giveOldKind: Message { "Give the old kind with --kind." }
  package static var noConfiguration: Message {
    "No AppIntentConfiguration in the source uses it, so the kind cannot be compared."
  }
  package static var addWidgetFile: Message { "Add the file with the widget." }
  package static var kindNotLiteral: Message {
    "The kind is not a literal or a constant in the source."
  }
  package static func compareWith(names: [String]) -> Message {
    "Compare it with \(choices: names)."
  }
  package static func kindChanged(kind: String, old: [String]) -> Message {
    "The kind is “\(name: kind)” and was \(choices: old), so placed widgets lose their content."
  }
  package static var writeOldKind: Message { "Write the old kind." }
  package static func unknownClass(name: String) -> Message {
    "The definition has no intent with the class “\(name: name)”."
  }
  package static func noClassName(name: String) -> Message {
    """
    “\(name: name)” does not name the class that it replaces, so every placed widget loses its \
    configuration.
    """
  }
  package static func conformAndWrite(code: String) -> Message {
    "Conform to `CustomIntentMigratedAppIntent` and write \(code)."
  }
  package static func classNotLiteral(name: String) -> Message {
    "The class name is not a literal, so it is unknown whether it is “\(name: name)”."
  }
  package static func writeStatement(code: String) -> Message { "Write \(code)." }
  package static func writeCode(code: String) -> Message { "Write `\(code)`." }
  package static func otherClass(found: String, name: String) -> Message {
    """
    The class name “\(name: found)” is not “\(name: name)”, so every placed widget loses its \
    configuration.
    """
  }
  package static func claimedTwice(name: String, other: String, type: String) -> Message {
    "“\(name: name)” and “\(name: other)” both replace “\(name: type)”."
  }
  package static var leaveToOne: Message { "Keep the class name in only one of them." }
  package static func maybeConforms(name: String, conformance: String) -> Message {
    "“\(name: name)” conforms to `\(conformance)` only if another of its protocols does."
  }
  package static func notLookedFor(name: String, conformance: String) -> Message {
    "“\(name: name)” does not conform to `\(conformance)`, so the system does not look for it."
  }
  package static func cannotConfigure(name: String, conformance: String) -> Message {
    "“\(name: name)” does not conform to `\(conformance)`, so it cannot configure a widget."
  }
  package static func addCode(code: String) -> Message { "Add `\(code)`." }
  package static func parameterLost(name: String) -> Message {
    "“\(name: name)” has no parameter with this name, so its stored value is lost."
  }
  package static func renameTo(old: String, new: String) -> Message {
    "Rename “\(name: old)” to “\(name: new)”."
  }
  package static func addParameterCode(code: String) -> Message {
    "Add `\(code)`; a parameter that no summary names has no row."
  }
  package static var notOptional: Message {
    "It is not optional and has no default, so a widget without a stored value fails to load."
  }
  package static var makeOptional: Message { "Make it optional, or give it a default." }
  package static func labelNotLiteral(label: String) -> Message {
    "The \(label) is not a literal, but Xcode reads it from the source."
  }
  package static var writeLiteral: Message { "Write a literal." }
  package static var typeLeftOpen: Message {
    "The type is inferred, so the source does not show it."
  }
  package static var writeType: Message { "Write the type." }
  package static func declaredTwice(name: String) -> Message {
    "The source declares “\(name: name)” more than once."
  }
  package static var onlyFilesOfApp: Message { "Give only the files of the app." }
  package static func typeChanged(type: String, needed: Message) -> Message {
    "The type is `\(type)`, but the stored value is that of \(needed), so it is lost."
  }
  package static func giveParameter(needed: Message) -> Message { "Make the parameter \(needed)." }
  package static var anEntity: Message { "an entity" }
  package static var anEnum: Message { "an enum" }
  package static var arrayOfEntities: Message { "an array of entities" }
  package static var arrayOfEnums: Message { "an array of enums" }
  package static func codeWords(code: String) -> Message { "`\(code)`" }
  package static func typeNotDeclared(name: String) -> Message {
    "The source does not declare the type “\(name: name)”."
  }
  package static var addDeclaringFile: Message { "Add the file that declares it." }
  package static func rawNotTexts(name: String) -> Message {
    """
    The raw values of “\(name: name)” are not strings in the source, but a stored value is the \
    name of a case.
    """
  }
  package static var makeStringEnum: Message {
    "Make it an enum of `String` with the old names as raw values."
  }
  package static func casesLost(name: String, cases: [String]) -> Message {
    """
    “\(name: name)” has no case with the raw value \(choices: cases), so a stored answer that \
    names it is lost.
    """
  }
  package static func identifierNotWritten(name: String) -> Message {
    "The type of the identifier of “\(name: name)” is not in the source."
  }
  package static func identifierType(name: String, type: String) -> Message {
    "The identifier of “\(name: name)” is of type `\(type)`, but the stored one is a string."
  }
  package static var makeStringIdentifier: Message { "Make it a `String` with the old identifier." }
  package static func identifierComputed(name: String) -> Message {
    """
    The identifier of “\(name: name)” is computed, so the source does not show whether it is the \
    old one.
    """
  }
  package static var compareIdentifiers: Message {
    "Compare it with the identifiers that the old handler gave."
  }
  package static var defaultNotLiteral: Message { "The default is not a literal." }
  package static func writeDefault(value: Message) -> Message { "Write the default \(value)." }
  package static var writeDefaultNumber: Message { "Write it as a number." }
  package static func defaultDiffers(value: Message, old: Message) -> Message {
    "The default is \(value) and was \(old). Widgets without an answer change."
  }
  package static var leaveDefaultOut: Message { "Leave the default out." }
  package static var unitNotLiteral: Message { "The unit is not a literal." }
  package static func unitDiffers(unit: Message, old: String) -> Message {
    "The unit is \(unit) and was \(old), so a stored number means something else."
  }
  package static var leftToSystem: Message { "left to the system" }
  package static var rangeNotLiteral: Message { "The range is not a literal." }
  package static var writeTwoNumbers: Message { "Write two numbers." }
  package static func rangeDiffers(range: Message, old: Message) -> Message {
    "The range is \(range) and was \(old)."
  }
  package static var rangeOpen: Message { "open" }
  package static var leaveRangeOut: Message { "Leave the range out." }
  package static var writeOldRange: Message { "Write the old range." }
  package static var sizesNotNumbers: Message { "The sizes are not numbers by family." }
  package static var writeDictionary: Message { "Write a dictionary of literals." }
  package static func sizesDiffer(changes: [Message]) -> Message {
    "The number of values differs: \(list: changes)."
  }
  package static var leaveSizesOut: Message { "Leave the sizes out." }
  package static func argumentDiffers(label: String, value: Message, old: Message) -> Message {
    "`\(label)` is \(value) and was \(old)."
  }
  package static var leftOut: Message { "left out" }
  package static var summaryEmpty: Message {
    "The summary names no parameter, so the rows are unknown."
  }
  package static var nameInSummary: Message { "Name the parameters in it." }
  package static var conditionNotLiteral: Message {
    "The condition is not a literal, but Xcode reads it from the source."
  }
  package static func conditionNotJudged(text: Message) -> Message {
    "The condition “\(text)” cannot be evaluated, so the rows that depend on it are not compared."
  }
  package static var summaryOfSeveralStatements: Message { "several statements" }
  package static var whenWithoutOtherwise: Message { "When without otherwise" }
  package static var switchWithoutDefaultCase: Message { "Switch without DefaultCase" }
  package static var lookOnDevice: Message { "Check them on a device." }
  package static var neverNamed: Message {
    "The summary never names it, so people can no longer change it."
  }
  package static var rowHiddenAtFirst: Message {
    "It has no row before any answer is given, but the old form shows one."
  }
  package static func rowHiddenWhere(answers: Message) -> Message {
    "It has no row where \(answers), but the old form shows one."
  }
  package static var rowShownAtFirst: Message {
    "It has a row before any answer is given, but the old form hides it."
  }
  package static func rowShownWhere(answers: Message) -> Message {
    "It has a row where \(answers), but the old form hides it."
  }
  package static var rowNeverShown: Message { "It has a row, but the old form never shows one." }
  package static func answerIs(name: String, value: Message) -> Message {
    "“\(name: name)” is \(value)"
  }
  package static func answersBoth(first: Message, second: Message) -> Message {
    "\(first) and \(second)"
  }
  package static func addToSummary(name: String) -> Message { "Add `\\.$\(name)` to the summary." }
  package static func addToSummaryOfCase(name: String) -> Message {
    "Add `\\.$\(name)` to the summary of that case."
  }
  package static var leaveOutOfSummary: Message { "Leave it out of the summary of that case." }
  package static var rowsReordered: Message {
    "The rows are in a different order than in the old form."
  }
  package static var orderAsDefined: Message { "Order them as the definition does." }
  package static func migrationBecomes(name: String, successor: String) -> Message {
    "“\(name: name)” becomes “\(name: successor)”"
  }
  package static func migrationNoSuccessor(name: String) -> Message {
    "“\(name: name)” has no successor"
  }
  package static var fateKept: Message { "kept" }
  package static var fateLostForSome: Message { "lost for some" }
  package static var fateLost: Message { "lost" }
  package static var fateNotJudged: Message { "not judged" }
  package static func answersSurvive(kept: Int, count: Int) -> Message {
    "\(kept) of \(count) answers survive."
  }
  package static func answersSurviveUnjudged(kept: Int, count: Int, open: Int) -> Message {
    "\(kept) of \(count) answers survive, \(open) cannot be judged."
  }
  package static func folderHasDefinitions(count: Int) -> Message {
    "The folder has \(count) definitions."
  }
  package static var namePlacedOne: Message { "Name the one that widgets were placed with." }
  package static func folderNoSwift(limit: Int) -> Message {
    "The folder has no Swift files, or more than \(limit) entries."
  }
  package static var nameDeclaringFiles: Message { "Name the files that declare the App Intents." }
}
