import Foundation
import IntentModel
import IntentOptions
import JSONC
import PostgresStore
import SQLiteStore
import Synchronization
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport
import WidgetTimeline

/// Two services with one store: callers do not notice which of them responds.
@Suite(.startsPrograms) struct ReplicaTests {
  private static let desk = "/v1/placed/Desk"
  private static let new = ["If-None-Match": "*"]

  private static func placing(_ draft: String, _ more: String = "") -> String {
    #"{"kind":"UpNext","family":"systemMedium","draft":\#(draft)\#(more)}"#
  }

  /// The stores that services can share.
  enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, postgres

    var testDescription: String { rawValue }

    static let present: [Kind] = PostgresServer.isInstalled ? [.sqlite, .postgres] : [.sqlite]

    /// Runs a closure that can open a new store several times, as several programs would.
    func run(
      _ body: @Sendable (@escaping @Sendable () throws -> any StoreDriver) async throws -> Void
    ) async throws {
      switch self {
      case .sqlite:
        let folder = FileManager.default.temporaryDirectory
          .appending(path: "replicas-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "store.sqlite").path
        try await body { try SQLiteDriver(path: path) }
      case .postgres:
        let server = try PostgresServer.shared()
        let url = server.url(of: try server.makeDatabase())
        try await body { try PostgresDriver(url: url) }
      }
    }
  }

  /// Runs two services with one store.
  private func two(
    _ kind: Kind, settings: ServiceSettings = ServiceSettings(), access: ServiceAccess = .open,
    widgets: @escaping @Sendable (Int) throws -> [ConfigurableWidget] = { _ in
      [try ServiceHost.upNext()]
    },
    _ body: @escaping @Sendable (HTTPClient, HTTPClient) async throws -> Void
  ) async throws {
    try await kind.run { driver in
      try await ServiceHost.run(
        settings: settings, access: access, widgets: try widgets(0), driver: try driver()
      ) { one, _ in
        try await ServiceHost.run(
          settings: settings, access: access, widgets: try widgets(1), driver: try driver()
        ) { two, _ in try await body(one, two) }
      }
    }
  }

  /// A page of choices continues at a replica that has the same list; two lists are never mixed.
  @Test(arguments: [true, false]) func pagesOfChoicesAreOfOneList(isSame: Bool) async throws {
    try await two(
      .sqlite,
      widgets: { replica in
        let count = isSame ? 10 : 10 + replica
        let items = (0..<count).map { OptionItem(identifier: "c\($0)", display: "Calendar \($0)") }
        let provider = InMemoryOptionsProvider(name: "many", OptionsCollection(items: items))
        return [try ServiceHost.upNext(provider: provider)]
      }
    ) { one, two in
      let path = "/v1/widgets/UpNext/parameters/calendars/options?limit=4"
      let next = try await one.post(path, "{}").json["next"].stringValue ?? ""
      let second = try await two.post(path + "&after=\(next)", "{}")
      #expect(second.status == (isSame ? 200 : 410), "\(second.text)")
      #expect(second.json[isSame ? "from" : "code"] == (isSame ? 4 : "snapshot-gone"))
      #expect(try await one.post(path + "&after=\(next)", "{}").json["from"] == 4)
    }
  }

  /// A stream of events that is read one by one.
  private final class Listener: Sendable {
    private let texts: AsyncStream<String>

    init(port: Int, after last: String? = nil) {
      let (texts, continuation) = AsyncStream.makeStream(of: String.self)
      self.texts = texts
      let headers = last.map { ["Last-Event-ID": $0] } ?? [:]
      Thread.detachNewThread {
        guard let connection = try? HTTPConnection(port: port) else { return }
        connection.request("GET", "/v1/events", headers, nil)
        _ = try? connection.head()
        while let chunk = try? connection.chunk() {
          for event in String(decoding: chunk, as: UTF8.self).components(separatedBy: "\n\n")
          where event.contains("event: ") { continuation.yield(event) }
        }
        continuation.finish()
      }
    }

    /// The next events, each as its name, the name of the widget, and the number.
    func next(_ count: Int) async -> [[String]] {
      var found: [[String]] = []
      for await text in texts {
        var (name, id, widget) = ("", "", "")
        for line in text.split(separator: "\n") {
          if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
          if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
          if line.hasPrefix("data: ") {
            widget = (try? JSONText.parse(String(line.dropFirst(6))))?["name"].stringValue ?? ""
          }
        }
        found.append([name, widget, id])
        if found.count == count { break }
      }
      return found
    }
  }

  @Test(arguments: Kind.present)
  func aWriteAtOneShowsInTheStreamOfTheOther(_ kind: Kind) async throws {
    try await two(kind) { one, two in
      let listener = Listener(port: two.port)
      // Nothing is stored yet, so the numbers have no epoch.
      #expect(await listener.next(1) == [["ready", "", ".0"]])
      _ = try await one.send("PUT", Self.desk, Self.placing("{}"), headers: Self.new)
      let placed = await listener.next(1)
      let epoch = String(placed[0][2].prefix { $0 != "." })
      #expect(epoch.count == 8 && placed == [["placed", "Desk", "\(epoch).1"]])
      _ = try await one.post(Self.desk + "/rename", #"{"to":"Hall"}"#)
      // The first event of a change has no number, because a caller that has received only this
      // event does not have the whole change.
      #expect(
        await listener.next(2) == [["removed", "Desk", ""], ["placed", "Hall", "\(epoch).2"]])
      // Event numbers are valid at every replica, and report what the change did at that time.
      for client in [one, two] {
        let late = Listener(port: client.port, after: "\(epoch).0")
        #expect(
          await late.next(4) == [
            ["ready", "", "\(epoch).0"], ["placed", "Desk", "\(epoch).1"],
            ["removed", "Desk", ""], ["placed", "Hall", "\(epoch).2"],
          ]
        )
        // Numbers from another log, and numbers without an epoch, are unknown, so the stream starts
        // with a reset.
        for unknown in ["\(epoch).3", "\(epoch).-1", "x", "1", "00000000.1", "\(epoch).1.1"] {
          let lost = Listener(port: client.port, after: unknown)
          #expect(await lost.next(1) == [["reset", "", "\(epoch).2"]])
        }
      }
      let tag = try await one.get("/v1/placed/Hall").headers["etag"] ?? ""
      _ = try await two.send("DELETE", "/v1/placed/Hall", headers: ["If-Match": tag])
      #expect(await listener.next(1) == [["removed", "Hall", "\(epoch).3"]])
    }
  }

  @Test(arguments: Kind.present)
  func aRequestThatIsSentToBothIsDoneOnce(_ kind: Kind) async throws {
    try await two(kind) { one, two in
      _ = try await one.send("PUT", Self.desk, Self.placing("{}"), headers: Self.new)
      let key = ["Idempotency-Key": "k-1"]
      let answers = try await withThrowingTaskGroup(of: ServiceResponse.self) { group in
        for place in 0..<8 {
          let client = place.isMultiple(of: 2) ? one : two
          group.addTask {
            try await client.post(Self.desk + "/copy", #"{"to":"Hall"}"#, headers: key)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.map(\.status) == Array(repeating: 201, count: 8))
      #expect(Set(answers.map(\.body)).count == 1)
      #expect(Set(answers.map { $0.headers["etag"] }).count == 1)
      #expect(answers[0].headers["location"] == "/v1/placed/Hall")
      let other = try await two.post(Self.desk + "/copy", #"{"to":"Attic"}"#, headers: key)
      #expect(other.status == 422)
      #expect(other.json["code"] == "key-used")
      let rename = ["Idempotency-Key": "k-2"]
      let first = try await one.post("/v1/placed/Hall/rename", #"{"to":"Den"}"#, headers: rename)
      let again = try await two.post("/v1/placed/Hall/rename", #"{"to":"Den"}"#, headers: rename)
      #expect(first.status == 200 && again.status == 200 && again.body == first.body)
      let audit = try await two.get("/v1/audit").json["changes"].list
      #expect(audit.compactMap { $0["action"].stringValue } == ["rename", "copy", "place"])
    }
  }

  @Test(arguments: Kind.present)
  func whoChangedWhatIsKept(_ kind: Kind) async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    let (ada, eve) = (try await Tokens.token("a"), try await Tokens.token("b", subject: "eve"))
    let reader = try await Tokens.token("a", "read write")
    try await two(kind, access: access) { one, two in
      let put = try await one.send(
        "PUT", Self.desk, Self.placing(#"{"emphasis":0.5}"#), headers: ada.merging(Self.new) { $1 })
      let tag = put.headers["etag"] ?? ""
      _ = try await two.send(
        "PUT", Self.desk, Self.placing(#"{"emphasis":0.25}"#),
        headers: ada.merging(["If-Match": tag]) { $1 })
      let refused = try await two.send(
        "PUT", Self.desk, Self.placing("{}"), headers: ada.merging(["If-Match": tag]) { $1 })
      #expect(refused.status == 412)
      let audit = try await two.get("/v1/audit", headers: ada).json
      let changes = audit["changes"].list
      #expect(changes.count == 2 && audit["next"].isNull)
      let (last, first) = (changes[0], changes[1])
      #expect(last["number"] == 2 && last["by"] == "ada" && last["action"] == "change")
      #expect(last["name"] == "Desk" && last["before"] == first["after"])
      #expect(last["after"]["revision"] == 2 && last["after"]["family"] == "systemMedium")
      #expect(last["after"].compact.contains("0.25") && last["before"].compact.contains("0.5"))
      let page = try await one.get("/v1/audit?limit=1", headers: ada)
      #expect(page.json["changes"].list == [last])
      let next = try #require(page.json["next"].stringValue)
      #expect(page.headers["link"] == "</v1/audit?after=\(next)&limit=1>; rel=\"next\"")
      let rest = try await one.get("/v1/audit?limit=1&after=\(next)", headers: ada)
      #expect(rest.json["next"].isNull && rest.json["changes"].list == [first])
      #expect(rest.headers["link"] == nil)
      for (wrong, code) in [
        ("limit=0", "out-of-range"), ("limit=201", "out-of-range"), ("limit=x", "out-of-range"),
        ("after=2", "cursor-mismatch"),
      ] {
        let answer = try await one.get("/v1/audit?\(wrong)", headers: ada)
        #expect(answer.status == 400 && answer.json["code"].stringValue == code, "\(answer.text)")
      }
      #expect(try await one.get("/v1/audit", headers: eve).json["changes"] == [])
      #expect(try await one.get("/v1/audit", headers: reader).status == 403)
    }
  }

  /// While a new version of a widget is rolled out, a form of the old version keeps its answers.
  @Test(arguments: Kind.present)
  func aDraftOfAnotherDefinitionIsCarriedOver(_ kind: Kind) async throws {
    let widgets: @Sendable (Int) throws -> [ConfigurableWidget] = { place in
      [try ServiceHost.upNext(renaming: place == 0 ? [:] : ["emphasis": "weight"])]
    }
    try await two(kind, widgets: widgets) { old, new in
      let former = try await old.get("/v1/widgets/UpNext").json["definition"].stringValue ?? ""
      let present = try await new.get("/v1/widgets/UpNext").json["definition"].stringValue ?? ""
      #expect(former != present)
      let body = Self.placing(#"{"emphasis":0.25,"style":"list"}"#, #","definition":"\#(former)""#)
      let put = try await old.send("PUT", Self.desk, body, headers: Self.new)
      #expect(put.status == 201, "\(put.text)")
      let tag = try await new.get(Self.desk).headers["etag"] ?? ""
      for answer in [
        try await new.send("PUT", Self.desk, body, headers: ["If-Match": tag]),
        try await new.post(
          "/v1/widgets/UpNext/evaluate",
          #"{"draft":{"emphasis":0.25,"style":"list"},"texts":{"emphasis":"x"},"definition":"\#(former)"}"#
        ),
      ] {
        #expect(answer.status == 409, "\(answer.text)")
        #expect(answer.json["code"] == "definition-changed")
        #expect(answer.json["definition"].stringValue == present)
        #expect(answer.json["draft"] == ["weight": 0.25, "style": "list"], "\(answer.text)")
        #expect(answer.json["changes"][0]["parameter"] == "emphasis")
        #expect(answer.json["changes"][0]["now"] == "weight")
        #expect(answer.json["changes"][0]["isLoss"] == false)
        #expect(answer.json["issues"].isNull)
      }
      let refused = try await new.get(Self.desk).json
      #expect(refused["revision"] == 1)
      // The returned draft can be sent again.
      let again = try await new.send(
        "PUT", Self.desk,
        Self.placing(#"{"weight":0.25,"style":"list"}"#, #","definition":"\#(present)""#),
        headers: ["If-Match": tag])
      #expect(again.status == 200, "\(again.text)")
      // Answers under an unknown definition are carried over by name, and lost answers are
      // reported.
      let unknown = try await new.post(
        "/v1/widgets/UpNext/evaluate",
        #"{"draft":{"emphasis":0.25,"style":"list"},"definition":"d-0"}"#)
      #expect(unknown.status == 409)
      #expect(unknown.json["draft"] == ["style": "list"])
      #expect(unknown.json["issues"][0]["pointer"] == "/draft/emphasis")
    }
  }

  /// A timeline source that counts the calls to it; its timelines end after a while.
  private final class CountingTimeline: IntentTimelineProvider {
    let life: TimeInterval
    let count = Atomic(0)
    /// Whether all callers got the first timeline before it ended.
    let isInTime = Atomic(false)
    /// The current number of concurrent calls, and its maximum.
    private let load = Mutex((now: 0, most: 0))

    init(life: TimeInterval) { self.life = life }

    var name: String { "counting" }
    var most: Int { load.withLock { $0.most } }

    func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
      TimelineEntry(date: context.now, content: EntryContent(title: "Nothing"))
    }

    func timeline(
      for intent: Intent, in context: TimelineProviderContext
    ) async throws -> Timeline {
      let number = count.add(1, ordering: .relaxed).newValue
      load.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      defer { load.withLock { $0.now -= 1 } }
      try await Task.sleep(for: .milliseconds(150))
      let entry = TimelineEntry(
        date: context.now, content: EntryContent(title: "Call \(number)"))
      return Timeline(
        entries: [entry], reload: .after(context.now.addingTimeInterval(life)))
    }
  }

  /// One replica calls a source for both replicas, and calls it again before a timeline ends, even
  /// without requests.
  @Test(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.skipped)))
  func aSourceIsAskedOnceForAllReplicas() async throws {
    // On a busy machine, a short timeline can end before all callers have it.
    for life in [3.0, 12, 48] where try await isAskedOnce(CountingTimeline(life: life)) { return }
    Issue.record("Sixteen requests take longer than the timeline lasts.")
  }

  /// Checks that replicas call a source only once.
  ///
  /// - Returns: false if the first timeline ended before all callers got it.
  private func isAskedOnce(_ source: CountingTimeline) async throws -> Bool {
    var settings = ServiceSettings()
    settings.refreshInterval = .milliseconds(100)
    let path = Self.desk + "/timeline?timeZone=UTC"
    try await two(
      .postgres, settings: settings, widgets: { _ in [try ServiceHost.upNext(timeline: source)] }
    ) { one, two in
      _ = try await one.send("PUT", Self.desk, Self.placing("{}"), headers: Self.new)
      let start = ContinuousClock.now
      let answers = try await withThrowingTaskGroup(of: ServiceResponse.self) { group in
        for place in 0..<16 {
          group.addTask { try await (place.isMultiple(of: 2) ? one : two).get(path) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.text))")
      guard start.duration(to: .now) < .seconds(source.life) else { return }
      source.isInTime.store(true, ordering: .relaxed)
      #expect(Set(answers.map { $0.headers["etag"] }).count == 1)
      #expect(source.count.load(ordering: .relaxed) == 1)
      // Without requests, the timeline is still replaced when it ends.
      try await eventually("two reloads", atMost: .seconds(60 + 2 * source.life)) {
        source.count.load(ordering: .relaxed) >= 3
      }
      let title = try await two.get(path).json["entries"][0]["title"].stringValue ?? ""
      let number = Int(title.split(separator: " ").last ?? "") ?? 0
      #expect(number >= 2, "\(title)")
      #expect(source.most == 1)
      #expect(number <= source.count.load(ordering: .relaxed))
    }
    return source.isInTime.load(ordering: .relaxed)
  }
}
