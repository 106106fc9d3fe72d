import GRDB
import Synchronization
import WidgetStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The connection to the file of a store, opened when it is first needed.
///
/// The rollback journal is kept, SQLite's default: a reader needs no right to write, and nothing
/// lies beside the file between saves. `synchronous = EXTRA` also syncs the folder after the
/// journal is gone, so that a save that was reported is there after a power cut.
final class StoreConnection: Sendable {
  struct Settings: Sendable {
    /// For how many seconds another program is waited for.
    var busyTimeout = 5.0
    /// The most pages the file may have, to stand for a full disk; nil for no bound.
    var maximumPages: Int?
    /// Whether the file is opened for reading only.
    var isReadOnly = false
    var schema = StoreSchema.present
  }

  let path: String
  private let settings: Settings
  private let opened = Mutex<(queue: DatabaseQueue, identity: FileIdentity)?>(nil)

  init(path: String, settings: Settings) {
    self.path = path
    self.settings = settings
  }

  /// Reads in one transaction; nil when nothing was ever stored.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value? {
    if FileIdentity(path) == nil, errno == ENOENT { return nil }
    return try perform { () throws -> Value? in
      let queue = try open()
      if try queue.read({ try needsMigration($0) }) {
        do {
          try queue.write(settings.schema.migrate)
        } catch let error as DatabaseError where error.isRefusalToWrite {
          // An older store is read as it is where it cannot be written.
        }
      }
      return try queue.read { database in
        try settings.schema.content(of: database) == .nothing ? nil : try body(database)
      }
    }
  }

  /// Writes in one transaction, which also makes the tables where they are missing.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { () throws -> Value in
      if FileIdentity(path) == nil { try makeFile() }
      return try open().write { database in
        try settings.schema.migrate(database)
        return try body(database)
      }
    }
  }

  private func needsMigration(_ database: Database) throws -> Bool {
    switch try settings.schema.content(of: database) {
    case .nothing: false
    case .store(let version): version < settings.schema.steps.count
    }
  }

  /// The connection to the file that is at the path now.
  ///
  /// A file that was removed or replaced stays usable for who has it open, and what is saved to it
  /// would be lost.
  private func open() throws -> DatabaseQueue {
    try opened.withLock { opened in
      if let opened, opened.identity == FileIdentity(path) { return opened.queue }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      opened = FileIdentity(path).map { (queue, $0) }
      return queue
    }
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.readonly = settings.isReadOnly
    configuration.busyMode = .timeout(settings.busyTimeout)
    let pages = settings.maximumPages
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA synchronous = EXTRA; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON
          """)
      if let pages { try database.execute(sql: "PRAGMA max_page_count = \(pages)") }
    }
    return configuration
  }

  private func perform<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do {
      return try body()
    } catch let problem as StoreProblem {
      throw StoreError(problem, file: path)
    } catch let error as DatabaseError {
      throw StoreError(StoreProblem(error, busyTimeout: settings.busyTimeout), file: path)
    } catch {
      throw StoreError(.database(cause: String(describing: error)), file: path)
    }
  }
}

extension StoreConnection {
  /// Makes the file and the folders above it, readable only by the user.
  ///
  /// A file that another program has made in the meantime is not an error.
  private func makeFile() throws {
    try Self.makeFolder(above: path)
    let file = Self.open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreProblem.cannotOpen(cause: Self.lastError) }
    close(file)
  }

  private static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags, mode)
    #elseif canImport(Musl)
      Musl.open(path, flags, mode)
    #else
      Darwin.open(path, flags, mode)
    #endif
  }

  private static func makeFolder(above path: String) throws {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    let folder = String(path[..<slash])
    if mkdir(folder, 0o700) == 0 { return }
    let code = errno
    switch code {
    case EEXIST: return
    case ENOENT:
      try makeFolder(above: folder)
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw StoreProblem.noFolder(path: folder, cause: lastError)
      }
    default: throw StoreProblem.noFolder(path: folder, cause: String(cString: strerror(code)))
    }
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}

extension DatabaseError {
  /// Whether the file can be read and not written.
  fileprivate var isRefusalToWrite: Bool {
    [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(resultCode)
  }
}

extension StoreMark {
  /// Looks at the file at a path, without any lock; a file that is not there has a mark too.
  ///
  /// Equal marks mean that nothing was saved in between, as far as the clock of the file system can
  /// tell.
  init(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self.init([])
      return
    }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    self.init([
      Int64(bitPattern: UInt64(status.st_ino)), Int64(status.st_size), Int64(modified.tv_sec),
      Int64(modified.tv_nsec),
    ])
  }
}

/// What tells a file from another one at the same path.
private struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// Looks at the file at a path; nil with `errno` where there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}
