import IntentModel
package import Messages

/// Messages about widgets that cannot be loaded, or are loaded with a remark.
extension Message {
  package static func familyNotListed(widget: String, family: String) -> Message {
    "\(widget) does not list \(family) among its families; it is used anyway."
  }
  package static func noSuchWidget(name: String, folder: String) -> Message {
    "There is no widget “\(name: name)” in \(folder)."
  }
  package static var nameFolderOrPath: Message {
    "Name the folder of the widgets with --intents, or give the path of a definition."
  }
  package static func chooseFromOrPath(names: String) -> Message {
    "Choose from \(names), or give the path of a definition."
  }
  package static func noDefinitionInFolder(name: String) -> Message {
    "There is no definition. Add \(name).intentdefinition or \(name).json."
  }
  package static func severalDefinitionsNameOne(names: String, name: String) -> Message {
    "There are several definitions: \(names). Name one \(name).json."
  }
  package static func severalIntentsChoose(names: String) -> Message {
    "There are several intents: \(names). Choose one with --intent."
  }
  package static func severalWidgetsChoose(names: String, example: String) -> Message {
    "There are several widgets: \(names). Name one, such as \(example)."
  }
  package static func noTimelineProvider(widget: String) -> Message {
    "\(name: widget) has no timeline provider."
  }
  package static var addTimelineToManifest: Message { "Add “timeline” to its widget.json." }
  package static func hasNoSource(parameter: String, widget: String) -> Message {
    "“\(name: parameter)” of \(name: widget) has no source of options."
  }
  package static func hasNoChoices(parameter: String, widget: String) -> Message {
    "“\(name: parameter)” of \(name: widget) has no choices; its value is typed."
  }
  package static func hasNoKind(name: String) -> Message {
    "There is no widget of the kind “\(name: name)”."
  }
  package static var isStatic: Message {
    "The widget has no definition: it is a widget without configuration."
  }
  package static var nameDefinition: Message { "Name a definition." }
  package static var definitionHasNoIntents: Message { "The definition has no intents." }
  package static var nameOneDefinition: Message {
    "Name one definition, or a folder that holds exactly one."
  }
  package static func noIntentNamed(name: String) -> Message {
    "There is no intent “\(name: name)”."
  }
  package static func thereAreIntents(names: String) -> Message { "The intents are: \(names)." }
  package static func parentsInCircle(names: String, path: String) -> Message {
    """
    the parents form a loop: \(names). Their conditions are ignored. For more, run: widgetconfig \
    check \(path)
    """
  }
}
