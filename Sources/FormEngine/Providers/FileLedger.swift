import IntentModel
import IntentOptions
import Messages

/// The paths of visible rows that have been looked up, and the results.
struct FileLedger: Sendable, Hashable {
  /// The state of a path.
  private enum Standing: Sendable, Hashable {
    /// The lookup is pending.
    case awaited
    case there
    case missing
    /// The path is on another machine, or access to it is denied.
    case unknown
  }

  private var standings: [String: Standing] = [:]

  /// The pending paths, by the marks of their requests.
  private(set) var open: [Int: String] = [:]

  /// Looks up the paths that have not been looked up, and forgets paths that no longer appear in a
  /// row, so that they are looked up again if they return.
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

  /// Records whether a file exists; nil if that is unknown.
  mutating func take(_ mark: Int, _ isThere: Bool?) {
    guard let path = open.removeValue(forKey: mark) else { return }
    standings[path] = isThere.map { $0 ? .there : .missing } ?? .unknown
  }

  /// Withdraws all pending requests.
  mutating func withdraw() -> [FormEffect] {
    defer { open = [:] }
    return open.keys.sorted().map { .cancelLoad($0) }
  }

  /// Whether no file is known to be missing.
  var hasNothingMissing: Bool { !standings.values.contains(.missing) }

  /// Whether a file is known to be missing.
  func isMissing(_ path: String) -> Bool { standings[path] == .missing }

  /// The warning about a missing file; it does not prevent saving, because the file can be created
  /// later.
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
