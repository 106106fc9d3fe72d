import JSONC
public import Messages

/// A file of custom key bindings, grouped by the part of the form and by the action.
///
///     {"form": {"saveNow": ["ctrl+s", "f10"]}, "list": {"retry": ["f6"]}}
///
/// The caller checks the names of places, actions and keys, and makes its errors with
/// ``error(place:action:key:sentence:remedy:)``, which adds the position in the file.
public struct KeysJSON: Sendable {
  /// The names of the keys, by place and action.
  public let customKeys: [String: [String: [String]]]

  private let file: String
  private let bytes: [UInt8]

  /// Reads a file of keys.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - file: The name of the file in messages.
  /// - Throws: `FormatErrors` with the positions of everything that has the wrong structure.
  public static func read(_ bytes: [UInt8], file: String) throws(FormatErrors) -> KeysJSON {
    let problems = ProblemList(file: file, bytes: bytes, limits: .standard)
    var customKeys: [String: [String: [String]]] = [:]
    for (place, actions) in problems.root()?.members ?? [] {
      var keys: [String: [String]] = [:]
      for (action, names) in actions.members ?? [] { keys[action] = names.strings ?? [] }
      customKeys[place] = keys
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
    return KeysJSON(customKeys: customKeys, file: file, bytes: bytes)
  }

  /// An error about a value in the file, with its line and column.
  ///
  /// - Parameters:
  ///   - place: The name of the place.
  ///   - action: The name of the action; nil for the place itself.
  ///   - key: The index of one of the action's keys; nil for the action itself.
  ///   - sentence: The problem.
  ///   - remedy: The remedy.
  public func error(
    place: String, action: String?, key: Int?, sentence: Message, remedy: Message
  ) -> FormatError {
    var path: [JSONPathComponent] = [.key(place)]
    if let action { path.append(.key(action)) }
    if let key { path.append(.index(key)) }
    var error = FormatError(file: file, code: "keys", sentence: sentence, remedy: remedy)
    let map = try? JSONText.parseWithPositions(bytes, limits: FormatLimits.standard.json).1
    let position = map?.nearest(to: path, isKey: key == nil)
    (error.line, error.column) = (position?.line, position?.column)
    return error
  }
}
