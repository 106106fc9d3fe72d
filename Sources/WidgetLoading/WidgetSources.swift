import ExternalSources
import IntentModel
import IntentOptions
import Messages
import WidgetFormats
import WidgetTimeline

/// Makes the sources that a `widget.json` describes.
struct WidgetSources {
  let library: WidgetLibrary
  let folder: String
  /// The intent of the widget; nil if it is unknown.
  let schema: IntentSchema?
  /// The name of the widget, for the placeholder in a program's timeline.
  let title: String

  /// Makes the options providers and the timeline provider.
  ///
  /// - Throws: ``LoadingError`` with all options sources that cannot be created, or else with the
  ///   timeline source.
  func providers(
    of manifest: WidgetManifest, path: String
  ) throws(LoadingError) -> (
    options: [String: any OptionsProvider], timeline: (any IntentTimelineProvider)?
  ) {
    var failures: [LoadingError.SourceFailure] = []
    var providers: [String: any OptionsProvider] = [:]
    for (parameter, source) in manifest.options.sorted(by: { $0.key < $1.key }) {
      do {
        let provider = try ExternalSource(source, in: surroundings).optionsProvider()
        // The sources of a folder can belong to several intents; `check` reports names that belong
        // to none.
        let isParameter = schema.map { $0.parameter(named: parameter) != nil } ?? true
        if isParameter { providers[parameter] = provider }
      } catch {
        failures.append(
          LoadingError.SourceFailure(parameter: parameter, cause: .words(of: error)))
      }
    }
    guard failures.isEmpty else { throw LoadingError(.sources(failures), of: path) }
    guard let source = manifest.timeline else { return (providers, nil) }
    do {
      return (
        providers, try ExternalSource(source, in: surroundings).timelineProvider(title: title)
      )
    } catch {
      let failure = LoadingError.SourceFailure(parameter: nil, cause: .words(of: error))
      throw LoadingError(.sources([failure]), of: path)
    }
  }

  /// The problems of a source that can be found without using it.
  func problems(of source: CheckedSource) -> [SourceProblem] {
    ExternalSource(source.description, in: surroundings)
      .problems(as: source.role, of: source.parameter)
  }

  /// The defaults of new widgets, by the names of the parameters that have a source.
  func defaults(_ sources: [String: SourceDescription]) -> [String: ExternalSource.Defaults] {
    Dictionary(
      uniqueKeysWithValues: sources.map { name, source in
        (name, ExternalSource(source, in: surroundings).defaults(of: name))
      })
  }

  private var surroundings: SourceSurroundings {
    let (folder, library) = (folder, library)
    let (environment, builtins) = (library.environment, library.builtins)
    @Sendable func request(_ source: BuiltinSource) -> BuiltinProviders.Request {
      BuiltinProviders.Request(
        arguments: source.arguments, folder: folder, environment: environment,
        limits: library.limits.waiting(source.timeout), fetch: library.fetch)
    }
    return SourceSurroundings(
      folder: folder, environment: environment, schema: schema,
      builtinOptions: { try BuiltinProviders.make($0.name, from: builtins.options, request($0)) },
      builtinTimeline: {
        try BuiltinProviders.make($0.name, from: builtins.timelines, request($0))
      },
      builtinCheck: { source in builtins.checks[source.name]?(request(source)) ?? [] },
      fetch: library.fetch, limits: library.limits)
  }
}
