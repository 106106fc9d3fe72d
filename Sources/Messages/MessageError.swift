/// An error that says itself in any language.
public protocol MessageError: Error {
  /// What is wrong, where, and what to do, on one line.
  var line: Message { get }
}

extension Message {
  /// The line of an error; of one that is in no table, such as one of the system, its description.
  public static func words(of error: any Error) -> Message {
    (error as? any MessageError)?.line ?? .verbatim("\(error)")
  }
}
