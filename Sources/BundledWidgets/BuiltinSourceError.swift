import IntentModel
import IntentOptions
public import Messages

/// Why a `builtin` source cannot be made, with a remedy.
public struct BuiltinSourceError: MessageError, Sendable, Hashable, CustomStringConvertible {
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

  /// The rule as hyphenated words, stable for scripts.
  public var code: String {
    switch reason {
    case .unknownName: "unknown-builtin"
    case .noOptions: "no-options"
    case .unknownArgument: "unknown-argument"
    case .notAPath: "not-a-path"
    case .unknownZone: "unknown-time-zone"
    }
  }

  /// The invalid argument; nil if the source itself is invalid.
  public var argument: String? {
    switch reason {
    case .unknownName, .noOptions: nil
    case .unknownArgument(let name, _), .notAPath(let name, _), .unknownZone(let name, _, _): name
    }
  }

  /// What is wrong, as one sentence in English.
  public var message: String { sentence.text() }

  /// What to do about it, as one sentence in English.
  public var remedy: String { advice.text() }

  /// The complete error on one line.
  public var line: Message { .sentences([sentence, advice]) }

  /// The complete error on one line, in English.
  public var description: String { line.text() }

  /// What is wrong, as one sentence.
  public var sentence: Message {
    switch reason {
    case .unknownName: .builtinUnknown(name: source)
    case .noOptions: "\(source) has no parameter with dynamic options."
    case .unknownArgument(let name, _): "\(source) takes no argument “\(name: name)”."
    case .notAPath(let name, let value):
      "The argument “\(name: name)” of \(source) is “\(name: value)”, which is not a path."
    case .unknownZone(let name, let value, _):
      "The argument “\(name: name)” of \(source) is “\(name: value)”, which is not a time zone."
    }
  }

  /// What to do about it, as one sentence.
  public var advice: Message {
    switch reason {
    case .unknownName(let choices): .suggestion(for: source, among: choices)
    case .noOptions: "Leave “options” out."
    case .unknownArgument(let name, let choices): .suggestion(for: name, among: choices)
    case .notAPath:
      "Give a path relative to the widget's folder, an absolute path, or one that begins with “~/”."
    case .unknownZone(_, _, let nearest?): .didYouMean(name: nearest)
    case .unknownZone: "Give a name of the tz database such as “Europe/Berlin”."
    }
  }
}
