import JSONC
import WidgetTimeline

/// How an entry in a request is presented: the environment values of the context.
enum EntryPresentation {
  /// The query items that describe the presentation.
  static var parameters: [ServiceRoute.Parameter] {
    PresentationValue.allCases.map { value in
      ServiceRoute.Parameter(
        name: value.rawValue, summary: value.summary,
        schema: ["type": "string", "enum": .array(value.choices.map { .string($0) })])
    }
  }

  /// The environment of a call; a value that is not in the query is unknown.
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
