import GRDB
import WidgetStore

/// The rows of a store's file within a transaction.
///
/// An older file that cannot be migrated lacks newer tables, such as those of history and reloads;
/// it can only be read.
struct SQLiteTransaction: StoreTransaction {
  let database: Database

  private static let columns = """
    name, widget, definitionPath, intent, family, draft, revision, updatedAt, definition
    """

  func rows() throws -> [StoredRow] {
    try Row.fetchAll(database, sql: "SELECT * FROM placedWidget").map(StoredRow.init)
  }

  func row(_ name: String) throws -> StoredRow? {
    try Row.fetchOne(database, sql: "SELECT * FROM placedWidget WHERE name = ?", arguments: [name])
      .map(StoredRow.init)
  }

  func revision(of name: String) throws -> Int? {
    try Int.fetchOne(
      database, sql: "SELECT revision FROM placedWidget WHERE name = ?", arguments: [name])
  }

  func earlierRows(of name: String) throws -> [StoredRow] {
    guard try database.tableExists("widgetRevision") else { return [] }
    return try Row.fetchAll(
      database, sql: "SELECT * FROM widgetRevision WHERE name = ? ORDER BY revision DESC",
      arguments: [name]
    ).map(StoredRow.init)
  }

  func hasEarlierRows(of name: String) throws -> Bool {
    guard try database.tableExists("widgetRevision") else { return false }
    return try Row.fetchOne(
      database, sql: "SELECT 1 FROM widgetRevision WHERE name = ?", arguments: [name]) != nil
  }

  func removedNames() throws -> [String] {
    guard try database.tableExists("widgetRevision") else { return [] }
    return try String.fetchAll(
      database,
      sql: """
        SELECT DISTINCT name FROM widgetRevision
        WHERE name NOT IN (SELECT name FROM placedWidget)
        """)
  }

  func greatestRemoved() throws -> Int {
    try Int.fetchOne(database, sql: "SELECT greatest FROM removedRevision") ?? 0
  }

  func lastReload(of name: String) throws -> Int {
    guard try database.tableExists("reloadRequest") else { return 0 }
    let number = try Int.fetchOne(
      database, sql: "SELECT MAX(number) FROM reloadRequest WHERE name = ?", arguments: [name])
    return number ?? 0
  }

  func put(_ row: StoredRow) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO placedWidget (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        row.name, row.widget, row.definitionPath, row.intent, row.family, row.draft, row.revision,
        row.updatedAt, row.definition,
      ])
  }

  func keep(_ name: String, removedAt: Int64?) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO widgetRevision (\(Self.columns), removedAt)
        SELECT \(Self.columns), ? FROM placedWidget WHERE name = ?
        """, arguments: [removedAt, name])
  }

  func keepLatest(_ count: Int, of name: String) throws {
    try database.execute(
      sql: """
        DELETE FROM widgetRevision WHERE name = ? AND revision NOT IN (
          SELECT revision FROM widgetRevision WHERE name = ? ORDER BY revision DESC LIMIT ?)
        """, arguments: [name, name, count])
  }

  func delete(_ name: String) throws {
    try database.execute(sql: "DELETE FROM placedWidget WHERE name = ?", arguments: [name])
  }

  func rememberRemoved(_ revision: Int) throws {
    try database.execute(
      sql: "UPDATE removedRevision SET greatest = MAX(greatest, ?)", arguments: [revision])
  }

  func rename(_ name: String, to other: String, revision: Int, earlierBy offset: Int) throws {
    try database.execute(
      sql: "UPDATE widgetRevision SET name = ?, revision = revision + ? WHERE name = ?",
      arguments: [other, offset, name])
    try database.execute(
      sql: "UPDATE placedWidget SET name = ?, revision = ? WHERE name = ?",
      arguments: [other, revision, name])
  }

  func copy(_ name: String, to other: String, revision: Int, updatedAt: Int64) throws {
    try database.execute(
      sql: """
        INSERT INTO placedWidget (\(Self.columns))
        SELECT ?, widget, definitionPath, intent, family, draft, ?, ?, definition
        FROM placedWidget WHERE name = ?
        """, arguments: [other, revision, updatedAt, name])
  }

  func bringBack(_ name: String, revision: Int, as present: Int, updatedAt: Int64) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO placedWidget (\(Self.columns))
        SELECT name, widget, definitionPath, intent, family, draft, ?, ?, definition
        FROM widgetRevision WHERE name = ? AND revision = ?
        """, arguments: [present, updatedAt, name, revision])
  }

  func forgetRemoved(before moment: Int64) throws {
    try database.execute(
      sql: """
        DELETE FROM widgetRevision WHERE name NOT IN (SELECT name FROM placedWidget)
          AND name NOT IN (SELECT name FROM widgetRevision WHERE removedAt >= ?)
        """, arguments: [moment])
  }

  func askReload(of name: String, at moment: Int64, forgettingBefore old: Int64) throws {
    try database.execute(
      sql: "INSERT INTO reloadRequest (name, requestedAt) VALUES (?, ?)",
      arguments: [name, moment])
    try database.execute(sql: "DELETE FROM reloadRequest WHERE requestedAt < ?", arguments: [old])
  }

  func loggedChanges(after number: Int, limit: Int) throws -> [LoggedChange] {
    guard try database.tableExists("loggedChange") else { return [] }
    return try Row.fetchAll(
      database, sql: "SELECT * FROM loggedChange WHERE number > ? ORDER BY number LIMIT ?",
      arguments: [number, limit]
    ).map(LoggedChange.init)
  }

  func loggedChanges(before number: Int, limit: Int) throws -> [LoggedChange] {
    guard try database.tableExists("loggedChange") else { return [] }
    return try Row.fetchAll(
      database, sql: "SELECT * FROM loggedChange WHERE number < ? ORDER BY number DESC LIMIT ?",
      arguments: [number, limit]
    ).map(LoggedChange.init)
  }

  func loggedNumbers() throws -> (last: Int, earliest: Int?) {
    guard try database.tableExists("loggedChange") else { return (0, nil) }
    let last = try Int.fetchOne(
      database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'loggedChange'")
    return (
      last ?? 0, try Int.fetchOne(database, sql: "SELECT MIN(number) FROM loggedChange")
    )
  }

  func answer(to key: String, since moment: Int64) throws -> StoredAnswer? {
    guard try database.tableExists("storedAnswer") else { return nil }
    return try Row.fetchOne(
      database, sql: "SELECT mark, answer FROM storedAnswer WHERE key = ? AND madeAt >= ?",
      arguments: [key, moment]
    ).map { StoredAnswer(key: key, mark: $0["mark"], text: $0["answer"]) }
  }

  func position(of follower: String) throws -> Int? {
    guard try database.tableExists("logFollower") else { return nil }
    return try Int.fetchOne(
      database, sql: "SELECT number FROM logFollower WHERE name = ?", arguments: [follower])
  }

  func log(_ change: LoggedChange, keeping count: Int, since old: Int64) throws {
    try database.execute(
      sql: """
        INSERT INTO loggedChange (madeAt, actor, action, name, newName, before, after)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        change.moment, change.actor, change.action.rawValue, change.name, change.newName,
        change.before, change.after,
      ])
    try database.execute(
      sql: "DELETE FROM loggedChange WHERE number <= ? OR madeAt < ?",
      arguments: [database.lastInsertedRowID - Int64(count), old])
  }

  func keep(_ answer: StoredAnswer, at moment: Int64, forgettingBefore old: Int64) throws {
    try database.execute(sql: "DELETE FROM storedAnswer WHERE madeAt < ?", arguments: [old])
    try database.execute(
      sql: "INSERT OR REPLACE INTO storedAnswer (key, mark, madeAt, answer) VALUES (?, ?, ?, ?)",
      arguments: [answer.key, answer.mark, moment, answer.text])
  }

  func setPosition(of follower: String, to number: Int) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO logFollower (name, number) VALUES (?, ?)",
      arguments: [follower, number])
  }
}

extension LoggedChange {
  fileprivate init(_ row: Row) {
    // An unknown action of a newer program is read as a change.
    let action = String.fromDatabaseValue(row["action"]).flatMap(Action.init)
    self.init(
      number: row["number"], moment: row["madeAt"], actor: row["actor"],
      action: action ?? .change, name: row["name"], newName: row["newName"],
      before: row["before"], after: row["after"])
  }
}

extension StoredRow {
  /// Reads a row; a column that an older file lacks is empty.
  fileprivate init(_ row: Row) {
    self.init(
      name: String.fromDatabaseValue(row["name"]) ?? "?",
      widget: String?.fromDatabaseValue(row["widget"]) ?? nil,
      definitionPath: String?.fromDatabaseValue(row["definitionPath"]) ?? nil,
      intent: String.fromDatabaseValue(row["intent"]),
      family: String.fromDatabaseValue(row["family"]),
      draft: String.fromDatabaseValue(row["draft"]),
      definition: String?.fromDatabaseValue(row["definition"] ?? DatabaseValue.null) ?? nil,
      revision: Int.fromDatabaseValue(row["revision"]),
      updatedAt: Int64.fromDatabaseValue(row["updatedAt"]),
      removedAt: Int64.fromDatabaseValue(row["removedAt"] ?? DatabaseValue.null))
    let texts: [DatabaseValue] = [
      row["widget"], row["definitionPath"], row["definition"] ?? DatabaseValue.null,
    ]
    isWellTyped = texts.allSatisfy { String?.fromDatabaseValue($0) != nil }
  }
}
