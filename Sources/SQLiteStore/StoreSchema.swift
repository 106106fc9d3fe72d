import GRDB
import StoreModel

/// The tables of a store's file.
///
/// The file header has two marks: one identifies this program (`application_id`), and one the
/// format (`user_version`). A file with a different format is refused and left unchanged.
enum StoreSchema {
  /// The format of the files that this program reads and writes.
  ///
  /// Formats up to 11 were used by builds before the first release.
  static let format = 12

  /// The application ID of our files in the database header: `WCFG` in ASCII.
  static let applicationID = 0x5743_4647

  /// Whether a database has the tables of a store; false for an empty one.
  ///
  /// - Throws: `StoreProblem` for a database that belongs to another program or has a different
  ///   format.
  static func hasTables(_ database: Database) throws -> Bool {
    let mark = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    if mark == 0, try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0 {
      return false
    }
    guard mark == applicationID else { throw StoreProblem.foreignDatabase }
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if let problem = StoreProblem(format: found, known: format) { throw problem }
    return true
  }

  /// Makes the tables unless they exist; must be called in a write transaction.
  static func makeTables(in database: Database) throws {
    guard try !hasTables(database) else { return }
    try database.execute(sql: tables + deliveryTables + deviceTables)
    try database.execute(
      sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(format)")
  }

  /// The first of the two expressions by which an index finds the widgets that were placed from a
  /// widget: see `PlacedOrigin.keys`.
  static let originPath = "COALESCE(definitionPath, '')"
  /// The second of these expressions.
  static let originWidget =
    "COALESCE(widget, CASE WHEN definitionPath IS NULL THEN name ELSE '' END)"

  /// The tables, except for the tables of deliveries and devices.
  private static let tables = """
    -- A definition is stored once for all widgets that share it.
    CREATE TABLE storedDefinition (
      number INTEGER PRIMARY KEY,
      body TEXT NOT NULL UNIQUE
    );

    CREATE TABLE placedWidget (
      name TEXT NOT NULL PRIMARY KEY,
      widget TEXT,
      definitionPath TEXT,
      folder TEXT, -- where a widget was found by its name
      intent TEXT NOT NULL,
      family TEXT NOT NULL,
      draft TEXT NOT NULL,
      revision INTEGER NOT NULL CHECK (revision > 0),
      updatedAt INTEGER NOT NULL, -- milliseconds since 1970
      definitionNumber INTEGER
    );
    CREATE INDEX placedWidgetOrigin ON placedWidget
      (intent, \(originPath), \(originWidget), name);

    -- A state is kept unchanged, even if it cannot be read.
    CREATE TABLE widgetRevision (
      name TEXT NOT NULL,
      widget TEXT,
      definitionPath TEXT,
      folder TEXT, -- where a widget was found by its name
      intent TEXT,
      family TEXT,
      draft TEXT,
      revision INTEGER NOT NULL,
      updatedAt INTEGER,
      definitionNumber INTEGER,
      removedAt INTEGER, -- milliseconds since 1970; NULL for a state that another followed
      PRIMARY KEY (name, revision)
    );

    CREATE TABLE removedWidget (
      name TEXT NOT NULL PRIMARY KEY,
      removedAt INTEGER NOT NULL -- milliseconds since 1970
    ) WITHOUT ROWID;
    CREATE INDEX removedWidgetAge ON removedWidget (removedAt);
    -- The greatest revision of all deleted widgets; new widgets get greater ones.
    CREATE TABLE removedRevision (greatest INTEGER NOT NULL);
    INSERT INTO removedRevision VALUES (0);
    -- The greatest revision that a renamed widget had under its former name.
    CREATE TABLE formerName (
      name TEXT NOT NULL PRIMARY KEY,
      revision INTEGER NOT NULL,
      renamedAt INTEGER NOT NULL -- milliseconds since 1970
    ) WITHOUT ROWID;
    CREATE INDEX formerNameAge ON formerName (renamedAt);

    CREATE TABLE reloadRequest (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      requestedAt INTEGER NOT NULL, -- milliseconds since 1970
      reason TEXT
    );
    CREATE INDEX reloadRequestName ON reloadRequest (name, number);
    CREATE INDEX reloadRequestAge ON reloadRequest (requestedAt);

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
    -- A random text for the history that the numbers of the log belong to; a restore changes it.
    CREATE TABLE logEpoch (epoch TEXT NOT NULL);
    INSERT INTO logEpoch VALUES (lower(hex(randomblob(4))));

    -- The responses to requests that a caller can repeat.
    CREATE TABLE storedAnswer (
      key TEXT NOT NULL PRIMARY KEY,
      mark TEXT NOT NULL,
      madeAt INTEGER NOT NULL, -- milliseconds since 1970
      answer TEXT NOT NULL
    );
    CREATE INDEX storedAnswerAge ON storedAnswer (madeAt);

    -- The notes of the programs that use the store, such as how far they have read the log.
    CREATE TABLE note (name TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
    -- How long removed widgets, states and the log are kept.
    CREATE TABLE retention (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;

    """
}
