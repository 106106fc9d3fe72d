public import FormEngine
import Foundation
import IntentModel
import Threads

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Lists folders, for completing a path.
///
/// It is called from other tasks; the form never waits for it.
public protocol FolderReading: Sendable {
  /// The entries of a folder, in any order.
  ///
  /// - Parameter folder: The folder as it was typed, ending with a slash. An empty text means the
  ///   current folder, and `~` the home folder.
  func entries(of folder: String) async throws(FolderError) -> [FolderEntry]

  /// Whether a file or a folder exists at a path; nil if that is unknown, as in an unreadable
  /// folder.
  func isThere(_ path: String) async -> Bool?
}

/// Lists the folders of this machine.
///
/// Each call runs on its own thread, because a disk can be slow and a file server can be
/// unreachable.
public struct LocalFolders: FolderReading {
  /// The maximum number of entries that are read from one folder.
  public static let maximumEntries = 10_000

  private let home: String?

  /// Makes a reader.
  ///
  /// - Parameter home: The folder that `~` means; nil if it is unknown.
  public init(home: String?) { self.home = home }

  /// The entries of a folder, sorted by name.
  ///
  /// - Throws: `FolderError` if the folder cannot be read, or has more than ``maximumEntries``
  ///   entries.
  public func entries(of folder: String) async throws(FolderError) -> [FolderEntry] {
    try await OwnThreads.run { read(folder) }.get()
  }

  /// Whether a file or a folder exists at a path; nil if the system cannot tell.
  public func isThere(_ path: String) async -> Bool? {
    await OwnThreads.run { look(path) }
  }

  private func look(_ path: String) -> Bool? {
    guard let path = expanded(path) else { return nil }
    var status = stat()
    if stat(path, &status) == 0 { return true }
    return Self.error(errno) == .notThere ? false : nil
  }

  private func read(_ folder: String) -> Result<[FolderEntry], FolderError> {
    guard let path = expanded(folder) else { return .failure(.notThere) }
    guard let stream = opendir(path) else { return .failure(Self.error(errno)) }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while let entry = readdir(stream) {
      guard let name = Self.name(of: entry), name != ".", name != ".." else { continue }
      guard entries.count < Self.maximumEntries else {
        return .failure(.tooMany(Self.maximumEntries))
      }
      entries.append(FolderEntry(name, isFolder: Self.isFolder(name, entry, in: path)))
    }
    return .success(entries.sorted { Self.precedes($0.name, $1.name) })
  }

  /// Whether a name comes before another: case is ignored, and `file9` precedes `file10`.
  static func precedes(_ name: String, _ other: String) -> Bool {
    switch name.compare(other, options: [.caseInsensitive, .numeric]) {
    case .orderedAscending: true
    case .orderedDescending: false
    case .orderedSame: name < other
    }
  }

  /// The path for the system, with `~` expanded; nil if the home folder is unknown.
  private func expanded(_ folder: String) -> String? {
    folder.isEmpty ? "." : PathCompletion.expanded(folder, home: home)
  }

  /// Whether an entry is a folder or a link to one.
  private static func isFolder(
    _ name: String, _ entry: UnsafeMutablePointer<dirent>, in folder: String
  ) -> Bool {
    let kind = Int32(entry.pointee.d_type)
    guard kind == Int32(DT_LNK) || kind == Int32(DT_UNKNOWN) else { return kind == Int32(DT_DIR) }
    var status = stat()
    return stat(folder + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The name of an entry; nil if it is not valid UTF-8, because then it cannot be typed.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
        String(validatingCString: $0)
      }
    }
  }

  static func error(_ number: Int32) -> FolderError {
    switch number {
    case ENOENT, ENOTDIR, ELOOP: .notThere
    case EACCES, EPERM: .notAllowed
    default: .failed(String(cString: strerror(number)))
    }
  }
}
