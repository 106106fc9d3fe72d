import IntentModel
import IntentOptions
import WidgetFormats
import WidgetTimeline

/// The names that the URL or the query of a source may use.
///
/// They are used both for running and for checking a source.
struct SourceNames: Sendable, Hashable {
  /// The name of the search term.
  static let search = "search"
  /// The name of the position at which the requested page of a list begins.
  static let cursor = "cursor"
  /// The name of the identifier to look up, if there is only one.
  static let identifier = "identifier"
  /// The name of the moment for a timeline.
  static let date = "date"

  // The other parts of a request have the same names as in requests to programs.
  static let limit = OptionsJSON.RequestKey.limit.rawValue
  static let family = OptionsJSON.RequestKey.family.rawValue
  static let locale = OptionsJSON.RequestKey.locale.rawValue
  static let identifiers = OptionsJSON.RequestKey.identifiers.rawValue
  static let request = TimelineJSON.RequestKey.request.rawValue
  static let isPreview = TimelineJSON.ContextKey.isPreview.rawValue
  static let timeZone = TimelineJSON.ContextKey.timeZone.rawValue
  static let width = TimelineJSON.SizeKey.width.rawValue
  static let height = TimelineJSON.SizeKey.height.rawValue

  /// The value of an unset limit in a query, where SQLite reads it as no limit.
  static let unsetLimit = -1

  /// A name in the form in which it is written in a template.
  static func inBraces(_ name: String) -> String { "{\(name)}" }

  /// The known names; nil if the intent's parameters are unknown.
  let names: [String]?

  private init(_ facts: [String], _ schema: IntentSchema?) {
    names = schema.map { schema in facts + schema.intent.parameters.map(\.name) }
  }

  /// The names for a web service's list of choices.
  static func list(_ schema: IntentSchema?) -> SourceNames {
    SourceNames([search, limit, family, locale, cursor], schema)
  }

  /// The names for a web service's stored choices.
  static func resolve(_ schema: IntentSchema?) -> SourceNames {
    SourceNames([identifiers, family, locale, cursor], schema)
  }

  /// The names for a timeline.
  static func timeline(_ schema: IntentSchema?) -> SourceNames {
    SourceNames(
      [request, date, family, locale, isPreview]
        + PresentationValue.allCases.map(\.rawValue) + [width, height, timeZone], schema)
  }

  /// The names for a database query.
  static func query(_ schema: IntentSchema?) -> SourceNames {
    SourceNames([search, limit, family, locale], schema)
  }

  /// The names for a database query for stored choices.
  static func resolvingQuery(_ schema: IntentSchema?) -> SourceNames {
    SourceNames([identifier, identifiers, family, locale], schema)
  }

  /// The problem with a name; nil if the name is known or the parameters are unknown.
  ///
  /// - Parameter written: The name as it is written, which the message quotes.
  func problem(with name: String, written: String, provider: String) -> OptionsError? {
    guard let names, !names.contains(name) else { return nil }
    return .unknownName(written, name: name, choices: names, provider: provider)
  }

  /// All problems with the names in braces in a text.
  func problems(in template: String, provider: String) -> [OptionsError] {
    do throws(TextTemplate.Malformed) {
      return try TextTemplate(template).names.sorted().compactMap {
        problem(with: $0, written: Self.inBraces($0), provider: provider)
      }
    } catch {
      return [.badTemplate(error.rule, provider: provider)]
    }
  }

  /// The template in a text, checked for unknown names.
  ///
  /// - Throws: The first problem with the text.
  func require(in template: String, provider: String) throws(OptionsError) -> TextTemplate {
    if let problem = problems(in: template, provider: provider).first { throw problem }
    do throws(TextTemplate.Malformed) {
      return try TextTemplate(template)
    } catch {
      throw .badTemplate(error.rule, provider: provider)
    }
  }
}
