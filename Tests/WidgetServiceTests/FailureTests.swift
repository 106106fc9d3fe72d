import Foundation
import InMemoryLogging
import IntentModel
import IntentOptions
import JSONC
import Logging
import Messages
import Synchronization
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport
import WidgetTimeline

@testable import SQLiteStore

/// A failure has two readers: the caller learns what is unavailable, and the operator learns why.
@Suite(.startsPrograms) struct FailureTests {
  /// A text that no caller may read.
  private static let secret = "caldav.internal:8443"

  private struct OwnError: Error, CustomStringConvertible {
    var description: String { "the token for \(secret) has expired" }
  }

  private struct Failing: OptionsProvider {
    var name: String { secret }
    var error: any Error
    var givesDefaults: Bool { true }

    func options(for request: OptionsRequest) async throws -> OptionsCollection { throw error }

    func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] { throw error }
  }

  private struct FailingTimeline: IntentTimelineProvider {
    var name: String { secret }

    func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
      TimelineEntry(date: context.now, content: EntryContent(title: "Nothing"))
    }

    func timeline(
      for intent: Intent, in context: TimelineProviderContext
    ) async throws -> Timeline { throw OwnError() }
  }

  private static let refused: OptionsError = {
    var error = OptionsError(
      .failed, provider: secret, message: "\(secret) answered 429: slow down, key 4711.",
      remedy: "Correct the “headers” in widget.json.")
    error.retryAfter = 7
    return error
  }()

  private static let errors: [any Error & Sendable] = [
    OwnError(), refused,
    OptionsError(
      .timedOut, provider: secret, message: "\(secret) did not answer within 5 seconds.",
      remedy: "Raise “timeout” in widget.json."),
  ]

  private static func logger() -> (Logger, InMemoryLogHandler) {
    let lines = InMemoryLogHandler()
    var logger = Logger(label: "service", factory: { _ in lines })
    logger.logLevel = .notice
    return (logger, lines)
  }

  /// The test covers every way in which a caller can use a source, with every kind of error.
  @Test func aCallerReadsNothingInternalAndTheLogHasTheCause() async throws {
    for error in Self.errors {
      let (logger, lines) = Self.logger()
      let widget = try ServiceHost.upNext(
        provider: Failing(error: error), timeline: FailingTimeline())
      let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
      try await ServiceHost.run(access: access, widgets: [widget], logger: logger) { client, _ in
        let token = try await Tokens.token("acme", subject: "ada")
        let isLate = (error as? OptionsError)?.code == .timedOut
        let base = "/v1/widgets/UpNext/"
        let requests = [
          (base + "parameters/calendars/options", #"{"draft":{}}"#, isLate ? 504 : 502),
          (
            base + "parameters/calendars/resolve", #"{"draft":{},"identifiers":["a"]}"#,
            isLate ? 504 : 502
          ),
          (base + "parameters/calendars/default", #"{"draft":{}}"#, isLate ? 504 : 502),
          (base + "timeline", #"{"draft":{}}"#, 502),
          (
            base + "evaluate",
            #"{"waitMs":10000,"draft":{"mirrorCalendarApp":false,"calendars":[{"identifier":"a","display":"A"}]}}"#,
            200
          ),
        ]
        for (number, (path, body, status)) in requests.enumerated() {
          lines.clear()
          let answer = try await client.post(
            path, body, headers: token.merging(["X-Request-Id": "request-\(number)"]) { $1 })
          #expect(answer.status == status, "\(path): \(answer.text)")
          #expect(!answer.text.contains("internal"), "\(answer.text)")
          #expect(!answer.text.contains("widget.json") && !answer.text.contains("4711"))
          let text = answer.json["title"].stringValue ?? answer.text
          #expect(!text.contains("did not answer"))
          #expect(lines.entries.count >= 1, "\(path)")
          for entry in lines.entries {
            #expect(entry.level == .warning && entry.message == "source.failed")
            #expect("\(entry.metadata["cause"] ?? "")".contains("internal"))
            #expect(entry.metadata["request"] == "request-\(number)")
            #expect(entry.metadata["tenant"] == "acme" && entry.metadata["subject"] == "ada")
            #expect(entry.metadata["widget"] == "UpNext")
          }
          if status >= 500 {
            #expect(lines.entries.count == 1, "\(path)")
            let detail = answer.json["detail"].stringValue ?? ""
            #expect(detail.hasSuffix(" Request ID: “request-\(number)”."), "\(detail)")
          }
          if status == 502, (error as? OptionsError)?.retryAfter == 7, !path.hasSuffix("timeline") {
            #expect(answer.headers["retry-after"] == "7", "\(path)")
          }
        }
        let page = try await client.get(
          "/widgets/UpNext?waitMs=1000",
          headers: ["Cookie": "widgetconfig=\((token["Authorization"] ?? "").dropFirst(7))"])
        #expect(page.status == 200 && !page.text.contains("internal"), "\(page.text)")
      }
    }
  }

  /// A caller cannot add a timeline to a widget, so the message does not explain how to do it.
  @Test func whatOnlyTheOperatorCanMendIsNotAdvisedToCallers() async throws {
    let widget = try ServiceHost.upNext(timeline: nil)
    try await ServiceHost.run(widgets: [widget]) { client, _ in
      let answer = try await client.post("/v1/widgets/UpNext/timeline", #"{"draft":{}}"#)
      #expect(answer.status == 404 && answer.json["code"] == "no-timeline", "\(answer.text)")
      #expect(!answer.text.contains("widget.json"), "\(answer.text)")
    }
  }

  /// A name with a NUL or a byte-order mark never becomes the name of another widget, although a
  /// database could end a name at NUL, and Foundation omits a byte-order mark.
  @Test func aNameIsNoOtherName() async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    try await ServiceHost.run(access: access) { client, _ in
      var token = try await Tokens.token("acme", "read write options admin")
      token["If-Match"] = "*"
      let path = "/v1/placed/vic"
      let body = #"{"kind":"UpNext","draft":{}}"#
      let new = try await Tokens.token("acme").merging(["If-None-Match": "*"]) { $1 }
      #expect(try await client.send("PUT", path, body, headers: new).status == 201)
      for (method, more, body) in [
        ("GET", "", nil), ("GET", "/history", nil), ("GET", "/timeline", nil), ("DELETE", "", nil),
        ("PUT", "", body), ("POST", "/rename", #"{"to":"moved"}"#), ("POST", "/erase", "{}"),
        ("POST", "/copy", #"{"to":"moved"}"#), ("POST", "/restore", #"{"revision":1}"#),
      ] as [(String, String, String?)] {
        let answer = try await client.send(method, path + "%00x" + more, body, headers: token)
        #expect(answer.status == 400 && answer.json["code"] == "contains-nul", "\(answer.text)")
      }
      let query = try await client.get("/v1/placed?prefix=v%00", headers: token)
      #expect(query.status == 400 && query.json["code"] == "contains-nul", "\(query.text)")
      _ = try await client.send("PUT", "/v1/placed/%EF%BB%BFbom", body, headers: new)
      #expect(try await client.get("/v1/placed/bom", headers: token).status == 404)
      #expect(try await client.get(path, headers: token).status == 200)
    }
  }

  /// Equal failures are counted, and each of their requests can be found in the log.
  @Test func repeatedFailuresAreCounted() async throws {
    let (logger, lines) = Self.logger()
    let widget = try ServiceHost.upNext(provider: Failing(error: OwnError()))
    try await ServiceHost.run(widgets: [widget], logger: logger) { client, _ in
      for number in 0..<5 {
        let answer = try await client.post(
          "/v1/widgets/UpNext/parameters/calendars/options", #"{"draft":{}}"#,
          headers: ["X-Request-Id": "request-\(number)"])
        #expect(answer.status == 502)
      }
      #expect(lines.entries.map { $0.metadata["request"] } == ["request-0"])
      let end = ContinuousClock.now + .seconds(60)
      while lines.entries.count < 2, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(50))
      }
      let last = try #require(lines.entries.last)
      #expect("\(last.metadata["repeated"] ?? "")" == "4")
      #expect(last.metadata["requests"] == "request-1 request-2 request-3 request-4")
      #expect("\(last.metadata["cause"] ?? "")".contains("internal"))
    }
  }

  /// Counted failures are written before the service ends.
  @Test func countedFailuresAreWrittenAtTheEnd() async throws {
    let (logger, lines) = Self.logger()
    let widget = try ServiceHost.upNext(provider: Failing(error: OwnError()))
    try await ServiceHost.run(widgets: [widget], logger: logger) { client, _ in
      for number in 0..<3 {
        _ = try await client.post(
          "/v1/widgets/UpNext/parameters/calendars/options", #"{"draft":{}}"#,
          headers: ["X-Request-Id": "request-\(number)"])
      }
    }
    let failures = lines.entries.filter { $0.message == "source.failed" }
    #expect(failures.map { $0.metadata["requests"] } == [nil, "request-1 request-2"])
  }

  /// If a store fails, the caller is told that it fails, the operator is told why, and the
  /// readiness probe fails.
  @Test func aStoreThatFailsIsLogged() async throws {
    let (logger, lines) = Self.logger()
    try await ServiceHost.run(
      driver: FailingStore(
        base: try SQLiteDriver(path: "/srv/widgets.sqlite"),
        error: StoreError(.diskFull, file: "/srv/widgets.sqlite")), logger: logger
    ) { client, _ in
      let answer = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#,
        headers: ["If-None-Match": "*", "X-Request-Id": "mine"])
      #expect(answer.status == 503 && answer.json["code"] == "store-not-writable")
      #expect(!answer.text.contains("srv"))
      #expect(answer.json["detail"].stringValue?.hasSuffix(" Request ID: “mine”.") == true)
      // A page shows the request ID as well, so that a person can quote it.
      let page = try await client.get(
        "/placed/Desk", headers: ["Accept": "text/html", "X-Request-Id": "other"])
      #expect(page.status == 503, "\(page.text)")
      #expect(page.text.contains("Try again later. Request ID: “other”."), "\(page.text)")
      // A message that a person sees has a line in the log, as does one that a program sees.
      let shown = lines.entries.filter { $0.metadata["request"] == "other" }
      #expect(shown.map(\.message) == ["request.failed"], "\(shown)")
      let entry = try #require(lines.entries.first { $0.metadata["request"] == "mine" })
      #expect(entry.level == .error && entry.message == "request.failed")
      #expect("\(entry.metadata["cause"] ?? "")".contains("/srv/widgets.sqlite"))
      #expect(entry.metadata["widget"] == "Desk" && entry.metadata["route"] == "/v1/placed/{name}")
      #expect(lines.entries.filter { $0.metadata["request"] == "mine" }.count == 1)
    }
  }

  /// A disk on which a save does not fit counts as full, even if a few bytes are free, and the
  /// readiness check fails.
  @Test func aFullDiskIsNotWritable() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "full-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let full = try SQLiteDriver(
      path: folder.appending(path: "store.sqlite").path, settings: .init(maximumPages: 150))
    try await ServiceHost.run(driver: full) { client, _ in
      #expect(try await client.get("/readyz").json["store"] == "writable")
      var refused = 0
      for number in 0..<2_000 where refused < 3 {
        let put = try await client.send(
          "PUT", "/v1/placed/W\(number)", #"{"kind":"UpNext","draft":{}}"#,
          headers: ["If-None-Match": "*"])
        guard put.status == 503 else { continue }
        refused += 1
        #expect(try await client.get("/readyz").json["store"] == "read-only")
      }
      #expect(refused == 3)
    }
  }

  /// A store in which every operation fails.
  private struct FailingStore: StoreDriverWrapper {
    let base: any StoreDriver
    let error: StoreError

    func carryOut<Value: Sendable>(
      _ operation: StoreOperation, _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value { throw error }
  }
}
