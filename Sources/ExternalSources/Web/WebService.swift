import IntentModel
import IntentOptions
import Messages
import WidgetFormats

/// What options and timelines from web services have in common: headers, limits and errors.
struct WebService: Sendable {
  /// The maximum number of Unicode scalars that are quoted from an error response.
  static let quotedScalars = 200

  /// A request, and the conditions under which its response is usable.
  struct Question {
    var url: String
    var headers: [String: String] = [:]
    var method: String?
    var body: [UInt8]?
    /// The statuses of usable responses.
    var statuses: Set<Int> = [200]
    /// Whether the response must be JSON.
    var isJSON = true
  }

  let name: String
  let source: HTTPSource
  let limits: SourceLimits
  /// Remedies for certain statuses, which replace the remedies for sources in `widget.json`.
  var remedies: [Int: Message] = [:]
  /// The remedy for a late response, which replaces the remedy for sources in `widget.json`.
  var lateRemedy: Message?
  private let environment: [String: String]
  private let fetch: HTTPFetch

  init(
    _ source: HTTPSource, name: String?, environment: [String: String], limits: SourceLimits,
    fetch: @escaping HTTPFetch
  ) {
    self.source = source
    self.name = name ?? SpokenURL(source.url).description
    self.environment = environment
    self.limits = limits.waiting(source.timeout)
    self.fetch = fetch
  }

  /// A URL with the names in braces replaced by their values, which are escaped.
  ///
  /// - Throws: `OptionsError` for a malformed template, an unknown name, or values that produce a
  ///   dot segment in the path (RFC 3986, section 5.2.4), which would lead out of the path.
  func url(
    _ template: String, _ names: SourceNames, _ values: (String) -> [String]
  ) throws(OptionsError) -> String {
    let url = try names.require(in: template, provider: name).url(values)
    let path = url.prefix { $0 != "?" && $0 != "#" }
    guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
      throw .dotSegment(provider: name)
    }
    return url
  }

  /// The JSON response to a GET request.
  ///
  /// - Throws: The same errors as ``response(to:bytes:until:)``.
  func response(
    from url: String, bytes: Int, until end: ContinuousClock.Instant
  ) async throws -> WebResponse {
    try await response(to: Question(url: url), bytes: bytes, until: end)
  }

  /// The response to a single request.
  ///
  /// - Throws: `OptionsError` for a service that is unreachable, refuses the request or is too
  ///   slow, or for a response that is too large or not JSON; `CancellationError` when cancelled.
  func response(
    to question: Question, bytes: Int, until end: ContinuousClock.Instant
  ) async throws -> WebResponse {
    let headers = try headers().merging(question.headers) { own, _ in own }
    let request = WebRequest(
      url: question.url, headers: headers, maximumBytes: bytes, timeout: limits.timeout,
      method: question.method, body: question.body)
    var late = OptionsError.tooSlow(limits.timeout, provider: name)
    late.remedy = lateRemedy ?? late.remedy
    let response: WebResponse
    do {
      let (fetch, late) = (fetch, late)
      response = try await withTimeLimit(
        ContinuousClock.now.duration(to: end), timedOut: late
      ) { try await fetch(request) }
    } catch let error as OptionsError {
      throw error
    } catch {
      try Task.checkCancellation()
      throw OptionsError.unreachable(cause: error, provider: name)
    }
    guard question.statuses.contains(response.status) else {
      let said = excerpt(of: response.body, secrets: SpokenURL.secrets(in: question.url))
      var error = OptionsError.refused(
        status: response.status, said: said, retryAfter: response.headers["retry-after"],
        provider: name)
      error.remedy = remedies[response.status] ?? error.remedy
      throw error
    }
    guard response.body.count <= bytes else {
      throw OptionsError.tooManyBytes(limits.bytes, provider: name)
    }
    if question.isJSON, let type = response.headers["content-type"], !Self.isText(type) {
      throw OptionsError.notJSON(type, provider: name)
    }
    return response
  }

  /// The headers, including those whose values come from the environment.
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

  /// The beginning of a body, on one line and without the secrets in the request.
  private func excerpt(of body: [UInt8], secrets: [String]) -> String {
    // A secret may extend beyond the end of the quotation.
    var text = String(decoding: body.prefix(16 * Self.quotedScalars), as: UTF8.self)
    let values = source.environmentHeaders.values.compactMap { environment[$0] }
    for secret in (secrets + values).sorted(by: { $0.count > $1.count })
    where secret.count >= SpokenURL.shortestSecret {
      text = text.replacing(secret, with: SpokenURL.mask)
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .harmless(limit: Self.quotedScalars)
  }

  /// Whether a media type can be JSON; plain text and unknown data are accepted.
  private static func isText(_ type: String) -> Bool {
    let name = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    return name.isEmpty || name.contains("json") || name == "text/plain"
      || name == "application/octet-stream"
  }
}
