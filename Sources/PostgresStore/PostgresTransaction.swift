import StoreModel

/// The rows of a tenant within a transaction.
struct PostgresTransaction: StoreTransaction {
  let session: PostgresSession
  let tenant: String
  /// Whether the transaction writes; if so, the rows of placed widgets that it reads are locked
  /// until it ends.
  var isWriting = false
  var retention = StoreRetention()
  /// The clock that decides which rows are old; nil to delete none.
  var purge: PurgeMemory?

  /// The definitions of the rows that the transaction has stored.
  private final class StoredTexts { var all: Set<String> = [] }
  private let stored = StoredTexts()

  /// The maximum number of widgets in a statement whose plan is kept.
  ///
  /// With more widgets, tables can grow so fast that the next statement needs a different plan.
  private static let maximumOfFrequent = 100

  /// The clause that locks the rows of placed widgets that are read.
  private var lock: String { isWriting ? " FOR UPDATE OF state" : "" }

  /// The columns of a state, for copying it.
  private static let columns = """
    name, widget, definition_path, intent, family, draft, revision, updated_at, definition_hash,
    folder
    """

  /// The SQL expression for the hash of a text.
  private static func hash(of text: String) -> String { "sha256(convert_to(\(text), 'UTF8'))" }

  /// The names in a list of columns.
  static func columnNames(_ columns: String) -> [String] {
    columns.split { ", \n".contains($0) }.map(String.init)
  }

  private static func columns(_ table: String) -> String {
    columnNames(columns).map { "\(table).\($0)" }.joined(separator: ", ")
  }

  /// The assignments that replace a stored state with the one to insert.
  private static let replacement = columnNames(columns)
    .filter { !["name", "revision"].contains($0) }.map { "\($0) = excluded.\($0)" }
    .joined(separator: ", ")

  /// The beginning of a query for rows in the form that ``StoredRow`` reads; the alias of the table
  /// is `state`.
  private func selection(
    from table: String, removedAt: String = "NULL", isThin: Bool = false
  ) -> String {
    // A subquery finds a definition by its key. With a join, a server without statistics about the
    // tables would read all definitions of the tenant for each state.
    let texts =
      isThin
      ? "NULL, NULL"
      : """
      state.draft, (SELECT body FROM widgetconfig.definition
        WHERE tenant = $1 AND hash = state.definition_hash)
      """
    return """
      SELECT state.name, state.widget, state.definition_path, state.intent, state.family, \(texts),
        state.revision, state.updated_at, \(removedAt), state.folder
      FROM widgetconfig.\(table) state WHERE state.tenant = $1
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

  func rows(_ query: RowQuery) throws -> [StoredRow] {
    var values = BoundValues(tenant)
    var conditions = ""
    if let name = query.after {
      conditions += " AND state.name \(query.isBackward ? "<" : ">") \(values.bound(name))"
    }
    if let prefix = query.prefix {
      conditions += " AND state.name >= \(values.bound(prefix))"
      if let end = query.afterPrefix { conditions += " AND state.name < \(values.bound(end))" }
    }
    let order = "\(query.isBackward ? "DESC" : "ASC") LIMIT \(max(0, query.limit))"
    let page = "\(selection(from: "placed_widget", isThin: query.isThin))\(conditions)"
    guard let origin = query.origin else {
      let sql = "\(page) ORDER BY state.name \(order)"
      return try session.run(sql, values.all).map(StoredRow.init)
    }
    // An origin without keys is not the origin of any placed widget.
    guard !origin.keys.isEmpty else { return [] }
    // Each part is a range of the index, in the order of the names.
    let parts = origin.keys.map { key in
      """
      (\(page) AND state.intent = \(values.bound(origin.intent))
        AND \(PostgresSchema.originPath) = \(values.bound(key.path))
        AND \(PostgresSchema.originWidget) = \(values.bound(key.widget))
      ORDER BY state.name \(order))
      """
    }
    let sql = "SELECT * FROM (\(parts.joined(separator: " UNION ALL "))) page ORDER BY 1 \(order)"
    return try session.run(sql, values.all).map(StoredRow.init)
  }

  func rows(ofIntent intent: String, limit: Int) throws -> [StoredRow] {
    let parts = ["=", ">"].map { sign in
      """
      (\(selection(from: "placed_widget")) AND state.intent = $2
        AND \(PostgresSchema.originPath) \(sign) ''
      ORDER BY \(PostgresSchema.originPath) LIMIT $3::bigint)
      """
    }
    return try run(parts.joined(separator: " UNION ALL "), intent, String(limit))
      .map(StoredRow.init)
  }

  /// Locks are acquired in the order of the names, so that two transactions never wait for each
  /// other.
  ///
  /// Each name is looked up by its key (`OFFSET 0` prevents a different plan). For a list of names,
  /// a server without statistics about the table would read all rows of the tenant, for example
  /// during a first import.
  func rows(named names: [String], _ reading: RowReading) throws -> [StoredRow] {
    let page = selection(from: "placed_widget", isThin: reading == .thin)
    let lock = reading == .unlocked ? self.lock + " SKIP LOCKED" : self.lock
    if let name = names.first, names.count == 1 {
      return try session.run(
        "\(page) AND state.name = $2\(lock)", [tenant, name], isFrequent: true
      ).map(StoredRow.init)
    }
    return try session.run(
      """
      SELECT found.* FROM (
        SELECT DISTINCT named COLLATE "C" AS name FROM unnest($2::text[]) named ORDER BY 1) wanted
      CROSS JOIN LATERAL (\(page) AND state.name = wanted.name\(lock) OFFSET 0) found
      """, [tenant, PostgresDriver.array(names)], isFrequent: names.count <= Self.maximumOfFrequent
    ).map(StoredRow.init)
  }

  func definitions(of intent: String, limit: Int) throws -> [String] {
    try run(
      """
      SELECT body FROM widgetconfig.definition WHERE tenant = $1 AND hash IN (
        SELECT definition_hash FROM widgetconfig.placed_widget
        WHERE tenant = $1 AND intent = $2 LIMIT \(StoredRow.maximumExamined))
      ORDER BY first_used DESC LIMIT $3::bigint
      """, intent, String(limit)
    ).compactMap { $0[0] }
  }

  func states(_ query: StateQuery) throws -> [StoredRow] {
    let page = selection(from: "widget_revision", removedAt: "state.removed_at")
    switch query {
    case .of(let name, let limit):
      return try run(
        "\(page) AND state.name = $2 ORDER BY state.revision DESC LIMIT $3::bigint",
        name, String(limit)
      ).map(StoredRow.init)
    case .after(let name, let revision, let limit):
      return try run(
        """
        \(page) AND (state.name, state.revision) > ($2, $3::bigint)
        ORDER BY state.name, state.revision LIMIT $4::bigint
        """, name, String(revision), String(limit)
      ).map(StoredRow.init)
    }
  }

  /// The given columns of the rows that are selected by their names.
  private func rows(
    _ columns: String, of table: String, _ query: NameQuery
  ) throws -> [[String?]] {
    let (sign, name) = query.name.map { ("=", $0) } ?? (">", query.after)
    return try run(
      """
      SELECT \(columns) FROM widgetconfig.\(table) WHERE tenant = $1 AND name \(sign) $2
      ORDER BY name LIMIT $3::bigint
      """, name, String(query.limit))
  }

  func removals(_ query: NameQuery) throws -> [RemovedName] {
    try rows("name, removed_at", of: "removed_widget", query).map(RemovedName.init)
  }

  func formerNames(_ query: NameQuery) throws -> [FormerName] {
    try rows("name, revision, renamed_at", of: "former_name", query).map(FormerName.init)
  }

  func notes(_ query: NameQuery) throws -> [StoreNote] {
    try rows("name, body", of: "note", query).map {
      StoreNote($0[0] ?? StoredRow.unreadableName, $0[1] ?? "")
    }
  }

  /// A missing note is stored with an empty text, because only an existing row can be locked.
  func lockedNote(_ name: String) throws -> String? {
    try run(
      """
      INSERT INTO widgetconfig.note (tenant, name, body) VALUES ($1, $2, '')
      ON CONFLICT (tenant, name) DO UPDATE SET body = note.body RETURNING body
      """, name
    ).first?[0]
  }

  func formerRevisions(of names: [String]) throws -> [String: Int] {
    let rows = try run(
      """
      SELECT asked.name, greatest(
        (SELECT greatest_removed FROM widgetconfig.tenant WHERE tenant = $1),
        (SELECT revision FROM widgetconfig.former_name former
          WHERE former.tenant = $1 AND former.name = asked.name),
        (SELECT max(revision) FROM widgetconfig.widget_revision state
          WHERE state.tenant = $1 AND state.name = asked.name))
      FROM unnest($2::text[]) AS asked (name)
      """, PostgresDriver.array(names))
    return Dictionary(
      rows.map { ($0[0] ?? StoredRow.unreadableName, $0[1].flatMap { Int($0) } ?? 0) },
      uniquingKeysWith: max)
  }

  /// Checks that new widgets have greater revisions than all earlier widgets with their names,
  /// including those that another transaction has removed in the meantime.
  private func confirmNew(_ names: [String]) throws {
    guard !names.isEmpty else { return }
    // This statement sees commits that happened while the rows with the names were being stored. It
    // queries each name separately, because for a thousand names at once, the server would read all
    // widgets of the tenant.
    let rows = try run(
      """
      SELECT 1 FROM unnest($2::text[]) AS made (name)
      WHERE (SELECT revision FROM widgetconfig.placed_widget placed
          WHERE placed.tenant = $1 AND placed.name = made.name) <= greatest(
        (SELECT revision FROM widgetconfig.former_name former
          WHERE former.tenant = $1 AND former.name = made.name),
        (SELECT max(revision) FROM widgetconfig.widget_revision state
          WHERE state.tenant = $1 AND state.name = made.name))
      LIMIT 1
      """, PostgresDriver.array(names))
    guard rows.isEmpty else { throw PostgresFailure.overtaken }
  }

  func save(_ saves: [RowSave], keeping count: Int) throws {
    try noteClock(saves.map(\.change))
    let hashes = try share(saves.filter { !$0.keepsDefinition }.compactMap(\.row.definition))
    func run(_ sql: String, for saves: [RowSave], _ others: [String]) throws {
      guard !saves.isEmpty else { return }
      try session.run(
        sql, [tenant] + Self.columns(of: saves, hashes) + others,
        isFrequent: saves.count <= Self.maximumOfFrequent)
    }
    let new = saves.filter { $0.former == nil }
    try run(Self.placing, for: new, [])
    try confirmNew(new.map(\.row.name))
    let changed = saves.filter { $0.former != nil }
    let own = [
      changed.map { String($0.former?.revision ?? 0) }, changed.map { String($0.isKept) },
      changed.map { String($0.keepsDefinition) }, changed.map(\.change.before),
    ]
    let last = [String(max(0, count - 1))]
    try run(Self.changing, for: changed, own.map(PostgresDriver.array) + last)
  }

  /// The values of the columns in ``given``, for the widgets to save.
  private static func columns(of saves: [RowSave], _ hashes: [String: String]) -> [String] {
    given.map { column in PostgresDriver.array(saves.map { column.value($0, hashes) }) }
  }

  private typealias Value = @Sendable (RowSave, [String: String]) -> String?

  /// The columns of widgets to save, with their types and their values; the values begin at `$2`.
  private static let given: [(name: String, type: String, value: Value)] = [
    ("name", "text", { save, _ in save.row.name }),
    ("widget", "text", { save, _ in save.row.widget }),
    ("definition_path", "text", { save, _ in save.row.definitionPath }),
    ("intent", "text", { save, _ in save.row.intent }),
    ("family", "text", { save, _ in save.row.family }),
    ("draft", "text", { save, _ in save.row.draft }),
    ("revision", "bigint", { save, _ in save.row.revision.map { String($0) } }),
    ("updated_at", "bigint", { save, _ in save.row.updatedAt.map { String($0) } }),
    ("hash", "text", { save, hashes in save.row.definition.flatMap { hashes[$0] } }),
    ("actor", "text", { save, _ in save.change.actor }),
    ("action", "text", { save, _ in save.change.action.rawValue }),
    ("state_after", "text", { save, _ in save.change.after }),
    ("folder", "text", { save, _ in save.row.folder }),
  ]
  private static let givenNames = given.map { $0.name }.joined(separator: ", ")
  private static let givenTypes = given.enumerated()
    .map { "$\($0.offset + 2)::\($0.element.type)[]" }.joined(separator: ", ")

  /// The statement that places widgets; it fails if a name is not free.
  private static let placing = """
    WITH given AS (
      SELECT * FROM unnest(\(givenTypes)) WITH ORDINALITY AS given (\(givenNames), place)),
    placed AS (
      INSERT INTO widgetconfig.placed_widget (tenant, \(columns))
      SELECT $1, name, widget, definition_path, intent, family, draft, revision, updated_at,
        decode(hash, 'hex'), folder
      FROM given),
    unlisted AS (
      DELETE FROM widgetconfig.removed_widget WHERE ctid = ANY (ARRAY(
        SELECT listed.ctid FROM given CROSS JOIN LATERAL (
          SELECT removed.ctid FROM widgetconfig.removed_widget removed
          WHERE removed.tenant = $1 AND removed.name = given.name OFFSET 0) listed)))
    INSERT INTO widgetconfig.unnumbered_change (tenant, made_at, actor, action, name, state_after)
    SELECT $1, updated_at, actor, action, name, state_after FROM given ORDER BY place
    """

  /// The statement that changes widgets and keeps their former states; it fails if a widget is not
  /// in the expected state, or if another transaction is changing it.
  ///
  /// Each name is looked up by its key, as in ``rows(named:)``. The rows are locked, so their
  /// positions (`ctid`) do not change.
  private static let changing = """
    WITH given AS (
      SELECT * FROM unnest(\(givenTypes), $15::bigint[], $16::boolean[], $17::boolean[], $18::text[])
        WITH ORDINALITY AS given (\(givenNames), former, is_kept, keeps_definition, state_before,
        place)),
    found AS (
      SELECT given.*, present.* FROM given CROSS JOIN LATERAL (
        SELECT placed.ctid AS spot, placed AS state FROM widgetconfig.placed_widget placed
        WHERE placed.tenant = $1 AND placed.name = given.name AND placed.revision = given.former
        FOR UPDATE SKIP LOCKED OFFSET 0) present),
    kept AS (
      INSERT INTO widgetconfig.widget_revision (tenant, \(columns))
      SELECT $1, \(columns("(state)")) FROM found WHERE is_kept
      ON CONFLICT (tenant, name, revision) DO UPDATE SET \(replacement)),
    trimmed AS (
      DELETE FROM widgetconfig.widget_revision WHERE ctid = ANY (ARRAY(
        SELECT old.ctid FROM given CROSS JOIN LATERAL (
          SELECT state.ctid FROM widgetconfig.widget_revision state
          WHERE state.tenant = $1 AND state.name = given.name
          ORDER BY state.revision DESC OFFSET $19::bigint) old
        WHERE given.is_kept))),
    changed AS (
      UPDATE widgetconfig.placed_widget placed SET widget = found.widget,
        definition_path = found.definition_path, intent = found.intent, family = found.family,
        draft = found.draft, revision = found.revision, updated_at = found.updated_at,
        folder = found.folder,
        definition_hash = CASE WHEN found.keeps_definition THEN placed.definition_hash
          ELSE decode(found.hash, 'hex') END
      FROM found WHERE placed.ctid = found.spot RETURNING placed.name),
    logged AS (
      INSERT INTO widgetconfig.unnumbered_change (tenant, made_at, actor, action, name, state_before,
        state_after)
      SELECT $1, updated_at, actor, action, name, state_before, state_after FROM given
      ORDER BY place)
    SELECT widgetconfig.require(count(*) = cardinality($2::text[])) FROM changed
    """

  func move(_ move: RowMove) throws {
    switch move {
    case .keep(let name, let removedAt):
      try run(
        """
        INSERT INTO widgetconfig.widget_revision (tenant, \(Self.columns), removed_at)
        SELECT tenant, \(Self.columns), $3::bigint FROM widgetconfig.placed_widget
        WHERE tenant = $1 AND name = $2
        ON CONFLICT (tenant, name, revision) DO UPDATE SET removed_at = excluded.removed_at,
          \(Self.replacement)
        """, name, removedAt.map { String($0) })
    case .rename(let name, let other, let revision, let numbers):
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
      try confirmNew([other])
    case .copy(let name, let other, let revision, let updatedAt):
      try run(
        """
        INSERT INTO widgetconfig.placed_widget (tenant, \(Self.columns))
        SELECT tenant, $3, widget, definition_path, intent, family, draft, $4::bigint, $5::bigint,
          definition_hash, folder
        FROM widgetconfig.placed_widget WHERE tenant = $1 AND name = $2
        """, name, other, String(revision), String(updatedAt))
      try confirmNew([other])
    case .bringBack(let name, let revision, let present, let updatedAt):
      try delete(.placed(name))
      try run(
        """
        INSERT INTO widgetconfig.placed_widget (tenant, \(Self.columns))
        SELECT tenant, name, widget, definition_path, intent, family, draft, $4::bigint, $5::bigint,
          definition_hash, folder
        FROM widgetconfig.widget_revision WHERE tenant = $1 AND name = $2 AND revision = $3::bigint
        """, name, String(revision), String(present), String(updatedAt))
      try confirmNew([name])
    }
  }

  /// The placeholders for the tenant and for the values of ``columns``.
  private static let places = """
    $1, $2, $3, $4, $5, $6, $7, $8::bigint, $9::bigint, \(hash(of: "$10")), $11
    """

  /// The values of ``columns``, with the definition instead of its hash.
  private static func values(of row: StoredRow) -> [String?] {
    [
      row.name, row.widget, row.definitionPath, row.intent, row.family, row.draft,
      row.revision.map { String($0) }, row.updatedAt.map { String($0) }, row.definition,
      row.folder,
    ]
  }

  func put(_ record: StoreRecord) throws {
    switch record {
    case .placed(let row):
      try shareOnce(row.definition)
      try session.run(
        """
        INSERT INTO widgetconfig.placed_widget (tenant, \(Self.columns))
        VALUES (\(Self.places))
        ON CONFLICT (tenant, name) DO UPDATE SET revision = excluded.revision, \(Self.replacement)
        """, [tenant] + Self.values(of: row))
    case .state(let row):
      try shareOnce(row.definition)
      try session.run(
        """
        INSERT INTO widgetconfig.widget_revision (tenant, \(Self.columns), removed_at)
        VALUES (\(Self.places), $12::bigint)
        ON CONFLICT (tenant, name, revision) DO NOTHING
        """, [tenant] + Self.values(of: row) + [row.removedAt.map { String($0) }])
    case .removed(let removed):
      try run(
        """
        INSERT INTO widgetconfig.removed_widget (tenant, name, removed_at)
        VALUES ($1, $2, $3::bigint)
        ON CONFLICT (tenant, name) DO UPDATE SET removed_at = excluded.removed_at
        """, removed.name, String(removed.moment))
    case .former(let former):
      try run(
        """
        INSERT INTO widgetconfig.former_name (tenant, name, revision, renamed_at)
        VALUES ($1, $2, $3::bigint, $4::bigint)
        ON CONFLICT (tenant, name) DO UPDATE SET renamed_at = excluded.renamed_at,
          revision = greatest(former_name.revision, excluded.revision)
        """, former.name, String(former.revision), String(former.moment))
    case .forgotten(let revision):
      try run(
        """
        INSERT INTO widgetconfig.tenant (tenant, greatest_removed) VALUES ($1, $2::bigint)
        ON CONFLICT (tenant) DO UPDATE
        SET greatest_removed = greatest(tenant.greatest_removed, excluded.greatest_removed)
        """, String(revision))
    case .change(let change):
      try run(
        """
        INSERT INTO widgetconfig.logged_change (tenant, \(Self.logged))
        VALUES ($1, $2::bigint, $3::bigint, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
        """, String(change.number), String(change.moment), change.actor, change.action.rawValue,
        change.name, change.newName, change.before, change.after)
    case .newChanges(let changes): try logUnnumbered(changes)
    case .lastChange(let number):
      try run(
        """
        INSERT INTO widgetconfig.tenant (tenant, last_change) VALUES ($1, $2::bigint)
        ON CONFLICT (tenant) DO UPDATE SET last_change = excluded.last_change
        """, String(number))
    case .epoch(let epoch):
      try run(
        """
        INSERT INTO widgetconfig.tenant_epoch (mark, epoch) VALUES (\(Self.hash(of: "$1")), $2)
        ON CONFLICT (mark) DO UPDATE SET epoch = excluded.epoch
        """, epoch)
    case .note(let note):
      try run(
        """
        INSERT INTO widgetconfig.note (tenant, name, body) VALUES ($1, $2, $3)
        ON CONFLICT (tenant, name) DO UPDATE SET body = excluded.body
        """, note.name, note.text)
    case .response(let response):
      try run(
        "UPDATE widgetconfig.stored_answer SET answer = $3 WHERE tenant = $1 AND key = $2",
        response.request.key, response.text)
    case .delivery(let delivery): try put(delivery)
    case .devices(let devices): try put(devices)
    case .widgets(let widgets): try put(widgets)
    }
  }

  /// Deletes the rows with a name.
  ///
  /// - Returns: The number of deleted rows.
  @discardableResult
  private func deleteNamed(_ name: String, of table: String) throws -> Int {
    try run(
      "DELETE FROM widgetconfig.\(table) WHERE tenant = $1 AND name = $2 RETURNING 1", name
    ).count
  }

  func delete(_ records: StoreRecords) throws {
    switch records {
    case .placed(let name): try deleteNamed(name, of: "placed_widget")
    case .states(let name, let count):
      try run(
        """
        DELETE FROM widgetconfig.widget_revision WHERE tenant = $1 AND name = $2
          AND revision NOT IN (
            SELECT revision FROM widgetconfig.widget_revision WHERE tenant = $1 AND name = $2
            ORDER BY revision DESC LIMIT $3::bigint)
        """, name, String(count))
    case .removed(let name): try deleteNamed(name, of: "removed_widget")
    case .former(let name): try deleteNamed(name, of: "former_name")
    case .note(let name): try deleteNamed(name, of: "note")
    case .changes(let number):
      try run(
        "DELETE FROM widgetconfig.logged_change WHERE tenant = $1 AND number <= $2::bigint",
        String(number))
    case .devices(let ids): _ = try removeDevices(ids)
    }
  }

  func purgeMoment(at moment: Int64) throws -> Int64 {
    try purge?.moment(at: moment) { try session.notedPurgeClock() } ?? 0
  }

  func forget(_ records: OldRecords, limit: Int) throws -> Int {
    switch records {
    case .removed(let moment): try forgetRemoved(before: moment, limit: limit)
    case .devices(let moment): try forgetDevices(before: moment, limit: limit)
    case .definitions: try forgetDefinitions(limit: limit)
    }
  }

  private func forgetRemoved(before moment: Int64, limit: Int) throws -> Int {
    // Does not wait for rows that another transaction is deleting.
    let names = try run(
      """
      DELETE FROM widgetconfig.removed_widget WHERE tenant = $1 AND name IN (
        SELECT name FROM widgetconfig.removed_widget
        WHERE tenant = $1 AND removed_at < $2::bigint
        ORDER BY removed_at LIMIT $3::bigint FOR UPDATE SKIP LOCKED)
      RETURNING name
      """, String(moment), String(limit)
    ).map { $0[0] }
    var revisions = try run(
      """
      DELETE FROM widgetconfig.former_name WHERE tenant = $1 AND name IN (
        SELECT name FROM widgetconfig.former_name
        WHERE tenant = $1 AND renamed_at < $2::bigint
        ORDER BY renamed_at LIMIT $3::bigint FOR UPDATE SKIP LOCKED)
      RETURNING revision
      """, String(moment), String(limit))
    let count = names.count + revisions.count
    if !names.isEmpty {
      // A second statement gets a new snapshot, which includes widgets that were placed again in
      // the meantime.
      revisions += try run(
        """
        DELETE FROM widgetconfig.widget_revision WHERE tenant = $1 AND name = ANY ($2::text[])
          AND NOT EXISTS (SELECT FROM widgetconfig.placed_widget placed
            WHERE placed.tenant = $1 AND placed.name = widget_revision.name)
        RETURNING revision
        """, PostgresDriver.array(names))
    }
    if let greatest = revisions.compactMap({ $0[0].flatMap { Int($0) } }).max() {
      try put(.forgotten(revision: greatest))
    }
    return count
  }

  func askReload(
    of names: [String], reason: String?, at moment: Int64, forgettingBefore old: Int64
  ) throws -> Int {
    // With a join, the server would read all placed widgets in order to list a few.
    try number(
      """
      WITH forgotten AS (
        DELETE FROM widgetconfig.reload_request WHERE tenant = $1 AND number = ANY (ARRAY(
          SELECT number FROM widgetconfig.reload_request
          WHERE tenant = $1 AND requested_at < $4::bigint ORDER BY requested_at
          LIMIT \(StoreRetention.trimmedReloads(for: names.count)) FOR UPDATE SKIP LOCKED))),
      made AS (
        INSERT INTO widgetconfig.reload_request (tenant, name, requested_at, reason)
        SELECT $1, asked.name, $3::bigint, $5::text
        FROM unnest($2::text[]) WITH ORDINALITY AS asked (name, place)
        WHERE (SELECT placed.name FROM widgetconfig.placed_widget placed
          WHERE placed.tenant = $1 AND placed.name = asked.name LIMIT 1) IS NOT NULL
        ORDER BY asked.place RETURNING 1)
      SELECT count(*) FROM made
      """, PostgresDriver.array(names), String(moment), String(old), reason) ?? 0
  }

  private static let logged = """
    number, made_at, actor, action, name, new_name, state_before, state_after
    """

  /// The given columns of the rows that are selected by their numbers and meet a condition.
  private func rows(
    _ columns: String, of table: String, _ page: NumberPage, where condition: String = "true",
    _ values: [String] = []
  ) throws -> [[String?]] {
    let (sign, number, order, limit) =
      switch page {
      case .after(let number, let limit): (">", number, "ASC", limit)
      case .before(let number, let limit): ("<", number, "DESC", limit)
      }
    return try session.run(
      """
      SELECT \(columns) FROM widgetconfig.\(table)
      WHERE tenant = $1 AND number \(sign) $2::bigint AND \(condition)
      ORDER BY number \(order) LIMIT $3::bigint
      """, [tenant, String(number), String(limit)] + values)
  }

  func changes(_ page: NumberPage) throws -> [LoggedChange] {
    try rows(Self.logged, of: "logged_change", page).map(LoggedChange.init)
  }

  func reloads(of name: String, _ page: NumberPage) throws -> [ReloadRequest] {
    try rows("number, reason", of: "reload_request", page, where: "name = $4", [name]).map {
      ReloadRequest(number: $0[0].flatMap { Int($0) } ?? 0, reason: $0[1])
    }
  }

  func logHead() throws -> (epoch: String, last: Int) {
    let row = try run(
      """
      SELECT CASE WHEN own.epoch IS NULL THEN log.epoch ELSE left(md5(log.epoch || own.epoch), 8) END,
        (SELECT last_change FROM widgetconfig.tenant WHERE tenant = $1)
      FROM widgetconfig.log_epoch log LEFT JOIN widgetconfig.tenant_epoch own
        ON own.mark = \(Self.hash(of: "$1"))
      """
    ).first
    return (row?[0] ?? "", row?[1].flatMap { Int($0) } ?? 0)
  }

  private func response(to key: String, since moment: Int64) throws -> StoredResponse? {
    try run(
      """
      SELECT mark, answer FROM widgetconfig.stored_answer
      WHERE tenant = $1 AND key = $2 AND made_at >= $3::bigint
      """, key, String(moment)
    ).first.map {
      StoredResponse(to: StoreRequest(key: key, mark: $0[0] ?? ""), $0[1] ?? "")
    }
  }

  /// Reads the clock that decides which changes are dropped from the log when new ones are
  /// numbered.
  private func noteClock(_ changes: [LoggedChange]) throws {
    guard let latest = changes.map(\.moment).max() else { return }
    _ = try purgeMoment(at: latest)
  }

  /// Logs changes without numbers; they are numbered later, in the order in which they are stored.
  private func logUnnumbered(_ changes: [LoggedChange]) throws {
    try noteClock(changes)
    func column(_ value: (LoggedChange) -> String?) -> String {
      PostgresDriver.array(changes.map(value))
    }
    try run(
      """
      INSERT INTO widgetconfig.unnumbered_change (tenant, made_at, actor, action, name, new_name,
        state_before, state_after)
      SELECT $1::text, made_at, actor, action, name, new_name, state_before, state_after
      FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
        $8::text[]) WITH ORDINALITY AS logged (made_at, actor, action, name, new_name,
        state_before, state_after, place)
      ORDER BY place
      """, column { String($0.moment) }, column(\.actor), column(\.action.rawValue),
      column(\.name), column(\.newName), column(\.before), column(\.after))
  }

  func claim(_ request: StoreRequest, at moment: Int64, since old: Int64) throws -> StoredResponse?
  {
    // Waits for another transaction that inserts the same key.
    let made = try run(
      """
      INSERT INTO widgetconfig.stored_answer (tenant, key, mark, made_at, answer)
      VALUES ($1, $2, $3, $4::bigint, '')
      ON CONFLICT (tenant, key) DO UPDATE SET mark = excluded.mark, made_at = excluded.made_at,
        answer = '' WHERE stored_answer.made_at < $5::bigint
      RETURNING 1
      """, request.key, request.mark, String(moment), String(old))
    return made.isEmpty ? try response(to: request.key, since: old) : nil
  }
}

extension PostgresTransaction {
  private func forgetDefinitions(limit: Int) throws -> Int {
    // A copy stores a definition before any row refers to it.
    guard try note(StoreCopy.progress) == nil else { return 0 }
    let unused = """
      NOT EXISTS (SELECT FROM widgetconfig.placed_widget placed
        WHERE placed.tenant = $1 AND placed.definition_hash = definition.hash)
      AND NOT EXISTS (SELECT FROM widgetconfig.widget_revision state
        WHERE state.tenant = $1 AND state.definition_hash = definition.hash)
      """
    let found = try run(
      """
      SELECT encode(hash, 'hex') FROM widgetconfig.definition WHERE tenant = $1 AND \(unused)
      LIMIT $2::bigint
      """, String(limit)
    ).map { $0[0] }
    guard !found.isEmpty else { return 0 }
    let named =
      "tenant = $1 AND hash IN (SELECT decode(found, 'hex') FROM unnest($2::text[]) found)"
    // A definition that a save refers to is locked by that save, so it is skipped here. A later
    // save waits for this transaction, and then stores the definition again.
    let locked = try run(
      """
      SELECT encode(hash, 'hex') FROM widgetconfig.definition WHERE \(named)
      FOR UPDATE SKIP LOCKED
      """, PostgresDriver.array(found)
    ).map { $0[0] }
    // A second statement gets a new snapshot, which includes rows that were saved before the lock.
    return try run(
      "DELETE FROM widgetconfig.definition WHERE \(named) AND \(unused) RETURNING 1",
      PostgresDriver.array(locked)
    ).count
  }

  /// Stores the definition of a row that is to be stored next, unless the transaction has already
  /// stored it.
  ///
  /// A stored definition is kept at least until the end of the transaction.
  private func shareOnce(_ definition: String?) throws {
    guard let definition, stored.all.insert(definition).inserted else { return }
    try share([definition])
  }

  /// Stores those definitions that the tenant does not have yet.
  ///
  /// - Returns: The hash of each definition, in hexadecimal digits.
  @discardableResult
  private func share(_ definitions: [String]) throws -> [String: String] {
    guard !definitions.isEmpty else { return [:] }
    let texts = Array(Set(definitions))
    let rows = try run(
      """
      WITH given AS (
        SELECT place, body, \(Self.hash(of: "body")) AS hash
        FROM unnest($2::text[]) WITH ORDINALITY AS given (body, place)),
      made AS (
        INSERT INTO widgetconfig.definition (tenant, hash, body)
        SELECT $1, hash, body FROM given WHERE NOT EXISTS (
          SELECT FROM widgetconfig.definition known
          WHERE known.tenant = $1 AND known.hash = given.hash)
        ORDER BY hash ON CONFLICT DO NOTHING)
      SELECT encode(hash, 'hex') FROM given ORDER BY place
      """, PostgresDriver.array(texts))
    return Dictionary(
      zip(texts, rows).compactMap { text, row in row[0].map { (text, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  func erase(_ data: ErasedData) throws -> Int {
    switch data {
    case .widget(let name): try eraseWidget(name)
    case .actor(let actor, let pseudonym, let limit):
      try replaceActor(actor, with: pseudonym, limit: limit)
    }
  }

  private func eraseWidget(_ name: String) throws -> Int {
    var count = 0
    // This locks the row. Changes that were saved before the lock get a number before the log is
    // erased.
    let present = try revision(of: name) ?? 0
    // Only the changes that exist now are numbered, so that callers who keep saving other widgets
    // do not delay this.
    let waiting = "FROM widgetconfig.unnumbered_change WHERE tenant = $1"
    if let last = try run("SELECT max(id) \(waiting)").first?[0] {
      let left = "SELECT 1 \(waiting) AND id <= $2::bigint LIMIT 1"
      while try !run(left, last).isEmpty { try PostgresDriver.number(in: session, of: tenant) }
    }
    // A later widget with this name must not reuse any of its numbers.
    let greatest = max(present, try formerRevisions(of: [name])[name] ?? 0)
    if greatest > 0 { try put(.forgotten(revision: greatest)) }
    for table in [
      "placed_widget", "widget_revision", "removed_widget", "reload_request", "former_name",
    ] { count += try deleteNamed(name, of: table) }
    let own = """
      WITH RECURSIVE own (name, last) AS (
        SELECT $2::text COLLATE "C", \(Int64.max)
        UNION SELECT renamed.name, renamed.number FROM widgetconfig.logged_change renamed
          JOIN own ON renamed.new_name = own.name AND renamed.number <= own.last
          WHERE renamed.tenant = $1 AND renamed.action = '\(LoggedChange.Action.rename.rawValue)')
      """
    let earlier = try run(
      """
      \(own)
      DELETE FROM widgetconfig.former_name WHERE tenant = $1 AND name IN (SELECT name FROM own)
      RETURNING revision
      """, name
    ).map { $0[0].flatMap { Int($0) } ?? 0 }
    count += earlier.count
    if let latest = earlier.max() { try put(.forgotten(revision: latest)) }
    count += try run(
      """
      \(own)
      UPDATE widgetconfig.logged_change changed SET actor = '', name = '', new_name = NULL,
        state_before = NULL, state_after = NULL
      WHERE tenant = $1 AND EXISTS (SELECT FROM own WHERE changed.number <= own.last
        AND own.name IN (changed.name, changed.new_name)) RETURNING 1
      """, name
    ).count
    count += try run(
      "DELETE FROM widgetconfig.device_widget WHERE tenant = $1 AND placed = $2 RETURNING 1", name
    ).count
    // Stored responses and timelines can contain any widget, so all of them are removed.
    for table in ["stored_answer", "timeline"] {
      try run("DELETE FROM widgetconfig.\(table) WHERE tenant = $1")
    }
    return count
  }

  private func replaceActor(_ actor: String, with pseudonym: String, limit: Int) throws -> Int {
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

/// The values of a statement, of which the first is the tenant.
struct BoundValues {
  private(set) var all: [String?]

  init(_ tenant: String) { all = [tenant] }

  /// Adds a value; returns its placeholder in the statement.
  mutating func bound(_ value: String?) -> String {
    all.append(value)
    return "$\(all.count)"
  }
}

extension RemovedName {
  /// Reads a row with a name and a time.
  fileprivate init(_ row: [String?]) {
    self.init(name: row[0] ?? StoredRow.unreadableName, moment: row[1].flatMap { Int64($0) } ?? 0)
  }
}

extension FormerName {
  /// Reads a row with a name, a revision and a time.
  fileprivate init(_ row: [String?]) {
    self.init(
      name: row[0] ?? StoredRow.unreadableName, revision: row[1].flatMap { Int($0) } ?? 0,
      moment: row[2].flatMap { Int64($0) } ?? 0)
  }
}

extension LoggedChange {
  /// Reads a row of the columns selected above.
  fileprivate init(_ row: [String?]) {
    self.init(
      number: row[0].flatMap { Int($0) } ?? 0, moment: row[1].flatMap { Int64($0) } ?? 0,
      actor: row[2] ?? "",
      // An action that this program does not know, from a newer program, is read as a change.
      action: row[3].flatMap { Action(rawValue: $0) } ?? .change,
      name: row[4] ?? StoredRow.unreadableName,
      newName: row[5], before: row[6], after: row[7])
  }
}

extension StoredRow {
  /// Reads a row of the columns selected above.
  fileprivate init(_ row: [String?]) {
    self.init(
      name: row[0] ?? StoredRow.unreadableName, widget: row[1], definitionPath: row[2],
      folder: row[10],
      intent: row[3], family: row[4], draft: row[5], definition: row[6],
      revision: row[7].flatMap { Int($0) },
      updatedAt: row[8].flatMap { Int64($0) }, removedAt: row[9].flatMap { Int64($0) })
  }
}
