import StoreModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Deliveries to webhooks.
extension PostgresTransaction {
  private static let delivered =
    "follower, number, state, attempts, first_at, last_at, due_at, status, cause"

  func deliveries(_ query: DeliveryQuery) throws -> [StoredDelivery] {
    let page = """
      SELECT \(Self.delivered) FROM widgetconfig.webhook_delivery
      WHERE tenant = $1 AND follower = $2
      """
    let rows =
      query.isDue
      ? try session.run(
        "\(page) AND due_at IS NOT NULL ORDER BY due_at, number LIMIT $3::bigint",
        [tenant, query.follower, String(query.limit)])
      : try session.run(
        """
        \(page) AND number < $3::bigint AND ($4::text IS NULL OR state = $4)
        ORDER BY number DESC LIMIT $5::bigint
        """,
        [
          tenant, query.follower, String(query.before), query.state?.rawValue, String(query.limit),
        ])
    return rows.map(StoredDelivery.init)
  }

  func put(_ delivery: StoredDelivery) throws {
    _ = try session.run(
      """
      INSERT INTO widgetconfig.webhook_delivery (tenant, \(Self.delivered))
      VALUES ($1, $2, $3::bigint, $4, $5::integer, $6::bigint, $7::bigint, $8::bigint,
        $9::integer, $10)
      ON CONFLICT (tenant, follower, number) DO UPDATE SET state = excluded.state,
        attempts = excluded.attempts, first_at = excluded.first_at, last_at = excluded.last_at,
        due_at = excluded.due_at, status = excluded.status, cause = excluded.cause
      """,
      [
        tenant, delivery.follower, String(delivery.number), delivery.state.rawValue,
        String(delivery.attempts), String(delivery.first), String(delivery.last),
        delivery.due.map { String($0) }, delivery.status.map { String($0) }, delivery.cause,
      ])
  }
}

extension PostgresSchema {
  /// The table of deliveries to webhooks.
  static let deliveryTables = """
    CREATE TABLE widgetconfig.webhook_delivery (
      tenant text COLLATE "C" NOT NULL,
      follower text COLLATE "C" NOT NULL,
      number bigint NOT NULL,
      state text NOT NULL,
      attempts integer NOT NULL,
      first_at bigint NOT NULL, -- milliseconds since 1970
      last_at bigint NOT NULL,
      due_at bigint, -- NULL for a change that is not sent again
      status integer,
      cause text,
      PRIMARY KEY (tenant, follower, number)
    );
    CREATE INDEX webhook_delivery_due ON widgetconfig.webhook_delivery (tenant, follower, due_at)
      WHERE due_at IS NOT NULL;
    CREATE INDEX webhook_delivery_age ON widgetconfig.webhook_delivery (tenant, last_at);

    """
}

extension StoredDelivery {
  /// Reads a row of the columns selected above.
  fileprivate init(_ row: [String?]) {
    self.init(
      follower: row[0] ?? StoredRow.unreadableName, number: row[1].flatMap { Int($0) } ?? 0,
      at: .now)
    state = State(noted: row[2] ?? "")
    attempts = min(max(row[3].flatMap { Int($0) } ?? 0, 0), Int(Int32.max))
    first = row[4].flatMap { Int64($0) } ?? 0
    last = row[5].flatMap { Int64($0) } ?? 0
    due = row[6].flatMap { Int64($0) }
    status = row[7].flatMap { Int($0) }
    cause = row[8]
  }
}
