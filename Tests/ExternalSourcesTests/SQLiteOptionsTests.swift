import Foundation
import GRDB
import IntentModel
import IntentOptions
import Testing
import WidgetFormats

@testable import ExternalSources

@Suite("Options from a database")
struct SQLiteOptionsTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/stations.sqlite"
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          CREATE TABLE station (id INTEGER, name TEXT, line TEXT, zone REAL);
          INSERT INTO station VALUES
            (1, 'Alewife', 'Red', 1), (2, 'Davis', 'Red', 1.5), (3, 'Wonderland', 'Blue', NULL);
          """)
    }
  }

  private func provider(
    _ query: String, _ arguments: [String] = [], limits: SourceLimits = .patient
  ) -> SQLiteOptionsProvider {
    SQLiteOptionsProvider(
      SQLiteSource(path: "x", query: query, arguments: arguments), path: path, name: "db",
      limits: limits)
  }

  struct Case: Sendable {
    var query: String
    var arguments: [String] = []
    var search: String?
    var values: [String: IntentValue] = [:]
    var picture: [String]
  }

  static let all = "SELECT id AS identifier, name AS display FROM station"
  static let cases = [
    Case(query: all, picture: ["-: 1=Alewife, 2=Davis, 3=Wonderland"]),
    Case(
      query: "SELECT id AS identifier, line AS section, zone AS subtitle, 1 AS other FROM station",
      picture: ["Red: 1/1.0, 2/1.5", "Blue: 3"]),
    Case(
      query: "\(all) WHERE name LIKE '%' || :search || '%'", search: "a",
      picture: ["-: 1=Alewife, 2=Davis, 3=Wonderland"]),
    Case(query: "\(all) WHERE name = :search", search: "' OR 1=1 --", picture: []),
    Case(
      query: "\(all) WHERE :search IS NULL AND line = :line", values: ["line": .string("Blue")],
      picture: ["-: 3=Wonderland"]),
    Case(query: "\(all) WHERE line = :line", picture: []),
    // A list is a JSON array, a date is a text, and a duration is a number.
    Case(
      query: "\(all) WHERE name IN (SELECT value FROM json_each(:names))",
      values: ["names": .array([.string("Davis"), .string("a,\"b"), .string("Alewife")])],
      picture: ["-: 1=Alewife, 2=Davis"]),
    Case(
      query: "SELECT date(:day, '+1 day') AS identifier, :length / 60 AS display",
      values: [
        "day": .dateComponents(DateComponents(year: 2026, month: 12, day: 31)),
        "length": .timeInterval(90),
      ], picture: ["-: 2027-01-01=1.5"]),
    Case(
      query: "\(all) WHERE line = ? AND name LIKE ?", arguments: ["{line}", "{search}%"],
      search: "D", values: ["line": .object(IntentObject(identifier: "Red", display: "Rot"))],
      picture: ["-: 2=Davis"]),
    Case(
      query: "\(all) WHERE id = :number AND typeof(:number) = 'integer' AND :flag",
      values: ["number": .integer(3), "flag": .boolean(true)], picture: ["-: 3=Wonderland"]),
    Case(query: "\(all) LIMIT min(:limit + 2, 1)", picture: ["-: 1=Alewife"]),
    Case(
      query: "\(all) LIMIT ?", arguments: ["{limit}"],
      picture: ["-: 1=Alewife, 2=Davis, 3=Wonderland"]),
    Case(query: "\(all) LIMIT :limit", picture: ["-: 1=Alewife, 2=Davis, 3=Wonderland"]),
    Case(query: "\(all) WHERE name <> ':search' LIMIT 1", picture: ["-: 1=Alewife"]),
    Case(query: "SELECT x'6162' AS identifier", picture: ["-: ab"]),
  ]

  @Test("each query gives its choices", arguments: cases)
  func queries(_ example: Case) async throws {
    let request = OptionsRequest(
      parameter: "station", values: example.values, searchTerm: example.search)
    let answer = try await provider(example.query, example.arguments).options(for: request)
    #expect(picture(answer) == example.picture)
  }

  @Test("a query that uses the search term searches itself")
  func searching() {
    #expect(provider("SELECT :search AS identifier").searchesItself)
    #expect(provider("SELECT ? AS identifier", ["%{search}%"]).searchesItself)
    #expect(!provider(Self.all).searchesItself)
  }

  /// The empty search term should match every choice.
  ///
  /// If a query does not do this, the list may be incomplete.
  @Test(
    "stored choices of a query that searches",
    arguments: [
      ("\(all) WHERE :search IS NULL OR name LIKE '%' || :search || '%'", true),
      ("\(all) WHERE name LIKE '%' || coalesce(:search, '') || '%'", true),
      ("\(all) WHERE name LIKE '%' || :search || '%'", true),
      ("\(all) WHERE (:search IS NULL AND id < 2) OR name LIKE :search || '%'", true),
      ("\(all) WHERE :search IS NULL OR name = :search", false),
      ("\(all) WHERE :search IS NULL OR name LIKE '%' || :search || '%' LIMIT 3", false),
    ])
  func storedChoicesOfASearch(_ query: String, isConclusive: Bool) async throws {
    let found = try await provider(query).resolve(
      identifiers: ["2", "gone"], for: OptionsRequest(parameter: "station"))
    #expect(found.items.map(\.identifier) == ["2"])
    #expect(found.isConclusive == isConclusive)
  }

  @Test("a request can have a lower limit")
  func requestLimit() async throws {
    let request = OptionsRequest(parameter: "station", limit: 2)
    for query in [Self.all, "\(Self.all) LIMIT :limit"] {
      #expect(try await provider(query).options(for: request).count == 2, "\(query)")
    }
  }

  static let queryRemedy = "Correct the query in widget.json, or the database."
  static let bad: [(query: String, words: String)] = [
    ("SELECT id FROM none", "The query failed: no such table: none. \(queryRemedy)"),
    (
      "DELETE FROM station RETURNING id AS identifier",
      "The query failed: it would change the database. \(queryRemedy)"
    ),
    (
      "SELECT id FROM station",
      """
      The response has no column “identifier”. \
      Name the columns identifier, display, subtitle, section and symbol.
      """
    ),
    (
      "SELECT 'a' || char(0) || 'b' AS identifier",
      """
      Item 1 of section 1 has the control character U+0000 as character 2 of its identifier. \
      Correct the response of the source.
      """
    ),
  ]

  @Test("each invalid query has its message", arguments: bad)
  func refusing(_ query: String, words: String) async {
    let request = OptionsRequest(parameter: "station")
    #expect(
      await message { _ = try await provider(query).options(for: request) } == "db: \(words)")
  }

  @Test("too many rows and a slow query are refused")
  func limits() async {
    let request = OptionsRequest(parameter: "station")
    let few = provider(Self.all, limits: .patient(items: 2))
    #expect(
      await message { _ = try await few.options(for: request) }
        == "db: The response has more than 2 rows. Add a LIMIT or a condition to the query.")
    let endless = provider(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS identifier FROM n WHERE i < 0
      """, limits: SourceLimits(timeout: .milliseconds(200)))
    #expect(
      await message { _ = try await endless.options(for: request) }
        == """
        db: The source did not answer within 0.2 seconds. \
        Try again, or give it a longer timeout in widget.json.
        """)
  }

  @Test("missing files, and files that are not databases")
  func noDatabase() async throws {
    let request = OptionsRequest(parameter: "station")
    let source = SQLiteSource(path: "x", query: Self.all)
    let missing = SQLiteOptionsProvider(source, path: folder.path + "/none", name: "db")
    #expect(
      await message { _ = try await missing.options(for: request) }
        == """
        db: There is no file “\(folder.path)/none”. \
        Correct the path in widget.json, or create the file.
        """)
    let text = try folder.write("text", String(repeating: "no database ", count: 100))
    let other = SQLiteOptionsProvider(source, path: text, name: "db")
    #expect(
      await message { _ = try await other.options(for: request) }
        == "db: The query failed: file is not a database. \(Self.queryRemedy)")
  }
}
