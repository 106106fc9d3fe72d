import Foundation
import Synchronization
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport

@testable import PostgresStore

/// The service's work for a request does not grow with the number of placed widgets.
///
/// The rows that the database reads and the bytes of the response are counted, not timed, because
/// they are the same on every machine.
@Suite(
  .enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.skipped)),
  .startsPrograms)
struct RouteGrowthTests {
  /// A request to a service with many placed widgets; the last one has a known name.
  private struct Asked: Sendable {
    var method = "GET"
    var path: String
    var body: String?
    var headers: [String: String] = [:]
    var status = 200
    /// Whether the request is about all widgets, so that its work grows with their number.
    var isForAll = false
  }

  private static func requests(_ last: String) -> [Asked] {
    let one = "/v1/placed/\(last)"
    let draft = #"{"kind":"UpNext","draft":{"style":"agenda"}}"#
    let any = ["If-Match": "*"]
    return [
      Asked(path: "/v1/placed"), Asked(path: "/v1/placed?limit=10&fields=draft"),
      Asked(path: "/v1/placed?prefix=\(last)"), Asked(path: "/v1/placed?kind=UpNext"),
      Asked(path: "/v1/placed?kind=Rare"), Asked(path: one),
      Asked(path: "/v1/placed/\(last)x", status: 404), Asked(path: one + "/history"),
      Asked(path: one + "/timeline?family=systemMedium"), Asked(path: "/v1/removed"),
      Asked(path: "/v1/audit"), Asked(path: "/v1/tenants?limit=10"), Asked(path: "/"),
      Asked(path: "/?q=\(last)"), Asked(path: "/?q=upnext"), Asked(path: "/?q=rare"),
      Asked(path: "/placed/\(last)"),
      Asked(path: "/placed/\(last)/history"), Asked(path: "/metrics"), Asked(path: "/readyz"),
      Asked(method: "PUT", path: one, body: draft, headers: any),
      Asked(
        method: "PUT", path: "/v1/placed/Z", body: draft, headers: ["If-None-Match": "*"],
        status: 201),
      Asked(method: "POST", path: one + "/copy", body: #"{"to":"Z copy"}"#, status: 201),
      Asked(method: "POST", path: one + "/reload", body: "{}"),
      Asked(method: "POST", path: "/v1/widgets/Rare/reload", body: "{}"),
      Asked(method: "POST", path: one + "/rename", body: #"{"to":"Z name"}"#, headers: any),
      Asked(method: "DELETE", path: "/v1/placed/Z%20name", headers: any, status: 204),
      Asked(method: "POST", path: "/v1/placed/Z%20name/restore", body: "{}"),
      Asked(method: "POST", path: "/v1/reload", body: "{}", isForAll: true),
    ]
  }

  /// Makes many rows for widgets: placed widgets, removed widgets with one state each, and logged
  /// changes.
  private static func fill(_ count: Int, in database: String) throws {
    func copy(_ table: String, _ given: [String: String], from source: String = "") throws {
      let source = source.isEmpty ? table : source
      let columns =
        try PostgresServer.shared().execute(
          """
          SELECT string_agg(column_name, ',') FROM information_schema.columns
          WHERE table_schema = 'widgetconfig' AND table_name = '\(source)'
          """, in: database
        ).split(separator: ",").map(String.init) + (source == table ? [] : ["removed_at"])
      try PostgresServer.shared().execute(
        """
        INSERT INTO widgetconfig.\(table) (\(columns.joined(separator: ",")))
        SELECT \(columns.map { given[$0] ?? $0 }.joined(separator: ","))
        FROM widgetconfig.\(source), generate_series(1, \(count)) n
        WHERE name = 'Desk'
        """, in: database)
    }
    try copy("placed_widget", ["name": "'W' || lpad(n::text, 7, '0')"])
    let removed = ["name": "'R' || n", "removed_at": "updated_at"]
    try copy("widget_revision", removed, from: "placed_widget")
    try copy("logged_change", ["number": "number + n"])
    try PostgresServer.shared().execute(
      """
      INSERT INTO widgetconfig.removed_widget
      SELECT tenant, name, removed_at FROM widgetconfig.widget_revision;
      INSERT INTO widgetconfig.reload_request (tenant, name, requested_at)
      SELECT tenant, name, extract(epoch FROM now()) * 1000 FROM widgetconfig.placed_widget;
      UPDATE widgetconfig.tenant SET last_change =
        (SELECT max(number) FROM widgetconfig.logged_change)
      """, in: database)
    try PostgresServer.shared().execute("VACUUM ANALYZE", in: database)
  }

  @Test func twentyTimesAsManyPlacedWidgetsTakeTheSameWork() async throws {
    let least = TestDepth.count(1_000, thorough: 50_000)
    let all = Mutex<[[(rows: Int, bytes: Int)]]>([])
    for count in [least, 20 * least] {
      let server = try PostgresServer.shared()
      let database = try server.makeDatabase()
      // All of the service's work is done on one connection, which then reports how many rows it
      // has read.
      let driver = try PostgresDriver(url: server.url(of: database), connections: 1)
      @Sendable func rowsRead() async throws -> Int {
        _ = try await driver.reading { try $0.run("SELECT pg_stat_force_next_flush()", []) }
        let found = try await driver.reading { session in
          try session.run(
            """
            SELECT (SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables)
              + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes)
            """, [])
        }
        return found?.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
      }
      // Both kinds have the same intent.
      let widgets = try [ServiceHost.upNext(), ServiceHost.upNext(kind: "Rare")]
      try await ServiceHost.run(widgets: widgets, driver: driver) { client, _ in
        let put = try await client.send(
          "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{"style":"list"}}"#,
          headers: ["If-None-Match": "*"])
        #expect(put.status == 201, "\(put.text)")
        while try await driver.upkeep(at: Int64(Date().timeIntervalSince1970 * 1_000)) {}
        try Self.fill(count, in: database)
        let digits = String(count)
        let last = "W" + String(repeating: "0", count: 7 - digits.count) + digits
        var counts: [(rows: Int, bytes: Int)] = []
        for asked in Self.requests(last) {
          let before = try await rowsRead()
          let answer = try await client.send(
            asked.method, asked.path, asked.body, headers: asked.headers)
          #expect(
            answer.status == asked.status,
            "\(asked.method) \(asked.path): \(answer.text.prefix(300))")
          counts.append((try await rowsRead() - before, answer.body.count))
        }
        let found = counts
        all.withLock { $0.append(found) }
      }
    }
    let counts = all.withLock { $0 }
    for (place, asked) in Self.requests("LAST").enumerated() {
      let (few, many) = (counts[0][place], counts[1][place])
      if asked.isForAll {
        #expect(many.rows <= 24 * few.rows + 2_000, "\(asked.path): \(few), \(many)")
        continue
      }
      #expect(
        many.rows <= few.rows + few.rows / 5 + 200,
        "\(asked.method) \(asked.path): \(few), \(many)")
      #expect(many.bytes <= few.bytes + few.bytes / 20 + 200, "\(asked.path): \(few), \(many)")
    }
  }
}
