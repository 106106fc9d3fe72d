import DefinitionFormats
import IntentModel
import IntentOptions
package import JSONC
import Messages

extension SourceDescription {
  /// The keys of all sources; the first five select the kind of source.
  package enum Key: String, JSONKey {
    case builtin, fixture, command, http, sqlite
    case arguments, environment, timeout, searches, headers, environmentHeaders, map, pages, query
    case resolve, `default`, retries, cache, fallback

    static let origins: [Key] = [.builtin, .fixture, .command, .http, .sqlite]
  }

  /// The keys of a default that is requested.
  package enum DefaultKey: String, JSONKey { case url, query }

  /// The keys from a source to a value in it.
  package static func path(to key: Key, _ inner: DefaultKey? = nil) -> [String] {
    [key.rawValue] + (inner.map { [$0.rawValue] } ?? [])
  }

  static let longestTimeout = 3_600.0
  static let longestCache = 86_400.0

  /// The maximum depth of nested fallbacks.
  static let deepestFallback = 8

  /// Reads a source; nil with an error if it is invalid.
  static func read(_ node: JSONNode, as role: Role) -> SourceDescription? {
    read(node, as: role, depth: 0)
  }

  private static func read(_ node: JSONNode, as role: Role, depth: Int) -> SourceDescription? {
    guard let members = node.openObject(Key.self) else { return nil }
    let origins = Key.origins.filter { members[$0] != nil }
    guard let kind = origins.first, origins.count == 1 else {
      members.refuseAllBut(Array(Key.allCases))
      let names = Key.origins.map(\.rawValue)
      node.report(origins.isEmpty ? .noneOf(names) : .onlyOneOf(origins.map(\.rawValue)))
      return nil
    }
    members.refuseAllBut([kind] + kind.companions(as: role))
    guard let origin = origin(kind, members) else { return nil }
    var source = SourceDescription(origin)
    if let fallback = members[.fallback] {
      if depth < deepestFallback {
        source.fallback = read(fallback, as: role, depth: depth + 1).map { [$0] } ?? []
      } else {
        fallback.report(.tooMany(what: "fallbacks", maximum: deepestFallback))
      }
    }
    guard role == .options else { return source }
    source.retries =
      members[.retries].flatMap { $0.integer(in: 0...mostRetries, "number of retries") } ?? 0
    source.cache = seconds(members[.cache], "cache", longest: longestCache)
    if let node = members[.default] { source.takeDefault(node) }
    return source
  }

  private static func origin(_ kind: Key, _ members: KeyedMembers<Key>) -> Origin? {
    switch kind {
    case .builtin: builtin(members)
    case .fixture:
      members[.fixture]?.text(.whatPath).map {
        .fixture(FixtureSource(path: $0, timeout: timeout(members)))
      }
    case .command: command(members)
    case .http: http(members)
    default: sqlite(members)
    }
  }

  private static func builtin(_ members: KeyedMembers<Key>) -> Origin? {
    let arguments = texts(members[.arguments])
    let timeout = timeout(members)
    return members[.builtin]?.text("name of the provider").map {
      .builtin(BuiltinSource(name: $0, arguments: arguments, timeout: timeout))
    }
  }

  private static func command(_ members: KeyedMembers<Key>) -> Origin? {
    let environment = members[.environment]?.strings ?? []
    let timeout = timeout(members)
    let searches = members.boolean(.searches)
    let resolves = members.boolean(.resolve)
    guard let node = members[.command], let arguments = node.strings else { return nil }
    guard let program = arguments.first, !program.isEmpty else {
      node.report(.emptyText("command"))
      return nil
    }
    return .command(
      CommandSource(
        arguments: arguments, environment: environment, timeout: timeout, searches: searches,
        resolves: resolves))
  }

  private static func http(_ members: KeyedMembers<Key>) -> Origin? {
    let headers = texts(members[.headers])
    let secrets = texts(members[.environmentHeaders])
    let mapping = members[.map].flatMap(OptionsMapping.read)
    let pages = members[.pages].flatMap { $0.integer(in: 1...1_000, "number of pages") }
    let timeout = timeout(members)
    let resolve = members[.resolve].flatMap(webURL)
    guard let url = members[.http].flatMap(webURL) else { return nil }
    return .http(
      HTTPSource(
        url: url, headers: headers, environmentHeaders: secrets, mapping: mapping, pages: pages,
        timeout: timeout, resolve: resolve))
  }

  private static func webURL(_ node: JSONNode) -> String? {
    guard let url = node.string else { return nil }
    if url.hasPrefix("https://") || url.hasPrefix("http://") { return url }
    let found = SpokenURL(url).description
    node.report(
      .wrongType(expected: "a URL that begins with https:// or http://", found: .quoted(found)))
    return nil
  }

  private static func sqlite(_ members: KeyedMembers<Key>) -> Origin? {
    let path = members[.sqlite]?.text(.whatPath)
    let query = members.required(.query)?.text(.whatQuery)
    let arguments = members[.arguments]?.strings ?? []
    let timeout = timeout(members)
    let resolve = members[.resolve].flatMap { $0.text(.whatQuery) }
    guard let path, let query else { return nil }
    return .sqlite(
      SQLiteSource(
        path: path, query: query, arguments: arguments, timeout: timeout, resolve: resolve))
  }

  /// Reads a default: choices as in a response, or a URL or a query that gives them.
  private mutating func takeDefault(_ node: JSONNode) {
    if let object = node.value.objectValue, object["identifier"] == nil {
      guard let members = node.object(DefaultKey.self) else { return }
      switch origin {
      case .http(var source):
        members.refuseAllBut([.url])
        source.defaults = members.required(.url).flatMap(Self.webURL)
        origin = .http(source)
      case .sqlite(var source):
        members.refuseAllBut([.query])
        source.defaults = members.required(.query)?.text(.whatQuery)
        origin = .sqlite(source)
      default: node.report(.missingMember("identifier"))
      }
      return
    }
    let isList = node.value.arrayValue != nil
    let items = (isList ? node.elements ?? [] : [node]).compactMap { OptionsJSON.item($0) }
    defaults = items
    var seen = Set<String>()
    for item in items where !seen.insert(item.identifier).inserted {
      node.report(.duplicate(item.identifier, what: .whatItem))
    }
  }

  private static func texts(_ node: JSONNode?) -> [String: String] {
    var texts: [String: String] = [:]
    for member in node?.members ?? [] { texts[member.key] = member.node.string }
    return texts
  }

  private static func timeout(_ members: KeyedMembers<Key>) -> Double? {
    seconds(members[.timeout], "timeout", longest: longestTimeout)
  }

  private static func seconds(_ node: JSONNode?, _ what: Message, longest: Double) -> Double? {
    guard let node, let seconds = node.number else { return nil }
    if seconds > 0, seconds <= longest { return seconds }
    node.report(
      .outOfRange(what: what, range: "more than 0 and at most \(Int(longest)) seconds"))
    return nil
  }
}

extension SourceDescription.Key {
  /// The other keys that a source of this kind can have.
  func companions(as role: SourceDescription.Role) -> [Self] {
    switch (self, role) {
    case (.builtin, .options): [.arguments, .timeout] + Self.common
    case (.builtin, .timeline): [.arguments, .fallback]
    case (.fixture, .options): [.timeout] + Self.common
    case (.command, .options): [.environment, .timeout, .searches, .resolve] + Self.common
    case (.command, .timeline): [.environment, .timeout, .fallback]
    case (.http, .options):
      [.headers, .environmentHeaders, .map, .pages, .timeout, .resolve] + Self.common
    case (.http, .timeline): [.headers, .environmentHeaders, .timeout, .fallback]
    case (.sqlite, .options): [.query, .arguments, .timeout, .resolve] + Self.common
    case (.sqlite, .timeline): [.query, .arguments, .timeout]
    default: []
    }
  }

  /// The keys common to all sources of options.
  private static let common: [Self] = [.default, .retries, .cache, .fallback]
}

extension SourceDescription {
  package var json: JSONValue {
    var builder = JSONBuilder<Key>()
    switch origin {
    case .builtin(let source):
      builder.set(.builtin, source.name)
      builder.set(.arguments, Self.json(source.arguments))
      builder.set(.timeout, shortest: source.timeout)
    case .fixture(let source):
      builder.set(.fixture, source.path)
      builder.set(.timeout, shortest: source.timeout)
    case .command(let source):
      builder.set(.command, source.arguments.map { .string($0) })
      builder.set(.environment, source.environment.map { .string($0) })
      builder.set(.timeout, shortest: source.timeout)
      builder.set(.searches, source.searches)
      builder.set(.resolve, source.resolves)
    case .http(let source):
      builder.set(.http, source.url)
      builder.set(.headers, Self.json(source.headers))
      builder.set(.environmentHeaders, Self.json(source.environmentHeaders))
      builder.set(.map, source.mapping?.json)
      builder.set(.pages, source.pages)
      builder.set(.timeout, shortest: source.timeout)
      builder.set(.resolve, source.resolve)
      builder.set(.default, source.defaults.map { Self.asked(.url, $0) })
    case .sqlite(let source):
      builder.set(.sqlite, source.path)
      builder.set(.query, source.query)
      builder.set(.arguments, source.arguments.map { .string($0) })
      builder.set(.timeout, shortest: source.timeout)
      builder.set(.resolve, source.resolve)
      builder.set(.default, source.defaults.map { Self.asked(.query, $0) })
    }
    if let defaults { builder.set(.default, JSONValue.array(defaults.map(OptionsJSON.json))) }
    if retries > 0 { builder.set(.retries, retries) }
    builder.set(.cache, shortest: cache)
    builder.set(.fallback, fallback.first?.json)
    return builder.value
  }

  private static func asked(_ key: DefaultKey, _ text: String) -> JSONValue {
    var builder = JSONBuilder<DefaultKey>()
    builder.set(key, text)
    return builder.value
  }

  private static func json(_ texts: [String: String]) -> JSONValue? {
    guard !texts.isEmpty else { return nil }
    return .object(
      JSONObject(
        texts.sorted { $0.key < $1.key }.map { (key: $0.key, value: .string($0.value)) }))
  }
}
