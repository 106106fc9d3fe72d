import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Serves callers of HTTP/1.0, whose version the types of the service do not have.
///
/// Such a caller does not know chunks (RFC 9112, section 6.1), and waits for the end of the connection.
final class OlderCallers: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Whether the last request of the connection is of HTTP/1.0.
  private var isOlder = false

  /// Adds the handler to a connection, in front of the codec that drops the version.
  static func join(_ pipeline: ChannelPipeline) {
    let pipeline = pipeline.syncOperations
    guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
    try? pipeline.addHandler(OlderCallers(), position: .before(codec))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), head.version != .http1_1 else {
      return context.fireChannelRead(data)
    }
    isOlder = true
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    head.headers.remove(name: "Expect")
    // The field is optional in HTTP/1.0, and health checks leave it out.
    if !head.headers.contains(name: "Host") { head.headers.add(name: "Host", value: "localhost") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard isOlder, case .head(var head) = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    head.version = .http1_0
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
