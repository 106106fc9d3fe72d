public import IntentModel

/// The description of a widget for the gallery: its kind, texts, families and timeline provider.
///
///     let clock = IntentConfiguration(
///       kind: "WorldClock", intent: "WorldClockIntent", provider: WorldClockProvider()
///     )
///     .configurationDisplayName("World Clock")
///     .supportedFamilies([.systemSmall, .systemMedium])
public protocol WidgetConfiguration: Sendable {
  /// The name by which the app and the store know the widget.
  var kind: String { get }

  /// The name in the gallery; by default the kind.
  var displayName: String { get set }

  /// The description in the gallery.
  var description: String { get set }

  /// The families in which it can be placed; by default all.
  var supportedFamilies: [WidgetFamily] { get set }

  /// The type name of the intent that configures it; nil for a widget without a configuration.
  var intentTypeName: String? { get }

  /// The provider of its timelines.
  var timelineProvider: any IntentTimelineProvider { get }
}

extension WidgetConfiguration {
  /// A copy with another name for the gallery.
  public func configurationDisplayName(_ name: String) -> Self {
    var changed = self
    changed.displayName = name
    return changed
  }

  /// A copy with another description for the gallery.
  public func description(_ text: String) -> Self {
    var changed = self
    changed.description = text
    return changed
  }

  /// A copy for other families, sorted and without duplicates.
  public func supportedFamilies(_ families: [WidgetFamily]) -> Self {
    var changed = self
    changed.supportedFamilies = Set(families).sorted()
    return changed
  }
}

/// A widget without a configuration.
public struct StaticConfiguration: WidgetConfiguration {
  /// The name by which the app and the store know the widget.
  public let kind: String

  /// The name in the gallery.
  public var displayName: String

  /// The description in the gallery.
  public var description = ""

  /// The families in which it can be placed.
  public var supportedFamilies = WidgetFamily.allCases

  private let provider: any StaticTimelineProvider

  /// Makes the configuration of a kind.
  public init(kind: String, provider: any StaticTimelineProvider) {
    self.kind = kind
    self.provider = provider
    displayName = kind
  }

  /// Nil, because the widget has no intent.
  public var intentTypeName: String? { nil }

  /// The provider, which ignores the intents that it gets.
  public var timelineProvider: any IntentTimelineProvider {
    UnconfiguredProvider(provider: provider)
  }
}

/// A widget that is configured by an intent.
public struct IntentConfiguration: WidgetConfiguration {
  /// The name by which the app and the store know the widget.
  public let kind: String

  /// The name in the gallery.
  public var displayName: String

  /// The description in the gallery.
  public var description = ""

  /// The families in which it can be placed.
  public var supportedFamilies = WidgetFamily.allCases

  /// The type name of the intent that configures it.
  public let intentTypeName: String?

  /// The provider of its timelines.
  public let timelineProvider: any IntentTimelineProvider

  /// Makes the configuration of a kind.
  ///
  /// - Parameters:
  ///   - kind: The name by which the app and the store know the widget.
  ///   - intent: The type name of the intent, such as `WorldClockIntent`.
  ///   - provider: The provider of the timelines.
  public init(kind: String, intent: String, provider: any IntentTimelineProvider) {
    self.kind = kind
    intentTypeName = intent
    timelineProvider = provider
    displayName = kind
  }

  /// The provider's ready-made intents for this widget.
  public var recommendations: [IntentRecommendation] {
    timelineProvider.recommendations().filter { $0.intent.typeName == intentTypeName }
  }
}

/// The size of a widget in points.
public struct DisplaySize: Sendable, Hashable {
  /// The width in points.
  public var width: Double

  /// The height in points.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size of a family on a phone of 390 by 844 points, or on a tablet for the extra large
  /// family.
  ///
  /// Devices differ, so a provider reads the size in its context instead.
  public init(of family: WidgetFamily) {
    switch family {
    case .systemSmall: self.init(width: 158, height: 158)
    case .systemMedium: self.init(width: 338, height: 158)
    case .systemLarge: self.init(width: 338, height: 354)
    case .systemExtraLarge: self.init(width: 715, height: 354)
    case .accessoryCorner: self.init(width: 32, height: 32)
    case .accessoryCircular: self.init(width: 72, height: 72)
    case .accessoryRectangular: self.init(width: 160, height: 72)
    case .accessoryInline: self.init(width: 234, height: 26)
    }
  }
}
