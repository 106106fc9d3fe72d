#if !canImport(Darwin)
  import CFetch
  import Dispatch
  import Synchronization

  extension WebFetch {
    /// Fetches with libcurl, which is loaded only now: linked in, it would make every start of the
    /// program several milliseconds longer.
    static let platformFetch: HTTPFetch = { request in
      let mark = CancellationMark()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          DispatchQueue.global().async {
            continuation.resume(with: Result { try get(request, mark) })
          }
        }
      } onCancel: {
        mark.set()
      }
    }

    private static func get(
      _ request: HTTPRequest, _ mark: CancellationMark
    ) throws -> HTTPResponse {
      let lines = request.headers.map { "\($0.key): \($0.value)".withoutControls }
      let time = request.timeout / .milliseconds(1)
      var result = cfetch_result()
      defer { cfetch_free(&result) }
      let code = withExtendedLifetime(mark) {
        cfetch_get(
          request.url, lines.joined(separator: "\n"), Int(min(max(1, time), 1e9)),
          request.maximumBytes, { context in CancellationMark.isSet(context) },
          Unmanaged.passUnretained(mark).toOpaque(), &result)
      }
      if mark.isSet { throw CancellationError() }
      guard code == 0 else { throw Failure(description: words(of: &result)) }
      let body = UnsafeBufferPointer(start: result.body, count: result.length)
      return HTTPResponse(
        status: result.status, headers: headers(of: result), body: Array(body))
    }

    private static func words(of result: inout cfetch_result) -> String {
      withUnsafeBytes(of: &result.error) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }

    /// The header lines by name in lower case; the status line has no colon before its first space.
    private static func headers(of result: cfetch_result) -> [String: String] {
      guard let start = result.headers else { return [:] }
      let bytes = UnsafeRawBufferPointer(start: start, count: result.headers_length)
      var headers: [String: String] = [:]
      for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        headers[line[..<colon].lowercased()] = String(value)
      }
      return headers
    }
  }

  /// Whether a fetch is to stop, said by one thread to another.
  private final class CancellationMark: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }

    /// The answer for libcurl, which asks again and again: not 0 stops.
    static func isSet(_ context: UnsafeMutableRawPointer?) -> Int32 {
      guard let context else { return 0 }
      return Unmanaged<CancellationMark>.fromOpaque(context).takeUnretainedValue().isSet ? 1 : 0
    }
  }

  extension String {
    /// The text without control characters, which would begin another header.
    fileprivate var withoutControls: String {
      String(
        String.UnicodeScalarView(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }
  }
#endif
