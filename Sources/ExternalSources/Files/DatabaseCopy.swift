#if SQLite
  import Foundation

  /// A copy of a database that cannot be read in place: a browser keeps its databases locked while
  /// it runs, and a database with a log needs a writable folder.
  ///
  /// The copy is in a folder that only the user can read, and is removed together with this value.
  final class DatabaseCopy: Sendable {
    /// The maximum size in bytes of the files together.
    private static let maximumBytes = 1 << 30
    /// The suffixes of SQLite's files: the database, its log, and the rollback journal.
    private static let endings = ["", "-wal", "-journal"]

    /// The path of the copy.
    let path: String
    private let folder: URL

    /// Copies a database with its log and its journal.
    ///
    /// The initializer fails if the files are too large or cannot be read, or if they change during
    /// each of several attempts.
    init?(of original: String, isCancelled: () -> Bool) {
      folder = FileManager.default.temporaryDirectory
        .appending(path: "widgetconfig-database-\(UUID().uuidString)")
      path = folder.appending(path: "copy").path
      do {
        try FolderNames.createPrivate(folder.path)
        for _ in 0..<3 {
          if isCancelled() { throw CancellationError() }
          if try Self.copy(original, to: path) { return }
        }
      } catch {
        // If the initializer fails, the files copied so far are removed with this value.
      }
      return nil
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Copies the files; returns false if one of them was changed in the meantime.
    private static func copy(_ original: String, to path: String) throws -> Bool {
      let manager = FileManager.default
      let before = state(of: original)
      guard before.compactMap(\.?.size).reduce(0, +) <= maximumBytes else {
        throw CocoaError(.fileReadTooLarge)
      }
      for (ending, found) in zip(endings, before) {
        try? manager.removeItem(atPath: path + ending)
        if found != nil { try manager.copyItem(atPath: original + ending, toPath: path + ending) }
      }
      return state(of: original) == before
    }

    private struct State: Equatable {
      var size: Int
      var date: Date
    }

    /// The sizes and dates of the files; nil for a file that does not exist.
    private static func state(of path: String) -> [State?] {
      endings.map { ending in
        guard
          let attributes = try? FileManager.default.attributesOfItem(atPath: path + ending),
          let size = attributes[.size] as? NSNumber,
          let date = attributes[.modificationDate] as? Date
        else { return nil }
        return State(size: size.intValue, date: date)
      }
    }
  }
#endif
