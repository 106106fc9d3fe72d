import IntentModel
import IntentOptions
public import Messages

/// Why a `builtin` source cannot be made, with a remedy.
public struct BuiltinSourceError: MessageError, StatedProblem, Sendable, Hashable,
  CustomStringConvertible
{
  /// What is wrong, with the values that its message needs.
  public enum Reason: Sendable, Hashable {
    /// No bundled widget has this name.
    case unknownName(choices: [String])

    /// The widget has no parameter with options.
    case noOptions

    /// The source does not have this argument.
    case unknownArgument(String, choices: [String])

    /// The argument is not a path.
    case notAPath(argument: String, value: String)

    /// The argument is not a known time zone; `nearest` is a suggestion.
    case unknownZone(argument: String, value: String, nearest: String?)
  }

  /// The name of the source as written.
  public var source: String

  /// What is wrong.
  public var reason: Reason

  /// Makes an error.
  public init(source: String, _ reason: Reason) {
    self.source = source
    self.reason = reason
  }

  /// The code, what is wrong and what to do about it.
  public var statement: ProblemStatement {
    switch reason {
    case .unknownName(let choices):
      .init(
        "unknown-builtin",
        .builtinUnknown(name: source),
        .suggestion(for: source, among: choices))
    case .noOptions:
      .init(
        "no-options",
        "\(source) has no parameter with dynamic options.",
        "Leave “options” out.")
    case .unknownArgument(let name, let choices):
      .init(
        "unknown-argument",
        "\(source) takes no argument “\(name: name)”.",
        .suggestion(for: name, among: choices))
    case .notAPath(let name, let value):
      .init(
        "not-a-path",
        "The argument “\(name: name)” of \(source) is “\(name: value)”, which is not a path.",
        "Give a path relative to the widget's folder, an absolute path, or one that begins with “~/”."
      )
    case .unknownZone(let name, let value, let nearest):
      .init(
        "unknown-time-zone",
        "The argument “\(name: name)” of \(source) is “\(name: value)”, which is not a time zone.",
        nearest.map { .didYouMean(name: $0) }
          ?? "Give a name of the tz database such as “Europe/Berlin”.")
    }
  }

  /// The invalid argument; nil if the source itself is invalid.
  public var argument: String? {
    switch reason {
    case .unknownName, .noOptions: nil
    case .unknownArgument(let name, _), .notAPath(let name, _), .unknownZone(let name, _, _): name
    }
  }

  /// The complete error on one line.
  public var line: Message { statement.explanation }

  /// The complete error on one line, in English.
  public var description: String { line.text() }
}
