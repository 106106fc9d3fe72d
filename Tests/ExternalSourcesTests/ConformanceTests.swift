import Foundation
import GRDB
import IntentOptions
import OptionsProviderTesting
import Testing
import WidgetFormats
import WidgetTestSupport

@testable import ExternalSources

/// Every kind of source passes the conformance suite for providers.
@Suite("Sources follow the rules for providers", .startsPrograms)
struct ConformanceTests {
  private let folder: TemporaryFolder
  private let request = OptionsRequest(parameter: "city")

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("cities.csv", "identifier,display,section\no,Oslo,NO\nr,Rome,IT\n")
    _ = try folder.write("cities.json", #"["Oslo", "Rome", "Bergen"]"#)
    try DatabaseQueue(path: folder.path + "/cities.sqlite").write { database in
      try database.execute(
        sql: "CREATE TABLE city (name TEXT); INSERT INTO city VALUES ('Oslo'), ('Rome'), ('Bonn')")
    }
  }

  @Test("a file follows the rules", arguments: ["cities.csv", "cities.json"])
  func fixture(_ name: String) async throws {
    let provider = FixtureOptionsProvider(path: folder.path + "/" + name)
    try await OptionsProviderSuite(provider, request).run()
  }

  @Test("a missing file follows the rules for failing providers")
  func missing() async throws {
    let provider = FixtureOptionsProvider(path: folder.path + "/none")
    try await OptionsProviderSuite(provider, failingRequests: [request]).run()
  }

  @Test("a program follows the rules")
  func command() async throws {
    let source = CommandSource(arguments: ["/bin/cat", "cities.json"])
    let provider = SubprocessOptionsProvider(
      source, folder: folder.path, environment: [:], limits: .patient)
    try await OptionsProviderSuite(provider, request).run()
  }

  @Test("a failing program follows the rules for failing providers")
  func failingCommand() async throws {
    let provider = SubprocessOptionsProvider(
      shell("exit 1"), folder: folder.path, environment: [:], limits: .patient)
    try await OptionsProviderSuite(provider, failingRequests: [request]).run()
  }

  @Test("a query follows the rules with and without its own search")
  func sqlite() async throws {
    for query in [
      "SELECT name AS identifier FROM city",
      """
      SELECT name AS identifier FROM city
      WHERE :search IS NULL OR name LIKE '%' || :search || '%'
      """,
    ] {
      let provider = SQLiteOptionsProvider(
        SQLiteSource(path: "", query: query), path: folder.path + "/cities.sqlite",
        limits: .patient)
      try await OptionsProviderSuite(provider, request, searchTerms: ["o"]).run()
    }
  }

  @Test("a web service follows the rules")
  func http() async throws {
    let provider = HTTPOptionsProvider(HTTPSource(url: "https://e/"), limits: .patient) { _ in
      WebResponse(status: 200, body: Array(#"["Oslo", "Rome"]"#.utf8))
    }
    try await OptionsProviderSuite(provider, request).run()
  }
}
