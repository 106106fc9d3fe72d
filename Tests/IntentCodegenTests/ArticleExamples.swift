/// The code that the article *Serve an iOS app* asks the app to write next to its generated
/// extension.
let articleApp = """
  import Foundation
  import WidgetKit

  extension WorldClockWidgetService {
    public var address: URL { Account.service }
    public var bundle: String { "com.example.clock" }
    public var isForDevelopment: Bool { Account.isDebugBuild }
    public var device: String { Account.device }
    public var folder: URL { Account.container }
    public func token() async throws -> String? {
      try await Account.token(scopes: ["read", "device"])
    }
    public func placedName(of intent: WorldClock) -> String? { Account.placedName(of: intent) }
  }

  @available(iOS 26.0, macOS 26.0, watchOS 26.0, visionOS 26.0, *)
  struct ClockWidget: Widget {
    var body: some WidgetConfiguration {
      AppIntentConfiguration(
        kind: "WorldClock", intent: WorldClock.self, provider: WorldClockTimelineProvider()
      ) { entry in ClockView(entry: entry) }
      .pushHandler(WorldClockWidgetPushHandler.self)
    }
  }

  """

/// Stand-ins for the SwiftUI declarations that the code uses, and for the app's own declarations.
let articleSurroundings = """

  enum Account {
    static let service = URL(filePath: "/")
    static let isDebugBuild = true
    static let device = "d"
    static let container = URL(filePath: "/")
    static func token(scopes: [String]) async throws -> String? { nil }
    static func placedName(of intent: WorldClock) -> String? { nil }
  }

  protocol WidgetConfiguration {}

  protocol Widget {
    associatedtype Body: WidgetConfiguration
    var body: Body { get }
  }

  @available(iOS 17.0, macOS 14.0, watchOS 10.0, *)
  struct AppIntentConfiguration<
    Intent, Provider: AppIntentTimelineProvider, Content
  >: WidgetConfiguration where Provider.Intent == Intent {
    init(
      kind: String, intent: Intent.Type, provider: Provider,
      content: (Provider.Entry) -> Content
    ) {}
  }

  @available(iOS 26.0, macOS 26.0, watchOS 26.0, visionOS 26.0, *)
  extension WidgetConfiguration {
    func pushHandler(_ type: any WidgetPushHandler.Type) -> some WidgetConfiguration { self }
  }

  @available(iOS 17.0, macOS 14.0, watchOS 10.0, *)
  struct ClockView {
    var entry: WorldClockWidgetEntry
  }

  """
