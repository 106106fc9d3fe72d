import Foundation
import JSONC
import Messages
import SQLiteStore
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport
import WidgetTimeline

/// The operator's view: the log, the metrics, the settings check, signals.
@Suite(.startsPrograms) struct OperatorTests {
  /// Each metric has one help text and one type before its values, and every value is a number.
  @Test func metricsAreAsPrometheusWantsThem() async throws {
    try await ServiceHost.run { client, _ in
      _ = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#, headers: ["If-None-Match": "*"])
      _ = try await client.post(
        "/v1/widgets/UpNext/parameters/calendars/options", #"{"draft":{}}"#)
      let lines = try await client.get("/metrics").text.split(separator: "\n").map(String.init)
      var heads: [String: [String]] = [:]
      var seen: [String] = []
      for line in lines {
        if line.hasPrefix("# ") {
          let parts = line.split(separator: " ", maxSplits: 3).map(String.init)
          #expect(parts.count == 4 && !seen.contains(parts[2]), "\(line)")
          heads[parts[2], default: []].append(parts[1])
          continue
        }
        let name = String(line.prefix { $0 != "{" && $0 != " " })
        let base = ["_bucket", "_sum", "_count"].reduce(name) {
          heads[$0] == nil && $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0
        }
        #expect(heads[base] == ["HELP", "TYPE"], "\(line)")
        if seen.last != base {
          // All lines of a metric are together.
          #expect(!seen.contains(base), "\(line)")
          seen.append(base)
        }
        #expect(line.split(separator: " ").last.flatMap { Double($0) } != nil, "\(line)")
      }
      for name in [
        "widgetconfig_store_up", "widgetconfig_store_writable", "widgetconfig_build_info",
        "widgetconfig_source_requests_total", "widgetconfig_store_operation_duration_seconds",
        "widgetconfig_webhook_disabled", "widgetconfig_webhook_attempts_total",
        "widgetconfig_webhook_waiting",
        "widgetconfig_config_reload_success", "widgetconfig_source_work",
        "widgetconfig_event_resyncs_total", "widgetconfig_scheduling_delay_seconds",
        "process_start_time_seconds",
      ] { #expect(seen.contains(name), "\(name)") }
      let other = lines.filter { $0.hasPrefix("# HELP") && $0.hasSuffix("A metric of a library.") }
      #expect(other.isEmpty, "\(other)")
    }
  }

  /// A probe and a metric show if replicas have different definitions.
  @Test func replicasAreToldApartByTheirWidgets() async throws {
    func marks(_ widget: ConfigurableWidget) async throws -> [String] {
      let found = Held<[String]>([])
      try await ServiceHost.run(widgets: [widget]) { client, _ in
        let ready = try await client.get("/readyz").json
        #expect(ready["version"].stringValue == WidgetServer.version, "\(ready.compact)")
        let mark = ready["widgets"].stringValue ?? "?"
        let metrics = try await client.get("/metrics").text
        #expect(metrics.contains("widgetconfig_widgets_info{hash=\"\(mark)\"} 1\n"))
        found.withLock { $0.append(mark) }
      }
      return found.withLock { $0 }
    }
    let first = try await marks(ServiceHost.upNext())
    #expect(try await marks(ServiceHost.upNext()) == first)
    #expect(try await marks(ServiceHost.upNext(renaming: ["style": "look"])) != first)
    #expect(try await marks(ServiceHost.upNext(timeline: nil)) != first)
  }

  /// The log of changes has answers in the form that all other routes use, not in the form of the
  /// store.
  @Test func theAuditSpeaksTheDraftOfTheAPI() async throws {
    try await ServiceHost.run { client, _ in
      var etag = ["If-None-Match": "*"]
      for draft in [
        #"{"lookAhead":"PT8H","calendars":[{"identifier":"work","display":"Work"}]}"#,
        #"{"lookAhead":"PT9H","calendars":[{"identifier":"home","display":"Home"}]}"#,
      ] {
        let put = try await client.send(
          "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":\#(draft)}"#, headers: etag)
        #expect(put.status < 300, "\(put.text)")
        etag = ["If-Match": put.headers["etag"] ?? ""]
      }
      let changes = try await client.get("/v1/audit").json["changes"].list
      let placed = try await client.get("/v1/placed/Desk").json["draft"]
      try #require(changes.count == 2, "\(changes)")
      #expect(changes[0]["after"]["draft"] == placed, "\(changes)")
      #expect(changes[0]["before"]["draft"] == changes[1]["after"]["draft"])
      #expect(changes[0]["before"]["draft"]["lookAhead"] == "PT8H", "\(changes)")
    }
  }

  @Test func theVersionIsPrinted() async throws {
    let program = ProgramFolder.path(of: "widgetconfig-server")
    let found = try await ProgramTests.shell(
      "'\(program)' --version", in: FileManager.default.temporaryDirectory)
    #expect(
      found.status == 0
        && found.output.wholeMatch(of: /\d+\.\d+\.\d+\ntz database .+ in .+\n/) != nil)
  }

  /// The check finds and names problems that would otherwise occur only after the service has
  /// started.
  @Test func theCheckOpensWhatTheServiceNeeds() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = ProgramFolder.path(of: "widgetconfig-server")
    let intents = ServiceHost.checkout.appending(path: "Intents").path
    func check(_ settings: String) async throws -> (output: String, status: Int32) {
      try Data(settings.utf8).write(to: folder.appending(path: "settings.json"))
      // The check runs from another folder: a relative path is relative to the file.
      return try await ProgramTests.shell(
        """
        cd / && timeout 100 '\(program)' --config '\(folder.path)/settings.json' \
        --intents '\(intents)' --check-config
        """, in: folder)
    }
    try Data("{\"keys\": 4}".utf8).write(to: folder.appending(path: "wrong.json"))
    try Data("not a database, but long enough to be one".utf8)
      .write(to: folder.appending(path: "broken.sqlite"))
    let cases: [(settings: String, words: String)] = [
      (#"{"store":"broken.sqlite"}"#, "“store”"),
      (#"{"store":"/etc/passwd/x.sqlite"}"#, "“store”"),
      (#"{"store":"x.sqlite","maximumRequests":64}"#, "“maximumRequestsOfCaller”"),
      (#"{"store":"x.sqlite","jwks":"http://example.org/keys"}"#, "“jwks”"),
      (#"{"store":"x.sqlite","allowedOrigins":["app.example.org"]}"#, "“allowedOrigins”"),
      (#"{"store":"x.sqlite","allowedOrigins":["https://app.example.org/"]}"#, "“allowedOrigins”"),
      (#"{"store":"x.sqlite","publicOrigin":"app.example.org"}"#, "“publicOrigin”"),
      (#"{"store":"x.sqlite","publicOrigin":"https://app.example.org/path"}"#, "“publicOrigin”"),
      (#"{"store":"x.sqlite","publicOrigin":"*"}"#, "“publicOrigin”"),
      (#"{"store":"x.sqlite","jwks":"wrong.json"}"#, "“keys”"),
      (#"{"store":"x.sqlite","logFormat":"xml"}"#, "“logFormat”"),
      (#"{"store":"x.sqlite","tokenSecretFile":"missing"}"#, "“tokenSecretFile”"),
      (#"{"store":"x.sqlite","webhookSecretFile":"missing"}"#, "“webhookSecretFile”"),
    ]
    for (settings, words) in cases {
      let found = try await check(settings)
      #expect(found.status == 78, "\(settings): \(found.output)")
      #expect(found.output.contains(words), "\(settings): \(found.output)")
      #expect(!found.output.contains("DecodingError") && !found.output.contains("codingPath"))
    }
    // All problems are found in one run.
    let many = try await check(
      #"{"store":"x.sqlite","burst":0,"maximumConnections":0,"webhookSecretFile":"missing","logLevel":"x"}"#
    )
    for words in ["“burst”", "“maximumConnections”", "“webhookSecretFile”", "logLevel"] {
      #expect(many.output.contains(words), "\(many.output)")
    }
    // An unavailable server is not an error in the settings.
    for (settings, words) in [
      (#"{"store":"postgresql://127.0.0.1:1/none"}"#, "“store”"),
      (#"{"store":"x.sqlite","jwks":"http://127.0.0.1:1/keys"}"#, "“jwks”"),
    ] {
      let found = try await check(settings)
      #expect(found.status == 69, "\(settings): \(found.output)")
      #expect(found.output.contains(words), "\(settings): \(found.output)")
    }
    let good = try await check(
      #"{"store":"x.sqlite","allowedOrigins":["https://app.example.org"]}"#)
    #expect(good.status == 0, "\(good.output)")
    // The check changes nothing.
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "x.sqlite").path))
  }

  /// A copy of the store that was truncated to nothing is not silently accepted as a new store.
  @Test func aStoreOfNoBytesIsSaid() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "empty-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appending(path: "store.sqlite").path
    let (program, intents) = (
      ProgramFolder.path(of: "widgetconfig-server"),
      ServiceHost.checkout.appending(path: "Intents").path
    )
    for isNew in [false, true] {
      if isNew {
        try FileManager.default.removeItem(atPath: store)
      } else {
        try Data().write(to: URL(filePath: store))
      }
      let start = "'\(program)' --port 0 --store '\(store)' --intents '\(intents)'"
      let checked = try await ProgramTests.shell("\(start) --check-config", in: folder)
      #expect(checked.status == 0 && checked.output.contains("has 0 bytes") == !isNew)
      let run = try await ProgramTests.shell(
        """
        \(start) --log-format json > log 2>&1 &
        for i in $(seq 1200); do grep -q http:// log && break; sleep 0.1; done
        kill $!; wait $!; cat log
        """, in: folder)
      let line = run.output.split(separator: "\n").first { $0.contains("store.noted") }
      #expect((line != nil) == !isNew, "\(run.output)")
      #expect(line?.contains("restore a backup") ?? isNew, "\(run.output)")
    }
  }

  /// Like `widgetconfig check`, the check reports problems with the files of the served widgets'
  /// sources.
  @Test func theCheckOpensTheFilesOfSources() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "sources-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let widget = folder.appending(path: "Intents/Clock")
    try FileManager.default.createDirectory(at: widget, withIntermediateDirectories: true)
    let parameter = #"{"name":"city","type":"string","dynamic":true}"#
    let definition =
      #"{"intents":[{"name":"Clock","eligibleForWidgets":true,"parameters":[\#(parameter)]}]}"#
    try Data(definition.utf8).write(to: widget.appending(path: "Clock.json"))
    let program = ProgramFolder.path(of: "widgetconfig-server")
    func check(_ source: String) async throws -> (output: String, status: Int32) {
      let manifest = #"{"kind":"Clock","intent":"ClockIntent","options":{"city":\#(source)}}"#
      try Data(manifest.utf8).write(to: widget.appending(path: "widget.json"))
      return try await ProgramTests.shell(
        "'\(program)' --store x.sqlite --intents Intents --check-config", in: folder)
    }
    for (source, name) in [
      (#"{"command":["./nope.sh"]}"#, "nope.sh"), (#"{"fixture":"nope.json"}"#, "nope.json"),
      (#"{"sqlite":"nope.db","query":"SELECT id, title FROM city"}"#, "nope.db"),
    ] {
      let found = try await check(source)
      #expect(found.status == 78, "\(source): \(found.output)")
      #expect(found.output.contains("Clock/widget.json:1:"), "\(found.output)")
      #expect(found.output.contains(name), "\(found.output)")
    }
    try Data(#"{"items":[{"identifier":"a","display":"A"}]}"#.utf8)
      .write(to: widget.appending(path: "cities.json"))
    let good = try await check(#"{"fixture":"cities.json"}"#)
    #expect(good.status == 0, "\(good.output)")
    // An invalid key set is named with its setting and its file.
    try Data(#"{"keys":[]}"#.utf8).write(to: folder.appending(path: "empty.json"))
    let keys = try await ProgramTests.shell(
      "'\(program)' --store x.sqlite --intents Intents --jwks empty.json --check-config", in: folder
    )
    #expect(keys.status == 78, "\(keys.output)")
    #expect(keys.output.contains("“jwks”: "), "\(keys.output)")
    #expect(keys.output.contains("empty.json: The key set has no key"), "\(keys.output)")
  }

  /// The check refuses an older store without changing it.
  @Test func theCheckChangesNothing() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "old-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appending(path: "old.sqlite").path
    let made = PlacedWidgetStore(try SQLiteDriver(path: store))
    try await made.setPosition(of: "somebody", to: 1)
    // The version of the store is in the file header (SQLite file format, 1.3).
    var bytes = try Data(contentsOf: URL(filePath: store))
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 1])
    try bytes.write(to: URL(filePath: store))
    let before = try Data(contentsOf: URL(filePath: store))
    let program = ProgramFolder.path(of: "widgetconfig-server")
    let intents = ServiceHost.checkout.appending(path: "Intents").path
    let found = try await ProgramTests.shell(
      "'\(program)' --store old.sqlite --intents '\(intents)' --check-config", in: folder)
    #expect(found.status == 78, "\(found.output)")
    #expect(found.output.contains("The store has format 1"), "\(found.output)")
    #expect(try Data(contentsOf: URL(filePath: store)) == before)
  }

  /// SIGHUP loads new widgets and keys, and keeps the old ones if the new ones cannot be read.
  @Test func aHangUpSignalReadsEverythingAgain() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "reload-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let widget = folder.appending(path: "Intents/Clock")
    try FileManager.default.createDirectory(at: widget, withIntermediateDirectories: true)
    func write(_ title: String) throws {
      let definition =
        #"{"intents":[{"name":"Clock","title":"\#(title)","eligibleForWidgets":true}]}"#
      try Data(definition.utf8).write(to: widget.appending(path: "Clock.json"))
      try Data(#"{"kind":"Clock","intent":"ClockIntent","displayName":"\#(title)"}"#.utf8)
        .write(to: widget.appending(path: "widget.json"))
    }
    try write("First")
    let secret = folder.appending(path: "secret")
    try Data(Tokens.secret.utf8).write(to: secret)
    let running = try await ProgramTests.Running.start(
      ["--token-secret-file", secret.path], intents: folder.appending(path: "Intents"))
    let client = running.client
    let old = try await Tokens.token("a")
    func name(_ token: [String: String]) async throws -> String? {
      try await client.get("/v1/widgets/Clock", headers: token).json["displayName"].stringValue
    }
    #expect(try await name(old) == "First")
    let other = "another secret of thirty-two bytes or more"
    let new = try await Tokens.token("a", secret: other)
    try write("Second")
    try Data(other.utf8).write(to: secret)
    kill(running.process.processIdentifier, SIGHUP)
    let end = ContinuousClock.now + .seconds(60)
    while try await name(new) != "Second", ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try await name(new) == "Second")
    #expect(try await client.get("/v1/widgets", headers: old).status == 401)
    try Data("{".utf8).write(to: widget.appending(path: "Clock.json"))
    kill(running.process.processIdentifier, SIGHUP)
    for _ in 0..<10 {
      #expect(try await name(new) == "Second")
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try await running.stop() == 0)
  }

  /// A file that a program keeps for one tenant is invisible to another tenant.
  @Test func eachTenantHasItsOwnContainer() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "container-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let widget = folder.appending(path: "Intents/Notes")
    try FileManager.default.createDirectory(at: widget, withIntermediateDirectories: true)
    func write(_ text: String, to name: String, isProgram: Bool = false) throws {
      let file = widget.appending(path: name)
      try Data(text.utf8).write(to: file)
      if isProgram {
        try makeProgram(at: file.path)
      }
    }
    try write(
      """
      { "intents": [ { "name": "Notes", "title": "Notes", "eligibleForWidgets": true,
        "parameters": [ { "name": "note", "label": "Note", "type": "string", "dynamic": true } ] } ] }
      """, to: "Notes.json")
    try write(
      """
      { "kind": "Notes", "intent": "NotesIntent", "displayName": "Notes",
        "options": { "note": { "command": ["./choices"] } },
        "timeline": { "command": ["./timeline"] } }
      """, to: "widget.json")
    // The first request for choices leaves a file; the timeline shows whether it exists.
    try write(
      """
      #!/bin/sh
      cat > /dev/null
      echo "[\\"$(ls "$WIDGETCONFIG_CONTAINER" | wc -l | tr -d ' ')\\"]"
      touch "$WIDGETCONFIG_CONTAINER/seen"

      """, to: "choices", isProgram: true)
    try write(
      """
      #!/bin/sh
      cat > /dev/null
      printf '{"entries":[{"date":"2026-01-01T00:00:00Z","title":"%s"}],"reload":"never"}' \
        "$(ls "$WIDGETCONFIG_CONTAINER" | wc -l | tr -d ' ')"

      """, to: "timeline", isProgram: true)
    let secret = folder.appending(path: "secret")
    try Data(Tokens.secret.utf8).write(to: secret)
    let running = try await ProgramTests.Running.start(
      ["--token-secret-file", secret.path], intents: folder.appending(path: "Intents"))
    let client = running.client
    let (one, two) = (try await Tokens.token("a"), try await Tokens.token("b"))
    func choice(_ token: [String: String]) async throws -> JSONValue {
      let answer = try await client.send(
        "POST", "/v1/widgets/Notes/parameters/note/options", #"{"draft":{}}"#, headers: token)
      #expect(answer.status == 200, "\(answer.text)")
      return answer.json["sections"][0]["items"][0]["identifier"]
    }
    func title(_ token: [String: String]) async throws -> JSONValue {
      let answer = try await client.send(
        "POST", "/v1/widgets/Notes/timeline",
        #"{"family":"systemSmall","draft":{}}"#, headers: token)
      #expect(answer.status == 200, "\(answer.text)")
      return answer.json["entries"][0]["title"]
    }
    let three = try await Tokens.token("c")
    #expect(try await choice(one) == "0")
    // The other tenant gets neither the cached response nor the file.
    #expect(try await choice(two) == "0")
    #expect(try await title(one) == "1")
    #expect(try await title(two) == "1")
    #expect(try await title(three) == "0")
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: running.folder.appending(path: "store.sqlite.containers").path)
    #expect(folders.sorted() == ["61", "62", "63"])
    #expect(try await running.stop() == 0)
  }

  /// While the service drains, it reports this and still responds on new connections.
  @Test func aServiceThatDrainsStillAnswers() async throws {
    let settings = FileManager.default.temporaryDirectory
      .appending(path: "drain-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: settings) }
    try Data(#"{"drainTime": 5}"#.utf8).write(to: settings)
    let running = try await ProgramTests.Running.start(["--config", settings.path])
    #expect(try await running.client.get("/readyz").status == 200)
    let start = ContinuousClock.now
    running.process.terminate()
    let end = start + .seconds(60)
    while try await running.client.get("/readyz").status == 200, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(10))
    }
    let ready = try await running.client.get("/readyz")
    #expect(ready.status == 503 && ready.json["code"] == "stopping")
    #expect(try await running.client.get("/v1/widgets").status == 200)
    #expect(try await running.stop() == 0)
    #expect(start.duration(to: .now) >= .seconds(5))
  }

  /// Each line of the log is one JSON object with one request ID.
  @Test func theLogIsJSON() async throws {
    let folder = FileManager.default.temporaryDirectory
    let program = ProgramFolder.path(of: "widgetconfig-server")
    let intents = ServiceHost.checkout.appending(path: "Intents").path
    let log = folder.appending(path: "log-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: log) }
    let script = """
      '\(program)' --port 0 --store '\(log.path).sqlite' --intents '\(intents)' --log-level info \
      2> '\(log.path)' & pid=$!
      for i in $(seq 300); do grep -q '^http://' '\(log.path)' && break; sleep 0.1; done
      U=$(grep -m1 '^http://' '\(log.path)')
      curl -s -o /dev/null -H 'X-Request-Id: mine' \
      -H 'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' $U/v1/widgets
      kill $pid; wait $pid
      """
    let run = try await ProgramTests.shell(script, in: folder)
    #expect(run.status == 0, "\(run.output)")
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("http://") }
    #expect(!lines.isEmpty)
    for line in lines {
      let json = try JSONText.parse(String(line))
      for key in ["level", "event"] { #expect(json[key].stringValue != nil, "\(line)") }
      let time = json["ts"].stringValue ?? ""
      #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil, "\(line)")
      #expect(json["hb.request.id"] == .null, "\(line)")
    }
    let own = try lines.map { try JSONText.parse(String($0)) }.filter { $0["request_id"] == "mine" }
    #expect(own.count == 1)
    #expect(own.first?["trace_id"] == "4bf92f3577b34da6a3ce929d0e0e4736")
    #expect(own.first?["status"] == 200)
  }

  /// A process that crashes writes one line in the format of its log, and ends with the signal.
  @Test(arguments: ["json", "text"], ["ILL", "SEGV", "ABRT"])
  func aCrashLeavesALine(format: String, signal: String) async throws {
    let log = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: log) }
    let script = """
      '\(ProgramFolder.path(of: "widgetconfig-server"))' --port 0 --store '\(log.path).sqlite' \
      --intents '\(ServiceHost.checkout.appending(path: "Intents").path)' --log-format \(format) \
      2> '\(log.path)' & pid=$!
      for i in $(seq 300); do grep -q '^http://' '\(log.path)' && break; sleep 0.1; done
      kill -\(signal) $pid
      for i in $(seq 300); do
        case $(ps -o stat= -p $pid) in Z*|'') break;; esac
        sleep 0.1
      done
      kill -9 $pid; wait $pid; echo $(($? - 128)) $pid $(kill -l \(signal))
      """
    let run = try await ProgramTests.shell(
      script, in: FileManager.default.temporaryDirectory)
    // The shell may add a line about the ended process.
    let said = try #require(run.output.firstMatch(of: /(?m)^(\d+) (\d+) (\d+)$/), "\(run.output)")
    #expect(said.1 == said.3)
    let event = LogEventName.processCrashed.rawValue
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains(event) }
    try #require(lines.count == 1, "\(lines)")
    if format == "json" {
      let line = try JSONText.parse(String(lines[0]))
      #expect(line["level"] == "error" && line["event"].stringValue == event)
      #expect(line["signal"].stringValue == "SIG" + signal && line["pid"].intValue == Int(said.2))
      let time = try Date(
        line["ts"].stringValue ?? "",
        strategy: .iso8601.year().month().day()
          .time(includingFractionalSeconds: true).timeZone(separator: .omitted))
      #expect(abs(time.timeIntervalSinceNow) < 600)
    } else {
      #expect(
        lines[0].hasSuffix(
          "Z error widgetconfig: \(event) signal=SIG\(signal) pid=\(said.2)"))
    }
  }
}
