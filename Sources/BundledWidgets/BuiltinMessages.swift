import IntentModel
package import Messages

/// Messages about built-in sources that cannot be made.
extension Message {
  package static func builtinNoOptions(source: String) -> Message {
    entry(.text(source))
  }
  package static func builtinNoArgument(source: String, name: String) -> Message {
    entry(.text(source), .name(name))
  }
  package static func builtinNotAPath(name: String, source: String, value: String) -> Message {
    entry(.name(name), .text(source), .name(value))
  }
  package static func builtinNotAZone(name: String, source: String, value: String) -> Message {
    entry(.name(name), .text(source), .name(value))
  }
  package static var builtinLeaveOptionsOut: Message { entry() }
  package static var builtinGivePath: Message { entry() }
  package static func builtinGiveZone(example: String) -> Message {
    entry(.text(example))
  }

  // Problems with calendar folders.
  package static func calendarsUnreadable(path: String) -> Message {
    entry(.text(path))
  }
  package static func calendarFolderMissing(path: String) -> Message {
    entry(.text(path))
  }
  package static var lookAtCalendars: Message { entry() }
  package static var makeCalendars: Message { entry() }
}
