import Foundation
import IntentDocuments
import IntentModel
import JSONC
import SQLiteStore
import Testing
import WidgetStore
import WidgetTestSupport
import WidgetTimeline

@testable import StoreModel
@testable import WidgetService

/// Requests about many placed widgets: those that a changed definition affects, and all widgets of
/// a tenant as JSON Lines.
@Suite(.startsPrograms) struct TransferTests {
  /// Runs a closure with a store that several services can use, one after the other.
  private static func withStore(
    _ body: (@escaping @Sendable () throws -> any StoreDriver) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "transfer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.sqlite").path
    try await body { try SQLiteDriver(path: path) }
  }

  private static func put(
    _ client: HTTPClient, _ name: String, _ draft: String, kind: String = "UpNext"
  ) async throws {
    let put = try await client.send(
      "PUT", "/v1/placed/\(name)", #"{"kind":"\#(kind)","draft":\#(draft)}"#,
      headers: ["If-None-Match": "*"])
    #expect(put.status == 201, "\(put.text)")
  }

  private static func send(
    _ client: HTTPClient, _ lines: String, _ query: String = ""
  ) async throws -> [JSONValue] {
    let answer = try await client.send(
      "POST", "/v1/import" + query, lines, headers: ["Content-Type": "application/jsonl"])
    #expect(answer.status == 200, "\(answer.text)")
    return answer.text.split(separator: "\n").map { (try? JSONText.parse(String($0))) ?? .null }
  }

  private static func export(_ client: HTTPClient) async throws -> String {
    let answer = try await client.get("/v1/export")
    #expect(answer.status == 200 && answer.headers["content-type"] == "application/jsonl")
    return answer.text
  }

  /// A filter by state finds the widgets that have this state in the full list, and their count.
  @Test func whoIsAffectedByAChangeIsListed() async throws {
    try await Self.withStore { driver in
      try await ServiceHost.run(
        widgets: [try ServiceHost.upNext(), try ServiceHost.upNext(kind: "Gone")],
        driver: try driver()
      ) { client, _ in
        for number in 0..<7 { try await Self.put(client, "E\(number)", #"{"emphasis":0.25}"#) }
        for number in 0..<3 { try await Self.put(client, "S\(number)", #"{"style":"list"}"#) }
        try await Self.put(client, "G", "{}", kind: "Gone")
      }
      try await ServiceHost.run(
        widgets: [try ServiceHost.upNext(without: "emphasis")], driver: try driver()
      ) { client, _ in
        try await Self.put(client, "New", #"{"style":"list"}"#)
        let all = try await client.get("/v1/placed?fields=draft").json["placed"].list
        #expect(all.count == 12)
        var sum = 0
        for state in ["current", "changed", "unreadable", "damaged"] {
          let wanted = all.filter { $0["state"].stringValue == state }.map { $0["name"] }
          var (found, path): ([JSONValue], String?) = ([], "/v1/placed?state=\(state)&limit=3")
          var count: Int?
          while let place = path {
            let page = try await client.get(place)
            #expect(page.status == 200, "\(page.text)")
            found += page.json["placed"].list
            #expect(count == nil || page.json["count"].isNull)
            count = count ?? page.json["count"].intValue
            path = page.headers["link"].map { String($0.dropFirst().prefix { $0 != ">" }) }
          }
          #expect(found.map { $0["name"] } == wanted && count == wanted.count, "\(state)")
          #expect(found.allSatisfy { $0["state"].stringValue == state && $0["draft"].isNull })
          sum += count ?? 0
        }
        #expect(sum == 12)
        let changed = try await client.get("/v1/placed?state=changed&prefix=E").json
        #expect(changed["count"] == 7)
        #expect(
          changed["placed"].list.allSatisfy {
            $0["changes"][0]["parameter"] == "emphasis" && $0["changes"][0]["isLoss"] == true
          }, "\(changed.compact)")
        #expect(try await client.get("/v1/placed?state=odd").json["code"] == "unknown-word")
      }
    }
  }

  /// A widget with an array that can have the given number of elements in the large family.
  private static func list(_ size: Int) -> ConfigurableWidget {
    let tags = ParameterDefinition(
      name: "tags", type: .string(StringMetadata()), displayPriority: 1, isConfigurable: true,
      supportsMultipleValues: true, hasFixedSize: true,
      arraySizes: ArraySizes([.systemLarge: size]))
    let intent = IntentDefinition(name: "List", parameters: [tags])
    return ConfigurableWidget(
      kind: "List", displayName: "List", description: "", families: [.systemLarge],
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])),
      definitionPath: "/List/List.json")
  }

  /// If an array in a new definition can have fewer elements than before, only the placed widgets
  /// with more elements are changed.
  @Test func shortenedArraysAreListed() async throws {
    try await Self.withStore { driver in
      try await ServiceHost.run(widgets: [Self.list(3)], driver: try driver()) { client, _ in
        for (name, tags) in [("A", #"["x","y","z"]"#), ("B", #"["x"]"#)] {
          let put = try await client.send(
            "PUT", "/v1/placed/\(name)",
            #"{"kind":"List","family":"systemLarge","draft":{"tags":\#(tags)}}"#,
            headers: ["If-None-Match": "*"])
          #expect(put.status == 201, "\(put.text)")
        }
        #expect(try await client.get("/v1/placed?state=changed").json["count"] == 0)
      }
      try await ServiceHost.run(widgets: [Self.list(2)], driver: try driver()) { client, _ in
        let changed = try await client.get("/v1/placed?state=changed").json
        #expect(changed["count"] == 1, "\(changed.compact)")
        let row = changed["placed"][0]
        #expect(row["name"] == "A" && row["state"] == "changed" && row["shortened"] == ["tags"])
        let one = try await client.get("/v1/placed/A").json
        #expect(one["state"] == "changed" && one["shortened"] == ["tags"], "\(one.compact)")
        #expect(one["draft"]["tags"] == ["x", "y", "z"])
        let other = try await client.get("/v1/placed/B").json
        #expect(other["state"] == "current" && other["shortened"].isNull, "\(other.compact)")
      }
    }
  }

  /// A row that an earlier program stored without the sizes of its arrays keeps its revision while
  /// nothing else changes.
  ///
  /// The mark that the earlier program gave the definition is still accepted.
  @Test func rowsWithoutSizesStayUnchanged() async throws {
    try await Self.withStore { driver in
      let draft = #"{"tags":["x","y","z"]}"#
      let mark = try DraftJSON.text(of: Self.list(3).schema.answerSchema.withoutSizes)
      #expect(!mark.contains("sizes") && !mark.contains("fixedSize"), "\(mark)")
      let body = """
        {"kind":"List","family":"systemLarge","definition":"d-\(ContentMark.of(mark))",\
        "draft":\(draft)}
        """
      try await ServiceHost.run(widgets: [Self.list(3)], driver: try driver()) { client, _ in
        let made = try await client.send(
          "PUT", "/v1/placed/A", body, headers: ["If-None-Match": "*"])
        #expect(made.status == 201, "\(made.text)")
      }
      let store = PlacedWidgetStore(try driver())
      var old = try #require(try await store.widget(named: "A"))
      old.answerSchema = old.answerSchema?.withoutSizes
      let revision = try await store.save(old, expecting: old.revision).revision
      try await ServiceHost.run(widgets: [Self.list(3)], driver: try driver()) { client, _ in
        let tag = try await client.get("/v1/placed/A").headers["etag"] ?? ""
        let put = try await client.send("PUT", "/v1/placed/A", body, headers: ["If-Match": tag])
        #expect(put.status == 200, "\(put.text)")
        let said = try await Self.send(client, try await Self.export(client))
        #expect(said.last?.compact == Self.numbers(unchanged: 1), "\(said)")
      }
      let present = try #require(try await store.widget(named: "A"))
      #expect(present.revision == revision && present.answerSchema?.isWithoutSizes == true)
      // The row does not contain sizes, so a smaller array in the definition does not count as a
      // change.
      try await ServiceHost.run(widgets: [Self.list(2)], driver: try driver()) { client, _ in
        let changed = try await client.get("/v1/placed?state=changed").json
        #expect(changed["count"] == 0, "\(changed.compact)")
      }
    }
  }

  /// An exported widget can be placed elsewhere unchanged, with its hidden answers; importing it
  /// again changes nothing.
  @Test func aTenantMovesAsLines() async throws {
    let hidden = #"{"mirrorCalendarApp":true,"calendars":[{"identifier":"work","display":"Work"}]}"#
    let lines = Held("")
    try await ServiceHost.run { client, _ in
      try await Self.put(client, "Desk", hidden)
      for number in 0..<450 { try await Self.put(client, "W\(number)", #"{"emphasis":0.25}"#) }
      lines.withLock { $0 = "" }
      let text = try await Self.export(client)
      #expect(text.split(separator: "\n").count == 451)
      // The same lines are imported into the same store, so no widget is new.
      let again = try await Self.send(client, text)
      #expect(again.map(\.compact) == [Self.numbers(unchanged: 451)])
      lines.withLock { $0 = text }
    }
    try await ServiceHost.run { client, _ in
      let text = lines.withLock { $0 }
      let trial = try await Self.send(client, text, "?dry-run=true")
      #expect(trial.map(\.compact) == [Self.numbers(placed: 451)])
      #expect(try await Self.export(client) == "")
      #expect(try await Self.send(client, text).map(\.compact) == [Self.numbers(placed: 451)])
      #expect(try await Self.export(client) == text)
      let desk = try await client.get("/v1/placed/Desk").json
      #expect(desk["draft"]["calendars"][0]["identifier"] == "work", "\(desk.compact)")
      // An exported intent does not change hidden answers.
      let intent =
        #"{"name":"Desk","intent":"UpNextIntent","family":"systemLarge","parameters":{"style":"list"}}"#
      #expect(try await Self.send(client, intent).map(\.compact) == [Self.numbers(changed: 1)])
      let changed = try await client.get("/v1/placed/Desk").json
      #expect(changed["family"] == "systemLarge" && changed["draft"]["style"] == "list")
      #expect(changed["draft"]["calendars"][0]["identifier"] == "work", "\(changed.compact)")
      #expect(try await client.get("/v1/placed/Desk/history").json["states"].list.count == 2)
    }
  }

  private static func numbers(
    placed: Int = 0, changed: Int = 0, unchanged: Int = 0, invalid: Int = 0, problems: Int = 0
  ) -> String {
    """
    {"placed":\(placed),"changed":\(changed),"unchanged":\(unchanged),"invalid":\(invalid),\
    "problems":\(problems)}
    """
  }

  /// An import refuses an “Idempotency-Key”, and reports a family that the widget does not list; an
  /// export reports what a changed definition has lost.
  @Test func nothingIsLeftOutInSilence() async throws {
    try await Self.withStore { driver in
      try await ServiceHost.run(widgets: [try ServiceHost.upNext()], driver: try driver()) {
        client, _ in
        let line =
          #"{"name":"A","kind":"UpNext","family":"systemMediun","draft":{"emphasis":0.25}}"#
        let keyed = try await client.send(
          "POST", "/v1/import", line,
          headers: ["Content-Type": "application/jsonl", "Idempotency-Key": "k"])
        #expect(keyed.status == 400 && keyed.json["code"] == "key-not-taken", "\(keyed.text)")
        let detail = keyed.json["detail"].stringValue
        #expect(detail?.contains("the same thing twice") == true, "\(keyed.text)")
        let said = try await Self.send(client, line)
        #expect(said.first?["code"] == "family-not-listed" && said.first?["line"] == 1, "\(said)")
        #expect(said.first?["text"].stringValue?.contains("systemMedium") == true, "\(said)")
        #expect(said.last?.compact == Self.numbers(placed: 1, problems: 1))
      }
      try await ServiceHost.run(
        widgets: [try ServiceHost.upNext(without: "emphasis")], driver: try driver()
      ) { client, _ in
        let text = try await Self.export(client)
        let json = try JSONText.parse(text)
        #expect(json["changes"][0]["parameter"] == "emphasis", "\(text)")
        #expect(json["changes"][0]["isLoss"] == true && json["draft"]["emphasis"].isNull)
        let query = "?dry-run=true&accept-losses=true"
        #expect(try await Self.send(client, text, query).last?["invalid"] == 0)
        // A family that the widget does not list also counts as a change.
        let changed = try await client.get("/v1/placed?state=changed").json
        #expect(changed["count"] == 1 && changed["placed"][0]["state"] == "family-dropped")
        #expect(try await client.get("/v1/placed?state=family-dropped").json["count"] == 1)
        #expect(try await client.get("/v1/placed?state=current").json["count"] == 0)
      }
    }
  }

  /// Each invalid line is reported with its position, and the others are stored.
  @Test func wrongLinesAreNamed() async throws {
    try await ServiceHost.run { client, _ in
      let good = #"{"name":"A","kind":"UpNext","family":"systemMedium","draft":{}}"#
      let wrong: [(line: String, code: String?)] = [
        ("{", nil), (#"{"kind":"UpNext","draft":{}}"#, "missing-member"),
        (#"{"name":"B","draft":{}}"#, "missing-member"),
        (#"{"name":"B","kind":"Clock","draft":{}}"#, "no-such-widget"),
        (#"{"name":"B","kind":"UpNext","family":"hu-e","draft":{}}"#, "unknown-family"),
        (#"{"name":"B","kind":"UpNext","draft":{"emphasis":7}}"#, nil),
        (#"{"name":"B","kind":"UpNext","drafts":{}}"#, "unknown-member"),
        (#"{"name":"B\nC","kind":"UpNext","draft":{}}"#, "invalid-text"),
        (#"{"name":"B","problem":"The file is damaged."}"#, "missing-member"),
        (
          #"{"name":"B","intent":"ClockIntent","family":"systemMedium","parameters":{}}"#,
          "wrong-intent"
        ),
        (#"{"intent":"UpNextIntent","family":"systemMedium","parameters":{}}"#, "missing-member"),
      ]
      for (number, (line, code)) in wrong.enumerated() {
        let text = "\n" + good.replacing(#""A""#, with: "\"A\(number)\"") + "\n\(line)\n"
        let said = try await Self.send(client, text)
        let issues = said.dropLast()
        #expect(!issues.isEmpty, "\(line)")
        #expect(issues.allSatisfy { $0["line"] == 3 }, "\(said)")
        if let code {
          #expect(issues.contains { $0["code"].stringValue == code }, "\(line): \(said)")
        }
        #expect(said.last?["placed"] == 1 && said.last?["invalid"] == 1, "\(said)")
      }
      let names = try await client.get("/v1/placed").json["placed"].list
      #expect(names.count == wrong.count)
      // If two lines have the same name, the last one counts.
      let lines = [good, good.replacing("{}", with: #"{"style":"list"}"#)]
      let text = (lines + [lines[1]]).joined(separator: "\n")
      for query in ["?dry-run=true", ""] {
        let twice = try await Self.send(client, text, query)
        #expect(twice.last?.compact == Self.numbers(placed: 1, changed: 1, unchanged: 1))
      }
      #expect(try await client.get("/v1/placed/A").json["draft"]["style"] == "list")
    }
  }
}
