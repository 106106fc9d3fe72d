import Foundation
import IntentModel
import JSONC
import SQLiteStore
import Synchronization
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport
import WidgetTimeline

/// People who place and change widgets, concurrently with other people.
@Suite(.startsPrograms) struct PlacedJourneyTests {
  private let desk = "/v1/placed/Desk"

  private func placing(_ draft: String) -> String {
    #"{"kind":"UpNext","family":"systemMedium","draft":\#(draft)}"#
  }

  @Test func aWidgetLives() async throws {
    try await ServiceHost.run { client, _ in
      let new = ["If-None-Match": "*"]
      let created = try await client.send(
        "PUT", desk, placing(#"{"style":"agenda","emphasis":0.75}"#), headers: new)
      #expect(created.status == 201)
      #expect(created.headers["location"] == desk)
      let tag = created.headers["etag"] ?? ""
      let read = try await client.get(desk)
      #expect(read.headers["etag"] == tag)
      #expect(read.json["draft"] == created.json["draft"])
      #expect(read.json["intent"]["parameters"]["emphasis"] == 0.75)
      let cached = try await client.get(desk, headers: ["If-None-Match": tag])
      #expect(cached.status == 304)
      // Every resource whose responses have an ETag supports preconditions (RFC 9110, section
      // 13.1).
      for path in [desk, "/v1/placed", "/v1/widgets", "/v1/openapi.json", "/v1/removed"] {
        let stale = try await client.get(path, headers: ["If-Match": #""old""#])
        #expect(stale.status == 412 && stale.json["code"] == "changed", "\(path)")
        #expect(try await client.get(path, headers: ["If-Match": "*"]).status == 200, "\(path)")
        #expect(
          try await client.get(path, headers: ["If-None-Match": "*"]).status == 304, "\(path)")
        let own = try await client.get(path).headers["etag"] ?? ""
        #expect(try await client.get(path, headers: ["If-Match": own]).status == 200, "\(path)")
      }
      #expect(try await client.get(desk, headers: ["If-Match": "old"]).status == 400)
      let again = try await client.send("PUT", desk, placing("{}"), headers: new)
      #expect(again.status == 412)
      let changed = try await client.send(
        "PUT", desk, placing(#"{"style":"list"}"#), headers: ["If-Match": tag])
      #expect(changed.status == 200)
      #expect(changed.headers["etag"] != tag)
      let history = try await client.get(desk + "/history").json
      #expect(history["states"].list.count == 2)
      #expect(history["states"][1]["etag"].stringValue == tag)
      #expect(history["states"][1]["draft"] == created.json["draft"])
      let same = try await client.send(
        "PUT", desk, placing(#"{"style":"list"}"#),
        headers: ["If-Match": changed.headers["etag"] ?? ""])
      #expect(same.status == 200 && same.json["revision"] == changed.json["revision"])
      let unknown = try await client.post(desk + "/restore", #"{"revision":77}"#)
      #expect(unknown.json["detail"] == "The revisions are: 1.")
      for path in ["Nope", "Nope/history", "Nope/timeline"] {
        let missing = try await client.get("/v1/placed/" + path)
        #expect(missing.json["detail"] == "List the names with: GET /v1/placed", "\(path)")
      }
      let restored = try await client.post(desk + "/restore", "{}")
      // The same answers in a different revision are a different representation (A-B-A).
      #expect(restored.json["draft"] == created.json["draft"])
      #expect(restored.headers["etag"] != tag)
      let stale = try await client.get(desk, headers: ["If-None-Match": tag])
      #expect(stale.status == 200 && stale.json["revision"] == 3, "\(stale.text)")
      let old = try await client.send(
        "PUT", desk, placing(#"{"style":"list"}"#), headers: ["If-Match": tag])
      #expect(old.status == 412 && old.json["current"]["revision"] == 3, "\(old.text)")
      let fresh = restored.headers["etag"] ?? ""
      #expect(try await client.get(desk, headers: ["If-None-Match": fresh]).status == 304)
      let copied = try await client.post(desk + "/copy", #"{"to":"Hall"}"#)
      #expect(copied.status == 201)
      let renamed = try await client.post("/v1/placed/Hall/rename", #"{"to":"Küche 1/2"}"#)
      #expect(renamed.headers["location"] == "/v1/placed/K%C3%BCche%201%2F2")
      let kitchen = try await client.get("/v1/placed/K%C3%BCche%201%2F2")
      #expect(kitchen.json["name"] == "Küche 1/2")
      let list = try await client.get("/v1/placed").json
      #expect(list["placed"].list.compactMap { $0["name"].stringValue } == ["Desk", "Küche 1/2"])
      let removed = try await client.send("DELETE", desk, headers: ["If-Match": fresh])
      #expect(removed.status == 204)
      #expect(try await client.get("/v1/removed").json["removed"] == ["Desk"])
      let gone = try await client.get(desk)
      #expect(gone.status == 404)
      #expect(gone.json["detail"].stringValue?.contains("POST \(desk)/restore") == true)
      #expect(try await client.send("DELETE", desk, headers: ["If-Match": tag]).status == 404)
      #expect(try await client.post(desk + "/restore", "{}").status == 200)
    }
  }

  /// The stored path leads to the widget, as on the terminal; the name selects one of several.
  @Test func aWidgetIsFoundByItsPath() async throws {
    var agenda = try ServiceHost.upNext(kind: "Agenda")
    (agenda.isFoundByName, agenda.entry) = (false, "Agenda")
    var list = try ServiceHost.upNext(kind: "List")
    (list.isFoundByName, list.entry) = (false, "List")
    let path = agenda.definitionPath
    try await ServiceHost.run(widgets: [try ServiceHost.upNext(), list, agenda]) { client, folder in
      let file = folder.appending(path: "store.sqlite").path
      let store = PlacedWidgetStore(try SQLiteDriver(path: file))
      let stored: [(String, String, String?)] = [
        ("Desk", "Agenda", path), ("Hall", "UpNext", nil),
      ]
      for (name, widget, path) in stored {
        let placed = PlacedWidget(
          name: name, widget: widget, definitionPath: path, intent: "UpNextIntent",
          family: .systemMedium)
        _ = try await store.save(placed, expecting: nil)
      }
      #expect(try await client.get(desk).json["kind"] == "Agenda")
      #expect(try await client.get("/v1/placed/Hall").json["kind"] == "UpNext")
      let created = try await client.send(
        "PUT", "/v1/placed/Shelf", #"{"kind":"List","family":"systemSmall","draft":{}}"#,
        headers: ["If-None-Match": "*"])
      #expect(created.status == 201 && created.json["issues"].isNull)
      let shelf = try await store.widget(named: "Shelf")
      #expect(shelf?.widget == "List" && shelf?.definitionPath == path)
    }
  }

  /// If a widget joins or leaves the folder of another widget, nothing changes for the other
  /// widget.
  @Test func aPlacedWidgetIsFoundByItsKind() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kind-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.sqlite").path
    func widget(_ kind: String, isListed: Bool) throws -> ConfigurableWidget {
      var widget = try ServiceHost.upNext(kind: kind)
      widget.name = isListed ? "X/\(kind)" : "X"
      (widget.entry, widget.isOnlyOfIntent) = (isListed ? kind : nil, !isListed)
      return widget
    }
    let alone = [try widget("x.one", isListed: false)]
    let both = try ["x.one", "x.two"].map { try widget($0, isListed: true) }
    let own = #"{"kind":"x.one","draft":{"emphasis":0.25}}"#
    try await ServiceHost.run(widgets: alone, driver: try SQLiteDriver(path: path)) { client, _ in
      let put = try await client.send("PUT", desk, own, headers: ["If-None-Match": "*"])
      #expect(put.status == 201, "\(put.text)")
      // Earlier versions stored a widget without its kind.
      let store = PlacedWidgetStore(try SQLiteDriver(path: path))
      try await store.save(
        PlacedWidget(name: "Old", widget: "X", intent: "UpNextIntent", family: .systemSmall),
        expecting: nil)
      #expect(try await client.get("/v1/placed/Old").json["kind"] == "x.one")
      #expect(try await client.get("/v1/placed?kind=x.one").json["placed"].list.count == 2)
    }
    try await ServiceHost.run(widgets: both, driver: try SQLiteDriver(path: path)) { client, _ in
      let found = try await client.get(desk).json
      #expect(found["kind"] == "x.one" && found["draft"]["emphasis"] == 0.25)
      #expect(try await client.get("/v1/placed?kind=x.one").json["placed"].list.count == 1)
      // Nothing determines to which of the two widgets the row `Old` belongs.
      #expect(try await client.get("/v1/placed/Old").json["state"] == "unreadable")
      let put = try await client.send(
        "PUT", "/v1/placed/Two", #"{"kind":"x.two","draft":{}}"#, headers: ["If-None-Match": "*"])
      #expect(put.status == 201, "\(put.text)")
    }
    try await ServiceHost.run(widgets: alone, driver: try SQLiteDriver(path: path)) { client, _ in
      let (own, other) = try await (client.get(desk).json, client.get("/v1/placed/Two").json)
      #expect(own["kind"] == "x.one" && other["state"] == "unreadable")
    }
  }

  private static let notes = ConfigurableWidget(
    kind: "Notes", displayName: "Notes", schema: IntentSchema.sample([.string("note")]))

  /// Answers for one kind are never stored in a widget of another kind.
  @Test func aNameKeepsItsKind() async throws {
    let widgets = [
      try ServiceHost.upNext(), try ServiceHost.upNext(kind: "Agenda"), Self.notes,
    ]
    try await ServiceHost.run(widgets: widgets) { client, _ in
      let note = #"{"kind":"Notes","family":"systemMedium","draft":{"note":"kept"}}"#
      var put = try await client.send("PUT", desk, note, headers: ["If-None-Match": "*"])
      let before = try await client.get(desk)
      let tag = put.headers["etag"] ?? ""
      for kind in ["UpNext", "Agenda"] {
        let body = #"{"kind":"\#(kind)","draft":{}}"#
        put = try await client.send("PUT", desk, body, headers: ["If-Match": tag])
        #expect(put.status == 409 && put.json["code"] == "conflict", "\(put.text)")
        #expect(put.json["title"].stringValue?.contains("Notes") == true, "\(put.text)")
      }
      let wrong = [
        #"{"name":"Desk","kind":"UpNext","draft":{}}"#,
        #"{"name":"Desk","kind":"Agenda","draft":{"emphasis":0.5}}"#,
      ]
      for query in ["", "?dry-run=true"] {
        let said = try await client.send(
          "POST", "/v1/import" + query, wrong.joined(separator: "\n"),
          headers: ["Content-Type": "application/jsonl"]
        ).text.split(separator: "\n").map { try JSONText.parse(String($0)) }
        #expect(said.dropLast().map { $0["code"] } == ["conflict", "conflict"], "\(said)")
        #expect(said.last?["invalid"] == 2 && said.last?["changed"] == 0, "\(said)")
      }
      #expect(try await client.get(desk).json == before.json)
    }
    // An intent identifies its widget by its type.
    try await ServiceHost.run(widgets: [try ServiceHost.upNext(), Self.notes]) { client, _ in
      let body = placing(#"{"emphasis":0.25}"#)
      _ = try await client.send("PUT", desk, body, headers: ["If-None-Match": "*"])
      let intent = Self.notes.schema.intent.typeName
      let said = try await client.send(
        "POST", "/v1/import",
        #"{"name":"Desk","intent":"\#(intent)","family":"systemMedium","parameters":{"note":"n"}}"#,
        headers: ["Content-Type": "application/jsonl"]
      ).text
      #expect(said.contains(#""code":"conflict""#) && said.contains(#""changed":0"#), "\(said)")
      #expect(try await client.get(desk).json["kind"] == "UpNext")
    }
  }

  /// A conflict includes the family and the kind.
  @Test func aConflictHasTheFamiliesAndTheKinds() async throws {
    try await ServiceHost.run(widgets: [try ServiceHost.upNext(), Self.notes]) { client, _ in
      let created = try await client.send(
        "PUT", desk, placing(#"{"style":"agenda"}"#), headers: ["If-None-Match": "*"])
      let tag = ["If-Match": created.headers["etag"] ?? ""]
      _ = try await client.send("PUT", desk, placing(#"{"emphasis":0.25}"#), headers: tag)
      let mine = placing(#"{"style":"list"}"#).replacing("systemMedium", with: "systemSmall")
      var late = try await client.send("PUT", desk, mine, headers: tag)
      let families: JSONValue = ["yours": ["from": "systemMedium", "to": "systemSmall"]]
      #expect(late.status == 412 && late.json["familyChanges"] == families, "\(late.text)")
      #expect(late.json["kindChanges"].isNull, "\(late.text)")
      #expect(late.json["detail"].stringValue?.contains("familyChanges") == true)
      #expect(try await client.send("DELETE", desk, headers: ["If-Match": "*"]).status == 204)
      let note = #"{"kind":"Notes","family":"systemLarge","draft":{"note":"n"}}"#
      _ = try await client.send("PUT", desk, note, headers: ["If-None-Match": "*"])
      late = try await client.send("PUT", desk, mine, headers: tag)
      #expect(late.status == 412 && late.json["theirs"].isNull, "\(late.text)")
      #expect(late.json["kindChanges"] == ["theirs": ["from": "UpNext", "to": "Notes"]])
      #expect(
        late.json["familyChanges"]["theirs"] == ["from": "systemMedium", "to": "systemLarge"])
      #expect(late.json["detail"].stringValue?.contains("under another name") == true)
    }
  }

  @Test func aMisspeltTrialRunWritesNothing() async throws {
    try await ServiceHost.run { client, _ in
      let refused = try await client.send(
        "PUT", desk + "?dryRun=true", placing("{}"), headers: ["If-None-Match": "*"])
      #expect(refused.status == 400 && refused.json["code"] == "unknown-query-item")
      #expect(refused.text.contains("dry-run"), "\(refused.text)")
      let timeline = try await client.get(desk + "/timeline?foo=1").json["detail"]
      #expect(
        timeline == """
          Choose from “family”, “timeZone”, “at”, “colorScheme”, “dynamicTypeSize”, \
          “widgetRenderingMode”, “locale”.
          """)
      #expect(try await client.get(desk).status == 404)
      #expect(try await client.get("/v1/widgets?locale=de").status == 200)
    }
  }

  /// If a family in a query is nearly the name of a known family, the request is refused, as on the
  /// terminal.
  @Test func aMisspeltFamilyInAQueryIsRefused() async throws {
    try await ServiceHost.run { client, _ in
      for path in ["/v1/widgets/UpNext/placeholder", "/v1/widgets/UpNext/form"] {
        let refused = try await client.get(path + "?family=systemSmal")
        #expect(refused.status == 400 && refused.json["code"] == "unknown-family", "\(path)")
        #expect(refused.text.contains("Did you mean “systemSmall”?"), "\(refused.text)")
        #expect(try await client.get(path + "?family=laterFamily").status == 200, "\(path)")
      }
    }
  }

  /// A family that the widget does not list is used, as on the terminal, and the response reports
  /// this.
  @Test func aFamilyThatIsNotListedIsRemarkedOn() async throws {
    try await ServiceHost.run { client, _ in
      let placed = try await client.send(
        "PUT", desk, #"{"kind":"UpNext","family":"systemExtraLarge","draft":{}}"#,
        headers: ["If-None-Match": "*"])
      #expect(placed.status == 201 && placed.json["family"] == "systemExtraLarge")
      let form = try await client.post(
        "/v1/widgets/UpNext/evaluate", #"{"family":"systemExtraLarge"}"#)
      for answer in [placed, form] {
        let issue = answer.json["issues"][0]
        #expect(issue["code"] == "family-not-listed" && issue["severity"] == "warning")
        #expect(issue["pointer"] == "/family", "\(answer.text)")
      }
    }
  }

  /// Two people change the same widget: the second gets both versions.
  @Test func nobodyOverwritesWhatHeHasNotSeen() async throws {
    try await ServiceHost.run { client, _ in
      let created = try await client.send(
        "PUT", desk, placing(#"{"style":"agenda"}"#), headers: ["If-None-Match": "*"])
      let tag = created.headers["etag"] ?? ""
      let bare = try await client.send("DELETE", desk)
      #expect(bare.status == 428 && !bare.text.contains("If-None-Match"), "\(bare.text)")
      _ = try await client.send(
        "PUT", desk, placing(#"{"style":"agenda","emphasis":0.25}"#), headers: ["If-Match": tag])
      let late = try await client.send(
        "PUT", desk, placing(#"{"style":"list"}"#), headers: ["If-Match": tag])
      #expect(late.status == 412)
      #expect(late.json["code"] == "changed")
      #expect(late.json["yours"] == [["parameter": "style", "from": "agenda", "to": "list"]])
      #expect(late.json["theirs"] == [["parameter": "emphasis", "from": nil, "to": 0.25]])
      let current = try await client.get(desk)
      #expect(late.json["current"] == current.json)
      #expect(late.headers["etag"] == current.headers["etag"])
      let removed = try await client.send("DELETE", desk, headers: ["If-Match": tag])
      #expect(removed.status == 412)
      #expect(removed.json["detail"].stringValue?.contains("Read the widget again") == true)
      #expect(removed.json["current"] == current.json)
      // A tag without quotation marks is invalid (RFC 9110, section 8.8.3).
      for (method, path) in [("PUT", desk), ("DELETE", desk), ("POST", desk + "/rename")] {
        let body = method == "PUT" ? placing("{}") : #"{"to":"Hall"}"#
        let bare = try await client.send(
          method, path, body, headers: ["If-Match": tag.replacing("\"", with: "")])
        #expect(bare.status == 400 && bare.json["code"] == "not-an-etag", "\(method)")
        #expect(bare.json["detail"].stringValue?.contains("If-Match: \(tag)") == true)
      }
      // A request to restore or to rename an outdated state is refused as well.
      for (path, body) in [("/restore", #"{"revision":1}"#), ("/rename", #"{"to":"Hall"}"#)] {
        let refused = try await client.send(
          "POST", desk + path, body, headers: ["If-Match": tag, "Idempotency-Key": path])
        #expect(refused.status == 412 && refused.json["current"] == current.json, "\(path)")
      }
      // No remedy suggests overwriting an existing widget with a new one.
      let again = try await client.send(
        "PUT", desk, placing(#"{"style":"list"}"#), headers: ["If-None-Match": "*"])
      #expect(again.status == 412)
      #expect(again.json["title"].stringValue?.contains("already exists") == true, "\(again.text)")
      let present = ["If-Match": current.headers["etag"] ?? "", "Idempotency-Key": "once"]
      for _ in 0..<2 {
        // A repeated request gets the same response, although the state has changed.
        let named = try await client.send(
          "POST", desk + "/rename", #"{"to":"Hall"}"#, headers: present)
        #expect(named.status == 200, "\(named.text)")
      }
      #expect(removed.headers["etag"] == current.headers["etag"])
      let none = try await client.send("PUT", desk, placing("{}"))
      #expect(none.status == 428)
      // If there is no current state, there is nothing to merge with.
      let nowhere = try await client.send(
        "PUT", "/v1/placed/Nowhere", placing("{}"), headers: ["If-Match": "*"])
      #expect(nowhere.status == 412 && nowhere.json["current"] == .null)
      #expect(nowhere.json["detail"].stringValue?.contains("“If-None-Match: *”") == true)
    }
  }

  /// A removed widget has no state that “If-Match” could name, so it can be restored only without
  /// that field.
  @Test func aRemovedWidgetHasNoState() async throws {
    try await ServiceHost.run { client, _ in
      let put = try await client.send("PUT", desk, placing("{}"), headers: ["If-None-Match": "*"])
      let tag = put.headers["etag"] ?? ""
      #expect(try await client.send("DELETE", desk, headers: ["If-Match": tag]).status == 204)
      for match in [tag, "*"] {
        let refused = try await client.post(desk + "/restore", "{}", headers: ["If-Match": match])
        #expect(refused.status == 412 && refused.json["code"] == "changed", "\(refused.text)")
        #expect(refused.json["current"] == .null)
      }
      #expect(try await client.get(desk).status == 404)
      let never = try await client.post(
        "/v1/placed/Never/restore", "{}", headers: ["If-Match": tag])
      #expect(never.status == 404, "\(never.text)")
      #expect(try await client.post(desk + "/restore", "{}").status == 200)
    }
  }

  /// If a removal and other changes are sent at once for the same state, only one of them is made.
  @Test(arguments: ReplicaTests.Kind.present)
  func oneOfAllChangesOfAStateIsMade(_ kind: ReplicaTests.Kind) async throws {
    let widgets = [try ServiceHost.upNext()]
    try await kind.run { driver in
      try await ServiceHost.run(widgets: widgets, driver: try driver()) { client, _ in
        for round in 0..<12 {
          let path = "/v1/placed/W\(round)"
          let put = try await client.send(
            "PUT", path, placing("{}"), headers: ["If-None-Match": "*"])
          let changed = try await client.send(
            "PUT", path, placing(#"{"emphasis":0.25}"#),
            headers: ["If-Match": put.headers["etag"] ?? ""])
          #expect(changed.status == 200, "\(changed.text)")
          let match = ["If-Match": changed.headers["etag"] ?? ""]
          async let removed = client.send("DELETE", path, headers: match)
          async let renamed = client.post(
            path + "/rename", #"{"to":"R\#(round)"}"#, headers: match)
          async let restored = client.post(path + "/restore", #"{"revision":1}"#, headers: match)
          let all = try await [removed, renamed, restored]
          #expect(all.count { $0.status < 300 } == 1, "\(all.map { "\($0.status) \($0.text)" })")
        }
      }
    }
  }

  /// One of several concurrent writers succeeds, and the others get an error.
  @Test func ofEightWritersEachEitherWinsOrKnows() async throws {
    try await ServiceHost.run { client, _ in
      var tag =
        try await client.send("PUT", desk, placing("{}"), headers: ["If-None-Match": "*"])
        .headers["etag"] ?? ""
      for round in 0..<5 {
        let start = tag
        let answers = try await withThrowingTaskGroup(of: ServiceResponse.self) { group in
          for writer in 0..<8 {
            group.addTask {
              try await client.send(
                "PUT", desk, placing(#"{"emphasis":0.\#(round + 1)\#(writer + 1)}"#),
                headers: ["If-Match": start])
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0.status == 200 } == 1)
        #expect(answers.count { $0.status == 412 } == 7)
        let winner = answers.first { $0.status == 200 }
        tag = winner?.headers["etag"] ?? ""
        #expect(try await client.get(desk).json["draft"] == winner?.json["draft"])
      }
      // If several writers send the same change, only one of them changes the state that they all
      // have read.
      let start = tag
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await client.send(
              "PUT", desk, placing(#"{"emphasis":0.99}"#), headers: ["If-Match": start]
            ).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 7))
    }
  }

  /// The tag of a response differs by language if the response has messages.
  ///
  /// A tag from a response in any language can be used to change the state.
  @Test func aTagIsOfAnAnswerInALanguage() async throws {
    try await ServiceHost.run { client, _ in
      func put(_ family: String, _ headers: [String: String]) async throws -> ServiceResponse {
        try await client.send(
          "PUT", desk, #"{"kind":"UpNext","family":"\#(family)","draft":{}}"#, headers: headers)
      }
      func tag(_ language: String) async throws -> String {
        let answer = try await client.get(desk, headers: ["Accept-Language": language])
        let tag = answer.headers["etag"] ?? ""
        for (other, status) in [(language, 304), (language == "ja" ? "he" : "ja", 200)] {
          let again = try await client.get(
            desk, headers: ["Accept-Language": other, "If-None-Match": tag])
          #expect(again.status == status, "\(language) \(other)")
        }
        return tag
      }
      var made = try await put(
        "systemExtraLarge", ["If-None-Match": "*", "Accept-Language": "de"])
      for language in ["de", "en", "ja", "de-AT"] {
        let present = try await tag(language)
        if language == "de" { #expect(present == made.headers["etag"]) }
        made = try await put(
          language == "en" ? "systemSmall" : "systemExtraLarge", ["If-Match": present])
        #expect(made.status == 200, "\(language): \(made.text)")
        _ = try await put("systemExtraLarge", ["If-Match": made.headers["etag"] ?? ""])
      }
      // A widget without problems has no messages.
      _ = try await put("systemMedium", ["If-Match": "*"])
      let german = try await client.get(desk, headers: ["Accept-Language": "de"])
      let english = try await client.get(desk, headers: ["Accept-Language": "en"])
      #expect(german.headers["etag"] == english.headers["etag"])
    }
  }

  /// A removal during other changes is either refused because of a change, or removes the widget.
  @Test func aRemovalAmongWritersRemovesOrKnows() async throws {
    try await ServiceHost.run { client, _ in
      for round in 0..<5 {
        _ = try await client.send("PUT", desk, placing("{}"), headers: ["If-None-Match": "*"])
        let answers = try await withThrowingTaskGroup(of: ServiceResponse.self) { group in
          for writer in 0..<8 {
            group.addTask {
              try await client.send(
                "PUT", desk, placing(#"{"emphasis":0.\#(round + 1)\#(writer + 1)}"#),
                headers: ["If-Match": "*"])
            }
            group.addTask { try await client.send("DELETE", desk, headers: ["If-Match": "*"]) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        for answer in answers {
          #expect([200, 204, 404, 412].contains(answer.status), "\(answer.text)")
        }
      }
    }
  }

  @Test func whatCannotBeStoredIsRefusedWhole() async throws {
    try await ServiceHost.run { client, _ in
      let new = ["If-None-Match": "*"]
      let bad = try await client.send(
        "PUT", desk, placing(#"{"emphasis":9,"style":"x"}"#), headers: new)
      #expect(bad.status == 422)
      #expect(
        bad.json["issues"].list.compactMap { $0["pointer"].stringValue }.sorted() == [
          "/draft/emphasis", "/draft/style",
        ])
      let places = [
        ("{\n\"kind\":\"UpNext\",\n \"family\":\"hu-ge\"}", 3, 11, "Choose from"),
        ("{\n\"kind\":\"UpNext\",\n \"draft\":{\n\"emphasis\":9}}", 4, 12, "Give 1 or less."),
        ("{\n\"kind\":\"UpNext\",\n \"draft\":{\"x\":9}}", 3, 11, "Choose from"),
        ("{\n\"kind\":\"UpNext\",\n \"knid\":9}", 3, 2, "Did you mean “kind”?"),
      ]
      for (body, line, column, remedy) in places {
        let issue = try await client.send("PUT", desk, body, headers: new).json["issues"][0]
        #expect(issue["line"].intValue == line && issue["column"].intValue == column, "\(body)")
        #expect(issue["remedy"].stringValue?.hasPrefix(remedy) == true, "\(body) \(issue)")
      }
      let name = try await client.send("PUT", "/v1/placed/%07", placing("{}"), headers: new)
      #expect(name.status == 422)
      let kind = try await client.send("PUT", desk, #"{"kind":"UpNxt","draft":{}}"#, headers: new)
      #expect(kind.status == 404)
      #expect(kind.json["detail"].stringValue?.contains("UpNext") == true)
      let dry = try await client.send("PUT", desk + "?dry-run=true", placing("{}"), headers: new)
      #expect(dry.status == 200 && dry.json["draft"].objectValue != nil)
      // Nothing was stored, so the response has no tag of a state.
      #expect(dry.headers["etag"] == nil && dry.json["etag"].isNull, "\(dry.text)")
      #expect(try await client.get("/v1/placed").json["placed"] == [])
      // Only the families of the widget are offered.
      for method in ["PUT " + desk, "POST /v1/widgets/UpNext/evaluate"] {
        let parts = method.split(separator: " ").map(String.init)
        let wrong = try await client.send(
          parts[0], parts[1],
          #"{"kind":"UpNext","family":"hu-e"}"#.replacing(
            parts[0] == "POST" ? #""kind":"UpNext","# : "", with: ""), headers: new)
        let remedy = wrong.json["issues"][0]["remedy"].stringValue ?? ""
        #expect(remedy.contains("systemSmall"), "\(wrong.text)")
        #expect(!remedy.contains("accessoryCircular"), "\(wrong.text)")
      }
    }
  }

  /// A family of a later system is kept and used; a misspelled family is never used silently.
  @Test func familiesThatAreNotKnownAreKept() async throws {
    try await ServiceHost.run { client, _ in
      let created = try await client.send(
        "PUT", desk, #"{"kind":"UpNext","family":"systemJumbo"}"#, headers: ["If-None-Match": "*"])
      #expect(created.status == 201, "\(created.text)")
      #expect(created.json["family"] == "systemJumbo")
      #expect(created.text.contains("Only the name of the widget family"), "\(created.text)")
      let rows = try await client.post(
        "/v1/widgets/UpNext/evaluate", #"{"family":"systemSmal","draft":{}}"#)
      #expect(
        rows.status == 200 && rows.text.contains("Did you mean “systemSmall”?"), "\(rows.text)")
      let intent = #"{"intent":"UpNextIntent","parameters":{}}"#
      let named = intent.replacing("{\"intent", with: "{\"family\":\"systemSmal\",\"intent")
      for (path, body) in [
        ("validate", named), ("validate-lines", named),
        ("validate-lines?family=systemSmal", intent),
      ] {
        let said = try await client.post("/v1/widgets/UpNext/\(path)", body)
        #expect(
          said.text.contains("systemSmall") && !said.text.contains("\"valid\":false"),
          "\(said.text)")
      }
      for path in [desk, "/placed/Desk"] {
        #expect(try await client.get(path).status == 200, "\(path)")
      }
      let misspelt = try await client.get(desk + "/timeline?family=systemLrage")
      #expect(
        misspelt.status == 400 && misspelt.text.contains("Did you mean “systemLarge”?"),
        "\(misspelt.text)")
    }
  }

  /// Hidden answers and answers beyond the family's limit are kept, and are part of the state that
  /// is checked.
  @Test func hiddenAnswersAreKept() async throws {
    try await ServiceHost.run { client, _ in
      let draft =
        #"{"mirrorCalendarApp":true,"calendars":[{"identifier":"work","display":"Work"}]}"#
      let created = try await client.send(
        "PUT", desk, placing(draft), headers: ["If-None-Match": "*"])
      #expect(created.json["draft"]["calendars"][0]["identifier"] == "work")
      #expect(created.json["intent"]["parameters"]["calendars"].isNull)
      let other = try await client.send(
        "PUT", desk, placing(draft.replacing("work", with: "home")),
        headers: ["If-Match": created.headers["etag"] ?? ""])
      #expect(other.headers["etag"] != created.headers["etag"])
    }
  }

  @Test func aRequestThatIsSentAgainIsDoneOnce() async throws {
    try await ServiceHost.run { client, _ in
      _ = try await client.send("PUT", desk, placing("{}"), headers: ["If-None-Match": "*"])
      let key = ["Idempotency-Key": "k-1"]
      let first = try await client.post(desk + "/copy", #"{"to":"Hall"}"#, headers: key)
      let second = try await client.post(desk + "/copy", #"{"to":"Hall"}"#, headers: key)
      #expect(first.status == 201)
      #expect(second.status == 201)
      #expect(second.body == first.body)
      #expect(try await client.post(desk + "/copy", #"{"to":"Hall"}"#).status == 409)
      let other = try await client.post(desk + "/copy", #"{"to":"Attic"}"#, headers: key)
      #expect(other.json["code"] == "key-used")
    }
  }

  /// Listeners receive changes and, after a lost connection, the changes that they missed.
  @Test func changesAreEvents() async throws {
    try await ServiceHost.run { client, _ in
      let port = client.port
      let stream = Task {
        try await HTTPClient.waiting { () -> [String] in
          let connection = try HTTPConnection(port: port)
          connection.request("GET", "/v1/events", [:], nil)
          _ = try connection.head()
          return [try connection.text(upTo: "\n\n"), try connection.text(upTo: "\n\n")]
        }
      }
      // Once the first event has arrived, later changes are sent to the listener.
      var isCreated = false
      for number in 0..<200 where !isCreated {
        let put = try await client.send(
          "PUT", "/v1/placed/W\(number)", placing("{}"), headers: ["If-None-Match": "*"])
        #expect(put.status == 201)
        try await Task.sleep(for: .milliseconds(50))
        isCreated = number > 10
      }
      let events = try await stream.value
      #expect(events[0].contains("event: ready"))
      #expect(events[1].contains("event: placed"))
      #expect(events[1].contains(#""kind":"UpNext""#))
      let id = events[0].components(separatedBy: "id: ").last?.prefix { $0 != "\n" } ?? ""
      let missed = try await HTTPClient.waiting { [id = String(id)] () -> [String] in
        let connection = try HTTPConnection(port: port)
        connection.request("GET", "/v1/events", ["Last-Event-ID": id], nil)
        _ = try connection.head()
        return [try connection.text(upTo: "\n\n"), try connection.text(upTo: "\n\n")]
      }
      #expect(missed[1].contains("event: placed"))
      let strange = try await HTTPClient.waiting { () -> String in
        let connection = try HTTPConnection(port: port)
        connection.request("GET", "/v1/events", ["Last-Event-ID": "x-7"], nil)
        _ = try connection.head()
        return try connection.text(upTo: "\n\n")
      }
      #expect(strange.contains("event: reset"))
    }
  }

  /// A reload that the terminal requests in the same store makes only that timeline again.
  @Test func aReloadMakesTheTimelineAnew() async throws {
    let timeline = CountedTimeline()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let driver = try SQLiteDriver(path: folder.appending(path: "store.sqlite").path)
    let widget = try ServiceHost.upNext(timeline: timeline)
    try await ServiceHost.run(widgets: [widget], driver: driver) { client, _ in
      for name in ["Desk", "Hall"] {
        _ = try await client.send(
          "PUT", "/v1/placed/" + name, placing("{}"), headers: ["If-None-Match": "*"])
      }
      func title(_ name: String) async throws -> String? {
        let answer = try await client.get("/v1/placed/\(name)/timeline").json
        return answer["entries"][0]["title"].stringValue
      }
      #expect(try await title("Desk") == "Made 1")
      #expect(try await title("Hall") == "Made 1")
      try await PlacedWidgetStore(driver).requestReload(["Desk"])
      #expect(try await title("Desk") == "Made 2")
      #expect(try await title("Desk") == "Made 2")
      #expect(try await title("Hall") == "Made 1")
    }
  }

  @Test func timelinesAreFreshUntilTheyChange() async throws {
    let now = Date(timeIntervalSince1970: 1_780_000_500)
    try await ServiceHost.run(now: { now }) { client, _ in
      _ = try await client.send("PUT", desk, placing("{}"), headers: ["If-None-Match": "*"])
      let timeline = try await client.get(desk + "/timeline?timeZone=Europe/Berlin")
      #expect(timeline.status == 200)
      #expect(timeline.json["entries"].list.count == 6)
      // The next entry starts at the next full hour.
      let rest = 3_600 - Int(now.timeIntervalSince1970) % 3_600
      #expect(timeline.headers["cache-control"]?.contains("max-age=\(rest)") == true)
      let again = try await client.get(
        desk + "/timeline?timeZone=Europe/Berlin",
        headers: ["If-None-Match": timeline.headers["etag"] ?? ""])
      #expect(again.status == 304)
      let snapshot = try await client.get(desk + "/snapshot").json
      #expect(snapshot["title"] == "Entry 0")
      let later = try await client.get(desk + "/snapshot?at=2026-11-23T07:00:00Z").json
      #expect(later["title"] == "Entry 0")
      let wrong = try await client.get(desk + "/snapshot?at=tomorrow")
      #expect(wrong.status == 400)
      let zone = try await client.get(desk + "/timeline?timeZone=Europe/Berlm")
      #expect(zone.status == 400)
      let placeholder = try await client.get("/v1/widgets/UpNext/placeholder").json
      #expect(placeholder["title"] == "Nothing")
      let preview = try await client.post("/v1/widgets/UpNext/timeline", #"{"draft":{}}"#).json
      #expect(preview["entries"].list.count == 6)
      let days = try await client.post(desk + "/simulate", #"{"days":1,"views":20}"#).json
      #expect(days["reloads"].list.count > 0)
      #expect(try await client.post(desk + "/simulate", #"{"days":9}"#).status == 422)
    }
  }

  @Test func definitionsAreChecked() async throws {
    let path = ServiceHost.checkout.appending(path: "Intents/UpNext/UpNext.intentdefinition")
    let text = try String(contentsOf: path, encoding: .utf8)
    try await ServiceHost.run { client, _ in
      let type = ["Content-Type": "application/xml"]
      let check = try await client.post("/v1/definitions/check", text, headers: type)
      #expect(check.status == 200)
      let rows = try await client.post("/v1/definitions/describe", text, headers: type).json
      #expect(rows[0]["intent"] == "UpNextIntent")
      let json = try await client.post("/v1/definitions/convert?to=json", text, headers: type)
      #expect(json.status == 200)
      let back = try await client.post(
        "/v1/definitions/convert?to=intentdefinition", json.text, headers: type)
      #expect(back.text == text)
      let schema = try await client.post("/v1/definitions/convert?to=schema", text, headers: type)
      #expect(schema.json["$schema"].stringValue?.contains("2020-12") == true)
      // As in the command, the only intent for widgets is chosen; if there are several, the request
      // must name one.
      func intents(_ second: String) -> String {
        #"{"intents":[{"name":"A","eligibleForWidgets":true},{"name":"B","eligibleForWidgets":\#(second)}]}"#
      }
      let only = try await client.post("/v1/definitions/convert?to=schema", intents("false"))
      #expect(only.status == 200 && only.text.contains("AIntent"), "\(only.text)")
      let several = try await client.post("/v1/definitions/convert?to=schema", intents("true"))
      #expect(
        several.status == 422 && several.json["detail"] == "Name one with the query item “intent”.")
      let named = try await client.post(
        "/v1/definitions/convert?to=schema&intent=B", intents("true"))
      #expect(named.text.contains("BIntent"))
      let strange = try await client.post("/v1/definitions/convert?to=yaml", text, headers: type)
      #expect(strange.status == 400)
      let old = JSONValue.string(text)
      let new = JSONValue.string(text.replacing("lookAhead", with: "lookForward"))
      let both = JSONValue.object(["old": old, "new": new]).compact
      let diff = try await client.post("/v1/definitions/diff", both)
      #expect(diff.json["intents"].list.count == 1)
      let broken = try await client.post("/v1/definitions/describe", "{\"intents\":3}")
      #expect(broken.status == 422)
      #expect(broken.json["issues"][0]["pointer"] == "/intents")
    }
  }

  /// Before its first entry, a widget shows its placeholder, both in the API and on the pages: a
  /// single function decides what is on the screen.
  @Test func beforeTheFirstEntryThePlaceholderIsShown() async throws {
    let now = Date(timeIntervalSince1970: 1_780_000_500)
    try await ServiceHost.run(
      widgets: [try ServiceHost.upNext(timeline: PresentedTimeline())], now: { now }
    ) { client, _ in
      _ = try await client.send("PUT", desk, placing("{}"), headers: ["If-None-Match": "*"])
      #expect(try await client.get(desk + "/snapshot").json["title"] == "Nothing")
      #expect(try await client.get(desk + "/timeline").json["entries"].list.count == 1)
      let preview = try await client.post(
        "/v1/widgets/UpNext/snapshot", #"{"family":"systemMedium","draft":{}}"#)
      #expect(preview.json["title"] == "Nothing")
      let page = try await client.get("/widgets/UpNext").text
      #expect(page.contains("data-family=\"systemMedium\"><strong class=\"title\"><bdi>Nothing"))
      #expect(page.contains("<small>Placeholder</small>"))
    }
  }

  /// A reload does not remove the last entry from the screen before the new timeline starts.
  @Test func theLastEntryStaysUntilTheNewTimelineBegins() async throws {
    let moment = Mutex(Date(timeIntervalSince1970: 1_780_000_500))
    try await ServiceHost.run(
      widgets: [try ServiceHost.upNext(timeline: LateTimeline())],
      now: { moment.withLock { $0 } }
    ) { client, _ in
      _ = try await client.send("PUT", desk, placing("{}"), headers: ["If-None-Match": "*"])
      func screen() async throws -> [String] {
        let page = try await client.get("/placed/Desk/timeline").text
        let snapshot = try await client.get(desk + "/snapshot").json["title"].stringValue ?? ""
        let titles = ["Nothing", "Begun 1780000500", "Begun 1780000520", "Begun 1780000540"]
        // The entry on the screen is drawn first; the list of entries follows it.
        let drawn = page.components(separatedBy: "<strong class=\"title\">").dropFirst().first ?? ""
        return [titles.first(where: drawn.prefix(80).contains) ?? "none", snapshot]
      }
      #expect(try await screen() == ["Nothing", "Nothing"])
      moment.withLock { $0 += 12 }
      #expect(try await screen()[0] == "Begun 1780000500")
      // The timeline has ended, and the next one starts in ten seconds.
      moment.withLock { $0 += 8 }
      #expect(try await screen() == ["Begun 1780000500", "Begun 1780000500"])
      _ = try await client.post(desk + "/reload", "")
      #expect(try await screen() == ["Begun 1780000500", "Begun 1780000500"])
    }
  }

  /// The presentation that a caller specifies reaches the source, and each presentation has its own
  /// timeline.
  @Test func aTimelineIsMadeForItsPresentation() async throws {
    try await ServiceHost.run(widgets: [try ServiceHost.upNext(timeline: PresentedTimeline())]) {
      client, _ in
      _ = try await client.send("PUT", desk, placing("{}"), headers: ["If-None-Match": "*"])
      func subtitle(_ query: String) async throws -> JSONValue {
        try await client.get(desk + "/timeline" + query).json["entries"][0]["subtitle"]
      }
      #expect(try await subtitle("") == "plain")
      #expect(
        try await subtitle(
          "?colorScheme=dark&dynamicTypeSize=accessibility2&widgetRenderingMode=vibrant")
          == "colorScheme=dark dynamicTypeSize=accessibility2 widgetRenderingMode=vibrant")
      #expect(try await subtitle("?colorScheme=light") == "colorScheme=light")
      #expect(try await subtitle("") == "plain")
      let wrong = try await client.get(desk + "/timeline?colorScheme=sepia")
      #expect(wrong.status == 400)
      #expect(wrong.text.contains("light") && wrong.text.contains("sepia"), "\(wrong.text)")
      let openAPI = try await client.get("/v1/openapi.json").text
      #expect(openAPI.contains(#""widgetRenderingMode""#))
    }
  }
}

/// A timeline with a single entry, which starts in three seconds and shows the requested
/// presentation.
private struct PresentedTimeline: IntentTimelineProvider {
  var name: String { "presented" }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: "Nothing"))
  }

  func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let said = context.environment.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value.joined(separator: ","))" }.joined(separator: " ")
    let entry = TimelineEntry(
      date: context.now.addingTimeInterval(3),
      content: EntryContent(title: "Begun", subtitle: said.isEmpty ? "plain" : said))
    return Timeline(entries: [entry], reload: .never)
  }
}

/// A timeline whose only entry starts after ten seconds, and which ends after fifteen.
private struct LateTimeline: IntentTimelineProvider {
  var name: String { "late" }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: "Nothing"))
  }

  func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let entry = TimelineEntry(
      date: context.now.addingTimeInterval(10),
      content: EntryContent(title: "Begun \(Int(context.now.timeIntervalSince1970))"))
    return Timeline(entries: [entry], reload: .after(context.now.addingTimeInterval(15)))
  }
}

/// A timeline that shows how many times it has been made.
private final class CountedTimeline: IntentTimelineProvider {
  private let count = Mutex(0)

  var name: String { "counted" }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: "Nothing"))
  }

  func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let entry = TimelineEntry(date: context.now, content: EntryContent(title: "Made \(number)"))
    return Timeline(entries: [entry], reload: .never)
  }
}
