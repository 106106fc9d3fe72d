import IntentModel
package import StoreModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension PostgresDriver: SharedStoreDriver {
  package func schedule(
    _ name: String, kind: String, of tenant: Tenant, due: Date
  ) async throws(StoreError) {
    let key = tenant.key
    try await writing { session in
      try session.run(
        """
        INSERT INTO widgetconfig.job AS job (tenant, kind, name, due_at)
        VALUES ($1, $2, $3, to_timestamp($4::double precision))
        ON CONFLICT (tenant, kind, name) DO UPDATE SET
          due_at = CASE WHEN job.lease = 0 THEN least(job.due_at, excluded.due_at)
            ELSE job.due_at END,
          again_at = CASE WHEN job.lease = 0 THEN NULL
            ELSE least(job.again_at, excluded.due_at) END
        """, [key, kind, name, String(due.timeIntervalSince1970)])
      return
    }
  }

  package func claimJobs(
    _ kinds: [String], limit: Int = 50, lease: Duration
  ) async throws(StoreError) -> [StoreJob] {
    let kinds = Self.array(kinds)
    // A read-only check uses no transaction number and creates no tables.
    let isDue = try await reading { session in
      try !session.run(
        """
        SELECT 1 FROM widgetconfig.job WHERE kind = ANY ($1::text[])
          AND due_at <= clock_timestamp() AND lease_until < clock_timestamp() LIMIT 1
        """, [kinds]
      ).isEmpty
    }
    guard isDue == true else { return [] }
    let seconds = String(lease / .seconds(1))
    return try await writing { session in
      try session.run(
        """
        UPDATE widgetconfig.job SET attempt = attempt + 1, lease = nextval('widgetconfig.lease'),
          lease_until = clock_timestamp() + make_interval(secs => $2::double precision)
        WHERE (tenant, kind, name) IN (
          SELECT tenant, kind, name FROM widgetconfig.job
          WHERE kind = ANY ($3::text[])
            AND due_at <= clock_timestamp() AND lease_until < clock_timestamp()
          ORDER BY due_at LIMIT $1::bigint FOR UPDATE SKIP LOCKED)
        RETURNING tenant, kind, name, attempt, lease
        """, [String(max(0, limit)), seconds, kinds]
      ).compactMap { row in
        guard let tenant = row[0].flatMap({ Tenant(key: $0) }), let kind = row[1],
          let name = row[2], let attempt = row[3].flatMap({ Int($0) }),
          let lease = row[4].flatMap({ Int64($0) })
        else { return nil }
        return StoreJob(tenant: tenant, kind: kind, name: name, attempt: attempt, lease: lease)
      }
    }
  }

  package func backlog() async throws(StoreError) -> StoreBacklog {
    let row = try await reading { session in
      try session.run(
        """
        SELECT (SELECT made_at / 1000.0 FROM widgetconfig.unnumbered_change ORDER BY id LIMIT 1),
          count(*), extract(epoch FROM min(due_at))
        FROM (SELECT due_at FROM widgetconfig.job WHERE due_at <= clock_timestamp()
          ORDER BY due_at LIMIT \(StoreBacklog.maximumJobs)) due
        """, []
      ).first
    }
    guard let row = row ?? nil else { return StoreBacklog() }
    func date(_ text: String?) -> Date? {
      text.flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0) }
    }
    return StoreBacklog(
      oldestChange: date(row[0]), dueJobs: row[1].flatMap { Int($0) } ?? 0,
      oldestJob: date(row[2]))
  }

  @discardableResult
  package func finish(
    _ job: StoreJob, next: Date?, hasFailed: Bool = false
  ) async throws(StoreError) -> Bool {
    let key = [job.tenant.key, job.kind, job.name, String(job.lease)]
    let values = key + [next.map { String($0.timeIntervalSince1970) }, String(hasFailed)]
    return try await writing { session in
      // If the job was scheduled in the meantime, `again_at` is set, and only the second statement
      // finds its row.
      let isEnded =
        try next == nil
        && !session.run(
          """
          DELETE FROM widgetconfig.job
          WHERE tenant = $1 AND kind = $2 AND name = $3 AND lease = $4::bigint AND again_at IS NULL
          RETURNING 1
          """, key
        ).isEmpty
      if isEnded { return true }
      return try !session.run(
        """
        UPDATE widgetconfig.job
        SET due_at = least(again_at, to_timestamp($5::double precision)), again_at = NULL,
          lease_until = '-infinity', lease = 0,
          attempt = CASE WHEN $6::boolean THEN attempt ELSE 0 END
        WHERE tenant = $1 AND kind = $2 AND name = $3 AND lease = $4::bigint RETURNING 1
        """, values
      ).isEmpty
    }
  }

  /// The server's clock is used, so the clocks of the programs do not matter.
  package func hold(
    _ key: String, by holder: String, for time: Duration
  ) async throws(StoreError) -> Bool {
    let seconds = String(min(Self.maximumHold, time / .seconds(1)))
    return try await writing { session in
      try !session.run(
        """
        INSERT INTO widgetconfig.held_key AS held (key, holder, held_until)
        VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3::double precision))
        ON CONFLICT (key) DO UPDATE
        SET holder = excluded.holder, held_until = excluded.held_until
        WHERE held.holder = excluded.holder OR held.held_until < clock_timestamp()
        RETURNING 1
        """, [key, holder, seconds]
      ).isEmpty
    }
  }

  package func release(_ key: String, by holder: String) async throws(StoreError) {
    try await writing { session in
      try session.run(
        "DELETE FROM widgetconfig.held_key WHERE key = $1 AND holder = $2", [key, holder])
      return
    }
  }

  /// The maximum time for which a key is held, in seconds.
  private static let maximumHold = 30.0

  /// While the body runs, a connection and a read-only transaction stay in use, so the body must
  /// end.
  ///
  /// These connections are separate from those for reads and saves, so slow work does not delay
  /// reads and saves.
  package func alone<Value: Sendable>(
    _ key: String, _ body: () async throws -> Value
  ) async throws -> Value? {
    let connection: PostgresConnection
    do throws(StoreProblem) {
      connection = try await lonePool.take()
    } catch {
      throw StoreError(error, file: place)
    }
    // Equal keys must give equal locks in all programs, so the hash must not be seeded.
    let hash = fnv1a(key.utf8)
    let isAlone: Bool
    do throws(PostgresFailure) {
      isAlone = try await connection.beginAlone(Int64(bitPattern: hash))
    } catch {
      lonePool.give(connection)
      throw StoreError(StoreProblem(error), file: place)
    }
    guard isAlone else {
      lonePool.give(connection)
      return nil
    }
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    await connection.endAlone()
    lonePool.give(connection)
    return try result.get()
  }

  /// The time of a request is recorded only if the recorded one is more than an hour earlier, so
  /// most requests only read.
  package func timeline(
    _ key: String, of tenant: Tenant, asked: Date?
  ) async throws(StoreError) -> SharedTimeline? {
    let values = [tenant.key, key]
    let row = try await reading { session in
      try session.run(
        """
        SELECT body, made_at, asked_at FROM widgetconfig.timeline
        WHERE tenant = $1 AND key = $2
        """, values
      ).first
    }
    guard let row = row ?? nil, let text = row[0] else { return nil }
    let moments = row[1...].map { Date(milliseconds: $0.flatMap { Int64($0) } ?? 0) }
    let found = SharedTimeline(text: text, made: moments[0], asked: moments[1])
    guard let asked, asked.timeIntervalSince(found.asked) > 3_600 else { return found }
    try await writing { session in
      try session.run(
        "UPDATE widgetconfig.timeline SET asked_at = $3::bigint WHERE tenant = $1 AND key = $2",
        values + [String(asked.milliseconds)])
      return
    }
    return found
  }

  package func keep(
    _ timeline: SharedTimeline, _ key: String, of tenant: Tenant
  ) async throws(StoreError) {
    let moments = [timeline.made, timeline.asked].map { String($0.milliseconds) }
    let name = tenant.key
    try await writing { session in
      try session.run(
        """
        INSERT INTO widgetconfig.timeline (tenant, key, body, made_at, asked_at)
        VALUES ($1, $2, $3, $4::bigint, $5::bigint)
        ON CONFLICT (tenant, key) DO UPDATE SET body = excluded.body, made_at = excluded.made_at,
          asked_at = greatest(timeline.asked_at, excluded.asked_at)
        """, [name, key, timeline.text] + moments)
      return
    }
  }
}
