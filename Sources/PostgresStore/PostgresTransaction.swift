import StoreModel

/// The rows of a tenant within a transaction.
struct PostgresTransaction: StoreTransaction {
  let session: PostgresSession
  let tenant: String

  /// The columns of a state, of which copies are made.
  private static let columns = """
    name, widget, definition_path, intent, family, draft, definition, revision, updated_at,
    definition_hash
    """

  /// The beginning of a query for rows as ``StoredRow`` reads them; the table is `state`.
  private func selection(
    from table: String, removedAt: String = "NULL", isThin: Bool = false
  ) -> String {
    let texts =
      isThin ? "NULL, NULL" : "state.draft, coalesce(shared.body, state.definition)"
    let join =
      isThin
      ? ""
      : """
      LEFT JOIN widgetconfig.definition shared
        ON shared.tenant = state.tenant AND shared.hash = state.definition_hash
      """
    return """
      SELECT state.name, state.widget, state.definition_path, state.intent, state.family, \(texts),
        state.revision, state.updated_at, \(removedAt)
      FROM widgetconfig.\(table) state \(join) WHERE state.tenant = $1
      """
  }

  /// Runs a statement whose first value is the tenant.
  @discardableResult
  private func run(_ sql: String, _ values: String?...) throws -> [[String?]] {
    try session.run(sql, [tenant] + values)
  }

  private func number(_ sql: String, _ values: String?...) throws -> Int? {
    try session.run(sql, [tenant] + values).first?.first.flatMap { $0 }.flatMap { Int($0) }
  }

  /// Waits until no other program writes for the tenant.
  func lock() throws {
    let sql = "SELECT 1 FROM widgetconfig.tenant WHERE tenant = $1 FOR UPDATE"
    guard try run(sql).isEmpty else { return }
    try run("INSERT INTO widgetconfig.tenant (tenant) VALUES ($1) ON CONFLICT DO NOTHING")
    try run(sql)
  }

  func rows(_ query: RowQuery) throws -> [StoredRow] {
    var values: [String?] = []
    func bound(_ value: String?) -> String {
      values.append(value)
      return "$\(values.count + 1)"
    }
    var conditions = ""
    if let name = query.after {
      conditions += " AND state.name \(query.isBackward ? "<" : ">") \(bound(name))"
    }
    if let prefix = query.prefix {
      conditions += " AND state.name >= \(bound(prefix))"
      if let end = query.afterPrefix { conditions += " AND state.name < \(bound(end))" }
    }
    if let origin = query.origin {
      conditions += " AND state.intent = \(bound(origin.intent))"
      if let widget = origin.widget {
        conditions += """
           AND CASE WHEN state.definition_path IS NULL
            THEN coalesce(state.widget, state.name) = \(bound(widget.folder))
            ELSE state.definition_path = \(bound(widget.definitionPath))
              AND state.widget IS NOT DISTINCT FROM \(bound(widget.entry)) END
          """
      }
    }
    let sql = """
      \(selection(from: "placed_widget", isThin: query.isThin))\(conditions)
      ORDER BY state.name \(query.isBackward ? "DESC" : "ASC") LIMIT \(max(0, query.limit))
      """
    return try session.run(sql, [tenant] + values).map(StoredRow.init)
  }

  func rows(named names: [String]) throws -> [StoredRow] {
    guard names.count != 1 else { return try row(names[0]).map { [$0] } ?? [] }
    return try run(
      "\(selection(from: "placed_widget")) AND state.name = ANY ($2::text[])",
      PostgresDriver.array(names)
    ).map(StoredRow.init)
  }

  func row(_ name: String) throws -> StoredRow? {
    try run("\(selection(from: "placed_widget")) AND state.name = $2", name).first
      .map(StoredRow.init)
  }

  func definitions(of intent: String, limit: Int) throws -> [String] {
    try run(
      """
      SELECT body FROM widgetconfig.definition WHERE tenant = $1 AND hash IN (
        SELECT definition_hash FROM widgetconfig.placed_widget
        WHERE tenant = $1 AND intent = $2 LIMIT 100000)
      ORDER BY first_used DESC LIMIT $3::bigint
      """, intent, String(limit)
    ).compactMap { $0[0] }
  }

  func revision(of name: String) throws -> Int? {
    try number(
      "SELECT revision FROM widgetconfig.placed_widget WHERE tenant = $1 AND name = $2", name)
  }

  func earlierRows(of name: String) throws -> [StoredRow] {
    try run(
      """
      \(selection(from: "widget_revision", removedAt: "state.removed_at")) AND state.name = $2
      ORDER BY state.revision DESC
      """, name
    ).map(StoredRow.init)
  }

  func hasEarlierRows(of name: String) throws -> Bool {
    try !run(
      "SELECT 1 FROM widgetconfig.widget_revision WHERE tenant = $1 AND name = $2 LIMIT 1", name
    ).isEmpty
  }

  func removedNames(after name: String, limit: Int) throws -> [String] {
    try run(
      """
      SELECT name FROM widgetconfig.removed_widget WHERE tenant = $1 AND name > $2
      ORDER BY name LIMIT $3::bigint
      """, name, String(limit)
    ).compactMap { $0[0] }
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
    try share(row.definition)
    try run(
      """
      INSERT INTO widgetconfig.placed_widget (tenant, \(Self.columns))
      VALUES ($1, $2, $3, $4, $5, $6, $7, NULL, $8::bigint, $9::bigint,
        sha256(convert_to($10, 'UTF8')))
      ON CONFLICT (tenant, name) DO UPDATE SET (\(Self.columns)) = (
        excluded.name, excluded.widget, excluded.definition_path, excluded.intent, excluded.family,
        excluded.draft, excluded.definition, excluded.revision, excluded.updated_at,
        excluded.definition_hash)
      """,
      row.name, row.widget, row.definitionPath, row.intent, row.family, row.draft,
      row.revision.map { String($0) }, row.updatedAt.map { String($0) }, row.definition)
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
        definition = excluded.definition, definition_hash = excluded.definition_hash,
        updated_at = excluded.updated_at
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

  func listRemoved(_ name: String, at moment: Int64?) throws {
    guard let moment else {
      try run(
        "DELETE FROM widgetconfig.removed_widget WHERE tenant = $1 AND name = $2", name)
      return
    }
    try run(
      """
      INSERT INTO widgetconfig.removed_widget (tenant, name, removed_at)
      VALUES ($1, $2, $3::bigint)
      ON CONFLICT (tenant, name) DO UPDATE SET removed_at = excluded.removed_at
      """, name, String(moment))
  }

  func rememberRemoved(_ revision: Int) throws {
    try run(
      """
      UPDATE widgetconfig.tenant SET greatest_removed = greatest(greatest_removed, $2::bigint)
      WHERE tenant = $1
      """, String(revision))
  }

  func rename(
    _ name: String, to other: String, revision: Int, renumbering numbers: [Int: Int]
  ) throws {
    for (number, next) in numbers {
      try run(
        """
        UPDATE widgetconfig.widget_revision SET name = $3, revision = $5::bigint
        WHERE tenant = $1 AND name = $2 AND revision = $4::bigint
        """, name, other, String(number), String(next))
    }
    try run(
      "UPDATE widgetconfig.widget_revision SET name = $3 WHERE tenant = $1 AND name = $2",
      name, other)
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
        $5::bigint, definition_hash
      FROM widgetconfig.placed_widget WHERE tenant = $1 AND name = $2
      """, name, other, String(revision), String(updatedAt))
  }

  func bringBack(_ name: String, revision: Int, as present: Int, updatedAt: Int64) throws {
    try delete(name)
    try run(
      """
      INSERT INTO widgetconfig.placed_widget (tenant, \(Self.columns))
      SELECT tenant, name, widget, definition_path, intent, family, draft, definition, $4::bigint,
        $5::bigint, definition_hash
      FROM widgetconfig.widget_revision WHERE tenant = $1 AND name = $2 AND revision = $3::bigint
      """, name, String(revision), String(present), String(updatedAt))
  }

  func forgetRemoved(before moment: Int64) throws {
    try run(
      """
      WITH old AS (
        DELETE FROM widgetconfig.removed_widget WHERE tenant = $1 AND name IN (
          SELECT name FROM widgetconfig.removed_widget
          WHERE tenant = $1 AND removed_at < $2::bigint ORDER BY removed_at LIMIT 100)
        RETURNING name)
      DELETE FROM widgetconfig.widget_revision
      WHERE tenant = $1 AND name IN (SELECT name FROM old)
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

  private static let logged = """
    number, made_at, actor, action, name, new_name, state_before, state_after
    """

  func loggedChanges(after number: Int, limit: Int) throws -> [LoggedChange] {
    try run(
      """
      SELECT \(Self.logged) FROM widgetconfig.logged_change
      WHERE tenant = $1 AND number > $2::bigint ORDER BY number LIMIT $3::bigint
      """, String(number), String(limit)
    ).map(LoggedChange.init)
  }

  func loggedChanges(before number: Int, limit: Int) throws -> [LoggedChange] {
    try run(
      """
      SELECT \(Self.logged) FROM widgetconfig.logged_change
      WHERE tenant = $1 AND number < $2::bigint ORDER BY number DESC LIMIT $3::bigint
      """, String(number), String(limit)
    ).map(LoggedChange.init)
  }

  func loggedNumbers() throws -> (last: Int, earliest: Int?) {
    (
      try number("SELECT last_change FROM widgetconfig.tenant WHERE tenant = $1") ?? 0,
      try number("SELECT min(number) FROM widgetconfig.logged_change WHERE tenant = $1")
    )
  }

  func answer(to key: String, since moment: Int64) throws -> StoredAnswer? {
    try run(
      """
      SELECT mark, answer FROM widgetconfig.stored_answer
      WHERE tenant = $1 AND key = $2 AND made_at >= $3::bigint
      """, key, String(moment)
    ).first.map { StoredAnswer(key: key, mark: $0[0] ?? "", text: $0[1] ?? "") }
  }

  func position(of follower: String) throws -> Int? {
    try number(
      "SELECT number FROM widgetconfig.log_follower WHERE tenant = $1 AND name = $2", follower)
  }

  func log(_ change: LoggedChange, keeping count: Int, since old: Int64) throws {
    // The tenant's row is locked, so changes are numbered in the order of their commits.
    try run(
      """
      WITH next AS (
        UPDATE widgetconfig.tenant SET last_change = last_change + 1 WHERE tenant = $1
        RETURNING last_change),
      forgotten AS (
        DELETE FROM widgetconfig.logged_change WHERE tenant = $1
          AND (number <= (SELECT last_change FROM next) - $2::bigint OR made_at < $3::bigint))
      INSERT INTO widgetconfig.logged_change (tenant, \(Self.logged))
      SELECT $1, last_change, $4::bigint, $5, $6, $7, $8, $9, $10 FROM next
      """,
      String(count), String(old), String(change.moment), change.actor, change.action.rawValue,
      change.name, change.newName, change.before, change.after)
  }

  func keep(_ answer: StoredAnswer, at moment: Int64, forgettingBefore old: Int64) throws {
    try run(
      "DELETE FROM widgetconfig.stored_answer WHERE tenant = $1 AND made_at < $2::bigint",
      String(old))
    try run(
      """
      INSERT INTO widgetconfig.stored_answer (tenant, key, mark, made_at, answer)
      VALUES ($1, $2, $3, $4::bigint, $5)
      """, answer.key, answer.mark, String(moment), answer.text)
  }

  func setPosition(of follower: String, to number: Int) throws {
    try run(
      """
      INSERT INTO widgetconfig.log_follower (tenant, name, number) VALUES ($1, $2, $3::bigint)
      ON CONFLICT (tenant, name) DO UPDATE SET number = excluded.number
      """, follower, String(number))
  }
}

extension PostgresTransaction {
  func states(after name: String, revision: Int, limit: Int) throws -> [StoredRow] {
    try run(
      """
      \(selection(from: "widget_revision", removedAt: "state.removed_at"))
        AND (state.name, state.revision) > ($2, $3::bigint)
      ORDER BY state.name, state.revision LIMIT $4::bigint
      """, name, String(revision), String(limit)
    ).map(StoredRow.init)
  }

  func removals(after name: String, limit: Int) throws -> [RemovedName] {
    try run(
      """
      SELECT name, removed_at FROM widgetconfig.removed_widget WHERE tenant = $1 AND name > $2
      ORDER BY name LIMIT $3::bigint
      """, name, String(limit)
    ).map { RemovedName(name: $0[0] ?? "?", moment: $0[1].flatMap { Int64($0) } ?? 0) }
  }

  func forgetPosition(of follower: String) throws {
    try run("DELETE FROM widgetconfig.log_follower WHERE tenant = $1 AND name = $2", follower)
  }

  func put(state row: StoredRow) throws {
    try share(row.definition)
    try run(
      """
      INSERT INTO widgetconfig.widget_revision (tenant, \(Self.columns), removed_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, NULL, $8::bigint, $9::bigint,
        sha256(convert_to($10, 'UTF8')), $11::bigint)
      ON CONFLICT (tenant, name, revision) DO NOTHING
      """,
      row.name, row.widget, row.definitionPath, row.intent, row.family, row.draft,
      row.revision.map { String($0) }, row.updatedAt.map { String($0) }, row.definition,
      row.removedAt.map { String($0) })
  }

  /// Stores a definition unless the tenant has it.
  private func share(_ definition: String?) throws {
    guard let definition else { return }
    try run(
      """
      INSERT INTO widgetconfig.definition (tenant, hash, body)
      VALUES ($1, sha256(convert_to($2, 'UTF8')), $2) ON CONFLICT DO NOTHING
      """, definition)
  }

  func put(logged change: LoggedChange) throws {
    try run(
      """
      INSERT INTO widgetconfig.logged_change (tenant, \(Self.logged))
      VALUES ($1, $2::bigint, $3::bigint, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
      """, String(change.number), String(change.moment), change.actor, change.action.rawValue,
      change.name, change.newName, change.before, change.after)
  }

  func setLastChange(_ number: Int) throws {
    try run(
      """
      INSERT INTO widgetconfig.tenant (tenant, last_change) VALUES ($1, $2::bigint)
      ON CONFLICT (tenant) DO UPDATE SET last_change = excluded.last_change
      """, String(number))
  }

  func erase(_ name: String) throws -> Bool {
    var count = 0
    for table in ["placed_widget", "widget_revision", "removed_widget", "reload_request"] {
      count += try run(
        "DELETE FROM widgetconfig.\(table) WHERE tenant = $1 AND name = $2 RETURNING 1", name
      ).count
    }
    count += try run(
      """
      WITH RECURSIVE own (name, last) AS (
        SELECT $2::text COLLATE "C", \(Int64.max)
        UNION SELECT renamed.name, renamed.number FROM widgetconfig.logged_change renamed
          JOIN own ON renamed.new_name = own.name AND renamed.number <= own.last
          WHERE renamed.tenant = $1 AND renamed.action = 'rename')
      UPDATE widgetconfig.logged_change changed SET actor = '', name = '', new_name = NULL,
        state_before = NULL, state_after = NULL
      WHERE tenant = $1 AND EXISTS (SELECT FROM own WHERE changed.number <= own.last
        AND own.name IN (changed.name, changed.new_name)) RETURNING 1
      """, name
    ).count
    // Kept answers and timelines can be about any widget.
    for table in ["stored_answer", "timeline"] {
      try run("DELETE FROM widgetconfig.\(table) WHERE tenant = $1")
    }
    return count > 0
  }

  func replaceActor(_ actor: String, with pseudonym: String, limit: Int) throws -> Int {
    try run(
      """
      UPDATE widgetconfig.logged_change SET actor = $3 WHERE tenant = $1 AND number IN (
        SELECT number FROM widgetconfig.logged_change WHERE tenant = $1 AND actor = $2
        LIMIT $4::bigint)
      RETURNING 1
      """, actor, pseudonym, String(limit)
    ).count
  }
}

extension LoggedChange {
  /// Reads a row of the eight columns selected above.
  fileprivate init(_ row: [String?]) {
    self.init(
      number: row[0].flatMap { Int($0) } ?? 0, moment: row[1].flatMap { Int64($0) } ?? 0,
      actor: row[2] ?? "",
      // An unknown action of a newer program is read as a change.
      action: row[3].flatMap { Action(rawValue: $0) } ?? .change, name: row[4] ?? "?",
      newName: row[5], before: row[6], after: row[7])
  }
}

extension StoredRow {
  /// Reads a row of the ten columns selected above.
  fileprivate init(_ row: [String?]) {
    self.init(
      name: row[0] ?? "?", widget: row[1], definitionPath: row[2], intent: row[3], family: row[4],
      draft: row[5], definition: row[6], revision: row[7].flatMap { Int($0) },
      updatedAt: row[8].flatMap { Int64($0) }, removedAt: row[9].flatMap { Int64($0) })
  }
}
