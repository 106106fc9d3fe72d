import IntentModel

/// Why a `builtin` source cannot be made, with the way out.
public struct BuiltinSourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, each with what its sentence needs.
  public enum Reason: Sendable, Hashable {
    /// No widget that ships has the name.
    case unknownName(choices: [String])

    /// The widget has no parameter whose options are asked for.
    case noOptions

    /// The source takes no argument of the name.
    case unknownArgument(String, choices: [String])

    /// The argument is not a path.
    case notAPath(argument: String, value: String)

    /// The argument names no time zone; the nearest name is a suggestion.
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

  /// The rule in one word with hyphens, stable for scripts.
  public var code: String {
    switch reason {
    case .unknownName: "unknown-builtin"
    case .noOptions: "no-options"
    case .unknownArgument: "unknown-argument"
    case .notAPath: "not-a-path"
    case .unknownZone: "unknown-time-zone"
    }
  }

  /// The argument that is wrong; nil when the source itself is.
  public var argument: String? {
    switch reason {
    case .unknownName, .noOptions: nil
    case .unknownArgument(let name, _), .notAPath(let name, _), .unknownZone(let name, _, _): name
    }
  }

  /// What is wrong, as one sentence.
  public var message: String {
    switch reason {
    case .unknownName: "There is no builtin source \"\(source.clipped())\"."
    case .noOptions: "\(source) has no parameter with dynamic options."
    case .unknownArgument(let name, _): "\(source) takes no argument \"\(name.clipped())\"."
    case .notAPath(let name, let value):
      "The argument \"\(name)\" of \(source) is \"\(value.clipped())\", which is not a path."
    case .unknownZone(let name, let value, _):
      "The argument \"\(name)\" of \(source) is \"\(value.clipped())\", which is not a time zone."
    }
  }

  /// What to do about it, as one sentence.
  public var remedy: String {
    switch reason {
    case .unknownName(let choices): Self.suggestion(for: source, among: choices)
    case .noOptions: "Leave \"options\" out."
    case .unknownArgument(let name, let choices): Self.suggestion(for: name, among: choices)
    case .notAPath: "Give a path from the widget's folder, an absolute one, or one after \"~/\"."
    case .unknownZone(_, _, let nearest?): "Did you mean \"\(nearest)\"?"
    case .unknownZone: "Give a name of the tz database such as \"Europe/Berlin\"."
    }
  }

  /// The whole of the error in one line.
  public var description: String { "\(message) \(remedy)" }

  private static func suggestion(for name: String, among choices: [String]) -> String {
    if let near = nearestName(to: name, among: choices) { return "Did you mean \"\(near)\"?" }
    return "There are \(choices.map { "\"\($0)\"" }.joined(separator: ", "))."
  }
}
