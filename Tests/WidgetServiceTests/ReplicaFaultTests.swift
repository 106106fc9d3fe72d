import Foundation
import JSONC
import Synchronization
import Testing
import WidgetTestSupport

/// Several processes of the built program with one database, during failures.
@Suite(
  .serialized,
  .enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.skipped)),
  .startsProgramsInTurn)
struct ReplicaFaultTests {
  private typealias Replica = ProgramTests.Running

  private static func start(_ url: String) async throws -> Replica {
    try await Replica.start(["--store", url])
  }

  private static func client(_ replica: Replica) -> HTTPClient {
    HTTPClient(port: Int(replica.address.split(separator: ":").last ?? "") ?? 0)
  }

  /// A draft that contains the same number twice, so that a partial write is visible.
  private static func body(_ number: Int) -> String {
    #"{"kind":"Verse","draft":{"isDedicated":true,"dedication":"\#(number)","emphasis":\#(fraction(number))}}"#
  }

  private static func fraction(_ number: Int) -> String {
    let rest = number % 100
    return "0.\(rest < 10 ? "0" : "")\(rest)"
  }

  /// The number in a widget; nil after a partial write.
  private static func number(of widget: JSONValue) -> Int? {
    let draft = widget["draft"]
    guard let number = draft["dedication"].stringValue.flatMap({ Int($0) }) else { return nil }
    let emphasis = draft["emphasis"].doubleValue ?? Double(draft["emphasis"].intValue ?? -1)
    return abs(emphasis * 100 - Double(number % 100)) < 0.001 ? number : nil
  }

  /// Saves successive numbers until it is stopped or the service does not respond.
  private static func write(
    _ client: HTTPClient, _ name: String, from start: Int, until isOver: Flag,
    acknowledged: Box<Int>
  ) async -> [Int] {
    let path = "/v1/placed/\(name)"
    var number = start
    var odd: [Int] = []
    guard var tag = try? await client.get(path).headers["etag"] else { return odd }
    while !isOver.isSet {
      number += 1
      guard
        let answer = try? await client.send("PUT", path, body(number), headers: ["If-Match": tag])
      else { return odd }
      guard answer.status == 200, let next = answer.headers["etag"] else {
        odd.append(answer.status)
        return odd
      }
      acknowledged.set(number)
      tag = next
    }
    return odd
  }

  private final class Box<Value: Sendable>: Sendable {
    private let state: Mutex<Value>
    init(_ value: Value) { state = Mutex(value) }
    var value: Value { state.withLock { $0 } }
    func set(_ value: Value) { state.withLock { $0 = value } }
  }

  private final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
  }

  /// If a replica is killed while it saves, every acknowledged save is stored, and none is stored
  /// partially.
  @Test func aKilledReplicaLosesNothing() async throws {
    let server = try PostgresServer.shared()
    let url = server.url(of: try server.makeDatabase())
    let steady = try await Self.start(url)
    let witness = Self.client(steady)
    for name in ["Desk", "Own"] {
      let put = try await witness.send(
        "PUT", "/v1/placed/\(name)", Self.body(0), headers: ["If-None-Match": "*"])
      #expect(put.status == 201, "\(put.text)")
    }
    let isOver = Flag()
    let own = Box(0)
    let bystander = Task { [isOver, own] in
      await Self.write(witness, "Own", from: 0, until: isOver, acknowledged: own)
    }
    var random = SeededGenerator(seed: 0x5EED)
    var (saved, kills) = (0, 0)
    for round in 0..<TestDepth.count(6, thorough: 100) {
      let doomed = try await Self.start(url)
      let client = Self.client(doomed)
      let acknowledged = Box(saved)
      let writer = Task { [saved] in
        await Self.write(client, "Desk", from: saved, until: Flag(), acknowledged: acknowledged)
      }
      // Waits until the replica has saved a number and is saving the next one.
      try await eventually("two saves") { acknowledged.value >= saved + 2 }
      try await Task.sleep(for: .microseconds(Int.random(in: 0...20_000, using: &random)))
      kill(doomed.process.processIdentifier, SIGKILL)
      #expect(await writer.value == [], "round \(round)")
      kills += 1
      let known = acknowledged.value
      #expect(known >= saved + 2, "round \(round)")
      let found = try await witness.get("/v1/placed/Desk")
      let number = try #require(Self.number(of: found.json), "round \(round): \(found.text)")
      // The unfinished save is either stored or not.
      #expect((known...known + 1).contains(number), "round \(round)")
      saved = number
      try? FileManager.default.removeItem(at: doomed.folder)
    }
    isOver.set()
    #expect(await bystander.value == [])
    #expect(own.value > kills)
    let last = try await witness.get("/v1/placed/Own")
    #expect(Self.number(of: last.json) == own.value)
    // The log contains each acknowledged save once; its numbers count the saves of both widgets.
    let audit = try await witness.get("/v1/audit?limit=1").json["changes"][0]
    #expect(audit["number"].intValue == saved + own.value + 2)
    #expect(try await steady.stop() == 0)
  }

  /// While the database is unavailable, callers learn when to retry; afterwards the service
  /// recovers.
  @Test func aDatabaseThatGoesAwayComesBack() async throws {
    let server = try PostgresServer()
    let replica = try await Self.start(server.url(of: "postgres"))
    let client = Self.client(replica)
    let put = try await client.send(
      "PUT", "/v1/placed/Desk", Self.body(1), headers: ["If-None-Match": "*"])
    #expect(put.status == 201)
    let tag = put.headers["etag"] ?? ""
    try server.stop()
    let end = ContinuousClock.now + .seconds(TestDepth.count(3, thorough: 10))
    var refused = 0
    while ContinuousClock.now < end {
      for answer in [
        try await client.get("/v1/placed/Desk"),
        try await client.send(
          "PUT", "/v1/placed/Desk", Self.body(2), headers: ["If-Match": tag]),
      ] {
        #expect(answer.status == 503, "\(answer.text)")
        #expect(answer.json["code"] == "store-unavailable")
        let wait = Int(answer.headers["retry-after"] ?? "") ?? 0
        #expect((1...60).contains(wait))
        refused += 1
      }
      let ready = try await client.get("/readyz")
      #expect(ready.status == 503 && ready.json["code"] == "not-ready", "\(ready.text)")
      #expect(ready.headers["content-type"] == "application/problem+json")
      #expect(try await client.get("/healthz").status == 200)
      #expect(try await client.get("/v1/widgets").status == 200)
      try await Task.sleep(for: .milliseconds(200))
    }
    #expect(refused >= 4)
    try server.start()
    let patience = ContinuousClock.now + .seconds(60)
    var answer = try await client.get("/v1/placed/Desk")
    while answer.status != 200, ContinuousClock.now < patience {
      #expect(answer.status == 503)
      try await Task.sleep(for: .milliseconds(100))
      answer = try await client.get("/v1/placed/Desk")
    }
    #expect(answer.headers["etag"] == tag)
    let next = try await client.send(
      "PUT", "/v1/placed/Desk", Self.body(3), headers: ["If-Match": tag])
    #expect(next.status == 200)
    #expect(try await client.get("/readyz").status == 200)
    #expect(try await replica.stop() == 0)
  }

  /// A frozen database is distinguished from a busy one, and not every caller waits for it.
  @Test func aFrozenDatabaseIsNotAnotherProgram() async throws {
    let server = try PostgresServer()
    let log = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: log) }
    let script = """
      '\(ProgramFolder.path(of: "widgetconfig-server"))' --port 0 \
      --store '\(server.url(of: "postgres"))' \
      --intents '\(ServiceHost.checkout.appending(path: "Intents").path)' 2> '\(log.path)' & pid=$!
      for i in $(seq 300); do grep -q '^http://' '\(log.path)' && break; sleep 0.1; done
      U=$(grep -m1 '^http://' '\(log.path)')
      curl -s -o /dev/null $U/v1/placed
      read postmaster < '\(server.pidFile)'
      kill -STOP $(pgrep -P $postmaster) $postmaster
      curl -s -w ' %{http_code} %{time_total}\n' $U/v1/placed
      curl -s -o /dev/null -w '%{http_code} %{time_total}\n' $U/v1/placed
      kill -CONT $(pgrep -P $postmaster) $postmaster
      for i in $(seq 300); do curl -s -f -o /dev/null $U/v1/placed && break; sleep 0.1; done
      curl -s -o /dev/null -w '%{http_code}\n' $U/v1/placed
      kill $pid; wait $pid
      """
    let run = try await ProgramTests.shell(script, in: FileManager.default.temporaryDirectory)
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == 3, "\(run.output)")
    #expect(lines[0].contains("store-unavailable") && lines[0].contains(" 503 1"), "\(lines[0])")
    // The next caller gets an error at once, or after the timeout of a connection.
    let next = lines[1].split(separator: " ").compactMap { Double($0) }
    #expect(next.count == 2 && next[0] == 503 && next[1] < 12, "\(lines[1])")
    #expect(lines[2] == "200")
    let said = try String(contentsOf: log, encoding: .utf8)
    #expect(said.contains("did not answer within 15 seconds"), "\(said)")
    #expect(!said.contains("nother program"), "\(said)")
  }

  /// Eight people change a widget through two replicas: each change is either made or reported as
  /// failed.
  @Test func ofManyWritersThroughTwoReplicasNoneIsLost() async throws {
    let server = try PostgresServer.shared()
    let url = server.url(of: try server.makeDatabase())
    let replicas = [try await Self.start(url), try await Self.start(url)]
    let clients = replicas.map(Self.client)
    let path = "/v1/placed/Desk"
    let created = try await clients[0].send(
      "PUT", path, Self.body(0), headers: ["If-None-Match": "*"])
    #expect(created.status == 201)
    let rounds = TestDepth.count(4, thorough: 40)
    let refused = try await withThrowingTaskGroup(of: Int.self) { group in
      for writer in 0..<8 {
        let client = clients[writer % 2]
        group.addTask {
          var (done, refused) = (0, 0)
          while done < rounds {
            let now = try await client.get(path)
            let number = try #require(Self.number(of: now.json), "\(now.text)")
            let answer = try await client.send(
              "PUT", path, Self.body(number + 1),
              headers: ["If-Match": now.headers["etag"] ?? ""])
            switch answer.status {
            case 200: done += 1
            case 412: refused += 1
            default: throw HTTPFault("\(answer.status) \(answer.text)")
            }
          }
          return refused
        }
      }
      return try await group.reduce(0, +)
    }
    let last = try await clients[1].get(path)
    #expect(Self.number(of: last.json) == 8 * rounds)
    #expect(last.json["revision"].intValue == 8 * rounds + 1)
    #expect(refused > 0)
    for replica in replicas { #expect(try await replica.stop() == 0) }
  }
}
