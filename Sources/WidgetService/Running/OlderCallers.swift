import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Serves requests that the service's own types do not support: HTTP/1.0 requests, requests that
/// offer another protocol, and requests whose target is a URL.
///
/// An HTTP/1.0 caller does not support chunks (RFC 9112, section 6.1), and waits until the
/// connection is closed. A caller that offers another protocol, as Java's `HttpClient` offers
/// HTTP/2, gets its response in HTTP/1.1, after which the connection is closed, because the decoder
/// reads nothing after such a request. The host in a URL replaces the field “Host” (RFC 9112,
/// section 3.2.2). A response to `HEAD` has no body, not even the empty last chunk that the encoder
/// would write for an unknown length (RFC 9112, section 6.3).
final class OlderCallers: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Whether the latest request on the connection uses HTTP/1.0.
  private var isOlder = false
  /// Whether the connection ends after the response.
  private var isLast = false
  /// For each request whose response has not begun, whether it is a `HEAD` request.
  private var waiting = CircularBuffer<Bool>()
  /// Whether the end of the current response must not be written.
  private var dropsEnd = false

  /// Adds the handler to a connection, before the codec that drops the HTTP version.
  static func join(_ pipeline: ChannelPipeline) {
    let pipeline = pipeline.syncOperations
    guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
    try? pipeline.addHandler(OlderCallers(), position: .before(codec))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else {
      return context.fireChannelRead(data)
    }
    waiting.append(head.method == .HEAD)
    guard head.version != .http1_1 || !head.uri.hasPrefix("/") || Self.offersProtocol(head) else {
      return context.fireChannelRead(data)
    }
    if Self.offersProtocol(head) {
      isLast = true
      head.headers.endConnection()
      head.headers.remove(name: "Upgrade")
    }
    if head.headers["Host"].count == 1, let host = Self.host(ofTarget: head.uri) {
      head.headers.replaceOrAdd(name: "Host", value: host)
    }
    guard head.version != .http1_1 else {
      return context.fireChannelRead(wrapInboundOut(.head(head)))
    }
    (isOlder, isLast) = (true, true)
    head.headers.endConnection()
    head.headers.remove(name: "Expect")
    // The field “Host” is optional in HTTP/1.0, and health checks leave it out.
    if !head.headers.contains(name: "Host") { head.headers.add(name: "Host", value: "localhost") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// Whether the connection could continue with another protocol (RFC 9110, sections 7.8 and
  /// 9.3.6).
  private static func offersProtocol(_ head: HTTPRequestHead) -> Bool {
    head.method == .CONNECT
      || head.headers.contains(name: "Upgrade")
        && head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "upgrade" }
  }

  /// The host and the port in a target that is a URL; empty for a URL with a scheme other than
  /// HTTP, and nil for a path and for “*”.
  private static func host(ofTarget target: String) -> String? {
    guard !target.hasPrefix("/"), target != "*" else { return nil }
    let parts = target.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, ["http:", "https:"].contains(parts[0].lowercased()), parts[1].isEmpty
    else { return "" }
    return String(parts[2].prefix { $0 != "?" && $0 != "#" })
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    if case .end = part, dropsEnd {
      dropsEnd = false
      promise?.succeed(())
      return
    }
    guard case .head(var head) = part else { return context.write(data, promise: promise) }
    // “100 Continue” is not yet the final response.
    if head.status.code >= 200 {
      let isHead = waiting.popFirst() ?? false
      dropsEnd = isHead && !head.headers.contains(name: "Content-Length")
    }
    guard isLast, waiting.isEmpty else { return context.write(data, promise: promise) }
    if isOlder { head.version = .http1_0 }
    head.headers.endConnection()
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}

extension HTTPHeaders {
  /// Tells the other side that the connection ends after this message.
  fileprivate mutating func endConnection() { replaceOrAdd(name: "Connection", value: "close") }
}
