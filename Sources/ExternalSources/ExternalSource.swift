public import IntentModel
public import IntentOptions
import Messages
public import WidgetFormats
public import WidgetTimeline

/// The context of a widget's sources, beyond what `widget.json` contains.
public struct SourceSurroundings: Sendable {
  /// The folder of `widget.json`: the base of relative paths, and the working directory of
  /// programs.
  public var folder: String

  /// The environment variables of this process; programs receive only those that are allowed.
  public var environment: [String: String]

  /// The intent, which defines the types of values and properties; nil if unknown.
  public var schema: IntentSchema?

  /// Makes compiled-in options providers; for an invalid source, throws an error such as
  /// `SourceProblems`, which has all problems of the source.
  public var builtinOptions: @Sendable (BuiltinSource) throws -> any OptionsProvider

  /// Makes compiled-in timeline providers; for an invalid source, throws an error such as
  /// `SourceProblems`, which has all problems of the source.
  public var builtinTimeline: @Sendable (BuiltinSource) throws -> any IntentTimelineProvider

  /// Finds the problems in the data that a compiled-in provider would read.
  public var builtinCheck: @Sendable (BuiltinSource) -> [SourceProblem]

  /// Fetches documents from the web.
  public var fetch: HTTPFetch

  /// The limits on responses; a source's own timeout takes precedence.
  public var limits: SourceLimits

  /// Makes a context, by default without compiled-in providers and with real web requests.
  public init(
    folder: String, environment: [String: String], schema: IntentSchema? = nil,
    builtinOptions: (@Sendable (BuiltinSource) throws -> any OptionsProvider)? = nil,
    builtinTimeline: (@Sendable (BuiltinSource) throws -> any IntentTimelineProvider)? = nil,
    builtinCheck: @escaping @Sendable (BuiltinSource) -> [SourceProblem] = { _ in [] },
    fetch: @escaping HTTPFetch = WebFetch.fetch, limits: SourceLimits = SourceLimits()
  ) {
    self.folder = folder
    self.environment = environment
    self.schema = schema
    self.builtinOptions =
      builtinOptions ?? { throw OptionsError.noBuiltin($0.name, provider: $0.name) }
    self.builtinTimeline =
      builtinTimeline ?? { throw OptionsError.noBuiltin($0.name, provider: $0.name) }
    self.builtinCheck = builtinCheck
    self.fetch = fetch
    self.limits = limits
  }

  func path(_ path: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }
}

/// A source that `widget.json` describes, with everything that its provider needs.
public struct ExternalSource: Sendable {
  /// The description in `widget.json`.
  public var description: SourceDescription

  /// The context, which the description does not contain.
  public var surroundings: SourceSurroundings

  /// Makes a source.
  public init(_ description: SourceDescription, in surroundings: SourceSurroundings) {
    self.description = description
    self.surroundings = surroundings
  }

  /// Makes the options provider, without accessing files, programs or services.
  ///
  /// Operators on the provider implement the timeout, retries, cache, defaults and fallback in the
  /// description.
  ///
  /// - Throws: The error from a compiled-in provider; `OptionsError` if there is no such provider.
  public func optionsProvider() throws -> any OptionsProvider {
    var provider = try bareProvider()
    if description.retries > 0 { provider = provider.asking(again: description.retries) }
    if let time = description.cache { provider = provider.keeping(for: time) }
    if let other = description.fallback.first {
      let fallback = try ExternalSource(other, in: surroundings).optionsProvider()
      provider = provider.standing(in: fallback)
    }
    if let defaults = description.defaults { provider = provider.starting(with: defaults) }
    return provider
  }

  private func bareProvider() throws -> any OptionsProvider {
    switch description.origin {
    case .builtin(let source):
      let provider = try surroundings.builtinOptions(source)
      return provider.within(source.timeout)
    case .fixture(let source): return fixture(source).within(source.timeout)
    case .command(let source): return command(source)
    case .http(let source):
      return HTTPOptionsProvider(
        source, environment: surroundings.environment, schema: surroundings.schema,
        limits: surroundings.limits, fetch: surroundings.fetch)
    case .sqlite(let source):
      #if SQLite
        return database(source)
      #else
        throw noDatabases(source)
      #endif
    }
  }

  private func fixture(_ source: FixtureSource) -> FixtureOptionsProvider {
    FixtureOptionsProvider(
      path: surroundings.path(source.path), name: source.path, format: source.format,
      mapping: source.mapping, schema: surroundings.schema, limits: surroundings.limits)
  }

  private func command(_ source: CommandSource) -> SubprocessOptionsProvider {
    SubprocessOptionsProvider(
      source, folder: surroundings.folder, environment: surroundings.environment,
      schema: surroundings.schema, limits: surroundings.limits)
  }

  #if SQLite
    private func database(_ source: SQLiteSource) -> SQLiteOptionsProvider {
      SQLiteOptionsProvider(
        source, path: surroundings.path(source.path), name: source.path,
        schema: surroundings.schema, limits: surroundings.limits)
    }
  #else
    private func noDatabases(_ source: SQLiteSource) -> OptionsError {
      OptionsError(
        .noProvider, provider: source.path,
        message: "This program was built without the trait SQLite, so it cannot read databases.",
        remedy: "Build it with the trait SQLite.")
    }
  #endif

  /// Makes the timeline provider, without accessing files, programs or services.
  ///
  /// If this source fails, the fallback in the description provides the timeline.
  ///
  /// - Parameter title: The title of the placeholder, if a source does not provide one.
  /// - Throws: The error from a compiled-in provider; `OptionsError` for a source that cannot
  ///   provide timelines.
  public func timelineProvider(title: String) throws -> any IntentTimelineProvider {
    let provider = try bareTimelineProvider(title: title)
    guard let other = description.fallback.first else { return provider }
    return FallbackTimelineProvider(
      base: provider,
      fallback: try ExternalSource(other, in: surroundings).timelineProvider(title: title))
  }

  private func bareTimelineProvider(title: String) throws -> any IntentTimelineProvider {
    switch description.origin {
    case .builtin(let source):
      return try surroundings.builtinTimeline(source)
    case .fixture(let source):
      return FixtureTimelineProvider(
        path: surroundings.path(source.path), title: title, limits: surroundings.limits)
    case .command(let source):
      return SubprocessTimelineProvider(
        source, folder: surroundings.folder, environment: surroundings.environment, title: title,
        schema: surroundings.schema, limits: surroundings.limits)
    case .http(let source):
      return HTTPTimelineProvider(
        source, environment: surroundings.environment, title: title, schema: surroundings.schema,
        limits: surroundings.limits, fetch: surroundings.fetch)
    case .sqlite(let source): throw OptionsError.noTimelines(from: .sqlite, provider: source.path)
    }
  }
}

extension ExternalSource {
  /// The choices that a new widget starts with, if they are known without calling a program or a
  /// service.
  public enum Defaults: Sendable, Hashable {
    /// There are no such choices.
    case none
    /// These choices.
    case items([OptionItem])
    /// The choices that the source returns on request.
    case asked
  }

  /// The choices that a new widget starts with.
  ///
  /// - Parameter parameter: The name of the parameter for which the source provides choices.
  public func defaults(of parameter: String) -> Defaults {
    if let items = description.defaults { return items.isEmpty ? .none : .items(items) }
    if case .fixture(let source) = description.origin {
      let request = OptionsRequest(parameter: parameter)
      guard let items = try? fixture(source).defaults(for: request) else { return .asked }
      return items.isEmpty ? .none : .items(items)
    }
    return (try? bareProvider().givesDefaults) == false ? .none : .asked
  }

  /// Every problem that would make the source fail, as far as it can be found without calling a
  /// program or a service.
  ///
  /// Providers call the same functions when they run.
  ///
  /// - Parameters:
  ///   - role: What the source is used for.
  ///   - parameter: The parameter for which it provides choices; nil for a timeline.
  public func problems(
    as role: SourceDescription.Role, of parameter: String?
  ) -> [SourceProblem] {
    let own = ownProblems(as: role, of: parameter)
    let others = description.fallback.flatMap { other in
      ExternalSource(other, in: surroundings).problems(as: role, of: parameter).map {
        var problem = $0
        problem.keys.insert(SourceDescription.Key.fallback.rawValue, at: 0)
        return problem
      }
    }
    return own + others
  }

  private func ownProblems(
    as role: SourceDescription.Role, of parameter: String?
  ) -> [SourceProblem] {
    switch description.origin {
    case .builtin(let source): return problems(of: source, as: role)
    case .fixture(let source): return problems(of: source, as: role, of: parameter)
    case .command(let source):
      return command(source).problem.map { [SourceProblem($0, at: .command)] } ?? []
    case .http(let source): return problems(of: source, as: role)
    case .sqlite(let source):
      if role == .timeline {
        return [
          SourceProblem(.noTimelines(from: .sqlite, provider: source.path), at: .sqlite)
        ]
      }
      #if SQLite
        return database(source).problems(for: parameter)
      #else
        return [SourceProblem(noDatabases(source), at: .sqlite)]
      #endif
    }
  }

  private func problems(
    of source: BuiltinSource, as role: SourceDescription.Role
  ) -> [SourceProblem] {
    do {
      switch role {
      case .options: _ = try surroundings.builtinOptions(source)
      case .timeline: _ = try surroundings.builtinTimeline(source)
      }
      return surroundings.builtinCheck(source)
    } catch let refusal as SourceProblems {
      return refusal.problems
    } catch {
      return [
        SourceProblem(
          at: SourceDescription.path(to: .builtin), code: "builtin-refused",
          sentence: .words(of: error), remedy: .none)
      ]
    }
  }

  private func problems(
    of source: FixtureSource, as role: SourceDescription.Role, of parameter: String?
  ) -> [SourceProblem] {
    do {
      if role == .timeline { return try timelineProblems(of: source) }
      let collection = try fixture(source).flawlessCollection(of: parameter ?? "")
      return problems(withDefaultsAmong: collection)
    } catch {
      let error = OptionsError(error, provider: source.path)
      var problem = SourceProblem(error, at: .fixture)
      // Other errors already name the file in their messages.
      if error.code == .malformed {
        problem.sentence = .placed(place: source.path, sentences: [problem.sentence])
      }
      return [problem]
    }
  }

  private func timelineProblems(of source: FixtureSource) throws -> [SourceProblem] {
    let timeline = try FixtureTimelineProvider(
      path: surroundings.path(source.path), title: "", limits: surroundings.limits
    ).timeline()
    func problem(_ finding: TimelineFinding, _ severity: IntentIssue.Severity) -> SourceProblem {
      SourceProblem(
        at: SourceDescription.path(to: .fixture), code: finding.code, severity: severity,
        sentence: finding.message, remedy: finding.advice)
    }
    return timeline.linkFindings.map { problem($0, .warning) }
      + TimelineJSON.mistypedKeys(in: timeline).map { problem($0, .note) }
  }

  /// A problem for each default in `widget.json` that is missing from a list.
  private func problems(withDefaultsAmong collection: OptionsCollection) -> [SourceProblem] {
    let identifiers = (description.defaults ?? []).map(\.identifier)
    let standings = collection.resolving(identifiers, isWhole: true).standings(of: identifiers)
    return identifiers.filter { standings[$0] == .gone }.map { identifier in
      let names = collection.items.prefix(10_000).map(\.identifier)
      return SourceProblem(
        at: SourceDescription.path(to: .default), code: IntentIssue.Reason.notOfferedCode,
        sentence: .defaultNotAmongChoices(
          name: identifier.harmless(limit: Message.longNameLimit)),
        remedy: .suggestion(for: identifier, among: names))
    }
  }

  private func problems(
    of source: HTTPSource, as role: SourceDescription.Role
  ) -> [SourceProblem] {
    let (schema, name) = (surroundings.schema, SpokenURL(source.url).description)
    let urls: [(key: SourceDescription.Key, url: String?, names: SourceNames)] =
      role == .timeline
      ? [(.http, source.url, .timeline(schema))]
      : [
        (.http, source.url, .list(schema)), (.resolve, source.resolve, .resolve(schema)),
        (.default, source.defaults, .list(schema)),
      ]
    return urls.flatMap { key, url, names in
      (url.map { names.problems(in: $0, provider: name) } ?? []).map {
        SourceProblem($0, at: key, key == .default ? .url : nil)
      }
    }
  }
}

extension SourceProblem {
  /// Makes a problem from an error that the source would report when it is used.
  init(
    _ error: OptionsError, at key: SourceDescription.Key,
    _ inner: SourceDescription.DefaultKey? = nil
  ) {
    self.init(
      at: SourceDescription.path(to: key, inner), code: "source-\(error.code.rawValue)",
      sentence: error.message, remedy: error.remedy)
  }
}

extension OptionsProvider {
  fileprivate func within(_ limit: Duration?) -> any OptionsProvider {
    guard let limit else { return self }
    return timeLimit(limit)
  }

  fileprivate func asking(again retries: Int) -> any OptionsProvider { retrying(retries) }

  /// Never serves stale responses, because the configured time is the maximum age of a response.
  fileprivate func keeping(for time: Duration) -> any OptionsProvider {
    cached(for: time, staleFor: .zero)
  }

  fileprivate func standing(in other: any OptionsProvider) -> any OptionsProvider {
    func fallback(_ other: some OptionsProvider) -> any OptionsProvider { self.fallback(to: other) }
    return fallback(other)
  }

  fileprivate func starting(with items: [OptionItem]) -> any OptionsProvider {
    defaulting(to: items)
  }
}
