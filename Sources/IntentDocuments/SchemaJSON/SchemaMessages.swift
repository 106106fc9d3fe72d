import IntentModel
package import Messages

/// Rules that a JSON Schema cannot express.
extension Message {
  package static func schemaLacksBounds(name: String) -> Message {
    "The bounds of the duration “\(name: name)” are not in the schema."
  }
  package static func schemaLacksCondition(child: String, parent: String) -> Message {
    """
    “\(name: child)” is shown under a condition on “\(name: parent)” that JSON Schema cannot \
    express.
    """
  }
}
