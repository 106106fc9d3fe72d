import IntentModel
package import Messages

/// The reasons why a file cannot be read, and the remedies.
extension Message {
  package static var fileIsMissing: Message { entry() }
  package static func danglingLink(target: String) -> Message {
    entry(.text(target))
  }
  package static var linkCycle: Message { entry() }
  package static var pathIsDirectory: Message { entry() }
  package static var fileNotReadable: Message { entry() }
  package static var notAFile: Message { entry() }
  package static var pathNotAllowed: Message { entry() }
  package static func fileTooLarge(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static func noDataCame(seconds: Int) -> Message {
    entry(.integer(seconds))
  }
  package static func fileSystemError(cause: String) -> Message {
    entry(.text(cause))
  }
}
