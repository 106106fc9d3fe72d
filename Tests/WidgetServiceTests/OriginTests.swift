import Foundation
import JSONC
import Testing
import WidgetService
import WidgetTestSupport

/// Requests that the web pages of other sites can make a browser send.
@Suite(.startsPrograms) struct OriginTests {
  private static let placing = (
    method: "PUT", path: "/v1/placed/Other", body: #"{"kind":"UpNext","draft":{}}"#
  )
  /// Every kind of change, through the API and through the pages.
  private static let changes: [(method: String, path: String, body: String?)] = [
    (placing.method, placing.path, placing.body),
    ("POST", "/v1/placed/Desk/copy", #"{"to":"Stolen"}"#),
    ("POST", "/v1/placed/Desk/rename", #"{"to":"Stolen"}"#),
    ("POST", "/v1/placed/Desk/restore", #"{"revision":1}"#),
    ("DELETE", "/v1/placed/Desk", nil),
    ("POST", "/widgets/UpNext", "action=save&name=Stolen"),
    ("POST", "/placed/Desk/manage", "action=remove"),
  ]

  private static let foreign: [[String: String]] = [
    ["Origin": "https://evil.example"],
    ["Origin": "null"],
    // The service speaks HTTP on this machine, so HTTPS is another origin.
    ["Origin": "https://localhost"],
    ["Origin": "http://localhost@evil.example"],
    ["Origin": "http://evil.example/localhost"],
    ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"],
    ["Sec-Fetch-Site": "cross-site"],
    ["Sec-Fetch-Site": "same-site", "Origin": "https://other.localhost"],
  ]

  @Test func noPageOfAnotherSiteChangesAnything() async throws {
    try await ServiceHost.run { client, _ in
      let placed = try await client.send(
        "PUT", "/v1/placed/Desk", Self.placing.body, headers: ["If-None-Match": "*"])
      #expect(placed.status == 201)
      for change in Self.changes {
        for fields in Self.foreign {
          // A browser sends a body without a type for `new Blob([…])`, also in the mode `no-cors`.
          for type in [nil, "text/plain", "application/json", "application/x-www-form-urlencoded"] {
            let status = try await Self.status(client, change, fields, type)
            #expect(status == 403, "\(change) \(fields) \(type ?? "-")")
          }
        }
      }
      let names = try await client.get("/v1/placed").json["placed"].list.map { $0["name"] }
      #expect(names == ["Desk"])
      // Requests from programs and from the service's own pages are accepted.
      let copied = try await client.post("/v1/placed/Desk/copy", #"{"to":"Copy"}"#)
      #expect(copied.status == 201, "\(copied.text)")
      let own = try await client.post(
        "/v1/placed/Desk/copy", #"{"to":"Second"}"#,
        headers: ["Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"])
      #expect(own.status == 201, "\(own.text)")
      // A browser without Fetch Metadata.
      let older = try await client.post(
        "/v1/placed/Desk/copy", #"{"to":"Third"}"#, headers: ["Origin": "http://localhost"])
      #expect(older.status == 201, "\(older.text)")
    }
  }

  /// A page of another site cannot use any of the service's functions.
  @Test func noPageOfAnotherSiteReachesAnOperation() async throws {
    try await ServiceHost.run(pushSender: PushLog()) { client, _ in
      let document = try await client.get("/v1/openapi.json").json
      var count = 0
      for (path, operations) in document["paths"].objectValue ?? [:] {
        for method in (operations.objectValue ?? [:]).map(\.key) where method != "get" {
          count += 1
          let path = path.replacing(/\{[a-z]+\}/, with: "UpNext")
          for fields in Self.foreign {
            let change = (method: method.uppercased(), path: path, body: String?.some("{}"))
            for type in [nil, "application/json"] {
              let status = try await Self.status(client, change, fields, type)
              #expect(status == 403, "\(method) \(path) \(fields)")
            }
          }
        }
      }
      #expect(count > 25, "\(count)")
    }
  }

  @Test func anAllowedPageMayCallAndAnotherMayNot() async throws {
    var settings = ServiceSettings()
    settings.allowedOrigins = ["https://app.example"]
    try await ServiceHost.run(settings: settings) { client, _ in
      let path = "/v1/placed/Desk"
      let allowed = ["Origin": "https://app.example", "Sec-Fetch-Site": "cross-site"]
      let placed = try await client.send(
        "PUT", path, Self.placing.body, headers: allowed.merging(["If-None-Match": "*"]) { $1 })
      #expect(placed.status == 201, "\(placed.text)")
      #expect(placed.headers["access-control-allow-origin"] == "https://app.example")
      let other = try await client.send(
        "DELETE", path, headers: ["Origin": "https://evil.example"])
      #expect(other.status == 403 && other.json["code"] == "foreign-origin")
    }
  }

  @Test func aBodyWithoutATypeIsRefused() async throws {
    try await ServiceHost.run { client, _ in
      let bodies = [
        ("PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#),
        ("POST", "/v1/widgets/UpNext/evaluate", #"{"draft":{}}"#),
        ("POST", "/v1/widgets/UpNext/validate", #"{"intent":"UpNextIntent"}"#),
        ("POST", "/v1/widgets/UpNext/validate-lines", "{}\n"),
        ("POST", "/v1/definitions/check", "{}"),
        ("POST", "/widgets/UpNext", "action=save"),
      ]
      for (method, path, body) in bodies {
        let status = try await Self.status(client, (method, path, body), [:], nil)
        #expect(status == 415, "\(path)")
      }
    }
  }

  /// Sends a request with exactly these header fields.
  private static func status(
    _ client: HTTPClient, _ change: (method: String, path: String, body: String?),
    _ fields: [String: String], _ type: String?
  ) async throws -> Int {
    var fields = fields.merging(["Connection": "close"]) { $1 }
    if change.body != nil, let type { fields["Content-Type"] = type }
    let headers = fields
    return try await HTTPClient.waiting {
      let connection = try HTTPConnection(port: client.port)
      connection.request(
        change.method, change.path, headers, change.body.map { Array($0.utf8) })
      return try connection.head().status
    }
  }

  /// A cache does not give another caller a response that depends on a token.
  @Test func everyResponseVariesWithTheToken() async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    try await ServiceHost.run(access: access) { client, _ in
      let token = try await Tokens.token("a")
      for path in [
        "/v1/widgets", "/v1/widgets/UpNext/placeholder", "/v1/placed", "/", "/v1/placed/x",
      ] {
        let vary = try await client.get(path, headers: token).headers["vary"] ?? ""
        let names = vary.components(separatedBy: ", ")
        #expect(names.contains("Authorization"), "\(path): \(vary)")
        #expect(names.contains("Cookie") == (path == "/"), "\(path): \(vary)")
      }
    }
  }
}
