import IntentModel
package import Messages

/// Messages about widgets that cannot be loaded, or that are loaded with a remark.
extension Message {
  package static func noTimelineProvider(widget: String) -> Message {
    "\(name: widget) has no timeline provider."
  }
  package static func hasNoSource(parameter: String, widget: String) -> Message {
    "“\(name: parameter)” of \(name: widget) has no source of options."
  }
  package static func hasNoKind(name: String) -> Message {
    "There is no widget of the kind “\(name: name)”."
  }
  package static var isStatic: Message {
    "The widget has no definition: it is a widget without configuration."
  }
  package static var nameOneDefinition: Message {
    "Name one definition, or a folder that holds exactly one."
  }
  package static func noIntentNamed(name: String) -> Message {
    "There is no intent “\(name: name)”."
  }
  package static func thereAreIntents(names: String) -> Message { "The intents are: \(names)." }
}
