package import Messages

/// An entry of a folder, for completing a path.
public struct FolderEntry: Sendable, Hashable {
  /// The name, without the path to it.
  public var name: String

  /// Whether the entry is a folder, or a link to one.
  public var isFolder: Bool

  /// Makes an entry.
  public init(_ name: String, isFolder: Bool = false) {
    self.name = name
    self.isFolder = isFolder
  }

  /// The name, followed by a slash if it is a folder.
  public var text: String { isFolder ? name + "/" : name }
}

/// Why a folder cannot be listed.
public enum FolderError: Error, Sendable, Hashable {
  /// The folder does not exist, or is a file.
  case notThere
  /// Access to the folder is denied.
  case notAllowed
  /// The folder has more entries than the limit, which is the associated value.
  case tooMany(Int)
  /// Any other error, in the system's words.
  case failed(String)
}

/// The possible continuations of a path that is being typed.
public struct PathCompletion: Sendable, Hashable {
  /// The path up to its last slash, as it was typed; empty for the current folder.
  public let folder: String

  /// The entries of the folder, in order; nil while they are loading.
  public fileprivate(set) var entries: [FolderEntry]?

  /// The possible names for the rest of the path.
  public fileprivate(set) var candidates: [FolderEntry] = []

  /// The position of the highlighted candidate; nil if none is highlighted.
  public fileprivate(set) var highlighted: Int?

  /// The mark of the request for the entries; nil once the request has been answered.
  fileprivate(set) var mark: Int?

  fileprivate init(folder: String, mark: Int) {
    self.folder = folder
    self.mark = mark
  }

  /// The sign for the home folder at the start of a path.
  private static let homeSign = "~"

  /// A path in which a `~` at the start is replaced with the home folder; nil if that folder is
  /// unknown.
  package static func expanded(_ path: String, home: String?) -> String? {
    guard path == homeSign || path.hasPrefix(homeSign + "/") else { return path }
    return home.map { $0 + path.dropFirst(homeSign.count) }
  }

  /// The folder of a path, and the beginning of the name after it.
  package static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else {
      return path == homeSign ? (homeSign + "/", "") : ("", path)
    }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  /// The entries whose names begin with a text; case is ignored only if no name matches exactly.
  ///
  /// Names that begin with a dot are included only if the text begins with one.
  package static func candidates(
    _ entries: [FolderEntry], beginningWith name: String
  ) -> [FolderEntry] {
    let shown = entries.filter { name.hasPrefix(".") || !$0.name.hasPrefix(".") }
    let exact = shown.filter { $0.name.hasPrefix(name) }
    guard exact.isEmpty else { return exact }
    let folded = name.lowercased()
    return shown.filter { $0.name.lowercased().hasPrefix(folded) }
  }

  /// The beginning that all names have in common.
  static func commonBeginning(of entries: [FolderEntry]) -> String {
    guard var common = entries.first?.name else { return "" }
    for entry in entries.dropFirst() {
      let shared = zip(common, entry.name).prefix { $0 == $1 }.count
      common = String(common.prefix(shared))
    }
    return common
  }
}

/// A path being typed, with its possible continuations.
struct PathEditor: Sendable, Hashable {
  /// The possible continuations of the path, if they were requested.
  private(set) var completion: PathCompletion?

  /// Requests the entries of the folder in which the path continues.
  mutating func complete(_ path: String, _ marks: inout QuestionMarks) -> [FormEffect] {
    let withdrawn = withdraw()
    let (folder, _) = PathCompletion.parts(of: path)
    let mark = marks.next()
    completion = PathCompletion(folder: folder, mark: mark)
    return withdrawn + [.listFolder(mark, folder)]
  }

  /// Withdraws the request for the entries of a folder.
  mutating func withdraw() -> [FormEffect] {
    guard let mark = completion?.mark else { return [] }
    completion?.mark = nil
    return [.cancelLoad(mark)]
  }

  /// Handles an event from the person while the path has a completion; returns false if the text
  /// field should handle it.
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

  /// While the folder is loading, going to the next part has no effect, and any other event cancels
  /// the completion.
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

  /// Inserts a name, and opens it if it is a folder.
  private mutating func choose(
    _ entry: FolderEntry, in folder: String, _ fields: inout EditorFields,
    _ marks: inout QuestionMarks
  ) -> [FormEffect] {
    let path = folder + entry.text
    fields.put(path)
    completion = nil
    return entry.isFolder ? complete(path, &marks) : []
  }

  /// Keeps the names that still match the typed text; leaving the folder ends the completion.
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

  /// Completes the unambiguous part of the path, offers the remaining candidates, and returns a
  /// message for the person.
  mutating func take(
    _ mark: Int, _ answer: Result<[FolderEntry], FolderError>, _ fields: inout EditorFields
  ) -> Message? {
    guard let open = completion, open.mark == mark else { return nil }
    let (folder, name) = PathCompletion.parts(of: fields.texts[0])
    let kept = completion
    completion = nil
    guard folder == open.folder else { return nil }
    switch answer {
    case .failure(let error): return error.message(folder: folder)
    case .success(let entries):
      let found = PathCompletion.candidates(entries, beginningWith: name)
      guard let first = found.first else {
        return entries.isEmpty ? .emptyFolder : .nothingMatches
      }
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

extension FolderError {
  /// Why a folder cannot be listed, as a sentence.
  package func message(folder: String) -> Message {
    let shown = folder.isEmpty ? "./" : folder
    return switch self {
    case .notThere: "There is no folder “\(shown)”."
    case .notAllowed: "The folder “\(shown)” cannot be read: permission is denied."
    case .tooMany(let count):
      "The folder “\(shown)” has more than \(count) entries. Type more of the path."
    case .failed(let reason): .verbatim("\(shown): \(reason)")
    }
  }
}
