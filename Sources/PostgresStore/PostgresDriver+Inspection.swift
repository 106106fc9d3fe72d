import Foundation
import Messages
package import StoreModel

extension PostgresDriver: PooledStoreDriver {
  /// The number of connections in the pool for reads and saves.
  package func connections() async -> (idle: Int, used: Int, waiting: Int) { pool.load }
}

extension PostgresDriver: InspectedStoreDriver {
  /// Checks whether the store can be used, without creating or changing a table.
  ///
  /// The server must have a supported version and accept writes, its clock must agree with this
  /// machine's, and the role must have the permissions that the service needs.
  package func inspect() async throws(StoreError) -> StoreInspection {
    let before = Date().timeIntervalSince1970
    let (hasTables, facts) = try await perform(TransactionMode(text: TransactionMode.readOnly)) {
      session in
      (try PostgresSchema.hasTables(session), try ServerFacts(session))
    }
    let moments = before...max(before, Date().timeIntervalSince1970)
    var found = StoreInspection()
    found.problems = [facts.refusal, facts.clockProblem(between: moments)].compactMap { $0 }
    guard hasTables else {
      if !facts.mayMakeTables { found.problems.append(facts.noTables) }
      return found
    }
    if !facts.mayWriteTables { found.problems.append(facts.noAccess) }
    return found
  }
}

/// What the server reports about itself and the role.
private struct ServerFacts {
  /// The maximum difference between the clocks of the server and of this machine, in seconds.
  private static let clockDifference = 1.0

  private let isStandby: Bool
  private let isReadOnly: Bool
  /// The time of the server, in seconds since 1970.
  private let time: Double?
  /// Whether the role is allowed to create the tables in an empty database.
  let mayMakeTables: Bool
  /// Whether the role is allowed to read and write all tables; true if there are none.
  let mayWriteTables: Bool

  init(_ session: PostgresSession) throws(PostgresFailure) {
    let row =
      try session.run(
        """
        SELECT pg_is_in_recovery(), current_setting('default_transaction_read_only'),
          extract(epoch FROM clock_timestamp()), has_database_privilege(current_database(), 'CREATE'),
          (SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace
            WHERE nspname = 'widgetconfig'),
          (SELECT bool_and(has_table_privilege(pg_class.oid, needed))
            FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
              CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS needed
            WHERE nspname = 'widgetconfig' AND relkind IN ('r', 'p'))
        """, []
      ).first ?? []
    func text(_ place: Int) -> String? { row.indices.contains(place) ? row[place] : nil }
    isStandby = text(0) == "t"
    isReadOnly = text(1) == "on"
    time = text(2).flatMap { Double($0) }
    mayMakeTables = text(3) == "t" || text(4) == "t"
    mayWriteTables = text(5) != "f"
  }

  /// The reason why the server does not accept writes; nil if it does.
  var refusal: Message? {
    isStandby
      ? "The server is a standby. Give the URL of the primary server."
      : isReadOnly
        ? "The server accepts no writes. Set default_transaction_read_only to off." : nil
  }

  /// The difference between the clocks, if it is too large.
  ///
  /// - Parameter moments: The times of this machine before and after the query, in seconds since
  ///   1970.
  func clockProblem(between moments: ClosedRange<Double>) -> Message? {
    guard let time,
      time < moments.lowerBound - Self.clockDifference
        || time > moments.upperBound + Self.clockDifference
    else { return nil }
    let seconds = Int(abs(time - moments.upperBound).rounded())
    return """
      The clocks of the server and of this machine differ by \(seconds, "second", "seconds"). \
      Synchronize both with NTP.
      """
  }

  /// The problem and the remedy if the role is not allowed to create the tables.
  var noTables: Message {
    """
    The role in the URL is not allowed to create the tables. As the owner of the database, run \
    this with the name of the role: CREATE SCHEMA widgetconfig AUTHORIZATION NAME
    """
  }

  /// The problem and the remedy if the role is not allowed to use the tables.
  var noAccess: Message {
    """
    The role in the URL is not allowed to read and write all tables. As their owner, run this with \
    the name of the role: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA widgetconfig \
    TO NAME
    """
  }
}
