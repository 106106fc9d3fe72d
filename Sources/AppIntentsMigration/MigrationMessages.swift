import IntentModel
package import Messages

/// Messages about what a migration to App Intents does to placed widgets.
extension Message {
  package static var notSwift: Message { entry() }
  package static var correctAndCheckAgain: Message { entry() }
  package static func noTypeWithClass(name: String) -> Message {
    entry(.name(name))
  }
  package static func giveSuccessorOrFile(code: String) -> Message {
    entry(.text(code))
  }
  package static var noKindKnown: Message { entry() }
  package static var giveOldKind: Message { entry() }
  package static var noConfiguration: Message { entry() }
  package static var addWidgetFile: Message { entry() }
  package static var kindNotLiteral: Message { entry() }
  package static func compareWith(names: [String]) -> Message {
    entry(.choices(names))
  }
  package static func kindChanged(kind: String, old: [String]) -> Message {
    entry(.name(kind), .choices(old))
  }
  package static var writeOldKind: Message { entry() }
  package static func unknownClass(name: String) -> Message {
    entry(.name(name))
  }
  package static func noClassName(name: String) -> Message {
    entry(.name(name))
  }
  package static func conformAndWrite(code: String) -> Message {
    entry(.text(code))
  }
  package static func classNotLiteral(name: String) -> Message {
    entry(.name(name))
  }
  package static func writeStatement(code: String) -> Message {
    entry(.text(code))
  }
  package static func writeCode(code: String) -> Message {
    entry(.text(code))
  }
  package static func otherClass(found: String, name: String) -> Message {
    entry(.name(found), .name(name))
  }
  package static func claimedTwice(name: String, other: String, type: String) -> Message {
    entry(.name(name), .name(other), .name(type))
  }
  package static var leaveToOne: Message { entry() }
  package static func maybeConforms(name: String, conformance: String) -> Message {
    entry(.name(name), .text(conformance))
  }
  package static func notLookedFor(name: String, conformance: String) -> Message {
    entry(.name(name), .text(conformance))
  }
  package static func cannotConfigure(name: String, conformance: String) -> Message {
    entry(.name(name), .text(conformance))
  }
  package static func addCode(code: String) -> Message {
    entry(.text(code))
  }
  package static func parameterLost(name: String) -> Message {
    entry(.name(name))
  }
  package static func renameTo(old: String, new: String) -> Message {
    entry(.name(old), .name(new))
  }
  package static func addParameterCode(code: String) -> Message {
    entry(.text(code))
  }
  package static var notOptional: Message { entry() }
  package static var makeOptional: Message { entry() }
  package static func labelNotLiteral(label: String) -> Message {
    entry(.text(label))
  }
  package static var writeLiteral: Message { entry() }
  package static var typeLeftOpen: Message { entry() }
  package static var writeType: Message { entry() }
  package static func declaredTwice(name: String) -> Message {
    entry(.name(name))
  }
  package static var onlyFilesOfApp: Message { entry() }
  package static func typeChanged(type: String, needed: Message) -> Message {
    entry(.text(type), .message(needed))
  }
  package static func giveParameter(needed: Message) -> Message {
    entry(.message(needed))
  }
  package static var anEntity: Message { entry() }
  package static var anEnum: Message { entry() }
  package static var arrayOfEntities: Message { entry() }
  package static var arrayOfEnums: Message { entry() }
  package static func codeWords(code: String) -> Message {
    entry(.text(code))
  }
  package static func typeNotDeclared(name: String) -> Message {
    entry(.name(name))
  }
  package static var addDeclaringFile: Message { entry() }
  package static func rawNotTexts(name: String) -> Message {
    entry(.name(name))
  }
  package static var makeStringEnum: Message { entry() }
  package static func casesLost(name: String, cases: [String]) -> Message {
    entry(.name(name), .choices(cases))
  }
  package static func identifierNotWritten(name: String) -> Message {
    entry(.name(name))
  }
  package static func identifierType(name: String, type: String) -> Message {
    entry(.name(name), .text(type))
  }
  package static var makeStringIdentifier: Message { entry() }
  package static func identifierComputed(name: String) -> Message {
    entry(.name(name))
  }
  package static var compareIdentifiers: Message { entry() }
  package static var defaultNotLiteral: Message { entry() }
  package static func writeDefault(value: Message) -> Message {
    entry(.message(value))
  }
  package static var writeDefaultNumber: Message { entry() }
  package static func defaultDiffers(value: Message, old: Message) -> Message {
    entry(.message(value), .message(old))
  }
  package static var leaveDefaultOut: Message { entry() }
  package static var unitNotLiteral: Message { entry() }
  package static func unitDiffers(unit: Message, old: String) -> Message {
    entry(.message(unit), .text(old))
  }
  package static var leftToSystem: Message { entry() }
  package static var rangeNotLiteral: Message { entry() }
  package static var writeTwoNumbers: Message { entry() }
  package static func rangeDiffers(range: Message, old: Message) -> Message {
    entry(.message(range), .message(old))
  }
  package static var rangeOpen: Message { entry() }
  package static var leaveRangeOut: Message { entry() }
  package static var writeOldRange: Message { entry() }
  package static var sizesNotNumbers: Message { entry() }
  package static var writeDictionary: Message { entry() }
  package static func sizesDiffer(changes: [Message]) -> Message {
    entry(.list(changes))
  }
  package static var leaveSizesOut: Message { entry() }
  package static func argumentDiffers(label: String, value: Message, old: Message) -> Message {
    entry(.text(label), .message(value), .message(old))
  }
  package static var leftOut: Message { entry() }
  package static var summaryEmpty: Message { entry() }
  package static var nameInSummary: Message { entry() }
  package static var conditionNotLiteral: Message { entry() }
  package static func conditionNotJudged(text: Message) -> Message {
    entry(.message(text))
  }
  package static var summaryOfSeveralStatements: Message { entry() }
  package static var whenWithoutOtherwise: Message { entry() }
  package static var switchWithoutDefaultCase: Message { entry() }
  package static var lookOnDevice: Message { entry() }
  package static var neverNamed: Message { entry() }
  package static var rowHiddenAtFirst: Message { entry() }
  package static func rowHiddenWhere(answers: Message) -> Message {
    entry(.message(answers))
  }
  package static var rowShownAtFirst: Message { entry() }
  package static func rowShownWhere(answers: Message) -> Message {
    entry(.message(answers))
  }
  package static var rowNeverShown: Message { entry() }
  package static func answerIs(name: String, value: Message) -> Message {
    entry(.name(name), .message(value))
  }
  package static func answersBoth(first: Message, second: Message) -> Message {
    entry(.message(first), .message(second))
  }
  package static func addToSummary(name: String) -> Message {
    entry(.text(name))
  }
  package static func addToSummaryOfCase(name: String) -> Message {
    entry(.text(name))
  }
  package static var leaveOutOfSummary: Message { entry() }
  package static var rowsReordered: Message { entry() }
  package static var orderAsDefined: Message { entry() }
  package static func migrationBecomes(name: String, successor: String) -> Message {
    entry(.name(name), .name(successor))
  }
  package static func migrationNoSuccessor(name: String) -> Message {
    entry(.name(name))
  }
  package static var fateKept: Message { entry() }
  package static var fateLostForSome: Message { entry() }
  package static var fateLost: Message { entry() }
  package static var fateNotJudged: Message { entry() }
  package static func answersSurvive(kept: Int, count: Int) -> Message {
    entry(.integer(kept), .integer(count))
  }
  package static func answersSurviveUnjudged(kept: Int, count: Int, open: Int) -> Message {
    entry(.integer(kept), .integer(count), .integer(open))
  }
  package static func folderHasDefinitions(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var namePlacedOne: Message { entry() }
  package static func folderNoSwift(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static var nameDeclaringFiles: Message { entry() }
}
