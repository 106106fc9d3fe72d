import IntentModel
package import Messages

extension Message {
  /// The maximum number of Unicode scalars in a path, an address or a similar name that a message
  /// shows.
  package static let longNameLimit = 120
}

extension Message.StringInterpolation {
  /// Adds a path, an address or a similar name from outside in its harmless form.
  package mutating func appendInterpolation(longName: String) {
    appendInterpolation(name: longName, limit: Message.longNameLimit)
  }
}

/// The problems of option sources, and their remedies.
extension Message {
  // Sources that do not exist.
  package static func builtinUnknown(name: String) -> Message {
    "There is no built-in source “\(name: name)”."
  }
  package static func fileMissing(path: String) -> Message {
    "There is no file “\(longName: path)”."
  }

  // Sources that did not respond.
  package static func thereAreSources(names: [String]) -> Message {
    "There are sources for \(choices: names)."
  }
  package static var correctResponse: Message { "Correct the response of the source." }
  package static var tryAgain: Message { "Try again." }
  package static func defaultNotAmongChoices(name: String) -> Message {
    "The default “\(name)” is not among the choices."
  }

  // Responses that break a rule.
  package static var theResponse: Message { "The response" }
}

extension OptionsError.Code {
  /// The message for the kind of failure.
  package var message: Message {
    switch self {
    case .notFound: "The source does not exist."
    case .unreadable: "The source cannot be read."
    case .timedOut: "The source did not answer in time."
    case .tooLarge: "The response of the source is too large."
    case .failed: "The source failed."
    case .malformed: "The response of the source is malformed."
    case .invalidResponse: "The response of the source breaks the rules."
    case .noProvider: "There is no source."
    case .parentNotSet: "A parent is not set."
    }
  }
}
