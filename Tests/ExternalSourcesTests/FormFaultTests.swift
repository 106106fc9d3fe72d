import FormEngine
import Foundation
import GRDB
import IntentModel
import IntentOptions
import Messages
import Synchronization
import TerminalForm
import Testing
import WidgetForm
import WidgetFormats
import WidgetTestSupport

@testable import ExternalSources

/// After a failure, a form shows the message, stays usable, and accepts the source's next response.
@Suite("Forms whose sources have faults", .startsPrograms)
struct FormFaultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let good = #"["a", "b"]"#
  private static let stored = IntentValue.object(IntentObject(identifier: "a", display: "Stored"))

  private static var setup: FormSetup {
    let parameters = [
      ParameterDefinition.object("city", "City").dynamic().at(priority: 1),
      ParameterDefinition.string("heading").at(priority: 2),
    ]
    let intent = IntentDefinition(name: "Trip", parameters: parameters)
    let schema = IntentSchema(intent, in: IntentDefinitionFile(intents: [intent]))
    return FormSetup(
      schema: schema, title: "Trip", families: [.systemSmall], providers: .stubs(["city": false]))
  }

  /// Sends events, and lets the source respond to all resulting requests.
  private func send(
    _ events: FormEvent..., to form: inout FormState, _ source: any OptionsProvider
  ) async {
    var driver = FormDriver(form, provider: source)
    for event in events {
      driver.handle(event)
      await driver.settle()
    }
    form = driver.state
  }

  /// Tests a form whose source first fails and then recovers.
  private func check(
    _ provider: any OptionsProvider, mend: () throws -> Void
  ) async throws {
    let said = await message {
      _ = try await provider.options(for: OptionsRequest(parameter: "city"))
    }
    let source = RoutingOptionsProvider(["city": provider])
    var form = await FormDriver.opened(
      FormState(Self.setup, draft: IntentDraft(values: ["city": Self.stored])), provider: source)
    // The stored choice cannot be checked, so it is kept and not reported as missing, and the row
    // shows why.
    let failure = try #require(form.failures["city"])
    #expect("\(failure)" == said)
    let row = form.presentation.rows.first { $0.parameter == "city" }
    #expect(row?.problem == "\(failure.provider): \(failure.message)")
    #expect(row?.value == "Stored" && row?.isLoading == false)
    #expect(form.missing.isEmpty)

    await send(.focus(.parameter("city")), .openOptions, to: &form, source)
    #expect(form.picker?.content == .failed(failure))

    // The other rows can be answered and the form can be saved, even if the source fails.
    var other = form
    await send(.dismiss, .set("heading", .string("Hello")), .submit, to: &other, source)
    guard case .submitted(let intent) = other.phase else {
      Issue.record("not saved: \(other.presentation.message ?? "")")
      return
    }
    #expect(intent["heading"] == .string("Hello"))
    #expect(intent["city"] == Self.stored)

    try mend()
    await send(.retry, to: &form, source)
    #expect(form.picker?.collection?.items.map(\.identifier) == ["a", "b"])
    await send(.dismiss, .retry, to: &form, source)
    #expect(form.failures.isEmpty && form.missing.isEmpty)
    #expect(form.draft["city"]?.elements == [.object(IntentObject(identifier: "a", display: "a"))])
    await send(.openOptions, .moveHighlight(.next), .choose, to: &form, source)
    #expect(form.draft["city"] == .object(IntentObject(identifier: "b", display: "b")))
  }

  @Test("a form stays usable while a file has a fault", arguments: SourceFaultTests.files)
  func file(_ name: String, bytes: [UInt8], words: String) async throws {
    let path = try folder.write("p.json", bytes)
    let limits = SourceLimits.patient(bytes: 2_000)
    try await check(FixtureOptionsProvider(path: path, name: "file", limits: limits)) {
      _ = try folder.write("p.json", Self.good)
    }
  }

  @Test("a form stays usable while a path has a fault", arguments: FileFaultTests.faults)
  func path(_ fault: FileFaultTests.Fault) async throws {
    let path = folder.path + "/p.json"
    try fault.make(path)
    try await check(FixtureOptionsProvider(path: path)) {
      try? FileManager.default.removeItem(atPath: path)
      _ = try folder.write("p.json", Self.good)
    }
  }

  @Test("a form stays usable while a program fails", arguments: SourceFaultTests.programs)
  func program(_ name: String, script: String, timeout: Duration, words: String) async throws {
    let source = shell("[ -e good ] && exec cat good; \(script)", timeout: timeout)
    let provider = SubprocessOptionsProvider(
      source, folder: folder.path, environment: ["PATH": "/usr/bin:/bin"],
      limits: .patient(bytes: 2_000))
    try await check(provider) { _ = try folder.write("good", Self.good) }
  }

  @Test(
    "a form stays usable while a web service fails",
    arguments: HTTPFaultTests.faults + HTTPFaultTests.broken)
  func service(_ fault: HTTPFaultTests.Fault) async throws {
    let good = LoopbackService.Answer.response(status: "200 OK", body: Self.good)
    let service = try LoopbackService { [answer = fault.answer] _, request in
      request.lowercased().contains("x-mended: yes") ? good : answer
    }
    defer { service.stop() }
    _ = service.start()
    let source = HTTPSource(
      url: service.url, timeout: fault.timeout.map { _ in .seconds(3) } ?? .seconds(3_600))
    let limits = SourceLimits.patient(bytes: 1_000_000)
    let mended = Mended()
    let provider = HTTPOptionsProvider(source, limits: limits) { request in
      var request = request
      if mended.isSet { request.headers["x-mended"] = "yes" }
      return try await WebFetch.fetchAtOnce(request)
    }
    try await check(provider) { mended.set() }
  }

  @Test("a web service without the library, which is then installed")
  func library() async throws {
    try await withService({ _, _ in .response(status: "200 OK", body: Self.good) }) { service in
      let mended = Mended()
      let provider = HTTPOptionsProvider(
        HTTPSource(url: service.url, timeout: .seconds(3_600)), name: "web"
      ) {
        try await WebFetch.response(
          $0, libraries: mended.isSet ? WebExchange.libraries : ["libcurl.none"])
      }
      let source = RoutingOptionsProvider(["city": provider])
      var form = await FormDriver.opened(
        FormState(Self.setup, draft: IntentDraft()), provider: source)
      await send(.focus(.parameter("city")), .openOptions, to: &form, source)
      guard case .failed(let failure)? = form.picker?.content else {
        Issue.record("an answer without the library")
        return
      }
      #expect(
        "\(failure)" == """
          web: The service cannot be reached: libcurl is not installed. \
          Install libcurl 7.68 or newer, then try again.
          """)
      try await check(provider) { mended.set() }
    }
  }

  static let databases: [(name: String, sql: String)] = [
    ("missing table", "CREATE TABLE other (identifier TEXT)"),
    ("missing column", "CREATE TABLE choice (name TEXT); INSERT INTO choice VALUES ('a')"),
    ("a view of a missing table", "CREATE VIEW choice AS SELECT identifier FROM none"),
    ("too much", "CREATE VIEW choice AS SELECT hex(zeroblob(600000)) AS identifier"),
    (
      "endless",
      """
      CREATE VIEW choice AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS identifier FROM n WHERE i < 0
      """
    ),
  ]

  @Test("a form stays usable while a database has a fault", arguments: databases)
  func database(_ name: String, sql: String) async throws {
    let path = folder.path + "/p.sqlite"
    try await DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    let query = "SELECT * FROM choice ORDER BY 1"
    let source = SQLiteSource(
      path: path, query: query, timeout: name == "endless" ? .seconds(2) : .seconds(120))
    let provider = SQLiteOptionsProvider(
      source, path: path, limits: .patient(bytes: 1_000_000))
    try await check(provider) {
      try FileManager.default.removeItem(atPath: path)
      try DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: "CREATE TABLE choice (identifier TEXT); INSERT INTO choice VALUES ('a'), ('b')")
      }
    }
  }
}

/// Whether a source has recovered.
private final class Mended: Sendable {
  private let state = Mutex(false)

  var isSet: Bool { state.withLock { $0 } }

  func set() { state.withLock { $0 = true } }
}
