public import IntentFormats
public import IntentModel
public import IntentOptions

/// A request for a document of the web.
public struct HTTPRequest: Sendable, Hashable {
  /// The absolute URL.
  public var url: String
  /// The headers by name.
  public var headers: [String: String]
  /// The most bytes of the body that are wanted.
  public var maximumBytes: Int
  /// For how long the answer is waited.
  public var timeout: Duration

  /// Makes a request.
  public init(url: String, headers: [String: String], maximumBytes: Int, timeout: Duration) {
    self.url = url
    self.headers = headers
    self.maximumBytes = maximumBytes
    self.timeout = timeout
  }
}

/// An answer of a web service.
public struct HTTPResponse: Sendable, Hashable {
  /// The status, such as 200.
  public var status: Int
  /// The headers by name in lower case.
  public var headers: [String: String]
  /// The body, which may be cut after one byte more than was wanted.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// How a document of the web is fetched.
///
/// It throws what keeps it from fetching, and `CancellationError` when cancelled; a status that is
/// not 200 is an answer.
public typealias HTTPFetch = @Sendable (HTTPRequest) async throws -> HTTPResponse

/// Options that a web service gives.
///
/// The URL is a template (RFC 6570, level 1): `{search}`, `{limit}`, `{family}`, `{locale}` and
/// names of parameters in braces are replaced by their values, with everything escaped that could
/// change the URL. The answer must have status 200 and be a collection as JSON.
public struct HTTPOptionsProvider: OptionsProvider {
  /// The name by which messages call the source.
  public let name: String

  /// Whether the URL uses the search term.
  public let searchesItself: Bool

  private let source: HTTPSource
  private let fetch: HTTPFetch
  private let schema: IntentSchema?
  private let limits: SourceLimits

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - source: The URL, the headers and the time.
  ///   - name: The name in messages; nil for the URL.
  ///   - schema: Gives the types of the properties of items.
  ///   - limits: What the answer may cost.
  ///   - fetch: Fetches the document.
  public init(
    _ source: HTTPSource, name: String? = nil, schema: IntentSchema? = nil,
    limits: SourceLimits = SourceLimits(), fetch: @escaping HTTPFetch
  ) {
    self.source = source
    self.name = name ?? source.url
    self.schema = schema
    self.limits = limits.waiting(source.timeout)
    self.fetch = fetch
    searchesItself = source.url.contains("{search}")
  }

  /// The choices that the service gives.
  ///
  /// - Throws: `OptionsError` for a URL that is wrong, a service that is not there, refuses, is too
  ///   slow, says too much or something wrong; `CancellationError` when cancelled.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    let url = try url(for: request)
    let response = try await response(from: url)
    guard response.status == 200 else {
      throw OptionsError.refused(url, status: response.status, provider: name)
    }
    guard response.body.count <= limits.bytes else {
      throw OptionsError.tooManyBytes(limits.bytes, provider: name)
    }
    let answer = OptionsAnswer(name: name, schema: schema, limits: limits)
    return try answer.collection(response.body, for: request)
  }

  private func url(for request: OptionsRequest) throws(OptionsError) -> String {
    let variables = RequestVariables(request)
    do throws(TextTemplate.Malformed) {
      return try TextTemplate(source.url).text { variables.text($0).percentEncoded }
    } catch {
      throw .badTemplate(source.url, error.rule, provider: name)
    }
  }

  private func response(from url: String) async throws -> HTTPResponse {
    let request = HTTPRequest(
      url: url, headers: source.headers, maximumBytes: limits.bytes, timeout: limits.timeout)
    let timedOut = OptionsError.tooSlow(limits.timeout, provider: name)
    return try await withTimeLimit(limits.timeout, timedOut: timedOut) {
      do {
        return try await fetch(request)
      } catch let error as OptionsError {
        throw error
      } catch {
        try Task.checkCancellation()
        throw OptionsError.unreachable(url, cause: "\(error)", provider: name)
      }
    }
  }
}
