import GRDB
import IntentModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One state of a placed widget, the present or an earlier one.
public struct WidgetRevision: Sendable, Hashable {
  /// The widget as it was stored; nil for a state that cannot be read.
  public var widget: PlacedWidget?

  /// The number of the state.
  public var revision: Int

  /// When it was stored; nil where that cannot be read.
  public var savedAt: Date?

  /// When the widget was removed in this state; nil for one that was not.
  public var removedAt: Date?

  /// Whether it is what is placed now.
  public var isPresent: Bool

  /// Why the state cannot be read, as one sentence; nil for a good one.
  public var damage: String?
}

/// The earlier states of widgets: kept by every change, in the transaction of that change.
enum WidgetHistory {
  /// How many earlier states are kept of a widget.
  static let length = 20

  /// For how long a removed widget can be restored, in milliseconds: 30 days.
  static let patience: Int64 = 30 * 86_400_000

  private static let columns = """
    name, widget, definitionPath, intent, family, draft, revision, updatedAt, definition
    """

  /// Keeps what is stored under a name, unless what takes its place is the same.
  ///
  /// - Parameter values: Widget, definition path, intent, family, draft and definition of what comes.
  static func keep(
    _ key: String, unlessLike values: [String?], in database: Database
  ) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO widgetRevision (\(columns))
        SELECT \(columns) FROM placedWidget WHERE name = ? AND NOT (widget IS ?
          AND definitionPath IS ? AND intent IS ? AND family IS ? AND draft IS ? AND definition IS ?)
        """, arguments: StatementArguments([key] + values))
    try cut(key, in: database)
  }

  /// Keeps what is stored under a name as it is.
  private static func keep(_ key: String, removedAt: Date?, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO widgetRevision (\(columns), removedAt)
        SELECT \(columns), ? FROM placedWidget WHERE name = ?
        """, arguments: [removedAt?.milliseconds, key])
    try cut(key, in: database)
  }

  private static func cut(_ key: String, in database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM widgetRevision WHERE name = ? AND revision NOT IN (
          SELECT revision FROM widgetRevision WHERE name = ? ORDER BY revision DESC LIMIT \(length))
        """, arguments: [key, key])
  }

  /// Forgets widgets that were removed too long ago.
  static func forgetRemoved(before date: Date, in database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM widgetRevision WHERE name NOT IN (SELECT name FROM placedWidget)
          AND name NOT IN (SELECT name FROM widgetRevision WHERE removedAt >= ?)
        """, arguments: [date.milliseconds - patience])
  }

  /// The greatest revision that a removed or renamed widget had.
  static func greatestRemoved(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT greatest FROM removedRevision") ?? 0
  }

  private static func remember(_ revision: Int, in database: Database) throws {
    try database.execute(
      sql: "UPDATE removedRevision SET greatest = MAX(greatest, ?)", arguments: [revision])
  }

  /// Removes a stored widget: its state goes to its history.
  static func remove(
    _ key: String, revision: Int, at date: Date, from database: Database
  ) throws {
    try keep(key, removedAt: date, in: database)
    try database.execute(sql: "DELETE FROM placedWidget WHERE name = ?", arguments: [key])
    try remember(revision, in: database)
  }

  /// Gives a stored widget another name, which is free, with all its history.
  static func rename(
    _ key: String, revision: Int, to other: String, in database: Database
  ) throws {
    // The states of a widget that had the name before come first.
    let offset =
      try Int.fetchOne(
        database, sql: "SELECT MAX(revision) FROM widgetRevision WHERE name = ?",
        arguments: [other]) ?? 0
    let next = try next(after: max(revision + offset, greatestRemoved(database)))
    try database.execute(
      sql: "UPDATE widgetRevision SET name = ?, revision = revision + ? WHERE name = ?",
      arguments: [other, offset, key])
    try cut(other, in: database)
    try database.execute(
      sql: "UPDATE placedWidget SET name = ?, revision = ? WHERE name = ?",
      arguments: [other, next, key])
    try remember(revision, in: database)
  }

  /// Stores a copy of a widget under another name, which is free.
  static func copy(_ key: String, to other: String, at date: Date, in database: Database) throws {
    let next = try next(after: greatestRemoved(database))
    try database.execute(
      sql: """
        INSERT INTO placedWidget (\(columns))
        SELECT ?, widget, definitionPath, intent, family, draft, ?, ?, definition
        FROM placedWidget WHERE name = ?
        """, arguments: [other, next, date.milliseconds, key])
  }

  /// Puts an earlier state in the place of the present one, which goes to the history.
  static func restore(
    _ key: String, revision: Int, at date: Date, in database: Database
  ) throws {
    let present = try PlacedWidget.revision(of: key, in: database)
    let next = try next(after: present ?? greatestRemoved(database))
    let row = try Row.fetchOne(
      database, sql: "SELECT \(columns) FROM widgetRevision WHERE name = ? AND revision = ?",
      arguments: [key, revision])
    try keep(key, removedAt: nil, in: database)
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO placedWidget (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        key, row?["widget"], row?["definitionPath"], row?["intent"], row?["family"],
        row?["draft"], next, date.milliseconds, row?["definition"],
      ])
  }

  private static func next(after revision: Int) throws -> Int {
    guard revision < .max else {
      throw StoreProblem.damagedFile(cause: "a revision cannot grow any further")
    }
    return revision + 1
  }

  /// All states of a name, the latest first.
  static func states(of key: String, in database: Database) throws -> [WidgetRevision] {
    let present = try Row.fetchAll(
      database, sql: "\(PlacedWidget.selection) WHERE name = ?", arguments: [key])
    // An older store that cannot be brought up has no history.
    guard try database.tableExists("widgetRevision") else {
      return present.map { state($0, isPresent: true) }
    }
    let earlier = try Row.fetchAll(
      database, sql: "SELECT * FROM widgetRevision WHERE name = ? ORDER BY revision DESC",
      arguments: [key])
    return present.map { state($0, isPresent: true) } + earlier.map { state($0, isPresent: false) }
  }

  /// Whether an earlier state of a name is kept.
  static func exists(_ key: String, in database: Database) throws -> Bool {
    guard try database.tableExists("widgetRevision") else { return false }
    return try Row.fetchOne(
      database, sql: "SELECT 1 FROM widgetRevision WHERE name = ?", arguments: [key]) != nil
  }

  /// The names of removed widgets that can be restored, in order.
  static func removedNames(_ database: Database) throws -> [String] {
    guard try database.tableExists("widgetRevision") else { return [] }
    return try String.fetchAll(
      database,
      sql: """
        SELECT DISTINCT name FROM widgetRevision
        WHERE name NOT IN (SELECT name FROM placedWidget) ORDER BY name COLLATE NOCASE, name
        """)
  }

  private static func state(_ row: Row, isPresent: Bool) -> WidgetRevision {
    var state = WidgetRevision(
      widget: nil, revision: Int.fromDatabaseValue(row["revision"]) ?? 0,
      savedAt: Int64.fromDatabaseValue(row["updatedAt"]).map { Date(milliseconds: $0) },
      removedAt: Int64.fromDatabaseValue(row["removedAt"] ?? DatabaseValue.null)
        .map { Date(milliseconds: $0) }, isPresent: isPresent, damage: nil)
    do throws(DamagedEntry) {
      state.widget = try PlacedWidget(row)
    } catch {
      state.damage = error.cause
    }
    return state
  }
}
