import IntentModel
package import Messages

/// Messages about problems in files and their remedies.
extension Message {
  // The structure of JSON files.
  package static func unknownWord(what: Message, word: String) -> Message {
    entry(.message(what), .name(word))
  }
  package static func thingIsEmpty(what: Message) -> Message {
    entry(.message(what))
  }
  package static func thingIsOutside(what: Message, range: Message) -> Message {
    entry(.message(what), .message(range))
  }
  package static func thingOccursTwice(what: Message, name: String) -> Message {
    entry(.message(what), .name(name))
  }
  package static func thereAreMoreThan(limit: Int, what: Message) -> Message {
    entry(.integer(limit), .message(what))
  }
  package static func notADate(text: String) -> Message {
    entry(.name(text))
  }
  package static func unknownVersion(version: Int) -> Message {
    entry(.integer(version))
  }
  package static var notBase64: Message { entry() }
  package static func oneOfMembersNeeded(names: [String]) -> Message {
    entry(.choices(names))
  }
  package static func onlyOneOfMembers(names: [String]) -> Message {
    entry(.choices(names))
  }
  package static func wrongArraySize(expected: Int, found: Int) -> Message {
    entry(.integer(expected), .integer(found))
  }

  package static func nothingAt(pointer: String) -> Message {
    entry(.name(pointer))
  }
  package static var writeText: Message { entry() }
  package static func giveOneThatIs(range: Message) -> Message {
    entry(.message(range))
  }
  package static func giveAtMostCount(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static var writeISO8601: Message { entry() }
  package static var useNewerProgram: Message { entry() }
  package static var encodeBase64: Message { entry() }
  package static var addOneOfThem: Message { entry() }
  package static var keepOneOfThem: Message { entry() }
  package static func giveArrayOf(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var correctAboveFirst: Message { entry() }
  package static func correctMapping(member: String) -> Message {
    entry(.name(member))
  }

  // The contents of JSON files.
  package static var whatIdentifier: Message { entry() }
  package static var whatParameterName: Message { entry() }
  package static var whatPropertyName: Message { entry() }
  package static var whatPredicate: Message { entry() }
  package static var whatType: Message { entry() }
  package static var whatTypeName: Message { entry() }
  package static var whatDurationUnit: Message { entry() }
  package static var whatIntentName: Message { entry() }
  package static var whatReferenceName: Message { entry() }
  package static var whatEnumName: Message { entry() }
  package static var whatCaseName: Message { entry() }
  package static var whatKind: Message { entry() }
  package static var whatFamily: Message { entry() }
  package static var whatPath: Message { entry() }
  package static var whatProviderName: Message { entry() }
  package static var whatQuery: Message { entry() }
  package static var whatPages: Message { entry() }
  package static var whatReloadPolicy: Message { entry() }
  package static var whatItem: Message { entry() }
  package static var whatItems: Message { entry() }
  package static var whatEntries: Message { entry() }
  package static var whatGauge: Message { entry() }
  package static var whatDuration: Message { entry() }
  package static var whatTimeout: Message { entry() }
  package static var whatFamilies: Message { entry() }
  package static var whatWidgets: Message { entry() }
  package static var whatWord: Message { entry() }
  package static func notNameAndType(text: String) -> Message {
    entry(.name(text))
  }
  package static func enumWithoutCases(name: String) -> Message {
    entry(.name(name))
  }
  package static func typeWithoutDefault(name: String) -> Message {
    entry(.name(name))
  }
  package static func writeParameterAs(example: String) -> Message {
    entry(.text(example))
  }
  package static var whatParameter: Message { entry() }
  package static func negationIsForBooleans(text: String) -> Message {
    entry(.name(text))
  }
  package static var unclosedParenthesis: Message { entry() }
  package static var tableTakesNoTexts: Message { entry() }
  package static var saveTableAsText: Message { entry() }
  package static var whatCommand: Message { entry() }
  package static func betweenNumbers(lower: Int, upper: Int) -> Message {
    entry(.integer(lower), .integer(upper))
  }
  package static var zeroOrMore: Message { entry() }
  package static var anOptionsAnswer: Message { entry() }
  package static var anItemForm: Message { entry() }
  package static var aTextOrNumber: Message { entry() }
  package static var sizesByFamily: Message { entry() }
  package static var aTextForm: Message { entry() }
  package static var aNameForm: Message { entry() }
  package static var oneValueWithKind: Message { entry() }
  package static var aWebURL: Message { entry() }
  package static var aJSONPointer: Message { entry() }
  package static var whatRetries: Message { entry() }
  package static var whatCache: Message { entry() }
  package static var whatFallbacks: Message { entry() }
  package static func secondsUpTo(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static var whatControl: Message { entry() }
  package static var whatComponents: Message { entry() }

  // Mismatches between a widget.json and its definition.
  package static func manifestUnknownIntent(name: String) -> Message {
    entry(.name(name))
  }
  package static func manifestSeveralIntents(names: [String]) -> Message {
    entry(.choices(names))
  }
  package static func intentNotEligible(name: String) -> Message {
    entry(.name(name))
  }
  package static func manifestUnknownParameter(name: String) -> Message {
    entry(.name(name))
  }
  package static func providerNotNeeded(name: String) -> Message {
    entry(.name(name))
  }
  package static func providerMissing(name: String) -> Message {
    entry(.name(name))
  }
  package static var folderWithoutDefinition: Message { entry() }
  package static func severalDefinitions(names: [String]) -> Message {
    entry(.choices(names))
  }
  package static func nameOneUnder(member: String) -> Message {
    entry(.name(member))
  }
  package static var makeEligible: Message { entry() }
  package static var removeProviderOrProvide: Message { entry() }
  package static func addProviderUnder(member: String, name: String) -> Message {
    entry(.name(member), .name(name))
  }
  package static var addDefinition: Message { entry() }
  package static var keepOne: Message { entry() }

  // Translations.
  package static func missingTranslation(
    text: String, identifier: String, languages: String
  ) -> Message {
    entry(.name(text), .text(identifier), .text(languages))
  }
  package static func staleTranslation(file: String, key: String, text: String) -> Message {
    entry(.text(file), .name(key), .name(text))
  }
  package static func unknownPlaceholder(name: String) -> Message {
    entry(.name(name))
  }
  package static func missingPlaceholder(name: String) -> Message {
    entry(.name(name))
  }
  package static func addToTables(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var removeEntry: Message { entry() }
  package static var putPlaceholder: Message { entry() }
  package static func missingCaseTranslations(
    text: String, identifier: String, names: [String], count: Int, languages: String
  ) -> Message {
    entry(.name(text), .text(identifier), .choices(names), .integer(count), .text(languages))
  }
  package static func addKeysToTables(keys: [String], count: Int) -> Message {
    entry(.choices(keys), .integer(count))
  }

  // Reports of checks.
  package static func unknownKey(key: String) -> Message {
    entry(.name(key))
  }
  package static var unknownKeyIsKept: Message { entry() }
  package static func countOfErrors(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func countOfWarnings(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func countOfNotes(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var nothingFound: Message { entry() }
  package static func foundInFiles(found: String, count: Int) -> Message {
    entry(.text(found), .integer(count))
  }
  package static var listJoint: Message { entry() }
  package static func moreErrorsFound(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func moreWarningsFound(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func moreNotesFound(count: Int) -> Message {
    entry(.integer(count))
  }

  // Definitions as property lists.
  package static func plistWrongType(path: String, found: Message, expected: Message) -> Message {
    entry(.text(path), .message(found), .message(expected))
  }
  package static func plistMissingKey(path: String, key: String) -> Message {
    entry(.text(path), .text(key))
  }
  package static func plistUnknownWord(path: String, word: String) -> Message {
    entry(.text(path), .text(word))
  }
  package static var notADefinition: Message { entry() }
  package static var addIt: Message { entry() }
  package static var giveDefinition: Message { entry() }
  package static func plistCannotHold(character: String) -> Message {
    entry(.text(character))
  }
  package static var aDictionary: Message { entry() }
  package static var aDate: Message { entry() }
  package static var someData: Message { entry() }
  package static var theIntegerOne: Message { entry() }
  package static var theStringYes: Message { entry() }
  package static var aFiniteNumber: Message { entry() }
  package static var aNumberOrEmpty: Message { entry() }
  package static func anArrayOf(element: Message) -> Message {
    entry(.message(element))
  }
  package static var aBooleanNumberOrString: Message { entry() }
  package static var anInteger: Message { entry() }
  package static var aReal: Message { entry() }
  package static var strings: Message { entry() }
  package static var dictionariesOfUTI: Message { entry() }
  package static var booleansNumbersStrings: Message { entry() }

  // Malformed property lists.
  package static var plistEmptyFile: Message { entry() }
  package static var notAPropertyList: Message { entry() }
  package static func plistTooDeep(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static func plistTooManyValues(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static func plistEndsInside(element: String, line: Int) -> Message {
    entry(.text(element), .integer(line))
  }
  package static var plistEndsEarly: Message { entry() }
  package static func invalidEncoding(encoding: String) -> Message {
    entry(.text(encoding))
  }
  package static func unsupportedEncoding(name: String) -> Message {
    entry(.text(name))
  }
  package static func plistDisallowedCharacter(character: String) -> Message {
    entry(.text(character))
  }
  package static func plistUnknownEntity(name: String) -> Message {
    entry(.text(name))
  }
  package static func plistInvalidReference(text: String) -> Message {
    entry(.text(text))
  }
  package static var plistStrayAmpersand: Message { entry() }
  package static var plistEntities: Message { entry() }
  package static var plistDeclarations: Message { entry() }
  package static var plistMalformedMarkup: Message { entry() }
  package static var plistMergeMarker: Message { entry() }
  package static func plistAttribute(element: String) -> Message {
    entry(.text(element))
  }
  package static func plistWrongRoot(name: String) -> Message {
    entry(.text(name))
  }
  package static var plistNoValue: Message { entry() }
  package static var plistSeveralValues: Message { entry() }
  package static var plistContentAfterEnd: Message { entry() }
  package static func plistUnknownElement(name: String) -> Message {
    entry(.text(name))
  }
  package static func plistMismatchedEnd(found: String, expected: String) -> Message {
    entry(.text(found), .text(expected))
  }
  package static func plistElementInText(found: String, element: String) -> Message {
    entry(.text(found), .text(element))
  }
  package static var plistTextBetween: Message { entry() }
  package static func plistValueWithoutKey(element: String) -> Message {
    entry(.text(element))
  }
  package static func plistKeyWithoutValue(key: String) -> Message {
    entry(.text(key))
  }
  package static var plistKeyOutside: Message { entry() }
  package static func plistDuplicateKey(key: String) -> Message {
    entry(.text(key))
  }
  package static func plistInvalidInteger(text: String) -> Message {
    entry(.text(text))
  }
  package static func plistIntegerOutOfRange(text: String) -> Message {
    entry(.text(text))
  }
  package static func plistInvalidReal(text: String) -> Message {
    entry(.text(text))
  }
  package static func plistInvalidDate(text: String) -> Message {
    entry(.text(text))
  }
  package static var plistInvalidData: Message { entry() }
  package static func plistNotEmpty(element: String) -> Message {
    entry(.text(element))
  }
  package static var plistBinaryTruncated: Message { entry() }
  package static var plistBinaryReference: Message { entry() }
  package static var plistBinaryCycle: Message { entry() }
  package static var plistBinaryKey: Message { entry() }
  package static func plistBinaryObject(marker: String) -> Message {
    entry(.text(marker))
  }
  package static func positionByte(byte: Int, sentence: Message) -> Message {
    entry(.integer(byte), .message(sentence))
  }
  package static func plistExpandsTooFar(limit: Int) -> Message {
    entry(.integer(limit))
  }

  // Malformed string tables.
  package static func tableTooManyEntries(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static var tableUnclosedString: Message { entry() }
  package static var tableUnclosedComment: Message { entry() }
  package static var tableUnclosedBrace: Message { entry() }
  package static func tableMissingEquals(key: String) -> Message {
    entry(.text(key))
  }
  package static func tableMissingValue(key: String) -> Message {
    entry(.text(key))
  }
  package static func tableMissingSemicolon(key: String) -> Message {
    entry(.text(key))
  }
  package static func tableUnexpectedText(text: String) -> Message {
    entry(.text(text))
  }
  package static func tableInvalidEscape(text: String) -> Message {
    entry(.text(text))
  }
  package static func tableDuplicateKey(key: String, line: Int) -> Message {
    entry(.text(key), .integer(line))
  }
  package static func tableIsNotADictionary(found: Message) -> Message {
    entry(.message(found))
  }
  package static func tableValueIsNotAString(key: String, found: Message) -> Message {
    entry(.text(key), .message(found))
  }

  // Elements of a definition.
  package static func intentNamed(name: String) -> Message {
    entry(.name(name))
  }
  package static func parameterNamed(name: String) -> Message {
    entry(.name(name))
  }
  package static func enumNamed(name: String) -> Message {
    entry(.name(name))
  }
  package static func caseNamed(name: String) -> Message {
    entry(.name(name))
  }
  package static func typeNamed(name: String) -> Message {
    entry(.name(name))
  }
  package static func propertyNamed(name: String) -> Message {
    entry(.name(name))
  }
  package static func responseParameterNamed(name: String) -> Message {
    entry(.name(name))
  }
  package static func responseCodeNamed(name: String) -> Message {
    entry(.name(name))
  }
  package static func promptNamed(name: String) -> Message {
    entry(.name(name))
  }
  package static func partOfIntent(part: Message, name: String) -> Message {
    entry(.message(part), .name(name))
  }
  package static func partOfParameter(part: Message, name: String) -> Message {
    entry(.message(part), .name(name))
  }
  package static func partOfEnum(part: Message, name: String) -> Message {
    entry(.message(part), .name(name))
  }
  package static func partOfType(part: Message, name: String) -> Message {
    entry(.message(part), .name(name))
  }
  package static func partOfOther(part: Message, whole: Message) -> Message {
    entry(.message(part), .message(whole))
  }

  // Schemas.
  package static func schemaTooLarge(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static var useFewerCases: Message { entry() }

  // Forms of elements.
  package static var aDictionaryOfUTI: Message { entry() }
  package static var theNameOfAType: Message { entry() }
}
