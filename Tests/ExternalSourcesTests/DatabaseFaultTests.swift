import Foundation
import GRDB
import IntentOptions
import Testing
import WidgetFormats

@testable import ExternalSources

/// Every failure of a database, with the exact message.
@Suite("Faults of databases")
struct DatabaseFaultTests {
  private let folder: TemporaryFolder
  private let request = OptionsRequest(parameter: "p")

  init() throws { folder = try TemporaryFolder() }

  private static let query = "Correct the query in widget.json, or the database."

  private static let columns =
    "Name the columns identifier, display, subtitle, section and symbol."

  static let queries: [(name: String, sql: String, words: String)] = [
    (
      "missing column", "SELECT name AS identifer FROM city",
      "The response has no column “identifier”. \(columns)"
    ),
    (
      "missing table", "SELECT identifier FROM town",
      "The query failed: no such table: town. \(query)"
    ),
    (
      "too many rows",
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS identifier FROM n",
      "The response has more than 50 rows. Add a LIMIT or a condition to the query."
    ),
    (
      "too many bytes", "SELECT hex(zeroblob(900000)) AS identifier",
      "The response has more than 1000000 bytes. Make the response smaller."
    ),
    (
      "too many bytes in all",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS identifier, hex(zeroblob(20000)) AS display FROM n
      """, "The response has more than 1000000 bytes. Make the response smaller."
    ),
    (
      "a blob of 100 MB", "SELECT zeroblob(100000000) AS identifier",
      "The response has more than 1000000 bytes. Make the response smaller."
    ),
    (
      "an empty identifier", "SELECT NULL AS identifier",
      "Item 1 of section 1 has an empty identifier. Correct the response of the source."
    ),
    (
      "two statements", "SELECT name AS identifier FROM city; DROP TABLE city",
      "The query failed: it has more than one statement. \(query)"
    ),
    (
      "no statement", "-- nothing", "The query failed: empty statement. \(query)"
    ),
    (
      "a write", "INSERT INTO city VALUES ('Wien') RETURNING name AS identifier",
      "The query failed: it would change the database. \(query)"
    ),
    (
      "another database", "ATTACH DATABASE 'other.sqlite' AS other",
      "The response has no column “identifier”. \(columns)"
    ),
    (
      "not in UTF-8", "SELECT CAST(x'61FF' AS TEXT) AS identifier, char(7) AS display",
      """
      Item 1 of section 1 has the control character U+0007 as character 1 of its display text. \
      Correct the response of the source.
      """
    ),
  ]

  private func database() throws -> String {
    let path = folder.path + "/city.sqlite"
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: "CREATE TABLE city (name TEXT); INSERT INTO city VALUES ('Oslo'), ('Rome'), ('Bonn')")
    }
    return path
  }

  @Test("each invalid query or response has its message", arguments: queries)
  func query(_ name: String, sql: String, words: String) async throws {
    let path = try database()
    let provider = SQLiteOptionsProvider(
      SQLiteSource(path: path, query: sql), path: path, name: "db",
      limits: .patient(bytes: 1_000_000, items: 50))
    let said = await message { _ = try await provider.options(for: request) }
    #expect(said == "db: " + words, "\(name): \(said)")
    expectClosed(path)
  }

  /// Of several rows with the same identifier, the first is a choice, and the others are left out
  /// with a notice.
  @Test("rows with a duplicate identifier are left out, except for the first")
  func duplicates() async throws {
    let path = try database()
    let provider = SQLiteOptionsProvider(
      SQLiteSource(path: path, query: "SELECT 'a' AS identifier FROM city"), path: path, name: "db",
      limits: .patient)
    let found = try await provider.options(for: request)
    #expect(found.sections.flatMap { $0.items.map(\.identifier) } == ["a"])
    #expect(found.notice == "2 invalid choices of the source are left out.")
    #expect(
      found.leftOut.map(\.message) == [
        "Item 2 of section 1 has the identifier “a”, which item 1 of section 1 has too.",
        "Item 3 of section 1 has the identifier “a”, which item 1 of section 1 has too.",
      ])
    expectClosed(path)
  }

  private static let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

  @Test(
    "a query that never ends is interrupted",
    arguments: [
      "SELECT i AS identifier FROM n WHERE i < 0", "SELECT max(i) AS identifier FROM n",
      "SELECT n.i AS identifier FROM n, city WHERE n.i < 0 ORDER BY city.name",
    ])
  func endless(_ sql: String) async throws {
    let path = try database()
    let provider = SQLiteOptionsProvider(
      SQLiteSource(path: path, query: "\(Self.numbers) \(sql)", timeout: .milliseconds(300)),
      path: path,
      name: "db")
    let said = await message { _ = try await provider.options(for: request) }
    #expect(
      said == """
        db: The source did not answer within 0.3 seconds. \
        Try again, or give it a longer timeout in widget.json.
        """)
    expectClosed(path)
  }

  @Test("a cancelled request interrupts the query")
  func cancelling() async throws {
    let path = try database()
    let query = "\(Self.numbers) SELECT i AS identifier FROM n WHERE i < 0"
    let provider = SQLiteOptionsProvider(
      SQLiteSource(path: path, query: query), path: path, name: "db", limits: .patient)
    let request = request
    let task = Task { try await provider.options(for: request) }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    expectClosed(path)
  }

  private static let torn = "The query failed: database disk image is malformed. \(query)"

  /// The number of remaining bytes of a database of 8192 bytes, and the message; an empty file is
  /// valid.
  static let damages: [(count: Int, words: String)] = [
    (0, "The query failed: no such table: city. \(query)"),
    (1, "The query failed: no such table: city. \(query)"), (100, torn), (4_000, torn),
    (
      5_000,
      """
      Item 1 of section 1 has an empty identifier. Item 2 of section 1 has an empty identifier. \
      Item 3 of section 1 has an empty identifier. Correct the response of the source.
      """
    ),
  ]

  @Test("a truncated database is refused with the reason", arguments: damages)
  func damaged(_ count: Int, words: String) async throws {
    let whole = try Data(contentsOf: URL(filePath: database()))
    let path = try folder.write("cut.sqlite", Array(whole.prefix(count)))
    let query = "SELECT name AS identifier FROM city"
    let provider = SQLiteOptionsProvider(
      SQLiteSource(path: path, query: query), path: path, name: "db", limits: .patient)
    let said = await message { _ = try await provider.options(for: request) }
    #expect(said == "db: \(words)")
    expectClosed(path)
  }

  /// The copy contains only committed data.
  ///
  /// Browsers lock their databases while they run: Firefox in WAL mode, Chromium with a rollback
  /// journal.
  @Test("a database that another program keeps locked", arguments: ["WAL", "DELETE"])
  func locked(mode: String) async throws {
    let path = try database()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.inDatabase { database in
      try database.execute(
        sql: """
          PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = \(mode);
          INSERT INTO city (name) VALUES ('Committed');
          BEGIN EXCLUSIVE; INSERT INTO city (name) VALUES ('Not committed');
          """)
    }
    defer { try? other.inDatabase { try $0.execute(sql: "ROLLBACK") } }
    let provider = SQLiteOptionsProvider(
      SQLiteSource(path: path, query: "SELECT name AS identifier FROM city"), path: path,
      name: "db", limits: .patient)
    let found = try await provider.options(for: request).items.map(\.identifier)
    #expect(found.contains("Committed") && !found.contains("Not committed"), "\(found)")
  }

  /// Anki (`unicase`) and calibre (`sortconcat`) add their own collations and functions to SQLite.
  @Test("a collation and a function that only the database's program has")
  func ofTheProgram() async throws {
    let path = folder.path + "/program.sqlite"
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      database.add(collation: DatabaseCollation("unicase") { $0.compare($1) })
      database.add(
        function: DatabaseFunction("sortconcat", argumentCount: 1, pure: true) { $0.first })
    }
    try await DatabaseQueue(path: path, configuration: configuration).write { database in
      try database.execute(
        sql: """
          CREATE TABLE deck (name TEXT COLLATE unicase);
          CREATE UNIQUE INDEX byName ON deck (name);
          CREATE VIEW meta AS SELECT sortconcat(name) AS name FROM deck;
          INSERT INTO deck VALUES ('b'), ('a');
          """)
    }
    for (query, said) in [
      (
        "SELECT name AS identifier FROM deck ORDER BY name",
        """
        db: The query needs the collation “unicase”, which only the program that owns the database \
        has. Write COLLATE BINARY or COLLATE NOCASE after the column where it is compared or sorted.
        """
      ),
      (
        "SELECT name AS identifier FROM deck ORDER BY name COLLATE swiftLocalizedStandardCompare",
        """
        db: The query needs the collation “swiftLocalizedStandardCompare”, which only the program \
        that owns the database has. Write COLLATE BINARY or COLLATE NOCASE after the column where \
        it is compared or sorted.
        """
      ),
      (
        "SELECT name AS identifier FROM meta",
        """
        db: The query needs the function “sortconcat”, which SQLite does not have; only the \
        program that owns the database has it. Query the tables without this function, and without \
        a view that uses it.
        """
      ), ("SELECT name AS identifier FROM deck ORDER BY name COLLATE BINARY", nil),
      (
        "SELECT name AS identifier FROM deck WHERE name COLLATE NOCASE IN ('A', 'b') ORDER BY 1 COLLATE BINARY",
        nil
      ),
    ] as [(String, String?)] {
      let provider = SQLiteOptionsProvider(
        SQLiteSource(path: path, query: query), path: path, name: "db", limits: .patient)
      if let said {
        #expect(await message { _ = try await provider.options(for: request) } == said)
      } else {
        #expect(
          try await provider.options(for: request).items.map(\.identifier) == ["a", "b"], "\(query)"
        )
      }
    }
  }

  @Test("a full-text search gets the words of the term, with any punctuation")
  func fullText() async throws {
    let path = folder.path + "/text.sqlite"
    try await DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          CREATE VIRTUAL TABLE stop USING fts5(name);
          INSERT INTO stop VALUES ('Oslo Central'), ('Oslo West'), ('Central "Park" Bonn')
          """)
    }
    let query = """
      SELECT name AS identifier FROM stop
      WHERE :search IS NULL OR rowid IN (SELECT rowid FROM stop WHERE stop MATCH :search)
      """
    let provider = SQLiteOptionsProvider(
      SQLiteSource(path: path, query: query), path: path, limits: .patient)
    #expect(provider.searchesItself)
    for (term, found) in [
      ("cent", ["Oslo Central", "Central \"Park\" Bonn"]), ("oslo we", ["Oslo West"]),
      ("\"park\"", ["Central \"Park\" Bonn"]), ("a OR b", []), ("*", []), ("nothing", []),
      ("  ", ["Oslo Central", "Oslo West", "Central \"Park\" Bonn"]),
    ] {
      var request = request
      request.searchTerm = term
      let items = try await provider.options(for: request).items.map(\.identifier)
      #expect(items == found, "“\(term)”")
    }
  }
}
