import DefinitionFormats
public import IntentModel
public import IntentOptions
import Messages
public import WidgetFormats

/// Options that a web service gives.
///
/// The URL is a template (RFC 6570, level 1): `{search}`, `{limit}`, `{family}`, `{locale}`,
/// `{cursor}` and names of parameters in braces are replaced by their values, with everything
/// escaped that could change the URL. The answer must have status 200 and be JSON: a collection, or
/// what the mapping of the source makes one of.
///
/// Further pages are fetched where the answer names one, by a `Link` header with the relation `next`
/// (RFC 8288) or at the cursor of the mapping, as far as they are at the same scheme, host and port.
/// Stored choices and default ones have URLs of their own, where the source names them.
/// Answers are kept in memory as `Cache-Control` and `ETag` allow (RFC 9111).
public struct HTTPOptionsProvider: OptionsProvider {
  /// The most pages of an answer where the source does not say it.
  public static let usualPages = 100

  /// The name by which messages call the source.
  public let name: String

  /// Whether the URL uses the search term.
  public let searchesItself: Bool

  private let service: WebService
  private let schema: IntentSchema?

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - source: The URL, the headers, the mapping and the time.
  ///   - environment: The variables that headers are made of.
  ///   - name: The name in messages; nil for the URL without its secrets.
  ///   - schema: Gives the names of parameters, and the types of the properties of items.
  ///   - limits: What the answer may cost, all pages together.
  ///   - now: The moment, for the age of what is kept.
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
    searchesItself = source.url.contains("{search}")
  }

  private var source: HTTPSource { service.source }

  /// No answer is longer than the request wants.
  public var limitsItself: Bool { true }

  /// Whether the source has a URL for its default choices.
  public var givesDefaults: Bool { source.defaults != nil }

  /// The choices that the service gives.
  ///
  /// Where a page fails, those before it are given, with a notice.
  ///
  /// - Throws: `OptionsError` for a URL that is wrong, a service that is not there, refuses, is too
  ///   slow, says too much or something wrong; `CancellationError` when cancelled.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await pages(of: source.url, .list(schema), for: request)
  }

  /// The choices at the URL for defaults; none without one.
  ///
  /// - Throws: What keeps the service from answering, as for ``options(for:)``.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    guard let url = source.defaults else { return [] }
    return try await pages(of: url, .list(schema), for: request).items
  }

  /// The items at the URL for stored choices; without one, those in the list.
  ///
  /// - Throws: What keeps the service from answering, as for ``options(for:)``.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    var whole = request
    whole.searchTerm = nil
    whole.limit = nil
    guard let url = source.resolve else {
      // With a limit of its own the service gives as many as it likes where none is asked for.
      let isLimited = searchesItself || source.url.contains("{limit}")
      let found = try await options(for: whole)
      return found.resolving(identifiers, isWhole: !isLimited && !isFull(found.count))
    }
    var found = ResolvedOptions([])
    let asked = Set(identifiers).sorted()
    for start in stride(from: 0, to: asked.count, by: Self.identifiersAtOnce) {
      let part = Array(asked[start...].prefix(Self.identifiersAtOnce))
      let list = try await pages(of: url, .resolve(schema), for: whole, resolving: part)
      let answer = list.resolving(part, isWhole: true)
      found.items += answer.items
      found.isConclusive = found.isConclusive && answer.isConclusive
    }
    let known = OptionsCollection(items: found.items).resolving(identifiers, isWhole: true)
    return ResolvedOptions(known.items, isConclusive: found.isConclusive)
  }

  /// Whether the service gave exactly as many choices as a number in the query of the URL says, such
  /// as `limit=50`: it can have more.
  private func isFull(_ count: Int) -> Bool {
    let query = source.url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return query.split { $0 == "&" || $0 == ";" }.contains { item in
      item.split(separator: "=", maxSplits: 1).last.flatMap { Int($0) } == count
    }
  }

  /// How many stored choices are asked for in one URL.
  static let identifiersAtOnce = 50

  private func pages(
    of template: String, _ names: SourceNames, for request: OptionsRequest,
    resolving identifiers: [String] = []
  ) async throws -> OptionsCollection {
    let variables = RequestVariables(request)
    func url(cursor: String) throws(OptionsError) -> String {
      try service.url(template, names) { name in
        switch name {
        case "cursor": cursor.percentEncoded
        case "identifiers": identifiers.map(\.percentEncoded).joined(separator: ",")
        default: variables.text(name).percentEncoded
        }
      }
    }
    var pages = CollectedPages(limit: request.limit)
    var next: String? = try url(cursor: "")
    var seen: Set<String> = []
    var bytes = service.limits.bytes
    let end = ContinuousClock.now + service.limits.timeout
    var number = 0
    while let place = next, !pages.isFull {
      guard number < source.pages ?? Self.usualPages else {
        pages.keep(.onlyFirstPages(count: number, name: name), in: request.locale)
        break
      }
      do {
        guard seen.insert(place).inserted else {
          throw OptionsError.circle(SpokenURL(place), provider: name)
        }
        let response = try await service.response(from: place, bytes: bytes, until: end)
        let page = try page(response, for: request)
        try pages.add(page.collection, most: service.limits.items, provider: name)
        bytes -= response.body.count
        number += 1
        if pages.isFull {
          next = nil
        } else if let cursor = page.cursor, template.contains("{cursor}") {
          next = try url(cursor: cursor)
        } else {
          next = try link(to: page.cursor, response, at: place)
        }
      } catch {
        try Task.checkCancellation()
        guard number > 0, !(error is CancellationError) else { throw error }
        let cause = OptionsError(error, provider: name).message
        pages.keep(.onlyFirstPagesBecause(count: number, cause: cause), in: request.locale)
        break
      }
    }
    return try pages.collection.validated(provider: name, limits: service.limits.options)
      .limited(by: request)
  }

  private func page(
    _ response: HTTPResponse, for request: OptionsRequest
  ) throws(OptionsError) -> OptionsPage {
    guard let mapping = source.mapping else {
      let answer = OptionsAnswer(name: name, schema: schema, limits: service.limits)
      var whole = request
      whole.limit = nil
      return OptionsPage(collection: try answer.collection(response.body, for: whole), cursor: nil)
    }
    do throws(FormatErrors) {
      return try OptionsJSON.page(
        response.body, source: name, mapping: mapping, schema: schema,
        parameter: request.parameter, limits: service.limits.format)
    } catch {
      throw .malformed(error, provider: name)
    }
  }

  /// The URL of the next page, by the cursor or the header for it; nil on the last one.
  private func link(
    to cursor: String?, _ response: HTTPResponse, at url: String
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

/// The choices of the pages so far.
private struct CollectedPages {
  var collection = OptionsCollection(sections: [])
  private let limit: Int?
  private var numbers: [String?: Int] = [:]
  private var count = 0

  init(limit: Int?) {
    self.limit = limit
  }

  /// Whether there are as many choices as are wanted.
  var isFull: Bool { limit.map { count >= $0 } ?? false }

  /// Adds a page; sections of one title become one.
  mutating func add(
    _ page: OptionsCollection, most: Int, provider: String
  ) throws(OptionsError) {
    guard count + page.count <= most else {
      throw .tooManyRows(most, .askForLess, provider: provider)
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

  /// Says why there are no more pages, in the language of a locale.
  mutating func keep(_ notice: Message, in locale: String) {
    let words = notice.text(in: MessageLanguage(locale: locale))
    collection.notice = [collection.notice, words].compactMap { $0 }.joined(separator: " ")
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
