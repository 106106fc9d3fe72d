/// Where options or timelines come from, as `widget.json` says it.
public enum SourceDescription: Sendable, Hashable {
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

/// A provider that is compiled into the program, by its name.
public struct BuiltinSource: Sendable, Hashable {
  /// The name, such as `WorldClock`.
  public var name: String

  /// What the provider is told, by name.
  public var arguments: [String: String]

  /// Makes a description.
  public init(name: String, arguments: [String: String] = [:]) {
    self.name = name
    self.arguments = arguments
  }
}

/// A JSON file.
public struct FixtureSource: Sendable, Hashable {
  /// The path, relative to the folder of `widget.json`.
  public var path: String

  /// Makes a description.
  public init(path: String) {
    self.path = path
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

  /// Makes a description.
  public init(
    arguments: [String], environment: [String] = [], timeout: Double? = nil,
    searches: Bool = false
  ) {
    self.arguments = arguments
    self.environment = environment
    self.timeout = timeout
    self.searches = searches
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

  /// Makes a description.
  public init(path: String, query: String, arguments: [String] = [], timeout: Double? = nil) {
    self.path = path
    self.query = query
    self.arguments = arguments
    self.timeout = timeout
  }
}
