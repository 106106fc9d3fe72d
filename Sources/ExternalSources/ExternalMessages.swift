import IntentModel
package import Messages

/// What happened to a source in a file, a program, on the web or in a database.
extension Message {
  // Sources that answer with something else.
  package static func atPlace(line: Int, column: Int, sentence: Message) -> Message {
    entry(.integer(line), .integer(column), .message(sentence))
  }
  package static func atLine(line: Int, sentence: Message) -> Message {
    entry(.integer(line), .message(sentence))
  }
  package static func moreErrors(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func requestCannotBeWritten(cause: Message) -> Message {
    entry(.message(cause))
  }
}
