import Foundation
import JSONC
import Synchronization
import Testing
import WidgetService
import WidgetTestSupport

/// Callers and sources that fail or are malicious do not affect others.
@Suite(.startsPrograms) struct FaultTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// The folder of a widget whose sources hang, flood, crash, are slow, or work.
  private static func faultyWidget() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "faulty-\(UUID().uuidString)")
    let widget = folder.appending(path: "Faulty")
    try FileManager.default.createDirectory(at: widget, withIntermediateDirectories: true)
    let names = ["hang", "flood", "die", "slow", "good"]
    let parameters = names.map {
      #"{"name":"\#($0)","label":"\#($0)","type":"object","object":"Thing","dynamic":true}"#
    }
    let definition = """
      {"intents":[{"name":"Faulty","title":"Faulty","eligibleForWidgets":true,
        "parameters":[\(parameters.joined(separator: ","))]}],"types":[{"name":"Thing"}]}
      """
    let items = #"{"items":[{"identifier":"a","display":"A"}]}"#
    let manifest = """
      {"kind":"Faulty","intent":"FaultyIntent","options":{
        "hang":{"command":["sleep","600"],"timeout":600},
        "flood":{"command":["yes","{"],"timeout":600},
        "die":{"command":["sh","-c","kill -9 $$"]},
        "slow":{"command":["sh","-c","sleep 2; cat good.json"],"timeout":600},
        "good":{"fixture":"good.json"}},
       "timeline":{"command":["sleep","600"],"timeout":600}}
      """
    for (name, text) in [
      ("Faulty.json", definition), ("widget.json", manifest), ("good.json", items),
    ] {
      try Data(text.utf8).write(to: widget.appending(path: name))
    }
    return folder
  }

  /// A source that hangs is stopped, one that floods is rejected at its limit, and one that crashes
  /// is reported.
  ///
  /// In the meantime, others respond, and memory is limited.
  @Test func sourcesThatFailStopNobodyElse() async throws {
    let intents = try Self.faultyWidget()
    defer { try? FileManager.default.removeItem(at: intents) }
    let settings = intents.appending(path: "settings.json")
    try Data(#"{"sourceTimeLimit": 5}"#.utf8).write(to: settings)
    let running = try await ProgramTests.Running.start(
      ["--config", settings.path], intents: intents)
    let client = running.client
    let path = "/v1/widgets/Faulty/parameters/"
    #expect(try await client.post(path + "good/options", "{}").json["total"] == 1)
    let before = running.memory
    let peak = try await withThrowingTaskGroup(of: (String, ServiceResponse).self) { group in
      for name in ["hang", "flood", "die"] {
        for _ in 0..<4 {
          group.addTask { (name, try await client.post(path + name + "/options", "{}")) }
        }
      }
      var (peak, good) = (running.memory, 0)
      for _ in 0..<20 {
        let answer = try await client.post(path + "good/options", #"{"search":"a"}"#)
        good += answer.json["total"] == 1 ? 1 : 0
        peak = max(peak, running.memory)
      }
      #expect(good == 20)
      for try await (name, answer) in group {
        #expect(answer.status == (name == "hang" ? 504 : 502), "\(name): \(answer.text)")
        #expect(answer.json["code"] == "source-failed")
        peak = max(peak, running.memory)
      }
      return peak
    }
    #expect(peak - before < 128 << 20, "\((peak - before) >> 20) MB")
    // A timeline that hangs is stopped as well, for every request.
    for path in ["timeline", "snapshot"] {
      let answer = try await client.post("/v1/widgets/Faulty/\(path)", "{}")
      #expect(answer.status == 504, "\(path): \(answer.text)")
    }
    #expect(try await client.get("/v1/widgets/Faulty/placeholder").status == 200)
    // A widget can be placed even if the source of a default hangs; the effect is the same as if
    // the source failed.
    let placed = try await client.send(
      "PUT", "/v1/placed/Faulty", #"{"kind":"Faulty","draft":{}}"#, headers: ["If-None-Match": "*"])
    #expect(placed.status == 201, "\(placed.text)")
    let days = try await client.post("/v1/placed/Faulty/simulate", #"{"days":7,"views":30}"#)
    #expect(days.status == 504, "\(days.text)")
    #expect(try await running.stop() == 0)
  }

  /// SIGTERM lets a current request finish, but does not wait for a source that hangs.
  @Test func whatIsUnderWayFinishesWhenTheProgramIsStopped() async throws {
    let intents = try Self.faultyWidget()
    defer { try? FileManager.default.removeItem(at: intents) }
    let settings = intents.appending(path: "settings.json")
    try Data(#"{"sourceTimeLimit": 600}"#.utf8).write(to: settings)
    let running = try await ProgramTests.Running.start(
      ["--config", settings.path], intents: intents)
    let client = running.client
    let path = "/v1/widgets/Faulty/parameters/"
    async let slow = client.post(path + "slow/options", "{}")
    async let stuck = try? client.post(path + "hang/options", "{}")
    try await eventually("both requests") {
      try await client.get("/metrics").text.contains("requests_in_progress 2")
    }
    let start = ContinuousClock.now
    _ = try await running.stop()
    // The source that hangs would take ten minutes.
    #expect(start.duration(to: .now) < .seconds(500))
    #expect(try await slow.json["total"] == 1)
    #expect(await stuck?.status != 200)
  }

  /// Connections with endless headers are closed, even if they are slow; in the meantime, others
  /// get responses.
  @Test func slowCallersAreCutOff() async throws {
    var settings = ServiceSettings()
    settings.idleTimeLimit = .seconds(1)
    try await ServiceHost.run(settings: settings) { client, _ in
      let port = client.port
      let (cut, answered) = try await HTTPClient.waiting {
        let slow = try (0..<100).map { _ in try HTTPConnection(port: port) }
        for connection in slow { connection.write("GET /healthz HTTP/1.1\r\nX-A: ") }
        var answered = 0
        for _ in 0..<15 {
          for connection in slow { connection.write("a") }
          let other = try HTTPConnection(port: port)
          other.request("GET", "/healthz", ["Connection": "close"], nil)
          answered += try other.answer().status == 200 ? 1 : 0
          Thread.sleep(forTimeInterval: 0.2)
        }
        return (slow.count { $0.read().isEmpty }, answered)
      }
      #expect(cut == 100)
      #expect(answered == 15)
    }
  }

  /// An endless body gets a response, and then the connection is closed.
  @Test func bodiesWithoutEndAreCutOff() async throws {
    var settings = ServiceSettings()
    settings.maximumBodyBytes = 4_096
    try await ServiceHost.run(settings: settings) { client, _ in
      let port = client.port
      let (status, isClosed) = try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        connection.write(
          "POST /v1/widgets/UpNext/evaluate HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "400\r\n" + String(repeating: " ", count: 1_024) + "\r\n"
        for _ in 0..<8 { connection.write(chunk) }
        let status = try connection.head().status
        var isClosed = false
        for _ in 0..<600 where !isClosed {
          isClosed = !connection.write(chunk)
          Thread.sleep(forTimeInterval: 0.05)
        }
        return (status, isClosed)
      }
      #expect(status == 413)
      #expect(isClosed)
    }
  }

  /// Requests that are not HTTP or are ambiguous are rejected, and nothing crashes.
  @Test func malformedRequestsAreRefused() async throws {
    var settings = ServiceSettings()
    settings.idleTimeLimit = .seconds(1)
    let evaluate =
      "POST /v1/widgets/UpNext/evaluate HTTP/1.1\r\nHost: localhost\r\n"
      + "Content-Type: application/json\r\n"
    let field = "X-A: \(String(repeating: "a", count: 1_000))\r\n"
    let requests = [
      "GET\r\n\r\n", "GET /healthz HTTP/9.9\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}\u{3}\u{3}\r\n\r\n", "\r\n\r\n\r\n\r\n",
      evaluate + "Content-Length: -1\r\n\r\n{}", evaluate + "Content-Length: 2x\r\n\r\n{}",
      evaluate + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
      evaluate + "Content-Length: 99999999999999999999\r\n\r\n{}",
      evaluate + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\nZZ\r\n{}",
      evaluate + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
      evaluate + "Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nA\u{0}B: c\r\n\r\n",
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nA B: c\r\n\r\n",
      "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: field, count: 100)
        + "\r\n",
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "A: b\r\n", count: 200)
        + "\r\n",
      "GET /v1/widgets/%zz/form HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /v1/widgets/%00/form HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /v1/widgets/%ff%fe/form HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /v1/widgets/..%2f..%2fetc/form HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ]
    try await ServiceHost.run(settings: settings) { client, _ in
      let port = client.port
      for request in requests {
        let answer = try await HTTPClient.waiting {
          let connection = try HTTPConnection(port: port)
          connection.write(request)
          return String(decoding: connection.read(), as: UTF8.self)
        }
        #expect(
          answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(request.prefix(80)): \(answer)")
        #expect(try await client.get("/healthz").status == 200)
      }
    }
  }

  /// Thousands of connections, one after another, leave no files open and hardly any memory in use.
  @Test func tenThousandConnectionsLeaveNothingBehind() async throws {
    let count = TestDepth.count(300, thorough: 10_000)
    let running = try await ProgramTests.Running.start()
    let port = running.port
    @Sendable func answers(_ count: Int) async throws -> Int {
      try await HTTPClient.waiting {
        try (0..<count).count { number in
          let connection = try HTTPConnection(port: port)
          connection.request("GET", "/v1/widgets/Verse/form", ["Connection": "close"], nil)
          // Every third caller disconnects without waiting for the response.
          return try number % 3 == 0 || connection.answer().status == 200
        }
      }
    }
    #expect(try await answers(100) == 100)
    let (files, memory) = (running.files, running.memory)
    #expect(try await answers(count) == count)
    for _ in 0..<200 where running.files > files + 4 {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(running.files <= files + 4)
    #expect(running.memory - memory < 32 << 20, "\((running.memory - memory) >> 20) MB")
    #expect(try await running.stop() == 0)
  }

  /// Memory stays constant under a mixed load that lasts for `WIDGETCONFIG_SOAK_SECONDS`.
  @Test func memoryIsSteady() async throws {
    let seconds = Self.setting("WIDGETCONFIG_SOAK_SECONDS") ?? TestDepth.count(3, thorough: 300)
    let running = try await ProgramTests.Running.start()
    let client = running.client
    let faults = FaultList()
    @Sendable func load(_ end: ContinuousClock.Instant, isFirst: Bool) async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<4 {
          group.addTask {
            let name = "Desk\(worker)"
            var number = 0
            while ContinuousClock.now < end {
              number += 1
              let share = Double(number % 101) / 100
              let answers = [
                try await client.post(
                  "/v1/widgets/Verse/evaluate", #"{"draft":{"emphasis":\#(share)}}"#),
                try await client.post(
                  "/v1/widgets/WorldClock/parameters/cities/options",
                  #"{"search":"\#(["a", "ber", "to", "new y"][number % 4])"}"#),
                try await client.send(
                  "PUT", "/v1/placed/\(name)",
                  #"{"kind":"Verse","draft":{"emphasis":\#(share)}}"#,
                  headers: isFirst && number == 1 ? ["If-None-Match": "*"] : ["If-Match": "*"]),
                try await client.get("/v1/placed/\(name)/timeline"),
                try await client.get("/v1/widgets", headers: ["Accept-Encoding": "gzip"]),
                try await client.post(
                  "/v1/widgets/Verse/evaluate", #"{"draft":{}}"#,
                  headers: ["Accept": "text/event-stream"]),
              ]
              for answer in answers where !(200..<300).contains(answer.status) {
                faults.add("\(answer.status) \(answer.text.prefix(200))")
              }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    let start = ContinuousClock.now
    try await load(start + .seconds(seconds) / 2, isFirst: true)
    let warm = running.memory
    try await load(start + .seconds(seconds), isFirst: false)
    let growth = running.memory - warm
    #expect(faults.all.isEmpty, "\(faults.all.prefix(3))")
    #expect(growth < 32 << 20, "\(growth >> 20) MB over \(warm >> 20) MB")
    print(
      "memory after \(seconds) s: \(running.memory >> 20) MB, \(growth >> 20) MB more than half-way"
    )
    #expect(try await running.stop() == 0)
  }
}

/// A list to which several tasks add failures.
private final class FaultList: Sendable {
  private let faults = Mutex<[String]>([])

  var all: [String] { faults.withLock { $0 } }

  func add(_ fault: String) { faults.withLock { $0.append(fault) } }
}
