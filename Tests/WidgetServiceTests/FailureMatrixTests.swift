import Foundation
import InMemoryLogging
import IntentModel
import IntentOptions
import JSONC
import Logging
import SQLiteStore
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport
import WidgetTimeline

/// Each failure that a caller sees has exactly one line in the log, whatever the route.
@Suite(.startsPrograms) struct FailureMatrixTests {
  /// The part that fails.
  enum Failure: Sendable, CustomTestStringConvertible {
    case reads(StoreProblem)
    case writes(StoreProblem)
    case source(OptionsError.Code)

    var testDescription: String {
      switch self {
      case .reads(let problem): "store: \(problem.code)"
      case .writes(let problem): "saves: \(problem.code)"
      case .source(let code): "source: \(code)"
      }
    }
  }

  static let failures: [Failure] =
    [
      .cannotOpen(cause: "no"), .readOnly, .busy(seconds: 5), .noFreeConnection(seconds: 5),
      .damagedFile(cause: "no"), .notADatabase, .newerVersion(found: 99, known: 1),
      .olderVersion(found: 1, known: 99),
      .inputOutput(cause: "no"), .unavailable(cause: "no", retryAfter: 2),
      .notPermitted(cause: "no"), .serverRefused(cause: "no"),
      .damagedEntries([DamagedEntry(name: "Desk", cause: "no")]),
    ].map(Failure.reads)
    + [.diskFull, .readOnly, .outcomeUnknown(cause: "no")].map(Failure.writes)
    + [.failed, .timedOut, .malformed].map(Failure.source)

  @Test(arguments: failures)
  func aFailureThatACallerSeesHasOneLine(failure: Failure) async throws {
    let lines = InMemoryLogHandler()
    var logger = Logger(label: "service", factory: { _ in lines })
    logger.logLevel = .notice
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "matrix-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let present = Held<Failure?>(nil)
    let store = SwitchedStore(
      base: try SQLiteDriver(path: folder.appending(path: "store.sqlite").path), failure: present)
    let widget = try ServiceHost.upNext(
      provider: SwitchedSource(failure: present), timeline: SwitchedTimeline(failure: present))
    let answers = Held<[(id: String, what: String, status: Int, text: String)]>([])
    try await ServiceHost.run(widgets: [widget], driver: store, logger: logger) { client, _ in
      let placed = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#,
        headers: ["If-None-Match": "*"])
      #expect(placed.status == 201, "\(placed.text)")
      let document = try await client.get("/v1/openapi.json").json
      lines.clear()
      present.withLock { $0 = failure }
      for (number, request) in (Self.operations(document) + Self.pages).enumerated() {
        let id = "request-\(number)"
        let answer = try await client.send(
          request.method, request.path, request.body,
          headers: request.headers.merging(["X-Request-Id": id]) { $1 })
        let what = "\(request.method) \(request.path)"
        answers.withLock { $0.append((id, what, answer.status, answer.text)) }
      }
      present.withLock { $0 = nil }
    }
    // Equal failures are counted, and the log names their requests when the service stops.
    let entries = lines.entries
    var failed = 0
    for answer in answers.withLock({ $0 }) {
      let own = entries.filter { entry in
        entry.metadata["request"] == .string(answer.id)
          || "\(entry.metadata["requests"] ?? "")".split(separator: " ").contains(answer.id[...])
      }
      let said = own.map { "\($0.level) \($0.message) \($0.metadata)" }
      #expect(own.allSatisfy { $0.level >= .warning }, "\(answer.what): \(said)")
      if answer.status >= 500 {
        failed += 1
        #expect(
          own.count == 1, "\(answer.what) \(answer.status) \(answer.text.prefix(300)): \(said)")
        #expect(own.allSatisfy { $0.metadata["cause"] != nil }, "\(answer.what)")
      } else if case .source = failure {
        // A form and a gallery show the available parts, and report the missing ones.
        #expect(own.allSatisfy { $0.message == "source.failed" }, "\(answer.what): \(said)")
      } else {
        // A form that was posted is shown again, with the failure.
        #expect(
          own.isEmpty || answer.what.hasPrefix("POST") && own.count == 1,
          "\(answer.what) \(answer.status) \(answer.text.prefix(300)): \(said)")
      }
    }
    #expect(failed >= 2, "\(failed)")
  }

  private struct Request: Sendable {
    var method: String
    var path: String
    var body: String?
    var headers: [String: String]
  }

  /// A request for each operation of the API, with the example of its body.
  private static func operations(_ document: JSONValue) -> [Request] {
    let values = ["kind": "UpNext", "name": "Desk", "parameter": "calendars"]
    return (document["paths"].objectValue ?? [:]).flatMap { path, operations -> [Request] in
      (operations.objectValue ?? [:]).compactMap { method, operation -> Request? in
        // A stream of events does not end.
        guard operation["operationId"] != "events" else { return nil }
        var path = path
        for parameter in operation["parameters"].list where parameter["in"] == "path" {
          let name = parameter["name"].stringValue ?? ""
          path = path.replacing("{\(name)}", with: values[name] ?? "x")
        }
        var (body, headers) = (String?.none, ["If-Match": "*"])
        for (type, content) in operation["requestBody"]["content"].objectValue ?? [:]
        where body == nil {
          headers["Content-Type"] = type
          let example = content["example"]
          body = example.stringValue ?? (try? JSONText.write(example, style: .compact))
        }
        return Request(
          method: method.uppercased(), path: path, body: body,
          headers: method == "get" ? [:] : headers)
      }
    }
  }

  /// Requests of a browser, and of the script on the pages.
  private static let pages: [Request] =
    [
      "/", "/widgets/UpNext", "/placed/Desk", "/embed/UpNext", "/embed/UpNext/Desk",
      "/embed/UpNext/Desk/tag", "/placed/Desk/tag", "/placed/Desk/timeline",
      "/placed/Desk/history", "/placed/Desk/manage", "/devices",
    ].map { Request(method: "GET", path: $0, body: nil, headers: ["Accept": "text/html"]) }
    + [
      ("/widgets/UpNext", "action=save&name=Other"), ("/placed/Desk", "action=save&row.emphasis=1"),
      ("/placed/Desk/history", "revision=1"), ("/placed/Desk/manage", "action=rename&name=Other"),
      ("/placed/Desk/manage", "action=remove"), ("/embed/UpNext", "action=save&name=Other"),
    ].map { path, body in
      Request(
        method: "POST", path: path, body: body,
        headers: [
          "Accept": "text/html", "Content-Type": "application/x-www-form-urlencoded",
          "X-Requested-With": "form.js",
        ])
    }

  /// A store that fails on request.
  private struct SwitchedStore: StoreDriverWrapper {
    let base: any StoreDriver
    let failure: Held<Failure?>

    func carryOut<Value: Sendable>(
      _ operation: StoreOperation, _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      switch failure.withLock({ $0 }) {
      case .reads(let problem)?: throw StoreError(problem, file: place)
      case .writes(let problem)? where changesData(operation):
        throw StoreError(problem, file: place)
      default: return try await body()
      }
    }

    private func changesData(_ operation: StoreOperation) -> Bool {
      switch operation {
      case .write, .erase: true
      case .read, .other: false
      }
    }
  }

  /// A source that fails on request.
  private struct SwitchedSource: OptionsProvider {
    let failure: Held<Failure?>
    var name: String { "calendars" }
    var givesDefaults: Bool { true }

    fileprivate static func check(_ failure: Held<Failure?>, of name: String) throws {
      guard case .source(let code)? = failure.withLock({ $0 }) else { return }
      throw OptionsError(
        code, provider: name, message: .verbatim("It failed."), remedy: .verbatim("Wait."))
    }

    func options(for request: OptionsRequest) async throws -> OptionsCollection {
      try Self.check(failure, of: name)
      return try await Calendars().options(for: request)
    }

    func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
      try Self.check(failure, of: name)
      return []
    }
  }

  /// A timeline that fails on request.
  private struct SwitchedTimeline: IntentTimelineProvider {
    let failure: Held<Failure?>
    var name: String { "timeline" }

    func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
      SteadyTimeline().placeholder(in: context)
    }

    func timeline(
      for intent: Intent, in context: TimelineProviderContext
    ) async throws -> Timeline {
      try SwitchedSource.check(failure, of: name)
      return try await SteadyTimeline().timeline(for: intent, in: context)
    }
  }
}
