import IntentModel
import IntentOptions

/// The names that a URL or a query of a source may use; whoever runs one and whoever checks one asks
/// here.
struct SourceNames: Sendable, Hashable {
  /// The names there are; nil if the parameters of the intent are not known.
  let names: [String]?

  private init(_ facts: [String], _ schema: IntentSchema?) {
    names = schema.map { schema in facts + schema.intent.parameters.map(\.name) }
  }

  /// Names for a list of choices from a web service.
  static func list(_ schema: IntentSchema?) -> SourceNames {
    SourceNames(["search", "limit", "family", "locale", "cursor"], schema)
  }

  /// Names for the stored choices of a web service.
  static func resolve(_ schema: IntentSchema?) -> SourceNames {
    SourceNames(["identifiers", "family", "locale", "cursor"], schema)
  }

  /// Names for a timeline.
  static func timeline(_ schema: IntentSchema?) -> SourceNames {
    SourceNames(["request", "date", "family", "locale"], schema)
  }

  /// Names for a query of a database.
  static func query(_ schema: IntentSchema?) -> SourceNames {
    SourceNames(["search", "limit", "family", "locale"], schema)
  }

  /// Names for a query of a database for stored choices.
  static func resolvingQuery(_ schema: IntentSchema?) -> SourceNames {
    SourceNames(["identifier", "identifiers", "family", "locale"], schema)
  }

  /// What stands against a name, by how it is written; nil for one there is, or where nothing is known.
  func problem(with name: String, written: String, provider: String) -> OptionsError? {
    guard let names, !names.contains(name) else { return nil }
    return .unknownName(written, name: name, choices: names, provider: provider)
  }

  /// Everything that stands against the names in braces of a text.
  func problems(in template: String, provider: String) -> [OptionsError] {
    do throws(TextTemplate.Malformed) {
      return try TextTemplate(template).names.sorted().compactMap {
        problem(with: $0, written: "{\($0)}", provider: provider)
      }
    } catch {
      return [.badTemplate(error.rule, provider: provider)]
    }
  }

  /// A text whose names in braces there are.
  ///
  /// - Throws: The first of the problems with it.
  func require(in template: String, provider: String) throws(OptionsError) -> TextTemplate {
    if let problem = problems(in: template, provider: provider).first { throw problem }
    do throws(TextTemplate.Malformed) {
      return try TextTemplate(template)
    } catch {
      throw .badTemplate(error.rule, provider: provider)
    }
  }
}
