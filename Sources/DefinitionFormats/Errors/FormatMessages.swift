import IntentModel
package import Messages

/// Messages about problems in files and their remedies.
extension Message {
  // The structure of JSON files.

  package static var correctAboveFirst: Message { "Correct those above first." }

  // The contents of JSON files.
  package static var whatIdentifier: Message { "identifier" }
  package static var whatParameterName: Message { "name of the parameter" }
  package static var whatType: Message { "type" }
  package static var whatTypeName: Message { "name of the type" }
  package static var whatIntentName: Message { "name of the intent" }
  package static var whatReferenceName: Message { "name of the reference" }
  package static var whatCaseName: Message { "name of the case" }
  package static var whatKind: Message { "kind" }
  package static var whatFamily: Message { "widget family" }
  package static var whatPath: Message { "path" }
  package static var whatQuery: Message { "query" }
  package static var whatReloadPolicy: Message { "reload policy" }
  package static var whatItem: Message { "item" }
  package static var whatItems: Message { "items" }
  package static var whatWord: Message { "word" }
  package static func writeParameterAs(example: String) -> Message { "Write it as in: \(example)" }
  package static var writeDateWithOffset: Message {
    "Write the date, the time with seconds, and the offset, such as 2026-03-01T09:30:00+01:00."
  }
  package static func betweenNumbers(lower: Int, upper: Int) -> Message {
    "between \(lower) and \(upper)"
  }

  // Mismatches between a widget.json and its definition.
  package static var addDefinition: Message { "Add an .intentdefinition or a JSON file." }

  // Definitions as property lists.
  package static var aDictionary: Message { "a dictionary" }

  // Malformed property lists.
  package static func invalidEncoding(encoding: String) -> Message {
    "This byte is not valid \(encoding)."
  }

  // Malformed string tables.
  package static var tableUnclosedString: Message {
    "The quoted text that begins here has no closing quote."
  }

  // Elements of a definition.
  package static func intentNamed(name: String) -> Message { "intent “\(name: name)”" }
  package static func parameterNamed(name: String) -> Message { "parameter “\(name: name)”" }
  package static func enumNamed(name: String) -> Message { "enum “\(name: name)”" }
  package static func caseNamed(name: String) -> Message { "case “\(name: name)”" }
  package static func typeNamed(name: String) -> Message { "type “\(name: name)”" }
  package static func propertyNamed(name: String) -> Message { "property “\(name: name)”" }
  package static func partOfIntent(part: Message, name: String) -> Message {
    "\(part) of the intent “\(name: name)”"
  }
  package static func partOfEnum(part: Message, name: String) -> Message {
    "\(part) of the enum “\(name: name)”"
  }
  package static func partOfType(part: Message, name: String) -> Message {
    "\(part) of the type “\(name: name)”"
  }

}
