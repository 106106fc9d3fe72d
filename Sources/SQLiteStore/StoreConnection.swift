import GRDB
import IntentModel
import StoreModel
import Synchronization
import Threads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The connection to the file of a store, opened on first use.
///
/// It uses the rollback journal, SQLite's default: a reader needs no write permission, and there
/// are no other files between saves. `synchronous = EXTRA` also syncs the folder after the journal
/// is deleted, so a reported save survives a power failure.
final class StoreConnection: Sendable {
  struct Settings: Sendable {
    /// How long to wait for another program, in seconds.
    var busyTimeout = 5.0
    /// The maximum number of pages in the file, for simulating a full disk; nil for no limit.
    var maximumPages: Int?
    /// Whether the file is opened read-only.
    var isReadOnly = false
    /// How long old data is kept; nil for the retention that the store has recorded.
    var retention: StoreRetention?
    /// Prepares each connection, for tests that count its work; nil for no preparation.
    var prepare: (@Sendable (Database) -> Void)?
  }

  let path: String
  private let settings: Settings
  private let opened = Mutex<(queue: DatabaseQueue, identity: FileIdentity)?>(nil)

  /// Whether a caller is working on the file, and the callers that wait for their turn.
  private let line = Mutex<(isBusy: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  init(path: String, settings: Settings) {
    self.path = path
    self.settings = settings
  }

  /// Runs work that can block, after all earlier work on the file.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable () throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    await takeTurn()
    defer { giveTurn() }
    return try await OwnThreads.blocking(body)
  }

  /// Waits until earlier callers have done their work, without blocking a thread.
  private func takeTurn() async {
    func take(or waiting: CheckedContinuation<Void, Never>? = nil) -> Bool {
      line.withLock { line in
        if line.isBusy, let waiting { line.waiting.append(waiting) }
        defer { line.isBusy = true }
        return !line.isBusy
      }
    }
    if take() { return }
    await withCheckedContinuation { if take(or: $0) { $0.resume() } }
  }

  private func giveTurn() {
    let next = line.withLock { line -> CheckedContinuation<Void, Never>? in
      line.isBusy = !line.waiting.isEmpty
      return line.waiting.isEmpty ? nil : line.waiting.removeFirst()
    }
    next?.resume()
  }

  /// Reads in one transaction; nil if nothing was ever stored.
  ///
  /// `DatabaseQueue.read` would set `PRAGMA query_only` before and after. SQLite would then prepare
  /// each statement again on its next run, which takes longer than reading a widget.
  func read<Value>(_ body: (SQLiteTransaction) throws -> Value) throws(StoreError) -> Value? {
    if FileIdentity(path) == nil, errno == ENOENT { return nil }
    return try perform { () throws -> Value? in
      try open().unsafeRead { database in
        var value: Value?
        try database.inTransaction(.deferred) {
          if try StoreSchema.hasTables(database) {
            value = try body(SQLiteTransaction(database: database))
          }
          return .commit
        }
        return value
      }
    }
  }

  /// Writes in one transaction, which also creates missing tables.
  func write<Value>(_ body: (SQLiteTransaction) throws -> Value) throws(StoreError) -> Value {
    try perform { () throws -> Value in
      if FileIdentity(path) == nil { try makeFile() }
      return try open().write { database in
        try StoreSchema.makeTables(in: database)
        var transaction = SQLiteTransaction(database: database)
        try transaction.keep(settings.retention)
        return try body(transaction)
      }
    }
  }

  /// Removes everything from the store, except for the recorded retention.
  func erase() throws(StoreError) {
    try write { transaction in
      let database = transaction.database
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      for table in tables where !["removedRevision", "logEpoch", "retention"].contains(table) {
        try database.execute(sql: "DELETE FROM \(table.quotedDatabaseIdentifier)")
      }
      try database.execute(
        sql: "DELETE FROM sqlite_sequence; UPDATE removedRevision SET greatest = 0")
      // The numbers of changes start again.
      try transaction.beginEpoch()
    }
    // Erased data must not stay readable in the free pages of the file.
    try perform { try open().writeWithoutTransaction { try $0.execute(sql: "VACUUM") } }
  }

  /// The problems that SQLite's own check finds; empty if there are none.
  func integrityProblems() throws(StoreError) -> [String] {
    let lines = try read { transaction in
      try String.fetchAll(transaction.database, sql: "PRAGMA integrity_check(100)")
    }
    return (lines ?? []).filter { $0 != "ok" }
  }

  /// The connection to the file that is at the path now.
  ///
  /// A removed or replaced file stays usable while it is open, but anything saved to it would be
  /// lost.
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
    let (pages, prepare) = (settings.maximumPages, settings.prepare)
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA synchronous = EXTRA; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON
          """)
      if let pages { try database.execute(sql: "PRAGMA max_page_count = \(pages)") }
      prepare?(database)
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
    } catch let error as RowDecodingError {
      throw StoreError(.damaged(error.description), file: path)
    } catch {
      throw StoreError(.database(cause: String(describing: error)), file: path)
    }
  }
}

extension StoreConnection {
  /// Whether there is an empty file at a path.
  ///
  /// A save that was interrupted at its start leaves an empty file; so does an interrupted copy.
  /// Reading it as an empty store is right in the first case, but would hide the interruption in
  /// the second.
  static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// Creates the file and the folders above it, accessible only by the user.
  ///
  /// If another program has created the file in the meantime, that is not an error.
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

extension StoreMark {
  /// Makes the mark of the file at a path, without locking it; a missing file also has a mark.
  ///
  /// Equal marks mean that nothing was saved in between, within the resolution of the file system's
  /// clock.
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

/// Distinguishes a file from another one at the same path.
private struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// Identifies the file at a path; nil, with `errno` set, if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}
