import IntentModel
package import Messages

/// Rules that a JSON Schema cannot express.
extension Message {
  package static func schemaLacksBounds(name: String) -> Message {
    entry(.name(name))
  }
  package static func schemaLacksCondition(child: String, parent: String) -> Message {
    entry(.name(child), .name(parent))
  }
}
