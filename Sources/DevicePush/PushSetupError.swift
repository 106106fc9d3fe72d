public import Messages

/// A push setting that cannot work.
public struct PushSetupError: MessageError, Sendable, Hashable, CustomStringConvertible {
  /// The problem and its remedy.
  public var line: Message

  /// Makes an error.
  public init(_ line: Message) { self.line = line }

  /// The problem and its remedy, in English.
  public var description: String { line.text() }
}
