package import Messages

/// Descriptions of the documents that have a schema.
extension Message {
  package static var schemaOfDefinition: Message {
    "Intents, enums and object types of a definition in JSON."
  }
  package static var schemaOfWidget: Message {
    "widget.json: kinds, families, sources of options and of timelines."
  }
  package static var schemaOfOptions: Message {
    "The choices of a parameter: a fixture, or the response of a source."
  }
  package static var schemaOfTimeline: Message {
    "A timeline: a fixture, or the response of a source."
  }
  package static var schemaOfRequest: Message { "What a program gets on its standard input." }
}
