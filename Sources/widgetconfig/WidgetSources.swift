import BundledWidgets
import ExternalSources
import Foundation
import IntentFormats
import IntentModel
import IntentOptions
import WidgetTimeline

/// Makes the sources that a `widget.json` names.
struct WidgetSources {
  let library: WidgetLibrary
  let folder: String
  let schema: IntentSchema
  /// The name of the widget, for the placeholder of a program's timeline.
  let title: String

  private var catalog: WidgetCatalog {
    let home = library.environment["HOME"] ?? "/"
    return WidgetCatalog(
      environment: WidgetEnvironment(
        widgetFolder: folder, homeFolder: home, variables: library.environment))
  }

  func providers(
    _ sources: [String: SourceDescription], manifestPath: String
  ) throws -> [String: any OptionsProvider] {
    var problems: [String] = []
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
      folder: folder, environment: library.environment, schema: schema,
      builtinOptions: { try catalog.optionsProvider(named: $0.name, arguments: $0.arguments) },
      builtinTimeline: { try catalog.timelineProvider(named: $0.name, arguments: $0.arguments) })
  }
}
