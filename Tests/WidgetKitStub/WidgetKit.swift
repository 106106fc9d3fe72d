// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stub of Apple's WidgetKit with the declarations that generated code uses, so that the code can
// be compiled without Xcode. Names, labels and types are those in Apple's documentation; the
// declarations do nothing.

public import AppIntents
public import Foundation

#if canImport(FoundationNetworking)
  // On Linux, `URLRequest` is in a separate module.
  @_exported import FoundationNetworking
#endif

public enum WidgetFamily: Sendable {
  case systemSmall, systemMedium, systemLarge, systemExtraLarge
  case accessoryCircular, accessoryRectangular, accessoryInline
}

public struct TimelineEntryRelevance: Sendable, Hashable {
  public init(score: Float, duration: TimeInterval = 0) {}
}

public protocol TimelineEntry {
  var date: Date { get }
  var relevance: TimelineEntryRelevance? { get }
}

public struct TimelineReloadPolicy: Sendable {
  public static let atEnd = TimelineReloadPolicy()
  public static let never = TimelineReloadPolicy()
  public static func after(_ date: Date) -> TimelineReloadPolicy { TimelineReloadPolicy() }
}

public struct Timeline<EntryType: TimelineEntry> {
  public let entries: [EntryType]
  public let policy: TimelineReloadPolicy
  public init(entries: [EntryType], policy: TimelineReloadPolicy) {
    (self.entries, self.policy) = (entries, policy)
  }
}

public struct TimelineProviderContext {
  public let family: WidgetFamily
  public let isPreview: Bool
}

public protocol AppIntentTimelineProvider {
  associatedtype Entry: TimelineEntry
  associatedtype Intent: WidgetConfigurationIntent
  typealias Context = TimelineProviderContext
  func placeholder(in context: Context) -> Entry
  func snapshot(for configuration: Intent, in context: Context) async -> Entry
  func timeline(for configuration: Intent, in context: Context) async -> Timeline<Entry>
}

public struct WidgetPushInfo {
  public let token: Data
}

public struct WidgetInfo {
  public let kind: String
  public let family: WidgetFamily
  public func widgetConfigurationIntent<Intent: WidgetConfigurationIntent>(
    of type: Intent.Type
  ) -> Intent? { nil }
}

public protocol WidgetPushHandler {
  init()
  func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo])
}
