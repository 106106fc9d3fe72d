import IntentModel
import IntentOptions
import JSONC
import Synchronization
import Testing
import WidgetService
import WidgetTimeline

/// Whether the tenants and the successive callers of a source share its choices and timelines.
@Suite struct ScopeTests {
  /// A source whose choices and timeline contain the scope, and which records the scopes of its
  /// requests.
  private final class Source: OptionsProvider, IntentTimelineProvider {
    let name = "scopes"
    let dependsOnScope: Bool
    private let found = Mutex<[String?]>([])

    init(dependsOnScope: Bool) { self.dependsOnScope = dependsOnScope }

    var scopes: [String?] { found.withLock { $0 } }

    private func word(_ scope: String?) -> String {
      found.withLock { $0.append(scope) }
      return scope ?? "nobody"
    }

    func options(for request: OptionsRequest) async throws -> OptionsCollection {
      [OptionItem(stringLiteral: word(request.scope))]
    }

    func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
      TimelineEntry(date: context.now, content: EntryContent(title: context.scope ?? "nobody"))
    }

    func timeline(
      for intent: Intent, in context: TimelineProviderContext
    ) async throws -> Timeline {
      let content = EntryContent(title: word(context.scope))
      return Timeline(entries: [TimelineEntry(date: context.now, content: content)], reload: .never)
    }
  }

  /// What two tenants get from one source, and the number of calls to it, if each tenant sends two
  /// requests.
  private static func titles(dependsOnScope: Bool) async throws -> (found: [String], asked: Int) {
    let source = Source(dependsOnScope: dependsOnScope)
    let widget = try ServiceHost.upNext(provider: source, timeline: source)
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    let tenants = [try await Tokens.token("acme"), try await Tokens.token("zen")]
    let found = Mutex<[String]>([])
    try await ServiceHost.run(access: access, widgets: [widget]) { client, _ in
      for headers in tenants + tenants {
        let choices = try await client.post(
          "/v1/widgets/UpNext/parameters/calendars/options", #"{"draft":{}}"#, headers: headers)
        let timeline = try await client.post(
          "/v1/widgets/UpNext/timeline", #"{"draft":{}}"#, headers: headers)
        let placeholder = try await client.get(
          "/v1/widgets/UpNext/placeholder", headers: headers)
        #expect(choices.status == 200 && timeline.status == 200, "\(choices.text)\(timeline.text)")
        found.withLock {
          $0.append(choices.json["sections"][0]["items"][0]["identifier"].stringValue ?? "")
          $0.append(timeline.json["entries"][0]["title"].stringValue ?? "")
          $0.append(placeholder.json["title"].stringValue ?? "")
        }
      }
    }
    return (found.withLock { $0 }, source.scopes.count)
  }

  @Test func `Tenants share neither choices nor a timeline of a source that depends on them`()
    async throws
  {
    let (found, asked) = try await Self.titles(dependsOnScope: true)
    let once = ["acme", "acme", "acme", "zen", "zen", "zen"]
    #expect(found == once + once)
    #expect(asked == 4)
  }

  @Test func `A source that ignores tenants gets one request for all, without a tenant`()
    async throws
  {
    let (found, asked) = try await Self.titles(dependsOnScope: false)
    #expect(found == Array(repeating: "nobody", count: 12))
    #expect(asked == 2)
  }

  /// The service keeps choices for the time in the setting, and no longer.
  @Test(arguments: [(Duration.zero, 3), (.seconds(3_600), 1)])
  func `A source is asked again when its response is no longer fresh`(
    freshFor: Duration, times: Int
  ) async throws {
    let source = Source(dependsOnScope: false)
    let widget = try ServiceHost.upNext(provider: source, timeline: nil)
    var settings = ServiceSettings()
    (settings.optionsFreshFor, settings.optionsStaleFor) = (freshFor, .zero)
    try await ServiceHost.run(settings: settings, widgets: [widget]) { client, _ in
      for _ in 0..<3 {
        let choices = try await client.post(
          "/v1/widgets/UpNext/parameters/calendars/options", #"{"draft":{}}"#)
        #expect(choices.status == 200, "\(choices.text)")
      }
      #expect(source.scopes.count == times)
    }
  }
}
