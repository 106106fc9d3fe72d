import Foundation
import JWTKit
import Logging
import Metrics
import PushTestSupport
import Testing
import WidgetTestSupport

@testable import DevicePush

/// What happens to connections; no push is lost when one of them ends.
@Suite(.startsPrograms, .needsStandIn) struct ConnectionTests {
  /// Shortens the time after which an unanswered push counts as lost, for tests that wait for this
  /// time.
  private func impatient(_ rules: inout APNsSender.Rules) { rules.times.response = .seconds(10) }

  // MARK: One, then many

  @Test func `The first push of a connection is sent alone, and then as many as allowed`()
    async throws
  {
    let test = try SenderCase()
    try test.standIn.obey(
      #"{"set": {"streams": [100, 40, 1], "default": {"status": 200, "delay": 0.05}}}"#)
    #expect(await test.send(200).allSatisfy { $0.word == "accepted" })
    let activity = try test.standIn.activity
    #expect(activity.requests[0].concurrent == 1)
    #expect(activity.most > 20 && activity.most <= 40)
    #expect(activity.connections == 1 && activity.pushes == 200)
  }

  @Test func `Never more than 500 are sent at the same time`() async throws {
    let test = try SenderCase()
    try test.standIn.obey(
      #"{"set": {"streams": [1, 5000, 1], "default": {"status": 200, "delay": 0.3}}}"#)
    async let first = test.send(500)
    async let second = test.send(500, from: 500)
    #expect(await (first + second).allSatisfy { $0.word == "accepted" })
    #expect(try test.standIn.activity.most <= 500)
  }

  @Test func `A single stream is enough`() async throws {
    let test = try SenderCase()
    try test.standIn.obey(#"{"set": {"streams": [1, 1, 1]}}"#)
    #expect(await test.send(50).allSatisfy { $0.word == "accepted" })
    let activity = try test.standIn.activity
    #expect(activity.most == 1 && activity.connections == 1)
  }

  @Test func `After a refusal few pushes are sent at the same time until one is accepted`()
    async throws
  {
    let test = try SenderCase()
    _ = await test.send()
    // Only the sender lowers the number of concurrent pushes: the stand-in does not change its
    // settings.
    try test.standIn.obey(
      #"{"set": {"streams": [1, 1000, 1000], "default": {"status": 429, "reason": "TooManyRequests", "delay": 0.02}}}"#
    )
    #expect(await test.send(1, from: 1).map(\.word) == ["deviceBusy"])
    try test.standIn.obey(#"{"reset": true}"#)
    #expect(await test.send(60, from: 2).allSatisfy { $0.word == "deviceBusy" })
    #expect(try test.standIn.activity.most == 5)
  }

  @Test func `Secret and varying fields are not in the header table`()
    async throws
  {
    let test = try SenderCase(
      options: APNsOptions(priority: 5, expiration: 60, collapseID: "widgets"))
    #expect(await test.send(20).allSatisfy { $0.word == "accepted" })
    let tables = try test.standIn.activity.tables
    #expect(!tables.contains("authorization") && !tables.contains(":path"))
    #expect(tables.contains("apns-topic") && tables.contains("apns-id"))
  }

  // MARK: Faults

  static let faults: [(name: String, behaviour: String, connections: Int)] = [
    ("cut", #"{"cut": true}"#, 2), ("no answer", #"{"never": true}"#, 2),
    ("REFUSED_STREAM", #"{"reset": 7}"#, 2), ("CANCEL", #"{"reset": 8}"#, 1),
    ("INTERNAL_ERROR", #"{"reset": 2}"#, 1),
    ("GOAWAY before it", #"{"goaway": {"last": 0}}"#, 2),
    ("GOAWAY with a reason", #"{"goaway": {"last": 0, "code": 2, "reason": "Shutdown"}}"#, 2),
    ("IdleTimeout", #"{"status": 400, "reason": "IdleTimeout"}"#, 2),
    ("UnrelatedKeyIdInToken", #"{"status": 403, "reason": "UnrelatedKeyIdInToken"}"#, 2),
    ("Shutdown", #"{"status": 503, "reason": "Shutdown"}"#, 2),
  ]

  @Test(arguments: faults.indices)
  func `A push is sent again if its connection fails`(_ index: Int) async throws {
    let fault = Self.faults[index]
    let test = try SenderCase { if fault.behaviour.contains("never") { impatient(&$0) } }
    try test.standIn.obey(#"{"next": [\#(fault.behaviour)]}"#)
    #expect(await test.send().map(\.word) == ["accepted"], "\(fault.name)")
    let activity = try test.standIn.activity
    #expect(activity.connections == fault.connections && activity.pushes == 2, "\(fault.name)")
    #expect(test.logged(.error).isEmpty)
  }

  @Test(arguments: faults.indices)
  func `Of many pushes, none is lost with a connection`(_ index: Int) async throws {
    let fault = Self.faults[index]
    let test = try SenderCase { if fault.behaviour.contains("never") { impatient(&$0) } }
    _ = await test.send()
    let answers = (0..<20).map { _ in #"{"status": 200, "delay": 0.02}"# }.joined(separator: ", ")
    try test.standIn.obey(#"{"reset": true, "next": [\#(answers), \#(fault.behaviour)]}"#)
    let outcomes = await test.send(100)
    #expect(outcomes.map(\.word) == Array(repeating: "accepted", count: 100), "\(fault.name)")
    let tokens = try Set(test.standIn.activity.requests.map(\.token))
    #expect(tokens.count == 100)
  }

  @Test func `A permanent fault is a failure, not an endless retry`() async throws {
    for behaviour in [
      #"{"cut": true}"#, #"{"never": true}"#, #"{"reset": 7}"#, #"{"goaway": {"last": 0}}"#,
    ] {
      let test = try SenderCase { $0.times.response = .seconds(2) }
      try test.standIn.obey(#"{"set": {"default": \#(behaviour)}}"#)
      #expect(await test.send().map(\.word) == ["failed"], "\(behaviour)")
      #expect(try test.standIn.activity.pushes <= 6, "\(behaviour)")
    }
  }

  @Test func `A GOAWAY during a request loses no push, and is logged`() async throws {
    let test = try SenderCase()
    _ = await test.send()
    try test.standIn.obey(#"{"goaway": {"reason": "BadCertificateEnvironment", "code": 9}}"#)
    #expect(await test.send().map(\.word) == ["accepted"])
    #expect(try test.standIn.activity.connections == 2)
    #expect(try test.standIn.activity.pushes == 2)
    #expect(test.logged(.notice) == ["push.goaway"])
    #expect(test.log.contains(#""code": 9"#), "\(test.log)")
  }

  @Test func `After a silence one push probes the connection, which may be dead`()
    async throws
  {
    let test = try SenderCase { rules in
      rules.times.doubt = .zero
      rules.times.trial = .seconds(3)
      // Only the probe can find out that the connection is dead: the call ends before the response
      // times out.
      rules.times.response = .seconds(900)
      rules.times.start = .seconds(600)
    }
    _ = await test.send()
    #expect(await test.send(3).allSatisfy { $0.word == "accepted" })
    #expect(try test.standIn.activity.connections == 1)
    try test.standIn.obey(#"{"mute": true}"#)
    #expect(await test.send(3).allSatisfy { $0.word == "accepted" })
    #expect(try test.standIn.activity.connections == 2)
  }

  @Test func `A response that is too long is refused`() async throws {
    let test = try SenderCase()
    _ = await test.send()
    try test.standIn.obey(
      #"{"next": [{"status": 400, "reason": "\#(String(repeating: "x", count: 5_000))"}]}"#)
    #expect(await test.send().map(\.word) == ["accepted"])
    #expect(try test.standIn.activity.connections == 1)
  }

  @Test func `A missing library is reported at the start, and not needed without an app`()
    throws
  {
    let key = try APNsKey(
      team: PushStandIn.team, id: PushStandIn.keyID, pem: ES256PrivateKey().pemRepresentation)
    var rules = APNsSender.Rules()
    rules.libraries = ["libcurl-of-nobody.so.4"]
    func make(_ apps: [APNsApp]) throws(PushSetupError) {
      _ = try APNsSender(
        apps: apps, logger: Logger(label: "push"), metrics: NOOPMetricsHandler.instance,
        rules: rules)
    }
    try make([])
    let error = #expect(throws: PushSetupError.self) {
      try make([APNsApp(app: SenderCase.app, key: key)])
    }
    #expect(
      error?.description == """
        Pushes to Apple cannot be sent: libcurl is not installed. Install libcurl 7.68 or newer, \
        with HTTP/2, then try again.
        """)
  }

  @Test func `A slow host costs time, but no push`() async throws {
    let test = try SenderCase { rules in rules.times.start = .milliseconds(600) }
    try test.standIn.obey(
      #"{"set": {"streams": [1, 1, 1], "default": {"status": 200, "delay": 0.1}}}"#)
    let words = await test.send(100).map(\.word)
    #expect(words.count { $0 == "failed" } > 50)
    #expect(words.count { $0 == "accepted" } == (try test.standIn.activity.pushes))
    #expect(words.count { $0 == "accepted" || $0 == "failed" } == 100)
  }

  @Test func `A cancelled call starts no further push`() async throws {
    let test = try SenderCase()
    try test.standIn.obey(
      #"{"set": {"streams": [1, 1, 1], "default": {"status": 200, "delay": 0.05}}}"#)
    let call = Task { await test.send(400) }
    try await eventually("the first pushes") { try test.standIn.activity.pushes >= 2 }
    call.cancel()
    let words = await call.value.map(\.word)
    #expect(words.count { $0 == "failed" } > 300)
    #expect(words.count == 400)
  }

  @Test func `Closing waits for responses and starts nothing`() async throws {
    let test = try SenderCase()
    _ = await test.send()
    try test.standIn.obey(
      #"{"set": {"streams": [1, 3, 1], "default": {"status": 200, "delay": 0.3}}}"#)
    _ = await test.send()
    try test.standIn.obey(#"{"reset": true}"#)
    let call = Task { await test.send(50) }
    try await eventually("the first pushes") { try test.standIn.activity.pushes >= 2 }
    await test.sender.close()
    let outcomes = await call.value
    #expect(outcomes.count { $0.word == "accepted" } == (try test.standIn.activity.accepted))
    #expect(outcomes.contains { $0.word == "failed" })
    #expect(await test.send().map(\.word) == ["failed"])
    try await eventually("the end of the connection") { try test.standIn.activity.open == 0 }
  }

  // MARK: No connection

  @Test func `A host without HTTP/2 is not used`() async throws {
    let test = try SenderCase(PushStandIn(protocolName: "http/1.1"))
    let outcomes = await test.send(3)
    #expect(outcomes.allSatisfy { $0.word == "failed" && $0.retryAfter != nil })
    #expect(outcomes[0].receipt.reason == "the other side does not speak HTTP/2")
    #expect(try test.standIn.activity.pushes == 0)
    #expect(test.logged(.warning) == ["push.unreachable"])
  }

  @Test func `An untrusted certificate ends the connection`() async throws {
    let other = try PushStandIn()
    let test = try SenderCase(roots: other.roots)
    let outcomes = await test.send()
    #expect(outcomes[0].receipt.reason == "the connection cannot be made secure")
    #expect(try test.standIn.activity.pushes == 0)
  }

  @Test func `An unreachable host is tried again later, and reached when it is back`() async throws
  {
    let test = try SenderCase { $0.connectPauses = 30...60 }
    test.standIn.kill()
    let outcomes = await test.send(3)
    #expect(outcomes.allSatisfy { $0.word == "failed" })
    #expect(try #require(outcomes[0].retryAfter) <= .seconds(30))
    try test.standIn.start()
    // Before the pause ends, the host is not tried again.
    #expect(await test.send().map(\.word) == ["failed"])
    #expect(try test.standIn.activity.connections == 0)
    test.clock.move(to: 31)
    #expect(await test.send().map(\.word) == ["accepted"])
    #expect(test.logged(.warning) == ["push.unreachable"])
    #expect(test.logged(.notice) == ["push.reachable"])
  }

  @Test func `A host that is killed and started again at random loses nothing`() async throws {
    let test = try SenderCase { rules in
      rules.times.response = .milliseconds(500)
      rules.connectPauses = 0.01...0.05
      rules.pauses = 0.01...0.05
    }
    var waiting = Set(0..<300)
    var random = SeededGenerator(seed: 7)
    for round in 0..<400 where !waiting.isEmpty {
      let numbers = Array(waiting.sorted().prefix(30))
      async let sent = test.sender.send(
        numbers.map { WidgetPush(token: SenderCase.token($0)) }, to: SenderCase.app)
      if round % 4 == 1 {
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...20, using: &random)))
        test.standIn.kill()
        try test.standIn.start()
      }
      for (number, outcome) in zip(numbers, await sent) where outcome.word == "accepted" {
        waiting.remove(number)
      }
    }
    #expect(waiting.isEmpty)
  }
}
