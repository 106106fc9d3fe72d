import Foundation
import GRDB
import StoreModel

/// Deliveries to webhooks.
extension SQLiteTransaction {
  private static let delivered =
    "follower, number, state, attempts, firstAt, lastAt, dueAt, status, cause"

  func deliveries(_ query: DeliveryQuery) throws -> [StoredDelivery] {
    let page = "SELECT \(Self.delivered) FROM webhookDelivery WHERE follower = ?"
    let rows =
      query.isDue
      ? try fetch(
        "\(page) AND dueAt IS NOT NULL ORDER BY dueAt, number LIMIT ?",
        [query.follower, query.limit])
      : try fetch(
        "\(page) AND number < ? AND (? IS NULL OR state = ?) ORDER BY number DESC LIMIT ?",
        [
          query.follower, query.before, query.state?.rawValue, query.state?.rawValue, query.limit,
        ])
    return try rows.map { try StoredDelivery($0) }
  }

  func put(_ delivery: StoredDelivery) throws {
    try run(
      """
      INSERT OR REPLACE INTO webhookDelivery (\(Self.delivered))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        delivery.follower, delivery.number, delivery.state.rawValue, delivery.attempts,
        delivery.first, delivery.last, delivery.due, delivery.status, delivery.cause,
      ])
  }
}

extension StoreSchema {
  /// The table of deliveries to webhooks.
  static let deliveryTables = """
    CREATE TABLE webhookDelivery (
      follower TEXT NOT NULL,
      number INTEGER NOT NULL,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      firstAt INTEGER NOT NULL, -- milliseconds since 1970
      lastAt INTEGER NOT NULL,
      dueAt INTEGER, -- NULL for a change that is not sent again
      status INTEGER,
      cause TEXT,
      PRIMARY KEY (follower, number)
    );
    CREATE INDEX webhookDeliveryDue ON webhookDelivery (follower, dueAt) WHERE dueAt IS NOT NULL;
    CREATE INDEX webhookDeliveryAge ON webhookDelivery (lastAt);

    """
}

extension StoredDelivery {
  /// Reads a row of the columns selected above.
  ///
  /// - Throws: `StoreProblem.damagedFile` for values of the wrong type.
  fileprivate init(_ row: Row) throws {
    guard let follower = String.fromDatabaseValue(row[0]),
      let number = Int.fromDatabaseValue(row[1]),
      let state = String.fromDatabaseValue(row[2]).map(State.init(noted:)),
      let attempts = Int.fromDatabaseValue(row[3]), let first = Int64.fromDatabaseValue(row[4]),
      let last = Int64.fromDatabaseValue(row[5]), Int64.storable.contains(Int64(number)),
      Int64.storable.contains(Int64(attempts))
    else { throw StoreProblem.damaged("wrong values in webhookDelivery") }
    self.init(follower: follower, number: number, at: .now)
    (self.state, self.attempts, self.first, self.last) = (state, attempts, first, last)
    due = Int64.fromDatabaseValue(row[6])
    status = Int.fromDatabaseValue(row[7])
    cause = String.fromDatabaseValue(row[8])
  }
}
