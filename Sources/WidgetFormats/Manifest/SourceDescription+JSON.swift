import IntentModel
import IntentOptions
package import JSONC
import JSONCodings
import Messages

extension SourceDescription {
  /// The keys of all sources; those in ``origins`` select the kind of source.
  package enum Key: String, JSONKey {
    case builtin, fixture, command, http, sqlite
    case arguments, environment, timeout, searches, headers, environmentHeaders, format, map
    case pages, query
    case resolve, `default`, retries, cache, fallback

    package static let origins: [Key] = [.builtin, .fixture, .command, .http, .sqlite]
  }

  /// The keys inside `default`, if the default choices are requested from the source.
  package enum DefaultKey: String, JSONKey { case url, query }

  /// The keys from a source to a value in it.
  package static func path(to key: Key, _ inner: DefaultKey? = nil) -> [String] {
    [key.rawValue] + (inner.map { [$0.rawValue] } ?? [])
  }

  /// The maximum depth of nested fallbacks.
  static let deepestFallback = 8

  /// The declaration of a source of one kind: its own members, then the members of all sources.
  ///
  /// - Parameters:
  ///   - kind: The key that selects the kind.
  ///   - role: The use of the source.
  static func coding(_ kind: Key, as role: Role) -> ObjectCoding<SourceDescription> {
    let own: [ObjectMember<SourceDescription>] =
      switch kind {
      case .builtin: BuiltinSource.members(role).map { $0.lifted(\.builtin) }
      case .fixture: FixtureSource.members(role).map { $0.lifted(\.fixture) }
      case .command: CommandSource.members(role).map { $0.lifted(\.command) }
      case .http: HTTPSource.members(role).map { $0.lifted(\.http) }
      default: SQLiteSource.members(role).map { $0.lifted(\.sqlite) }
      }
    guard role == .options else {
      let isAlone = kind == .fixture || kind == .sqlite
      return ObjectCoding(own + (isAlone ? [] : [second(role)]))
    }
    return ObjectCoding(
      own + [
        defaults(of: kind),
        .standard(
          Key.retries, \.retries, .integer(in: 0...maximumRetries, "number of retries"), default: 0,
          "How many times a failed request is retried, from 0 to \(maximumRetries)", absence: "0"),
        .optional(
          Key.cache, \.cache, .seconds(upTo: maximumCacheAge, "cache"),
          "The seconds for which a list is reused, at most \(Int(maximumCacheAge).grouped)"),
        second(role),
      ])
  }

  /// Reads a source; reports an error and returns nil if it is invalid.
  fileprivate static func read(_ node: JSONNode, as role: Role) -> SourceDescription? {
    guard let members = node.openObject(Key.self) else { return nil }
    let origins = Key.origins.filter { members[$0] != nil }
    guard let kind = origins.first, origins.count == 1 else {
      members.refuseAllBut(Array(Key.allCases))
      let names = Key.origins.map(\.rawValue)
      node.report(origins.isEmpty ? .noneOf(names) : .onlyOneOf(origins.map(\.rawValue)))
      return nil
    }
    var source = SourceDescription(.fixture(FixtureSource(path: "")))
    return coding(kind, as: role).read(node, into: &source) ? source : nil
  }

  package var json: JSONValue {
    let kind: Key =
      switch origin {
      case .builtin: .builtin
      case .fixture: .fixture
      case .command: .command
      case .http: .http
      case .sqlite: .sqlite
      }
    return .object(Self.coding(kind, as: .options).object(self))
  }

  private static func second(_ role: Role) -> ObjectMember<SourceDescription> {
    ObjectMember(
      Key.fallback.rawValue, JSONCoding.source(as: role).schema,
      "The source to use if this one fails",
      read: { node, source in
        let depth = node.path.reversed().prefix { $0 == .key(Key.fallback.rawValue) }.count
        guard depth <= deepestFallback else {
          node.report(.tooMany(what: "fallbacks", maximum: deepestFallback))
          return false
        }
        source.fallback = read(node, as: role).map { [$0] } ?? []
        return true
      }, write: { $0.fallback.first?.json })
  }

  /// The member for a default: choices as in a response, or a URL or a query that provides them.
  private static func defaults(of kind: Key) -> ObjectMember<SourceDescription> {
    let item = SchemaDefinition.item.reference
    let identifier = OptionsJSON.ItemKey.identifier.rawValue
    let requested = requestedDefaults(of: kind)
    return ObjectMember(
      Key.default.rawValue,
      SchemaPart.any(
        [SchemaPart.any([item, SchemaPart.list(item)])] + (requested.map { [$0.schema] } ?? [])),
      "The choices of a new widget: an identifier, an item, or an array of them"
        + (requested.map { ", or {\"\($0.members[0].key)\": …} to request them" } ?? ""),
      read: { node, source in
        if let object = node.value.objectValue, object[identifier] == nil {
          guard let requested else {
            node.report(.missingMember(identifier))
            return false
          }
          return requested.read(node, into: &source)
        }
        source.takeDefaults(node)
        return true
      },
      write: { source in
        if let items = source.defaults { return .array(items.map(OptionsJSON.json)) }
        guard let requested, source.requestsDefaults else { return JSONValue?.none }
        return .object(requested.object(source))
      })
  }

  private static func requestedDefaults(of kind: Key) -> ObjectCoding<SourceDescription>? {
    switch kind {
    case .http:
      ObjectCoding([.required(DefaultKey.url, \.http.defaults.orEmpty, .webURL)])
    case .sqlite:
      ObjectCoding([.required(DefaultKey.query, \.sqlite.defaults.orEmpty, .text(.whatQuery))])
    default: nil
    }
  }

  private var requestsDefaults: Bool {
    switch origin {
    case .http(let source): source.defaults != nil
    case .sqlite(let source): source.defaults != nil
    default: false
    }
  }

  private mutating func takeDefaults(_ node: JSONNode) {
    let isList = node.value.arrayValue != nil
    let items = (isList ? node.elements ?? [] : [node]).compactMap { OptionsJSON.item($0) }
    defaults = items
    var seen = Set<String>()
    for item in items where !seen.insert(item.identifier).inserted {
      node.report(.duplicate(item.identifier, what: .whatItem))
    }
  }

  // The source of each kind, or an empty one of that kind if the description is of a different
  // kind.
  private var builtin: BuiltinSource {
    get { if case .builtin(let source) = origin { source } else { BuiltinSource(name: "") } }
    set { origin = .builtin(newValue) }
  }
  private var fixture: FixtureSource {
    get { if case .fixture(let source) = origin { source } else { FixtureSource(path: "") } }
    set { origin = .fixture(newValue) }
  }
  private var command: CommandSource {
    get { if case .command(let source) = origin { source } else { CommandSource(arguments: []) } }
    set { origin = .command(newValue) }
  }
  private var http: HTTPSource {
    get { if case .http(let source) = origin { source } else { HTTPSource(url: "") } }
    set { origin = .http(newValue) }
  }
  private var sqlite: SQLiteSource {
    get {
      if case .sqlite(let source) = origin { source } else { SQLiteSource(path: "", query: "") }
    }
    set { origin = .sqlite(newValue) }
  }
}

extension JSONCoding<SourceDescription> {
  /// A source of any kind; the schema of a document describes it once for each use.
  static func source(as role: SourceDescription.Role) -> Self {
    Self(
      schema: SchemaDefinition(role).reference,
      read: { SourceDescription.read($0, as: role) }, write: { $0.json })
  }
}

extension JSONCoding<String> {
  /// A URL of a web service; messages show it without its secrets.
  fileprivate static var webURL: Self {
    matching(
      "^(\(HTTPSource.beginnings.joined(separator: "|")))",
      expected: "a URL that begins with \(HTTPSource.beginnings.listed("or"))",
      shown: { SpokenURL($0).description }, HTTPSource.isURL)
  }
}

extension JSONCoding<[String]> {
  /// A program and its arguments.
  fileprivate static var command: Self {
    Self(
      schema: [
        "type": "array", "items": SchemaPart.string, "minItems": 1,
        "prefixItems": [SchemaPart.text],
      ],
      read: { node in
        guard let arguments = node.strings else { return nil }
        guard arguments.first?.isEmpty == false else {
          node.report(.emptyText("command"))
          return nil
        }
        return arguments
      }, write: { .array($0.map { .string($0) }) })
  }
}

private typealias Key = SourceDescription.Key

extension String? {
  /// The text; empty for none.
  fileprivate var orEmpty: String {
    get { self ?? "" }
    set { self = newValue }
  }
}

extension Int {
  /// The number with commas between its groups of three digits.
  var grouped: String {
    guard self >= 1_000 else { return String(self) }
    return "\((self / 1_000).grouped),\(String(1_000 + self % 1_000).dropFirst())"
  }
}

/// The member for the time limit of a source.
private func limit<Root>(
  _ place: any WritableKeyPath<Root, Duration?> & Sendable,
  otherwise absence: String? = "\(SourceDescription.usualTimeout)"
) -> ObjectMember<Root> {
  .optional(
    Key.timeout, place, .seconds(upTo: SourceDescription.maximumTimeout, "timeout"),
    "The time limit in seconds, at most \(Int(SourceDescription.maximumTimeout).grouped)",
    absence: absence)
}

/// The member for the mapping, which says where the parts of a list are.
private func mappingMember<Root>(
  _ place: any WritableKeyPath<Root, OptionsMapping?> & Sendable
) -> ObjectMember<Root> {
  .optional(
    Key.map, place, .object(OptionsMapping.coding, empty: OptionsMapping()),
    "Where the parts of a list are in the response, as JSON Pointers")
}

extension BuiltinSource {
  fileprivate static func members(_ role: SourceDescription.Role) -> [ObjectMember<Self>] {
    [
      .required(
        Key.builtin, \.name, .text("name of the provider"),
        "The name of a provider that is compiled in"),
      .standard(
        Key.arguments, \.arguments, .map(of: .string), default: [:],
        "Arguments for the provider, by name"),
    ] + (role == .options ? [limit(\.timeout, otherwise: nil)] : [])
  }
}

/// The formats of choices, in the help of a source.
private let formats = OptionsFormat.allCases.map(\.rawValue).listed("or")

extension FixtureSource {
  fileprivate static func members(_ role: SourceDescription.Role) -> [ObjectMember<Self>] {
    [
      .required(
        Key.fixture, \.path, .text(.whatPath),
        "The path of a JSON or CSV file, from the folder of the widget")
    ]
      + (role == .options
        ? [
          .optional(
            Key.format, \.format, .word("format"), formats,
            absence: "the format that fits the file name"),
          mappingMember(\.mapping), limit(\.timeout, otherwise: nil),
        ] : [])
  }
}

extension CommandSource {
  fileprivate static func members(_ role: SourceDescription.Role) -> [ObjectMember<Self>] {
    [
      .required(
        Key.command, \.arguments, .command, "A program and its arguments; no shell reads them"),
      .standard(
        Key.environment, \.environment, .list(of: .string), default: [],
        """
        Environment variables that the program gets in addition to the usual ones and to \
        \(containerVariable)
        """),
      limit(\.timeout),
    ]
      + (role == .timeline
        ? []
        : [
          .standard(
            Key.format, \.format, .word("format"), default: .json, formats,
            absence: OptionsFormat.json.rawValue), mappingMember(\.mapping),
          .standard(
            Key.searches, \.searches, .boolean, default: false,
            "Whether the program gets a request for each search term"),
          .standard(
            Key.resolve, \.resolves, .boolean, default: false,
            "Whether the program reports which stored choices still exist"),
        ])
  }
}

extension HTTPSource {
  fileprivate static func members(_ role: SourceDescription.Role) -> [ObjectMember<Self>] {
    let request: [ObjectMember<Self>] = [
      .required(
        Key.http, \.url, .webURL,
        "A URL, in which names in braces are filled in, such as {search} or {family}"),
      .standard(
        Key.headers, \.headers, .map(of: .string), default: [:], "Headers of the request, by name"),
      .standard(
        Key.environmentHeaders, \.environmentHeaders, .map(of: .string), default: [:],
        "Headers with secret values: for each, the environment variable with its value"),
    ]
    guard role == .options else { return request + [limit(\.timeout)] }
    return request + [
      mappingMember(\.mapping),
      .optional(
        Key.pages, \.pages, .integer(in: 1...SourceDescription.maximumPages, "number of pages"),
        "The maximum number of pages to fetch, from 1 to \(SourceDescription.maximumPages.grouped)",
        absence: "\(SourceDescription.usualPages)"),
      limit(\.timeout),
      .optional(
        Key.resolve, \.resolve, .webURL,
        "The URL that returns the stored choices that still exist, with {identifiers}"),
    ]
  }
}

extension SQLiteSource {
  fileprivate static func members(_ role: SourceDescription.Role) -> [ObjectMember<Self>] {
    let query: [ObjectMember<Self>] = [
      .required(
        Key.sqlite, \.path, .text(.whatPath),
        "The path of a database file, from the folder of the widget"),
      .required(
        Key.query, \.query, .text(.whatQuery),
        "A query, run read-only, with :search and the other names as bound values"),
      .standard(
        Key.arguments, \.arguments, .list(of: .string), default: [],
        "Values for the ? placeholders in the query, in order"),
      limit(\.timeout),
    ]
    guard role == .options else { return query }
    return query + [
      .optional(
        Key.resolve, \.resolve, .text(.whatQuery),
        "The query that returns a stored choice if it still exists, with :identifier")
    ]
  }
}
