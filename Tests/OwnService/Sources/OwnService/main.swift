import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import WidgetService

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// A service in somebody else's application that uses only the public API: widgets that are made in
// code, callers that the application knows, and a store that the application can read. The
// application sends requests to itself.

func lunchService(store: WidgetStorage, log: Logger) throws -> WidgetServer {
  let lunch = ConfigurableWidget(
    kind: "lunch", displayName: "Lunch", families: [.systemSmall],
    schema: IntentSchema(
      "Lunch",
      parameters: [
        .enumeration("dish", cases: ["Soup", "Salad"]).titled("Dish"),
        .object("room").dynamic(),
      ]),
    providers: [
      "room": InMemoryOptionsProvider(OptionsCollection(items: ["Kitchen", "Attic"]))
    ])
  let access = ServiceAccess { token, _ in
    token == "secret"
      ? ServiceCaller(tenant: "us", subject: "ann", scopes: [.read, .write, .options]) : nil
  }
  return try WidgetServer(access: access, logger: log, store: store, widgets: { _ in [lunch] })
}

func application(
  with service: WidgetServer, log: Logger, isRunning: @escaping @Sendable (Int) -> Void
) -> some ApplicationProtocol {
  let router = Router()
  router.add(middleware: service.routes(withPages: false))
  router.get("/") { _, _ in "My own page" }
  var application = Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { isRunning($0.localAddress?.port ?? 0) }, logger: log)
  application.addServices(service.background)
  return application
}

/// The status and the text of the response to a request.
func answer(
  _ method: String, _ path: String, port: Int, token: String? = nil, body: String? = nil
) async throws -> (status: Int, text: String) {
  guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
    throw URLError(.badURL)
  }
  var request = URLRequest(url: url)
  request.httpMethod = method
  if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
  if let body {
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("*", forHTTPHeaderField: "If-None-Match")
    request.httpBody = Data(body.utf8)
  }
  let (data, response) = try await URLSession.shared.data(for: request)
  let status = (response as? HTTPURLResponse)?.statusCode ?? 0
  return (status, String(decoding: data, as: UTF8.self))
}

/// Ends the program if a condition is false.
func expect(_ isSo: Bool, _ what: String) {
  guard !isSo else { return }
  FileHandle.standardError.write(Data("\(what)\n".utf8))
  exit(1)
}

var log = Logger(label: "own")
log.logLevel = .critical
let store = WidgetStorage.memory()
let (ports, found) = AsyncStream.makeStream(of: Int.self)
let own = application(
  with: try lunchService(store: store, log: log), log: log, isRunning: { found.yield($0) })
let group = ServiceGroup(
  configuration: ServiceGroupConfiguration(services: [own], logger: log))
let running = Task { try await group.run() }
guard let port = await ports.first(where: { _ in true }) else { exit(1) }
let home = try await answer("GET", "/", port: port)
expect(home.text == "My own page", "\(home)")
let refused = try await answer("GET", "/v1/widgets", port: port)
expect(refused.status == 401, "\(refused)")
let choices = try await answer(
  "POST", "/v1/widgets/lunch/parameters/room/options", port: port, token: "secret", body: "{}")
expect(choices.status == 200 && choices.text.contains("Attic"), "\(choices)")
let draft = """
  {"kind": "lunch", "draft": {"dish": "Soup", "room": {"identifier": "Attic", "display": "Attic"}}}
  """
let placed = try await answer("PUT", "/v1/placed/monday", port: port, token: "secret", body: draft)
expect(placed.status == 201, "\(placed)")
let reader = PlacedWidgetStore(store, of: Tenant("us") ?? .local)
let stored = try await reader.widget(named: "monday")
expect(stored != nil, "The store of the application is not asked.")
let kept = try await answer("GET", "/v1/placed/monday", port: port, token: "secret")
expect(kept.text.contains("Attic"), "\(kept)")
await group.triggerGracefulShutdown()
try await running.value
print("all tasks done")
