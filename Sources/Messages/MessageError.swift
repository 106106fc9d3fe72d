/// An error with a message that can be written in any language.
public protocol MessageError: Error {
  /// The problem, where it is, and the remedy, on one line.
  var line: Message { get }
}

extension Message {
  /// The line of an error; for an error without a message, such as a system error, its description.
  public static func words(of error: any Error) -> Message {
    (error as? any MessageError)?.line ?? .verbatim("\(error)")
  }
}
