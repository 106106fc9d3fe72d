import IntentModel
package import Messages

/// Messages about problems in files and their remedies.
extension Message {
  // The structure of JSON files.
  package static func unknownWord(what: Message, word: String) -> Message {
    "There is no \(what) “\(name: word)”."
  }
  package static func thingIsEmpty(what: Message) -> Message { "The \(what) is empty." }
  package static func thingIsOutside(what: Message, range: Message) -> Message {
    "The \(what) is not \(range)."
  }
  package static func thingOccursTwice(what: Message, name: String) -> Message {
    "The \(what) “\(name: name)” occurs twice."
  }
  package static func thereAreMoreThan(limit: Int, what: Message) -> Message {
    "There are more than \(limit) \(what)."
  }
  package static func notADate(text: String) -> Message { "“\(name: text)” is not a date." }
  package static func unknownVersion(version: Int) -> Message {
    "The version \(version) is unknown."
  }
  package static var notBase64: Message { "The data is not Base64." }
  package static func oneOfMembersNeeded(names: [String]) -> Message {
    "One of the members \(choices: names) is needed."
  }
  package static func onlyOneOfMembers(names: [String]) -> Message {
    "Only one of the members \(choices: names) is allowed here."
  }
  package static func wrongArraySize(expected: Int, found: Int) -> Message {
    "Expected an array of \(expected), found one of \(found)."
  }

  package static func nothingAt(pointer: String) -> Message {
    "There is nothing at “\(name: pointer)” here."
  }
  package static var writeText: Message { "Write something." }
  package static func giveOneThatIs(range: Message) -> Message { "Give one that is \(range)." }
  package static func giveAtMostCount(limit: Int) -> Message { "Give at most \(limit)." }
  package static var writeISO8601: Message {
    "Write the date, the time with seconds, and the offset, such as 2026-03-01T09:30:00+01:00."
  }
  package static var useNewerProgram: Message { "Use the program that wrote it, or a newer one." }
  package static var encodeBase64: Message { "Encode it as in RFC 4648 §4." }
  package static var addOneOfThem: Message { "Add one of them." }
  package static var keepOneOfThem: Message { "Keep one of them." }
  package static func giveArrayOf(count: Int) -> Message { "Give an array of \(count)." }
  package static var correctAboveFirst: Message { "Correct those above first." }
  package static func correctMapping(member: String) -> Message {
    "Correct “\(name: member)” of “map” in widget.json."
  }

  // The contents of JSON files.
  package static var whatIdentifier: Message { "identifier" }
  package static var whatParameterName: Message { "name of the parameter" }
  package static var whatPropertyName: Message { "name of the property" }
  package static var whatPredicate: Message { "predicate" }
  package static var whatType: Message { "type" }
  package static var whatTypeName: Message { "name of the type" }
  package static var whatDurationUnit: Message { "unit of durations" }
  package static var whatIntentName: Message { "name of the intent" }
  package static var whatReferenceName: Message { "name of the reference" }
  package static var whatEnumName: Message { "name of the enum" }
  package static var whatCaseName: Message { "name of the case" }
  package static var whatKind: Message { "kind" }
  package static var whatFamily: Message { "widget family" }
  package static var whatPath: Message { "path" }
  package static var whatProviderName: Message { "name of the provider" }
  package static var whatQuery: Message { "query" }
  package static var whatPages: Message { "number of pages" }
  package static var whatReloadPolicy: Message { "reload policy" }
  package static var whatItem: Message { "item" }
  package static var whatItems: Message { "items" }
  package static var whatEntries: Message { "entries" }
  package static var whatGauge: Message { "gauge" }
  package static var whatDuration: Message { "duration" }
  package static var whatTimeout: Message { "timeout" }
  package static var whatFamilies: Message { "list of families" }
  package static var whatWidgets: Message { "list of widgets" }
  package static var whatWord: Message { "word" }
  package static func notNameAndType(text: String) -> Message {
    "“\(name: text)” is not written as name:type."
  }
  package static func enumWithoutCases(name: String) -> Message {
    "The enum “\(name: name)” does not have any cases."
  }
  package static func typeWithoutDefault(name: String) -> Message {
    "A parameter of the type “\(name: name)” cannot have a default."
  }
  package static func writeParameterAs(example: String) -> Message { "Write it as in: \(example)" }
  package static var whatParameter: Message { "parameter" }
  package static func negationIsForBooleans(text: String) -> Message {
    "“\(name: text)” negates something other than a single Boolean parameter."
  }
  package static var unclosedParenthesis: Message {
    "The parenthesis that begins here is not closed."
  }
  package static var tableTakesNoTexts: Message { "Texts cannot be added to this string table." }
  package static var saveTableAsText: Message {
    """
    Save it as text in UTF-8, with one line for each key and without braces, or as an XML property \
    list.
    """
  }
  package static var whatCommand: Message { "command" }
  package static func betweenNumbers(lower: Int, upper: Int) -> Message {
    "between \(lower) and \(upper)"
  }
  package static var zeroOrMore: Message { "0 or more" }
  package static var anOptionsAnswer: Message {
    "an object with “items” or “sections”, or an array"
  }
  package static var anItemForm: Message {
    "a string, or an object with “identifier” and “display”"
  }
  package static var aTextOrNumber: Message { "a string or a number" }
  package static var sizesByFamily: Message { "an object of sizes by family" }
  package static var aTextForm: Message { "a string, or an object with “text” and “id”" }
  package static var aNameForm: Message { "a name, or an object with “name” and “namespace”" }
  package static var oneValueWithKind: Message { "one value with its kind" }
  package static var aWebURL: Message { "a URL that begins with https:// or http://" }
  package static var aJSONPointer: Message { "a JSON pointer such as /data/0/name" }
  package static var whatRetries: Message { "number of retries" }
  package static var whatCache: Message { "cache" }
  package static var whatFallbacks: Message { "fallbacks" }
  package static func secondsUpTo(limit: Int) -> Message {
    "more than 0 and at most \(limit) seconds"
  }
  package static var whatControl: Message { "control" }
  package static var whatComponents: Message { "kind of date components" }

  // Mismatches between a widget.json and its definition.
  package static func manifestUnknownIntent(name: String) -> Message {
    "The definition has no intent “\(name: name)”."
  }
  package static func manifestSeveralIntents(names: [String]) -> Message {
    "The definition has several intents: \(choices: names)."
  }
  package static func intentNotEligible(name: String) -> Message {
    "The intent “\(name: name)” is not eligible for widgets."
  }
  package static func manifestUnknownParameter(name: String) -> Message {
    "The intent has no parameter “\(name: name)”."
  }
  package static func providerNotNeeded(name: String) -> Message {
    "The parameter “\(name: name)” is not dynamic, so its provider is never asked."
  }
  package static func providerMissing(name: String) -> Message {
    "The dynamic parameter “\(name: name)” has no provider, so values have to be typed in."
  }
  package static var folderWithoutDefinition: Message { "There is no definition in the folder." }
  package static func severalDefinitions(names: [String]) -> Message {
    "There are several definitions: \(choices: names)."
  }
  package static func nameOneUnder(member: String) -> Message {
    "Name one under “\(name: member)”."
  }
  package static var makeEligible: Message { "Make it eligible, or choose another." }
  package static var removeProviderOrProvide: Message {
    "Remove the provider, or make the parameter dynamic."
  }
  package static func addProviderUnder(member: String, name: String) -> Message {
    "Add one under “\(name: member)”, as “\(name: name)”."
  }
  package static var addDefinition: Message { "Add an .intentdefinition or a JSON file." }
  package static var keepOne: Message { "Keep one." }

  // Translations.
  package static func missingTranslation(
    text: String, identifier: String, languages: String
  ) -> Message {
    "The text “\(name: text)” (\(identifier)) has no translation in \(languages)."
  }
  package static func staleTranslation(file: String, key: String, text: String) -> Message {
    "The entry “\(name: text)” has the identifier “\(name: key)”, which no text of \(file) has."
  }
  package static func unknownPlaceholder(name: String) -> Message {
    "The text in the definition has no placeholder “\(name: name)”."
  }
  package static func missingPlaceholder(name: String) -> Message {
    "The translation lacks the placeholder “\(name: name)”."
  }
  package static func addToTables(count: Int) -> Message {
    "Add it to \(count, one: "the table", other: "their tables")."
  }
  package static var removeEntry: Message { "Remove the entry, if nothing else reads the table." }
  package static var putPlaceholder: Message { "Put it where the value belongs." }
  package static func missingCaseTranslations(
    text: String, identifier: String, names: [String], count: Int, languages: String
  ) -> Message {
    """
    The text “\(name: text)” (\(identifier)) has no translation for the \
    \(count, one: "case", other: "cases") \(choices: names) in \(languages).
    """
  }
  package static func addKeysToTables(keys: [String], count: Int) -> Message {
    "Add \(choices: keys) to \(count, one: "the table", other: "their tables"), as Xcode does."
  }

  // Reports of checks.
  package static func unknownKey(key: String) -> Message { "The key “\(name: key)” is unknown." }
  package static var unknownKeyIsKept: Message { "It is kept as it is, and has no effect here." }
  package static func countOfErrors(count: Int) -> Message { "\(count, "error", "errors")" }
  package static func countOfWarnings(count: Int) -> Message { "\(count, "warning", "warnings")" }
  package static func countOfNotes(count: Int) -> Message { "\(count, "note", "notes")" }
  package static var nothingFound: Message { "Nothing found" }
  package static func foundInFiles(found: String, count: Int) -> Message {
    "\(found) in \(count, "file", "files")."
  }
  package static var listJoint: Message { " and " }
  package static func moreErrorsFound(count: Int) -> Message {
    "… and \(count, "more error", "more errors")."
  }
  package static func moreWarningsFound(count: Int) -> Message {
    "… and \(count, "more warning", "more warnings")."
  }
  package static func moreNotesFound(count: Int) -> Message {
    "… and \(count, "more note", "more notes")."
  }

  // Definitions as property lists.
  package static func plistWrongType(path: String, found: Message, expected: Message) -> Message {
    "\(path) is \(found); \(expected) is expected."
  }
  package static func plistMissingKey(path: String, key: String) -> Message {
    "\(path) has no \(key)."
  }
  package static func plistUnknownWord(path: String, word: String) -> Message {
    "\(path) has the unknown value “\(word)”."
  }
  package static var notADefinition: Message {
    "This property list has none of the keys INIntents, INEnums and INTypes."
  }
  package static var addIt: Message { "Add it." }
  package static var giveDefinition: Message { "Give an intent definition." }
  package static func plistCannotHold(character: String) -> Message {
    "The text has the character \(character), which XML cannot hold."
  }
  package static var aDictionary: Message { "a dictionary" }
  package static var aDate: Message { "a date" }
  package static var someData: Message { "data" }
  package static var theIntegerOne: Message { "the integer 1" }
  package static var theStringYes: Message { "the string YES" }
  package static var aFiniteNumber: Message { "a finite number" }
  package static var aNumberOrEmpty: Message { "a number or an empty element" }
  package static func anArrayOf(element: Message) -> Message { "an array of \(element)" }
  package static var aBooleanNumberOrString: Message { "a Boolean, a number or a string" }
  package static var anInteger: Message { "an integer" }
  package static var aReal: Message { "a real" }
  package static var strings: Message { "strings" }
  package static var dictionariesOfUTI: Message { "dictionaries with one UTI each" }
  package static var booleansNumbersStrings: Message { "Booleans, numbers and strings" }

  // Malformed property lists.
  package static var plistEmptyFile: Message {
    "The file is empty. Restore it from version control, or delete it."
  }
  package static var notAPropertyList: Message {
    "This is not a property list: it begins neither with XML nor with “bplist00”."
  }
  package static func plistTooDeep(limit: Int) -> Message {
    "Arrays and dictionaries are nested deeper than the limit of \(limit) levels."
  }
  package static func plistTooManyValues(limit: Int) -> Message {
    "The file holds more values than the limit of \(limit)."
  }
  package static func plistEndsInside(element: String, line: Int) -> Message {
    """
    The file ends inside <\(element)>, which opens in line \(line). It is cut off; restore it from \
    version control.
    """
  }
  package static var plistEndsEarly: Message {
    "The file ends before its property list does. It is cut off; restore it from version control."
  }
  package static func invalidEncoding(encoding: String) -> Message {
    "This byte is not valid \(encoding). Save the file as UTF-8."
  }
  package static func unsupportedEncoding(name: String) -> Message {
    "The encoding “\(name)” is not supported. Save the file as UTF-8."
  }
  package static func plistDisallowedCharacter(character: String) -> Message {
    "The character \(character) is not allowed in XML. Remove it."
  }
  package static func plistUnknownEntity(name: String) -> Message {
    "The entity “&\(name);” is not defined. XML defines &amp; &lt; &gt; &quot; and &apos;."
  }
  package static func plistInvalidReference(text: String) -> Message {
    "The reference “&\(text);” does not name a character that XML allows."
  }
  package static var plistStrayAmpersand: Message { "“&” must be escaped. Write it as “&amp;”." }
  package static var plistEntities: Message {
    "Entities are not allowed in a property list. Remove the <!ENTITY> declarations."
  }
  package static var plistDeclarations: Message {
    "The DOCTYPE has declarations of its own, which are not allowed. Remove them."
  }
  package static var plistMalformedMarkup: Message { "This tag is not well formed." }
  package static var plistMergeMarker: Message {
    "This is a merge conflict marker. Resolve the conflict in version control first."
  }
  package static func plistAttribute(element: String) -> Message {
    "<\(element)> has an attribute; only <plist> may have attributes."
  }
  package static func plistWrongRoot(name: String) -> Message {
    "The root element is <\(name)>, not <plist>."
  }
  package static var plistNoValue: Message { "<plist> holds no value." }
  package static var plistSeveralValues: Message { "<plist> holds more than one value." }
  package static var plistContentAfterEnd: Message {
    "There is more text after </plist>. Remove it."
  }
  package static func plistUnknownElement(name: String) -> Message {
    "<\(name)> is not an element of a property list."
  }
  package static func plistMismatchedEnd(found: String, expected: String) -> Message {
    "</\(expected)> is expected here, not </\(found)>."
  }
  package static func plistElementInText(found: String, element: String) -> Message {
    "<\(found)> is inside <\(element)>, which holds text only."
  }
  package static var plistTextBetween: Message {
    "There is text between elements. Put it into <string>, or remove it."
  }
  package static func plistValueWithoutKey(element: String) -> Message {
    "<\(element)> is in a <dict> without a <key> before it."
  }
  package static func plistKeyWithoutValue(key: String) -> Message {
    "The key “\(key)” has no value."
  }
  package static var plistKeyOutside: Message { "<key> is outside a <dict>." }
  package static func plistDuplicateKey(key: String) -> Message {
    "The key “\(key)” occurs twice in this <dict>. Remove one of the two."
  }
  package static func plistInvalidInteger(text: String) -> Message {
    "“\(text)” is not an integer."
  }
  package static func plistIntegerOutOfRange(text: String) -> Message {
    "The integer “\(text)” does not fit in 64 bits."
  }
  package static func plistInvalidReal(text: String) -> Message {
    "“\(text)” is not a real number."
  }
  package static func plistInvalidDate(text: String) -> Message {
    "“\(text)” is not a date. Write it like 2024-02-29T13:05:00Z."
  }
  package static var plistInvalidData: Message { "This is not valid Base64." }
  package static func plistNotEmpty(element: String) -> Message {
    "<\(element)> holds text; write <\(element)/>."
  }
  package static var plistBinaryTruncated: Message {
    "The binary property list is cut off or damaged. Restore it from version control."
  }
  package static var plistBinaryReference: Message {
    "The binary property list refers to an object that it does not hold."
  }
  package static var plistBinaryCycle: Message {
    "An object of the binary property list contains itself."
  }
  package static var plistBinaryKey: Message {
    "A key of the binary property list is not a string."
  }
  package static func plistBinaryObject(marker: String) -> Message {
    "Objects of the kind \(marker) are not supported."
  }
  package static func positionByte(byte: Int, sentence: Message) -> Message {
    "Byte \(byte): \(sentence)"
  }
  package static func plistExpandsTooFar(limit: Int) -> Message {
    """
    The strings and data, counted each time they are referenced, exceed the limit of \(limit) bytes.
    """
  }

  // Malformed string tables.
  package static func tableTooManyEntries(limit: Int) -> Message {
    "The file has more entries than the limit of \(limit)."
  }
  package static var tableUnclosedString: Message {
    "The quoted text that begins here has no closing quote."
  }
  package static var tableUnclosedComment: Message { "The comment that begins here has no “*/”." }
  package static var tableUnclosedBrace: Message { "The “{” that begins here has no “}”." }
  package static func tableMissingEquals(key: String) -> Message {
    "“=” is missing after the key “\(key)”."
  }
  package static func tableMissingValue(key: String) -> Message {
    "The key “\(key)” has no text after “=”."
  }
  package static func tableMissingSemicolon(key: String) -> Message {
    "“;” is missing after the text of “\(key)”."
  }
  package static func tableUnexpectedText(text: String) -> Message {
    "A key is expected here, not “\(text)”. Put it into quotes, or remove it."
  }
  package static func tableInvalidEscape(text: String) -> Message { "“\(text)” is not an escape." }
  package static func tableDuplicateKey(key: String, line: Int) -> Message {
    "The key “\(key)” is already in line \(line). The later text is used."
  }
  package static func tableIsNotADictionary(found: Message) -> Message {
    "A string table is a dictionary, but this is \(found)."
  }
  package static func tableValueIsNotAString(key: String, found: Message) -> Message {
    "The text of “\(key)” is \(found). Make it a string."
  }

  // Elements of a definition.
  package static func intentNamed(name: String) -> Message { "intent “\(name: name)”" }
  package static func parameterNamed(name: String) -> Message { "parameter “\(name: name)”" }
  package static func enumNamed(name: String) -> Message { "enum “\(name: name)”" }
  package static func caseNamed(name: String) -> Message { "case “\(name: name)”" }
  package static func typeNamed(name: String) -> Message { "type “\(name: name)”" }
  package static func propertyNamed(name: String) -> Message { "property “\(name: name)”" }
  package static func responseParameterNamed(name: String) -> Message {
    "response parameter “\(name: name)”"
  }
  package static func responseCodeNamed(name: String) -> Message { "response code “\(name: name)”" }
  package static func promptNamed(name: String) -> Message { "prompt “\(name: name)”" }
  package static func partOfIntent(part: Message, name: String) -> Message {
    "\(part) of the intent “\(name: name)”"
  }
  package static func partOfParameter(part: Message, name: String) -> Message {
    "\(part) of the parameter “\(name: name)”"
  }
  package static func partOfEnum(part: Message, name: String) -> Message {
    "\(part) of the enum “\(name: name)”"
  }
  package static func partOfType(part: Message, name: String) -> Message {
    "\(part) of the type “\(name: name)”"
  }
  package static func partOfOther(part: Message, whole: Message) -> Message {
    "\(part) of the \(whole)"
  }

  // Schemas.
  package static func schemaTooLarge(limit: Int) -> Message {
    "The schema would list more than \(limit) values of enums."
  }
  package static var useFewerCases: Message {
    "Use enums with fewer cases, or fewer conditions on them."
  }

  // Forms of elements.
  package static var aDictionaryOfUTI: Message { "a dictionary with one UTI" }
  package static var theNameOfAType: Message { "the name of a type" }
}
