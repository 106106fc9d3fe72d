import Foundation
import JSONC
import Testing
import WidgetService
import WidgetTestSupport

/// Third-party programs that an operator uses together with the service; a test is skipped if its
/// program is missing.
@Suite(.startsPrograms) struct ToolTests {
  private static let client =
    ServiceHost.checkout.appending(path: ".build/openapi-client/bin/openapi-python-client").path
  private static let verifier =
    ServiceHost.checkout.appending(path: ".build/standardwebhooks").path
  private static let promtool = path(
    of: "promtool",
    or: ServiceHost.checkout.appending(path: ".build/prometheus/usr/bin/promtool").path
  )
  private static let nginx = path(of: "nginx", or: "/usr/sbin/nginx")
  private static let analyzer = path(of: "systemd-analyze", or: "/usr/bin/systemd-analyze")

  /// The path of a program; nil if it is not installed.
  private static func path(of name: String, or other: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders.map { "\($0)/\(name)" } + [other]).first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "tools-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The first block in the given language in an article.
  private static func block(_ language: String, of article: String) throws -> String {
    let parts = try ServiceHost.article(article).components(separatedBy: "```\(language)\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "\n```").first)
  }

  /// A client generated from the description has each operation, with types, and can call the
  /// service.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: client)))
  func aClientIsMadeOfTheDescription() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // The generator does not know the content type of JSON Lines.
    try Data(
      "content_type_overrides:\n  application/jsonl: application/octet-stream\npost_hooks: []\n"
        .utf8
    ).write(to: folder.appending(path: "config.yml"))
    try Data(Self.script.utf8).write(to: folder.appending(path: "call.py"))
    try await ServiceHost.run { client, _ in
      let document = try await client.get("/v1/openapi.json")
      try Data(document.text.utf8).write(to: folder.appending(path: "openapi.json"))
      let made = try await ProgramTests.shell(
        """
        '\(Self.client)' generate --path openapi.json --meta none --output-path client \
        --config config.yml --fail-on-warning
        """, in: folder)
      #expect(made.status == 0, "\(made.output)")
      for (path, operations) in document.json["paths"].objectValue ?? [:] {
        for (method, operation) in operations.objectValue ?? [:] {
          let id = operation["operationId"].stringValue ?? ""
          let name = id.reduce(into: "") {
            $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1)
          }
          // The generator keeps capital letters in a row together: “OpenAPI” becomes `open_api`.
          let file = name.replacing("open_a_p_i", with: "open_api")
          let tag = operation["tags"][0].stringValue ?? ""
          let code = try? String(
            contentsOf: folder.appending(path: "client/api/\(tag)/\(file).py"), encoding: .utf8)
          let type = code?.split(separator: "\n").first { $0.contains("-> Response[") } ?? ""
          #expect(type.contains("Problem"), "\(method) \(path): \(type)")
          let results = type.split(separator: "[").last?.prefix { $0 != "]" }.split(separator: "|")
            .map { $0.filter { $0 != " " } }
          let isOnlyProblem = results?.allSatisfy { $0 == "Any" || $0.hasSuffix("Problem") } ?? true
          // The response to a removal is always 204, which has no body.
          let successes = (operation["responses"].objectValue ?? [:]).compactMap { status, _ in
            status.hasPrefix("2") ? status : nil
          }
          #expect(!isOnlyProblem || successes == ["204"], "\(method) \(path): \(type)")
          let hasETag = !operation["responses"]["304"].isNull
          let header = operation["parameters"].list.contains { $0["name"] == "If-None-Match" }
          #expect(!hasETag || header, "\(method) \(path)")
        }
      }
      let python = URL(filePath: Self.client).deletingLastPathComponent().appending(path: "python")
      let called = try await ProgramTests.shell(
        "'\(python.path)' call.py http://127.0.0.1:\(client.port)", in: folder)
      #expect(called.status == 0 && called.output == "ok\n", "\(called.output)")
    }
  }

  /// Places a widget, reads it, checks an intent, and reads the log, using only the client.
  private static let script = """
    import sys
    from client import Client
    from client.api.audit import audit
    from client.api.operation import get_problem, health
    from client.api.placed import get_placed, list_placed, put_placed
    from client.api.widgets import validate
    from client.models import Audit, PlacedWidget, PlacedWidgets, PreconditionFailedProblem
    from client.models import ProblemType, Status, Validity
    from client.models.put_placed_body import PutPlacedBody
    from client.models.validate_body import ValidateBody

    client = Client(base_url=sys.argv[1])
    assert isinstance(health.sync(client=client), Status)
    body = PutPlacedBody.from_dict({"kind": "UpNext", "draft": {}})
    placed = put_placed.sync(client=client, name="Desk", body=body, if_none_match="*")
    assert isinstance(placed, PlacedWidget), placed
    first = get_placed.sync_detailed(client=client, name="Desk")
    assert isinstance(first.parsed, PlacedWidget)
    again = get_placed.sync_detailed(
        client=client, name="Desk", if_none_match=first.headers["etag"])
    assert again.status_code == 304, again
    intent = first.parsed.intent.to_dict()
    valid = validate.sync(client=client, kind="UpNext", body=ValidateBody.from_dict(intent))
    assert isinstance(valid, Validity) and valid.valid, valid
    row = list_placed.sync(client=client)
    assert isinstance(row, PlacedWidgets) and row.placed[0].intent_name == "UpNextIntent", row
    log = audit.sync(client=client)
    assert isinstance(log, Audit) and log.changes[0].after.kind == "UpNext", log
    body = PutPlacedBody.from_dict({"draft": {"emphasis": 0.5}})
    late = put_placed.sync(client=client, name="Desk", body=body, if_match='"other"')
    assert isinstance(late, PreconditionFailedProblem), late
    assert late.code == "changed" and late.current.revision == 1, late
    assert [(c.parameter, c.to) for c in late.yours] == [("emphasis", 0.5)], late
    page = get_problem.sync(client=client, code=late.type_.split("/")[-1])
    assert isinstance(page, ProblemType) and page.statuses == [412], page
    print("ok")
    """

  /// The Standard Webhooks library accepts the requests of a webhook with each secret of a
  /// rotation, and rejects altered requests.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: verifier + "/standardwebhooks")))
  func theLibraryOfStandardWebhooksVerifies() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let receiver = try Receiver()
    var settings = WebhookTests.settings(receiver)
    let secrets = ["a secret of at least 24 bytes", "the one before it, of at least 24 bytes"]
      .map { "whsec_" + Data($0.utf8).base64EncodedString() }
    settings.webhookSecret = secrets.joined(separator: "\n")
    try await ServiceHost.run(settings: settings) { client, _ in
      _ = try await client.send(
        "PUT", "/v1/placed/B%C3%BCro", #"{"kind":"UpNext","draft":{}}"#,
        headers: ["If-None-Match": "*"])
      let heard = try #require(try await receiver.all(1).first)
      try Data(heard.body).write(to: folder.appending(path: "body"))
      try JSONEncoder().encode(heard.headers).write(to: folder.appending(path: "headers"))
    }
    let script = """
      import json, sys
      from standardwebhooks import Webhook, WebhookVerificationError
      body, headers = open("body", "rb").read(), json.load(open("headers"))
      for secret in sys.argv[1:]:
          told = Webhook(secret).verify(body, headers)
          assert told["type"] == "widgets.changed" and told["data"]["events"][0]["name"] == "Büro", told
          for changed, fields in [(body + b" ", headers), (body, {**headers, "webhook-id": "other"})]:
              try:
                  Webhook(secret).verify(changed, fields)
                  print("a changed request is accepted")
              except WebhookVerificationError:
                  pass
      print("ok")
      """
    try Data(script.utf8).write(to: folder.appending(path: "verify.py"))
    let found = try await ProgramTests.shell(
      "PYTHONPATH='\(Self.verifier)' python3 verify.py '\(secrets[0])' '\(secrets[1])'", in: folder)
    #expect(found.output == "ok\n", "\(found.output)")
  }

  @Test(.enabled(if: promtool != nil)) func promtoolIsSilent() async throws {
    let promtool = try #require(Self.promtool)
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(try Self.block("yaml", of: "Monitoring").utf8)
      .write(to: folder.appending(path: "alerts.yml"))
    let rules = try await ProgramTests.shell("'\(promtool)' check rules alerts.yml", in: folder)
    #expect(rules.status == 0, "\(rules.output)")
    try await ServiceHost.run { client, _ in
      _ = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#, headers: ["If-None-Match": "*"])
      try Data(try await client.get("/metrics").text.utf8)
        .write(to: folder.appending(path: "metrics"))
      let metrics = try await ProgramTests.shell(
        "'\(promtool)' check metrics < metrics", in: folder)
      #expect(metrics.status == 0 && metrics.output.isEmpty, "\(metrics.output)")
    }
  }

  /// The service names its metrics as the alerts do, and each alert is explained.
  ///
  /// Another test compares the names with those of all metrics. Of the metrics in alerts, five can
  /// be missing: they exist only with PostgreSQL, with an issuer, or after a refusal.
  @Test func alertsNameWhatThereIs() async throws {
    let rules = try Self.block("yaml", of: "Monitoring")
    let article = try ServiceHost.article("Monitoring")
    let alerts = rules.matches(of: /alert: (\w+)/).map { String($0.1) }
    #expect(alerts.count > 10)
    for alert in alerts { #expect(article.contains("\n| `\(alert)` |"), "\(alert)") }
    let names = Set(rules.matches(of: /\b(?:widgetconfig|process)_\w+/).map { String($0.0) })
    try await ServiceHost.run { client, _ in
      _ = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#, headers: ["If-None-Match": "*"])
      let text = try await client.get("/metrics").text
      var count = 0
      for name in names {
        let metric = try #require(ArticleFigureTests.metric(named: name), "\(name)")
        let heads = [metric, metric + "_total"].map { "\n# TYPE \($0) " }
        guard heads.contains(where: { text.contains($0) }) else { continue }
        count += 1
        let isThere = text.contains("\n\(name) ") || text.contains("\n\(name){")
        #expect(isThere, "\(name)")
      }
      #expect(count >= names.count - 5)
    }
  }

  /// systemd reads the unit with its addition, and reports a low exposure.
  @Test(.enabled(if: analyzer != nil)) func theUnitIsHardened() async throws {
    let analyzer = try #require(Self.analyzer)
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let addition = folder.appending(path: "widgetconfig.service.d")
    try FileManager.default.createDirectory(at: addition, withIntermediateDirectories: true)
    let units = try ServiceHost.article("RunTheService").components(separatedBy: "```ini\n")
      .dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    try #require(units.count == 2)
    let program = ProgramFolder.path(of: "widgetconfig-server")
    let installed = "/opt/widgetconfig-linux-x86_64/bin/widgetconfig-server"
    #expect(units[0].contains("ExecStart=\(installed) "))
    try Data(units[0].replacing(installed, with: program).utf8)
      .write(to: folder.appending(path: "widgetconfig.service"))
    try Data(units[1].utf8).write(to: addition.appending(path: "tokens.conf"))
    let read = try await ProgramTests.shell(
      "'\(analyzer)' verify ./widgetconfig.service", in: folder)
    #expect(
      read.status == 0 && !read.output.contains("widgetconfig.service"), "\(read.output)")
    // The exposure is at most 3 of 10.
    let judged = try await ProgramTests.shell(
      "'\(analyzer)' security --offline=true --no-pager --threshold=30 ./widgetconfig.service",
      in: folder)
    #expect(judged.status == 0, "\(judged.output)")
  }

  /// No request fails while replicas behind the documented nginx are replaced one after the other.
  @Test(.enabled(if: nginx != nil)) func aRollingUpdateLosesNoRequest() async throws {
    let nginx = try #require(Self.nginx)
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let ports = try (0..<3).map { _ in try LoopbackService.reservedPort() }
    var site = try Self.block("nginx", of: "Deploying")
    for (known, port) in zip([8_080, 8_081, 8_082], ports) {
      site = site.replacing("\(known);", with: "\(port);").replacing("\(known) ", with: "\(port) ")
    }
    try Data(site.utf8).write(to: folder.appending(path: "widgetconfig.conf"))
    try Data(
      """
      daemon off; pid nginx.pid; error_log nginx.log; worker_processes 1;
      events {}
      http {
        access_log off; client_body_temp_path body; proxy_temp_path proxy;
        fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
        include widgetconfig.conf;
      }
      """.utf8
    ).write(to: folder.appending(path: "nginx.conf"))
    let server = ProgramFolder.path(of: "widgetconfig-server")
    let intents = ServiceHost.checkout.appending(path: "Intents").path
    let count = ProcessInfo.processInfo.environment["WIDGETCONFIG_ROLLING_REQUESTS"] ?? "200"
    let script = """
      export WIDGETCONFIG_DRAIN_TIME=5
      start() {
        '\(server)' --port $1 --store store.sqlite --intents '\(intents)' 2>> replica-$1.log &
        eval "replica_$1=$!"
        for i in $(seq 600); do curl -sf -o /dev/null 127.0.0.1:$1/readyz && return; sleep 0.1; done
      }
      start \(ports[1]); start \(ports[2])
      '\(nginx)' -p "$PWD/" -c nginx.conf & proxy=$!
      for i in $(seq 300); do curl -sf -o /dev/null 127.0.0.1:\(ports[0])/healthz && break; sleep 0.1; done
      load() {
        for n in $(seq $1); do
          printf 'url = "http://127.0.0.1:\(ports[0])/v1/placed/W%s"\\n' $((n % 5))
          printf 'output = "/dev/null"\\n'
        done > reads-$2
        curl -s -K reads-$2 -w '%{http_code}\\n' > codes-$2
        for n in $(seq $(($1 / 10))); do
          curl -s -o /dev/null -w '%{http_code}\\n' --json '{"family": "systemMedium", "draft": {}}' \
            127.0.0.1:\(ports[0])/v1/widgets/Verse/evaluate
          curl -s -o /dev/null -w '%{http_code}\\n' -X PUT -H 'If-None-Match: *' \
            --json '{"kind": "Verse", "draft": {}}' 127.0.0.1:\(ports[0])/v1/placed/N$2-$n
        done > changes-$2
      }
      for n in 0 1 2 3 4; do
        curl -s -o /dev/null -X PUT -H 'If-None-Match: *' --json '{"kind": "Verse", "draft": {}}' \
          127.0.0.1:\(ports[0])/v1/placed/W$n
      done
      load \(count) a & one=$!; load \(count) b & two=$!
      for port in \(ports[1]) \(ports[2]); do
        eval "old=\\$replica_$port"; kill $old; wait $old; start $port
      done
      wait $one; wait $two
      kill $proxy $replica_\(ports[1]) $replica_\(ports[2]); wait
      cat codes-a codes-b | sort | uniq -c | awk '{print $1, $2}'
      cat changes-a changes-b | sort | uniq -c | awk '{print $1, $2}'
      """
    let found = try await ProgramTests.shell(script, in: folder)
    let number = Int(count) ?? 0
    let log = try? String(contentsOf: folder.appending(path: "nginx.log"), encoding: .utf8)
    #expect(
      found.output.hasSuffix(
        "\(number * 2) 200\n\(number / 10 * 2) 200\n\(number / 10 * 2) 201\n"),
      "\(found.output)\(log ?? "")")
  }

  /// The container gets the files in the archive, and installs the libraries that the programs
  /// need.
  @Test func theContainerfileIsForTheArchive() throws {
    let file = try Self.block("dockerfile", of: "Deploying")
    let release = try String(
      contentsOf: ServiceHost.checkout.appending(path: ".ci/release"), encoding: .utf8)
    #expect(release.contains("widgetconfig-server") && release.contains("name=widgetconfig-"))
    #expect(file.contains("USER 65532:65532") && file.contains("STOPSIGNAL SIGTERM"))
    let variables = file.matches(of: /WIDGETCONFIG_[A-Z_]+/).map { String($0.0) }
    #expect(variables.count == 5)
    let unit = try ServiceHost.article("RunTheService")
    for variable in variables {
      let words = variable.dropFirst("WIDGETCONFIG_".count).split(separator: "_")
      let key = words.enumerated().map { $0 == 0 ? $1.lowercased() : $1.capitalized }.joined()
      #expect(unit.contains("\n\(key)"), "\(variable)")
    }
  }
}
