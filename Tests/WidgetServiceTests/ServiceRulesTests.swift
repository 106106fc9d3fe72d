import DefinitionFormats
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import JSONC
import JWTKit
import Testing
import WidgetService
import WidgetTestSupport
import WidgetTimeline

/// The service has no rules of its own: its responses equal the library's, byte for byte.
@Suite(.startsPrograms) struct ServiceRulesTests {
  @Test func theServiceSaysWhatTheLibrarySays() async throws {
    struct Probe: Sendable {
      let name: String
      let kind: String
      let request: [UInt8]
      let intent: String?
      let codes: [String]
      let rows: [[String]]
    }
    var widgets: [ConfigurableWidget] = []
    var probes: [Probe] = []
    var kinds: [IntentSchema: String] = [:]
    for var test in PropertyCases("service", count: 250) {
      let kind = kinds[test.schema] ?? "w\(kinds.count)"
      if kinds.updateValue(kind, forKey: test.schema) == nil {
        widgets.append(ConfigurableWidget(kind: kind, displayName: kind, schema: test.schema))
      }
      let draft = test.random.draft(for: test.schema, invalid: 0.3)
      let family = WidgetFamily.allCases.randomElement(using: &test.random) ?? .systemMedium
      // The library's result for the draft that the service receives.
      let sent = try DraftText(draft, schema: test.schema)
      let state = FormState(
        FormSetup(schema: test.schema, title: kind), draft: sent.read, family: family)
      let intent = try? test.schema.resolve(sent.read, family: family).get()
      let text = try intent.map { try IntentJSON.line(of: $0, schema: test.schema) }
      let rows = state.presentation.rows.compactMap { row in
        row.parameter.map {
          [$0, row.label, row.value, row.placeholder, row.help ?? "", row.problem ?? ""]
            + [row.isDefault, row.isBeyondFamily].map { "\($0)" }
        }
      }
      probes.append(
        Probe(
          name: test.name, kind: kind,
          request: Array(#"{"family":"\#(family.rawValue)","draft":\#(sent.text)}"#.utf8),
          intent: text, codes: state.issues.map(\.code), rows: rows))
    }
    let all = probes
    try await ServiceHost.run(widgets: widgets) { client, _ in
      let port = client.port
      try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        for probe in all {
          connection.request(
            "POST", "/v1/widgets/\(probe.kind)/evaluate", ["Content-Type": "application/json"],
            probe.request)
          let answer = try connection.answer()
          #expect(answer.status == 200, "\(probe.name): \(answer.text)")
          let json = answer.json
          let intent = json["intent"].isNull ? nil : json["intent"].compact
          #expect(intent == probe.intent, "\(probe.name)")
          #expect(json.codes == probe.codes, "\(probe.name)")
          let rows = json["changed"].list.filter { $0["hiddenBecause"].isNull }
            .filter { !$0["parameter"].isNull }.map { row in
              ["parameter", "label", "text", "placeholder", "help", "problem"]
                .map { row[$0].stringValue ?? "" }
                + ["isDefault", "isBeyondFamily"].map { "\(row[$0] == true)" }
            }
          #expect(rows == probe.rows, "\(probe.name)")
        }
      }
    }
  }

  /// The values of a draft as intent JSON, and the values that are read back from that text.
  private struct DraftText {
    let text: String
    let read: IntentDraft

    init(_ draft: IntentDraft, schema: IntentSchema) throws {
      var members = JSONObject()
      var read = IntentDraft()
      let writer = IntentValueWriter(schema: schema)
      for parameter in schema.intent.parameters {
        guard let value = draft.values[parameter.name] else { continue }
        let json = writer.json(value, type: parameter.type)
        var reader = IntentValueReader(schema: schema)
        guard !json.compact.isEmpty, reader.value(json, for: parameter) == value else { continue }
        members.append(key: parameter.name, value: json)
        read.values[parameter.name] = value
      }
      text = JSONValue.object(members).compact
      self.read = read
    }
  }

  // MARK: Access

  @Test func tokensDecide() async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    let (good, reader) = (try await Tokens.token("a"), try await Tokens.token("a", "read"))
    let late = try await Tokens.token("a", expires: -10)
    let forged = try await Tokens.token("a", secret: "another secret of at least 32 bytes!")
    let odd = try await Tokens.token("a b")
    try await ServiceHost.run(access: access) { client, _ in
      #expect(try await client.get("/healthz").status == 200)
      let none = try await client.get("/v1/widgets")
      #expect(none.status == 401)
      #expect(none.headers["www-authenticate"] == "Bearer")
      for wrong in [late, forged, odd, ["Authorization": "Bearer x"]] {
        #expect(try await client.get("/v1/widgets", headers: wrong).status == 401)
      }
      #expect(try await client.get("/v1/widgets", headers: good).status == 200)
      let put = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#, headers: reader)
      #expect(put.status == 403)
      #expect(put.json["title"].stringValue?.contains("write") == true)
      #expect(
        put.headers["www-authenticate"] == #"Bearer error="insufficient_scope", scope="write""#)
    }
    await #expect(throws: ServiceSetupError.self) {
      try await ServiceAccess(secret: "short", keySet: nil)
    }
    var open = ServiceSettings()
    open.host = "0.0.0.0"
    let settings = open
    await #expect(throws: ServiceSetupError.self) {
      try await ServiceHost.run(settings: settings) { _, _ in }
    }
  }

  /// Claims that a badly configured identity provider might issue.
  private struct OddClaims: JWTPayload {
    var exp: String?
    var expires: Date?
    var scope: [String]?
    var audience: [String]?
    var notBefore: Date?

    private enum CodingKeys: String, CodingKey { case exp, scope, aud, nbf }

    init(
      exp: String? = nil, expires: Date? = nil, scope: [String]? = nil, audience: [String]? = nil,
      notBefore: Date? = nil
    ) {
      (self.exp, self.expires, self.scope) = (exp, expires, scope)
      (self.audience, self.notBefore) = (audience, notBefore)
    }

    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encodeIfPresent(exp, forKey: .exp)
      try members.encodeIfPresent(expires, forKey: .exp)
      try members.encodeIfPresent(scope, forKey: .scope)
      try members.encodeIfPresent(audience, forKey: .aud)
      try members.encodeIfPresent(notBefore, forKey: .nbf)
    }

    func verify(using algorithm: some JWTAlgorithm) throws {}
  }

  @Test func aRefusedTokenIsToldWhatIsWrong() async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil, audience: "desk")
    let later = Date(timeIntervalSinceNow: 600)
    let rows: [(headers: [String: String], title: String)] = [
      (
        try await Tokens.token("a", secret: "another secret of at least 32 bytes!"),
        "The signature of the token does not match."
      ),
      (["Authorization": "Bearer x"], "The token is malformed."),
      (try await Tokens.token("a", expires: -10), "The token has expired."),
      (try await Tokens.token("a"), "The token does not have the claim “aud”."),
      (
        try await Tokens.token(of: OddClaims(expires: later, audience: [])),
        "The claim “aud” of the token does not have the value that this service expects."
      ),
      (
        try await Tokens.token(of: OddClaims(expires: later, notBefore: later)),
        "The token is not valid yet."
      ),
      (try await Tokens.token(of: OddClaims()), "The token does not have the claim “exp”."),
      (
        try await Tokens.token(of: OddClaims(exp: "tomorrow")),
        "The claim “exp” of the token has a value of the wrong type."
      ),
      (
        try await Tokens.token(of: OddClaims(expires: later, scope: ["read"])),
        "The claim “scope” of the token has a value of the wrong type."
      ),
    ]
    try await ServiceHost.run(access: access) { client, _ in
      for (headers, title) in rows {
        let answer = try await client.get("/v1/widgets", headers: headers)
        #expect(answer.status == 401)
        #expect(answer.json["title"].stringValue == title)
      }
    }
  }

  @Test func aWrongQueryItemIsNamed() async throws {
    try await ServiceHost.run { client, _ in
      let missing = try await client.post("/v1/definitions/convert", "{}")
      #expect(missing.status == 400)
      #expect(missing.json["title"].stringValue == "The query item “to” is missing.")
      let wrong = try await client.post("/v1/definitions/convert?to=yaml", "{}")
      #expect(wrong.json["title"].stringValue == "The query item “to” cannot be “yaml”.")
      let entry = try await client.get("/v1/widgets/UpNext/placeholder").json
      #expect(entry["date"].stringValue?.contains(".") == false)
    }
  }

  /// On every route, a caller of another tenant gets the same response as for a missing widget.
  @Test func nothingOfAnotherTenantIsThere() async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    let (own, foreign) = (try await Tokens.token("a"), try await Tokens.token("b"))
    try await ServiceHost.run(access: access) { client, _ in
      let put = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{"style":"countdown"}}"#,
        headers: own.merging(["If-None-Match": "*"]) { $1 })
      #expect(put.status == 201)
      let document = try await client.get("/v1/openapi.json").json
      var walked = 0
      for (path, operations) in document["paths"].objectValue ?? [:] {
        guard path.contains("/placed") else { continue }
        for (method, operation) in operations.objectValue ?? [:] {
          walked += 1
          let example = operation["requestBody"]["content"]["application/json"]["example"]
          var answers: [ServiceResponse] = []
          for name in ["Desk", "Nowhere"] {
            let headers = foreign.merging(
              ["X-Request-Id": "same", "If-Match": "*"]) { $1 }
            answers.append(
              try await client.send(
                method.uppercased(), path.replacing("{name}", with: name),
                example.isNull ? nil : example.compact, headers: headers))
          }
          #expect(answers[0].status == answers[1].status, "\(method) \(path)")
          #expect(
            answers[0].text.replacing("Desk", with: "Nowhere") == answers[1].text,
            "\(method) \(path)")
          #expect(!answers[0].text.contains("countdown"), "\(method) \(path)")
        }
      }
      #expect(walked >= 10)
      #expect(
        try await client.get("/v1/placed/Desk", headers: own).json["draft"]["style"] == "countdown")
    }
  }

  // MARK: HTTP

  @Test func whatIsNotThereIsSaid() async throws {
    try await ServiceHost.run { client, _ in
      let german = ["Accept-Language": "fr;q=0.2, de;q=0.9"]
      let path = try await client.get("/v1/widget", headers: german)
      #expect(path.status == 404)
      #expect(path.json["title"] == "There is nothing at “/v1/widget”.")
      let asked = try await client.get(
        "/v1/widget?locale=de", headers: ["Accept-Language": "ja"])
      #expect(asked.json["title"] == path.json["title"])
      #expect(path.headers["vary"]?.contains("Accept-Language") == true)
      // Pages use the first language that has texts; if no language has texts, the one with the
      // greatest weight.
      for (field, isGerman) in [
        ("nl, de;q=0.5", true), ("de;q=0.5, nl", true), ("nl, en;q=0.9, de;q=0.5", false),
        ("nl", false), ("fr, nl;q=0.9", false), ("nl, de-AT;q=0.1, *;q=0.05", true),
      ] {
        let page = try await client.get(
          "/widgets/UpNext", headers: ["Accept": "text/html", "Accept-Language": field])
        #expect(page.text.contains(#"<html lang="de""#) == isGerman, "\(field)")
      }
      let method = try await client.send("PATCH", "/v1/widgets")
      #expect(method.status == 405)
      #expect(method.headers["allow"]?.contains("GET") == true)
      // A locale can also be given by its POSIX name.
      let form = try await client.get("/v1/widgets/UpNext/form?locale=de-DE").text
      #expect(try await client.get("/v1/widgets/UpNext/form?locale=de_DE.UTF-8").text == form)
      #expect(try await client.get("/v1/widgets/UpNext/form").text != form)
      let kind = try await client.get("/v1/widgets/UpNexd/form")
      #expect(kind.json["detail"].stringValue?.contains("UpNext") == true)
      let head = try await client.send("HEAD", "/v1/widgets")
      #expect(head.status == 200)
      #expect(head.headers["etag"] == (try await client.get("/v1/widgets")).headers["etag"])
      let identity = try await client.get("/v1/widgets", headers: ["X-Request-Id": "r-1"])
      #expect(identity.headers["x-request-id"] == "r-1")
      #expect(try await client.get("/readyz").json["status"] == "ready")
      let metrics = try await client.get("/metrics").text
      #expect(metrics.contains(#"path="/v1/widgets",status="200"} "#))
      #expect(metrics.contains("widgetconfig_http_request_duration_seconds_bucket"))
    }
  }

  @Test func whatIsSentHasBounds() async throws {
    var settings = ServiceSettings()
    settings.maximumBodyBytes = 1_000
    settings.bodyTimeLimit = .seconds(3)
    settings.maximumHeaderBytes = 4_096
    settings.requestsPerSecond = 1
    settings.burst = 40
    settings.allowedOrigins = ["https://example.org"]
    try await ServiceHost.run(settings: settings) { client, _ in
      let path = "/v1/widgets/UpNext/evaluate"
      let large = try await client.post(path, String(repeating: " ", count: 1_001))
      #expect(large.status == 413)
      #expect(large.json["code"] == "body-too-large")
      let type = try await client.post(path, "{}", headers: ["Content-Type": "text/plain"])
      #expect(type.status == 415)
      for path in [path, "/v1/widgets/UpNext/validate-lines"] {
        let coded = try await client.post(path, "{}", headers: ["Content-Encoding": "gzip"])
        #expect(coded.status == 415 && coded.json["code"] == "content-coding", "\(path)")
        #expect(coded.headers["accept-encoding"] == "identity")
      }
      let broken = try await client.post(path, #"{"draft":{},}"#)
      #expect(broken.status == 422)
      #expect(broken.json["issues"][0]["code"] == "json-syntax")
      #expect(broken.json["issues"][0]["column"].intValue ?? 0 >= 12)
      let unknown = try await client.post(path, #"{"drafts":{}}"#)
      #expect(unknown.json["issues"][0]["pointer"] == "/drafts")
      let deep = try await client.post(path, String(repeating: "[", count: 900))
      #expect(deep.status == 422)
      let port = client.port
      let slow = try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        connection.write(
          "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 10\r\n\r\n{")
        return try connection.answer()
      }
      #expect(slow.status == 408)
      let flood = try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        let field = "X-A: \(String(repeating: "a", count: 1_000))\r\n"
        connection.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        for _ in 0..<100 where !connection.write(field) { break }
        connection.write("\r\n")
        return connection.read()
      }
      #expect(!String(decoding: flood, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
      let noise = try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        connection.write("\u{0}\u{1}not http at all\r\n\r\n")
        return connection.read()
      }
      #expect(!String(decoding: noise, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
      let origin = ["Origin": "https://example.org"]
      let allowed = try await client.send("OPTIONS", "/v1/widgets", headers: origin)
      #expect(allowed.status == 204)
      #expect(allowed.headers["access-control-allow-origin"] == "https://example.org")
      let other = try await client.get("/v1/widgets", headers: ["Origin": "https://example.com"])
      #expect(other.headers["access-control-allow-origin"] == nil)
      var last = other
      for _ in 0..<60 where last.status != 429 { last = try await client.get("/v1/widgets") }
      #expect(last.status == 429)
      #expect(last.headers["retry-after"] != nil)
      #expect(last.headers["ratelimit"]?.contains("r=0") == true)
      #expect(last.headers["ratelimit-policy"]?.contains("q=40") == true)
    }
  }

  /// A caller that asks whether to send its body is told once to send it, unless its request is
  /// rejected.
  @Test(arguments: ["evaluate", "validate-lines"])
  func whoExpectsToContinueIsTold(route: String) async throws {
    try await ServiceHost.run { client, _ in
      let port = client.port
      let body = #"{"draft":{}}"#
      let (first, second, refused) = try await HTTPClient.waiting {
        let head = { (path: String) in
          "POST /v1/widgets/\(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        }
        let connection = try HTTPConnection(port: port)
        connection.write(head("UpNext/\(route)"))
        let first = try connection.text(upTo: "\r\n\r\n")
        connection.write(body)
        let second = try connection.text(upTo: "\r\n")
        let other = try HTTPConnection(port: port)
        other.write(head("Nobody/nothing"))
        return (first, second, try other.text(upTo: "\r\n"))
      }
      #expect(first.hasPrefix("HTTP/1.1 100 Continue"))
      #expect(second == "HTTP/1.1 200 OK")
      #expect(refused == "HTTP/1.1 404 Not Found")
    }
  }

  /// An idle stream waits, and sends a keep-alive message at intervals.
  @Test func anIdleStreamIsAlive() async throws {
    var settings = ServiceSettings()
    settings.heartbeat = .milliseconds(100)
    try await ServiceHost.run(settings: settings) { client, _ in
      let port = client.port
      let signs = try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        connection.request("GET", "/v1/events", [:], nil)
        _ = try connection.head()
        _ = try connection.text(upTo: "event: ready")
        return try (0..<3).map { _ in try connection.text(upTo: "\r\n:\n\n\r\n").count }
      }
      #expect(signs.count == 3)
    }
  }

  /// A stream ends when its caller's token expires, however long the stream has been idle.
  @Test func aStreamEndsWithItsToken() async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    var settings = ServiceSettings()
    settings.heartbeat = .seconds(3_600)
    try await ServiceHost.run(settings: settings, access: access) { client, _ in
      let port = client.port
      var isEnd: Bool?
      // On a busy machine, a short-lived token can expire before the stream starts.
      for seconds in [2.0, 4, 8, 16, 32] where isEnd == nil {
        let token = try await Tokens.token("a", "read", expires: seconds)
        isEnd = try await HTTPClient.waiting {
          let connection = try HTTPConnection(port: port)
          connection.request("GET", "/v1/events", token, nil)
          guard try connection.head().status == 200 else { return nil }
          return try connection.chunk() != nil && connection.chunk() == nil
        }
      }
      #expect(isEnd == true)
    }
  }

  /// When a caller disconnects, its stream is freed immediately, long before the next keep-alive
  /// message.
  @Test func whoGoesLeavesItsPlace() async throws {
    var settings = ServiceSettings()
    settings.maximumStreams = 3
    settings.heartbeat = .seconds(3_600)
    try await ServiceHost.run(settings: settings) { client, _ in
      let port = client.port
      for _ in 0..<5 {
        let statuses = try await HTTPClient.waiting {
          let callers = try (0..<3).map { _ in try HTTPConnection(port: port) }
          return try callers.map { caller in
            var status = 0
            // The streams of callers that have just disconnected may take a moment to be freed.
            for _ in 0..<200 where status != 200 {
              caller.request("GET", "/v1/events", [:], nil)
              let answer = try caller.head()
              status = answer.status
              guard status != 200 else { break }
              _ = caller.read()
              Thread.sleep(forTimeInterval: 0.05)
            }
            return status
          }
        }
        #expect(statuses == [200, 200, 200])
      }
    }
  }

  /// A caller that reads none of its responses loses its connection.
  @Test func whoReadsNothingIsLetGo() async throws {
    var settings = ServiceSettings()
    settings.idleTimeLimit = .seconds(1)
    try await ServiceHost.run(settings: settings) { client, _ in
      let port = client.port
      let size = try await client.get("/v1/openapi.json").body.count
      // The responses are larger than the buffers of a connection.
      let count = (64 << 20) / size
      let received = try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        for _ in 0..<count { connection.request("GET", "/v1/openapi.json", [:], nil) }
        Thread.sleep(forTimeInterval: 4)
        return try connection.rest().count
      }
      #expect(received < count * size, "\(received) of \(count * size)")
    }
  }

  /// A body that is a stream may take any amount of time as long as it flows; other bodies may not.
  @Test func aStreamMayTakeItsTime() async throws {
    var settings = ServiceSettings()
    settings.bodyTimeLimit = .seconds(6)
    // The body takes longer than the limit, but each part takes much less, even on a slow machine.
    let count = 70
    try await ServiceHost.run(settings: settings) { client, _ in
      let port = client.port
      let answer = try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        let line = #"{"intent":"UpNextIntent","family":"systemMedium","parameters":{}}"# + "\n"
        connection.write(
          "POST /v1/widgets/UpNext/validate-lines HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/jsonl\r\n"
            + "Content-Length: \(count * line.utf8.count)\r\n\r\n")
        for _ in 0..<count {
          Thread.sleep(forTimeInterval: 0.1)
          connection.write(line)
        }
        return try connection.answer()
      }
      #expect(answer.status == 200)
      #expect(answer.text.contains(#""valid":\#(count)"#), "\(answer.text)")
    }
  }

  /// When the service stops, streams end with a hint about when to reconnect.
  @Test func streamsEndWhenTheServiceStops() async throws {
    let texts = AsyncStream.makeStream(of: String.self)
    try await ServiceHost.run { client, _ in
      let port = client.port
      let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
      Thread.detachNewThread {
        guard let connection = try? HTTPConnection(port: port) else { return }
        connection.request("GET", "/v1/events", [:], nil)
        _ = try? connection.head()
        var text = (try? connection.text(upTo: "\n\n")) ?? ""
        isReady.yield()
        text += (try? connection.text(upTo: "\n\n")) ?? ""
        texts.continuation.yield(text)
        texts.continuation.finish()
      }
      var iterator = ready.makeAsyncIterator()
      await iterator.next()
    }
    var end = ""
    for await text in texts.stream { end = text }
    #expect(end.contains("event: ready"))
    #expect(end.contains("retry: "))
  }
}
