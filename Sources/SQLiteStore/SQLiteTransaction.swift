import GRDB
import WidgetStore

/// The rows of a store's file within a transaction.
///
/// An older file that cannot be migrated lacks newer tables, such as those of history and reloads;
/// it can only be read. Statements name their columns, and values are read by their places and
/// types, so that what a damaged file lacks is an error.
struct SQLiteTransaction: StoreTransaction {
  let database: Database
  /// The version of the file.
  let version: Int

  private static let columns = """
    name, widget, definitionPath, intent, family, draft, revision, updatedAt, definition
    """

  /// The columns of a placed widget as ``StoredRow`` reads them.
  private var present: String {
    let definition = version < StoreSchema.Version.history ? "NULL" : "definition"
    return """
      name, widget, definitionPath, intent, family, draft, revision, updatedAt, \(definition), NULL
      """
  }

  private static let logged = "number, madeAt, actor, action, name, newName, before, after"

  func rows() throws -> [StoredRow] {
    try Row.fetchAll(database, sql: "SELECT \(present) FROM placedWidget").map(StoredRow.init)
  }

  func row(_ name: String) throws -> StoredRow? {
    try Row.fetchOne(
      database, sql: "SELECT \(present) FROM placedWidget WHERE name = ?", arguments: [name]
    ).map(StoredRow.init)
  }

  func revision(of name: String) throws -> Int? {
    try Int.fetchOne(
      database, sql: "SELECT revision FROM placedWidget WHERE name = ?", arguments: [name])
  }

  func earlierRows(of name: String) throws -> [StoredRow] {
    guard version >= StoreSchema.Version.history else { return [] }
    return try Row.fetchAll(
      database,
      sql: """
        SELECT \(Self.columns), removedAt FROM widgetRevision WHERE name = ?
        ORDER BY revision DESC
        """, arguments: [name]
    ).map(StoredRow.init)
  }

  func hasEarlierRows(of name: String) throws -> Bool {
    guard version >= StoreSchema.Version.history else { return false }
    return try Row.fetchOne(
      database, sql: "SELECT 1 FROM widgetRevision WHERE name = ?", arguments: [name]) != nil
  }

  func removedNames() throws -> [String] {
    guard version >= StoreSchema.Version.history else { return [] }
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
    guard version >= StoreSchema.Version.reloads else { return 0 }
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

  func rename(
    _ name: String, to other: String, revision: Int, renumbering numbers: [Int: Int]
  ) throws {
    for (number, next) in numbers {
      try database.execute(
        sql: "UPDATE widgetRevision SET name = ?, revision = ? WHERE name = ? AND revision = ?",
        arguments: [other, next, name, number])
    }
    try database.execute(
      sql: "UPDATE widgetRevision SET name = ? WHERE name = ?", arguments: [other, name])
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
    guard version >= StoreSchema.Version.log else { return [] }
    return try Row.fetchAll(
      database,
      sql: "SELECT \(Self.logged) FROM loggedChange WHERE number > ? ORDER BY number LIMIT ?",
      arguments: [number, limit]
    ).map(LoggedChange.init)
  }

  func loggedChanges(before number: Int, limit: Int) throws -> [LoggedChange] {
    guard version >= StoreSchema.Version.log else { return [] }
    return try Row.fetchAll(
      database,
      sql: """
        SELECT \(Self.logged) FROM loggedChange WHERE number < ? ORDER BY number DESC LIMIT ?
        """, arguments: [number, limit]
    ).map(LoggedChange.init)
  }

  func loggedNumbers() throws -> (last: Int, earliest: Int?) {
    guard version >= StoreSchema.Version.log else { return (0, nil) }
    let last = try Int.fetchOne(
      database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'loggedChange'")
    return (
      last ?? 0, try Int.fetchOne(database, sql: "SELECT MIN(number) FROM loggedChange")
    )
  }

  func answer(to key: String, since moment: Int64) throws -> StoredAnswer? {
    guard version >= StoreSchema.Version.log else { return nil }
    return try Row.fetchOne(
      database, sql: "SELECT mark, answer FROM storedAnswer WHERE key = ? AND madeAt >= ?",
      arguments: [key, moment]
    ).map { row in
      StoredAnswer(
        key: key, mark: try row.text(0, of: "storedAnswer.mark"),
        text: try row.text(1, of: "storedAnswer.answer"))
    }
  }

  func position(of follower: String) throws -> Int? {
    guard version >= StoreSchema.Version.log else { return nil }
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
  /// Reads a row of the eight columns selected above.
  fileprivate init(_ row: Row) throws {
    let number = try row.number(0, of: "loggedChange.number")
    let place = "\(number) of loggedChange"
    self.init(
      number: Int(number), moment: try row.number(1, of: "madeAt in \(place)"),
      actor: try row.text(2, of: "actor in \(place)"),
      // An unknown action of a newer program is read as a change.
      action: Action(rawValue: try row.text(3, of: "action in \(place)")) ?? .change,
      name: try row.text(4, of: "name in \(place)"), newName: row.optionalText(5),
      before: row.optionalText(6), after: row.optionalText(7))
  }
}

extension Row {
  /// The value at a place as a number.
  ///
  /// - Throws: `StoreProblem.damagedFile` for any other value.
  fileprivate func number(_ place: Int, of what: String) throws -> Int64 {
    guard let number = Int64.fromDatabaseValue(self[place]) else {
      throw StoreProblem.damaged("no number as \(what)")
    }
    return number
  }

  /// The value at a place as a text.
  ///
  /// - Throws: `StoreProblem.damagedFile` for any other value.
  fileprivate func text(_ place: Int, of what: String) throws -> String {
    guard let text = optionalText(place) else { throw StoreProblem.damaged("no text as \(what)") }
    return text
  }

  /// The value at a place as a text; nil for any other value.
  fileprivate func optionalText(_ place: Int) -> String? { String.fromDatabaseValue(self[place]) }
}

extension StoredRow {
  /// Reads a row of the ten columns selected above.
  fileprivate init(_ row: Row) {
    self.init(
      name: row.optionalText(0) ?? "?", widget: row.optionalText(1),
      definitionPath: row.optionalText(2), intent: row.optionalText(3), family: row.optionalText(4),
      draft: row.optionalText(5), definition: row.optionalText(8),
      revision: Int.fromDatabaseValue(row[6]), updatedAt: Int64.fromDatabaseValue(row[7]),
      removedAt: Int64.fromDatabaseValue(row[9]))
    isWellTyped = [1, 2, 8].allSatisfy { place in
      let value: DatabaseValue = row[place]
      return value.isNull || String.fromDatabaseValue(value) != nil
    }
  }
}
