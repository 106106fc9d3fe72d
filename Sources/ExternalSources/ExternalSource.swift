public import IntentFormats
public import IntentModel
public import IntentOptions
public import WidgetTimeline

/// What the sources of a widget need to know besides what `widget.json` says.
public struct SourceSurroundings: Sendable {
  /// The folder of `widget.json`; relative paths begin there, programs run there.
  public var folder: String

  /// The variables of this process, of which programs get those that are allowed.
  public var environment: [String: String]

  /// The intent, which gives the types of values and properties; nil when it is not known.
  public var schema: IntentSchema?

  /// Makes providers of options that are compiled in; throws for a source that is wrong.
  public var builtinOptions: @Sendable (BuiltinSource) throws -> any OptionsProvider

  /// Makes providers of timelines that are compiled in; throws for a source that is wrong.
  public var builtinTimeline: @Sendable (BuiltinSource) throws -> any IntentTimelineProvider

  /// Fetches documents of the web.
  public var fetch: HTTPFetch

  /// What answers may cost; the timeout of a source comes before the one here.
  public var limits: SourceLimits

  /// Makes surroundings, by default without compiled-in providers and with the real web.
  public init(
    folder: String, environment: [String: String], schema: IntentSchema? = nil,
    builtinOptions: (@Sendable (BuiltinSource) throws -> any OptionsProvider)? = nil,
    builtinTimeline: (@Sendable (BuiltinSource) throws -> any IntentTimelineProvider)? = nil,
    fetch: @escaping HTTPFetch = WebFetch.fetch, limits: SourceLimits = SourceLimits()
  ) {
    self.folder = folder
    self.environment = environment
    self.schema = schema
    self.builtinOptions =
      builtinOptions ?? { throw OptionsError.noBuiltin($0.name, provider: $0.name) }
    self.builtinTimeline =
      builtinTimeline ?? { throw OptionsError.noBuiltin($0.name, provider: $0.name) }
    self.fetch = fetch
    self.limits = limits
  }

  func path(_ path: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }
}

/// A source as `widget.json` describes it, in its surroundings, ready to become a provider.
public struct ExternalSource: Sendable {
  /// What `widget.json` says.
  public var description: SourceDescription

  /// What it does not say.
  public var surroundings: SourceSurroundings

  /// Makes a source.
  public init(_ description: SourceDescription, in surroundings: SourceSurroundings) {
    self.description = description
    self.surroundings = surroundings
  }

  /// The provider of options; touches no file, program or service.
  ///
  /// - Throws: What stands against a compiled-in provider; where none are known, `OptionsError`.
  public func optionsProvider() throws -> any OptionsProvider {
    let limits = surroundings.limits
    switch description {
    case .builtin(let source):
      return try surroundings.builtinOptions(source)
    case .fixture(let source):
      return FixtureOptionsProvider(
        path: surroundings.path(source.path), name: source.path, schema: surroundings.schema,
        limits: limits)
    case .command(let source):
      return SubprocessOptionsProvider(
        source, folder: surroundings.folder, environment: surroundings.environment,
        schema: surroundings.schema, limits: limits)
    case .http(let source):
      return HTTPOptionsProvider(
        source, environment: surroundings.environment, schema: surroundings.schema,
        limits: limits, fetch: surroundings.fetch)
    case .sqlite(let source):
      return SQLiteOptionsProvider(
        source, path: surroundings.path(source.path), name: source.path, limits: limits)
    }
  }

  /// The provider of timelines; touches no file or program.
  ///
  /// - Parameter title: What the placeholder of a source without one of its own shows.
  /// - Throws: What stands against a compiled-in provider; `OptionsError` for a source that cannot
  ///   give timelines.
  public func timelineProvider(title: String) throws -> any IntentTimelineProvider {
    switch description {
    case .builtin(let source):
      return try surroundings.builtinTimeline(source)
    case .fixture(let source):
      return FixtureTimelineProvider(
        path: surroundings.path(source.path), title: title, limits: surroundings.limits)
    case .command(let source):
      return SubprocessTimelineProvider(
        source, folder: surroundings.folder, environment: surroundings.environment, title: title,
        schema: surroundings.schema, limits: surroundings.limits)
    case .http(let source): throw OptionsError.noTimelines(from: "http", provider: source.url)
    case .sqlite(let source): throw OptionsError.noTimelines(from: "sqlite", provider: source.path)
    }
  }
}
