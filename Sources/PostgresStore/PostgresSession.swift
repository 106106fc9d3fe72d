import CLoadedLibraries
import Foundation
import IntentModel
import StoreModel
import Synchronization

/// Why a database operation failed.
enum PostgresFailure: Error, Sendable, Hashable {
  /// The library for connecting to the server is missing.
  case noLibrary
  /// The connection could not be opened; the cause is the library's message.
  case unreachable(cause: String)
  /// The connection broke; the cause is the library's message.
  case lost(cause: String)
  /// No response arrived within the given number of seconds.
  case timedOut(seconds: Double)
  /// The server is too old; its version, such as 12.
  case oldServer(version: Int)
  /// The server refused a statement; its SQLSTATE and its message.
  case refused(state: String, cause: String)

  /// Whether the connection was lost, so that a retry on another one can succeed.
  var isLost: Bool {
    switch self {
    case .lost: true
    // The server is shutting down or starting up, or a connection pooler has lost its connection
    // (class 08).
    case .refused(let state, _):
      state.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(state)
    case .noLibrary, .unreachable, .timedOut, .oldServer: false
    }
  }

  /// Whether the server is unavailable now.
  var isOutage: Bool {
    switch self {
    // The server ends its own work sooner than this program stops waiting, so if time runs out, the
    // server is not responding or the network is dropping packets.
    case .unreachable, .timedOut: true
    default: isLost
    }
  }

  /// Another transaction changed data that this one depends on.
  static let overtaken = PostgresFailure.refused(state: overtakenState, cause: overtakenCause)
  private static let overtakenState = "40001"
  /// The message of ``overtaken``, which a function in the database raises as well.
  static let overtakenCause = "another transaction was faster"

  /// Whether a retry can succeed because the cause was a conflict with another transaction.
  ///
  /// One possible cause is a name or a definition that another transaction has just stored or
  /// removed.
  var isCollision: Bool {
    isConflict || isOfPreparedStatement
  }

  fileprivate var isConflict: Bool { isRefusal([Self.overtakenState, "40P01", "23503", "23505"]) }

  private func isRefusal(_ states: Set<String>) -> Bool {
    guard case .refused(let state, _) = self else { return false }
    return states.contains(state)
  }

  /// Whether a prepared statement is missing on the server, or exists although it should not.
  ///
  /// This happens if a connection pooler gives the connection to other clients between
  /// transactions.
  var isOfPreparedStatement: Bool {
    isRefusal(["26000", "42P05"])
  }

  /// Whether tables are missing that existed before.
  var hasNoTables: Bool { isRefusal(["42P01", "3F000"]) }
}

extension StoreProblem {
  /// The problem for a failure.
  ///
  /// The codes are from PostgreSQL's documentation, appendix A.
  init(_ failure: PostgresFailure) {
    switch failure {
    case .noLibrary: self = .noPostgresLibrary
    case .unreachable(let cause), .lost(let cause):
      self = .unavailable(cause: cause, retryAfter: 1)
    case .timedOut(let seconds):
      self = .unavailable(
        cause: "it did not answer within \(Int(seconds)) seconds", retryAfter: 1)
    case .oldServer(let version): self = .oldServer(found: version, needed: PostgresSession.oldest)
    case .refused(let state, let cause):
      switch state {
      case _ where failure.isConflict || state == "55P03":
        self = .busy(seconds: PostgresSession.lockSeconds)
      case "53100": self = .diskFull
      case "25006", "42501": self = .notPermitted(cause: cause)
      case "XX001", "XX002": self = .damaged(cause)
      case _ where state.hasPrefix("08") || state.hasPrefix("53") || state.hasPrefix("57"):
        self = .unavailable(cause: cause, retryAfter: 1)
      default: self = .serverRefused(cause: cause)
      }
    }
  }
}

/// A connection to the server; every call blocks its thread.
final class PostgresSession {
  /// The oldest supported version of the server: the first one with `xid8`.
  static let oldest = 13
  /// How long to wait for a lock, in seconds.
  static let lockSeconds = 5.0
  /// How long the server may work on a statement, in seconds.
  static let statementSeconds = 10.0
  /// How long to wait for a response, in seconds, in case the server or the network has failed.
  static let responseSeconds = 15.0
  private static let responseMilliseconds = Int32(responseSeconds * 1_000)

  /// Whether statements are prepared; false once a connection pooler is detected.
  private static let isPreparing = Mutex(true)

  private let connection: OpaquePointer
  private let url: PostgresURL
  /// The names of the prepared statements, keyed by their text.
  private var prepared: [String: String] = [:]
  /// The number of times that prepared statements have been run.
  private var preparedRuns = 0
  /// The number of runs after which new plans are made for prepared statements.
  ///
  /// When a table grows, the server counts its rows only after a minute or after a long
  /// transaction. Until then, it keeps using plans for a smaller table.
  private static let runsOfPlans = 1_000
  /// The statements that begin the transaction, kept until they are sent with its first statement.
  private var beginning: [String] = []
  /// The statement that ends the transaction and is sent together with its first statement; nil for
  /// a transaction with several statements.
  private var ending: String?
  /// Whether the end of the transaction was sent with its first statement.
  private(set) var hasSentEnd = false
  /// The number of the transaction; empty if it has none yet, or if it was not requested.
  private(set) var transactionNumber = ""
  /// The format of the tables; nil if it was not requested.
  private(set) var format: Int?

  /// The names under which the library is installed.
  static let libraries = [
    "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
    "/usr/local/opt/libpq/lib/libpq.5.dylib",
  ]

  /// Connects to the server.
  ///
  /// Parameters in the URL override the settings here. The environment and the files that libpq
  /// reads, such as `PGPASSWORD` and `.pgpass`, supply parts that are missing from the URL.
  init(_ url: PostgresURL, libraries: [String] = PostgresSession.libraries) throws(PostgresFailure)
  {
    let problem = withCStrings(libraries) { cpg_load($0) }
    guard problem == nil else { throw .noLibrary }
    let settings = [
      ("connect_timeout", "5"), ("keepalives_idle", "15"), ("keepalives_interval", "5"),
      ("keepalives_count", "3"), ("tcp_user_timeout", String(Self.responseMilliseconds)),
      ("fallback_application_name", "widgetconfig"), ("dbname", url.text),
      ("client_encoding", "UTF8"),
    ]
    let made = withCStrings(settings.map(\.0)) { keywords in
      withCStrings(settings.map(\.1)) { cpg_connect(keywords, $0) }
    }
    guard let made else { throw .unreachable(cause: "out of memory") }
    let cause = String(cString: cpg_problem(made))
    let version = Int(cpg_server_version(made)) / 10_000
    guard cpg_is_usable(made) else {
      cpg_close(made)
      throw .unreachable(cause: url.harmless(cause))
    }
    guard version >= Self.oldest else {
      cpg_close(made)
      throw .oldServer(version: version)
    }
    connection = made
    self.url = url
  }

  deinit { cpg_close(connection) }

  /// Whether the connection is believed to be open.
  var isUsable: Bool { cpg_is_usable(connection) }

  /// Whether the transaction has sent a statement.
  var hasBegun: Bool { beginning.isEmpty }

  /// Begins a transaction together with its next statement, which saves a round trip.
  ///
  /// - Parameters:
  ///   - statements: The statements that begin the transaction; the last of them returns the
  ///     transaction's number and the format of the tables.
  ///   - ending: The statement that ends the transaction, if the transaction has only one
  ///     statement; both are sent together if libpq supports that.
  func begin(_ statements: [String], ending: String? = nil) {
    (beginning, self.ending, hasSentEnd) = (statements, ending, false)
    (transactionNumber, format) = ("", nil)
  }

  /// Ends a transaction that has not sent a statement.
  func forgetBeginning() { beginning = [] }

  /// Runs a statement; the values are bound and never inserted into its text.
  ///
  /// - Parameter isFrequent: Whether the server should parse and plan the statement only once for
  ///   many runs on this connection.
  /// - Returns: The rows, with each value as text; nil for NULL.
  @discardableResult
  func run(
    _ sql: String, _ values: [String?], isFrequent: Bool = false
  ) throws(PostgresFailure) -> [[String?]] {
    guard values.allSatisfy({ $0.map(Self.hasNUL) != true }) else {
      throw .refused(state: "22021", cause: "a text contains NUL")
    }
    do {
      let name = isFrequent && Self.isPreparing.withLock { $0 } ? try prepare(sql) : nil
      if name != nil {
        preparedRuns += 1
        if preparedRuns.isMultiple(of: Self.runsOfPlans) { try script("DISCARD PLANS") }
      }
      return try run(sql, named: name, values)
    } catch {
      if error.isOfPreparedStatement { Self.isPreparing.withLock { $0 = false } }
      throw error
    }
  }

  /// Acquires a lock that only one transaction at a time can hold, and keeps it until this
  /// transaction ends; waits if necessary.
  func lock(_ key: Int) throws(PostgresFailure) {
    try run("SELECT pg_advisory_xact_lock($1::bigint)", [String(key)])
  }

  private static func hasNUL(_ text: String) -> Bool {
    // Searching the view itself would make a call for each byte.
    text.utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? text.utf8.contains(0)
  }

  /// Prepares a statement, unless it is already prepared.
  ///
  /// - Returns: Its name, which depends only on its text, so that the name never stands for a
  ///   different statement on a connection shared through a pooler.
  private func prepare(_ sql: String) throws(PostgresFailure) -> String {
    if let name = prepared[sql] { return name }
    let name = "widgetconfig_" + String(fnv1a(sql.utf8), radix: 16)
    _ = try rows(of: cpg_prepare(connection, name, sql, Self.responseMilliseconds))
    prepared[sql] = name
    return name
  }

  private func run(
    _ sql: String, named name: String?, _ values: [String?]
  ) throws(PostgresFailure) -> [[String?]] {
    let limit = Self.responseMilliseconds
    guard !hasBegun, cpg_has_pipeline() else {
      try sendBeginning()
      return try rows(
        of: withCStrings(values) {
          cpg_run(connection, name, sql, Int32(values.count), $0, limit)
        })
    }
    // The beginning of the transaction is prepared too, because the server plans a prepared
    // statement only once.
    let names = try beginning.map { sql throws(PostgresFailure) in
      name != nil && sql.hasPrefix("SELECT") ? try prepare(sql) : nil
    }
    let (first, last, valueCount) = (beginning, ending, Int32(values.count))
    (beginning, ending, hasSentEnd) = ([], nil, last != nil)
    var early: OpaquePointer?
    let result = withCStrings(values) { values in
      withCStrings(first) { statements in
        withCStrings(names) { names in
          cpg_run_between(
            connection, Int32(first.count), statements, names, &early, name, sql, valueCount,
            values, last, limit)
        }
      }
    }
    // Both results are freed, even if one of them is a failure.
    if early != nil, let row = try? rows(of: early).first { noteBeginning(row) }
    return try rows(of: result)
  }

  /// Sends the beginning of the transaction without another statement.
  private func sendBeginning() throws(PostgresFailure) {
    let first = beginning
    beginning = []
    for sql in first {
      if let row = try runAlone(sql).first { noteBeginning(row) }
    }
  }

  private func noteBeginning(_ row: [String?]) {
    transactionNumber = row.first.flatMap { $0 } ?? ""
    format = row.dropFirst().first.flatMap { $0 }.flatMap { Int($0) }
  }

  /// Runs several statements, and returns the rows of the last one.
  @discardableResult
  func script(_ sql: String) throws(PostgresFailure) -> [[String?]] {
    try sendBeginning()
    return try runAlone(sql)
  }

  private func runAlone(_ sql: String) throws(PostgresFailure) -> [[String?]] {
    try rows(of: cpg_run(connection, nil, sql, 0, nil, Self.responseMilliseconds))
  }

  /// The rows in a response.
  private func rows(of result: OpaquePointer?) throws(PostgresFailure) -> [[String?]] {
    guard let result else {
      if cpg_timed_out(connection) { throw .timedOut(seconds: Self.responseSeconds) }
      throw .lost(cause: url.harmless(String(cString: cpg_problem(connection))))
    }
    defer { cpg_free(result) }
    if let state = cpg_state(result) {
      throw .refused(
        state: String(cString: state), cause: url.harmless(String(cString: cpg_refusal(result))))
    }
    return (0..<cpg_rows(result)).map { row in
      (0..<cpg_columns(result)).map { column in
        cpg_value(result, row, column).map { String(cString: $0) }
      }
    }
  }
}

/// Calls a body with texts as C strings, in an array that ends with NULL.
private func withCStrings<Value>(
  _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
  let copies = texts.map { text in text.map { strdup($0) } ?? nil }
  defer { copies.forEach { free($0) } }
  // The array's memory is valid only during the call that it is passed to.
  return body(copies.map { $0.map { UnsafePointer($0) } } + [nil])
}
