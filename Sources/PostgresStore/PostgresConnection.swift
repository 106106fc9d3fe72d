import Dispatch
import StoreModel

/// Runs the jobs of one connection one at a time on a dispatch queue, where they can block.
final class ConnectionExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "widgetconfig.postgres")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// The outcome of a transaction.
enum TransactionEnding<Value: Sendable>: Sendable {
  /// The transaction is committed.
  case done(Value)
  /// The operation is not possible; nothing was saved.
  case problem(StoreProblem)
  /// The database failed; nothing was saved.
  case failed(PostgresFailure)
  /// The connection broke during the commit; the transaction's number can show whether it was
  /// committed.
  case unknown(Value, transaction: String, cause: String)
}

/// How a transaction begins.
struct TransactionMode: Sendable {
  /// The text of a transaction that sees a single state.
  static let reading = "ISOLATION LEVEL REPEATABLE READ READ ONLY"
  /// The text of a transaction that waits only for others that write the same rows.
  static let writing = "ISOLATION LEVEL READ COMMITTED READ WRITE"

  /// The text after `BEGIN`.
  var text: String
  /// Whether to read the transaction's number first, so its outcome can be checked later.
  var isNumbered = false
  /// Whether to check that the tables still have the supported format.
  var checksFormat = false
  /// Whether the server plans a prepared statement only once, not for each set of values.
  ///
  /// Its plan must find rows by key, even if the tables were small when it was planned.
  var plansOnce = false
  /// Whether it has only one statement, which is sent together with the end of the transaction.
  var isSingle = false

  /// The statements that begin the transaction and set its limits locally, so a connection pooler
  /// can be used.
  fileprivate var beginning: [String] {
    let isReading = text.hasSuffix("READ ONLY")
    var format = checksFormat ? "(SELECT version FROM widgetconfig.format)" : "NULL"
    // A statement that is committed immediately must not run on tables with a different format.
    if checksFormat, isSingle, !isReading {
      format = "widgetconfig.require(\(format) = \(PostgresSchema.format))"
    }
    let number = isNumbered ? PostgresConnection.numberExpression : "''"
    // A plan is kept even if it was made when the tables were small. Without table scans, the plan
    // still finds the rows by key when the tables have grown. Before the server has counted the
    // rows of a new store, it would collect and sort all names that follow for each page.
    var limits = isReading ? ["enable_bitmapscan"] : []
    // Where a scan cannot be avoided, its estimated cost would cause a slow compilation of the
    // statement.
    if isReading || plansOnce { limits += ["enable_seqscan", "jit"] }
    var settings = limits.map { "set_config('\($0)', 'off', true)" }
    if plansOnce { settings.append("set_config('plan_cache_mode', 'force_generic_plan', true)") }
    return [
      "BEGIN \(text)",
      """
      SELECT \(number), \(format),
        set_config('statement_timeout', '\(Int(PostgresSession.statementSeconds * 1_000))', true),
        set_config('lock_timeout', '\(Int(PostgresSession.lockSeconds * 1_000))', true),
        set_config('idle_in_transaction_session_timeout', '60000', true),
        \(settings.map { "\($0), " }.joined()) CASE WHEN current_setting('synchronous_commit') = 'off'
          THEN set_config('synchronous_commit', 'on', true) END
      """,
    ]
  }
}

/// A connection to the database, opened on first use, with its own queue.
actor PostgresConnection {
  private let executor = ConnectionExecutor()
  private let url: PostgresURL
  private let libraries: [String]
  private var session: PostgresSession?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ url: PostgresURL, libraries: [String]) {
    self.url = url
    self.libraries = libraries
  }

  /// Closes the connection.
  func close() { session = nil }

  private func connected() throws(PostgresFailure) -> PostgresSession {
    if let session, session.isUsable { return session }
    session = nil
    let new = try PostgresSession(url, libraries: libraries)
    session = new
    return new
  }

  /// Runs a body in a transaction.
  ///
  /// - Parameters:
  ///   - mode: How it begins.
  ///   - body: The work in the transaction.
  func transaction<Value: Sendable>(
    _ mode: TransactionMode, _ body: @Sendable (PostgresSession) throws -> Value
  ) -> TransactionEnding<Value> {
    let session: PostgresSession
    let value: Value
    do {
      session = try connected()
      session.begin(mode.beginning, ending: mode.isSingle ? "COMMIT" : nil)
      let result = Result { try body(session) }
      if let format = session.format { try PostgresSchema.check(format) }
      value = try result.get()
    } catch {
      rollBack()
      switch error {
      case let problem as StoreProblem: return .problem(problem)
      case let failure as PostgresFailure: return .failed(failure)
      default: return .problem(.serverRefused(cause: String(describing: error)))
      }
    }
    guard session.hasBegun else {
      session.forgetBeginning()
      return .done(value)
    }
    guard !session.hasSentEnd else { return .done(value) }
    let number = session.transactionNumber
    do {
      try session.script("COMMIT")
      return .done(value)
    } catch {
      rollBack()
      // After an outage, the server may still have received the commit.
      guard mode.isNumbered, error.isOutage,
        case .unavailable(let cause, _) = StoreProblem(error)
      else { return .failed(error) }
      return .unknown(value, transaction: number, cause: cause)
    }
  }

  /// The number of the transaction, and the position of the last checkpoint after a space.
  ///
  /// After a crash, the server reuses numbers that were lost with it. It also makes a checkpoint
  /// then, so an equal position shows that the number still belongs to this transaction.
  static let numberExpression =
    "pg_current_xact_id()::text || ' ' || (pg_control_checkpoint()).checkpoint_lsn::text"

  /// Ends a failed transaction, and discards a connection that cannot do that.
  private func rollBack() {
    guard let session else { return }
    guard session.hasBegun else { return session.forgetBeginning() }
    do {
      guard session.isUsable else { throw PostgresFailure.lost(cause: "") }
      try session.script("ROLLBACK")
    } catch {
      self.session = nil
    }
  }

  /// Begins a transaction with a lock and leaves it open; returns false if the lock is taken.
  func beginAlone(_ key: Int64) throws(PostgresFailure) -> Bool {
    let session = try connected()
    do {
      session.begin(
        TransactionMode(text: "ISOLATION LEVEL READ COMMITTED READ ONLY").beginning + [
          "SET LOCAL idle_in_transaction_session_timeout = 0"
        ])
      // A statement with bound values would keep its snapshot and delay the vacuum of all tables.
      let rows = try session.script("SELECT pg_try_advisory_xact_lock(\(key))")
      if rows.first?.first == "t" { return true }
      rollBack()
      return false
    } catch {
      rollBack()
      throw error
    }
  }

  /// Ends the open transaction.
  func endAlone() { rollBack() }
}
