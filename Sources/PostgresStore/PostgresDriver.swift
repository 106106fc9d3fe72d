public import StoreModel
import Synchronization

/// Keeps placed widgets in a PostgreSQL database, which many programs share.
///
/// It uses libpq, which is loaded with the first connection, so programs that do not connect run
/// without the library. It holds no lock beyond a transaction, and stops preparing statements if
/// prepared ones disappear, so it works behind a connection pooler, even one that switches
/// connections between transactions.
package final class PostgresDriver: StoreDriver {
  /// The URL without its password and parameters.
  package let place: String

  /// A longer interval than in other stores, because checking the mark takes a query to the server.
  package var lookInterval: Duration { .milliseconds(250) }

  /// How long to keep asking whether a transaction was committed if its connection broke, in
  /// seconds.
  static let doubtSeconds = 20.0

  let pool: PostgresPool
  /// The separate connections for ``alone(_:_:)``, whose work can be slow.
  let lonePool: PostgresPool
  /// How long earlier states, removed widgets and the log are kept; nil for the retention that the
  /// store has recorded.
  let retention: StoreRetention?
  /// The retention that is known to be recorded in the store.
  let notedRetention = Mutex<StoreRetention?>(nil)
  /// The clock that decides which rows are old.
  let purge = PurgeMemory()

  /// Whether the tables were found or created.
  private let hasTables = Mutex(false)
  /// Whether the server was checked for a new epoch of the log.
  let isEpochChecked = Mutex(false)
  let numbering = SharedWork<Set<String>?>()
  /// The progress of the upkeep through the tenants.
  let upkeepRound = Mutex(UpkeepRound())

  /// Makes a driver without connecting.
  ///
  /// The parameters and the errors are those of
  /// ``StoreModel/WidgetStorage/postgres(_:connections:retention:)``.
  package convenience init(
    url: String, connections: Int = WidgetStorage.standardConnections,
    retention: StoreRetention? = nil
  ) throws(StoreError) {
    try self.init(
      url: url, connections: connections, retention: retention,
      libraries: PostgresSession.libraries)
  }

  /// A URL without passwords, even in its parameters; nil for a text that libpq does not accept as
  /// a URL.
  package static func withoutPassword(_ url: String) -> String? {
    PostgresURL(url)?.withoutPassword
  }

  init(
    url: String, connections: Int = WidgetStorage.standardConnections,
    retention: StoreRetention? = nil, libraries: [String]
  ) throws(StoreError) {
    self.retention = retention
    guard let parsed = PostgresURL(url) else { throw StoreError(.invalidURL, file: "") }
    place = parsed.masked
    pool = PostgresPool(parsed, maximum: connections, libraries: libraries)
    lonePool = PostgresPool(parsed, maximum: connections, libraries: libraries)
  }

  package func read<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value? {
    let name = tenant.key
    return try await reading { try body(PostgresTransaction(session: $0, tenant: name)) }
  }

  /// Reads the rows with the given names with one statement, in one round trip.
  package func rows(
    named names: [String], of tenant: Tenant
  ) async throws(StoreError) -> [StoredRow] {
    let key = tenant.key
    return try await reading(.readingOnce) { session in
      try PostgresTransaction(session: session, tenant: key).rows(named: names)
    } ?? []
  }

  /// Always true, because ``change(_:of:)`` saves.
  package var hasChange: Bool { true }

  /// Saves widgets with one statement, in one round trip.
  package func change(
    _ saves: [RowSave], of tenant: Tenant
  ) async throws(StoreError) -> Bool {
    guard saves.allSatisfy(\.keepsDefinition), purge.isKnown else { return false }
    let (key, retention, purge) = (tenant.key, try await keptRetention(), purge)
    let ending: TransactionEnding<Void>
    do throws(StoreProblem) {
      ending = try await attempt(.savingOnce) { session in
        let before = purge.state
        do {
          try PostgresTransaction(session: session, tenant: key, isWriting: true, purge: purge)
            .save(saves, keeping: retention.states)
        } catch {
          purge.state = before
          throw error
        }
      }
    } catch {
      throw StoreError(error, file: place)
    }
    switch ending {
    case .done: return true
    // Nothing was sent, and another attempt would wait just as long.
    case .failed(.unreachable(let cause)):
      isEpochChecked.withLock { $0 = false }
      throw StoreError(pool.noteOutage(.unreachable(cause: cause)), file: place)
    case .failed(let failure) where failure.isOutage:
      return try await repeatChange(saves, of: tenant, after: failure)
    case .failed, .problem, .unknown: return false
    }
  }

  /// If the connection broke after the statement of a save was sent, saves the widgets again unless
  /// the first statement was carried out.
  ///
  /// The statement saves all of them or none, and locks its rows while it runs. If the first
  /// statement is carried out late, it is refused, because the widgets are no longer in the states
  /// that it expects.
  func repeatChange(
    _ saves: [RowSave], of tenant: Tenant, after failure: PostgresFailure
  ) async throws(StoreError) -> Bool {
    isEpochChecked.withLock { $0 = false }
    await pool.closeIdle()
    do throws(StoreError) {
      return try await write(tenant) { rows in
        let names = saves.map(\.row.name)
        let found = Dictionary(
          try rows.rows(named: names).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        // Do not use “||” before a call that throws: if it throws in a build without optimization,
        // code from the Swift 6.3 compiler frees memory that the closure does not own.
        let isSaved = try saves.contains { save in
          if found[save.row.name]?.isState(save.row) == true { return true }
          return try rows.states(.of(save.row.name, limit: .max)).contains { $0.isState(save.row) }
        }
        if isSaved { return true }
        guard saves.allSatisfy({ found[$0.row.name]?.revision == $0.former?.revision }) else {
          return false
        }
        try rows.save(saves, keeping: rows.retention.states)
        return true
      }
    } catch {
      guard case .unavailable(let cause, _) = StoreProblem(failure) else { throw error }
      throw StoreError(.outcomeUnknown(cause: cause), file: place)
    }
  }

  /// Writes in one transaction, which is committed as a whole or not at all, and waits only for
  /// others that write the same widgets.
  package func write<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    let (name, retention, purge) = (tenant.key, try await keptRetention(), purge)
    return try await writing(plansOnce: true) {
      let before = purge.state
      do {
        return try body(
          PostgresTransaction(
            session: $0, tenant: name, isWriting: true, retention: retention, purge: purge))
      } catch {
        // A refused change must not record a time; the SQLite store does not do that either.
        purge.state = before
        throw error
      }
    }
  }

  /// The marks of tenants, which are the numbers of their last changes, read with one query.
  ///
  /// Changes that do not have a number yet are numbered first.
  package func marks(of tenants: [Tenant]) async throws(StoreError) -> [Tenant: StoreMark] {
    let names = tenants.map(\.key)
    func read() async throws(StoreError) -> [[String?]] {
      try await reading { session in
        try session.run(
          """
          SELECT tenant, last_change FROM widgetconfig.tenant WHERE tenant = ANY ($1::text[])
          UNION ALL SELECT NULL, id FROM (SELECT id FROM widgetconfig.unnumbered_change LIMIT 1) new
          """, [Self.array(names)])
      } ?? []
    }
    var rows = try await read()
    if rows.contains(where: { $0[0] == nil }) {
      try await settlePart()
      rows = try await read()
    }
    var marks = Dictionary(
      tenants.map { ($0, StoreMark([0])) }, uniquingKeysWith: { first, _ in first })
    for row in rows {
      guard let tenant = row[0].flatMap({ Tenant(key: $0) }),
        let number = row[1].flatMap({ Int64($0) })
      else { continue }
      marks[tenant] = StoreMark([number])
    }
    return marks
  }

  /// The tenants that have ever written.
  package func tenants() async throws(StoreError) -> [Tenant] {
    try await settleTenants()
    let rows = try await reading { try $0.run("SELECT tenant FROM widgetconfig.tenant", []) }
    return (rows ?? []).compactMap { $0[0].flatMap { Tenant(key: $0) } }
  }

  /// The query for the tenants after a given tenant, up to a limit.
  static let tenantsAfter = """
    SELECT tenant FROM widgetconfig.tenant WHERE tenant > $1 ORDER BY tenant LIMIT $2::bigint
    """

  /// A page of the tenants that have ever written, in the order of their keys.
  package func tenants(
    after tenant: Tenant?, limit: Int
  ) async throws(StoreError) -> [Tenant] {
    try await settleTenants()
    let values = [tenant?.key ?? "", String(limit)]
    let rows = try await reading { session in
      try session.run(Self.tenantsAfter, values)
    }
    return (rows ?? []).compactMap { $0[0].flatMap { Tenant(key: $0) } }
  }

  /// Whether a tenant has ever written.
  package func hasTenant(_ tenant: Tenant) async throws(StoreError) -> Bool {
    try await settleTenants()
    let key = tenant.key
    let isKnown = try await reading { session in
      try !session.run("SELECT 1 FROM widgetconfig.tenant WHERE tenant = $1", [key]).isEmpty
    }
    return isKnown == true
  }

  /// The tables with rows of tenants.
  ///
  /// Definitions are removed after the widgets that refer to them.
  static let tenantTables = [
    "placed_widget", "widget_revision", "removed_widget", "former_name", "reload_request",
    "unnumbered_change", "logged_change", "stored_answer", "note", "webhook_delivery",
    "device_widget", "device", "timeline", "job", "definition", "tenant",
  ]

  /// Removes the rows of a tenant, part by part.
  package func erase(_ tenant: Tenant) async throws(StoreError) {
    let key = tenant.key
    guard try await exists() else { return }
    for table in Self.tenantTables {
      var count = 1
      while count > 0 {
        count = try await writing { session in
          let deleted = try session.run(
            """
            DELETE FROM widgetconfig.\(table) WHERE ctid = ANY (ARRAY(
              SELECT ctid FROM widgetconfig.\(table) WHERE tenant = $1 LIMIT 5000))
            RETURNING 1
            """, [key]
          ).count
          // The numbers of changes start again.
          if table == "tenant", deleted > 0 {
            try PostgresTransaction(session: session, tenant: key).beginEpoch()
          }
          return deleted
        }
      }
    }
  }

  /// Returns an empty list: PostgreSQL has separate tools for this, such as `pg_amcheck`.
  package func integrityProblems(of tenant: Tenant) async throws(StoreError) -> [String] { [] }

  /// Texts in the array syntax of the server; nil is NULL.
  static func array(_ texts: [String?]) -> String {
    var bytes = Array("{".utf8)
    for (place, text) in texts.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      guard let text else {
        bytes += Array("NULL".utf8)
        continue
      }
      bytes.append(UInt8(ascii: "\""))
      for byte in text.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          bytes.append(UInt8(ascii: "\\"))
        }
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads in a transaction that sees a single state; nil if there are no tables.
  ///
  /// - Parameter mode: How the transaction begins.
  func reading<Value: Sendable>(
    _ mode: TransactionMode = .checkedReading,
    _ body: @escaping @Sendable (PostgresSession) throws -> Value
  ) async throws(StoreError) -> Value? {
    if !hasTables.withLock({ $0 }) {
      let isMade = try await perform(.reading) {
        try PostgresSchema.hasTables($0)
      }
      guard isMade else { return nil }
      hasTables.withLock { $0 = true }
    }
    return try await perform(mode, body)
  }

  /// Whether the tables exist.
  func exists() async throws(StoreError) -> Bool { try await reading { _ in true } == true }

  /// Writes in a transaction that is durable once it is acknowledged; creates the tables if
  /// necessary.
  ///
  /// - Parameter plansOnce: Whether each statement finds its rows by key.
  func writing<Value: Sendable>(
    plansOnce: Bool = false, _ body: @escaping @Sendable (PostgresSession) throws -> Value
  ) async throws(StoreError) -> Value {
    if !hasTables.withLock({ $0 }) {
      try await perform(.writing) {
        try PostgresSchema.makeTables($0)
      }
      hasTables.withLock { $0 = true }
    }
    return try await perform(plansOnce ? .plannedWriting : .checkedWriting, body)
  }

  /// Runs a transaction, and repeats it after a collision or a lost connection.
  func perform<Value: Sendable>(
    _ mode: TransactionMode, _ body: @escaping @Sendable (PostgresSession) throws -> Value
  ) async throws(StoreError) -> Value {
    do throws(StoreProblem) {
      return try await attempted(mode, body)
    } catch {
      throw StoreError(error, file: place)
    }
  }

  /// Runs a transaction once.
  private func attempt<Value: Sendable>(
    _ mode: TransactionMode, _ body: @escaping @Sendable (PostgresSession) throws -> Value
  ) async throws(StoreProblem) -> TransactionEnding<Value> {
    let connection = try await pool.take()
    let ending = await connection.transaction(mode, body)
    pool.give(connection)
    if case .done = ending { pool.noteReached() }
    return ending
  }

  private func attempted<Value: Sendable>(
    _ mode: TransactionMode, _ body: @escaping @Sendable (PostgresSession) throws -> Value
  ) async throws(StoreProblem) -> Value {
    var collisions = 0
    var losses = 0
    while true {
      switch try await attempt(mode, body) {
      case .done(let value): return value
      case .problem(let problem): throw problem
      case .failed(let failure) where failure.isCollision && collisions < 5:
        collisions += 1
        try? await Task.sleep(for: .milliseconds(Int.random(in: 5...50) * collisions))
      case .failed(let failure) where failure.isLost && losses < 1:
        // A different server may answer from now on.
        isEpochChecked.withLock { $0 = false }
        // When the server restarts, idle connections break, so all of them are closed.
        losses += 1
        await pool.closeIdle()
      case .failed(let failure) where failure.isOutage:
        isEpochChecked.withLock { $0 = false }
        throw pool.noteOutage(failure)
      case .failed(let failure):
        if failure.hasNoTables { hasTables.withLock { $0 = false } }
        throw StoreProblem(failure)
      case .unknown(let value, let transaction, let cause):
        isEpochChecked.withLock { $0 = false }
        await pool.closeIdle()
        if try await isDone(transaction, cause: cause) { return value }
        guard losses < 1 else { throw pool.noteOutage(.lost(cause: cause)) }
        losses += 1
      }
    }
  }

  /// Asks the server whether a transaction whose outcome is unknown was committed.
  ///
  /// - Parameter transaction: The value of ``PostgresConnection/numberExpression`` in the
  ///   transaction.
  /// - Throws: `StoreProblem.outcomeUnknown` if the server cannot be asked or no longer knows, or
  ///   if another transaction may have received the same number after a crash.
  func isDone(_ transaction: String, cause: String) async throws(StoreProblem) -> Bool {
    let end = ContinuousClock.now + .seconds(Self.doubtSeconds)
    var pause = 0.1
    while ContinuousClock.now < end, !Task.isCancelled {
      // The pool refuses connections while the server is unavailable, but a connection outside the
      // pool still tries.
      let connection = pool.spare()
      let ending = await connection.transaction(TransactionMode(text: TransactionMode.readOnly)) {
        session in
        try session.run(
          """
          SELECT pg_xact_status(split_part($1, ' ', 1)::xid8), \
          (pg_control_checkpoint()).checkpoint_lsn::text = split_part($1, ' ', 2)
          """, [transaction]
        ).first ?? []
      }
      if case .done(let found) = ending {
        switch found.first ?? nil {
        case "committed" where found.last == "t": return true
        case "aborted": return false
        case "in progress": break
        default: throw .outcomeUnknown(cause: cause)
        }
      }
      try? await Task.sleep(for: .seconds(pause))
      pause = min(pause * 2, 2)
    }
    throw .outcomeUnknown(cause: cause)
  }
}

extension WidgetStorage {
  /// A PostgreSQL database; the first use connects to it.
  ///
  /// - Parameters:
  ///   - url: A URL for libpq: `postgresql://user:password@host:port/database?parameter=value`.
  ///   - connections: The maximum number of connections for reads and saves; the same number again
  ///     can be used for work that only one program does at a time.
  ///   - retention: How long earlier states, removed widgets and the log are kept. The store
  ///     records this retention; nil means the retention that the store has recorded, initially
  ///     ``StoreRetention/init()``.
  /// - Throws: `StoreError` with `invalidURL`; the error does not repeat the URL.
  public static func postgres(
    _ url: String, connections: Int = WidgetStorage.standardConnections,
    retention: StoreRetention? = nil
  ) throws(StoreError) -> WidgetStorage {
    WidgetStorage(try PostgresDriver(url: url, connections: connections, retention: retention))
  }
}
