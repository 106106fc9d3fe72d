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
  public internal(set) var entries: [FolderEntry]?

  /// What the rest of the path can be.
  public internal(set) var candidates: [FolderEntry] = []

  /// The highlighted candidate; nil before one was gone to.
  public internal(set) var highlighted: Int?

  init(folder: String) {
    self.folder = folder
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
