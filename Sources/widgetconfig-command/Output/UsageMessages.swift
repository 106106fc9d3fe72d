import ArgumentParser
import IntentModel
import Messages

extension ValidationError {
  /// Makes an error about arguments, which is printed with the usage of the command.
  init(_ message: Message) { self.init(message.text()) }

  /// Makes an error from several sentences.
  init(_ sentences: Message...) { self.init(.sentences(sentences)) }
}

/// Messages about arguments that cannot be combined or have a wrong value.
extension Message {
  static func argumentsGoWith(arguments: String, others: String) -> Message {
    "\(arguments) can be used only with \(others)."
  }
  static func argumentDoesNotGoWith(argument: String, others: String) -> Message {
    "\(argument) cannot be used with \(others)."
  }
  static func argumentFromTo(argument: String, lower: Int, upper: Int) -> Message {
    "\(argument) takes a number from \(lower) to \(upper)."
  }
  static func argumentFrom(argument: String, lower: Int) -> Message {
    "\(argument) takes a number from \(lower)."
  }
  static func giveOneOf(arguments: String) -> Message { "Give one of \(arguments)." }
  static var oneStandardInput: Message { "Only one of the two files can be standard input." }
}
