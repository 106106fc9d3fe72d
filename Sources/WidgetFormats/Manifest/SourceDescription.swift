import IntentModel
public import IntentOptions
import JSONC
import Messages

/// A source of options or timelines in `widget.json`.
public struct SourceDescription: Sendable, Hashable {
  /// The kinds of sources.
  public indirect enum Origin: Sendable, Hashable {
    /// A provider that is compiled into the program.
    case builtin(BuiltinSource)
    /// A file with choices or a timeline.
    case fixture(FixtureSource)
    /// A program that runs without a shell.
    case command(CommandSource)
    /// A web service.
    case http(HTTPSource)
    /// A query on a database file.
    case sqlite(SQLiteSource)
  }

  /// The kind of data that is requested from a source.
  public enum Role: Sendable, Hashable, CaseIterable {
    /// The choices of a parameter.
    case options
    /// The timeline of a widget.
    case timeline
  }

  /// The maximum number of retries.
  public static let maximumRetries = 10

  /// The default time limit of a source, in seconds.
  public static let usualTimeout = 10

  /// The maximum time limit that a source can specify, in seconds.
  public static let maximumTimeout = 3_600.0

  /// The longest time for which a response can be cached, in seconds.
  public static let maximumCacheAge = 86_400.0

  /// The page limit of a source that does not specify one.
  public static let usualPages = 100

  /// The highest page limit that a source can specify.
  public static let maximumPages = 1_000

  /// The kind of source and its settings.
  public var origin: Origin

  /// The number of retries after a failure, from 0 to ``maximumRetries``.
  public var retries: Int

  /// How long a response is cached, more than 0, at most ``maximumCacheAge``; nil for no cache.
  public var cache: Duration?

  /// The source to use if this one fails: at most one.
  public var fallback: [SourceDescription]

  /// The initial choices of a new widget; nil if they are requested from the source.
  ///
  /// An item whose display is its identifier is looked up in the source.
  public var defaults: [OptionItem]?

  /// Makes a description.
  public init(
    _ origin: Origin, retries: Int = 0, cache: Duration? = nil, fallback: SourceDescription? = nil,
    defaults: [OptionItem]? = nil
  ) {
    self.origin = origin
    self.retries = retries
    self.cache = cache
    self.fallback = fallback.map { [$0] } ?? []
    self.defaults = defaults
  }

  /// A provider that is compiled into the program.
  public static func builtin(_ source: BuiltinSource) -> Self { Self(.builtin(source)) }

  /// A file with choices or a timeline.
  public static func fixture(_ source: FixtureSource) -> Self { Self(.fixture(source)) }

  /// A program that runs without a shell.
  public static func command(_ source: CommandSource) -> Self { Self(.command(source)) }

  /// A web service.
  public static func http(_ source: HTTPSource) -> Self { Self(.http(source)) }

  /// A query on a database file.
  public static func sqlite(_ source: SQLiteSource) -> Self { Self(.sqlite(source)) }
}

/// A provider that is compiled into the program and selected by name.
public struct BuiltinSource: Sendable, Hashable {
  /// The name, such as `WorldClock`.
  public var name: String

  /// The arguments of the provider, by name.
  public var arguments: [String: String]

  /// The timeout of the provider, more than 0, at most
  /// ``SourceDescription/maximumTimeout``; nil for none.
  public var timeout: Duration?

  /// Makes a description.
  public init(name: String, arguments: [String: String] = [:], timeout: Duration? = nil) {
    self.name = name
    self.arguments = arguments
    self.timeout = timeout
  }
}

/// A JSON file with choices or a timeline, or a table of choices.
public struct FixtureSource: Sendable, Hashable {
  /// The path, relative to the folder of `widget.json`.
  public var path: String

  /// The form of the file; nil to infer it from the name.
  public var format: OptionsFormat?

  /// Where the parts of the choices are; nil for the usual places.
  public var mapping: OptionsMapping?

  /// The timeout for reading the file, more than 0, at most
  /// ``SourceDescription/maximumTimeout``; nil for none.
  public var timeout: Duration?

  /// Makes a description.
  public init(
    path: String, format: OptionsFormat? = nil, mapping: OptionsMapping? = nil,
    timeout: Duration? = nil
  ) {
    self.path = path
    self.format = format
    self.mapping = mapping
    self.timeout = timeout
  }
}

/// The form of a list of choices.
public enum OptionsFormat: String, Sendable, Hashable, CaseIterable {
  /// A collection as JSON.
  case json

  /// A table with a header row, whose fields are separated by commas, semicolons or tabs.
  case table

  /// One choice per line: its identifier, then its display text and its subtitle after tabs.
  case lines
}

/// A program that writes its response to standard output.
public struct CommandSource: Sendable, Hashable {
  /// The environment variable with the folder that the programs of a widget share.
  package static let containerVariable = "WIDGETCONFIG_CONTAINER"

  /// The program and its arguments, which no shell interprets; never empty.
  public var arguments: [String]

  /// The names of the environment variables that are passed to the program.
  public var environment: [String]

  /// The form of the program's output.
  public var format: OptionsFormat

  /// Where the parts of the choices are; nil for the usual places.
  public var mapping: OptionsMapping?

  /// The timeout of the program, more than 0, at most
  /// ``SourceDescription/maximumTimeout``; nil for the default.
  public var timeout: Duration?

  /// Whether the program handles search terms itself and receives a request for each.
  public var searches: Bool

  /// Whether the program looks up stored choices: the request then has `identifiers`, and the
  /// response contains the choices that are still available.
  public var resolves: Bool

  /// Makes a description.
  public init(
    arguments: [String], environment: [String] = [], format: OptionsFormat = .json,
    mapping: OptionsMapping? = nil, timeout: Duration? = nil, searches: Bool = false,
    resolves: Bool = false
  ) {
    self.arguments = arguments
    self.environment = environment
    self.format = format
    self.mapping = mapping
    self.timeout = timeout
    self.searches = searches
    self.resolves = resolves
  }
}

/// A query on an SQLite database file.
public struct SQLiteSource: Sendable, Hashable {
  /// The path of the file, relative to the folder of `widget.json`.
  public var path: String

  /// The query, with a question mark for each argument.
  public var query: String

  /// The values for the question marks: templates that can contain names in braces, such as
  /// `{search}`, `{family}` and the names of parameters.
  public var arguments: [String]

  /// The timeout of the query, more than 0, at most
  /// ``SourceDescription/maximumTimeout``; nil for the default.
  public var timeout: Duration?

  /// The query for stored choices; nil if they are looked up in the whole list.
  ///
  /// With `:identifiers`, a JSON array of their identifiers, it runs once; with `:identifier`, it
  /// runs for each of them.
  public var resolve: String?

  /// The query for the initial choices of a new widget; nil for none.
  public var defaults: String?

  /// Makes a description.
  public init(
    path: String, query: String, arguments: [String] = [], timeout: Duration? = nil,
    resolve: String? = nil, defaults: String? = nil
  ) {
    self.path = path
    self.query = query
    self.arguments = arguments
    self.timeout = timeout
    self.resolve = resolve
    self.defaults = defaults
  }
}
