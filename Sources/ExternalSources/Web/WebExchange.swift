import CLoadedLibraries
import Foundation
import IntentOptions
import Messages

/// Sends a single request with libcurl and returns the response; redirects are not followed.
///
/// The first request loads the library.
struct WebExchange {
  /// The response of the server.
  struct Response {
    var status: Int
    /// The headers by lowercase name; repeated headers are joined with commas (RFC 9110, 5.3).
    var headers: [String: String]
    /// The body; see ``WebResponse/body``.
    var body: [UInt8]
  }

  /// The names of the library, most common first.
  static let libraries: [String] = {
    var (names, next) = ([String](), cweb_libraries())
    while let pointer = next, let name = pointer.pointee {
      names.append(String(cString: name))
      next = pointer + 1
    }
    return names
  }()

  private let request: OwnedRequest

  /// Prepares a request with the headers sorted by name.
  ///
  /// - Parameters:
  ///   - body: The body to send, with POST unless a method is given; nil for none.
  ///   - method: The method; with nil, it is GET, or POST if there is a body.
  ///   - allowsPrivate: Whether the address may be in a private network or on this machine.
  /// - Throws: `WebFetch.Failure` if the library cannot be loaded, a header is invalid, or memory
  ///   runs out.
  init(
    url: URL, headers: [String: String], maximumBytes: Int, timeout: Duration,
    body: [UInt8]? = nil, method: String? = nil, allowsPrivate: Bool = true,
    libraries: [String] = Self.libraries
  ) throws(WebFetch.Failure) {
    if let (cause, remedy) = WebFetch.problem(with: libraries) {
      throw WebFetch.Failure(cause, remedy: remedy)
    }
    let milliseconds = Int(clamping: Int64(timeout / .milliseconds(1)))
    guard
      let pointer = cweb_make(url.absoluteString, max(0, maximumBytes), max(1, milliseconds))
    else { throw WebFetch.Failure(.webNoMemory) }
    request = OwnedRequest(pointer)
    if let body, !cweb_set_body(pointer, body, body.count) {
      throw WebFetch.Failure(.webNoMemory)
    }
    if let method, !cweb_set_method(pointer, method) { throw WebFetch.Failure(.webNoMemory) }
    if !allowsPrivate, !cweb_refuse_private(pointer) { throw WebFetch.Failure(.webNoMemory) }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      guard let line = Self.line(name, value) else {
        throw WebFetch.Failure("the header “\(longName: name)” cannot be sent")
      }
      guard cweb_add_header(pointer, line) else {
        throw WebFetch.Failure(.webNoMemory)
      }
    }
  }

  /// A header line for curl; nil for a name or value that is not valid in a header (RFC 9110, 5.1
  /// and 5.5).
  static func line(_ name: String, _ value: String) -> String? {
    let isName =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x21..<0x7F).contains(byte) && !Array("\"(),/:;<=>?@[\\]{}".utf8).contains(byte)
      }
    let isValue = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    guard isName, isValue else { return nil }
    return value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)"
  }

  /// Sends the request on its own thread.
  ///
  /// - Throws: `WebFetch.Failure` if there is no response, `CancellationError` when cancelled.
  func response() async throws -> Response {
    let request = request
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting in
        let thread = Thread { waiting.resume(with: Result { try request.perform() }) }
        thread.stackSize = Int(CLIB_TRANSFER_STACK)
        thread.start()
      }
    } onCancel: {
      request.cancel()
    }
  }
}

/// Owns a request in the C library as long as the request can be performed or cancelled.
///
/// It is Sendable because the pointer never changes, `perform` is called once, and `cancel` may be
/// called from any thread while the request exists; this object keeps the request alive.
private final class OwnedRequest: @unchecked Sendable {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { cweb_free(pointer) }

  func cancel() {
    cweb_cancel(pointer)
  }

  func perform() throws -> WebExchange.Response {
    switch Int(cweb_perform(pointer)) {
    case cweb_done:
      return WebExchange.Response(
        status: cweb_status(pointer), headers: Self.headers(bytes(cweb_headers)),
        body: bytes(cweb_body))
    case cweb_cancelled: throw CancellationError()
    default: throw failure
    }
  }

  private var failure: WebFetch.Failure {
    if cweb_was_private(pointer) {
      return WebFetch.Failure("the address is not on the public internet")
    }
    if cweb_headers_are_cut(pointer) {
      return WebFetch.Failure(
        "the headers of its response exceed \(cweb_headers_limit >> 10) KiB",
        remedy: "Correct the service, or the URL in widget.json.")
    }
    let headers = Self.headers(bytes(cweb_headers))
    return WebFetch.Failure(
      code: Int(cweb_code(pointer)), words: String(cString: cweb_problem(pointer)),
      came: bytes(cweb_body).count, announced: headers["content-length"].flatMap(Int.init))
  }

  private func bytes(
    _ part: (OpaquePointer?, UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?
  ) -> [UInt8] {
    var count = 0
    let start = part(pointer, &count)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  private static func headers(_ bytes: [UInt8]) -> [String: String] {
    var headers: [String: String] = [:]
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let colon = line.firstIndex(of: 0x3A) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
        .trimmingCharacters(in: .whitespaces)
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    return headers
  }
}
