/// An error with a message that can be written in any language.
public protocol MessageError: Error {
  /// The problem, its location and the remedy, on one line.
  var line: Message { get }
}

extension Message {
  /// The line of an error, or the description of one that is not in the tables, such as a system
  /// error.
  public static func words(of error: any Error) -> Message {
    (error as? any MessageError)?.line ?? .verbatim("\(error)")
  }
}
