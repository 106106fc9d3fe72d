import IntentModel
import JSONC

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

extension SourceDescription {
  /// The keys of all sources; the first five say which it is.
  enum Key: String, JSONKey {
    case builtin, fixture, command, http, sqlite
    case arguments, environment, timeout, searches, headers, environmentHeaders, map, pages, query

    static let origins: [Key] = [.builtin, .fixture, .command, .http, .sqlite]
  }

  static let longestTimeout = 3_600.0

  /// A source; nil with an error where it is wrong.
  static func read(_ node: JSONNode) -> SourceDescription? {
    guard let members = node.openObject(Key.self) else { return nil }
    let origins = Key.origins.filter { members[$0] != nil }
    guard let origin = origins.first, origins.count == 1 else {
      members.refuseAllBut(Array(Key.allCases))
      let names = Key.origins.map(\.rawValue)
      node.report(origins.isEmpty ? .noneOf(names) : .onlyOneOf(origins.map(\.rawValue)))
      return nil
    }
    members.refuseAllBut([origin] + origin.companions)
    switch origin {
    case .builtin: return builtin(members)
    case .fixture: return members[.fixture]?.text("path").map { .fixture(FixtureSource(path: $0)) }
    case .command: return command(members)
    case .http: return http(members)
    default: return sqlite(members)
    }
  }

  private static func builtin(_ members: JSONMembers<Key>) -> SourceDescription? {
    let arguments = texts(members[.arguments])
    return members[.builtin]?.text("name of the provider").map {
      .builtin(BuiltinSource(name: $0, arguments: arguments))
    }
  }

  private static func command(_ members: JSONMembers<Key>) -> SourceDescription? {
    let environment = members[.environment]?.strings ?? []
    let timeout = timeout(members[.timeout])
    let searches = members.boolean(.searches)
    guard let node = members[.command], let arguments = node.strings else { return nil }
    guard let program = arguments.first, !program.isEmpty else {
      node.report(.emptyText("command"))
      return nil
    }
    return .command(
      CommandSource(
        arguments: arguments, environment: environment, timeout: timeout, searches: searches))
  }

  private static func http(_ members: JSONMembers<Key>) -> SourceDescription? {
    let headers = texts(members[.headers])
    let secrets = texts(members[.environmentHeaders])
    let mapping = members[.map].flatMap(OptionsMapping.read)
    let pages = members[.pages].flatMap { $0.integer(in: 1...1_000, "number of pages") }
    let timeout = timeout(members[.timeout])
    guard let node = members[.http], let url = node.string else { return nil }
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
      let expected = "a URL that begins with https:// or http://"
      node.report(.wrongType(expected: expected, found: quoted(url)))
      return nil
    }
    return .http(
      HTTPSource(
        url: url, headers: headers, environmentHeaders: secrets, mapping: mapping, pages: pages,
        timeout: timeout))
  }

  private static func sqlite(_ members: JSONMembers<Key>) -> SourceDescription? {
    let path = members[.sqlite]?.text("path")
    let query = members.required(.query)?.text("query")
    let arguments = members[.arguments]?.strings ?? []
    let timeout = timeout(members[.timeout])
    guard let path, let query else { return nil }
    return .sqlite(
      SQLiteSource(path: path, query: query, arguments: arguments, timeout: timeout))
  }

  private static func texts(_ node: JSONNode?) -> [String: String] {
    var texts: [String: String] = [:]
    for member in node?.members ?? [] { texts[member.key] = member.node.string }
    return texts
  }

  private static func timeout(_ node: JSONNode?) -> Double? {
    guard let node, let seconds = node.number else { return nil }
    if seconds > 0, seconds <= longestTimeout { return seconds }
    node.report(.outOfRange(what: "timeout", range: "more than 0 and at most 3600 seconds"))
    return nil
  }
}

extension SourceDescription.Key {
  /// The keys that a source of an origin can have besides.
  fileprivate var companions: [Self] {
    switch self {
    case .builtin: [.arguments]
    case .command: [.environment, .timeout, .searches]
    case .http: [.headers, .environmentHeaders, .map, .pages, .timeout]
    case .sqlite: [.query, .arguments, .timeout]
    default: []
    }
  }
}

extension SourceDescription {
  var json: JSONValue {
    var builder = JSONBuilder<Key>()
    switch self {
    case .builtin(let source):
      builder.set(.builtin, source.name)
      builder.set(.arguments, Self.json(source.arguments))
    case .fixture(let source): builder.set(.fixture, source.path)
    case .command(let source):
      builder.set(.command, source.arguments.map { .string($0) })
      builder.set(.environment, source.environment.map { .string($0) })
      builder.set(.timeout, shortest: source.timeout)
      builder.set(.searches, source.searches)
    case .http(let source):
      builder.set(.http, source.url)
      builder.set(.headers, Self.json(source.headers))
      builder.set(.environmentHeaders, Self.json(source.environmentHeaders))
      builder.set(.map, source.mapping?.json)
      builder.set(.pages, source.pages)
      builder.set(.timeout, shortest: source.timeout)
    case .sqlite(let source):
      builder.set(.sqlite, source.path)
      builder.set(.query, source.query)
      builder.set(.arguments, source.arguments.map { .string($0) })
      builder.set(.timeout, shortest: source.timeout)
    }
    return builder.value
  }

  private static func json(_ texts: [String: String]) -> JSONValue? {
    guard !texts.isEmpty else { return nil }
    return .object(
      JSONObject(
        texts.sorted { $0.key < $1.key }.map { (key: $0.key, value: .string($0.value)) }))
  }
}
