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
        providers[parameter] = try provider(source)
      } catch {
        problems.append("\(manifestPath): options of “\(parameter)”: \(error)")
      }
    }
    guard problems.isEmpty else { throw CommandFailure(.findings, problems) }
    return providers
  }

  private func provider(_ source: SourceDescription) throws -> any OptionsProvider {
    guard case .builtin(let builtin) = source else {
      return try ExternalSource(source, in: surroundings).optionsProvider()
    }
    return try catalog.optionsProvider(named: builtin.name, arguments: builtin.arguments)
  }

  func timeline(
    _ source: SourceDescription, manifestPath: String
  ) throws -> any IntentTimelineProvider {
    do {
      guard case .builtin(let builtin) = source else {
        return try ExternalSource(source, in: surroundings).timelineProvider(title: title)
      }
      return try catalog.timelineProvider(named: builtin.name, arguments: builtin.arguments)
    } catch {
      throw CommandFailure(.findings, "\(manifestPath): timeline: \(error)")
    }
  }

  private var surroundings: SourceSurroundings {
    SourceSurroundings(folder: folder, environment: library.environment, schema: schema)
  }
}
