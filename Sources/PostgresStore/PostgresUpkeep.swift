package import StoreModel
import Synchronization

/// Work that many callers wait for; a single run serves all callers that requested it before the
/// run began.
actor SharedWork<Value: Sendable> {
  private var running: Task<Result<Value, StoreError>, Never>?
  private var next: Task<Result<Value, StoreError>, Never>?

  /// Waits for a run of the work that begins after the call.
  func join(
    _ work: @escaping @Sendable () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let next { return try await next.value.get() }
    let former = running
    let task = Task {
      _ = await former?.value
      (running, next) = (next, nil)
      do throws(StoreError) {
        return Result<Value, StoreError>.success(try await work())
      } catch {
        return .failure(error)
      }
    }
    next = task
    return try await task.value.get()
  }
}

/// The numbering of changes, and the other work that saves leave for later.
extension PostgresDriver {
  /// The maximum number of changes that are numbered in one transaction.
  private static let maximumNumbered = 2_000
  /// The maximum number of definitions in a part of the upkeep; for each of them, the server reads
  /// the tenant's rows.
  private static let definitionsOfPart = 20
  /// The maximum number of tenants in a part of the upkeep.
  private static let tenantsOfPart = 20
  /// The key of the lock that a program holds while it numbers changes: `WCFN` in ASCII.
  private static let numberingLock = 0x5743_464E

  /// Gives numbers to all changes that were committed before the call.
  ///
  /// A save logs its change without a number, so it does not wait for other saves. Only one program
  /// at a time numbers committed changes, in separate transactions, so readers see the numbers in
  /// order and without gaps on every server. A read-only role sees only the changes that others
  /// have numbered.
  package func settleLog(of tenant: Tenant?) async throws(StoreError) {
    try await settle { waiting in tenant.map { !waiting.contains($0.key) } ?? false }
  }

  /// Numbers changes until every tenant that has changes without a number has received at least one
  /// number.
  func settleTenants() async throws(StoreError) { try await settle { _ in true } }

  /// Numbers changes until all that were committed before the call have numbers.
  ///
  /// - Parameter isDone: Whether the work can end although the tenants in `waiting` still have
  ///   changes without a number.
  private func settle(
    until isDone: (_ waiting: Set<String>) -> Bool
  ) async throws(StoreError) {
    let rows = try await reading { session in
      try session.run("SELECT max(id) FROM widgetconfig.unnumbered_change", [])
    }
    guard let last = rows?.first?[0] else { return try await checkEpoch() }
    var first: String?
    while true {
      if let waiting = try await settlePart(), isDone(waiting) { return }
      let rows = try await reading { session in
        try session.run(
          "SELECT min(id) FROM widgetconfig.unnumbered_change WHERE id <= $1::bigint", [last])
      }
      // A read-only role cannot number changes.
      guard let next = rows?.first?[0], next != first else { return }
      first = next
    }
  }

  /// Assigns numbers to waiting changes: to all, or if there are too many, to some of each tenant.
  ///
  /// Callers that wait for the numbers of one tenant do not have to wait for another tenant's large
  /// import.
  ///
  /// - Returns: The tenants that may have changes without a number; nil if that is unknown.
  @discardableResult
  func settlePart() async throws(StoreError) -> Set<String>? {
    try await checkEpoch()
    return try await numbering.join { [self] () async throws(StoreError) in
      let counts = try await numberPart()
      guard counts.values.reduce(0, +) >= Self.maximumNumbered else { return [] }
      let busy = counts.filter { $0.value > Self.maximumNumbered / 10 }.keys.sorted()
      let others = try await numberPart(besides: busy)
      return others.values.reduce(0, +) < Self.maximumNumbered ? Set(busy) : nil
    }
  }

  /// Numbers the next changes in a transaction; no other program numbers changes until it ends.
  ///
  /// - Parameters:
  ///   - tenant: The only tenant whose changes are numbered; nil for all.
  ///   - busy: Tenants whose changes are left for a later call.
  /// - Returns: The tenants, each with how many of its changes were numbered.
  @discardableResult
  static func number(
    in session: PostgresSession, of tenant: String? = nil, besides busy: [String] = []
  ) throws -> [[String?]] {
    // The next statement must see the commits by the previous holder of the lock.
    try session.lock(Self.numberingLock)
    let chosen = "tenant <> ALL ($2::text[]) AND ($3::text IS NULL OR tenant = $3)"
    // The rows are selected by the greatest of their numbers, not by a list. During an import, the
    // server assumes that the table is empty, and would compare each row with the whole list.
    return try session.run(
      """
      WITH last AS (
        SELECT max(id) AS id FROM (
          SELECT id FROM widgetconfig.unnumbered_change WHERE \(chosen)
          ORDER BY id LIMIT $1::bigint) next),
      taken AS (
        DELETE FROM widgetconfig.unnumbered_change
        WHERE id <= (SELECT id FROM last) AND \(chosen) RETURNING *),
      placed AS (
        SELECT *, row_number() OVER (PARTITION BY tenant ORDER BY id) AS place FROM taken),
      sums AS (SELECT tenant, count(*) AS count FROM taken GROUP BY tenant),
      heads AS (
        INSERT INTO widgetconfig.tenant AS head (tenant, last_change)
        SELECT tenant, count FROM sums ORDER BY tenant
        ON CONFLICT (tenant) DO UPDATE SET last_change = head.last_change + excluded.last_change
        RETURNING head.tenant, head.last_change),
      numbered AS (
        INSERT INTO widgetconfig.logged_change (tenant, number, made_at, actor, action, name,
          new_name, state_before, state_after)
        SELECT tenant, last_change - count + place, made_at, actor, action, name, new_name,
          state_before, state_after
        FROM placed JOIN sums USING (tenant) JOIN heads USING (tenant))
      SELECT tenant, count FROM sums
      """, [String(Self.maximumNumbered), Self.array(busy), tenant])
  }

  /// Numbers the next changes, and deletes some that are too old or exceed the maximum number.
  ///
  /// - Parameter busy: Tenants whose changes are left for a later call.
  /// - Returns: How many changes of each tenant were numbered.
  private func numberPart(
    besides busy: [String] = []
  ) async throws(StoreError) -> [String: Int] {
    let retention = try await keptRetention()
    let limits = [
      String(retention.maximumChanges), String(purge.counted - retention.changes),
    ]
    return try await permitted(else: [:]) { session in
      let counts = try Self.number(in: session, besides: busy)
      guard !counts.isEmpty else { return [:] }
      // The positions (`ctid`) of the rows are found first. With a join, the server would read the
      // whole log, because it overestimates the number of positions. The inner limit is
      // ``StoreRetention/trimmedChanges(for:)`` in SQL.
      try session.run(
        """
        DELETE FROM widgetconfig.logged_change WHERE ctid = ANY (ARRAY(
          SELECT first.ctid
          FROM unnest($1::text[], $2::bigint[]) AS batch (tenant, count)
          JOIN widgetconfig.tenant head ON head.tenant = batch.tenant
          CROSS JOIN LATERAL (
            SELECT logged.ctid, logged.number, logged.made_at
            FROM widgetconfig.logged_change logged WHERE logged.tenant = batch.tenant
            ORDER BY logged.number LIMIT \(StoreRetention.trimmedPerChange) * batch.count
              + \(StoreRetention.trimmedAlways)) first
          WHERE first.number <= head.last_change - $3::bigint
            OR first.made_at < $4::bigint))
        """, [Self.array(counts.map { $0[0] }), Self.array(counts.map { $0[1] })] + limits)
      return Dictionary(
        counts.map { ($0[0] ?? "", $0[1].flatMap { Int($0) } ?? 0) }, uniquingKeysWith: +)
    }
  }

  /// The retention: the setting of this program, which is then recorded in the store, or else the
  /// recorded one.
  func keptRetention() async throws(StoreError) -> StoreRetention {
    if let known = notedRetention.withLock({ $0 }) { return known }
    let rows = try await reading { session in
      try session.run("SELECT name, value FROM widgetconfig.retention", [])
    }
    // A store without tables has nothing to delete.
    if rows == nil, retention == nil { return StoreRetention() }
    let noted = (rows ?? []).noted
    let kept = retention ?? StoreRetention(noted: noted)
    if retention != nil, kept.noted.contains(where: { noted[$0.key] != $0.value }) {
      try await permitted(else: ()) { session in try session.noteRetention(kept.noted) }
    }
    notedRetention.withLock { $0 = kept }
    return kept
  }

  /// Writes, unless the role or the server is read-only.
  private func permitted<Value: Sendable>(
    else other: Value, _ body: @escaping @Sendable (PostgresSession) throws -> Value
  ) async throws(StoreError) -> Value {
    do throws(StoreError) {
      return try await writing(body)
    } catch {
      guard case .notPermitted = error.problem else { throw error }
      return other
    }
  }

  /// Begins a new epoch of the log if a different server answers than before: one that was restored
  /// from a backup, or one that took over without all changes of the previous one.
  private func checkEpoch() async throws(StoreError) {
    guard !isEpochChecked.withLock({ $0 }) else { return }
    let identity = """
      (SELECT system_identifier FROM pg_control_system())::text || ' '
        || left(pg_walfile_name(pg_current_wal_lsn()), 8)
      """
    let isSame: Bool?
    do throws(StoreError) {
      isSame = try await reading { session in
        // A server that follows another one cannot number changes itself.
        try session.run(
          """
          SELECT pg_is_in_recovery() OR server = CASE WHEN NOT pg_is_in_recovery() THEN \(identity) END
          FROM widgetconfig.log_epoch
          """, []
        ).first?.first.flatMap { $0 } != "f"
      }
    } catch {
      // If a provider hides the server's identity, only a command can begin a new epoch.
      guard case .notPermitted = error.problem else { throw error }
      isSame = true
    }
    guard let isSame else { return }
    if !isSame {
      try await permitted(else: ()) { session in
        try session.run(
          """
          UPDATE widgetconfig.log_epoch SET server = \(identity), epoch = CASE server WHEN '' THEN epoch
            ELSE \(PostgresSchema.newEpoch) END
          WHERE server <> \(identity)
          """, [])
        return
      }
    }
    isEpochChecked.withLock { $0 = true }
  }

  /// The time by which old rows are identified, as the store has recorded it.
  private func countedMoment(at moment: Int64) async throws(StoreError) -> Int64 {
    let counted = try await permitted(else: Int64(0)) { session in
      var clock = try session.notedPurgeClock(forUpdate: true)
      let before = clock
      let counted = clock.moment(at: moment)
      if clock != before { try session.noteRetention(clock.noted) }
      return counted
    }
    purge.counted = counted
    return counted
  }

  /// Does part of the upkeep, for some of the tenants.
  package func upkeep(at moment: Int64) async throws(StoreError) -> Bool {
    guard try await exists() else { return false }
    try await settleLog(of: nil)
    let round = upkeepRound.withLock { round in
      round.begin(at: moment)
      return round
    }
    let (start, size) = (round.place, String(UpkeepRound.partSize))
    let tenants = try await reading { session in
      try session.run(Self.tenantsAfter, [start, String(Self.tenantsOfPart)]).compactMap { $0[0] }
    }
    let retention = try await keptRetention()
    let moment = try await countedMoment(at: moment)
    for tenant in tenants ?? [] {
      let count = try await permitted(else: 0) { session in
        let rows = PostgresTransaction(session: session, tenant: tenant, isWriting: true)
        var count = 0
        for old in retention.old(at: moment) {
          count += try rows.forget(old, limit: UpkeepRound.partSize)
        }
        for (records, table, key, age) in [
          (AgedRecords.responses, "stored_answer", "key", "made_at"),
          (.reloads, "reload_request", "number", "requested_at"),
          (.changes, "logged_change", "number", "made_at"),
          (.deliveries, "webhook_delivery", "ctid", "last_at"),
          (.timelines, "timeline", "ctid", "asked_at"),
        ] {
          count += try session.run(
            """
            DELETE FROM widgetconfig.\(table) WHERE tenant = $1 AND \(key) = ANY (ARRAY(
              SELECT \(key) FROM widgetconfig.\(table) WHERE tenant = $1 AND \(age) < $2::bigint
              LIMIT $3::bigint FOR UPDATE SKIP LOCKED))
            RETURNING 1
            """, [tenant, String(moment - retention.age(of: records)), size]
          ).count
        }
        if round.looksAtDefinitions, count < UpkeepRound.partSize {
          let forgotten = try rows.forget(.definitions, limit: Self.definitionsOfPart)
          if forgotten == Self.definitionsOfPart { count = UpkeepRound.partSize }
        }
        return count
      }
      // The next part continues with this tenant.
      if count >= UpkeepRound.partSize { return true }
      upkeepRound.withLock { $0.place = tenant }
    }
    guard (tenants ?? []).count == Self.tenantsOfPart else {
      upkeepRound.withLock { $0.end(at: moment) }
      return false
    }
    return true
  }
}

/// The clock by which the transactions of a driver decide which rows are old.
///
/// A change uses the clock in memory and needs no statement; the upkeep records the time in the
/// store.
final class PurgeMemory: Sendable {
  /// The observations of the clock.
  struct State {
    fileprivate var clock: PurgeClock?
    fileprivate var counted: Int64 = 0
  }

  private let memory = Mutex(State())

  /// Whether the recorded times were read from the store.
  var isKnown: Bool { memory.withLock { $0.clock != nil } }

  /// The observations of the clock, for restoring them if the change is refused.
  var state: State {
    get { memory.withLock { $0 } }
    set { memory.withLock { $0 = newValue } }
  }

  /// The time by which old rows were last identified; 0 at first.
  var counted: Int64 {
    get { memory.withLock { $0.counted } }
    set { memory.withLock { $0.counted = newValue } }
  }

  /// The time by which old rows are identified, given the time that the clock shows.
  ///
  /// - Parameter noted: Reads the recorded times from the store; called only until they are known.
  func moment(at now: Int64, _ noted: () throws -> PurgeClock) throws -> Int64 {
    // The store may take long to answer, and other changes must not wait for it.
    let start = try state.clock ?? noted()
    return memory.withLock { state in
      var clock = state.clock ?? start
      state.counted = clock.moment(at: now)
      state.clock = clock
      return state.counted
    }
  }
}

extension PostgresSession {
  /// The clock for old rows, as the store has recorded it.
  func notedPurgeClock(forUpdate: Bool = false) throws -> PurgeClock {
    let rows = try run(
      "SELECT name, value FROM widgetconfig.retention WHERE name = ANY ($1::text[])"
        + (forUpdate ? " FOR UPDATE" : ""), [PostgresDriver.array(PurgeClock.names)])
    return PurgeClock(noted: rows.noted)
  }

  /// Records values under names, and replaces earlier ones.
  fileprivate func noteRetention(_ noted: [String: Int64]) throws {
    let values = noted.sorted { $0.key < $1.key }
    try run(
      """
      INSERT INTO widgetconfig.retention (name, value)
      SELECT name, value FROM unnest($1::text[], $2::bigint[]) AS given (name, value)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """,
      [
        PostgresDriver.array(values.map(\.key)),
        PostgresDriver.array(values.map { String($0.value) }),
      ])
  }
}

extension [[String?]] {
  /// The recorded values, from rows with a name and a value.
  fileprivate var noted: [String: Int64] {
    var noted: [String: Int64] = [:]
    for row in self { if let name = row[0] { noted[name] = row[1].flatMap { Int64($0) } } }
    return noted
  }
}
