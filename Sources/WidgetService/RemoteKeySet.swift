import ExternalSources
import Foundation
import Messages
import Synchronization
import WidgetFormats
import WidgetLoading

/// The location where an issuer of tokens publishes its keys, and how long the keys are kept.
public struct IssuerKeys: Sendable, Hashable {
  /// The maximum size of a key set, in bytes.
  static let maximumBytes = 256 << 10

  /// The URL of the JWKS document.
  public let url: String
  /// How long fetched keys are used before they are fetched again.
  public var freshFor: Duration = .seconds(600)
  /// How long fetched keys stay in use if they cannot be fetched again.
  public var staleFor: Duration = .seconds(86_400)
  /// The minimum pause between two requests, even if tokens name unknown keys.
  public var pause: Duration = .seconds(30)
  /// How long a response may take.
  public var timeout: Duration = .seconds(5)

  /// Makes the location of a key set.
  ///
  /// - Parameter url: A URL that begins with https, or the URL of a server on this machine.
  /// - Throws: `ServiceSetupError` for any other URL.
  public init(url: String) throws(ServiceSetupError) {
    let isHere = WebAddress.host(of: url).map(WebAddress.isLoopback) ?? false
    guard let parsed = URL(string: url), WebAddress.isOfTheWeb(parsed),
      WebAddress.isSecure(url) || isHere
    else {
      throw ServiceSetupError(
        """
        “\("\(SpokenURL(url))")” is not a secure web address. Begin it with \(WebAddress.https).
        """
      )
    }
    self.url = url
  }

  /// The URL without secrets.
  var spoken: String { SpokenURL(url).description }
}

/// The keys of an issuer, fetched by one request at a time and kept for a while.
///
/// An unknown key is looked up immediately, but not more often than ``IssuerKeys/pause`` allows,
/// because tokens can name any number of keys that do not exist. While the issuer cannot be
/// reached, the last keys stay in use for ``IssuerKeys/staleFor``.
final class RemoteKeySet: Sendable {
  private struct State {
    var text: String?
    var etag: String?
    var fetched: (instant: ContinuousClock.Instant, date: Date)?
    var tried: ContinuousClock.Instant?
    var flight: Task<ServiceSetupError?, Never>?
  }

  /// How long to wait after a failure if no keys are known.
  static let retry: Duration = .seconds(5)

  let address: IssuerKeys
  private let report: @Sendable (ServiceSetupError) -> Void
  private let state = Mutex(State())

  init(_ address: IssuerKeys, report: @escaping @Sendable (ServiceSetupError) -> Void) {
    (self.address, self.report) = (address, report)
  }

  /// When keys were last fetched; nil if never.
  var fetched: Date? { state.withLock { $0.fetched?.date } }

  /// Whether there are usable keys.
  var isKnown: Bool { state.withLock { usable($0) != nil } }

  private func usable(_ state: State) -> String? {
    guard let fetched = state.fetched, fetched.instant.duration(to: .now) < address.staleFor else {
      return nil
    }
    return state.text
  }

  /// The key set of the issuer, a JWKS document; nil if none is available.
  ///
  /// - Parameter isWanted: Whether the caller needs a key that is not among the known ones, and so
  ///   waits for a new request.
  func text(isWanted: Bool) async -> String? {
    let (known, flight) = state.withLock { state -> (String?, Task<ServiceSetupError?, Never>?) in
      let known = usable(state)
      let age = state.fetched?.instant.duration(to: .now)
      let isDue = known == nil || isWanted || (age ?? .zero) >= address.freshFor
      guard isDue else { return (known, nil) }
      if state.flight == nil {
        let pause = known == nil ? min(Self.retry, address.pause) : address.pause
        if let tried = state.tried, tried.duration(to: .now) < pause { return (known, nil) }
        start(&state)
      }
      return (known, state.flight)
    }
    // Keys that are due to be fetched but still usable are fetched in the background.
    guard let flight, isWanted || known == nil else { return known }
    _ = await flight.value
    return state.withLock { usable($0) }
  }

  /// Fetches the keys now, or waits for the request in progress.
  ///
  /// - Throws: `ServiceSetupError` if they cannot be fetched.
  func fetch() async throws(ServiceSetupError) {
    let flight = state.withLock { state in
      if state.flight == nil { start(&state) }
      return state.flight
    }
    if let error = await flight?.value { throw error }
  }

  private func start(_ state: inout State) {
    state.tried = .now
    let etag = state.text == nil ? nil : state.etag
    state.flight = Task { [self] in
      let result: Result<WebResponse, ServiceSetupError>
      do throws(ServiceSetupError) {
        result = .success(try await response(etag))
      } catch {
        result = .failure(error)
      }
      return self.state.withLock { state -> ServiceSetupError? in
        state.flight = nil
        switch result {
        case .success(let response):
          state.fetched = (.now, Date())
          guard response.status != 304 else { return nil }
          state.text = String(decoding: response.body, as: UTF8.self)
          state.etag = response.headers["etag"]
          return nil
        case .failure(let error):
          report(error)
          return error
        }
      }
    }
  }

  /// The response of the issuer, whose body is a key set that ``KeyRing`` can read.
  private func response(_ etag: String?) async throws(ServiceSetupError) -> WebResponse {
    var headers = ["Accept": MediaType.json]
    headers["If-None-Match"] = etag
    let response: WebResponse
    do {
      response = try await WebFetch.fetch(
        WebRequest(
          url: address.url, headers: headers, maximumBytes: IssuerKeys.maximumBytes,
          timeout: address.timeout))
    } catch {
      throw failure("\(error)")
    }
    if response.status == 304, etag != nil { return response }
    guard response.status == 200 else { throw failure("it answered with \(response.status)") }
    guard response.body.count <= IssuerKeys.maximumBytes else {
      throw failure("it has more than \(IssuerKeys.maximumBytes >> 10) KiB")
    }
    var keys = KeyRing.Keys()
    do throws(ServiceSetupError) {
      try await KeyRing.add(String(decoding: response.body, as: UTF8.self), to: &keys)
    } catch {
      throw failure(error.description)
    }
    return response
  }

  private func failure(_ cause: String) -> ServiceSetupError {
    ServiceSetupError(
      """
      “\(ServiceSettingKey.jwks.rawValue)”: The keys of \(address.spoken) cannot be fetched: \
      \(cause.harmlessCause).
      """)
  }
}
