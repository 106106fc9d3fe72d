import IntentModel
import Messages

/// What is known of a path that a row has.
enum FileStanding: Sendable, Hashable {
  /// It is being looked for.
  case awaited
  case there
  case missing
  /// The path is on another machine, or must not be looked at.
  case unknown
}

extension FormState {
  /// Looks for the files of visible rows that have not been looked for, and forgets those that no row
  /// has any more, so that they are looked for again when one has them.
  mutating func lookForFiles() -> [FormEffect] {
    let paths = Set(visibleParameters.flatMap(paths))
    var effects: [FormEffect] = []
    for (id, path) in awaitedFiles.sorted(by: { $0.key < $1.key }) where !paths.contains(path) {
      awaitedFiles[id] = nil
      effects.append(.cancelLoad(id))
    }
    files = files.filter { paths.contains($0.key) }
    for path in paths.sorted() where files[path] == nil {
      lastLoad += 1
      files[path] = .awaited
      awaitedFiles[lastLoad] = path
      effects.append(.lookForFile(lastLoad, path))
    }
    return effects
  }

  private func paths(_ parameter: IntentParameter) -> [String] {
    guard parameter.type.isFile else { return [] }
    return (state(of: parameter.name)?.value?.elements ?? []).compactMap(\.filePath)
  }

  mutating func fileLookedFor(_ id: Int, _ isThere: Bool?) -> [FormEffect] {
    guard let path = awaitedFiles.removeValue(forKey: id) else { return [] }
    files[path] = isThere.map { $0 ? .there : .missing } ?? .unknown
    return []
  }

  /// Takes back all questions about files.
  mutating func forgetFiles() -> [FormEffect] {
    defer { awaitedFiles = [:] }
    return awaitedFiles.keys.sorted().map { .cancelLoad($0) }
  }

  /// What to say of a file that is not there, which prevents nothing: it can still come to be.
  func fileRemark(_ value: IntentValue?) -> String? {
    guard let path = value?.filePath, files[path] == .missing else { return nil }
    return words(.fileMissing(path: path))
  }

  /// What to say before saving of the files that are not there, each with what its parameter is
  /// called.
  func remarksOnFiles(name: (IntentParameter) -> String) -> [Message] {
    visibleParameters.flatMap { parameter in
      paths(parameter).filter { files[$0] == .missing }.map {
        Message.placed(place: name(parameter), sentences: [.fileMissing(path: $0)])
      }
    }
  }

  /// Whether the row has a file that is not there.
  package func hasMissingFile(_ row: FormRowID) -> Bool { fileRemark(value(of: row)) != nil }
}

extension IntentValue {
  /// The path of a file; nil for other values.
  fileprivate var filePath: String? {
    if case .file(let path) = self { path } else { nil }
  }
}
