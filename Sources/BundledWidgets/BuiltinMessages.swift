import IntentModel
package import Messages

/// Messages about built-in sources that cannot be made.
extension Message {
  package static func builtinNoOptions(source: String) -> Message {
    "\(source) has no parameter with dynamic options."
  }
  package static func builtinNoArgument(source: String, name: String) -> Message {
    "\(source) takes no argument “\(name: name)”."
  }
  package static func builtinNotAPath(name: String, source: String, value: String) -> Message {
    "The argument “\(name: name)” of \(source) is “\(name: value)”, which is not a path."
  }
  package static func builtinNotAZone(name: String, source: String, value: String) -> Message {
    "The argument “\(name: name)” of \(source) is “\(name: value)”, which is not a time zone."
  }
  package static var builtinLeaveOptionsOut: Message { "Leave “options” out." }
  package static var builtinGivePath: Message {
    "Give a path relative to the widget's folder, an absolute path, or one that begins with “~/”."
  }
  package static func builtinGiveZone(example: String) -> Message {
    "Give a name of the tz database such as “\(example)”."
  }

  // Problems with calendar folders.
  package static func calendarsUnreadable(path: String) -> Message {
    "The calendar folder “\(path)” cannot be read."
  }
  package static func calendarFolderMissing(path: String) -> Message {
    "There is no calendar folder “\(path)”."
  }
  package static var lookAtCalendars: Message {
    "Check that it is a folder, and that its permissions allow reading it."
  }
  package static var makeCalendars: Message {
    "Create it and put .ics files in it, or name another folder in the argument “calendars”."
  }
}
