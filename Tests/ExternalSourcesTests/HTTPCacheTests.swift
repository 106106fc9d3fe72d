import IntentOptions
import Synchronization
import Testing
import WidgetTestSupport

@testable import ExternalSources

@Suite("Responses that are reused")
struct HTTPCacheTests {
  /// A service with prepared responses, and a clock that the test controls.
  private final class Service: Sendable {
    let asked = Mutex<[WebRequest]>([])
    let time = Mutex(ContinuousClock.now)
    let headers: [String: String]
    let body: String

    init(_ headers: [String: String], body: String = "[\"a\"]") {
      self.headers = headers
      self.body = body
    }

    var count: Int { asked.withLock { $0.count } }

    func pass(_ seconds: Int) { time.withLock { $0 += .seconds(seconds) } }

    var fetch: HTTPFetch {
      HTTPCache(now: { self.time.withLock { $0 } }).keeping { request in
        self.asked.withLock { $0.append(request) }
        let tags = ["If-None-Match": "etag", "If-Modified-Since": "last-modified"]
        if tags.contains(where: { condition, field in
          request.headers[condition].map { $0 == self.headers[field] } ?? false
        }) {
          return WebResponse(status: 304, headers: self.headers, body: [])
        }
        return WebResponse(status: 200, headers: self.headers, body: Array(self.body.utf8))
      }
    }
  }

  private static let request = WebRequest(
    url: "https://e/", headers: [:], maximumBytes: 100, timeout: .seconds(1))

  static let controls: [(text: String, storing: Bool, age: Int)] = [
    ("", true, 0), ("max-age=60", true, 60), ("Max-Age = \"60\", public", true, 60),
    ("no-store, max-age=60", false, 60), ("no-cache, max-age=60", true, 0),
    ("max-age=60, no-cache", true, 0), ("max-age=-5", true, 0), ("max-age=x", true, 0),
    ("max-age=999999999", true, 86_400), ("max-age=99999999999999999999", true, 86_400),
    ("max-age=-99999999999999999999", true, 0), ("max-age=", true, 0), ("max-age=\"\"", true, 0),
    ("immutable", true, 0),
  ]

  @Test("Cache-Control says whether and for how long a response is cached", arguments: controls)
  func control(_ text: String, storing: Bool, age: Int) {
    let control = CacheControl(text)
    #expect(control.forbidsStoring == !storing)
    #expect(control.maximumAge == age)
  }

  /// The headers, and the number of requests that reach the service: after one fetch, after two more
  /// within a minute, and after a later one.
  static let plans: [(headers: [String: String], asked: [Int])] = [
    ([:], [1, 3, 4]),
    (["cache-control": "max-age=60"], [1, 1, 2]),
    (["cache-control": "no-store, max-age=60", "etag": "\"1\""], [1, 3, 4]),
    (["etag": "\"1\""], [1, 3, 4]), (["last-modified": "1"], [1, 3, 4]),
  ]

  @Test("how often a service is called", arguments: plans)
  func asking(_ headers: [String: String], asked: [Int]) async throws {
    let service = Service(headers)
    let fetch = service.fetch
    _ = try await fetch(Self.request)
    #expect(service.count == asked[0])
    service.pass(30)
    _ = try await fetch(Self.request)
    _ = try await fetch(Self.request)
    #expect(service.count == asked[1])
    service.pass(60)
    #expect(try await fetch(Self.request).body == Array(service.body.utf8))
    #expect(service.count == asked[2])
  }

  @Test("a tag is sent, and unchanged content is reused")
  func tags() async throws {
    let service = Service(["etag": "\"1\"", "cache-control": "max-age=10"])
    let fetch = service.fetch
    _ = try await fetch(Self.request)
    service.pass(11)
    let again = try await fetch(Self.request)
    #expect(again.status == 200)
    #expect(again.body == Array("[\"a\"]".utf8))
    #expect(service.asked.withLock { $0.map { $0.headers["If-None-Match"] } } == [nil, "\"1\""])
    service.pass(5)
    _ = try await fetch(Self.request)
    #expect(service.count == 2, "the answer 304 makes the old one fresh again")
  }

  @Test("requests with different headers differ, and errors are not cached")
  func keys() async throws {
    let service = Service(["cache-control": "max-age=60"])
    let fetch = service.fetch
    var other = Self.request
    other.headers["Authorization"] = "b"
    _ = try await fetch(Self.request)
    _ = try await fetch(other)
    #expect(service.count == 2)
    let failing = Mutex(0)
    let cache = HTTPCache(now: { .now }).keeping { _ in
      failing.withLock { $0 += 1 }
      return WebResponse(status: 500, headers: ["cache-control": "max-age=60"], body: [])
    }
    for _ in 0..<2 { #expect(try await cache(Self.request).status == 500) }
    #expect(failing.withLock { $0 } == 2)
  }

  @Test("a full cache keeps the newest response, and drops the oldest")
  func bounds() async throws {
    let service = Service(["cache-control": "max-age=600"])
    let fetch = service.fetch
    func ask(_ number: Int) async throws {
      var request = Self.request
      request.url += "\(number)"
      _ = try await fetch(request)
    }
    for number in 0...HTTPCache.maximumCount { try await ask(number) }
    #expect(service.count == HTTPCache.maximumCount + 1)
    try await ask(HTTPCache.maximumCount)
    #expect(service.count == HTTPCache.maximumCount + 1, "the newest is kept")
    try await ask(0)
    #expect(service.count == HTTPCache.maximumCount + 2, "the oldest is not")
  }

  @Test("truncated responses are not cached")
  func cutOff() async throws {
    let service = Service(
      ["cache-control": "max-age=60"], body: String(repeating: "x", count: 101))
    let fetch = service.fetch
    for _ in 0..<2 { _ = try await fetch(Self.request) }
    #expect(service.count == 2)
  }
}

@Suite("Requests to the same host, and work for the same source")
struct WorkGateTests {
  /// A service whose requests go through a gate that limits their number.
  private final class Site: Sendable {
    private struct State {
      var running = 0
      var most = 0
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var running: Int { state.withLock { $0.running } }
    var most: Int { state.withLock { $0.most } }

    func visit() async {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.running += 1
          state.most = max(state.most, state.running)
          state.waiting.append(continuation)
        }
      }
    }

    func release() -> Bool {
      let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
        guard !state.waiting.isEmpty else { return nil }
        state.running -= 1
        return state.waiting.removeFirst()
      }
      next?.resume()
      return next != nil
    }
  }

  private static func request(_ url: String) -> WebRequest {
    WebRequest(url: url, headers: [:], maximumBytes: 1, timeout: .seconds(1))
  }

  @Test("two run at a time, and each gets its turn")
  func turns() async throws {
    let site = Site()
    let fetch = WorkGate(limit: 2).limiting { _ in
      await site.visit()
      return WebResponse(status: 200, body: [])
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<7 { group.addTask { _ = try await fetch(Self.request("http://a/")) } }
      for _ in 0..<7 {
        try await eventually("a visitor") { site.release() }
      }
      try await group.waitForAll()
    }
    #expect(site.most <= 2)
    #expect(site.running == 0)
  }

  @Test("a different port, scheme or spelling is the same host")
  func ports() async throws {
    let site = Site()
    let fetch = WorkGate(limit: 2).limiting { _ in
      await site.visit()
      return WebResponse(status: 200, body: [])
    }
    let urls = ["http://a/", "http://a:8080/", "https://a/", "https://A:1/x"]
    let tasks = urls.map { url in Task { try await fetch(Self.request(url)) } }
    for _ in urls {
      try await eventually("a visitor") { site.release() }
    }
    for task in tasks { #expect(try await task.value.status == 200) }
    #expect(site.most <= 2)
  }

  @Test("other hosts do not wait")
  func hosts() async throws {
    let site = Site()
    let fetch = WorkGate(limit: 1).limiting { _ in
      await site.visit()
      return WebResponse(status: 200, body: [])
    }
    let urls = ["http://a/", "http://b/", "http://c:8080/", "https://d/"]
    let tasks = urls.map { url in Task { try await fetch(Self.request(url)) } }
    try await eventually("all visitors") { site.running == urls.count }
    for _ in urls { #expect(site.release()) }
    for task in tasks { #expect(try await task.value.status == 200) }
  }

  @Test("a waiting caller can be cancelled, and an error frees its slot")
  func cancelling() async throws {
    struct Broken: Error {}
    let site = Site()
    let gate = WorkGate(limit: 1)
    let fetch = gate.limiting { _ in
      await site.visit()
      throw Broken()
    }
    let first = Task { try await fetch(Self.request("http://a/")) }
    try await eventually("a visitor") { site.running > 0 }
    let second = Task { try await fetch(Self.request("http://a/")) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(site.release())
    await #expect(throws: Broken.self) { try await first.value }
    let free = gate.limiting { _ in WebResponse(status: 200, body: []) }
    #expect(try await free(Self.request("http://a/")).status == 200)
  }

  @Test("the total limit holds, and all work ends")
  func inAll() async throws {
    let site = Site()
    let gate = WorkGate(limit: 2, total: 3)
    let work = ["a", "a", "a", "b", "b", "c"].map { source in
      Task { try await gate.run(for: source) { await site.visit() } }
    }
    try await eventually("as many visitors as allowed") { site.running == 3 }
    for _ in work {
      try await eventually("a visitor") { site.release() }
    }
    for task in work { try await task.value }
    #expect(site.most == 3)
    #expect(site.running == 0)
  }

  @Test("a caller that waits too long, or finds too many waiting, is refused and not run")
  func refusals() async throws {
    let site = Site()
    let gate = WorkGate(limit: 1, queue: 1)
    let first = Task { try await gate.run(for: "a") { await site.visit() } }
    try await eventually("a visitor") { site.running > 0 }
    await #expect(throws: WorkGate.Refusal.busy) {
      try await gate.run(for: "a", waitingAtMost: .milliseconds(1)) { await site.visit() }
    }
    let second = Task { try await gate.run(for: "a") { await site.visit() } }
    try await eventually("one who waits") { await gate.waiting > 0 }
    await #expect(throws: WorkGate.Refusal.busy) {
      try await gate.run(for: "a") { await site.visit() }
    }
    #expect(site.release())
    try await first.value
    try await eventually("a visitor") { site.release() }
    try await second.value
    #expect(site.most == 1)
  }
}
