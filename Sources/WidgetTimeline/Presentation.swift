/// Whether a widget is drawn on a light or a dark background.
package enum ColorScheme: String, Sendable, CaseIterable {
  case light, dark
}

/// The text sizes that a person can choose, smallest first.
package enum TextSize: String, Sendable, CaseIterable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
}

/// How the colours of a widget are rendered.
package enum RenderingMode: String, Sendable, CaseIterable {
  case fullColor, accented, vibrant
}

/// The environment values that describe how a widget is presented, named as in SwiftUI's
/// `EnvironmentValues`.
package enum PresentationValue: String, Sendable, CaseIterable {
  case colorScheme, dynamicTypeSize, widgetRenderingMode

  /// What the value means, as one sentence.
  package var summary: String {
    switch self {
    case .colorScheme: "The color scheme that the widget is drawn in."
    case .dynamicTypeSize: "The text size that the person has chosen."
    case .widgetRenderingMode: "How the colors of the widget are rendered."
    }
  }

  /// The possible values.
  package var choices: [String] {
    switch self {
    case .colorScheme: ColorScheme.allCases.map(\.rawValue)
    case .dynamicTypeSize: TextSize.allCases.map(\.rawValue)
    case .widgetRenderingMode: RenderingMode.allCases.map(\.rawValue)
    }
  }
}

/// How a widget is presented; nil values are unknown.
package struct Presentation: Sendable, Hashable {
  package var colorScheme: ColorScheme?
  package var textSize: TextSize?
  package var renderingMode: RenderingMode?

  package init(
    colorScheme: ColorScheme? = nil, textSize: TextSize? = nil, renderingMode: RenderingMode? = nil
  ) {
    self.colorScheme = colorScheme
    self.textSize = textSize
    self.renderingMode = renderingMode
  }

  /// The environment values of a context.
  package var environment: [String: [String]] {
    let texts: [(value: PresentationValue, text: String?)] = [
      (.colorScheme, colorScheme?.rawValue), (.dynamicTypeSize, textSize?.rawValue),
      (.widgetRenderingMode, renderingMode?.rawValue),
    ]
    var environment: [String: [String]] = [:]
    for (value, text) in texts { environment[value.rawValue] = text.map { [$0] } }
    return environment
  }
}
