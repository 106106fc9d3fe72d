import IntentModel
package import Messages

/// Messages about problems in files and their remedies.
extension Message {
  // Mismatches between a widget.json and its definition.
  package static var addDefinition: Message { "Add an .intentdefinition or a JSON file." }
  package static var moveOtherDefinitions: Message {
    "Keep the file of the widget, and move the others to folders of their own."
  }

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
