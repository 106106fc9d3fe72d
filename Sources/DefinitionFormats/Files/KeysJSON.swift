import JSONC
public import Messages

/// A file of keys of one's own: by the place in the form and the action, the names of the keys.
///
///     {"form": {"saveNow": ["ctrl+s", "f10"]}, "list": {"retry": ["f6"]}}
///
/// Which places, actions and keys there are is for those to say who know them; they get the place in
/// the file from ``error(place:action:key:sentence:remedy:)``.
public struct KeysJSON: Sendable {
  /// The names of the keys, by place and action.
  public let wishes: [String: [String: [String]]]

  private let file: String
  private let bytes: [UInt8]

  /// Reads a file of keys.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - file: The name of the file in messages.
  /// - Throws: `FormatErrors` with everything that has the wrong shape, each with its place.
  public static func read(_ bytes: [UInt8], file: String) throws(FormatErrors) -> KeysJSON {
    let problems = ProblemList(file: file, bytes: bytes, limits: .standard)
    var wishes: [String: [String: [String]]] = [:]
    for (place, actions) in problems.root()?.members ?? [] {
      var keys: [String: [String]] = [:]
      for (action, names) in actions.members ?? [] { keys[action] = names.strings ?? [] }
      wishes[place] = keys
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
    return KeysJSON(wishes: wishes, file: file, bytes: bytes)
  }

  /// What is wrong with something in the file, with the line and column where it stands.
  ///
  /// - Parameters:
  ///   - place: The name of the place.
  ///   - action: The name of the action; nil for the place itself.
  ///   - key: The position of a key among those of the action; nil for the action itself.
  ///   - sentence: What is wrong.
  ///   - remedy: What to do about it.
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
