import AppIntents

/// What all widgets of the app have in common.
protocol TransitIntent: WidgetConfigurationIntent, Sendable {}

extension TransitIntent {
  static var description: IntentDescription? { IntentDescription("board.about") }
}
