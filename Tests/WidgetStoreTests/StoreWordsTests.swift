import Messages
import Testing
import WidgetTestSupport

@testable import SQLiteStore
@testable import StoreModel

@Suite("Messages of the store")
struct StoreWordsTests {
  static let conflict = StoreConflict(name: "A", expected: nil, found: 1)
  static let problems: [(problem: StoreProblem, code: String, sentence: String)] = [
    (.noLocation, "no-location", "There is no home folder to keep placed widgets in."),
    (.invalidPath, "invalid-path", "The path of the store is empty or contains NUL."),
    (
      .noFolder(path: "/a\u{7}", cause: "Permission denied"), "no-folder",
      "The folder “/a␇” cannot be created: Permission denied."
    ),
    (.cannotOpen(cause: "no"), "cannot-open", "The file cannot be opened: no."),
    (.readOnly, "read-only", "The file cannot be written to; nothing was saved."),
    (.diskFull, "disk-full", "The disk is full; nothing was saved."),
    (
      .busy(seconds: 0.5), "busy",
      "Another program is using the store and did not finish within 0.5 seconds."
    ),
    (
      .noFreeConnection(seconds: 10), "no-free-connection",
      "All connections to the database server were in use for 10 seconds."
    ),
    (.damaged("bad page"), "damaged-file", "The store is damaged: bad page."),
    (
      .notADatabase, "not-a-database",
      "The file is not a store of placed widgets: it is not an SQLite database."
    ),
    (
      .foreignDatabase, "foreign-database",
      "The file is not a store of placed widgets: it is a database of another program."
    ),
    (
      .newerVersion(found: 3, known: 1), "newer-version",
      "The store has format 3, and this program knows formats up to 1."
    ),
    (
      .olderVersion(found: 3, known: 4), "older-version",
      "The store has format 3, and this program reads format 4. Nothing was changed."
    ),
    (.inputOutput(cause: "disk I/O error"), "input-output", "The disk failed: disk I/O error."),
    (.database(cause: "out of memory"), "database", "SQLite refused: out of memory."),
    (.invalidURL, "invalid-url", "The URL of the store cannot be read."),
    (
      .noPostgresLibrary, "no-postgres-library",
      "libpq, the library that connects to a PostgreSQL server, is not installed."
    ),
    (
      .notInThisBuild(trait: "Postgres"), "not-in-this-build",
      "This program was built without the trait Postgres, so it cannot open this kind of store."
    ),
    (
      .unavailable(cause: "gone\u{7}", retryAfter: 2), "unavailable",
      "The database server cannot be reached: gone␇."
    ),
    (
      .outcomeUnknown(cause: "gone"), "outcome-unknown",
      "The connection to the server broke during the save, and it is unknown whether the change was "
        + "saved: gone."
    ),
    (
      .oldServer(found: 12, needed: 13), "old-server",
      "The server is PostgreSQL 12; 13 or newer is needed."
    ),
    (.notPermitted(cause: "no"), "not-permitted", "The database server refused: no."),
    (.serverRefused(cause: "no"), "server-refused", "The database server refused: no."),
    (.conflicts([conflict]), "conflict", "A placed widget “A” already exists."),
    (
      .invalidTexts([InvalidText(what: .name, text: "\n", rule: .visible)]), "invalid-text",
      "The name “␊” cannot be stored."
    ),
    (.repeatedNames(["A"]), "repeated-name", "Several widgets to save have the name “A”."),
    (
      .unstorableDraft(name: "A", cause: .verbatim("Too deep.")), "unstorable-draft",
      "The draft of “A” cannot be stored: Too deep."
    ),
    (
      .damagedEntries([DamagedEntry(name: "A", cause: .verbatim("Torn."))]), "damaged-entry",
      "“A” cannot be read: Torn."
    ),
    (
      .notPlaced(["A"], nearest: [:]), "not-placed", "Nothing is placed under the name “A”."
    ),
    (
      .noSuchRevision(name: "A", revision: 4, known: [2, 1]), "no-such-revision",
      "“A” does not have an earlier state with revision 4."
    ),
  ]

  @Test("each problem has a code and a sentence", arguments: problems)
  func words(_ problem: StoreProblem, code: String, sentence: String) async throws {
    #expect(problem.code == code)
    #expect(problem.sentence == sentence)
  }

  @Test("many names that are not placed are one sentence, and have one remedy")
  func manyNames() async throws {
    let names = (0..<1_000).map { "W\($0)" }
    let problem = StoreProblem.notPlaced(names, nearest: [:], removed: names)
    #expect(problem.sentence.hasPrefix("Nothing is placed under the names “W0”, “W1”, "))
    #expect(problem.sentence.hasSuffix("992 more."), "\(problem.sentence)")
    #expect(
      problem.remedy == "List those that can be restored with: widgetconfig list --removed")
  }

  @Test("each has a remedy that is a sentence, and codes differ")
  func remedies() async throws {
    for (problem, code, _) in Self.problems {
      #expect(problem.remedy.count > 15, "\(code)")
      #expect(
        problem.remedy.contains(": widgetconfig ") || [".", "r"].contains(problem.remedy.last),
        "\(code): \(problem.remedy)")
    }
    #expect(Set(Self.problems.map(\.code)).count == Self.problems.count)
  }

  @Test("a path cannot write to the terminal")
  func path() async throws {
    let error = StoreError(.readOnly, file: "/a\u{1B}]0;x\u{7}")
    #expect(error.description.hasPrefix("/a␛]0;x␇: The file cannot be written to"))
  }
}
