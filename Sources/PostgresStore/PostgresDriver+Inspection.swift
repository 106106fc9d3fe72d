import Foundation
import Messages
public import StoreModel

extension PostgresDriver: PooledStoreDriver {
  /// The numbers of connections for reads and saves.
  public func connections() async -> (idle: Int, used: Int, waiting: Int) { await pool.load }
}

extension PostgresDriver: InspectedStoreDriver {
  /// The maximum difference between the clocks of the server and of this machine, in seconds.
  private static let clockDifference = 1.0

  /// Finds out whether the store can be used, without creating or changing a table.
  ///
  /// The server must be one of a known version that accepts writes, its clock that of this machine,
  /// and the user must be permitted to do what the service does.
  public func inspect() async throws(StoreError) -> StoreInspection {
    let before = Date().timeIntervalSince1970
    let (version, facts) = try await perform(TransactionMode(text: "READ ONLY")) { session in
      let version = try PostgresSchema.version(in: session)
      let facts = try session.run(
        """
        SELECT pg_is_in_recovery(), current_setting('default_transaction_read_only'),
          extract(epoch FROM clock_timestamp()), has_database_privilege(current_database(), 'CREATE'),
          (SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace
            WHERE nspname = 'widgetconfig'),
          (SELECT bool_and(has_table_privilege(pg_class.oid, needed))
            FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
              CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS needed
            WHERE nspname = 'widgetconfig' AND relkind IN ('r', 'p'))
        """, [])
      return (version, facts.first ?? [])
    }
    let after = Date().timeIntervalSince1970
    var found = StoreInspection()
    func isTrue(_ place: Int) -> Bool? {
      facts.indices.contains(place) ? facts[place].map { $0 == "t" } : nil
    }
    if isTrue(0) == true {
      found.problems.append("The server is a standby. Give the URL of the primary server.")
    } else if facts.count > 1, facts[1] == "on" {
      found.problems.append(
        "The server accepts no writes. Set default_transaction_read_only to off.")
    }
    if facts.count > 2, let time = facts[2].flatMap({ Double($0) }),
      time < before - Self.clockDifference || time > after + Self.clockDifference
    {
      let seconds = Int(abs(time - after).rounded())
      found.problems.append(
        """
        The clocks of the server and of this machine differ by \(seconds, "second", "seconds"). Set \
        both by NTP.
        """
      )
    }
    if let version {
      if isTrue(5) == false {
        found.problems.append(
          """
          The user may not read and write all tables. Run as their owner: GRANT SELECT, INSERT, \
          UPDATE, DELETE ON ALL TABLES IN SCHEMA widgetconfig TO the user.
          """
        )
      }
      if version < PostgresSchema.steps.count {
        found.notes.append(
          """
          The tables have version \(version), and this program brings them to version \
          \(PostgresSchema.steps.count) when it starts. Make a backup first.
          """
        )
      }
    } else if isTrue(3) != true, isTrue(4) != true {
      found.problems.append(
        """
        The user may not create the tables. Run as the owner of the database: CREATE SCHEMA \
        widgetconfig AUTHORIZATION the user.
        """
      )
    }
    return found
  }
}
