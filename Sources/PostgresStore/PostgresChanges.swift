public import WidgetStore

/// How far somebody has followed the changes of a database.
public struct ChangeCursor: Sendable, Hashable, LosslessStringConvertible {
  /// The number of the transaction of the last change.
  let transaction: UInt64
  /// The number of the last change.
  let sequence: Int64
  /// When the server was asked, in seconds since 1970.
  let moment: Int64

  init(transaction: UInt64, sequence: Int64, moment: Int64) {
    (self.transaction, self.sequence, self.moment) = (transaction, sequence, moment)
  }

  /// Reads a cursor as it is written; nil for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let transaction = UInt64(parts[0]), let sequence = Int64(parts[1]),
      let moment = Int64(parts[2])
    else { return nil }
    self.init(transaction: transaction, sequence: sequence, moment: moment)
  }

  /// The cursor as text, such as the identifier of a server-sent event.
  public var description: String { "\(transaction)-\(sequence)-\(moment)" }
}

/// What was changed since a cursor.
public struct StoreChanges: Sendable, Hashable {
  /// The changes with the tenant of each, in an order in which each widget's own come as they were made.
  public var changes: [TenantChange]
  /// From where to go on.
  public var cursor: ChangeCursor
  /// Whether nothing is missing; where something is, everything has to be read anew.
  public var isComplete: Bool
}

/// A change of a placed widget, and whose it is.
public struct TenantChange: Sendable, Hashable {
  /// Whose widget it is.
  public var tenant: Tenant
  /// What was done to it.
  public var change: StoreChange
}

extension PostgresDriver {
  /// For how many seconds a cursor is good: less than changes are kept.
  static let cursorAge: Int64 = 6 * 86_400

  /// Where the changes stand now, for somebody who begins to follow them.
  ///
  /// A change that is being made at the moment comes after it.
  public func presentCursor() async throws(StoreError) -> ChangeCursor {
    let cursor = try await reading { try Self.horizon(in: $0) }
    return (cursor ?? nil) ?? ChangeCursor(transaction: 0, sequence: 0, moment: .max / 2)
  }

  /// The changes of all tenants after a cursor, each once, none left out.
  ///
  /// Transactions do not end in the order in which they begin. A change is given when every transaction that
  /// began to write before its own is over, so that nothing can still come before it; one that writes for
  /// long, anywhere on the server, holds changes up that long.
  ///
  /// - Parameters:
  ///   - cursor: How far the caller has come.
  ///   - limit: The most changes to give; the others come with the next call.
  public func changes(
    after cursor: ChangeCursor, limit: Int = 1_000
  ) async throws(StoreError) -> StoreChanges {
    let found = try await reading { session -> StoreChanges? in
      let horizon = try Self.horizon(in: session)
      guard let horizon else { return nil }
      // One from the future is of another database, of which this one is a copy.
      let isComplete =
        cursor.transaction <= horizon.transaction
        && horizon.moment - min(cursor.moment, horizon.moment) < Self.cursorAge
      guard isComplete else { return StoreChanges(changes: [], cursor: horizon, isComplete: false) }
      let rows = try session.run(
        """
        SELECT tenant, name, kind, xid, sequence FROM widgetconfig.change
        WHERE (xid, sequence) > ($1::xid8, $2::bigint)
          AND xid < pg_snapshot_xmin(pg_current_snapshot())
        ORDER BY xid, sequence LIMIT $3::bigint
        """, [String(cursor.transaction), String(cursor.sequence), String(max(1, limit))])
      var next = ChangeCursor(
        transaction: cursor.transaction, sequence: cursor.sequence, moment: horizon.moment)
      var changes: [TenantChange] = []
      for row in rows {
        guard let transaction = row[3].flatMap({ UInt64($0) }),
          let sequence = row[4].flatMap({ Int64($0) })
        else { continue }
        next = ChangeCursor(transaction: transaction, sequence: sequence, moment: horizon.moment)
        // What a newer program calls otherwise is a change all the same.
        guard let tenant = row[0].flatMap({ Tenant($0) }), let name = row[1] else { continue }
        let kind = row[2].flatMap { StoreChange.Kind(rawValue: $0) } ?? .saved
        changes.append(TenantChange(tenant: tenant, change: StoreChange(kind, name)))
      }
      return StoreChanges(changes: changes, cursor: next, isComplete: true)
    }
    return (found ?? nil) ?? StoreChanges(changes: [], cursor: cursor, isComplete: true)
  }

  /// Before which transaction all are over, and when the server says so.
  private static func horizon(in session: PostgresSession) throws -> ChangeCursor? {
    let rows = try session.run(
      "SELECT pg_snapshot_xmin(pg_current_snapshot()), extract(epoch FROM now())::bigint", [])
    guard let row = rows.first, row.count == 2, let transaction = row[0].flatMap({ UInt64($0) }),
      let moment = row[1].flatMap({ Int64($0) })
    else { return nil }
    return ChangeCursor(transaction: transaction, sequence: 0, moment: moment)
  }
}
