package import Messages

/// Descriptions of the documents that have a schema.
extension Message {
  package static var schemaOfDefinition: Message { entry() }
  package static var schemaOfWidget: Message { entry() }
  package static var schemaOfOptions: Message { entry() }
  package static var schemaOfTimeline: Message { entry() }
  package static var schemaOfRequest: Message { entry() }
}
