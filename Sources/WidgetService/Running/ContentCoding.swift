import CZlib
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Compresses responses with the content coding “gzip” (RFC 9110, section 8.4.1.3) for callers that
/// accept it.
enum ContentCoding {
  /// The name of the content coding.
  static let name = "gzip"

  /// The minimum size in bytes for which compression is worth the work.
  static let leastBytes = 1_024
  /// The suffix of a compressed response's ETag, because the compressed bytes are a different
  /// representation.
  private static let mark = "-" + name

  /// Compresses a response whose length is known and whose type compresses well.
  ///
  /// Streams are not compressed, so that events arrive without delay. HTML pages stay as
  /// ``PageBody`` made them.
  static func code(
    _ response: inout Response, to request: Request, on executor: any TaskExecutor
  ) async throws {
    guard isAccepted(request.headers[.acceptEncoding]) else { return }
    if response.status == .notModified {
      // If the caller has the compressed representation, the response needs the ETag of that
      // representation.
      guard let etag = response.headers[.eTag].map(coded),
        request.headers[.ifNoneMatch]?.contains(etag) == true
      else { return }
      response.headers[.eTag] = etag
      return
    }
    guard isWorthIt(response) else { return }
    if request.method == .head {
      response.headers[.contentLength] = nil
    } else {
      let gathered = GatheredBody()
      try await response.body.write(gathered)
      let isConstant = response.headers[.cacheControl]?.contains("immutable") == true
      let (whole, level) = (gathered.bytes, isConstant ? bestLevel : fastLevel)
      // The thread of a connection must not work for long.
      let packed = await withTaskExecutorPreference(executor) { gzip(whole, level: level) }
      guard let bytes = packed else { return }
      response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    }
    response.headers[.contentEncoding] = name
    if let etag = response.headers[.eTag] { response.headers[.eTag] = coded(etag) }
  }

  /// The ETag without the suffix of a compressed response, so that callers can send back the tag
  /// they received.
  static func plain(tag: String) -> String {
    guard tag.hasSuffix(mark + "\"") else { return tag }
    return tag.dropLast(mark.utf8.count + 1) + "\""
  }

  private static func coded(_ etag: String) -> String {
    etag.hasSuffix("\"") ? etag.dropLast() + mark + "\"" : etag
  }

  /// Whether a caller accepts “gzip”: the field has `gzip` or `*` with a weight above 0.
  static func isAccepted(_ field: String?) -> Bool {
    guard let field else { return false }
    let codings = WeightedList.items(of: field).map { ($0.name.lowercased(), $0.weight) }
    let chosen = codings.first { $0.0 == name } ?? codings.first { $0.0 == "*" }
    return chosen.map { $0.1 > 0 } ?? false
  }

  private static func isWorthIt(_ response: Response) -> Bool {
    let length = response.headers[.contentLength].flatMap { Int($0) } ?? 0
    guard length >= leastBytes, response.headers[.contentEncoding] == nil,
      let type = response.headers[.contentType]?.lowercased()
    else { return false }
    if type.hasPrefix("text/") {
      return !type.hasPrefix(MediaType.html) && !type.hasPrefix(MediaType.events)
    }
    return ["json", "javascript", "xml"].contains { type.contains($0) }
  }

  /// The size of zlib's window, as an exponent of 2; a negative exponent means blocks without a
  /// header.
  private static let windowBits: Int32 = 15
  /// The zlib level with the smallest results.
  private static let bestLevel: Int32 = 9
  /// The zlib level that compresses forms to within 5 % of the smallest size, in half the time.
  private static let fastLevel: Int32 = 4

  /// The bytes as one gzip member; nil if zlib runs out of memory.
  private static func gzip(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    // Adding 16 selects the header and the trailer of gzip.
    deflated(bytes, level: level, windowBits: windowBits + 16, Z_FINISH, until: Z_STREAM_END)
  }

  /// The bytes as deflate blocks, to be placed between others in a gzip member; nil if zlib runs
  /// out of memory.
  static func blocks(_ bytes: [UInt8]) -> [UInt8]? {
    deflated(bytes, level: bestLevel, windowBits: -windowBits, Z_FULL_FLUSH, until: Z_OK)
  }

  private static func deflated(
    _ bytes: [UInt8], level: Int32, windowBits: Int32, _ flush: Int32, until status: Int32
  ) -> [UInt8]? {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    // A flush adds an empty block, and is complete only if there is space left after it.
    let capacity = Int(deflateBound(&stream, UInt(bytes.count))) + 16
    return input.withUnsafeMutableBufferPointer { input in
      var isWhole = false
      let output = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(capacity)
        isWhole = deflate(&stream, flush) == status && stream.avail_in == 0
        count = capacity - Int(stream.avail_out)
      }
      return isWhole ? output : nil
    }
  }
}

/// Collects a body instead of sending it.
private final class GatheredBody: ResponseBodyWriter, Sendable {
  private let buffer = Mutex<[UInt8]>([])

  var bytes: [UInt8] { buffer.withLock { $0 } }

  func write(_ part: ByteBuffer) async throws {
    buffer.withLock { $0 += part.readableBytesView }
  }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// A header field whose items have weights (RFC 9110, section 12.4.2).
enum WeightedList {
  /// The maximum number of items that are read.
  private static let maximumItems = 20

  /// The items in order; an item without a weight has the weight 1.
  static func items(of field: String?) -> [(name: String, weight: Double)] {
    guard let field else { return [] }
    let parts = Array(field.utf8).split(separator: UInt8(ascii: ","))
    return parts.prefix(maximumItems).compactMap { part in
      let pieces = part.split(separator: UInt8(ascii: ";")).map { piece in
        String(
          decoding: piece.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") },
          as: UTF8.self)
      }
      guard let name = pieces.first, !name.isEmpty else { return nil }
      let weight = pieces.dropFirst().first { $0.lowercased().hasPrefix("q=") }
      return (name, weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1)
    }
  }
}
