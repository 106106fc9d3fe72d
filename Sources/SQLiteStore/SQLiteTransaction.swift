import GRDB
import StoreModel

/// The rows of a store's file within a transaction.
///
/// Statements name their columns, and values are read by position and type, so missing data in a
/// damaged file is an error.
struct SQLiteTransaction: StoreTransaction {
  let database: Database
  var retention = StoreRetention()

  private typealias Value = @Sendable (StoredRow, Int64?) -> (any DatabaseValueConvertible)?

  /// The columns of a state that are copied.
  ///
  /// Each has a function that returns its value from a row and the number of the row's definition.
  private static let stored: [(column: String, value: Value)] = [
    ("name", { row, _ in row.name }), ("widget", { row, _ in row.widget }),
    ("definitionPath", { row, _ in row.definitionPath }), ("intent", { row, _ in row.intent }),
    ("family", { row, _ in row.family }), ("draft", { row, _ in row.draft }),
    ("revision", { row, _ in row.revision }), ("updatedAt", { row, _ in row.updatedAt }),
    ("definitionNumber", { _, definition in definition }), ("folder", { row, _ in row.folder }),
  ]
  private static let columns = stored.map { $0.column }.joined(separator: ", ")
  private static let marks = stored.map { _ in "?" }.joined(separator: ", ")

  /// The beginning of a query for rows in the form that ``StoredRow`` reads.
  private func selection(
    from table: String, removedAt: String = "NULL", isThin: Bool = false
  ) -> String {
    let (draft, body, isLost) =
      isThin
      ? ("NULL", "NULL", "0") : ("draft", "body", "definitionNumber IS NOT NULL AND body IS NULL")
    let definitions = isThin ? "" : "LEFT JOIN storedDefinition ON number = definitionNumber"
    return """
      SELECT name, widget, definitionPath, intent, family, \(draft), revision, updatedAt, \(body),
        \(removedAt), \(isLost), folder
      FROM \(table) \(definitions)
      """
  }

  private static let logged = "number, madeAt, actor, action, name, newName, before, after"

  /// The rows of a query; the prepared statement is cached.
  func fetch(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
  }

  /// Runs a statement; the prepared statement is cached.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The number that a query returns; nil if it returns no row.
  private func number(_ sql: String, _ arguments: StatementArguments = []) throws -> Int? {
    guard let row = try fetch(sql, arguments).first else { return nil }
    let value: DatabaseValue = row[0]
    guard !value.isNull else { return nil }
    return Int(try row.number(0, of: sql))
  }

  func rows(_ query: RowQuery) throws -> [StoredRow] {
    var filter = RowFilter()
    if let name = query.after { filter.require(query.isBackward ? "name < ?" : "name > ?", name) }
    if let prefix = query.prefix {
      filter.require("name >= ?", prefix)
      if let end = query.afterPrefix { filter.require("name < ?", end) }
    }
    let order = "\(query.isBackward ? "DESC" : "ASC") LIMIT ?"
    let page = selection(from: "placedWidget", isThin: query.isThin)
    guard let origin = query.origin else {
      return try fetch(
        "\(page) \(filter.clause) ORDER BY name \(order)",
        StatementArguments(filter.values + [query.limit])
      ).map(StoredRow.init)
    }
    // An origin without keys is not the origin of any placed widget.
    guard !origin.keys.isEmpty else { return [] }
    // Each part is a range of the index, in the order of the names.
    var values: [(any DatabaseValueConvertible)?] = []
    let parts = origin.keys.map { key in
      var part = filter
      part.require("intent = ?", origin.intent)
      part.require("\(StoreSchema.originPath) = ?", key.path)
      part.require("\(StoreSchema.originWidget) = ?", key.widget)
      values += part.values
      values.append(query.limit)
      return "SELECT * FROM (\(page) \(part.clause) ORDER BY name \(order))"
    }
    return try fetch(
      "\(parts.joined(separator: " UNION ALL ")) ORDER BY 1 \(order)",
      StatementArguments(values + [query.limit])
    ).map(StoredRow.init)
  }

  func rows(ofIntent intent: String, limit: Int) throws -> [StoredRow] {
    try ["=", ">"].flatMap { sign in
      try fetch(
        """
        \(selection(from: "placedWidget"))
        WHERE intent = ? AND \(StoreSchema.originPath) \(sign) '' LIMIT ?
        """, [intent, limit]
      ).map(StoredRow.init)
    }
  }

  func rows(named names: [String], _ reading: RowReading) throws -> [StoredRow] {
    let page = selection(from: "placedWidget", isThin: reading == .thin)
    return try names.flatMap { try fetch("\(page) WHERE name = ?", [$0]).map(StoredRow.init) }
  }

  func definitions(of intent: String, limit: Int) throws -> [String] {
    // Most definitions belong to other intents, so the index is used to find the matching ones.
    return try fetch(
      """
      SELECT body FROM storedDefinition WHERE number IN (
        SELECT definitionNumber FROM placedWidget WHERE intent = ? \
      LIMIT \(StoredRow.maximumExamined))
      ORDER BY number DESC LIMIT ?
      """, [intent, limit]
    ).compactMap { $0.optionalText(0) }
  }

  func states(_ query: StateQuery) throws -> [StoredRow] {
    let page = selection(from: "widgetRevision", removedAt: "removedAt")
    switch query {
    case .of(let name, let limit):
      return try fetch(
        "\(page) WHERE name = ? ORDER BY revision DESC LIMIT ?", [name, limit]
      ).map(StoredRow.init)
    case .after(let name, let revision, let limit):
      return try fetch(
        "\(page) WHERE (name, revision) > (?, ?) ORDER BY name, revision LIMIT ?",
        [name, revision, limit]
      ).map(StoredRow.init)
    }
  }

  /// The given columns of the rows that are selected by their names.
  private func rows(_ columns: String, of table: String, _ query: NameQuery) throws -> [Row] {
    let (sign, name) = query.name.map { ("=", $0) } ?? (">", query.after)
    return try fetch(
      "SELECT \(columns) FROM \(table) WHERE name \(sign) ? ORDER BY name LIMIT ?",
      [name, query.limit])
  }

  func removals(_ query: NameQuery) throws -> [RemovedName] {
    try rows("name, removedAt", of: "removedWidget", query).map(RemovedName.init)
  }

  func formerNames(_ query: NameQuery) throws -> [FormerName] {
    try rows("name, revision, renamedAt", of: "formerName", query).map(FormerName.init)
  }

  func notes(_ query: NameQuery) throws -> [StoreNote] {
    try rows("name, body", of: "note", query).map {
      StoreNote(try $0.text(0, of: "note.name"), try $0.text(1, of: "note.body"))
    }
  }

  private func lastRevision(inHistoryOf name: String) throws -> Int? {
    try number("SELECT MAX(revision) FROM widgetRevision WHERE name = ?", [name])
  }

  func formerRevisions(of names: [String]) throws -> [String: Int] {
    let base = try number("SELECT greatest FROM removedRevision") ?? 0
    var revisions: [String: Int] = [:]
    for name in names {
      let state = try lastRevision(inHistoryOf: name)
      let former = try number("SELECT revision FROM formerName WHERE name = ?", [name])
      revisions[name] = max(base, state ?? 0, former ?? 0)
    }
    return revisions
  }

  func logHead() throws -> (epoch: String, last: Int) {
    (
      try fetch("SELECT epoch FROM logEpoch", []).first?.text(0, of: "logEpoch.epoch") ?? "",
      try number("SELECT seq FROM sqlite_sequence WHERE name = 'loggedChange'") ?? 0
    )
  }

  func save(_ saves: [RowSave], keeping count: Int) throws {
    var definition: (body: String?, number: Int64?)
    for save in saves {
      let name = save.row.name
      if save.isKept {
        try move(.keep(name, removedAt: nil))
        try delete(.states(name, keeping: count))
      }
      if definition.body != save.row.definition {
        definition = (save.row.definition, try definitionNumber(of: save.row))
      }
      try put(save.row, definition: definition.number)
      if save.former == nil { try delete(.removed(name)) }
      try number(save.change)
    }
    try trimLog(saves.map(\.change))
  }

  private func put(_ row: StoredRow, definition: Int64?) throws {
    try run(
      "INSERT OR REPLACE INTO placedWidget (\(Self.columns)) VALUES (\(Self.marks))",
      StatementArguments(Self.values(of: row, definition: definition)))
  }

  /// The values of ``columns``.
  private static func values(
    of row: StoredRow, definition: Int64?
  ) -> [(any DatabaseValueConvertible)?] {
    stored.map { $0.value(row, definition) }
  }

  /// The number of a row's definition, which is stored first if it is new; nil if the row has no
  /// definition.
  private func definitionNumber(of row: StoredRow) throws -> Int64? {
    guard let definition = row.definition else { return nil }
    try run("INSERT OR IGNORE INTO storedDefinition (body) VALUES (?)", [definition])
    return try number("SELECT number FROM storedDefinition WHERE body = ?", [definition])
      .map(Int64.init)
  }

  func move(_ move: RowMove) throws {
    switch move {
    case .keep(let name, let removedAt):
      try run(
        """
        INSERT OR REPLACE INTO widgetRevision (\(Self.columns), removedAt)
        SELECT \(Self.columns), ? FROM placedWidget WHERE name = ?
        """, [removedAt, name])
    case .rename(let name, let other, let revision, let numbers):
      for (number, next) in numbers {
        try run(
          "UPDATE widgetRevision SET name = ?, revision = ? WHERE name = ? AND revision = ?",
          [other, next, name, number])
      }
      try run("UPDATE widgetRevision SET name = ? WHERE name = ?", [other, name])
      try run(
        "UPDATE placedWidget SET name = ?, revision = ? WHERE name = ?", [other, revision, name])
    case .copy(let name, let other, let revision, let updatedAt):
      try run(
        """
        INSERT INTO placedWidget (\(Self.columns))
        SELECT ?, widget, definitionPath, intent, family, draft, ?, ?, definitionNumber, folder
        FROM placedWidget WHERE name = ?
        """, [other, revision, updatedAt, name])
    case .bringBack(let name, let revision, let present, let updatedAt):
      try run(
        """
        INSERT OR REPLACE INTO placedWidget (\(Self.columns))
        SELECT name, widget, definitionPath, intent, family, draft, ?, ?, definitionNumber, folder
        FROM widgetRevision WHERE name = ? AND revision = ?
        """, [present, updatedAt, name, revision])
    }
  }

  func put(_ record: StoreRecord) throws {
    switch record {
    case .placed(let row): try put(row, definition: try definitionNumber(of: row))
    case .state(let row):
      try run(
        """
        INSERT OR REPLACE INTO widgetRevision (\(Self.columns), removedAt)
        VALUES (\(Self.marks), ?)
        """,
        StatementArguments(
          Self.values(of: row, definition: try definitionNumber(of: row)) + [row.removedAt]))
    case .removed(let removed):
      try run(
        "INSERT OR REPLACE INTO removedWidget (name, removedAt) VALUES (?, ?)",
        [removed.name, removed.moment])
    case .former(let former):
      try run(
        """
        INSERT INTO formerName (name, revision, renamedAt) VALUES (?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET renamedAt = excluded.renamedAt,
          revision = MAX(revision, excluded.revision)
        """, [former.name, former.revision, former.moment])
    case .forgotten(let revision):
      try run("UPDATE removedRevision SET greatest = MAX(greatest, ?)", [revision])
    case .change(let change):
      try run(
        "INSERT OR REPLACE INTO loggedChange (\(Self.logged)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
          change.number, change.moment, change.actor, change.action.rawValue, change.name,
          change.newName, change.before, change.after,
        ])
    case .newChanges(let changes):
      for change in changes { try number(change) }
      try trimLog(changes)
    case .lastChange(let number):
      guard number > 0 else { return }
      try run("DELETE FROM sqlite_sequence WHERE name = 'loggedChange'")
      try run("INSERT INTO sqlite_sequence (name, seq) VALUES ('loggedChange', ?)", [number])
    case .epoch(let epoch): try run("UPDATE logEpoch SET epoch = ?", [epoch])
    case .note(let note):
      try run("INSERT OR REPLACE INTO note (name, body) VALUES (?, ?)", [note.name, note.text])
    case .response(let response):
      try run(
        "UPDATE storedAnswer SET answer = ? WHERE key = ?", [response.text, response.request.key])
    case .delivery(let delivery): try put(delivery)
    case .devices(let devices): try put(devices)
    case .widgets(let widgets): try put(widgets)
    }
  }

  private static func deletion(from table: String) -> String {
    "DELETE FROM \(table) WHERE name = ?"
  }

  func delete(_ records: StoreRecords) throws {
    switch records {
    case .placed(let name): try run(Self.deletion(from: "placedWidget"), [name])
    case .states(let name, let count):
      try run(
        """
        DELETE FROM widgetRevision WHERE name = ? AND revision NOT IN (
          SELECT revision FROM widgetRevision WHERE name = ? ORDER BY revision DESC LIMIT ?)
        """, [name, name, count])
    case .removed(let name): try run(Self.deletion(from: "removedWidget"), [name])
    case .former(let name): try run(Self.deletion(from: "formerName"), [name])
    case .note(let name): try run(Self.deletion(from: "note"), [name])
    case .changes(let number): try run("DELETE FROM loggedChange WHERE number <= ?", [number])
    case .devices(let ids): _ = try removeDevices(ids)
    }
  }

  func purgeMoment(at moment: Int64) throws -> Int64 {
    var clock = PurgeClock(noted: try notedRetention())
    let before = clock
    let counted = clock.moment(at: moment)
    if clock != before { try noteRetention(clock.noted) }
    return counted
  }

  func forget(_ records: OldRecords, limit: Int) throws -> Int {
    switch records {
    case .removed(let moment): try forgetRemoved(before: moment, limit: limit)
    case .devices(let moment): try forgetDevices(before: moment, limit: limit)
    case .definitions: try forgetDefinitions(limit: limit)
    }
  }

  private func forgetRemoved(before moment: Int64, limit: Int) throws -> Int {
    let names = try fetch(
      "SELECT name FROM removedWidget WHERE removedAt < ? ORDER BY removedAt LIMIT ?",
      [moment, limit]
    ).compactMap { $0.optionalText(0) }
    for name in names {
      if try revision(of: name) == nil {
        if let last = try lastRevision(inHistoryOf: name) { try put(.forgotten(revision: last)) }
        try run(Self.deletion(from: "widgetRevision"), [name])
      }
      try delete(.removed(name))
    }
    let former = try fetch(
      "SELECT name, revision, renamedAt FROM formerName WHERE renamedAt < ? ORDER BY renamedAt LIMIT ?",
      [moment, limit])
    for row in former {
      let known = try FormerName(row)
      try put(.forgotten(revision: known.revision))
      try delete(.former(known.name))
    }
    return names.count + former.count
  }

  func askReload(
    of names: [String], reason: String?, at moment: Int64, forgettingBefore old: Int64
  ) throws -> Int {
    var count = 0
    for name in names {
      try run(
        """
        INSERT INTO reloadRequest (name, requestedAt, reason)
        SELECT name, ?, ? FROM placedWidget WHERE name = ?
        """, [moment, reason, name])
      count += database.changesCount
    }
    try run(
      """
      DELETE FROM reloadRequest WHERE number IN (
        SELECT number FROM reloadRequest WHERE requestedAt < ? LIMIT ?)
      """, [old, StoreRetention.trimmedReloads(for: names.count)])
    return count
  }

  /// The given columns of the rows that are selected by their numbers and meet a condition.
  private func rows(
    _ columns: String, of table: String, _ page: NumberPage, where condition: String = "TRUE",
    _ values: [any DatabaseValueConvertible] = []
  ) throws -> [Row] {
    let (sign, number, order, limit) =
      switch page {
      case .after(let number, let limit): (">", number, "ASC", limit)
      case .before(let number, let limit): ("<", number, "DESC", limit)
      }
    return try fetch(
      """
      SELECT \(columns) FROM \(table) WHERE \(condition) AND number \(sign) ?
      ORDER BY number \(order) LIMIT ?
      """, StatementArguments(values + [number, limit]))
  }

  func changes(_ page: NumberPage) throws -> [LoggedChange] {
    try rows(Self.logged, of: "loggedChange", page).map(LoggedChange.init)
  }

  func reloads(of name: String, _ page: NumberPage) throws -> [ReloadRequest] {
    try rows("number, reason", of: "reloadRequest", page, where: "name = ?", [name]).map {
      ReloadRequest(
        number: Int(try $0.number(0, of: "reloadRequest.number")), reason: $0.optionalText(1))
    }
  }

  private func response(to key: String, since moment: Int64) throws -> StoredResponse? {
    try fetch(
      "SELECT mark, answer FROM storedAnswer WHERE key = ? AND madeAt >= ?", [key, moment]
    ).first.map { row in
      StoredResponse(
        to: StoreRequest(key: key, mark: try row.text(0, of: "storedAnswer.mark")),
        try row.text(1, of: "storedAnswer.answer"))
    }
  }

  /// Logs a change with the next number.
  private func number(_ change: LoggedChange) throws {
    try run(
      """
      INSERT INTO loggedChange (madeAt, actor, action, name, newName, before, after)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        change.moment, change.actor, change.action.rawValue, change.name, change.newName,
        change.before, change.after,
      ])
  }

  /// Deletes some of the changes that are too old or exceed the maximum number: see
  /// ``StoreRetention/trimmedChanges(for:)``.
  private func trimLog(_ changes: [LoggedChange]) throws {
    guard let latest = changes.map(\.moment).max() else { return }
    try run(
      """
      DELETE FROM loggedChange WHERE number IN (
        SELECT number FROM (SELECT number, madeAt FROM loggedChange ORDER BY number LIMIT ?)
        WHERE number <= ? OR madeAt < ?)
      """,
      [
        StoreRetention.trimmedChanges(for: changes.count),
        database.lastInsertedRowID - Int64(retention.maximumChanges),
        try purgeMoment(at: latest) - retention.changes,
      ])
  }

  func claim(_ request: StoreRequest, at moment: Int64, since old: Int64) throws -> StoredResponse?
  {
    if let known = try response(to: request.key, since: old) { return known }
    try run(
      "INSERT OR REPLACE INTO storedAnswer (key, mark, madeAt, answer) VALUES (?, ?, ?, '')",
      [request.key, request.mark, moment])
    return nil
  }
}

extension SQLiteTransaction {
  func erase(_ data: ErasedData) throws -> Int {
    switch data {
    case .widget(let name): try eraseWidget(name)
    case .actor(let actor, let pseudonym, let limit):
      try replaceActor(actor, with: pseudonym, limit: limit)
    }
  }

  private func eraseWidget(_ name: String) throws -> Int {
    var count = 0
    // A later widget with this name must not reuse any of its numbers.
    let last = max(try formerRevisions(of: [name])[name] ?? 0, try revision(of: name) ?? 0)
    try put(.forgotten(revision: last))
    let own = """
      WITH RECURSIVE own (name, last) AS (
        SELECT ?, \(Int64.max)
        UNION SELECT renamed.name, renamed.number FROM loggedChange renamed
          JOIN own ON renamed.newName = own.name AND renamed.number <= own.last
          WHERE renamed.action = '\(LoggedChange.Action.rename.rawValue)')
      """
    let earlier = try number(
      "\(own) SELECT MAX(revision) FROM formerName WHERE name IN (SELECT name FROM own)", [name])
    if let earlier { try put(.forgotten(revision: earlier)) }
    for sql in [
      "\(own) DELETE FROM formerName WHERE name IN (SELECT name FROM own)",
      Self.deletion(from: "placedWidget"), Self.deletion(from: "widgetRevision"),
      Self.deletion(from: "removedWidget"), Self.deletion(from: "reloadRequest"),
      "DELETE FROM deviceWidget WHERE placed = ?",
      """
      \(own)
      UPDATE loggedChange SET actor = '', name = '', newName = NULL, before = NULL, after = NULL
      WHERE EXISTS (SELECT 1 FROM own
        WHERE number <= last AND own.name IN (loggedChange.name, newName))
      """,
    ] {
      try run(sql, [name])
      count += database.changesCount
    }
    // A response to a repeated request can contain any widget, so all responses are removed.
    try run("DELETE FROM storedAnswer")
    return count
  }

  private func replaceActor(_ actor: String, with pseudonym: String, limit: Int) throws -> Int {
    try run(
      """
      UPDATE loggedChange SET actor = ? WHERE number IN (
        SELECT number FROM loggedChange WHERE actor = ? LIMIT ?)
      """, [pseudonym, actor, limit])
    return database.changesCount
  }
}

/// The retention, and the deletion of older data.
extension SQLiteTransaction {
  /// Applies a retention and records it; without one, applies the recorded retention.
  mutating func keep(_ given: StoreRetention?) throws {
    let noted = try notedRetention()
    retention = given ?? StoreRetention(noted: noted)
    if let given { try noteRetention(given.noted.filter { noted[$0.key] != $0.value }) }
  }

  private func notedRetention() throws -> [String: Int64] {
    var noted: [String: Int64] = [:]
    for row in try fetch("SELECT name, value FROM retention", []) {
      if let name = row.optionalText(0) { noted[name] = Int64.fromDatabaseValue(row[1]) }
    }
    return noted
  }

  private func noteRetention(_ values: [String: Int64]) throws {
    for (name, value) in values {
      try run("INSERT OR REPLACE INTO retention (name, value) VALUES (?, ?)", [name, value])
    }
  }

  /// Deletes some of the data that is older than the retention allows.
  ///
  /// - Returns: Whether more is left to delete.
  func forgetPart(at moment: Int64) throws -> Bool {
    let moment = try purgeMoment(at: moment)
    var most = 0
    let limit = UpkeepRound.partSize
    for old in retention.old(at: moment) { most = max(most, try forget(old, limit: limit)) }
    for (records, table, key, age) in [
      (AgedRecords.responses, "storedAnswer", "key", "madeAt"),
      (.reloads, "reloadRequest", "number", "requestedAt"),
      (.changes, "loggedChange", "number", "madeAt"),
      (.deliveries, "webhookDelivery", "rowid", "lastAt"),
    ] {
      try run(
        """
        DELETE FROM \(table) WHERE \(key) IN (
          SELECT \(key) FROM \(table) WHERE \(age) < ? LIMIT ?)
        """, [moment - retention.age(of: records), limit])
      most = max(most, database.changesCount)
    }
    return most >= limit
  }
}

extension SQLiteTransaction {
  /// The numbers of definitions that are not used by any placed widget or earlier state.
  func unusedDefinitions(limit: Int) throws -> [Int64] {
    try fetch(
      """
      SELECT number FROM storedDefinition EXCEPT SELECT definitionNumber FROM placedWidget
      EXCEPT SELECT definitionNumber FROM widgetRevision LIMIT ?
      """, [limit]
    ).map { try $0.number(0, of: "storedDefinition.number") }
  }

  private func forgetDefinitions(limit: Int) throws -> Int {
    let numbers = try unusedDefinitions(limit: limit)
    for number in numbers { try run("DELETE FROM storedDefinition WHERE number = ?", [number]) }
    return numbers.count
  }
}

/// The conditions of a query, and their values.
struct RowFilter {
  private var conditions: [String] = []
  private(set) var values: [(any DatabaseValueConvertible)?] = []

  /// Adds a condition.
  mutating func require(_ condition: String, _ bound: (any DatabaseValueConvertible)?...) {
    require(condition, of: bound)
  }

  /// Adds a condition with a list of values.
  mutating func require(_ condition: String, of bound: [(any DatabaseValueConvertible)?]) {
    conditions.append(condition)
    values += bound
  }

  /// The WHERE clause of the query; empty if there is no condition.
  var clause: String {
    conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
  }
}

extension LoggedChange {
  /// Reads a row of the columns selected above.
  fileprivate init(_ row: Row) throws {
    let number = try row.number(0, of: "loggedChange.number")
    let place = "\(number) of loggedChange"
    self.init(
      number: Int(number), moment: try row.number(1, of: "madeAt in \(place)"),
      actor: try row.text(2, of: "actor in \(place)"),
      // An action that this program does not know, from a newer program, is read as a change.
      action: Action(rawValue: try row.text(3, of: "action in \(place)")) ?? .change,
      name: try row.text(4, of: "name in \(place)"), newName: row.optionalText(5),
      before: row.optionalText(6), after: row.optionalText(7))
  }
}

extension RemovedName {
  /// Reads a row with a name and a time.
  fileprivate init(_ row: Row) throws {
    self.init(
      name: try row.text(0, of: "removedWidget.name"),
      moment: try row.number(1, of: "removedWidget.removedAt"))
  }
}

extension FormerName {
  /// Reads a row with a name, a revision and a time.
  fileprivate init(_ row: Row) throws {
    self.init(
      name: try row.text(0, of: "formerName.name"),
      revision: Int(try row.number(1, of: "formerName.revision")),
      moment: try row.number(2, of: "formerName.renamedAt"))
  }
}

extension Row {
  /// The number in a column.
  ///
  /// - Throws: `StoreProblem.damagedFile` for any other value.
  fileprivate func number(_ place: Int, of what: String) throws -> Int64 {
    guard let number = Int64.fromDatabaseValue(self[place]) else {
      throw StoreProblem.damaged("no number as \(what)")
    }
    return number
  }

  /// The text in a column.
  ///
  /// - Throws: `StoreProblem.damagedFile` for any other value.
  fileprivate func text(_ place: Int, of what: String) throws -> String {
    guard let text = optionalText(place) else { throw StoreProblem.damaged("no text as \(what)") }
    return text
  }

  /// The text in a column; nil for any other value.
  fileprivate func optionalText(_ place: Int) -> String? { String.fromDatabaseValue(self[place]) }
}

extension StoredRow {
  /// Reads a row of the columns selected above.
  fileprivate init(_ row: Row) {
    self.init(
      name: row.optionalText(0) ?? StoredRow.unreadableName, widget: row.optionalText(1),
      definitionPath: row.optionalText(2), folder: row.optionalText(11),
      intent: row.optionalText(3), family: row.optionalText(4), draft: row.optionalText(5),
      definition: row.optionalText(8),
      revision: Int.fromDatabaseValue(row[6]), updatedAt: Int64.fromDatabaseValue(row[7]),
      removedAt: Int64.fromDatabaseValue(row[9]))
    // The last column but one shows whether the row refers to a missing definition.
    isWellTyped =
      Int.fromDatabaseValue(row[10]) == 0
      && [1, 2, 8, 11].allSatisfy { place in
        let value: DatabaseValue = row[place]
        return value.isNull || String.fromDatabaseValue(value) != nil
      }
  }
}
