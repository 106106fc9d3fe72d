import Foundation
import WidgetConfig

/// The definition of a lunch, as JSON.
let definition = """
  {"intents": [{"name": "Lunch", "eligibleForWidgets": true, "parameters": [
    {"name": "guests", "type": "integer", "minimum": 1, "maximum": 8, "default": 2}
  ]}]}
  """

/// Reads the definition.
func lunch() throws -> IntentSchema {
  let file = try IntentDefinitionReader.read(Array(definition.utf8), file: "Lunch.json").file
  guard let schema = IntentSchema(intentNamed: "LunchIntent", in: file) else {
    fatalError("The definition has no intent.")
  }
  return schema
}

/// Validates documents, and sends their issues to a client in another language.
func validateDocuments() throws {
  let schema = try lunch()
  let validator = SharedIntentValidator([schema])
  func document(_ guests: Int) -> [UInt8] {
    Array(
      #"{"intent": "LunchIntent", "family": "systemSmall", "parameters": {"guests": \#(guests)}}"#
        .utf8)
  }
  precondition(validator.validate(document(3)) == .valid)
  let intent = try validator.intent(from: document(3))
  precondition(intent["guests"] == .integer(3))
  guard case .invalid(let located) = validator.validate(document(9)) else {
    fatalError("Nine guests are valid.")
  }
  let issue = located.issues[0].issue
  precondition(issue.path.pointer == "/parameters/guests")
  precondition(issue.code == "above-maximum")
  precondition(issue.message.text(in: MessageLanguage(locale: "de")) != issue.message.text())
  let sent = try JSONEncoder().encode([issue])
  let received = try JSONDecoder().decode([IntentIssue].self, from: sent)
  precondition(received == [issue])
  var draft = IntentDraft()
  draft["guests"] = .integer(4)
  let stored = try JSONEncoder().encode(draft)
  let restored = try JSONDecoder().decode(IntentDraft.self, from: stored)
  precondition(restored == draft)
}
