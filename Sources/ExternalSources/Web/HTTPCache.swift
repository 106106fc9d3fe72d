import Messages
import Synchronization
import WidgetFormats

/// An in-memory cache of reusable responses (RFC 9111) for one source.
final class HTTPCache: Sendable {
  /// The maximum number of responses that are kept.
  static let maximumCount = 64

  /// The maximum size in bytes of all kept responses together.
  static let maximumBytes = 16 << 20

  private struct Key: Hashable {
    var url: String
    var headers: [String: String]
  }

  private struct Entry {
    var response: WebResponse
    var freshUntil: ContinuousClock.Instant
    var order: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var bytes = 0
    var order = 0
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.now = now
  }

  /// Wraps a fetch so that a document is requested only if no fresh response is kept.
  func keeping(_ fetch: @escaping HTTPFetch) -> HTTPFetch {
    { [self] request in
      guard request.method == nil, request.body == nil else { return try await fetch(request) }
      let key = Key(url: request.url, headers: request.headers)
      let kept = state.withLock { $0.entries[key] }
      if let kept, now() < kept.freshUntil { return kept.response }
      var asked = request
      for (field, condition) in Self.conditions where asked.headers[condition] == nil {
        asked.headers[condition] = kept?.response.headers[field]
      }
      let response = try await fetch(asked)
      guard response.status == 304, var known = kept?.response else {
        keep(response, key, limit: request.maximumBytes)
        return response
      }
      known.headers.merge(response.headers) { $1 }
      keep(known, key, limit: request.maximumBytes)
      return known
    }
  }

  /// The header fields that identify the version of a response, each with the corresponding field
  /// of a conditional request (RFC 9110, 13.1).
  static let conditions = [
    ("etag", "If-None-Match"), ("last-modified", "If-Modified-Since"),
  ]

  private func keep(_ response: WebResponse, _ key: Key, limit: Int) {
    let control = response.cacheControl
    let isUseful =
      control.maximumAge > 0 || Self.conditions.contains { response.headers[$0.0] != nil }
    let isWhole = response.status == 200 && response.body.count <= limit
    let freshUntil = now() + .seconds(control.maximumAge)
    state.withLock { state in
      state.bytes -= state.entries.removeValue(forKey: key)?.response.body.count ?? 0
      guard isUseful, isWhole, !control.forbidsStoring,
        response.body.count <= Self.maximumBytes
      else { return }
      state.order += 1
      state.entries[key] = Entry(response: response, freshUntil: freshUntil, order: state.order)
      state.bytes += response.body.count
      while state.entries.count > Self.maximumCount || state.bytes > Self.maximumBytes,
        let oldest = state.entries.min(by: { $0.value.order < $1.value.order })
      {
        state.entries[oldest.key] = nil
        state.bytes -= oldest.value.response.body.count
      }
    }
  }
}

extension WebResponse {
  /// The directives of its `Cache-Control` header.
  var cacheControl: CacheControl { CacheControl(headers["cache-control"] ?? "") }
}

/// The directives of a `Cache-Control` header.
struct CacheControl: Sendable, Hashable {
  var forbidsStoring = false

  /// How long the response is fresh, in seconds, up to the maximum for which the cache trusts a
  /// response.
  var maximumAge = 0

  init(_ text: String) {
    for directive in text.lowercased().split(separator: ",") {
      let halves = directive.filter { !$0.isWhitespace }.split(separator: "=", maxSplits: 1)
      switch halves.first {
      case "no-store": forbidsStoring = true
      case "no-cache", "must-understand": maximumAge = -1
      case "max-age":
        let seconds = halves.count == 2 ? Self.seconds(halves[1].filter { $0 != "\"" }) : 0
        let longest = Int(SourceDescription.maximumCacheAge)
        if maximumAge >= 0 { maximumAge = min(max(0, seconds), longest) }
      default: break
      }
    }
    maximumAge = max(0, maximumAge)
  }

  /// A number of seconds; a number that is too large becomes the largest integer (RFC 9111,
  /// §1.2.2).
  private static func seconds(_ text: String) -> Int {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
    return Int(text) ?? (isNumber ? .max : 0)
  }
}
