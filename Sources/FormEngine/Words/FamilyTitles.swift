package import IntentModel
package import Messages

extension WidgetFamily {
  /// The name of the family for people; for an unknown family, its name in WidgetKit.
  package var title: Message {
    switch self {
    case .systemSmall: "Small"
    case .systemMedium: "Medium"
    case .systemLarge: "Large"
    case .systemExtraLarge: "Extra large"
    case .systemExtraLargePortrait: "Extra large, portrait"
    case .accessoryCorner: "Corner"
    case .accessoryCircular: "Circular"
    case .accessoryRectangular: "Rectangular"
    case .accessoryInline: "Inline"
    default: .verbatim(rawValue)
    }
  }
}
