public import IntentModel
public import IntentOptions
import JSONCodings
import Messages
public import WidgetFormats

/// Options from a web service.
///
/// The URL is a template (RFC 6570, level 1): the names of ``SourceNames/list(_:)`` in braces are
/// replaced by their values, percent-encoded so that they cannot change the URL. The response must
/// have status 200 and be JSON: either a collection, or JSON that the source's mapping turns into
/// one.
///
/// The next page is fetched if the response refers to the page and if the page has the same scheme,
/// host and port. The reference is a `Link` header with the relation `next` (RFC 8288), or the
/// mapping's cursor.
/// A source can name separate URLs for stored choices and defaults. Responses are kept in memory as
/// far as `Cache-Control` and `ETag` allow (RFC 9111).
public struct HTTPOptionsProvider: OptionsProvider {
  /// The name of the source in messages.
  public let name: String

  /// Whether the URL uses the search term.
  public let searchesItself: Bool

  private let service: WebService
  private let schema: IntentSchema?

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - source: The URL, the headers, the mapping and the timeout.
  ///   - environment: The environment variables that headers use.
  ///   - name: The name in messages; nil to use the URL without its secrets.
  ///   - schema: The definition, for the names of parameters and the types of items' properties.
  ///   - limits: The limits on the response, for all pages together.
  ///   - now: The current time, from which the age of kept responses is computed.
  ///   - fetch: Fetches the document.
  public init(
    _ source: HTTPSource, environment: [String: String] = [:], name: String? = nil,
    schema: IntentSchema? = nil, limits: SourceLimits = SourceLimits(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, fetch: @escaping HTTPFetch
  ) {
    service = WebService(
      source, name: name, environment: environment, limits: limits,
      fetch: HTTPCache(now: now).keeping(fetch))
    self.name = service.name
    self.schema = schema
    searchesItself = source.url.contains(SourceNames.inBraces(SourceNames.search))
  }

  private var source: HTTPSource { service.source }

  /// True: a collection never exceeds the limit of the request.
  public var limitsItself: Bool { true }

  /// Whether the source has a URL for its default choices.
  public var givesDefaults: Bool { source.defaults != nil }

  /// The choices from the service.
  ///
  /// If a page fails, the previous pages are returned with a notice.
  ///
  /// - Throws: `OptionsError` for an invalid URL, for a service that is unreachable, refuses the
  ///   request or is too slow, or for a response that is too large or malformed;
  ///   `CancellationError` when cancelled.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await pages(of: source.url, .list(schema), for: request)
  }

  /// The choices from the URL for defaults; empty if there is no such URL.
  ///
  /// - Throws: The same errors as ``options(for:)``.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    guard let url = source.defaults else { return [] }
    return try await pages(of: url, .list(schema), for: request).items
  }

  /// The items from the URL for stored choices; if there is no such URL, the items in the list.
  ///
  /// - Throws: The same errors as ``options(for:)``.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    let whole = request.whole
    guard let url = source.resolve else {
      // A service that supports a limit may apply its own limit if none is requested.
      let isLimited = searchesItself || source.url.contains(SourceNames.inBraces(SourceNames.limit))
      let found = try await options(for: whole)
      return found.resolving(identifiers, isWhole: !isLimited && !isFull(found.count))
    }
    var found = ResolvedOptions([])
    let asked = Set(identifiers).sorted()
    for start in stride(from: 0, to: asked.count, by: Self.identifiersAtOnce) {
      let part = Array(asked[start...].prefix(Self.identifiersAtOnce))
      let list = try await pages(of: url, .resolve(schema), for: whole, resolving: part)
      let page = list.resolving(part, isWhole: true)
      found.items += page.items
      found.isConclusive = found.isConclusive && page.isConclusive
    }
    let known = OptionsCollection(items: found.items).resolving(identifiers, isWhole: true)
    return ResolvedOptions(known.items, isConclusive: found.isConclusive)
  }

  /// Whether the number of choices equals a number in the URL's query, such as `limit=50`, so that
  /// there may be more choices.
  private func isFull(_ count: Int) -> Bool {
    let query = source.url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return query.split { $0 == "&" || $0 == ";" }.contains { item in
      item.split(separator: "=", maxSplits: 1).last.flatMap { Int($0) } == count
    }
  }

  /// The maximum number of stored choices that are requested with one URL.
  static let identifiersAtOnce = 50

  private func pages(
    of template: String, _ names: SourceNames, for request: OptionsRequest,
    resolving identifiers: [String] = []
  ) async throws -> OptionsCollection {
    let variables = RequestVariables(request)
    if let parent = variables.emptyParent(in: template, schema) {
      throw OptionsError.parentNotSet(parent, provider: name)
    }
    @Sendable func url(cursor: String) throws(OptionsError) -> String {
      try service.url(template, names) { name in
        switch name {
        case SourceNames.cursor: [cursor]
        case SourceNames.identifiers: identifiers
        default: variables.texts(name)
        }
      }
    }
    let first = try url(cursor: "")
    let limit = request.limit.map { "\($0)" } ?? ""
    return try await SourceRun.list(
      of: "\(source)\u{0}\(schema?.intent.typeName ?? "")",
      "\(first) \(request.parameter) \(request.locale) \(limit)"
    ) {
      try await pages(from: first, of: template, for: request, url)
    }
  }

  /// The choices on a page and on the pages after it.
  private func pages(
    from first: String, of template: String, for request: OptionsRequest,
    _ url: (_ cursor: String) throws(OptionsError) -> String
  ) async throws -> OptionsCollection {
    var pages = CollectedPages(limit: request.limit)
    var next: String? = first
    var seen: Set<String> = []
    var bytes = service.limits.bytes
    let end = ContinuousClock.now + service.limits.timeout
    var number = 0
    while let place = next, !pages.isFull {
      guard number < source.pages ?? SourceDescription.usualPages else {
        pages.keep(
          """
          Only the first \(number, one: "page", other: "# pages") of \
          “\(name: name, limit: 1_000)” \(number, one: "is", other: "are") shown.
          """,
          in: request.locale)
        break
      }
      do {
        guard seen.insert(place).inserted else {
          throw OptionsError.circle(SpokenURL(place), provider: name)
        }
        let response = try await service.response(from: place, bytes: bytes, until: end)
        let page = try page(response, for: request)
        try pages.add(page.collection, maximum: service.limits.items, provider: name)
        bytes -= response.body.count
        number += 1
        if pages.isFull {
          next = nil
        } else if let cursor = page.cursor,
          template.contains(SourceNames.inBraces(SourceNames.cursor))
        {
          next = try url(cursor)
        } else {
          next = try link(to: page.cursor, response, at: place)
        }
      } catch {
        try Task.checkCancellation()
        guard number > 0, !(error is CancellationError) else { throw error }
        let cause = OptionsError(error, provider: name).message
        pages.keep(
          """
          Only the first \(number, one: "page is", other: "# pages are") shown, because the next \
          one failed: \(cause)
          """,
          in: request.locale)
        break
      }
    }
    return try pages.collection.withoutInvalidItems(
      provider: name, limits: service.limits.options, locale: request.locale
    ).limited(by: request)
  }

  private func page(
    _ response: WebResponse, for request: OptionsRequest
  ) throws(OptionsError) -> OptionsPage {
    guard let mapping = source.mapping else {
      let reader = OptionsResponse(name: name, schema: schema, limits: service.limits)
      var whole = request
      whole.limit = nil
      return OptionsPage(collection: try reader.collection(response.body, for: whole), cursor: nil)
    }
    do throws(FormatErrors) {
      return try OptionsJSON.page(
        response.body, source: name, mapping: mapping, schema: schema,
        parameter: request.parameter, limits: service.limits.format)
    } catch {
      throw .malformed(error, provider: name)
    }
  }

  /// The URL of the next page, from the cursor or the `Link` header; nil on the last page.
  private func link(
    to cursor: String?, _ response: WebResponse, at url: String
  ) throws(OptionsError) -> String? {
    let link = response.headers["link"].flatMap { LinkHeader($0).target(relation: "next") }
    guard let target = cursor ?? link else { return nil }
    guard let next = WebAddress.resolve(target, at: url),
      WebAddress.origin(of: next) == WebAddress.origin(of: url)
    else {
      throw .elsewhere(
        SpokenURL(WebAddress.resolve(target, at: url) ?? target), provider: name)
    }
    return next
  }
}

/// The choices on the pages so far.
private struct CollectedPages {
  var collection = OptionsCollection(sections: [])
  private let limit: Int?
  private var numbers: [String?: Int] = [:]
  private var count = 0

  init(limit: Int?) {
    self.limit = limit
  }

  /// Whether the limit of the request has been reached.
  var isFull: Bool { limit.map { count >= $0 } ?? false }

  /// Adds a page; sections with the same title are merged.
  mutating func add(
    _ page: OptionsCollection, maximum: Int, provider: String
  ) throws(OptionsError) {
    guard count + page.count <= maximum else {
      throw .tooManyItems(maximum, "Request fewer items in the URL.", provider: provider)
    }
    if collection.sections.isEmpty { collection = page } else { append(page) }
    collection.isPartial = collection.isPartial || page.isPartial
    if numbers.isEmpty {
      for (number, section) in collection.sections.enumerated() where numbers[section.title] == nil
      {
        numbers[section.title] = number
      }
    }
    count += page.count
  }

  /// Adds a notice that explains why pages are missing, in the language of a locale.
  mutating func keep(_ notice: Message, in locale: String) {
    collection.addNotice(notice, locale: locale)
    collection.isPartial = true
  }

  private mutating func append(_ page: OptionsCollection) {
    for section in page.sections {
      if let number = numbers[section.title] {
        collection.sections[number].items += section.items
      } else {
        numbers[section.title] = collection.sections.count
        collection.sections.append(section)
      }
    }
  }
}
