public import IntentFormats
public import IntentModel
public import IntentOptions

/// Options that a web service gives.
///
/// The URL is a template (RFC 6570, level 1): `{search}`, `{limit}`, `{family}`, `{locale}`,
/// `{cursor}` and names of parameters in braces are replaced by their values, with everything
/// escaped that could change the URL. The answer must have status 200 and be JSON: a collection, or
/// what the mapping of the source makes one of.
///
/// Further pages are fetched where the answer names one, by a `Link` header with the relation `next`
/// (RFC 8288) or at the cursor of the mapping, as far as they are at the same scheme, host and port.
/// Answers are kept in memory as `Cache-Control` and `ETag` allow (RFC 9111).
public struct HTTPOptionsProvider: OptionsProvider {
  /// The most pages of an answer where the source does not say it.
  public static let usualPages = 100

  /// The name by which messages call the source.
  public let name: String

  /// Whether the URL uses the search term.
  public let searchesItself: Bool

  let source: HTTPSource
  let schema: IntentSchema?
  let limits: SourceLimits
  private let environment: [String: String]
  private let fetch: HTTPFetch

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - source: The URL, the headers, the mapping and the time.
  ///   - environment: The variables of which headers are made.
  ///   - name: The name in messages; nil for the URL.
  ///   - schema: Gives the types of the properties of items.
  ///   - limits: What the answer may cost, all pages together.
  ///   - now: The moment, for the age of what is kept.
  ///   - fetch: Fetches the document.
  public init(
    _ source: HTTPSource, environment: [String: String] = [:], name: String? = nil,
    schema: IntentSchema? = nil, limits: SourceLimits = SourceLimits(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, fetch: @escaping HTTPFetch
  ) {
    self.source = source
    self.environment = environment
    self.name = name ?? source.url
    self.schema = schema
    self.limits = limits.waiting(source.timeout)
    self.fetch = HTTPCache(now: now).keeping(fetch)
    searchesItself = source.url.contains("{search}")
  }

  /// No answer is longer than the request wants.
  public var limitsItself: Bool { true }

  /// The choices that the service gives.
  ///
  /// - Throws: `OptionsError` for a URL that is wrong, a service that is not there, refuses, is too
  ///   slow, says too much or something wrong; `CancellationError` when cancelled.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    let headers = try headers()
    let timedOut = OptionsError.tooSlow(limits.timeout, provider: name)
    return try await withTimeLimit(limits.timeout, timedOut: timedOut) {
      try await pages(for: request, headers: headers)
    }
  }

  /// The headers with those whose values stand in the environment.
  private func headers() throws(OptionsError) -> [String: String] {
    var headers = source.headers
    for (header, variable) in source.environmentHeaders.sorted(by: { $0.key < $1.key }) {
      guard let value = environment[variable], !value.isEmpty else {
        throw .unsetVariable(variable, header: header, provider: name)
      }
      headers[header] = value
    }
    return headers
  }

  private func pages(
    for request: OptionsRequest, headers: [String: String]
  ) async throws -> OptionsCollection {
    var pages = CollectedPages(limit: request.limit)
    var url = try url(for: request, cursor: "")
    var seen: Set<String> = [url]
    var bytes = limits.bytes
    for number in 1... {
      let response = try await response(from: url, headers: headers, bytes: bytes)
      bytes -= response.body.count
      let page = try page(response, for: request)
      try pages.add(page.collection, most: limits.items, provider: name)
      guard !pages.isFull, let next = try next(after: page, response, at: url, for: request)
      else { break }
      guard number < source.pages ?? Self.usualPages else {
        pages.collection.notice = "Only the first \(number) pages of “\(name)” are shown."
        break
      }
      guard seen.insert(next).inserted else { throw OptionsError.circle(next, provider: name) }
      url = next
    }
    return try pages.collection.validated(provider: name, limits: limits.options)
      .limited(by: request)
  }

  private func url(
    for request: OptionsRequest, cursor: String
  ) throws(OptionsError) -> String {
    let variables = RequestVariables(request)
    do throws(TextTemplate.Malformed) {
      return try TextTemplate(source.url).text { name in
        (name == "cursor" ? cursor : variables.text(name)).percentEncoded
      }
    } catch {
      throw .badTemplate(source.url, error.rule, provider: name)
    }
  }

  private func response(
    from url: String, headers: [String: String], bytes: Int
  ) async throws -> HTTPResponse {
    let request = HTTPRequest(
      url: url, headers: headers, maximumBytes: bytes, timeout: limits.timeout)
    let response: HTTPResponse
    do {
      response = try await fetch(request)
    } catch let error as OptionsError {
      throw error
    } catch {
      try Task.checkCancellation()
      throw OptionsError.unreachable(url, cause: error, provider: name)
    }
    guard response.status == 200 else {
      throw OptionsError.refused(url, status: response.status, provider: name)
    }
    guard response.body.count <= bytes else {
      throw OptionsError.tooManyBytes(limits.bytes, provider: name)
    }
    if let type = response.headers["content-type"], !Self.isText(type) {
      throw OptionsError.notJSON(type, url, provider: name)
    }
    return response
  }

  /// Whether a media type can be JSON; plain text and unknown data are looked into.
  private static func isText(_ type: String) -> Bool {
    let name = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    return name.isEmpty || name.contains("json") || name == "text/plain"
      || name == "application/octet-stream"
  }

  private func page(
    _ response: HTTPResponse, for request: OptionsRequest
  ) throws(OptionsError) -> OptionsPage {
    guard let mapping = source.mapping else {
      let answer = OptionsAnswer(name: name, schema: schema, limits: limits)
      var whole = request
      whole.limit = nil
      return OptionsPage(collection: try answer.collection(response.body, for: whole), cursor: nil)
    }
    do throws(FormatErrors) {
      return try OptionsJSON.page(
        response.body, source: name, mapping: mapping, limits: limits.format)
    } catch {
      throw .malformed(error, provider: name)
    }
  }

  /// The URL of the next page; nil on the last one.
  private func next(
    after page: OptionsPage, _ response: HTTPResponse, at url: String, for request: OptionsRequest
  ) throws(OptionsError) -> String? {
    if let cursor = page.cursor, source.url.contains("{cursor}") {
      return try self.url(for: request, cursor: cursor)
    }
    let link = response.headers["link"].flatMap { LinkHeader($0).target(relation: "next") }
    guard let target = page.cursor ?? link else { return nil }
    guard let next = WebAddress.resolve(target, at: url) else {
      throw .elsewhere(target, provider: name)
    }
    guard WebAddress.origin(of: next) == WebAddress.origin(of: url) else {
      throw .elsewhere(next, provider: name)
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
    if collection.sections.isEmpty { collection = page } else { append(page) }
    if numbers.isEmpty {
      for (number, section) in collection.sections.enumerated() where numbers[section.title] == nil
      {
        numbers[section.title] = number
      }
    }
    count += page.count
    if count > most { throw .tooManyRows(most, "Ask for less in the URL.", provider: provider) }
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
