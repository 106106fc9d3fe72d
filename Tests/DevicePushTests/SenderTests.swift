import Foundation
import InMemoryLogging
import Logging
import PushTestSupport
import Testing
import WidgetTestSupport

@testable import DevicePush

/// The outcome of a push for each response in Apple's documentation.
@Suite(.startsPrograms, .needsStandIn) struct SenderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var status: Int
    var reason: String
    var outcome: String
    /// The number of requests that are sent for five pushes if each of them gets this response.
    var requests: Int

    var testDescription: String { "\(status) \(reason)" }
  }

  static let rows: [Row] =
    ["Unregistered", "ExpiredToken"].map {
      Row(status: 410, reason: $0, outcome: "tokenEnded", requests: 5)
    }
    + [
      "BadTopic", "MissingTopic", "TopicDisallowed", "InvalidPushType", "BadPriority",
      "BadExpirationDate", "BadCollapseId", "BadMessageId", "DuplicateHeaders",
      "MissingDeviceToken", "PayloadEmpty", "SomethingNew",
    ].map { Row(status: 400, reason: $0, outcome: "paused", requests: 1) }
    + [
      Row(status: 404, reason: "BadPath", outcome: "paused", requests: 1),
      Row(status: 405, reason: "MethodNotAllowed", outcome: "paused", requests: 1),
      Row(status: 413, reason: "PayloadTooLarge", outcome: "paused", requests: 1),
    ]
    + [
      "InvalidProviderToken", "MissingProviderToken", "Forbidden", "BadCertificate",
      "BadCertificateEnvironment", "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken",
      "ExpiredProviderToken",
    ].map { Row(status: 403, reason: $0, outcome: "paused", requests: 1) }
    + [
      Row(status: 429, reason: "TooManyProviderTokenUpdates", outcome: "paused", requests: 1),
      Row(status: 429, reason: "TooManyRequests", outcome: "deviceBusy", requests: 5),
      Row(status: 500, reason: "InternalServerError", outcome: "failed", requests: 5),
      Row(status: 503, reason: "ServiceUnavailable", outcome: "failed", requests: 5),
      // The fifth refused token in a row means that the settings are wrong.
      Row(status: 400, reason: "BadDeviceToken", outcome: "paused", requests: 5),
      Row(status: 400, reason: "DeviceTokenNotForTopic", outcome: "paused", requests: 5),
    ]

  @Test(arguments: rows) func `Each refusal has its outcome`(_ row: Row) async throws {
    let test = try SenderCase()
    try test.standIn.obey(
      #"{"set": {"default": {"status": \#(row.status), "reason": "\#(row.reason)", "timestamp": 1700000000123}}}"#
    )
    let outcomes = await test.send(5)
    #expect(outcomes.map(\.word) == Array(repeating: row.outcome, count: 5))
    #expect(try test.standIn.activity.pushes == row.requests)
    #expect(
      outcomes.contains { $0.receipt.reason == row.reason && $0.receipt.status == row.status })
    for case .tokenEnded(let since, _) in outcomes {
      #expect(since == Date(timeIntervalSince1970: 1_700_000_000.123))
    }
    // One line for the operator if something must be corrected, and no line contains a secret.
    let isError = row.outcome == "paused" || row.outcome == "failed"
    #expect(test.logged(.error) == (isError ? ["push.paused"] : []))
    #expect(!test.log.contains("a11ce") && !test.log.contains("eyJ"))
    // While a pause continues, no request is sent; if only one token has ended, other tokens are
    // still used.
    let before = try test.standIn.activity.pushes
    let next = await test.send(1, from: 100)
    #expect(try test.standIn.activity.pushes == before + (isError ? 0 : 1))
    #expect(next.map(\.word) == [row.outcome])
  }

  @Test func `A refused token among accepted ones is marked, and no other`() async throws {
    let test = try SenderCase()
    for reason in ["BadDeviceToken", "DeviceTokenNotForTopic"] {
      try test.standIn.obey(
        #"{"set": {"tokens": {"\#(SenderCase.token(3))": {"status": 400, "reason": "\#(reason)"}}}}"#
      )
      let words = await test.send(6).map(\.word)
      #expect(
        words == ["accepted", "accepted", "accepted", "tokenRefused", "accepted", "accepted"])
    }
    #expect(test.logged(.error).isEmpty)
  }

  @Test func `Accepted pushes have the identifiers of the response`() async throws {
    let test = try SenderCase()
    let push = SenderCase.pushes(1)[0]
    let outcome = try #require(await test.sender.send([push], to: SenderCase.app).first)
    let request = try #require(try test.standIn.activity.requests.first)
    #expect(outcome.word == "accepted")
    #expect(outcome.receipt.id == push.id.uuidString.lowercased())
    #expect(outcome.receipt.uniqueID?.isEmpty == false)
    #expect(request.token == push.token && request.id == outcome.receipt.id)
    #expect(request.topic == "com.example.clock.push-type.widgets")
    #expect(request.pushType == "widgets")
    // None of the optional fields is sent by default.
    #expect(request.priority == nil && request.expiration == nil && request.collapseID == nil)
  }

  @Test func `Priority, expiration and collapse identifier can be set`() async throws {
    let test = try SenderCase(options: APNsOptions(priority: 5, expiration: 0, collapseID: "w"))
    #expect(await test.send().map(\.word) == ["accepted"])
    let request = try #require(try test.standIn.activity.requests.first)
    #expect(request.priority == "5" && request.expiration == "0" && request.collapseID == "w")
    let later = try SenderCase(options: APNsOptions(expiration: 60))
    let before = Date()
    #expect(await later.send().map(\.word) == ["accepted"])
    let expiration = try #require(try later.standIn.activity.requests.first?.expiration)
    let end = Date(timeIntervalSince1970: try #require(Double(expiration)))
    // The header field contains whole seconds.
    #expect((before + 59...Date() + 60).contains(end), "\(end)")
  }

  @Test func `A text that is not a token is not put into a path`() async throws {
    let test = try SenderCase()
    let texts = ["", "a", "zz", "AA", "aa/../bb", "aa bb", String(repeating: "a", count: 513)]
    let pushes = texts.map { WidgetPush(token: $0) }
    #expect(
      await test.sender.send(pushes, to: SenderCase.app).allSatisfy { $0.word == "tokenRefused" })
    #expect(try test.standIn.activity.connections == 0)
  }

  @Test func `The pause that a busy device asks for is passed on`() async throws {
    let test = try SenderCase()
    try test.standIn.obey(
      #"{"next": [{"status": 429, "reason": "TooManyRequests", "retryAfter": 7}, {"status": 503, "reason": "ServiceUnavailable"}, {"status": 503, "reason": "ServiceUnavailable", "retryAfter": 7200}]}"#
    )
    let outcomes = await test.send(3)
    #expect(outcomes.map(\.word) == ["deviceBusy", "failed", "failed"])
    #expect(outcomes.map(\.retryAfter) == [.seconds(7), .seconds(900), .seconds(7_200)])
  }

  // MARK: Pauses

  @Test func `After a pause one push is tried, and then the others`() async throws {
    let test = try SenderCase()
    try test.standIn.obey(
      #"{"set": {"default": {"status": 403, "reason": "InvalidProviderToken"}}}"#)
    var before = Date()
    let first = await test.send(3)
    guard case .paused(let until, _) = first[0] else { return #expect(Bool(false), "\(first)") }
    #expect((before + 60...Date() + 60).contains(until), "\(until)")
    // The key is still invalid: after the pause, one more request is sent, and the next pause is
    // twice as long.
    test.clock.move(to: 70)
    before = Date() + 70
    let second = await test.send(3)
    #expect(second.map(\.word) == ["paused", "paused", "paused"])
    #expect(try test.standIn.activity.pushes == 2)
    guard case .paused(let next, _) = second[0] else { return }
    #expect((before + 120...Date() + 190).contains(next), "\(next)")
    // From now on, the key is accepted.
    try test.standIn.obey(#"{"set": {"default": {"status": 200}}}"#)
    test.clock.move(to: 200)
    #expect(await test.send(3).map(\.word) == ["accepted", "accepted", "accepted"])
    #expect(test.logged(.error) == ["push.paused", "push.paused"])
    #expect(test.logged(.notice).contains("push.resumed"))
  }

  @Test func `A call without permission to probe leaves the probe to the other app`() async throws {
    let test = try SenderCase()
    let other = PushApp(bundle: "com.example.other", environment: .development)
    try test.sender.update(
      apps: [SenderCase.app, other].map { APNsApp(app: $0, key: test.key) })
    // First, only the other app is paused; then the key is paused, which both apps use.
    try test.standIn.obey(#"{"set": {"default": {"status": 400, "reason": "BadTopic"}}}"#)
    #expect(await test.sender.send(SenderCase.pushes(1), to: other).map(\.word) == ["paused"])
    try test.standIn.obey(
      #"{"set": {"default": {"status": 403, "reason": "InvalidProviderToken"}}}"#)
    #expect(await test.send(5).allSatisfy { $0.word == "paused" })
    let before = try test.standIn.activity.pushes
    // After the pauses, one app tries; the other is not allowed to, because of the key.
    test.clock.move(to: 200)
    try test.standIn.obey(#"{"set": {"default": {"status": 200, "delay": 3}}}"#)
    async let first = test.send(1)
    try await eventually("the try") { try test.standIn.activity.pushes == before + 1 }
    #expect(await test.sender.send(SenderCase.pushes(1), to: other).map(\.word) == ["paused"])
    #expect(try test.standIn.activity.pushes == before + 1)
    #expect(await first.map(\.word) == ["accepted"])
    // The accepted push of the first app ends the pause of the key.
    let resumed = test.lines.entries.filter { "\($0.message)" == "push.resumed" }
    #expect(resumed.contains { "\($0.metadata)".contains("key ") }, "\(test.log)")
    try test.standIn.obey(#"{"set": {"default": {"status": 200}}}"#)
    #expect(
      await test.sender.send(SenderCase.pushes(2), to: other).map(\.word) == [
        "accepted", "accepted",
      ])
  }

  @Test func `A wrong bundle marks only the tokens that were tried`() async throws {
    let test = try SenderCase()
    try test.standIn.obey(
      #"{"set": {"default": {"status": 400, "reason": "DeviceTokenNotForTopic"}}}"#)
    #expect(await test.send(500).allSatisfy { $0.word == "paused" })
    #expect(try test.standIn.activity.pushes == 5)
    test.clock.move(to: 70)
    let words = await test.send(500).map(\.word)
    #expect(words.count { $0 == "tokenRefused" } == 1 && words.count { $0 == "paused" } == 499)
    #expect(try test.standIn.activity.pushes == 6)
  }

  @Test func `More than one refused token in a hundred pauses an app that works`() async throws {
    let test = try SenderCase()
    let bad = (0..<30).map {
      #""\#(SenderCase.token($0 * 10 + 5))": {"status": 400, "reason": "BadDeviceToken"}"#
    }
    try test.standIn.obey(
      #"{"set": {"streams": [1, 20, 20], "tokens": {\#(bad.joined(separator: ", "))}}}"#)
    let words = await test.send(400).map(\.word)
    // Because other pushes are accepted, the settings are right, and the refused tokens are at
    // fault.
    #expect(words.count { $0 == "tokenRefused" } >= 10)
    #expect(words.contains("paused") && words.contains("accepted"))
    #expect(test.logged(.error) == ["push.paused"])
  }

  @Test func `A valid key survives occasional refusals`() async throws {
    let test = try SenderCase()
    #expect(await test.send().map(\.word) == ["accepted"])
    try test.standIn.obey(#"{"next": [{"status": 403, "reason": "InvalidProviderToken"}]}"#)
    // The bodies of requests can arrive in any order.
    let words = await test.send(3).map(\.word)
    #expect(words.sorted() == ["accepted", "accepted", "failed"])
    #expect(test.logged(.error).isEmpty)
  }

  // MARK: Tokens of the key

  @Test func `All callers share a token, which is renewed within its hour`() async throws {
    let test = try SenderCase()
    test.clock.move(to: -3_400)
    #expect(await test.send(3).map(\.word) == ["accepted", "accepted", "accepted"])
    test.clock.move(to: -1_100)
    _ = await test.send()
    #expect(try test.standIn.activity.jwts.count == 1)
    test.clock.move(to: 0)
    _ = await test.send()
    let activity = try test.standIn.activity
    #expect(activity.jwts.count == 2 && activity.connections == 1)
    #expect(activity.requests.allSatisfy { $0.status == 200 })
  }

  @Test func `An expired token is renewed once, if it is old enough`() async throws {
    let test = try SenderCase()
    test.clock.move(to: -1_500)
    _ = await test.send()
    test.clock.move(to: 0)
    try test.standIn.obey(#"{"next": [{"status": 403, "reason": "ExpiredProviderToken"}]}"#)
    #expect(await test.send(2, from: 5).map(\.word) == ["accepted", "accepted"])
    #expect(try test.standIn.activity.jwts.count == 2)
    #expect(test.logged(.error).isEmpty)
  }

  @Test func `A wrong clock is reported`() async throws {
    let test = try SenderCase()
    test.clock.move(to: -7_200)
    #expect(await test.send().map(\.word) == ["paused"])
    #expect(test.log.contains("The clock of this machine is wrong."))
    #expect(try test.standIn.activity.pushes == 1)
  }

  @Test func `After too many tokens the older one is used on a new connection`() async throws {
    let test = try SenderCase()
    test.clock.move(to: -3_100)
    _ = await test.send()
    test.clock.move(to: 0)
    try test.standIn.obey(#"{"next": [{"status": 429, "reason": "TooManyProviderTokenUpdates"}]}"#)
    #expect(await test.send(3, from: 5).map(\.word) == ["accepted", "accepted", "accepted"])
    let activity = try test.standIn.activity
    #expect(activity.connections == 2)
    // Both connections used only the new token and the older one; no third token was made.
    #expect(Set(activity.jwts).count == 2)
    #expect(test.logged(.error).isEmpty)
  }

  // MARK: Settings

  @Test func `A new key gets a new connection and ends a pause`() async throws {
    let test = try SenderCase()
    try test.standIn.obey(#"{"next": [{"status": 403, "reason": "InvalidProviderToken"}]}"#)
    #expect(await test.send().map(\.word) == ["paused"])
    try test.sender.update(apps: [APNsApp(app: SenderCase.app, key: test.key)])
    #expect(await test.send().map(\.word) == ["paused"])
    let other = try APNsKey(team: PushStandIn.team, id: "OTHER12345", pem: test.standIn.key)
    try test.standIn.obey(#"{"set": {"keys": null}}"#)
    try test.sender.update(apps: [APNsApp(app: SenderCase.app, key: other)])
    #expect(await test.send().map(\.word) == ["accepted"])
    #expect(try test.standIn.activity.connections == 2)
  }

  @Test func `A stand-in and a key for production exclude each other`() throws {
    let test = try SenderCase()
    let app = APNsApp(
      app: PushApp(bundle: "com.example.clock", environment: .production), key: test.key)
    #expect(throws: PushSetupError.self) { try test.sender.update(apps: [app]) }
    #expect(test.sender.apps == [SenderCase.app])
  }

  @Test func `An app without a key gets no push`() async throws {
    let test = try SenderCase()
    let other = PushApp(bundle: "com.example.other", environment: .development)
    let outcomes = await test.sender.send(SenderCase.pushes(2), to: other)
    #expect(outcomes.map(\.word) == ["paused", "paused"])
    #expect(try test.standIn.activity.connections == 0)
  }
}
