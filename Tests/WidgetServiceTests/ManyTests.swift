import Foundation
import IntentOptions
import JSONC
import SQLiteStore
import Synchronization
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport

/// Lists of any length: pages with opaque positions, links and filters.
///
/// The suite also tests what operators can do in all tenants.
@Suite(.startsPrograms) struct ManyTests {
  /// The rows on all pages of a list, found by following its links.
  private static func all(
    _ path: String, _ name: String, of client: HTTPClient, headers: [String: String] = [:]
  ) async throws -> (rows: [JSONValue], pages: Int) {
    var (rows, pages): ([JSONValue], Int) = ([], 0)
    var next: String? = path
    while let address = next {
      let answer = try await client.get(address, headers: headers)
      #expect(answer.status == 200, "\(address): \(answer.text)")
      rows += answer.json[name].list
      pages += 1
      try #require(pages < 100)
      let link = answer.headers["link"]
      #expect((link == nil) == answer.json["next"].isNull, "\(answer.text)")
      next = link.map { String($0.dropFirst().prefix { $0 != ">" }) }
      #expect(link.map { $0.hasSuffix(">; rel=\"next\"") } ?? true)
    }
    return (rows, pages)
  }

  /// Widgets of two kinds, some of whose names must be encoded in an address.
  private static let names = ["Desk", "Desk 2", "Hall", "a/b", "ä", "日本"]

  private static func fill(
    _ client: HTTPClient, headers: [String: String] = [:], kinds: [String] = ["One", "Two"]
  ) async throws {
    for (place, name) in names.enumerated() {
      let kind = kinds[place % kinds.count]
      let put = try await client.send(
        "PUT", "/v1/placed/\(encoded(name))", #"{"kind":"\#(kind)","draft":{"emphasis":0.25}}"#,
        headers: headers.merging(["If-None-Match": "*"]) { $1 })
      #expect(put.status == 201, "\(put.text)")
    }
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  @Test func theListOfPlacedWidgetsHasPagesAndFilters() async throws {
    let widgets = try ["One", "Two"].map { try ServiceHost.upNext(kind: $0) }
    try await ServiceHost.run(widgets: widgets) { client, _ in
      try await Self.fill(client)
      func names(_ query: String) async throws -> [String] {
        try await Self.all("/v1/placed?\(query)", "placed", of: client).rows
          .compactMap { $0["name"].stringValue }
      }
      for limit in 1...7 { #expect(try await names("limit=\(limit)") == Self.names) }
      #expect(try await names("kind=One&limit=1") == ["Desk", "Hall", "ä"])
      #expect(try await names("kind=Two&limit=2") == ["Desk 2", "a/b", "日本"])
      #expect(try await names("prefix=Desk&limit=1") == ["Desk", "Desk 2"])
      #expect(try await names("prefix=%C3%A4") == ["ä"])
      #expect(try await names("prefix=x") == [])
      #expect(try await names("kind=Two&prefix=Desk") == ["Desk 2"])
      let thin = try await client.get("/v1/placed?limit=1").json["placed"][0]
      #expect(thin["kind"] == "One" && thin["intentName"] == "UpNextIntent")
      #expect(thin["family"] == "systemMedium" && thin["draft"].isNull, "\(thin.compact)")
      let whole = try await client.get("/v1/placed?limit=1&fields=draft").json["placed"][0]
      let single = try await client.get("/v1/placed/Desk")
      #expect(whole["draft"] == single.json["draft"] && whole["state"] == "current")
      #expect(whole["etag"].stringValue == single.headers["etag"])
      // A position is valid only for the same query.
      let next = try await client.get("/v1/placed?limit=1").json["next"].stringValue ?? ""
      for (query, status, code) in [
        ("after=\(next)&kind=One", 400, "cursor-mismatch"),
        ("after=\(next)&prefix=D", 400, "cursor-mismatch"),
        ("after=x", 400, "cursor-mismatch"), ("after=", 400, "cursor-mismatch"),
        ("fields=all", 400, "unknown-word"), ("kind=Three", 404, "no-such-widget"),
        ("limit=0", 400, "out-of-range"), ("sort=name", 400, "unknown-query-item"),
      ] {
        let answer = try await client.get("/v1/placed?\(query)")
        #expect(answer.status == status, "\(query): \(answer.text)")
        #expect(answer.json["code"].stringValue == code, "\(query): \(answer.text)")
        // The message says what to do.
        #expect(answer.json["detail"].stringValue?.isEmpty == false, "\(query): \(answer.text)")
      }
      let other = try await client.get("/v1/removed?after=\(next)")
      #expect(other.json["code"] == "cursor-mismatch")
    }
  }

  @Test func widgetsAndChoicesHavePages() async throws {
    let items = (0..<1_000).map { OptionItem(identifier: "c\($0)", display: "Calendar \($0)") }
    let provider = InMemoryOptionsProvider(name: "many", OptionsCollection(items: items))
    let kinds = (0..<5).map { "Kind\($0)" }
    let widgets = try kinds.map { try ServiceHost.upNext(provider: provider, kind: $0) }
    try await ServiceHost.run(widgets: widgets) { client, _ in
      for limit in 1...6 {
        let (rows, pages) = try await Self.all(
          "/v1/widgets?limit=\(limit)&locale=de", "widgets", of: client)
        #expect(rows.compactMap { $0["kind"].stringValue } == kinds)
        #expect(pages == (5 + limit - 1) / limit)
      }
      let path = "/v1/widgets/Kind0/parameters/calendars/options"
      var (address, found): (String?, [String]) = (path + "?limit=200", [])
      var snapshots = Set<String>()
      while let next = address {
        let answer = try await client.post(next, "{}")
        #expect(answer.status == 200, "\(answer.text)")
        found += answer.json["sections"][0]["items"].list
          .compactMap { $0["identifier"].stringValue }
        snapshots.insert(answer.json["snapshot"].stringValue ?? "")
        let link = answer.headers["link"]
        #expect((link == nil) == answer.json["next"].isNull)
        address = link.map { String($0.dropFirst().prefix { $0 != ">" }) }
        try #require(found.count <= 1_000)
      }
      // A page has at most 200 choices, and all pages come from the same snapshot of the list.
      #expect(found == items.map(\.identifier) && snapshots.count == 1)
      let window = try await client.post(path + "?limit=2", #"{"window":{"from":990}}"#).json
      #expect(window["from"] == 990 && window["sections"][0]["items"].list.count == 2)
      let next = window["next"].stringValue ?? ""
      let rest = try await client.post(path + "?after=\(next)", #"{"window":{"count":50}}"#).json
      #expect(rest["from"] == 992 && rest["sections"][0]["items"].list.count == 8)
      #expect(rest["next"].isNull)
      let other = try await client.get("/v1/widgets?limit=1").json["next"].stringValue ?? ""
      for wrong in ["after=x", "after=\(other)", "limit=0"] {
        #expect(try await client.post(path + "?" + wrong, "{}").status == 400, "\(wrong)")
      }
      // Every list accepts the limits in its description, and no others.
      let paths = try await client.get("/v1/openapi.json").json["paths"]
      for (address, template) in [
        (path, "/v1/widgets/{kind}/parameters/{name}/options"), ("/v1/audit", "/v1/audit"),
        ("/v1/placed", "/v1/placed"), ("/v1/removed", "/v1/removed"),
      ] {
        let isPost = address == path
        let parameters = paths[template][isPost ? "post" : "get"]["parameters"].list
        let limit = try #require(parameters.first { $0["name"] == "limit" }, "\(template)")
        let most = try #require(limit["schema"]["maximum"].intValue, "\(limit.compact)")
        for (number, status) in [(most, 200), (most + 1, 400)] {
          let query = "\(address)?limit=\(number)"
          let answer = isPost ? try await client.post(query, "{}") : try await client.get(query)
          #expect(answer.status == status, "\(query): \(answer.text)")
        }
      }
    }
  }

  @Test(arguments: ReplicaTests.Kind.present)
  func operatorsSeeAndEraseTenants(_ kind: ReplicaTests.Kind) async throws {
    try await kind.run { try await Self.operate(on: try $0()) }
  }

  private static func operate(on driver: any StoreDriver) async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    let olga = try await Tokens.token("ops", "read admin operator", subject: "olga")
    let admin = try await Tokens.token("acme", "read write options admin")
    let other = try await Tokens.token("beta", "read write options admin", subject: "eve")
    let widgets = [try ServiceHost.upNext()]
    try await ServiceHost.run(access: access, widgets: widgets, driver: driver) { client, _ in
      for token in [admin, other] {
        try await Self.fill(client, headers: token, kinds: ["UpNext"])
      }
      let tenants = try await Self.all("/v1/tenants?limit=1", "tenants", of: client, headers: olga)
      #expect(tenants.rows.compactMap { $0["name"].stringValue } == ["acme", "beta"])
      #expect(tenants.pages == 2)
      // Only an operator can access another tenant.
      for path in [
        "/v1/placed", "/v1/placed/Desk", "/v1/placed/Desk/history", "/v1/removed", "/v1/audit",
        "/v1/devices", "/v1/webhooks",
      ] {
        let mine = try await client.get(path, headers: admin)
        let asked = try await client.get(path + "?tenant=acme", headers: olga)
        #expect(asked.status == 200 && asked.body == mine.body, "\(path): \(asked.text)")
        let refused = try await client.get(path + "?tenant=acme", headers: other)
        #expect(refused.status == 403 && refused.json["code"] == "scope-missing", "\(path)")
        let wrong = try await client.get(path + "?tenant=a%20b", headers: olga)
        #expect(wrong.status == 400 && wrong.json["code"] == "not-a-tenant", "\(path)")
      }
      let stream = "/v1/events?tenant=acme"
      #expect(try await client.get(stream, headers: other).status == 403)
      let port = client.port
      let ready = try await HTTPClient.waiting { () -> String in
        let connection = try HTTPConnection(port: port)
        connection.request("GET", stream, olga, nil)
        _ = try connection.head()
        return try connection.text(upTo: "\n\n")
      }
      #expect(
        ready.contains("event: ready") && ready.contains(".\(Self.names.count)\n"), "\(ready)")
      #expect(try await client.get("/v1/tenants", headers: admin).status == 403)
      // A widget of the caller's own tenant, and one of another tenant; if a state is given, the
      // widget must be in that state.
      for field in ["If-Match", "If-None-Match"] {
        var headers = admin
        headers[field] = field == "If-Match" ? #""old""# : "*"
        let refused = try await client.post("/v1/placed/Desk/erase", "", headers: headers)
        #expect(refused.status == 412 && refused.json["code"] == "changed", "\(refused.text)")
      }
      let erased = try await client.post("/v1/placed/Desk/erase", "", headers: admin)
      #expect(erased.status == 204, "\(erased.text)")
      #expect(try await client.post("/v1/placed/Desk/erase", "", headers: admin).status == 404)
      let reader = try await Tokens.token("acme", "read write options")
      #expect(try await client.post("/v1/placed/Hall/erase", "", headers: reader).status == 403)
      for query in ["", "?tenant=acme"] {
        let answer = try await client.post("/v1/placed/Hall/erase" + query, "", headers: other)
        #expect(answer.status == (query.isEmpty ? 204 : 403), "\(answer.text)")
      }
      let remote = try await client.post("/v1/placed/Hall/erase?tenant=acme", "", headers: olga)
      #expect(remote.status == 204)
      let audit = try await client.get("/v1/audit", headers: admin).json["changes"].list
      #expect(audit.count == Self.names.count)
      #expect(audit.filter { $0["name"] == "" }.count == 2, "\(audit)")
      // The subject has a pseudonym everywhere in the tenant's log.
      let body = #"{"subject":"ada"}"#
      let renamed = try await client.post("/v1/audit/erase", body, headers: admin).json
      #expect(renamed["changes"] == 4, "\(renamed.compact)")
      let log = try await client.get("/v1/audit", headers: admin).text
      let pseudonym = try #require(renamed["pseudonym"].stringValue)
      #expect(!log.contains("\"ada\""), "\(log)")
      #expect(log.components(separatedBy: pseudonym).count == 5, "\(log)")
      #expect(try await client.post("/v1/audit/erase", "{}", headers: admin).status == 422)
      #expect(
        try await client.post("/v1/audit/erase", #"{"subject":""}"#, headers: admin).status == 422)
      // Everything that belongs to a tenant, and nothing that belongs to others.
      let refused = try await client.send("DELETE", "/v1/tenants/beta", "", headers: admin)
      #expect(refused.status == 403)
      let gone = try await client.send("DELETE", "/v1/tenants/acme", "", headers: olga)
      #expect(gone.status == 204, "\(gone.text)")
      #expect(try await client.get("/v1/placed", headers: admin).json["placed"] == [])
      #expect(try await client.get("/v1/audit", headers: admin).json["changes"] == [])
      let kept = try await client.get("/v1/placed", headers: other).json["placed"].list
      #expect(kept.count == Self.names.count - 1)
      let left = try await client.get("/v1/tenants", headers: olga).json["tenants"].list
      #expect(left.compactMap { $0["name"].stringValue } == ["beta"])
    }
  }

  /// A source of choices that counts its requests.
  private final class CountingProvider: OptionsProvider {
    let asked = Mutex((options: 0, defaults: 0))
    var name: String { "counting" }
    func options(for request: OptionsRequest) async throws -> OptionsCollection {
      asked.withLock { $0.options += 1 }
      return OptionsCollection(items: [
        OptionItem(identifier: "work", display: "Work"),
        OptionItem(identifier: "home", display: "Home"),
      ])
    }
    func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
      asked.withLock { $0.defaults += 1 }
      return [OptionItem(identifier: "home", display: "Home")]
    }
  }

  /// If a change affects only answers that do not come from a source, the source gets no request,
  /// and its earlier default is kept.
  @Test func aChangeAsksNoSourceThatItDoesNotNeed() async throws {
    let provider = CountingProvider()
    try await ServiceHost.run(widgets: [try ServiceHost.upNext(provider: provider)]) { client, _ in
      func put(_ draft: String, _ condition: [String: String]) async throws -> ServiceResponse {
        let answer = try await client.send(
          "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":\#(draft)}"#, headers: condition)
        #expect(answer.status < 300, "\(answer.text)")
        return answer
      }
      var last = try await put(#"{"mirrorCalendarApp":false}"#, ["If-None-Match": "*"])
      let first = provider.asked.withLock { $0 }
      #expect(first.defaults == 1)
      for style in ["list", "countdown", "agenda"] {
        last = try await put(
          #"{"mirrorCalendarApp":false,"style":"\#(style)"}"#,
          ["If-Match": last.headers["etag"] ?? ""])
        #expect(last.json["intent"]["parameters"]["calendars"][0]["identifier"] == "home")
      }
      let then = provider.asked.withLock { $0 }
      #expect(then == first, "\(then)")
      // When the row appears for the first time, the source gets a request.
      let hidden = try await client.send(
        "PUT", "/v1/placed/Hall", #"{"kind":"UpNext","draft":{"mirrorCalendarApp":true}}"#,
        headers: ["If-None-Match": "*"])
      #expect(provider.asked.withLock { $0.defaults } == 1)
      let shown = try await client.send(
        "PUT", "/v1/placed/Hall", #"{"draft":{"mirrorCalendarApp":false}}"#,
        headers: ["If-Match": hidden.headers["etag"] ?? ""])
      #expect(shown.status == 200, "\(shown.text)")
      #expect(shown.json["intent"]["parameters"]["calendars"][0]["identifier"] == "home")
    }
  }

  /// “If-Match: *” does not name a state, so a change by somebody else does not cause a refusal.
  @Test func whoNamesNoStateIsNeverOvertaken() async throws {
    try await ServiceHost.run(widgets: [try ServiceHost.upNext()]) { client, _ in
      let made = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#, headers: ["If-None-Match": "*"])
      #expect(made.status == 201, "\(made.text)")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<8 {
          group.addTask {
            for count in 0..<10 {
              let answer = try await client.send(
                "PUT", "/v1/placed/Desk",
                #"{"draft":{"emphasis":0.\#(writer)\#(count)1}}"#, headers: ["If-Match": "*"])
              #expect(answer.status == 200, "\(answer.text)")
            }
          }
        }
        try await group.waitForAll()
      }
      let last = try await client.send("GET", "/v1/placed/Desk")
      #expect(last.json["revision"] == 81, "\(last.text)")
    }
  }
}
