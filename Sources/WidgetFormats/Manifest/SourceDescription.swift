import IntentModel
public import IntentOptions
import JSONC
import Messages

/// Where options or timelines come from, as `widget.json` says it.
public struct SourceDescription: Sendable, Hashable {
  /// The kinds of sources.
  public enum Origin: Sendable, Hashable {
    /// A provider that is compiled into the program.
    case builtin(BuiltinSource)
    /// A JSON file.
    case fixture(FixtureSource)
    /// A program that is run, without a shell.
    case command(CommandSource)
    /// A web service.
    case http(HTTPSource)
    /// A query of a database file.
    case sqlite(SQLiteSource)
  }

  /// What a source is asked for.
  public enum Role: Sendable, Hashable, CaseIterable {
    /// The choices of a parameter.
    case options
    /// The timeline of a widget.
    case timeline
  }

  /// The greatest number of retries.
  public static let mostRetries = 10

  /// Where the answer comes from.
  public var origin: Origin

  /// How often a source that fails is asked again, from 0 to ``mostRetries``.
  public var retries: Int

  /// For how many seconds an answer is used again, more than 0, at most 86,400; nil for not at all.
  public var cache: Double?

  /// The source that is asked where this one fails: none or one.
  public var fallback: [SourceDescription]

  /// The choices that a new widget starts with; nil if the source is asked for them.
  ///
  /// An item whose display is its identifier is looked up in the source.
  public var defaults: [OptionItem]?

  /// Makes a description.
  public init(
    _ origin: Origin, retries: Int = 0, cache: Double? = nil, fallback: SourceDescription? = nil,
    defaults: [OptionItem]? = nil
  ) {
    self.origin = origin
    self.retries = retries
    self.cache = cache
    self.fallback = fallback.map { [$0] } ?? []
    self.defaults = defaults
  }

  /// The sources that are asked one after the other where this one fails.
  public var standIns: [SourceDescription] { fallback + fallback.flatMap(\.standIns) }

  /// A provider that is compiled into the program.
  public static func builtin(_ source: BuiltinSource) -> Self { Self(.builtin(source)) }

  /// A JSON file.
  public static func fixture(_ source: FixtureSource) -> Self { Self(.fixture(source)) }

  /// A program that is run, without a shell.
  public static func command(_ source: CommandSource) -> Self { Self(.command(source)) }

  /// A web service.
  public static func http(_ source: HTTPSource) -> Self { Self(.http(source)) }

  /// A query of a database file.
  public static func sqlite(_ source: SQLiteSource) -> Self { Self(.sqlite(source)) }
}

/// A provider that is compiled into the program, by its name.
public struct BuiltinSource: Sendable, Hashable {
  /// The name, such as `WorldClock`.
  public var name: String

  /// The arguments of the provider, by name.
  public var arguments: [String: String]

  /// The seconds until the provider is given up, more than 0, at most 3,600; nil for no limit.
  public var timeout: Double?

  /// Makes a description.
  public init(name: String, arguments: [String: String] = [:], timeout: Double? = nil) {
    self.name = name
    self.arguments = arguments
    self.timeout = timeout
  }
}

/// A JSON file.
public struct FixtureSource: Sendable, Hashable {
  /// The path, relative to the folder of `widget.json`.
  public var path: String

  /// The seconds until the file is given up, more than 0, at most 3,600; nil for no limit.
  public var timeout: Double?

  /// Makes a description.
  public init(path: String, timeout: Double? = nil) {
    self.path = path
    self.timeout = timeout
  }
}

/// A program that answers on its standard output.
public struct CommandSource: Sendable, Hashable {
  /// The program and its arguments; never empty, never seen by a shell.
  public var arguments: [String]

  /// The names of the environment variables that the program gets.
  public var environment: [String]

  /// The seconds until the program is stopped, more than 0, at most 3,600; nil for the usual time.
  public var timeout: Double?

  /// Whether the program answers search terms itself, and is asked again for each.
  public var searches: Bool

  /// Whether the program looks stored choices up: the request then has `identifiers`, and the answer
  /// holds those that are still offered.
  public var resolves: Bool

  /// Makes a description.
  public init(
    arguments: [String], environment: [String] = [], timeout: Double? = nil,
    searches: Bool = false, resolves: Bool = false
  ) {
    self.arguments = arguments
    self.environment = environment
    self.timeout = timeout
    self.searches = searches
    self.resolves = resolves
  }
}

/// A query of an SQLite database file.
public struct SQLiteSource: Sendable, Hashable {
  /// The path of the file, relative to the folder of `widget.json`.
  public var path: String

  /// The query, with a question mark for each argument.
  public var query: String

  /// What is bound to the question marks; `{search}` and parameters in braces are filled in.
  public var arguments: [String]

  /// The seconds until the query is stopped, more than 0, at most 3,600; nil for the usual time.
  public var timeout: Double?

  /// The query for stored choices, in which `:identifiers` is a JSON array of their identifiers, or
  /// which is asked for each as `:identifier`; nil if they are looked for in the whole list.
  public var resolve: String?

  /// The query for the choices that a new widget starts with; nil for none.
  public var defaults: String?

  /// Makes a description.
  public init(
    path: String, query: String, arguments: [String] = [], timeout: Double? = nil,
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
