import IntentModel
package import Messages

/// The reasons why a file cannot be read, and the remedies.
extension Message {
  package static var fileIsMissing: Message { "The file does not exist. Check the path." }
  package static func danglingLink(target: String) -> Message {
    "This symbolic link points to “\(target)”, which does not exist. Repair the link."
  }
  package static var linkCycle: Message {
    "This symbolic link points back to itself. Repair the link."
  }
  package static var pathIsDirectory: Message {
    "This is a directory, not a file. Name a file in it."
  }
  package static var fileNotReadable: Message {
    "Permission to read the file is denied. Change its permissions."
  }
  package static var notAFile: Message {
    "This is a pipe, a device or a socket, not a file. Name a file."
  }
  package static var pathNotAllowed: Message { "The path is empty, too long or has a zero byte." }
  package static func fileTooLarge(limit: Int) -> Message {
    "The file is larger than the limit of \(limit) bytes."
  }
  package static func noDataCame(seconds: Int) -> Message {
    "No data arrived within \(seconds, "second", "seconds")."
  }
  package static func fileSystemError(cause: String) -> Message {
    "The file cannot be read: \(cause)."
  }
}
