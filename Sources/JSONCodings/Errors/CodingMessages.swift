package import Messages

/// Words and remedies for JSON files: what their parts are called, and how to correct them.
extension Message {
  package static var correctAboveFirst: Message { "Correct those above first." }
  package static var whatFamily: Message { "widget family" }
  package static var whatIdentifier: Message { "identifier" }
  package static var whatParameterName: Message { "name of the parameter" }
  package static var whatType: Message { "type" }
  package static var whatTypeName: Message { "name of the type" }
  package static var whatIntentName: Message { "name of the intent" }
  package static var whatReferenceName: Message { "name of the reference" }
  package static var whatCaseName: Message { "name of the case" }
  package static var whatKind: Message { "kind" }
  package static var whatPath: Message { "path" }
  package static var whatQuery: Message { "query" }
  package static var whatReloadPolicy: Message { "reload policy" }
  package static var whatItem: Message { "item" }
  package static var whatItems: Message { "items" }
  package static var whatWord: Message { "word" }
  package static func writeParameterAs(example: String) -> Message {
    "Write it like this: \(example)"
  }
  package static var writeDateWithOffset: Message {
    "Write the date, the time with seconds, and the offset, such as 2026-03-01T09:30:00+01:00."
  }
  package static func betweenNumbers(lower: Int, upper: Int) -> Message {
    "between \(lower) and \(upper)"
  }
}
