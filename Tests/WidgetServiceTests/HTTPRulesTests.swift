import CZlib
import Foundation
import InMemoryLogging
import InMemoryTracing
import JSONC
import Logging
import Testing
import Tracing
import WidgetService
import WidgetTestSupport

/// The guarantees for programs that know HTTP but not widgets.
@Suite(.startsPrograms) struct HTTPRulesTests {
  /// The content of a gzip file.
  private static func unzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    try #require(
      inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { inflateEnd(&stream) }
    var (input, output) = (bytes, [UInt8](repeating: 0, count: 1 << 20))
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return inflate(&stream, Z_FINISH)
      }
    }
    try #require(status == Z_STREAM_END)
    return Array(output.dropLast(Int(stream.avail_out)))
  }

  @Test func answersAreCodedForWhoTakesThem() async throws {
    try await ServiceHost.run { client, _ in
      let path = "/v1/widgets/UpNext/form"
      let plain = try await client.get(path)
      #expect(plain.headers["content-encoding"] == nil)
      for field in ["gzip", "br;q=1.0, gzip;q=0.5", "*", "GZIP ; q=0.001"] {
        let coded = try await client.get(path, headers: ["Accept-Encoding": field])
        #expect(coded.headers["content-encoding"] == "gzip", "\(field)")
        #expect(coded.body.count * 2 < plain.body.count)
        #expect(try Self.unzipped(coded.body) == plain.body)
        #expect(coded.headers["vary"]?.contains("Accept-Encoding") == true)
      }
      for field in ["", "br", "gzip;q=0", "*;q=0", "gzip;q=0, *", "gzip;q=x"] {
        let answer = try await client.get(path, headers: ["Accept-Encoding": field])
        #expect(answer.headers["content-encoding"] == nil, "\(field)")
        #expect(answer.body == plain.body)
      }
      // Small responses and streams are not compressed.
      let gzip = ["Accept-Encoding": "gzip"]
      #expect(try await client.get("/healthz", headers: gzip).headers["content-encoding"] == nil)
      let events = try await client.post(
        "/v1/widgets/UpNext/evaluate", "{}",
        headers: gzip.merging(["Accept": "text/event-stream"]) { $1 })
      #expect(events.headers["content-encoding"] == nil)
      #expect(events.events.first?.name == "form")
    }
  }

  /// On a page, only the style sheet is compressed, because the length of other compressed text
  /// would tell a stranger what is on the page.
  @Test func onlyTheStyleOfPagesIsCompressed() async throws {
    try await ServiceHost.run { client, _ in
      let html = ["Accept": "text/html"]
      let coding = html.merging(["Accept-Encoding": "gzip"]) { $1 }
      var sizes: Set<Int> = []
      for name in ["aaaaaaaaaaaaaaaaaaaaaaaa", "abcdefghijklmnopqrstuvwx"] {
        let plain = try await client.get("/placed/\(name)", headers: html)
        #expect(plain.headers["content-encoding"] == nil && plain.text.contains(name))
        let coded = try await client.get("/placed/\(name)", headers: coding)
        #expect(coded.headers["content-encoding"] == "gzip")
        #expect(try Self.unzipped(coded.body) == plain.body)
        #expect(coded.body.count < plain.body.count - 25_000)
        sizes.insert(coded.body.count)
      }
      #expect(sizes.count == 1, "\(sizes)")
      // A block of the format has at most 65,535 bytes.
      let text = String(repeating: "x", count: 70_000)
      let long = try await client.post(
        "/widgets/UpNext", "action=save&v.emphasis=\(text)",
        headers: coding.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 })
      #expect(long.headers["content-encoding"] == "gzip" && long.body.count > 70_000)
      let whole = String(decoding: try Self.unzipped(long.body), as: UTF8.self)
      #expect(whole.contains(text) && whole.hasSuffix("</html>\n"))
    }
  }

  /// A compressed response has a different tag, which refers to the same state.
  @Test func tagsOfCodedAnswersNameTheSameState() async throws {
    try await ServiceHost.run { client, _ in
      let path = "/v1/widgets/UpNext/form"
      let gzip = ["Accept-Encoding": "gzip"]
      let plain = try await client.get(path).headers["etag"] ?? ""
      let coded = try await client.get(path, headers: gzip).headers["etag"] ?? ""
      #expect(coded == plain.dropLast() + "-gzip\"")
      for (tag, field, expected) in [
        (coded, gzip, coded), (plain, gzip, plain), (plain, [:], plain), (coded, [:], plain),
        ("W/" + coded, gzip, coded),
      ] {
        let answer = try await client.get(
          path, headers: field.merging(["If-None-Match": tag]) { $1 })
        #expect(answer.status == 304)
        #expect(answer.headers["etag"] == expected, "\(tag) \(field)")
      }
      let draft = #"{"kind":"UpNext","draft":{"dayStart":{"hour":7},"emphasis":0.25}}"#
      _ = try await client.send(
        "PUT", "/v1/placed/Desk", draft, headers: ["If-None-Match": "*"])
      let tag = try await client.get("/v1/placed/Desk").headers["etag"] ?? ""
      let put = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"draft":{}}"#,
        headers: ["If-Match": tag.dropLast() + "-gzip\""])
      #expect(put.status == 200, "\(put.text)")
    }
  }

  /// The response to `HEAD` is the response to `GET` without the body, on every path.
  @Test func everyPathThatCanBeReadAnswersHead() async throws {
    try await ServiceHost.run { client, _ in
      _ = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#,
        headers: ["If-None-Match": "*"])
      let document = try await client.get("/v1/openapi.json").json
      var walked = 0
      for (path, operations) in document["paths"].objectValue ?? [:]
      where !operations["get"].isNull {
        walked += 1
        let place = path.replacing("{kind}", with: "UpNext").replacing("{name}", with: "Desk")
        for field in ["identity", "gzip"] {
          let port = client.port
          // The next response on the connection follows at once, and not after the end of a body.
          let (head, next) = try await HTTPClient.waiting {
            let connection = try HTTPConnection(port: port)
            connection.request("HEAD", place, ["Accept-Encoding": field], nil)
            let head = try connection.head()
            connection.request("GET", "/healthz", ["Connection": "close"], nil)
            return (head, try connection.answer())
          }
          #expect(next.status == 200, "\(place)")
          // A stream does not end, so there is no body to wait for.
          guard operations["get"]["operationId"] != "events" else {
            #expect(head.status == 200 && head.headers["content-length"] == nil)
            continue
          }
          let get = try await client.get(place, headers: ["Accept-Encoding": field])
          #expect(head.status == get.status, "\(place)")
          for name in ["content-type", "content-encoding", "vary"] {
            #expect(head.headers[name] == get.headers[name], "\(place) \(name)")
          }
          // The response to `HEAD` for a stream has no length, because a stream has none.
          if get.headers["content-length"] == nil {
            #expect(head.headers["content-length"] == nil, "\(place)")
          }
        }
      }
      #expect(walked >= 12)
    }
  }

  // MARK: Hosts, versions and addresses

  /// The bytes of a request, and the start of its response.
  static let requests: [(head: String, status: String)] = [
    ("GET /healthz HTTP/1.1\r\nHost: localhost:1", "HTTP/1.1 200"),
    ("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1", "HTTP/1.1 200"),
    ("GET /healthz HTTP/1.1\r\nHost: [::1]:8080", "HTTP/1.1 200"),
    // Another site could reach the service through a host name of its own that leads to this
    // machine.
    ("GET /healthz HTTP/1.1\r\nHost: evil.example", "HTTP/1.1 421"),
    ("GET /healthz HTTP/1.1\r\nHost: localhost.evil.example:80", "HTTP/1.1 421"),
    ("GET /nothing HTTP/1.1\r\nHost: 127.evil.example", "HTTP/1.1 421"),
    ("GET /healthz HTTP/1.1\r\nAccept: */*", "HTTP/1.1 400"),
    // “Host” fields that are not a host, and a target that contains a host, which takes precedence.
    ("GET /healthz HTTP/1.1\r\nHost: localhost:80@evil.example", "HTTP/1.1 400"),
    ("GET /healthz HTTP/1.1\r\nHost: evil.example@localhost", "HTTP/1.1 400"),
    ("GET /healthz HTTP/1.1\r\nHost: localhost:65536", "HTTP/1.1 400"),
    ("GET /healthz HTTP/1.1\r\nHost: localhost:8x", "HTTP/1.1 400"),
    ("GET /healthz HTTP/1.1\r\nHost: [::1", "HTTP/1.1 400"),
    ("GET /healthz HTTP/1.1\r\nHost: [::1]x", "HTTP/1.1 400"),
    ("GET /healthz HTTP/1.1\r\nHost: local host", "HTTP/1.1 400"),
    ("GET /healthz HTTP/1.1\r\nHost: LOCALHOST:", "HTTP/1.1 200"),
    ("GET http://localhost/healthz HTTP/1.1\r\nHost: localhost", "HTTP/1.1 200"),
    ("GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost", "HTTP/1.1 421"),
    ("GET http://localhost@evil.example/healthz HTTP/1.1\r\nHost: localhost", "HTTP/1.1 400"),
    ("GET http://evil.example?localhost/ HTTP/1.1\r\nHost: localhost", "HTTP/1.1 421"),
    ("GET http://localhost:1/healthz HTTP/1.1\r\nHost: evil.example", "HTTP/1.1 200"),
    ("GET ftp://localhost/healthz HTTP/1.1\r\nHost: localhost", "HTTP/1.1 400"),
    ("GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost", "HTTP/1.1 400"),
    ("GET /healthz HTTP/1.0", "HTTP/1.0 200"),
    ("GET /healthz HTTP/1.0\r\nHost: evil.example", "HTTP/1.0 421"),
    ("GET /v1/placed/%ff HTTP/1.1\r\nHost: localhost", "HTTP/1.1 400"),
    ("GET /v1/placed/%zz HTTP/1.1\r\nHost: localhost", "HTTP/1.1 400"),
    ("GET /v1/placed/%25ff HTTP/1.1\r\nHost: localhost", "HTTP/1.1 404"),
    ("GET /v1/widgets?locale=%ff HTTP/1.1\r\nHost: localhost", "HTTP/1.1 400"),
  ]

  @Test func requestsNameAHostAndAPath() async throws {
    try await ServiceHost.run { client, _ in
      let port = client.port
      for (head, status) in Self.requests {
        let line = try await HTTPClient.waiting {
          let connection = try HTTPConnection(port: port)
          connection.write(head + "\r\n\r\n")
          return try connection.text(upTo: "\r\n")
        }
        #expect(line.hasPrefix(status), "\(head): \(line)")
      }
    }
    // If others reach a service by its name, a token protects it.
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    try await ServiceHost.run(access: access) { client, _ in
      let port = client.port
      let line = try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        connection.write("GET /healthz HTTP/1.1\r\nHost: widgets.example\r\n\r\n")
        return try connection.text(upTo: "\r\n")
      }
      #expect(line == "HTTP/1.1 200 OK")
    }
  }

  /// An HTTP/1.0 caller gets a response without chunks, which ends when the connection closes.
  @Test func anOlderCallerGetsAnEnd() async throws {
    try await ServiceHost.run { client, _ in
      let port = client.port
      for request in [
        "GET /healthz HTTP/1.0\r\n\r\n",
        "GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "POST /v1/widgets/UpNext/validate-lines HTTP/1.0\r\nContent-Type: application/jsonl\r\nContent-Length: 3\r\n\r\n{}\n",
      ] {
        let (head, body) = try await HTTPClient.waiting {
          let connection = try HTTPConnection(port: port)
          connection.write(request)
          let head = try connection.head()
          return (head, try connection.rest())
        }
        #expect(head.status == 200, "\(request)")
        #expect(head.headers["connection"] == "close" && head.headers["transfer-encoding"] == nil)
        #expect(
          body.first == UInt8(ascii: "{") && body.last.map { "}\n".utf8.contains($0) } == true)
      }
    }
  }

  /// A caller that offers another protocol, as Java's `HttpClient` does, gets its response in
  /// HTTP/1.1.
  ///
  /// Then the connection ends, because nothing more would be read from it.
  @Test func anOfferOfAnotherProtocolIsDeclined() async throws {
    let offer = "Host: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
    let body = "{}\n"
    try await ServiceHost.run { client, _ in
      let port = client.port
      for (request, ends) in [
        ("GET /healthz HTTP/1.1\r\n\(offer)HTTP2-Settings: AAEAAEAA\r\n\r\n", true),
        ("GET /healthz HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\n\r\n", false),
        (
          "POST /v1/widgets/UpNext/validate-lines HTTP/1.1\r\n\(offer)"
            + "Content-Type: application/jsonl\r\nContent-Length: \(body.count)\r\n\r\n\(body)",
          true
        ),
      ] {
        let (answer, next) = try await HTTPClient.waiting {
          let connection = try HTTPConnection(port: port)
          connection.write(request)
          let answer = try connection.answer()
          if ends { return (answer, try connection.rest().isEmpty ? "end" : "more") }
          connection.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
          return (answer, try connection.text(upTo: "\r\n"))
        }
        #expect(answer.status == 200, "\(request)")
        #expect((answer.headers["connection"] == "close") == ends, "\(request)")
        #expect(next == (ends ? "end" : "HTTP/1.1 200 OK"), "\(request)")
      }
      // Only the last response on a connection announces that the connection closes.
      let both = try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        connection.write(
          "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\n\(offer)\r\n")
        return try [connection.answer(), connection.answer()]
      }
      #expect(both.map { $0.headers["connection"] == "close" } == [false, true])
    }
  }

  // MARK: Pages of other origins

  @Test func onlyListedOriginsMayCall() async throws {
    var settings = ServiceSettings()
    settings.allowedOrigins = ["https://example.org"]
    try await ServiceHost.run(settings: settings) { client, _ in
      func preflight(_ origin: String, _ path: String) async throws -> ServiceResponse {
        try await client.send(
          "OPTIONS", path,
          headers: [
            "Origin": origin, "Access-Control-Request-Method": "PUT",
            "Access-Control-Request-Headers": "if-match, content-type",
          ])
      }
      let allowed = try await preflight("https://example.org", "/v1/placed/Desk")
      #expect(allowed.status == 204)
      #expect(allowed.headers["access-control-allow-origin"] == "https://example.org")
      let methods = allowed.headers["access-control-allow-methods"] ?? ""
      #expect(methods.components(separatedBy: ", ").sorted() == ["DELETE", "GET", "PUT"])
      let refused = try await client.post("/v1/placed/Desk", "{}")
      #expect(refused.status == 405 && refused.headers["allow"]?.contains("HEAD") == true)
      #expect(allowed.headers["allow"] == refused.headers["allow"])
      let fields = allowed.headers["access-control-allow-headers"]?.lowercased() ?? ""
      for name in ["authorization", "content-type", "if-match", "if-none-match"] {
        #expect(fields.contains(name))
      }
      #expect(allowed.headers["access-control-allow-credentials"] == nil)
      for stranger in [
        "https://example.org.evil.example", "http://example.org", "https://example.org:8443",
        "null", "https://EXAMPLE.org", "",
      ] {
        for answer in [
          try await preflight(stranger, "/v1/placed/Desk"),
          try await client.get("/v1/widgets", headers: ["Origin": stranger]),
        ] {
          #expect(
            !answer.headers.keys.contains { $0.hasPrefix("access-control-") }, "\(stranger)")
          #expect(answer.headers["vary"]?.contains("Origin") == true)
        }
      }
      // A page can also read errors, and the header fields that it needs.
      let missing = try await client.get(
        "/v1/nowhere", headers: ["Origin": "https://example.org"])
      #expect(missing.status == 404)
      #expect(missing.headers["access-control-allow-origin"] == "https://example.org")
      #expect(missing.headers["access-control-expose-headers"]?.contains("ETag") == true)
      #expect(try await preflight("https://example.org", "/v1/nowhere").status == 404)
    }
    settings.allowedOrigins = ["*"]
    try await ServiceHost.run(settings: settings) { client, _ in
      let answer = try await client.get("/v1/widgets", headers: ["Origin": "https://any.example"])
      #expect(answer.headers["access-control-allow-origin"] == "https://any.example")
    }
  }

  // MARK: The document

  /// Sends each example in the document, and checks the described effect.
  @Test func everyExampleOfTheDocumentWorks() async throws {
    let receiver = try Receiver()
    try await ServiceHost.run(settings: WebhookTests.settings(receiver), pushSender: PushLog()) {
      client, _ in
      _ = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#,
        headers: ["If-None-Match": "*"])
      let webhooks = try await client.get("/v1/webhooks").json["webhooks"]
      let webhook = try #require(webhooks[0]["id"].stringValue)
      // Makes an earlier state that can be restored.
      _ = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"draft":{"emphasis":0.25}}"#, headers: ["If-Match": "*"])
      let document = try await client.get("/v1/openapi.json").json
      #expect(document["openapi"] == "3.1.0")
      var names = Set<String>()
      var sent = 0
      for (path, operations) in document["paths"].objectValue ?? [:] {
        for (method, operation) in operations.objectValue ?? [:] {
          let identity = operation["operationId"].stringValue ?? ""
          #expect(names.insert(identity).inserted, "\(identity)")
          let content = operation["requestBody"]["content"].objectValue ?? [:]
          guard let type = content.keys.first, let body = content[type] else { continue }
          let example = body["example"]
          let name = identity
          #expect(!example.isNull, "\(name) has no example")
          // The request that renames the widget uses a separate widget.
          let widget = name == "rename" ? "Renamed" : "Desk"
          if name == "rename" {
            _ = try await client.post("/v1/placed/Desk/copy", #"{"to":"Renamed"}"#)
          }
          var place = path.replacing("{kind}", with: "UpNext")
            .replacing("{name}", with: path.contains("parameters") ? "calendars" : widget)
            .replacing("{webhook}", with: webhook).replacing("{device}", with: "phone")
          if name == "convertDefinition" { place += "?to=json" }
          let text = example.stringValue ?? example.compact
          let answer = try await client.send(
            method.uppercased(), place, text, headers: ["Content-Type": type, "If-Match": "*"])
          #expect((200..<300).contains(answer.status), "\(name): \(answer.text)")
          sent += 1
        }
      }
      #expect(sent >= 17)
    }
  }

  private static let schemathesis: String? = {
    let own = ServiceHost.checkout.appending(path: ".build/schemathesis/bin/schemathesis").path
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return ([own] + folders.map { "\($0)/schemathesis" }).first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }()

  /// A program that was not written for this service sends requests that the document allows, and
  /// requests that it does not allow.
  ///
  /// The program looks for failures of the service, and for responses that are not in the document.
  /// With `WIDGETCONFIG_THOROUGH=1`, it also checks the accepted and rejected requests against the
  /// schemas.
  @Test(
    .enabled(
      if: schemathesis != nil, "schemathesis is not installed; .ci/setup tests installs it"),
    arguments: TestDepth.part(1, of: [true, false]))
  func aStrangerFindsTheDocumentTrue(needsToken: Bool) async throws {
    let program = try #require(Self.schemathesis)
    let access: ServiceAccess =
      needsToken ? try await ServiceAccess(secret: Tokens.secret, keySet: nil) : .open
    let token = needsToken ? try await Tokens.token("a", expires: 3_600) : [:]
    let bounds =
      TestDepth.isThorough
      ? "-n 50 --max-time 300"
      : "-n 2 --max-time 20 --exclude-checks positive_data_acceptance,negative_data_rejection"
    try await ServiceHost.run(access: access) { client, folder in
      var client = client
      client.headers = token
      let put = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#,
        headers: ["If-None-Match": "*"])
      #expect(put.status == 201)
      // The program does not support JSON lines. A schema cannot describe which definitions and
      // which names of widgets and time zones are valid, or to which state a change belongs, so a
      // request that fits the schema can still be rejected.
      let refused: [(names: [String], statuses: [Int])] = [
        (["PUT /v1/placed/{name}"], [412, 422, 428]),
        (["DELETE /v1/placed/{name}"], [412, 428]),
        (["POST /v1/placed/{name}/erase"], [400, 412]),
        (["POST /v1/placed/{name}/rename", "POST /v1/placed/{name}/copy"], [422]),
        (
          [
            "POST /v1/definitions/describe", "POST /v1/definitions/convert",
            "POST /v1/definitions/diff",
          ], [400, 422]
        ),
        (
          [
            "GET /v1/widgets/{kind}/placeholder", "GET /v1/placed/{name}/timeline",
            "GET /v1/placed/{name}/snapshot", "POST /v1/placed/{name}/simulate",
          ], [400]
        ),
        (
          ["POST /v1/widgets/{kind}/timeline", "POST /v1/widgets/{kind}/snapshot"], [400, 422]
        ),
        // A draft can contain a number that does not fit in 64 bits.
        (
          [
            "POST /v1/widgets/{kind}/evaluate",
            "POST /v1/widgets/{kind}/parameters/{name}/options",
            "POST /v1/widgets/{kind}/parameters/{name}/resolve",
            "POST /v1/widgets/{kind}/parameters/{name}/default",
          ], [422]
        ),
      ]
      var configuration = "hooks = \"hooks.py\"\n"
      for rule in refused {
        let names = rule.names.map { "\"\($0)\"" }.joined(separator: ", ")
        let statuses = ["2xx", "401", "403", "404", "409"] + rule.statuses.map(String.init)
        configuration += """

          [[operations]]
          include-name = [\(names)]
          checks.positive_data_acceptance.expected-statuses = [\(
            statuses.map { "\"\($0)\"" }.joined(separator: ", "))]

          """
      }
      // Any bytes are a valid request: the response lists the problems of each line.
      configuration += """

        [[operations]]
        include-name = "POST /v1/widgets/{kind}/validate-lines"
        checks.negative_data_rejection.enabled = false

        """
      try Data(configuration.utf8).write(to: folder.appending(path: "schemathesis.toml"))
      let hooks = """
        import schemathesis


        @schemathesis.serializer("application/jsonl")
        def lines(ctx, value):
            return value if isinstance(value, bytes) else str(value).encode("utf-8", "ignore")

        """
      try Data(hooks.utf8).write(to: folder.appending(path: "hooks.py"))
      let field = token["Authorization"].map { "-H 'Authorization: \($0)'" } ?? ""
      // Endless streams are excluded; a single worker and a fixed seed make a run reproducible.
      let found = try await ProgramTests.shell(
        """
        '\(program)' --config-file schemathesis.toml run http://127.0.0.1:\(client.port)/v1/openapi.json \
          \(field) --phases examples,coverage,fuzzing \(bounds) --seed 1 --generation-deterministic \
          --exclude-operation-id events --request-timeout 30 --no-color
        """, in: folder)
      #expect(found.status == 0, "\(found.output)")
    }
  }

  // MARK: The log

  /// The log contains the ID and the trace of each request; invalid IDs and traces are ignored.
  @Test func theLogNamesRequestsAndTraces() async throws {
    let lines = InMemoryLogHandler()
    var logger = Logger(label: "service") { _ in lines }
    logger.logLevel = .info
    try await ServiceHost.run(logger: logger) { client, _ in
      let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
      let answer = try await client.get(
        "/v1/widgets", headers: ["X-Request-Id": "page-7", "traceparent": trace])
      #expect(answer.headers["x-request-id"] == "page-7")
      let line = lines.entries.map(\.metadata).first { $0["request"] == "page-7" }
      #expect(line?["traceparent"] == .string(trace))
      #expect(line?["path"] == "/v1/widgets")
      #expect(line?["status"]?.description == "200")
      for (index, wrong) in [
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "ff" + trace.dropFirst(2), "x",
      ].enumerated() {
        _ = try await client.get(
          "/healthz", headers: ["X-Request-Id": "r\(index)", "traceparent": wrong])
        let line = try #require(
          lines.entries.map(\.metadata).first { $0["request"] == .string("r\(index)") })
        #expect(line["traceparent"] == nil)
      }
      let odd = try await client.get(
        "/healthz", headers: ["X-Request-Id": String(repeating: "x", count: 65)])
      #expect(odd.headers["x-request-id"]?.count == 32)
    }
  }

  /// A request, its calls to sources and its store transactions are spans of one trace.
  @Test func workIsInATrace() async throws {
    let tracer = InMemoryTracer()
    try await withTracer(tracer) {
      try await ServiceHost.run { client, _ in
        _ = try await client.send(
          "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#,
          headers: ["If-None-Match": "*"])
        _ = try await client.get("/v1/placed/Desk/timeline")
        _ = try await client.post("/v1/widgets/UpNext/parameters/calendars/options", "{}")
        _ = try await client.get("/v1/placed/Attic")
      }
    }
    let spans = tracer.finishedSpans
    func children(of path: String) throws -> [FinishedInMemorySpan] {
      let request = try #require(spans.first { $0.operationName == path }, "\(path)")
      #expect(request.kind == .server)
      let below = spans.filter { $0.parentSpanID == request.spanID }
      #expect(below.allSatisfy { $0.traceID == request.traceID })
      return below
    }
    let timeline = try children(of: "/v1/placed/{name}/timeline")
    #expect(timeline.map(\.operationName) == ["store read", "source timeline"])
    func attribute(_ name: String, of span: FinishedInMemorySpan?) -> SpanAttribute? {
      span?.attributes[name]?.toSpanAttribute()
    }
    #expect(attribute("widgetconfig.source", of: timeline.last) == .string("steady"))
    let options = try children(of: "/v1/widgets/{kind}/parameters/{name}/options")
    #expect(options.map(\.operationName) == ["source options"])
    #expect(attribute("widgetconfig.parameter", of: options.first) == .string("calendars"))
    let placed = spans.filter { $0.operationName == "/v1/placed/{name}" }
    let statuses = placed.map { attribute("http.response.status_code", of: $0) }
    #expect(statuses == [.int64(201), .int64(404)], "\(statuses)")
    let first = try #require(placed.first)
    let written = spans.filter { $0.parentSpanID == first.spanID }.map(\.operationName)
    #expect(written.contains("store write"), "\(written)")
  }
}
