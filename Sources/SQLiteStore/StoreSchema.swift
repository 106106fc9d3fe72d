import GRDB
import StoreModel

/// The tables of the store, and the migration of older stores.
///
/// The version is in `user_version`, and all steps run in the transaction of the save that needs
/// them. GRDB's `DatabaseMigrator` is not used: it chooses the steps outside of their transactions,
/// so two programs that start at the same time would both create the tables.
struct StoreSchema: Sendable {
  typealias Step = @Sendable (Database) throws -> Void

  /// The content of a file.
  enum Content: Hashable {
    case nothing
    case store(version: Int)
  }

  /// The versions that add tables or columns.
  enum Version {
    /// Earlier states and the definitions of answers.
    static let history = 2
    /// The requested reloads of timelines.
    static let reloads = 3
    /// The log of changes.
    static let log = 4
    /// Definitions apart from the widgets that share them, and the list of removed widgets.
    static let definitions = 5
    /// The former names of renamed widgets, and the epoch of the log.
    static let names = 6
    /// The deliveries of changes to webhooks.
    static let deliveries = 7
    /// The devices, and the reasons of requested reloads.
    static let devices = 8
    /// The index by the origins of placed widgets.
    static let origins = 9
    /// The indexes of requested reloads, and the retention that a service has noted.
    static let retention = 10
  }

  /// The steps; the version of a store is the number of steps that it has run.
  var steps: [Step]

  /// The schema of this version of the program.
  static let present = StoreSchema(steps: [
    firstVersion, withHistory, withReloads, withLog, withDefinitions, withNames, withDeliveries,
    withDevices, withOrigins, withRetention,
  ])

  /// The application ID of our files in the database header: `WCFG` in ASCII.
  static let applicationID = 0x5743_4647

  /// Determines the content of a database.
  ///
  /// - Throws: `StoreProblem` for a database of another program or of a newer version.
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

  /// Runs the missing steps; must be called in a write transaction.
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

  /// Adds the definitions that answers belong to, and the earlier states of widgets.
  ///
  /// A state is kept unchanged, even if it cannot be read.
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

  /// Adds the requested reloads of timelines.
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

  /// Stores a definition once for all widgets that share it, and lists the removed widgets.
  ///
  /// What is stored keeps its own copy of its definition until it is saved again.
  private static let withDefinitions: Step = { database in
    try database.execute(
      sql: """
        CREATE TABLE storedDefinition (
          number INTEGER PRIMARY KEY,
          body TEXT NOT NULL UNIQUE
        );
        ALTER TABLE placedWidget ADD COLUMN definitionNumber INTEGER;
        ALTER TABLE widgetRevision ADD COLUMN definitionNumber INTEGER;
        CREATE TABLE removedWidget (
          name TEXT NOT NULL PRIMARY KEY,
          removedAt INTEGER NOT NULL -- milliseconds since 1970
        ) WITHOUT ROWID;
        CREATE INDEX removedWidgetAge ON removedWidget (removedAt);
        """)
  }

  /// Remembers the former names of renamed widgets, and tells the logs of stores apart.
  ///
  /// What has to go through rows is left to the upkeep, if there are many.
  private static let withNames: Step = { database in
    try database.execute(
      sql: """
        CREATE TABLE formerName (
          name TEXT NOT NULL PRIMARY KEY,
          revision INTEGER NOT NULL,
          renamedAt INTEGER NOT NULL -- milliseconds since 1970
        ) WITHOUT ROWID;
        CREATE INDEX formerNameAge ON formerName (renamedAt);
        CREATE TABLE logEpoch (epoch TEXT NOT NULL);
        INSERT INTO logEpoch VALUES (lower(hex(randomblob(4))));
        -- Where a walk through older rows has come to; a task that is done has no row.
        CREATE TABLE upkeep (
          task TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL DEFAULT '',
          revision INTEGER NOT NULL DEFAULT 0
        );
        INSERT INTO upkeep (task) VALUES ('removed'), ('placed'), ('states');
        CREATE INDEX IF NOT EXISTS placedWidgetIntent ON placedWidget (intent, name);
        """)
    // A small store is brought up at once, so that programs without a service need no upkeep.
    let store = SQLiteTransaction(database: database, version: Version.names)
    for _ in 0..<SQLiteTransaction.partsOfMigration { guard try store.bringUpPart() else { break } }
  }

  /// The first of the two columns by which an index finds the placed widgets of a widget: see
  /// `PlacedOrigin.keys`.
  static let originPath = "COALESCE(definitionPath, '')"
  /// The second of these columns.
  static let originWidget =
    "COALESCE(widget, CASE WHEN definitionPath IS NULL THEN name ELSE '' END)"

  /// Finds the placed widgets of a widget by an index, even among many of the same intent.
  private static let withOrigins: Step = { database in
    try database.execute(
      sql: """
        DROP INDEX IF EXISTS placedWidgetIntent;
        CREATE INDEX placedWidgetOrigin ON placedWidget
          (intent, \(originPath), \(originWidget), name);
        """)
  }

  /// Finds the last reload of a widget and the old ones by indexes, and notes how much is kept.
  private static let withRetention: Step = { database in
    try database.execute(
      sql: """
        CREATE INDEX reloadRequestName ON reloadRequest (name, number);
        CREATE INDEX reloadRequestAge ON reloadRequest (requestedAt);
        CREATE TABLE retention (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL)
          WITHOUT ROWID;
        """)
  }

  /// Adds the log of changes, the answers to requests that can be repeated, and the positions of
  /// the log's followers.
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
