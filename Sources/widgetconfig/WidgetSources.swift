import Messages
import BundledWidgets
import ExternalSources
import Foundation
import WidgetFormats
import IntentModel
import IntentOptions
import WidgetTimeline

/// Makes the sources that a `widget.json` names.
struct WidgetSources {
  let environment: [String: String]
  let folder: String
  /// The intent of the widget; nil where it is not known.
  let schema: IntentSchema?
  /// The name of the widget, for the placeholder of a program's timeline.
  let title: String

  private var catalog: WidgetCatalog {
    let home = environment["HOME"] ?? "/"
    return WidgetCatalog(
      environment: WidgetEnvironment(
        widgetFolder: folder, homeFolder: home, variables: environment))
  }

  func providers(
    _ sources: [String: SourceDescription], manifestPath: String
  ) throws -> [String: any OptionsProvider] {
    var problems: [Message] = []
    var providers: [String: any OptionsProvider] = [:]
    for (parameter, source) in sources.sorted(by: { $0.key < $1.key }) {
      do {
        providers[parameter] = try ExternalSource(source, in: surroundings).optionsProvider()
      } catch {
        problems.append("\(manifestPath): options of “\(parameter)”: \(error)")
      }
    }
    guard problems.isEmpty else { throw CommandFailure(.findings, problems) }
    return providers
  }

  func timeline(
    _ source: SourceDescription, manifestPath: String
  ) throws -> any IntentTimelineProvider {
    do {
      return try ExternalSource(source, in: surroundings).timelineProvider(title: title)
    } catch {
      throw CommandFailure(.findings, "\(manifestPath): timeline: \(error)")
    }
  }

  private var surroundings: SourceSurroundings {
    let catalog = catalog
    return SourceSurroundings(
      folder: folder, environment: environment, schema: schema,
      builtinOptions: { try catalog.optionsProvider(named: $0.name, arguments: $0.arguments) },
      builtinTimeline: { try catalog.timelineProvider(named: $0.name, arguments: $0.arguments) },
      builtinProblems: { source, role in
        catalog.problems(
          withSourceNamed: source.name, arguments: source.arguments,
          role: role == .timeline ? .timeline : .options
        ).map { problem in
          SourceProblem(
            at: problem.argument.map { ["arguments", $0] } ?? ["builtin"], code: problem.code,
            sentence: .verbatim(problem.message), remedy: .verbatim(problem.remedy))
        }
      })
  }

  /// Finds what the sources of any `widget.json` would fail of.
  static func check(environment: [String: String]) -> SourceCheck {
    { source in
      let sources = WidgetSources(
        environment: environment, folder: source.folder, schema: source.schema, title: "")
      return ExternalSource(source.description, in: sources.surroundings)
        .problems(as: source.role, of: source.parameter)
    }
  }

  /// What new widgets start with, by the names of the parameters that have a source.
  func defaults(_ sources: [String: SourceDescription]) -> [String: ExternalSource.Defaults] {
    Dictionary(
      uniqueKeysWithValues: sources.map { name, source in
        (name, ExternalSource(source, in: surroundings).defaults(of: name))
      })
  }
}
