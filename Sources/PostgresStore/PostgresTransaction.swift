import WidgetStore

/// The rows of a tenant within a transaction.
struct PostgresTransaction: StoreTransaction {
  let session: PostgresSession
  let tenant: String

  /// For how long a change is kept for those who follow the store.
  static let changeAge = "7 days"

  private static let columns = """
    name, widget, definition_path, intent, family, draft, definition, revision, updated_at
    """

  /// Runs a statement whose first value is the tenant.
  @discardableResult
  private func run(_ sql: String, _ values: String?...) throws -> [[String?]] {
    try session.run(sql, [tenant] + values)
  }

  private func number(_ sql: String, _ values: String?...) throws -> Int? {
    try session.run(sql, [tenant] + values).first?.first.flatMap { $0 }.flatMap { Int($0) }
  }

  /// Waits until nobody else writes for the tenant.
  func lock() throws {
    let sql = "SELECT 1 FROM widgetconfig.tenant WHERE tenant = $1 FOR UPDATE"
    guard try run(sql).isEmpty else { return }
    try run("INSERT INTO widgetconfig.tenant (tenant) VALUES ($1) ON CONFLICT DO NOTHING")
    try run(sql)
  }

  func rows() throws -> [StoredRow] {
    try run("SELECT \(Self.columns), NULL FROM widgetconfig.placed_widget WHERE tenant = $1")
      .map(StoredRow.init)
  }

  func row(_ name: String) throws -> StoredRow? {
    try run(
      """
      SELECT \(Self.columns), NULL FROM widgetconfig.placed_widget WHERE tenant = $1 AND name = $2
      """, name
    ).first.map(StoredRow.init)
  }

  func revision(of name: String) throws -> Int? {
    try number(
      "SELECT revision FROM widgetconfig.placed_widget WHERE tenant = $1 AND name = $2", name)
  }

  func earlierRows(of name: String) throws -> [StoredRow] {
    try run(
      """
      SELECT \(Self.columns), removed_at FROM widgetconfig.widget_revision
      WHERE tenant = $1 AND name = $2 ORDER BY revision DESC
      """, name
    ).map(StoredRow.init)
  }

  func hasEarlierRows(of name: String) throws -> Bool {
    try !run(
      "SELECT 1 FROM widgetconfig.widget_revision WHERE tenant = $1 AND name = $2 LIMIT 1", name
    ).isEmpty
  }

  func removedNames() throws -> [String] {
    try run(
      """
      SELECT name FROM widgetconfig.widget_revision WHERE tenant = $1
      EXCEPT SELECT name FROM widgetconfig.placed_widget WHERE tenant = $1
      """
    ).compactMap { $0.first.flatMap { $0 } }
  }

  func greatestRemoved() throws -> Int {
    try number("SELECT greatest_removed FROM widgetconfig.tenant WHERE tenant = $1") ?? 0
  }

  func lastReload(of name: String) throws -> Int {
    try number(
      "SELECT max(number) FROM widgetconfig.reload_request WHERE tenant = $1 AND name = $2", name)
      ?? 0
  }

  func put(_ row: StoredRow) throws {
    try run(
      """
      INSERT INTO widgetconfig.placed_widget (tenant, \(Self.columns))
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::bigint, $10::bigint)
      ON CONFLICT (tenant, name) DO UPDATE SET (\(Self.columns)) = (
        excluded.name, excluded.widget, excluded.definition_path, excluded.intent, excluded.family,
        excluded.draft, excluded.definition, excluded.revision, excluded.updated_at)
      """,
      row.name, row.widget, row.definitionPath, row.intent, row.family, row.draft, row.definition,
      row.revision.map { String($0) }, row.updatedAt.map { String($0) })
  }

  func keep(_ name: String, removedAt: Int64?) throws {
    try run(
      """
      INSERT INTO widgetconfig.widget_revision (tenant, \(Self.columns), removed_at)
      SELECT tenant, \(Self.columns), $3::bigint FROM widgetconfig.placed_widget
      WHERE tenant = $1 AND name = $2
      ON CONFLICT (tenant, name, revision) DO UPDATE SET removed_at = excluded.removed_at,
        widget = excluded.widget, definition_path = excluded.definition_path,
        intent = excluded.intent, family = excluded.family, draft = excluded.draft,
        definition = excluded.definition, updated_at = excluded.updated_at
      """, name, removedAt.map { String($0) })
  }

  func keepLatest(_ count: Int, of name: String) throws {
    try run(
      """
      DELETE FROM widgetconfig.widget_revision WHERE tenant = $1 AND name = $2 AND revision NOT IN (
        SELECT revision FROM widgetconfig.widget_revision WHERE tenant = $1 AND name = $2
        ORDER BY revision DESC LIMIT $3::bigint)
      """, name, String(count))
  }

  func delete(_ name: String) throws {
    try run("DELETE FROM widgetconfig.placed_widget WHERE tenant = $1 AND name = $2", name)
  }

  func rememberRemoved(_ revision: Int) throws {
    try run(
      """
      UPDATE widgetconfig.tenant SET greatest_removed = greatest(greatest_removed, $2::bigint)
      WHERE tenant = $1
      """, String(revision))
  }

  func rename(_ name: String, to other: String, revision: Int, earlierBy offset: Int) throws {
    try run(
      """
      UPDATE widgetconfig.widget_revision SET name = $3, revision = revision + $4::bigint
      WHERE tenant = $1 AND name = $2
      """, name, other, String(offset))
    try run(
      """
      UPDATE widgetconfig.placed_widget SET name = $3, revision = $4::bigint
      WHERE tenant = $1 AND name = $2
      """, name, other, String(revision))
  }

  func copy(_ name: String, to other: String, revision: Int, updatedAt: Int64) throws {
    try run(
      """
      INSERT INTO widgetconfig.placed_widget (tenant, \(Self.columns))
      SELECT tenant, $3, widget, definition_path, intent, family, draft, definition, $4::bigint,
        $5::bigint
      FROM widgetconfig.placed_widget WHERE tenant = $1 AND name = $2
      """, name, other, String(revision), String(updatedAt))
  }

  func bringBack(_ name: String, revision: Int, as present: Int, updatedAt: Int64) throws {
    try delete(name)
    try run(
      """
      INSERT INTO widgetconfig.placed_widget (tenant, \(Self.columns))
      SELECT tenant, name, widget, definition_path, intent, family, draft, definition, $4::bigint,
        $5::bigint
      FROM widgetconfig.widget_revision WHERE tenant = $1 AND name = $2 AND revision = $3::bigint
      """, name, String(revision), String(present), String(updatedAt))
  }

  func forgetRemoved(before moment: Int64) throws {
    try run(
      """
      WITH forgotten AS (
        DELETE FROM widgetconfig.change
        WHERE tenant = $1 AND made_at < now() - interval '\(Self.changeAge)')
      DELETE FROM widgetconfig.widget_revision old WHERE tenant = $1
        AND NOT EXISTS (SELECT FROM widgetconfig.placed_widget placed
          WHERE placed.tenant = $1 AND placed.name = old.name)
        AND NOT EXISTS (SELECT FROM widgetconfig.widget_revision removed
          WHERE removed.tenant = $1 AND removed.name = old.name AND removed.removed_at >= $2::bigint)
      """, String(moment))
  }

  func askReload(of name: String, at moment: Int64, forgettingBefore old: Int64) throws {
    try run(
      """
      INSERT INTO widgetconfig.reload_request (tenant, name, requested_at)
      VALUES ($1, $2, $3::bigint)
      """, name, String(moment))
    try run(
      "DELETE FROM widgetconfig.reload_request WHERE tenant = $1 AND requested_at < $2::bigint",
      String(old))
  }

  func note(_ change: StoreChange) throws {
    try run(
      "INSERT INTO widgetconfig.change (tenant, name, kind) VALUES ($1, $2, $3)", change.name,
      change.kind.rawValue)
  }
}

extension StoredRow {
  /// Reads a row of ten columns, as they are selected above.
  fileprivate init(_ row: [String?]) {
    self.init(
      name: row[0] ?? "?", widget: row[1], definitionPath: row[2], intent: row[3], family: row[4],
      draft: row[5], definition: row[6], revision: row[7].flatMap { Int($0) },
      updatedAt: row[8].flatMap { Int64($0) }, removedAt: row[9].flatMap { Int64($0) })
  }
}
