import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import IntentOptions
import Logging
import ServiceLifecycle
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport
import WidgetTimeline

/// The service in another author's application, with widgets that are made in code.
@Suite(.startsPrograms) struct OwnApplicationTests {
  /// A widget as an author writes it, without any file.
  private static let lunch = ConfigurableWidget(
    kind: "lunch", displayName: "Lunch", families: [.systemSmall, .systemMedium],
    schema: IntentSchema(
      "Lunch",
      parameters: [
        .enumeration("dish", cases: ["Soup", "Salad"]).titled("Dish"),
        .object("room").dynamic(),
        .integer("guests", 1...12, default: 2, control: .stepper),
        .string("wishes").titled("Special wishes").shown(when: "dish", is: "Soup"),
      ]),
    providers: [
      "room": InMemoryOptionsProvider(OptionsCollection(items: ["Kitchen", "Attic"]))
    ])

  /// Runs an application that has its own route in addition to those of a service.
  private func run(
    access: ServiceAccess = .open, _ body: @escaping @Sendable (HTTPClient) async throws -> Void
  ) async throws {
    var log = Logger(label: "own")
    log.logLevel = .critical
    let service = try WidgetServer(
      access: access, logger: log, store: .memory(),
      widgets: { _ in [Self.lunch] })
    let router = Router()
    router.add(middleware: service.routes(withPages: false))
    router.get("/") { _, _ in "The author's own page" }
    router.post("/echo") { request, _ in
      String(buffer: try await request.body.collect(upTo: 100))
    }
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    var application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: log)
    application.addServices(service.background)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [application], logger: log))
    let running = Task { try await group.run() }
    var iterator = ports.makeAsyncIterator()
    let number = try #require(await iterator.next())
    do {
      try await body(HTTPClient(port: number))
    } catch {
      await group.triggerGracefulShutdown()
      _ = await running.result
      throw error
    }
    await group.triggerGracefulShutdown()
    try await running.value
  }

  /// The service also works in a program that uses only the public API and has its own store.
  @Test func aStrangersProgramServesIt() throws {
    let run = try FinishedProgram(ProgramFolder.path(of: "OwnService"))
    #expect(run.output == "all tasks done\n" && run.status == 0, "\(run.errors)")
  }

  @Test func aWidgetInCodeHasAFormAndIsPlaced() async throws {
    try await run { client in
      let form = try await client.get("/v1/widgets/lunch/form")
      #expect(form.status == 200)
      for label in ["Dish", "room", "guests"] { #expect(form.text.contains("\"\(label)\"")) }
      let draft = """
        {"kind": "lunch", "family": "systemSmall",
         "draft": {"dish": "Soup", "guests": 3, "wishes": "hot",
                   "room": {"identifier": "Attic", "display": "Attic"}}}
        """
      let placed = try await client.send(
        "PUT", "/v1/placed/monday", draft, headers: ["If-None-Match": "*"])
      #expect(placed.status == 201, "\(placed.text)")
      let found = try await client.get("/v1/placed/monday")
      #expect(found.text.contains("\"wishes\":\"hot\"") && found.text.contains("\"lunch\""))
      // The widget is found again by its kind, with the same definition.
      #expect(found.text.contains("\"state\":\"current\""))
    }
  }

  @Test func theAuthorsRoutesStay() async throws {
    try await run { client in
      let home = try await client.get("/")
      #expect(home.text == "The author's own page")
      #expect(try await client.post("/echo", "hello").text == "hello")
      #expect(try await client.get("/nowhere").status == 404)
      // The service itself reports a method that it does not allow.
      #expect(try await client.send("DELETE", "/v1/widgets").status == 405)
      #expect(try await client.get("/healthz").status == 200)
    }
  }

  @Test func theAuthorSaysWhoCalls() async throws {
    let access = ServiceAccess { token, request in
      guard let name = HTTPField.Name("X-User"), let user = request.headerFields[name] else {
        return token == "t" ? ServiceCaller(subject: "robot", scopes: [.read]) : nil
      }
      return ServiceCaller(tenant: user, subject: user, scopes: [.read, .write])
    }
    try await run(access: access) { client in
      #expect(try await client.get("/v1/widgets").status == 401)
      let robot = ["Authorization": "Bearer t"]
      #expect(try await client.get("/v1/widgets", headers: robot).status == 200)
      let draft = #"{"kind": "lunch", "draft": {"dish": "Salad"}}"#
      let refused = try await client.send("PUT", "/v1/placed/a", draft, headers: robot)
      #expect(refused.status == 403)
      for user in ["ann", "bob"] {
        let saved = try await client.send(
          "PUT", "/v1/placed/a", draft, headers: ["X-User": user, "If-None-Match": "*"])
        #expect(saved.status == 201, "\(saved.text)")
      }
    }
  }

  @Test func tomorrowIsThatOfTheCaller() async throws {
    let schema = IntentSchema("Trip", parameters: [.dateComponents("day", .date)])
    let trip = ConfigurableWidget(kind: "trip", displayName: "Trip", schema: schema)
    // When it is 23:30 in Greenwich, the next day has already begun in zones to the east.
    let late = Date(timeIntervalSince1970: 1_795_563_000)
    try await ServiceHost.run(widgets: [trip], now: { late }) { client, _ in
      func day(_ zone: String) async throws -> String {
        let answer = try await client.post(
          "/v1/widgets/trip/evaluate?timeZone=\(zone)", #"{"texts": {"day": "tomorrow"}}"#)
        return answer.text
      }
      let (west, east) = (try await day("Etc/UTC"), try await day("Asia/Tokyo"))
      #expect(west.contains(#""month":11,"day":25"#), "\(west)")
      #expect(east.contains(#""month":11,"day":26"#), "\(east)")
      let unknown = try await client.post("/v1/widgets/trip/evaluate?timeZone=Mars/Base", "{}")
      #expect(unknown.status == 400)
    }
  }
}
