import IntentModel
package import Messages

/// Messages about widgets that cannot be loaded, or are loaded with a remark.
extension Message {
  package static func familyNotListed(widget: String, family: String) -> Message {
    entry(.text(widget), .text(family))
  }
  package static func noSuchWidget(name: String, folder: String) -> Message {
    entry(.name(name), .text(folder))
  }
  package static var nameFolderOrPath: Message { entry() }
  package static func chooseFromOrPath(names: String) -> Message {
    entry(.text(names))
  }
  package static func noDefinitionInFolder(name: String) -> Message {
    entry(.text(name))
  }
  package static func severalDefinitionsNameOne(names: String, name: String) -> Message {
    entry(.text(names), .text(name))
  }
  package static func severalIntentsChoose(names: String) -> Message {
    entry(.text(names))
  }
  package static func severalWidgetsChoose(names: String, example: String) -> Message {
    entry(.text(names), .text(example))
  }
  package static func noTimelineProvider(widget: String) -> Message {
    entry(.name(widget))
  }
  package static var addTimelineToManifest: Message { entry() }
  package static func hasNoSource(parameter: String, widget: String) -> Message {
    entry(.name(parameter), .name(widget))
  }
  package static func hasNoChoices(parameter: String, widget: String) -> Message {
    entry(.name(parameter), .name(widget))
  }
  package static func hasNoKind(name: String) -> Message {
    entry(.name(name))
  }
  package static var isStatic: Message { entry() }
  package static var nameDefinition: Message { entry() }
  package static var definitionHasNoIntents: Message { entry() }
  package static var nameOneDefinition: Message { entry() }
  package static func noIntentNamed(name: String) -> Message {
    entry(.name(name))
  }
  package static func thereAreIntents(names: String) -> Message {
    entry(.text(names))
  }
  package static func parentsInCircle(names: String, path: String) -> Message {
    entry(.text(names), .text(path))
  }
}
