import IntentModel
import StoreModel
import Synchronization
import Threads

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
  /// The options of a transaction that writes nothing.
  static let readOnly = "READ ONLY"
  /// The options of a transaction that sees a single state.
  private static let readingText = "ISOLATION LEVEL REPEATABLE READ \(readOnly)"
  /// The options of a transaction that waits only for others that write the same rows.
  private static let writingText = "ISOLATION LEVEL READ COMMITTED READ WRITE"

  /// Reads a single state.
  static let reading = TransactionMode(text: readingText)
  /// Reads a single state from tables in the supported format.
  static let checkedReading = TransactionMode(text: readingText, checksFormat: true)
  /// Reads rows by key with one statement.
  static let readingOnce = TransactionMode(
    text: readingText, checksFormat: true, plansOnce: true, isSingle: true)
  /// Writes.
  static let writing = TransactionMode(text: writingText)
  /// Writes to tables in the supported format.
  static let checkedWriting = TransactionMode(
    text: writingText, isNumbered: true, checksFormat: true)
  /// Writes to tables in the supported format, with statements that find their rows by key.
  static let plannedWriting = TransactionMode(
    text: writingText, isNumbered: true, checksFormat: true, plansOnce: true)
  /// Writes rows by key with one statement.
  static let savingOnce = TransactionMode(
    text: writingText, checksFormat: true, plansOnce: true, isSingle: true)

  /// Whether the transaction's number is read first, so that its outcome can be checked later.
  let isNumbered: Bool
  /// Whether the transaction has only one statement, which is sent together with the end of the
  /// transaction.
  let isSingle: Bool
  /// The statements that begin the transaction and set its limits locally, so that connections can
  /// go through a pooler.
  let beginning: [String]

  /// Makes a mode.
  ///
  /// - Parameters:
  ///   - text: The text after `BEGIN`.
  ///   - isNumbered: Whether the transaction's number is read first.
  ///   - checksFormat: Whether to check that the tables still have the supported format.
  ///   - plansOnce: Whether the server plans a prepared statement only once, instead of for each
  ///     set of values. The plan must find rows by key, even if the tables were small when it was
  ///     made.
  ///   - isSingle: Whether the transaction has only one statement.
  init(
    text: String, isNumbered: Bool = false, checksFormat: Bool = false, plansOnce: Bool = false,
    isSingle: Bool = false
  ) {
    (self.isNumbered, self.isSingle) = (isNumbered, isSingle)
    let isReading = text.hasSuffix(Self.readOnly)
    var format = checksFormat ? "(SELECT version FROM widgetconfig.format)" : "NULL"
    // A statement that is committed immediately must not run on tables in a different format.
    if checksFormat, isSingle, !isReading {
      format = "widgetconfig.require(\(format) = \(PostgresSchema.format))"
    }
    let number = isNumbered ? PostgresConnection.numberExpression : "''"
    // A plan is kept even if it was made when the tables were small. Without table scans, the plan
    // still finds the rows by key after the tables have grown. With bitmap scans, a server that has
    // not counted the rows of a new store yet would collect and sort all following names for each
    // page.
    var limits = isReading ? ["enable_bitmapscan"] : []
    // Where a scan cannot be avoided, its estimated cost would trigger a slow compilation of the
    // statement.
    if isReading || plansOnce { limits += ["enable_seqscan", "jit"] }
    var settings = limits.map { "set_config('\($0)', 'off', true)" }
    if plansOnce { settings.append("set_config('plan_cache_mode', 'force_generic_plan', true)") }
    beginning = [
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

/// A connection to the database, opened on first use, for one caller at a time.
///
/// Its calls block threads of ``OwnThreads``, and never those of the task pool.
final class PostgresConnection: Sendable {
  private let url: PostgresURL
  private let libraries: [String]
  private let session = Mutex<PostgresSession?>(nil)

  init(_ url: PostgresURL, libraries: [String]) {
    self.url = url
    self.libraries = libraries
  }

  /// Closes the connection.
  func close() async { await OwnThreads.blocking { self.session.withLock { $0 = nil } } }

  private func connected(
    _ session: inout PostgresSession?
  ) throws(PostgresFailure) -> PostgresSession {
    if let session, session.isUsable { return session }
    session = nil
    let new = try PostgresSession(url, libraries: libraries)
    session = new
    return new
  }

  /// Runs a body in a transaction.
  ///
  /// - Parameters:
  ///   - mode: How the transaction begins.
  ///   - body: The work in the transaction.
  func transaction<Value: Sendable>(
    _ mode: TransactionMode, _ body: @escaping @Sendable (PostgresSession) throws -> Value
  ) async -> TransactionEnding<Value> {
    await OwnThreads.blocking {
      self.session.withLock { self.transaction(mode, in: &$0, body) }
    }
  }

  private func transaction<Value: Sendable>(
    _ mode: TransactionMode, in current: inout PostgresSession?,
    _ body: (PostgresSession) throws -> Value
  ) -> TransactionEnding<Value> {
    let session: PostgresSession
    let value: Value
    do {
      session = try connected(&current)
      session.begin(mode.beginning, ending: mode.isSingle ? "COMMIT" : nil)
      let result = Result { try body(session) }
      if let format = session.format { try PostgresSchema.check(format) }
      value = try result.get()
    } catch {
      rollBack(&current)
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
      rollBack(&current)
      // Even though the connection failed, the server may have received the commit.
      guard mode.isNumbered, error.isOutage,
        case .unavailable(let cause, _) = StoreProblem(error)
      else { return .failed(error) }
      return .unknown(value, transaction: number, cause: cause)
    }
  }

  /// The number of the transaction, a space, and the position of the last checkpoint.
  ///
  /// After a crash, the server reuses numbers that were lost with it. It also makes a checkpoint
  /// after a crash, so if the position is the same, the number still belongs to this transaction.
  static let numberExpression =
    "pg_current_xact_id()::text || ' ' || (pg_control_checkpoint()).checkpoint_lsn::text"

  /// Ends a failed transaction; discards the connection if that is not possible.
  private func rollBack(_ current: inout PostgresSession?) {
    guard let session = current else { return }
    guard session.hasBegun else { return session.forgetBeginning() }
    do {
      guard session.isUsable else { throw PostgresFailure.lost(cause: "") }
      try session.script("ROLLBACK")
    } catch {
      current = nil
    }
  }

  /// Begins a transaction with a lock and leaves it open; returns false if another transaction
  /// holds the lock.
  func beginAlone(_ key: Int64) async throws(PostgresFailure) -> Bool {
    try await OwnThreads.blocking { () throws(PostgresFailure) in
      try self.session.withLock { current throws(PostgresFailure) in
        let session = try self.connected(&current)
        do throws(PostgresFailure) {
          session.begin(
            TransactionMode(text: "ISOLATION LEVEL READ COMMITTED \(TransactionMode.readOnly)")
              .beginning + [
                "SET LOCAL idle_in_transaction_session_timeout = 0"
              ])
          // A statement with bound values would keep its snapshot and delay the vacuuming of all
          // tables.
          let rows = try session.script("SELECT pg_try_advisory_xact_lock(\(key))")
          if rows.first?.first == "t" { return true }
          self.rollBack(&current)
          return false
        } catch {
          self.rollBack(&current)
          throw error
        }
      }
    }
  }

  /// Ends the open transaction.
  func endAlone() async {
    await OwnThreads.blocking { self.session.withLock { self.rollBack(&$0) } }
  }
}
