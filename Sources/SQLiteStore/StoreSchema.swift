import GRDB
import WidgetStore

/// The tables of the store, and how an older store becomes a present one.
///
/// The version is in `user_version`, and all steps run in the transaction of the save that
/// needs them. GRDB's `DatabaseMigrator` is not used: it decides which steps to take outside of their
/// transactions, so two programs that start at once would both make the tables.
struct StoreSchema: Sendable {
  typealias Step = @Sendable (Database) throws -> Void

  /// What a file holds.
  enum Content: Hashable {
    case nothing
    case store(version: Int)
  }

  /// The steps; the version of a store is the number of steps that were taken.
  var steps: [Step]

  /// The schema of this version of the program.
  static let present = StoreSchema(steps: [firstVersion, withHistory, withReloads, withLog])

  /// The mark of our files in the header of the database: `WCFG` in ASCII.
  static let applicationID = 0x5743_4647

  /// Tells what a database holds.
  ///
  /// - Throws: `StoreProblem` for a database of something else or of a newer version.
  func content(of database: Database) throws -> Content {
    let mark = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    if mark == 0, try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0 {
      return .nothing
    }
    guard mark == Self.applicationID else { throw StoreProblem.foreignDatabase }
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version <= steps.count else {
      throw StoreProblem.newerVersion(found: version, known: steps.count)
    }
    return .store(version: version)
  }

  /// Takes the steps that are missing; to be called in a transaction that writes.
  func migrate(_ database: Database) throws {
    var done = 0
    if case .store(let version) = try content(of: database) { done = version }
    guard done < steps.count else { return }
    for step in steps[done...] { try step(database) }
    try database.execute(
      sql: "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(steps.count)")
  }

  private static let firstVersion: Step = { database in
    try database.execute(
      sql: """
        CREATE TABLE placedWidget (
          name TEXT NOT NULL PRIMARY KEY,
          widget TEXT,
          definitionPath TEXT,
          intent TEXT NOT NULL,
          family TEXT NOT NULL,
          draft TEXT NOT NULL,
          revision INTEGER NOT NULL CHECK (revision > 0),
          updatedAt INTEGER NOT NULL -- milliseconds since 1970
        );
        -- The greatest revision that a removed widget had; new widgets start above it.
        CREATE TABLE removedRevision (greatest INTEGER NOT NULL);
        INSERT INTO removedRevision VALUES (0);
        """)
  }

  /// What answers were given under, and the states that widgets had before.
  ///
  /// A state is kept as it was, also one that cannot be read.
  private static let withHistory: Step = { database in
    try database.execute(
      sql: """
        ALTER TABLE placedWidget ADD COLUMN definition TEXT;
        CREATE TABLE widgetRevision (
          name TEXT NOT NULL,
          widget TEXT,
          definitionPath TEXT,
          intent TEXT,
          family TEXT,
          draft TEXT,
          revision INTEGER NOT NULL,
          updatedAt INTEGER,
          definition TEXT,
          removedAt INTEGER, -- milliseconds since 1970; NULL for a state that another followed
          PRIMARY KEY (name, revision)
        );
        """)
  }

  /// What was asked of those who follow the timelines of placed widgets.
  private static let withReloads: Step = { database in
    try database.execute(
      sql: """
        CREATE TABLE reloadRequest (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL,
          requestedAt INTEGER NOT NULL -- milliseconds since 1970
        );
        """)
  }

  /// Who changed what, what was answered to requests that may come again, and how far whoever follows the
  /// changes has come.
  private static let withLog: Step = { database in
    try database.execute(
      sql: """
        CREATE TABLE loggedChange (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          madeAt INTEGER NOT NULL, -- milliseconds since 1970
          actor TEXT NOT NULL,
          action TEXT NOT NULL,
          name TEXT NOT NULL,
          newName TEXT,
          before TEXT,
          after TEXT
        );
        CREATE INDEX loggedChangeAge ON loggedChange (madeAt);
        CREATE TABLE storedAnswer (
          key TEXT NOT NULL PRIMARY KEY,
          mark TEXT NOT NULL,
          madeAt INTEGER NOT NULL, -- milliseconds since 1970
          answer TEXT NOT NULL
        );
        CREATE INDEX storedAnswerAge ON storedAnswer (madeAt);
        CREATE TABLE logFollower (name TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL);
        """)
  }
}
