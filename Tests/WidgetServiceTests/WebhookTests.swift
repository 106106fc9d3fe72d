import Crypto
import ExternalSources
import Foundation
import JSONC
import PostgresStore
import Synchronization
import Testing
import WidgetTestSupport

@testable import WidgetService

/// Webhooks, which receive changes.
@Suite(.startsPrograms) struct WebhookTests {
  private static let key = Array("a secret of at least 24 bytes".utf8)
  private static let oldKey = Array("the secret before this one, of 24 bytes".utf8)
  private static let secret = "whsec_" + Data(key).base64EncodedString()
  private static let oldSecret = "whsec_" + Data(oldKey).base64EncodedString()

  /// The settings of a service with one webhook.
  static func settings(
    _ receiver: Receiver, allowed: [String] = ["127.0.0.1"]
  ) -> ServiceSettings {
    var settings = ServiceSettings()
    settings.webhooks = ["http://127.0.0.1:\(receiver.port)/hook"]
    settings.webhookSecret = Self.secret
    settings.webhookPrivateHosts = allowed
    settings.refreshInterval = .milliseconds(50)
    settings.webhookPauses = [.milliseconds(200)]
    return settings
  }

  /// Whether a received request has a valid signature, checked with the secret.
  private func isSigned(_ heard: Receiver.Heard, by key: [UInt8] = key, at place: Int = 0) -> Bool {
    let id = heard.headers["webhook-id"] ?? ""
    let time = heard.headers["webhook-timestamp"] ?? ""
    let signatures = (heard.headers["webhook-signature"] ?? "").split(separator: " ")
    guard signatures.indices.contains(place), signatures[place].hasPrefix("v1,"),
      case let signature = signatures[place],
      let code = Data(base64Encoded: String(signature.dropFirst(3))),
      let seconds = TimeInterval(time), abs(seconds - Date().timeIntervalSince1970) < 300
    else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      code, authenticating: Array("\(id).\(time).".utf8) + heard.body,
      using: SymmetricKey(data: key))
  }

  private static func put(_ client: HTTPClient, _ name: String) async throws {
    let put = try await client.send(
      "PUT", "/v1/placed/\(name)", #"{"kind":"UpNext","draft":{}}"#,
      headers: ["If-None-Match": "*"])
    #expect(put.status == 201)
  }

  /// A change that is not accepted is sent again with the same identifier, and the next changes do
  /// not wait for it.
  @Test(arguments: ReplicaTests.Kind.present)
  func eachChangeIsToldUntilItIsAccepted(_ kind: ReplicaTests.Kind) async throws {
    let receiver = try Receiver { number, attempt in
      switch (number, attempt) {
      case (1, 1): 500
      case (2, 1): 503
      default: 204
      }
    }
    let settings = Self.settings(receiver)
    let widgets = [try ServiceHost.upNext()]
    let story: @Sendable (HTTPClient, HTTPClient) async throws -> Void = { one, two in
      try await Self.put(one, "A")
      try await Self.put(two, "B")
      let rename = try await two.post("/v1/placed/B/rename", #"{"to":"C"}"#)
      #expect(rename.status == 200)
      let first = try await receiver.all(5)
      #expect(first.map(\.number).sorted() == [1, 1, 2, 2, 3])
      #expect(first.allSatisfy { isSigned($0) })
      var forged = first[0]
      forged.body.append(0x20)
      #expect(!isSigned(forged))
      let last = try #require(first.first { $0.number == 3 })
      #expect(last.json["type"] == "widgets.changed")
      let time = last.json["timestamp"].stringValue ?? ""
      #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*Z/) != nil, "\(time)")
      let data = last.json["data"]
      #expect(
        data["events"].list.map { [$0["event"], $0["name"]] } == [
          ["removed", "B"], ["placed", "C"],
        ])
      #expect(data["tenant"] == .null)
      let hall = try await two.get("/v1/placed/C")
      let event = data["events"][1]
      #expect(event["etag"].stringValue == hall.headers["etag"])
      #expect(event["revision"] == hall.json["revision"] && event["kind"] == "UpNext")
    }
    try await kind.run { driver in
      try await ServiceHost.run(settings: settings, widgets: widgets, driver: try driver()) {
        one, _ in
        // Two replicas are tested only with PostgreSQL, because only a database server can
        // coordinate which of them reports a change.
        guard kind == .postgres else { return try await story(one, one) }
        try await ServiceHost.run(settings: settings, widgets: widgets, driver: try driver()) {
          two, _ in try await story(one, two)
        }
      }
      let before = receiver.count
      // After a restart, reported changes are not reported again.
      try await ServiceHost.run(settings: settings, widgets: widgets, driver: try driver()) {
        client, _ in
        try await Self.put(client, "D")
        Self.checkIdentifiers(of: try await receiver.all(before + 1))
      }
    }
  }

  /// A reload of a kind or of all widgets is one request, however many widgets it affects; the
  /// requests that wait for a retry are counted.
  @Test(arguments: ReplicaTests.Kind.present)
  func aReloadOfManyIsOneRequest(_ kind: ReplicaTests.Kind) async throws {
    let receiver = try Receiver { number, _ in number == 6 ? 500 : 204 }
    var settings = Self.settings(receiver)
    settings.webhookPauses = [.seconds(3_600)]
    let (widgets, fixed) = ([try ServiceHost.upNext()], settings)
    try await kind.run { driver in
      try await ServiceHost.run(settings: fixed, widgets: widgets, driver: try driver()) {
        client, _ in
        for name in ["A", "B", "C"] { try await Self.put(client, name) }
        let all = try await client.post("/v1/reload", #"{"reason":"app"}"#)
        #expect(all.json["reloaded"] == 3, "\(all.text)")
        let own = try await client.post("/v1/widgets/UpNext/reload", "{}")
        #expect(own.json["reloaded"] == 3, "\(own.text)")
        try await Self.put(client, "D")
        let heard = try await receiver.all(6)
        #expect(heard.map(\.number) == Array(1...6))
        let events = heard[3...4].map { $0.json["data"]["events"] }
        #expect(events[0].list.count == 1 && events[0][0]["event"] == "reload")
        #expect(events[0][0]["all"] == true && events[0][0]["name"] == .null)
        #expect(events[0][0]["reason"] == "app")
        #expect(events[1][0]["kind"] == "UpNext" && events[1][0]["all"] == .null)
        try await eventually("the count of what waits") {
          let metrics = try await client.get("/metrics").text
          return metrics.contains("\nwidgetconfig_webhook_waiting 1\n")
            && !metrics.contains("\nwidgetconfig_webhook_waiting_since_timestamp_seconds 0\n")
        }
      }
    }
  }

  /// Checks that all attempts to send a change have the same identifier, and that no other change
  /// has it.
  private static func checkIdentifiers(of heard: [Receiver.Heard]) {
    #expect(heard.map(\.number).sorted() == [1, 1, 2, 2, 3, 4])
    var identifiers: [Int: Set<String>] = [:]
    for request in heard {
      identifiers[request.number, default: []].insert(request.headers["webhook-id"] ?? "")
    }
    #expect(identifiers.values.allSatisfy { $0.count == 1 })
    #expect(Set(identifiers.values.joined()).count == 4)
  }

  /// Waits for a list of deliveries that satisfies a condition.
  static func deliveries(
    _ client: HTTPClient, _ query: String = "", where condition: ([JSONValue]) -> Bool
  ) async throws -> [JSONValue] {
    let list = try await client.get("/v1/webhooks").json
    let id = list["webhooks"][0]["id"].stringValue ?? "?"
    let end = ContinuousClock.now + .seconds(60)
    var found: [JSONValue] = []
    while ContinuousClock.now < end {
      let answer = try await client.get("/v1/webhooks/\(id)/deliveries\(query)")
      #expect(answer.status == 200, "\(answer.text)")
      found = answer.json["deliveries"].list
      if condition(found) { return found }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw HTTPFault("the deliveries are \(found)")
  }

  /// The failures of a change are listed, the other changes continue, and a change that was sent
  /// can be sent again.
  @Test(arguments: ReplicaTests.Kind.present)
  func deliveriesAreListedAndReplayed(_ kind: ReplicaTests.Kind) async throws {
    let receiver = try Receiver { number, _ in number == 2 ? 302 : 200 }
    var settings = Self.settings(receiver)
    settings.webhookPauses = [.milliseconds(100), .seconds(3_600)]
    let (widgets, fixed) = ([try ServiceHost.upNext()], settings)
    try await kind.run { driver in
      try await ServiceHost.run(settings: fixed, widgets: widgets, driver: try driver()) {
        client, _ in
        for name in ["A", "B", "C"] { try await Self.put(client, name) }
        let all = try await Self.deliveries(client) { list in
          list.count == 3 && list[1]["attempts"] == 2
        }
        #expect(all.map { $0["number"] } == [3, 2, 1])
        #expect(all.map { $0["state"] } == ["accepted", "waiting", "accepted"])
        // A redirect is not followed.
        #expect(all[1]["status"] == 302 && all[1]["problem"] == "It answered with 302.")
        #expect(all[0]["nextAttempt"] == .null && all[1]["nextAttempt"] != .null)
        let state = try await client.get("/v1/webhooks").json["webhooks"][0]
        #expect(state["position"] == 3 && state["last"] == 3 && state["state"] != "disabled")
        let id = state["id"].stringValue ?? ""
        let waiting = try await Self.deliveries(client, "?state=waiting") { !$0.isEmpty }
        #expect(waiting.count == 1)
        let page = try await client.get("/v1/webhooks/\(id)/deliveries?limit=2").json
        let next = page["next"].stringValue ?? ""
        let rest = try await client.get("/v1/webhooks/\(id)/deliveries?limit=2&after=\(next)").json
        #expect(rest["deliveries"].list.map { $0["number"] } == [1] && rest["next"] == .null)
        receiver.obey { _, _ in 200 }
        let before = receiver.count
        let replay = try await client.post("/v1/webhooks/\(id)/replay", #"{"from":1,"to":9}"#)
        #expect(replay.status == 202 && replay.json["count"] == 3, "\(replay.text)")
        let heard = try await receiver.all(before + 3).suffix(3)
        #expect(Set(heard.map(\.number)) == [1, 2, 3])
        _ = try await Self.deliveries(client) { $0.allSatisfy { $0["state"] == "accepted" } }
        #expect(try await client.get("/v1/webhooks").json["webhooks"][0]["state"] == "active")
        let wrong = try await client.post("/v1/webhooks/\(id)/replay", #"{"from":5,"to":4}"#)
        #expect(wrong.status == 422)
        #expect(try await client.get("/v1/webhooks/nothing/deliveries").status == 404)
      }
    }
  }

  /// A 410 response stops the requests until the webhook is enabled; then the missed changes are
  /// sent.
  @Test func aWebhookThatIsGoneIsDisabled() async throws {
    let receiver = try Receiver { _, _ in 410 }
    try await ServiceHost.run(settings: Self.settings(receiver)) { client, _ in
      try await Self.put(client, "A")
      _ = try await Self.deliveries(client) { $0.first?["state"] == "failed" }
      try await eventually("the end of the webhook") {
        try await client.get("/v1/webhooks").json["webhooks"][0]["state"] == "disabled"
      }
      try await Self.put(client, "B")
      try await Self.put(client, "C")
      let state = try await client.get("/v1/webhooks").json["webhooks"][0]
      #expect(state["state"] == "disabled" && state["position"] == 1)
      #expect(receiver.count == 1)
      // The state is in the store before it is in the metrics.
      try await eventually("the metric of the webhook") {
        try await client.get("/metrics").text.contains("\nwidgetconfig_webhook_disabled 1\n")
      }
      let id = state["id"].stringValue ?? ""
      let replay = try await client.post("/v1/webhooks/\(id)/replay", #"{"from":1}"#)
      #expect(replay.status == 409)
      receiver.obey { _, _ in 204 }
      let enabled = try await client.post("/v1/webhooks/\(id)/enable", "{}")
      #expect(enabled.status == 200 && enabled.json["state"] == "active", "\(enabled.text)")
      #expect(try await receiver.all(3).map(\.number) == [1, 2, 3])
    }
  }

  /// A backlog is sent in few requests, and each change is among the deliveries.
  ///
  /// Skipped changes are not sent; instead, the receiver is told to read the list again.
  @Test(arguments: ReplicaTests.Kind.present)
  func aBacklogIsSentTogetherOrSkipped(_ kind: ReplicaTests.Kind) async throws {
    let receiver = try Receiver { _, _ in 410 }
    var settings = Self.settings(receiver)
    settings.webhookBatch = 20
    try await kind.run { [settings] driver in
      try await ServiceHost.run(settings: settings, driver: try driver()) { client, _ in
        func disable(_ name: String) async throws -> String {
          receiver.obey { _, _ in 410 }
          try await Self.put(client, name)
          try await eventually("the end of the webhook") {
            try await client.get("/v1/webhooks").json["webhooks"][0]["state"] == "disabled"
          }
          let id = try await client.get("/v1/webhooks").json["webhooks"][0]["id"]
          return "/v1/webhooks/\(id.stringValue ?? "")"
        }
        let hook = try await disable("W")
        for number in 0..<50 { try await Self.put(client, "W\(number)") }
        let before = receiver.count
        // A request that is not accepted is not repeated as a whole; instead, its changes are sent
        // one by one.
        receiver.obey { number, attempt in number == 21 && attempt == 1 ? 400 : 204 }
        #expect(try await client.post(hook + "/enable", "").status == 200)
        let sent = try await Self.deliveries(client) { list in
          list.count == 51 && list.dropLast().allSatisfy { $0["state"] == "accepted" }
        }
        #expect(Set(sent.compactMap { $0["number"].intValue }) == Set(1...51))
        #expect(receiver.count - before < 50, "\(receiver.count - before)")
        let end = try await disable("X")
        #expect(end == hook)
        for number in 0..<3 { try await Self.put(client, "X\(number)") }
        #expect(try await client.post(hook + "/skip", #"{"to":0}"#).status == 422)
        let skipped = try await client.post(hook + "/skip", "")
        #expect(skipped.status == 202 && skipped.json["last"] == 55, "\(skipped.text)")
        receiver.obey { _, _ in 204 }
        let count = receiver.count
        _ = try await client.post(hook + "/enable", "")
        try await eventually("the request to read again") { receiver.count > count }
        let last = try await receiver.all(count + 1).last
        #expect(last?.json["type"] == "widgets.reset" && last?.number == 55)
        try await Self.put(client, "Y")
        let next = try await receiver.all(count + 2).last
        #expect(next?.number == 56 && next?.json["type"] == "widgets.changed")
      }
    }
  }

  /// Changes that were sent but not accepted can also be skipped: the receiver is told once to read
  /// the list again, and changes that are replayed afterwards are sent.
  @Test(arguments: ReplicaTests.Kind.present)
  func whatWaitsIsSkippedAndReplayed(_ kind: ReplicaTests.Kind) async throws {
    let receiver = try Receiver { _, _ in 500 }
    var settings = Self.settings(receiver)
    settings.webhookPauses = [.seconds(3_600)]
    try await kind.run { [settings] driver in
      try await ServiceHost.run(settings: settings, driver: try driver()) { client, _ in
        for name in ["A", "B", "C"] { try await Self.put(client, name) }
        _ = try await Self.deliveries(client) { list in
          list.count == 3 && list.allSatisfy { $0["state"] == "waiting" }
        }
        receiver.obey { _, _ in 204 }
        let id = try await client.get("/v1/webhooks").json["webhooks"][0]["id"].stringValue ?? ""
        let before = receiver.count
        #expect(try await client.post("/v1/webhooks/\(id)/skip", "").status == 202)
        let reset = try await receiver.all(before + 1).last
        #expect(reset?.json["type"] == "widgets.reset" && reset?.number == 3)
        // A skipped change is not sent, so it does not count as an attempt.
        _ = try await Self.deliveries(client) { list in
          list.allSatisfy {
            $0["state"] == "failed" && $0["problem"] == "It was skipped." && $0["attempts"] == 1
              && $0["status"] == 500 && $0["lastAttempt"] != .null
          }
        }
        let replay = try await client.post("/v1/webhooks/\(id)/replay", #"{"from":1,"to":2}"#)
        #expect(replay.status == 202 && replay.json["count"] == 2, "\(replay.text)")
        let heard = try await receiver.all(before + 3).suffix(2)
        #expect(Set(heard.map(\.number)) == [1, 2])
        #expect(heard.allSatisfy { $0.json["type"] == "widgets.changed" })
        try await Self.put(client, "D")
        let next = try await receiver.all(before + 4).last
        #expect(next?.number == 4 && next?.json["type"] == "widgets.changed")
        // A change that is skipped before it is sent again counts as never sent.
        receiver.obey { _, _ in 410 }
        try await Self.put(client, "E")
        try await eventually("the end of the webhook") {
          try await client.get("/v1/webhooks").json["webhooks"][0]["state"] == "disabled"
        }
        let store = PlacedWidgetStore(try driver())
        let webhook = Webhook(address: settings.webhooks[0])
        #expect(try await store.replay(1...1, to: webhook.follower, at: Date()) == 1)
        let waiting = try await Self.deliveries(client, "?state=waiting") { $0.count == 1 }
        #expect(waiting[0]["attempts"] == 0 && waiting[0]["lastAttempt"] == .null)
      }
    }
  }

  /// A later request to skip fewer changes does not revoke an earlier request.
  @Test func skipsAddUp() {
    func waiting(_ number: Int, at moment: Int64) -> StoredDelivery {
      StoredDelivery(follower: "f", number: number, at: Date(milliseconds: moment))
    }
    var skip = FollowerSkip(noted: nil, in: "e")
    skip.skip(to: 11, at: 100)
    skip.skip(to: 1, at: 200)
    skip = FollowerSkip(noted: skip.text, in: "e")
    #expect(skip.number == 11 && skip.moment == 200)
    #expect(skip.covers(waiting(11, at: 100)) && skip.covers(waiting(1, at: 200)))
    // A change that was replayed between the two requests is not skipped.
    #expect(!skip.covers(waiting(11, at: 150)))
    // Numbers from another log have a different meaning.
    #expect(FollowerSkip(noted: skip.text, in: "f").number == 0)
    // Earlier programs stored the requests without an epoch.
    var old = FollowerSkip(noted: "11 100,1 200", in: "e")
    #expect(old == skip && old.text == "e,11 100,1 200")
    old = FollowerSkip(noted: "3 1795949066587", in: "e")
    #expect(old.number == 3 && old.covers(waiting(3, at: 1_795_949_066_587)))
    #expect(FollowerSkip(noted: "", in: "e").number == 0)
    skip.skip(to: 12, at: 300)
    #expect(skip.text == "e,12 300")
    // If two requests have the same time, the second one does not cover changes that were replayed
    // after the first.
    var same = FollowerSkip(noted: nil, in: "e")
    same.skip(to: 2, at: 100)
    same.skip(to: 1, at: 100)
    #expect(same.moment == 101 && same.covers(waiting(1, at: 101)))
    #expect(!same.covers(waiting(2, at: 101)))
    for number in 0..<40 { skip.skip(to: 50 - number, at: Int64(400 + number)) }
    #expect(skip.number == 50 && skip.text.split(separator: ",").count == 17)
  }

  /// A receiver that responds with 410 is not asked to read the list again.
  @Test func aResetThatIsGoneDisables() async throws {
    let receiver = try Receiver { _, _ in 500 }
    var settings = Self.settings(receiver)
    settings.webhookPauses = [.seconds(3_600)]
    try await ServiceHost.run(settings: settings) { client, _ in
      try await Self.put(client, "A")
      _ = try await Self.deliveries(client) { $0.first?["state"] == "waiting" }
      receiver.obey { _, _ in 410 }
      let id = try await client.get("/v1/webhooks").json["webhooks"][0]["id"].stringValue ?? ""
      let before = receiver.count
      #expect(try await client.post("/v1/webhooks/\(id)/skip", "").status == 202)
      try await eventually("the webhook is disabled") {
        try await client.get("/v1/webhooks").json["webhooks"][0]["state"] == "disabled"
      }
      #expect(receiver.count == before + 1)
    }
  }

  /// A webhook is disabled if it does not accept a request to read the list again within the time
  /// limit.
  @Test func aResetThatIsNeverAcceptedDisables() async throws {
    let (time, requests) = (Held(Date()), Held(0))
    let receiver = try Receiver { _, _ in
      // The clock passes the time limit only at the fourth request, so that the third request is
      // still within the limit.
      let number = requests.withLock { number in
        number += 1
        return number
      }
      if number == 4 { time.withLock { $0 += 3_601 } }
      return 500
    }
    var settings = Self.settings(receiver)
    settings.webhookPauses = [.seconds(60)]
    settings.webhookTimeLimit = .seconds(3_600)
    try await ServiceHost.run(settings: settings, now: { time.withLock { $0 } }) { client, _ in
      func hook() async throws -> JSONValue {
        try await client.get("/v1/webhooks").json["webhooks"][0]
      }
      /// Skips the waiting changes, which retries the request without a pause.
      func skip() async throws {
        let id = try await hook()["id"].stringValue ?? ""
        #expect(try await client.post("/v1/webhooks/\(id)/skip", "").status == 202)
      }
      try await Self.put(client, "A")
      _ = try await Self.deliveries(client) { $0.first?["state"] == "waiting" }
      try await skip()
      _ = try await receiver.all(2)
      // While the webhook is enabled, each skip causes another request.
      try await skip()
      #expect(try await receiver.all(3).last?.json["type"] == "widgets.reset")
      try await skip()
      try await eventually("the end of the webhook") { try await hook()["state"] == "disabled" }
      #expect(receiver.count == 4)
      receiver.obey { _, _ in 204 }
      let id = try await hook()["id"].stringValue ?? ""
      let enabled = try await client.post("/v1/webhooks/\(id)/enable", "")
      #expect(enabled.json["state"] == "active", "\(enabled.text)")
      #expect(try await receiver.all(5).last?.json["type"] == "widgets.reset")
    }
  }

  /// An overloaded webhook gets no requests for as long as it asks.
  @Test func retryAfterIsKept() async throws {
    let receiver = try Receiver { number, attempt in
      number == 1 && attempt == 1 ? Receiver.Reply(429, headers: ["Retry-After: 2"]) : 204
    }
    try await ServiceHost.run(settings: Self.settings(receiver)) { client, _ in
      try await Self.put(client, "A")
      _ = try await receiver.all(1)
      try await Self.put(client, "B")
      let heard = try await receiver.all(3)
      #expect(heard[0].moment.duration(to: heard[1].moment) >= .seconds(1.9))
      #expect(heard.map(\.number).sorted() == [1, 1, 2])
    }
  }

  /// Attempts end after a time that can be set, and a webhook that accepts nothing is disabled.
  @Test func attemptsEnd() async throws {
    let receiver = try Receiver { _, _ in 500 }
    var settings = Self.settings(receiver)
    settings.webhookTimeLimit = .seconds(4)
    try await ServiceHost.run(settings: settings) { client, _ in
      try await Self.put(client, "A")
      let failed = try await Self.deliveries(client) { $0.first?["state"] == "failed" }
      #expect((failed[0]["attempts"].intValue ?? 0) >= 2)
      try await eventually("the end of the webhook") {
        try await client.get("/v1/webhooks").json["webhooks"][0]["state"] == "disabled"
      }
      #expect(try await client.get("/v1/webhooks").json["webhooks"][0]["state"] == "disabled")
    }
  }

  /// A webhook that does not respond does not delay any other webhook.
  @Test func aDeadWebhookHoldsNoOther() async throws {
    let receiver = try Receiver()
    var settings = Self.settings(receiver)
    settings.webhooks.insert("http://127.0.0.1:1/dead", at: 0)
    try await ServiceHost.run(settings: settings) { client, _ in
      for name in ["A", "B", "C"] { try await Self.put(client, name) }
      #expect(try await receiver.all(3).map(\.number) == [1, 2, 3])
      let dead = try await client.get("/v1/webhooks").json["webhooks"][0]
      #expect(dead["state"] == "failing" || dead["state"] == "active")
      #expect(dead["url"] == "http://127.0.0.1:1/dead")
    }
  }

  /// Places a widget for a tenant, or changes it.
  private static func put(_ client: HTTPClient, _ name: String, of tenant: String) async throws {
    let headers = try await Tokens.token(tenant)
    let put = try await client.send(
      "PUT", "/v1/placed/\(name)", #"{"kind":"UpNext","draft":{}}"#,
      headers: headers.merging(["If-None-Match": "*"]) { $1 })
    #expect(put.status == 201, "\(put.text)")
  }

  /// A pause applies to the whole webhook.
  ///
  /// Otherwise, each of a thousand tenants would cause a request, and a round would take hours if
  /// the receiver did not respond.
  @Test func aPauseIsKeptForAllTenants() async throws {
    let receiver = try Receiver { _, _ in Receiver.Reply(429, headers: ["Retry-After: 3600"]) }
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    try await ServiceHost.run(settings: Self.settings(receiver), access: access) { client, _ in
      for number in 0..<10 { try await Self.put(client, "A", of: "t\(number)") }
      let heard = try await receiver.all(1)[0].json["data"]["tenant"]
      // A second is enough for several rounds, but there is no other request.
      try await Task.sleep(for: .seconds(1))
      #expect(receiver.count == 1)
      // Enabling the webhook starts an attempt at once.
      receiver.obey { _, _ in 204 }
      let other = heard == "t3" ? "t4" : "t3"
      let headers = try await Tokens.token(other)
      let list = try await client.get("/v1/webhooks", headers: headers).json
      let id = list["webhooks"][0]["id"].stringValue ?? ""
      let enabled = try await client.post("/v1/webhooks/\(id)/enable", "{}", headers: headers)
      #expect(enabled.status == 200, "\(enabled.text)")
      let last = try #require(try await receiver.all(2).last)
      #expect(last.json["data"]["tenant"].stringValue == other)
    }
  }

  /// If the changes of one tenant are never accepted, this does not delay other tenants.
  @Test func othersAreSentBetweenThePausesOfATenant() async throws {
    // The second change exists only for one tenant.
    let receiver = try Receiver { number, _ in number == 2 ? 429 : 204 }
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    try await ServiceHost.run(settings: Self.settings(receiver), access: access) { client, _ in
      for name in ["A", "B"] { try await Self.put(client, name, of: "slow") }
      try await eventually("the change that is not taken") {
        try await receiver.all(1).contains { $0.number == 2 }
      }
      let others = Set((0..<8).map { "t\($0)" })
      for other in others { try await Self.put(client, "A", of: other) }
      try await eventually("the changes of all others", atMost: .seconds(60)) {
        let heard = try await receiver.all(1)
        return others.isSubset(of: heard.compactMap { $0.json["data"]["tenant"].stringValue })
      }
    }
  }

  /// After a store has been restored, a number can refer to a different change, so the receiver is
  /// told to read the list again.
  @Test(arguments: ReplicaTests.Kind.present)
  func anotherEpochIsToldOnce(_ kind: ReplicaTests.Kind) async throws {
    let receiver = try Receiver()
    let (settings, widgets) = (Self.settings(receiver), [try ServiceHost.upNext()])
    try await kind.run { driver in
      func run(_ body: @escaping @Sendable (HTTPClient) async throws -> Void) async throws {
        try await ServiceHost.run(settings: settings, widgets: widgets, driver: try driver()) {
          client, _ in try await body(client)
        }
      }
      try await run { client in
        for name in ["A", "B"] { try await Self.put(client, name) }
        #expect(try await receiver.all(2).map(\.number) == [1, 2])
        _ = try await Self.deliveries(client) { $0.count == 2 }
      }
      let store = PlacedWidgetStore(try driver())
      #expect(try await store.beginEpoch() != nil)
      try await run { client in
        let reset = try #require(try await receiver.all(3).last)
        #expect(reset.json["type"] == "widgets.reset" && reset.number == 2)
        #expect(reset.json["data"]["events"] == [["event": "reset"]])
        // No change has the identifier of the reset, so a receiver cannot take one for the other.
        let id = try await client.get("/v1/webhooks").json["webhooks"][0]["id"].stringValue ?? ""
        let replay = try await client.post("/v1/webhooks/\(id)/replay", #"{"from":2}"#)
        #expect(replay.status == 202, "\(replay.text)")
        let again = try #require(try await receiver.all(4).last)
        #expect(again.json["type"] == "widgets.changed" && again.number == 2)
        #expect(again.headers["webhook-id"] != reset.headers["webhook-id"])
      }
      // The receiver has been notified, and changes continue.
      try await run { client in
        try await Self.put(client, "C")
        let last = try #require(try await receiver.all(5).last)
        #expect(last.json["type"] == "widgets.changed" && last.number == 3)
        #expect(receiver.count == 5)
      }
    }
  }

  @Test func privateAddressesHearNothingUnlessTheyAreNamed() async throws {
    let receiver = try Receiver()
    let address = "http://127.0.0.1:\(receiver.port)/hook"
    let response = try await WebFetch.post(
      Array("{}".utf8), to: address, headers: [:], timeout: .seconds(20), allowsPrivate: true)
    #expect(response.status == 204)
    #expect(receiver.count == 1)
    for host in ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"] {
      await #expect(throws: (any Error).self, "\(host)") {
        try await WebFetch.post(
          Array("{}".utf8), to: "http://\(host):\(receiver.port)/", headers: [:],
          timeout: .seconds(20), allowsPrivate: false)
      }
    }
    for host in [
      "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "[fd00::1]", "[fe80::1]",
    ] {
      var words = ""
      do {
        _ = try await WebFetch.post(
          [], to: "http://\(host)/", headers: [:], timeout: .seconds(20), allowsPrivate: false)
      } catch { words = "\(error)" }
      #expect(words == "the address is not on the public internet", "\(host)")
    }
    #expect(receiver.count == 1)
  }

  /// During a rotation, a receiver that knows either secret accepts the request.
  @Test func twoSecretsSignDuringARotation() async throws {
    let receiver = try Receiver()
    var settings = Self.settings(receiver)
    settings.webhookSecret = Self.secret + "\n" + Self.oldSecret
    try await ServiceHost.run(settings: settings) { client, _ in
      try await Self.put(client, "Desk")
      let heard = try #require(try await receiver.all(1).first)
      #expect(isSigned(heard, at: 0) && isSigned(heard, by: Self.oldKey, at: 1))
    }
  }

  @Test func settingsThatCannotWorkAreRefused() async throws {
    let receiver = try Receiver()
    var open = Self.settings(receiver, allowed: [])
    var short = Self.settings(receiver)
    short.webhookSecret = "whsec_c2hvcnQ="
    var strange = Self.settings(receiver)
    strange.webhooks = ["ftp://example.org/"]
    var words: [String] = []
    var plain = Self.settings(receiver)
    plain.webhookSecret = "a secret of at least 24 bytes"
    var three = Self.settings(receiver)
    three.webhookSecret = Array(repeating: Self.secret, count: 3).joined(separator: "\n")
    for settings in [open, short, strange, plain, three] {
      do {
        try await ServiceHost.run(settings: settings) { _, _ in }
      } catch let error as ServiceSetupError { words.append("\(error)") }
    }
    #expect(words.count == 5)
    #expect(words.first?.contains("webhookPrivateHosts") == true)
    #expect(words.dropFirst().first?.contains("5 bytes") == true)
    #expect(words.dropFirst(2).first?.contains("ftp://example.org/") == true)
    #expect(words.dropFirst(3).first?.contains("whsec_") == true)
    #expect(words.last?.contains("3 secrets") == true)
    open.webhooks = []
    try await ServiceHost.run(settings: open) { _, _ in }
  }

  /// Without the library, the service does not start, instead of failing at the first change.
  @Test func webhooksNeedTheLibrary() throws {
    var settings = ServiceSettings()
    settings.webhooks = ["https://app.example.org/widgets"]
    settings.webhookSecret = Self.secret
    try WebhookSettings.check(settings)
    let error = #expect(throws: ServiceSetupError.self) {
      try WebhookSettings.check(settings, libraries: ["libcurl-of-nobody.so.4"])
    }
    #expect(
      error?.description == """
        “webhooks” cannot be sent: libcurl is not installed. Install libcurl 7.68 or newer, then try \
        again.
        """)
    // Without webhooks, the library is not needed.
    try WebhookSettings.check(ServiceSettings(), libraries: [])
  }
}
