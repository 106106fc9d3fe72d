import Foundation
import SQLiteStore
import Testing
import WidgetLoading
import WidgetService
import WidgetTestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The Swift of this target's articles, compiled without changes, and run.
@Suite(.startsPrograms) struct ArticleExamples {
  struct WidgetClient {
    var service: URL
    var token: String?

    func send(
      _ path: String, body: [String: Any]? = nil, etag: String? = nil
    ) async throws -> (status: Int, data: Data, etag: String?) {
      guard let url = URL(string: path, relativeTo: service) else { throw URLError(.badURL) }
      var request = URLRequest(url: url)
      if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
      if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
      if let body {
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONSerialization.data(withJSONObject: body)
      }
      let (data, response) = try await URLSession.shared.data(for: request)
      guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      return (response.statusCode, data, response.value(forHTTPHeaderField: "ETag"))
    }
  }

  struct OptionsWindow: Decodable {
    struct Section: Decodable {
      var title: String?
      var items: [Item]
    }
    struct Item: Decodable {
      var identifier: String
      var display: String
      var subtitle: String?
    }
    var total: Int
    var sections: [Section]
  }

  func options(for term: String, from client: WidgetClient) async throws -> OptionsWindow {
    let answer = try await client.send(
      "/v1/widgets/UpNext/parameters/calendars/options",
      body: ["draft": ["mirrorCalendarApp": false], "search": term, "window": ["count": 50]])
    return try JSONDecoder().decode(OptionsWindow.self, from: answer.data)
  }

  struct Resolution: Decodable {
    struct Choice: Decodable {
      var identifier: String
      var standing: String
      var item: OptionsWindow.Item?
    }
    var choices: [Choice]
  }

  func resolve(_ identifiers: [String], with client: WidgetClient) async throws -> Resolution {
    let answer = try await client.send(
      "/v1/widgets/UpNext/parameters/calendars/resolve", body: ["identifiers": identifiers])
    return try JSONDecoder().decode(Resolution.self, from: answer.data)
  }

  struct WidgetTimeline: Codable {
    struct Entry: Codable {
      var date: String
      var title: String?
    }
    var entries: [Entry]
  }

  /// The timeline with its tag: the last one while it is valid, or while the service is unavailable.
  func timeline(
    of name: String, family: String, last: (timeline: WidgetTimeline, etag: String)?,
    from client: WidgetClient
  ) async throws -> (timeline: WidgetTimeline, etag: String) {
    do {
      let answer = try await client.send(
        "/v1/placed/\(name)/timeline?family=\(family)", etag: last?.etag)
      if answer.status == 200, let etag = answer.etag {
        return (try JSONDecoder().decode(WidgetTimeline.self, from: answer.data), etag)
      }
      if let last { return last }
      throw URLError(.badServerResponse)
    } catch let error as URLError {
      guard let last else { throw error }
      return last
    }
  }

  @Test func anExtensionGetsWhatItNeeds() async throws {
    let examples = self
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    let field = try await Tokens.token("a")
    let token = field["Authorization"].map { String($0.dropFirst(7)) }
    try await ServiceHost.run(
      access: access, now: { Date(timeIntervalSince1970: 1_750_000_000) }
    ) { client, _ in
      let put = try await client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"UpNext","draft":{}}"#,
        headers: field.merging(["If-None-Match": "*"]) { $1 })
      #expect(put.status == 201)
      let service = WidgetClient(
        service: try #require(URL(string: "http://127.0.0.1:\(client.port)")), token: token)
      let window = try await examples.options(for: "hom", from: service)
      #expect(window.total == 1)
      #expect(window.sections.first?.items.first?.identifier == "home")
      let resolution = try await examples.resolve(["work", "gone"], with: service)
      #expect(resolution.choices.map(\.standing) == ["offered", "missing"])
      #expect(resolution.choices.first?.item?.display == "Work")
      let first = try await examples.timeline(
        of: "Desk", family: "systemSmall", last: nil, from: service)
      #expect(first.timeline.entries.count == 6)
      let again = try await service.send(
        "/v1/placed/Desk/timeline?family=systemSmall", etag: first.etag)
      #expect(again.status == 304)
      let second = try await examples.timeline(
        of: "Desk", family: "systemSmall", last: first, from: service)
      #expect(second.etag == first.etag)
      #expect(second.timeline.entries.map(\.date) == first.timeline.entries.map(\.date))
    }
  }

  @Test func aServiceIsMadeOfAFolder() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path
    let folder = ServiceHost.checkout.appending(path: "Intents").path
    let service = try WidgetServer(
      access: .open, store: try .file(path),
      widgets: { language in
        WidgetLibrary(folders: [folder], language: language).readable.widgets
      })
    _ = service
  }
}
