import IntentModel
import JSONC
import WidgetTimeline

/// How an entry is presented, as a request says it: the environment values of the context.
enum EntryPresentation {
  /// The environment values, named as in SwiftUI's `EnvironmentValues`.
  private static let values: [(name: String, summary: String, choices: [String])] = [
    ("colorScheme", "The color scheme that the widget is drawn in.", ["light", "dark"]),
    (
      "dynamicTypeSize", "The size of texts that the person has chosen.",
      [
        "xSmall", "small", "medium", "large", "xLarge", "xxLarge", "xxxLarge", "accessibility1",
        "accessibility2", "accessibility3", "accessibility4", "accessibility5",
      ]
    ),
    (
      "widgetRenderingMode", "How the colors of the widget are rendered.",
      ["fullColor", "accented", "vibrant"]
    ),
  ]

  /// The items of a query that state the presentation.
  static var parameters: [ServiceRoute.Parameter] {
    values.map { value in
      ServiceRoute.Parameter(
        name: value.name, summary: value.summary,
        schema: ["type": "string", "enum": .array(value.choices.map { .string($0) })])
    }
  }

  /// The environment of a call; a value that the query does not state is unknown.
  ///
  /// - Throws: `ServiceProblem` for a value that is none of the choices.
  static func environment(_ call: ServiceCall) throws -> [String: [String]] {
    var environment: [String: [String]] = [:]
    for value in values {
      guard let text = call.query[value.name] else { continue }
      guard value.choices.contains(text) else {
        throw ServiceCall.unknown(text, of: value.name, choices: value.choices)
      }
      environment[value.name] = [text]
    }
    return environment
  }
}
