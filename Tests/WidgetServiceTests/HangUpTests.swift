import Foundation
import IntentOptions
import JSONC
import Synchronization
import Testing
import WidgetService
import WidgetTestSupport

/// Callers who disconnect at any moment end only their own request.
@Suite(.startsPrograms) struct HangUpTests {
  /// A request of each kind, as it is sent.
  private static let requests: [(name: String, text: String)] = {
    func request(_ line: String, _ body: String? = nil, _ fields: [String] = []) -> String {
      var lines = ["\(line) HTTP/1.1", "Host: localhost"] + fields
      if let body {
        lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
      }
      return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    }
    let draft = #"{"waitMs":10000,"family":"systemMedium","draft":{"style":"agenda"}}"#
    let intent = #"{"intent":"UpNextIntent","family":"systemMedium","parameters":{"emphasis":3}}"#
    let lines = String(repeating: intent + "\n", count: 60)
    return [
      ("form", request("GET /v1/widgets/UpNext/form")),
      ("page", request("GET /widgets/UpNext", nil, ["Accept: text/html"])),
      ("evaluate", request("POST /v1/widgets/UpNext/evaluate", draft)),
      (
        "events of a form",
        request("POST /v1/widgets/UpNext/evaluate", draft, ["Accept: text/event-stream"])
      ),
      (
        "options",
        request("POST /v1/widgets/UpNext/parameters/calendars/options", #"{"draft":{}}"#)
      ),
      ("timeline", request("POST /v1/widgets/UpNext/timeline", #"{"draft":{}}"#)),
      ("place", request("PUT /v1/placed/Own", #"{"kind":"UpNext","draft":{}}"#)),
      ("events", request("GET /v1/events")),
      (
        "lines",
        """
        POST /v1/widgets/UpNext/validate-lines HTTP/1.1\r\nHost: localhost\r\n\
        Content-Type: application/jsonl\r\nContent-Length: \(lines.utf8.count)\r\n\r\n
        """ + lines
      ),
    ]
  }()

  /// Connections that end after any byte, or as soon as the response starts, leave no request in
  /// progress, and the service still responds.
  @Test func noByteAtWhichACallerHangsUpEndsTheService() async throws {
    let running = try await ProgramTests.Running.start()
    let port = running.port
    let step = TestDepth.count(13, thorough: 1)
    var count = 0
    for request in Self.requests {
      let bytes = Array(request.text.utf8)
      // The lines of a long body are all alike, so its first 500 bytes are enough.
      let ends = stride(from: 1, to: min(bytes.count, 500), by: step == 13 ? 13 : 1)
      count += try await HTTPClient.waiting {
        var count = 0
        for end in Array(ends) + [bytes.count - 1] {
          try HTTPConnection(port: port).write(Array(bytes[..<end]))
          count += 1
        }
        for reads in [false, true, true] {
          let connection = try HTTPConnection(port: port)
          connection.write(bytes)
          if reads { _ = connection.read() }
          count += 1
        }
        return count
      }
      #expect(try await running.client.get("/healthz").status == 200, "\(request.name)")
    }
    #expect(count > 100)
    try await Self.becomesIdle(running.client)
    #expect(try await running.stop() == 0)
  }

  /// Callers that send lines for as long as they can, do not read the results, and disconnect.
  @Test func aStreamOfLinesThatBreaksOffEndsNothing() async throws {
    let running = try await ProgramTests.Running.start()
    let port = running.port
    let line =
      #"{"intent":"UpNextIntent","family":"systemMedium","parameters":{"emphasis":3}}"# + "\n"
    let chunk =
      Array((String(line.utf8.count * 500, radix: 16) + "\r\n").utf8)
      + Array(String(repeating: line, count: 500).utf8) + Array("\r\n".utf8)
    for round in 0..<TestDepth.count(40, thorough: 400) {
      try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        connection.write(
          "POST /v1/widgets/UpNext/validate-lines HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/jsonl\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<(round % 7 + 1) { connection.write(chunk) }
        if round % 3 == 0 { _ = connection.read() }
        if round % 2 == 0 { connection.write(Array(chunk.prefix(round * 101))) }
      }
    }
    let valid = try await running.client.send(
      "POST", "/v1/widgets/UpNext/validate-lines",
      String(repeating: line.replacing(":3}", with: ":0.5}"), count: 3),
      headers: ["Content-Type": "application/jsonl"])
    #expect(valid.text == #"{"valid":3,"invalid":0,"problems":0}"# + "\n")
    try await Self.becomesIdle(running.client)
    #expect(try await running.stop() == 0)
  }

  /// Waits until no request is in progress.
  private static func becomesIdle(_ client: HTTPClient) async throws {
    let end = ContinuousClock.now + .seconds(60)
    var left: [Substring] = []
    repeat {
      let lines = try await client.get("/metrics").text.split(separator: "\n")
      left = lines.filter { line in
        (line.hasPrefix("widgetconfig_event_streams") || line.contains("in_progress"))
          && !line.hasPrefix("#") && line.split(separator: " ").last.flatMap { Double($0) } != 0
      }
      if left.isEmpty { return }
      try await Task.sleep(for: .milliseconds(20))
    } while ContinuousClock.now < end
    Issue.record("in progress: \(left)")
  }

  /// A source that never responds, and the number of its requests in progress.
  private final class Silence: OptionsProvider {
    private let running = Mutex((now: 0, total: 0))
    var name: String { "silence" }
    var count: Int { running.withLock { $0.now } }
    var total: Int { running.withLock { $0.total } }

    func options(for request: OptionsRequest) async throws -> OptionsCollection {
      running.withLock { $0 = ($0.now + 1, $0.total + 1) }
      defer { running.withLock { $0.now -= 1 } }
      try await Task.sleep(for: .seconds(600))
      return OptionsCollection()
    }
  }

  private static func wait(
    _ what: Comment, until isTrue: () async throws -> Bool
  ) async throws {
    do { try await eventually("it", isTrue) } catch is WaitedInVain { Issue.record(what) }
  }

  /// The number of occupied slots; metrics requests do not need one.
  private static func taken(_ client: HTTPClient) async throws -> Int? {
    let name = "widgetconfig_requests_in_progress "
    let lines = try await client.get("/metrics").text.split(separator: "\n")
    return lines.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
  }

  private static let evaluation = """
    {"waitMs":10000,"draft":{"mirrorCalendarApp":false,\
    "calendars":[{"identifier":"a","display":"A"}]}}
    """

  private static func options(_ number: Int) -> (path: String, body: String) {
    // The requests differ, so that they do not share a response.
    (
      "/v1/widgets/UpNext/parameters/calendars/options",
      #"{"draft":{},"family":"systemMedium","search":"x\#(number)","locale":"de"}"#
    )
  }

  @Test func whoHangsUpGivesThePlaceBackAndEndsTheWork() async throws {
    let silence = Silence()
    var settings = ServiceSettings()
    settings.maximumRequests = 6
    settings.sourceTimeLimit = .seconds(600)
    try await ServiceHost.run(
      settings: settings, widgets: [try ServiceHost.upNext(provider: silence)]
    ) { client, _ in
      for _ in 0..<5 {
        let connections = try await HTTPClient.waiting {
          try (0..<6).map { number in
            let connection = try HTTPConnection(port: client.port)
            let (path, body) =
              number == 0
              ? ("/v1/widgets/UpNext/evaluate", Self.evaluation)
              : Self.options(number)
            connection.request(
              "POST", path, ["Content-Type": "application/json"], Array(body.utf8))
            return Held(connection)
          }
        }
        // Until all slots are taken, a request could get the last free slot.
        try await Self.wait("all places are taken") { try await Self.taken(client) == 6 }
        let refused = try await client.get("/v1/widgets")
        #expect(refused.status == 503)
        #expect(refused.json["code"] == "too-busy")
        try await Self.wait("the source is asked") { silence.count > 0 }
        // Health checks do not need a slot.
        #expect(try await client.get("/healthz").status == 200)
        #expect(try await client.get("/readyz").status == 200)
        connections.forEach { $0.release() }
        try await Self.wait("the places are free") { try await Self.taken(client) == 0 }
        #expect(try await client.get("/v1/widgets").status == 200)
        try await Self.wait("no request to the source is left") { silence.count == 0 }
      }
      #expect(silence.total >= 5)
    }
  }

  /// Keeps a connection open until it is released.
  private final class Held: Sendable {
    private let connection: Mutex<HTTPConnection?>
    init(_ connection: sending HTTPConnection) { self.connection = Mutex(connection) }
    func release() { connection.withLock { $0 = nil } }
  }

  @Test func aCallerHasALimitThatLeavesRoomForOthers() async throws {
    var settings = ServiceSettings()
    settings.maximumRequestsOfCaller = 2
    settings.sourceTimeLimit = .seconds(600)
    let silence = Silence()
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    try await ServiceHost.run(
      settings: settings, access: access, widgets: [try ServiceHost.upNext(provider: silence)]
    ) { client, _ in
      let ada = try await Tokens.token("a", subject: "ada")
      let bob = try await Tokens.token("a", subject: "bob")
      var held: [Held] = []
      try await Self.wait("ada has reached her limit") {
        if try await client.get("/v1/widgets", headers: ada).status == 429 { return true }
        // This request can have taken the last slot for a moment, so that a held request was
        // refused; therefore, another one is started.
        let (path, body) = Self.options(held.count)
        held.append(
          try await HTTPClient.waiting {
            let connection = try HTTPConnection(port: client.port)
            connection.request(
              "POST", path, ada.merging(["Content-Type": "application/json"]) { $1 },
              Array(body.utf8))
            return Held(connection)
          })
        return false
      }
      let refused = try await client.get("/v1/widgets", headers: ada)
      #expect(refused.json["code"] == "too-many-at-once")
      #expect(refused.headers["retry-after"] == "1")
      #expect(try await client.get("/v1/widgets", headers: bob).status == 200)
      held.forEach { $0.release() }
      try await Self.wait("ada may call again") {
        try await client.get("/v1/widgets", headers: ada).status == 200
      }
    }
  }

  /// A proxy must not repeat a POST elsewhere if it has just connected to a service that is
  /// stopping.
  @Test func aNewConnectionIsAnsweredWhileTheServiceStops() async throws {
    var settings = ServiceSettings()
    settings.firstRequestTime = .seconds(300)
    let late = WidgetTestSupport.Held<Task<ServiceResponse, any Error>?>(nil)
    try await ServiceHost.run(settings: settings) { client, _ in
      let port = client.port
      let isOpen = WidgetTestSupport.Held(false)
      let task = Task {
        try await HTTPClient.waiting {
          let connection = try HTTPConnection(port: port)
          isOpen.withLock { $0 = true }
          let end = ContinuousClock.now + .seconds(300)
          while (try? HTTPConnection(port: port)) != nil, ContinuousClock.now < end {
            usleep(20_000)
          }
          connection.request(
            "POST", "/v1/widgets/UpNext/evaluate", ["Content-Type": "application/json"],
            Array(#"{"family": "systemMedium", "draft": {}}"#.utf8))
          return try connection.answer()
        }
      }
      late.withLock { $0 = task }
      try await eventually("the connection") { isOpen.withLock { $0 } }
      // Connections are accepted in the order in which they arrive.
      #expect(try await client.get("/healthz").status == 200)
    }
    let answer = try await late.withLock { $0 }?.value
    #expect(answer?.status == 200 && answer?.headers["connection"] == "close")
  }

  /// A body of any length may take its time, but must not trickle in.
  @Test func aBodyThatDripsIsEndedAndOneThatFlowsIsNot() async throws {
    var settings = ServiceSettings()
    settings.bodyTimeLimit = .seconds(5)
    try await ServiceHost.run(settings: settings) { client, _ in
      let line =
        #"{"intent":"UpNextIntent","family":"systemMedium","parameters":{"emphasis":0.5}}"# + "\n"
      let head =
        "POST /v1/widgets/UpNext/validate-lines HTTP/1.1\r\nHost: localhost\r\n"
        + "Content-Type: application/jsonl\r\nTransfer-Encoding: chunked\r\n\r\n"
      let dripped = try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: client.port)
        connection.write(head)
        // The service ends the connection; the number of bytes only limits the test.
        for byte in line.utf8.prefix(75) {
          guard connection.write("1\r\n\(Character(UnicodeScalar(byte)))\r\n") else { break }
          Thread.sleep(forTimeInterval: 0.1)
        }
        return String(decoding: try connection.rest(), as: UTF8.self)
      }
      #expect(dripped.contains("200 OK"))
      #expect(dripped.contains(#""code":"body-too-slow""#), "\(dripped)")
      #expect(!dripped.contains(#""valid""#) && !dripped.hasSuffix("0\r\n\r\n"))
      let flowed = try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: client.port)
        connection.write(head)
        let text = String(repeating: line, count: 40)
        for _ in 0..<10 {
          connection.write("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
          Thread.sleep(forTimeInterval: 0.6)
        }
        connection.write("0\r\n\r\n")
        return try connection.answer()
      }
      #expect(flowed.text == #"{"valid":400,"invalid":0,"problems":0}"# + "\n")
    }
  }
}
