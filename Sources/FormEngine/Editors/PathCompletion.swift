import Messages

/// An entry of a folder, as far as completing a path needs it.
public struct FolderEntry: Sendable, Hashable {
  /// The name, without the path to it.
  public var name: String

  /// Whether it is a folder, or a link to one.
  public var isFolder: Bool

  /// Makes an entry.
  public init(_ name: String, isFolder: Bool = false) {
    self.name = name
    self.isFolder = isFolder
  }

  /// The name, with a slash after that of a folder.
  public var text: String { isFolder ? name + "/" : name }
}

/// Why the entries of a folder cannot be given.
public enum FolderError: Error, Sendable, Hashable {
  /// There is no such folder, or it is a file.
  case notThere
  /// The folder must not be read.
  case notAllowed
  /// There are more entries than are read, which is the number.
  case tooMany(Int)
  /// Anything else, in the words of the system.
  case failed(String)
}

/// What a path that is being typed can go on with.
public struct PathCompletion: Sendable, Hashable {
  /// The path up to its last slash, as it was typed; empty for the present folder.
  public let folder: String

  /// The entries of the folder, in order; nil while they are awaited.
  public fileprivate(set) var entries: [FolderEntry]?

  /// What the rest of the path can be.
  public fileprivate(set) var candidates: [FolderEntry] = []

  /// The highlighted candidate; nil before one was gone to.
  public fileprivate(set) var highlighted: Int?

  /// The mark of the question for the entries; nil when it is answered.
  fileprivate(set) var mark: Int?

  fileprivate init(folder: String, mark: Int) {
    self.folder = folder
    self.mark = mark
  }

  /// The folder of a path and the beginning of a name after it.
  package static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else {
      return path == "~" ? ("~/", "") : ("", path)
    }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  /// The entries whose name begins like that; case counts only where something begins with it so.
  ///
  /// A name that begins with a point is hidden until a point is typed.
  package static func candidates(
    _ entries: [FolderEntry], beginningWith name: String
  ) -> [FolderEntry] {
    let shown = entries.filter { name.hasPrefix(".") || !$0.name.hasPrefix(".") }
    let exact = shown.filter { $0.name.hasPrefix(name) }
    guard exact.isEmpty else { return exact }
    let folded = name.lowercased()
    return shown.filter { $0.name.lowercased().hasPrefix(folded) }
  }

  /// What all names begin with.
  static func commonBeginning(of entries: [FolderEntry]) -> String {
    guard var common = entries.first?.name else { return "" }
    for entry in entries.dropFirst() {
      let shared = zip(common, entry.name).prefix { $0 == $1 }.count
      common = String(common.prefix(shared))
    }
    return common
  }
}

/// A path being typed, with what it can go on with.
struct PathEditor: Sendable, Hashable {
  /// What the path can go on with, where that was asked for.
  private(set) var completion: PathCompletion?

  /// Asks for the entries of the folder in which the path goes on.
  mutating func complete(_ path: String, _ marks: inout QuestionMarks) -> [FormEffect] {
    let withdrawn = withdraw()
    let (folder, _) = PathCompletion.parts(of: path)
    let mark = marks.next()
    completion = PathCompletion(folder: folder, mark: mark)
    return withdrawn + [.listFolder(mark, folder)]
  }

  /// Takes back the question for the entries of a folder.
  mutating func withdraw() -> [FormEffect] {
    guard let mark = completion?.mark else { return [] }
    completion?.mark = nil
    return [.cancelLoad(mark)]
  }

  /// Takes an event of the person in while the path can go on with one of several names; false leaves
  /// the event to the text.
  mutating func handle(
    _ event: FormEvent, _ fields: inout EditorFields, _ marks: inout QuestionMarks
  ) -> (isTaken: Bool, effects: [FormEffect]) {
    guard let completion else { return (false, []) }
    guard completion.entries != nil else { return whileAwaited(event) }
    switch event {
    case .nextPart, .moveFocus(.next), .moveHighlight(.next): highlight(.next)
    case .previousPart, .moveFocus(.previous), .moveHighlight(.previous): highlight(.previous)
    case .moveHighlight(let move): highlight(move)
    case .commit, .activate, .choose:
      guard let place = completion.highlighted else {
        self.completion = nil
        return (false, [])
      }
      return (true, choose(completion.candidates[place], in: completion.folder, &fields, &marks))
    case .dismiss: self.completion = nil
    case .insert, .type, .edit: return (false, [])
    default:
      self.completion = nil
      return (false, [])
    }
    return (true, [])
  }

  /// A key while the folder is awaited goes on with the text, and gives the completion up.
  private mutating func whileAwaited(
    _ event: FormEvent
  ) -> (isTaken: Bool, effects: [FormEffect]) {
    if event == .nextPart { return (true, []) }
    let withdrawn = withdraw()
    completion = nil
    return (event == .dismiss, withdrawn)
  }

  private mutating func highlight(_ move: FocusMove) {
    guard let count = completion?.candidates.count else { return }
    guard let current = completion?.highlighted else {
      completion?.highlighted = move == .previous || move == .last ? count - 1 : 0
      return
    }
    completion?.highlighted = move.position(from: current, count: count)
  }

  /// Puts a name in; a folder is gone into at once.
  private mutating func choose(
    _ entry: FolderEntry, in folder: String, _ fields: inout EditorFields,
    _ marks: inout QuestionMarks
  ) -> [FormEffect] {
    let path = folder + entry.text
    fields.put(path)
    completion = nil
    return entry.isFolder ? complete(path, &marks) : []
  }

  /// Keeps the names that still match what is typed, as long as it is in the same folder.
  mutating func narrow(to path: String) {
    guard let open = completion, let entries = open.entries else { return }
    let (folder, name) = PathCompletion.parts(of: path)
    let found = PathCompletion.candidates(entries, beginningWith: name)
    guard folder == open.folder, !found.isEmpty else {
      completion = nil
      return
    }
    completion?.candidates = found
    completion?.highlighted = nil
  }

  /// Completes the path as far as the entries leave no choice, and offers them where they do; gives
  /// back what to tell the person.
  mutating func take(
    _ mark: Int, _ answer: Result<[FolderEntry], FolderError>, _ fields: inout EditorFields,
    _ words: FormWords
  ) -> String? {
    guard let open = completion, open.mark == mark else { return nil }
    let (folder, name) = PathCompletion.parts(of: fields.texts[0])
    let kept = completion
    completion = nil
    guard folder == open.folder else { return nil }
    switch answer {
    case .failure(let error): return words.sentence(error, folder: folder)
    case .success(let entries):
      let found = PathCompletion.candidates(entries, beginningWith: name)
      guard let first = found.first else { return words(.nothingMatches) }
      guard found.count > 1 else {
        fields.put(folder + first.text)
        return nil
      }
      let common = PathCompletion.commonBeginning(of: found)
      let isExact = found.contains { $0.name.hasPrefix(name) }
      if common.count > name.count || (!isExact && common.count == name.count) {
        fields.put(folder + common)
      }
      completion = kept
      completion?.mark = nil
      completion?.entries = entries
      completion?.candidates = found
      completion?.highlighted = nil
      return nil
    }
  }
}

extension FormWords {
  /// Why the entries of a folder cannot be given, as a sentence.
  package func sentence(_ error: FolderError, folder: String) -> String {
    let shown = folder.isEmpty ? "./" : folder
    return switch error {
    case .notThere: self(.folderMissing(folder: shown))
    case .notAllowed: self(.folderDenied(folder: shown))
    case .tooMany(let count): self(.folderTooLarge(folder: shown, limit: count))
    case .failed(let reason): "\(shown): \(reason)"
    }
  }
}
