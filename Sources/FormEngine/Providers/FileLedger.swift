import IntentModel
import Messages

/// Which paths of visible rows were looked for, and what was found out.
struct FileLedger: Sendable, Hashable {
  /// What is known of a path.
  private enum Standing: Sendable, Hashable {
    /// It is being looked for.
    case awaited
    case there
    case missing
    /// The path is on another machine, or must not be looked at.
    case unknown
  }

  private var standings: [String: Standing] = [:]

  /// The paths that are being looked for, by the marks of the questions.
  private(set) var open: [Int: String] = [:]

  /// Looks for the files that have not been looked for, and forgets those that no row has any more, so
  /// that they are looked for again when one has them.
  mutating func settle(_ paths: Set<String>, _ marks: inout QuestionMarks) -> [FormEffect] {
    var effects: [FormEffect] = []
    for (mark, path) in open.sorted(by: { $0.key < $1.key }) where !paths.contains(path) {
      open[mark] = nil
      effects.append(.cancelLoad(mark))
    }
    standings = standings.filter { paths.contains($0.key) }
    for path in paths.sorted() where standings[path] == nil {
      let mark = marks.next()
      standings[path] = .awaited
      open[mark] = path
      effects.append(.lookForFile(mark, path))
    }
    return effects
  }

  /// Notes whether a file is there; nil where that cannot be known.
  mutating func take(_ mark: Int, _ isThere: Bool?) {
    guard let path = open.removeValue(forKey: mark) else { return }
    standings[path] = isThere.map { $0 ? .there : .missing } ?? .unknown
  }

  /// Takes back all open questions.
  mutating func withdraw() -> [FormEffect] {
    defer { open = [:] }
    return open.keys.sorted().map { .cancelLoad($0) }
  }

  /// Whether a path is known to lead nowhere.
  func isMissing(_ path: String) -> Bool { standings[path] == .missing }

  /// What to say of a file that is not there, which prevents nothing: it can still come to be.
  func remark(on value: IntentValue?) -> Message? {
    guard let path = value?.filePath, isMissing(path) else { return nil }
    return .fileMissing(path: path)
  }
}

extension IntentValue {
  /// The path of a file; nil for other values.
  var filePath: String? {
    if case .file(let path) = self { path } else { nil }
  }
}
