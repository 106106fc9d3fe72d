import ArgumentParser
import IntentModel
import Messages

extension ValidationError {
  /// Makes an error about arguments, which is printed together with the usage of the command.
  init(_ message: Message) { self.init(message.text()) }

  /// Makes an error from several sentences.
  init(_ sentences: Message...) { self.init(.sentences(sentences)) }

  /// Checks that the number given as an argument, if any, is not below a minimum.
  static func check(_ argument: String, _ number: Int?, from lower: Int) throws {
    if let number, number < lower {
      throw ValidationError("\(argument) must be at least \(lower).")
    }
  }

  /// Checks that the number given as an argument, if any, is in a range.
  static func check(_ argument: String, _ number: Int?, in range: ClosedRange<Int>) throws {
    if let number, !range.contains(number) {
      throw ValidationError(
        "\(argument) must be a number from \(range.lowerBound) to \(range.upperBound).")
    }
  }
}

/// Messages about arguments that cannot be combined or that have an invalid value.
extension Message {
  static func argumentsGoWith(arguments: String, others: String) -> Message {
    "\(arguments) can be used only with \(others)."
  }
  static func argumentDoesNotGoWith(argument: String, others: String) -> Message {
    "\(argument) cannot be used with \(others)."
  }
  static func giveOneOf(arguments: String) -> Message { "Give one of \(arguments)." }
  static var oneStandardInput: Message { "Only one of the two files can be standard input." }
}
