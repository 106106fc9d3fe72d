public import IntentModel

/// What a widget is to the gallery: its kind, its words, its families, and who makes its timelines.
///
///     let clock = IntentConfiguration(
///       kind: "WorldClock", intent: "WorldClockIntent", provider: WorldClockProvider()
///     )
///     .configurationDisplayName("World Clock")
///     .supportedFamilies([.systemSmall, .systemMedium])
public protocol WidgetConfiguration: Sendable {
  /// The name by which the app and the store know the widget.
  var kind: String { get }

  /// What the gallery calls it; the kind unless something else is said.
  var displayName: String { get set }

  /// What the gallery says about it.
  var description: String { get set }

  /// The families it can be placed in; all of them unless something else is said.
  var supportedFamilies: [WidgetFamily] { get set }

  /// The type name of the intent that configures it; nil for a widget that nothing configures.
  var intentTypeName: String? { get }

  /// Who makes its timelines.
  var timelineProvider: any IntentTimelineProvider { get }
}

extension WidgetConfiguration {
  /// The same with another name for the gallery.
  public func configurationDisplayName(_ name: String) -> Self {
    var changed = self
    changed.displayName = name
    return changed
  }

  /// The same with another description for the gallery.
  public func description(_ text: String) -> Self {
    var changed = self
    changed.description = text
    return changed
  }

  /// The same for other families, in their order, each once.
  public func supportedFamilies(_ families: [WidgetFamily]) -> Self {
    var changed = self
    changed.supportedFamilies = Set(families).sorted()
    return changed
  }
}

/// A widget that nothing configures.
public struct StaticConfiguration: WidgetConfiguration {
  /// The name by which the app and the store know the widget.
  public let kind: String

  /// What the gallery calls it.
  public var displayName: String

  /// What the gallery says about it.
  public var description = ""

  /// The families it can be placed in.
  public var supportedFamilies = WidgetFamily.allCases

  private let provider: any StaticTimelineProvider

  /// Makes the configuration of a kind.
  public init(kind: String, provider: any StaticTimelineProvider) {
    self.kind = kind
    self.provider = provider
    displayName = kind
  }

  /// None.
  public var intentTypeName: String? { nil }

  /// The provider; it gets an intent from whoever has one and does not look at it.
  public var timelineProvider: any IntentTimelineProvider {
    UnconfiguredProvider(provider: provider)
  }
}

/// A widget that an intent configures.
public struct IntentConfiguration: WidgetConfiguration {
  /// The name by which the app and the store know the widget.
  public let kind: String

  /// What the gallery calls it.
  public var displayName: String

  /// What the gallery says about it.
  public var description = ""

  /// The families it can be placed in.
  public var supportedFamilies = WidgetFamily.allCases

  /// The type name of the intent that configures it.
  public let intentTypeName: String?

  /// Who makes its timelines.
  public let timelineProvider: any IntentTimelineProvider

  /// Makes the configuration of a kind.
  ///
  /// - Parameters:
  ///   - kind: The name by which the app and the store know the widget.
  ///   - intent: The type name of the intent, such as `WorldClockIntent`.
  ///   - provider: Who makes the timelines.
  public init(kind: String, intent: String, provider: any IntentTimelineProvider) {
    self.kind = kind
    intentTypeName = intent
    timelineProvider = provider
    displayName = kind
  }

  /// The ready-made intents of the provider that are for this widget.
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

  /// The size of a family on a phone of 390 by 844 points, or for the extra large one on a tablet.
  ///
  /// Devices differ; a provider reads the size of its context and not this one.
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
