import JSONC
import WidgetTimeline

/// The presentation of an entry in a request: the environment values of the context.
enum EntryPresentation {
  /// The items of a query that state the presentation.
  static var parameters: [ServiceRoute.Parameter] {
    PresentationValue.allCases.map { value in
      ServiceRoute.Parameter(
        name: value.rawValue, summary: value.summary,
        schema: ["type": "string", "enum": .array(value.choices.map { .string($0) })])
    }
  }

  /// The environment of a call; a value that the query does not state is unknown.
  ///
  /// - Throws: `ServiceProblem` for an invalid value.
  static func environment(_ call: ServiceCall) throws -> [String: [String]] {
    var environment: [String: [String]] = [:]
    for value in PresentationValue.allCases {
      guard let text = call.query[value.rawValue] else { continue }
      guard value.choices.contains(text) else {
        throw ServiceCall.unknown(text, of: value.rawValue, choices: value.choices)
      }
      environment[value.rawValue] = [text]
    }
    return environment
  }
}
