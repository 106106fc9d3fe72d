import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The context that Hummingbird keeps for a request.
struct ServiceContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The caller's connection; nil in another Hummingbird application.
  let channel: (any Channel)?
  /// Whether the caller is still there.
  let presence: CallerPresence
  /// The identifier of the request in the log.
  var identity = ""
  /// The caller's position in a trace.
  var traceparent: String?
  /// The request as it is named in the log, once its caller is known.
  let scope = RequestScopeBox()
  /// The language that the caller requested.
  var language = AcceptedLanguage.standard
  /// The route table's entry for the path, with the values of the path's parameters; nil for an
  /// unknown path.
  var found: (place: RouteTable.Place, values: [Substring])?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    presence = CallerPresence.current ?? CallerPresence()
  }

  /// Makes the context of a request in another Hummingbird application.
  init(in context: some RequestContext) {
    coreContext = CoreRequestContextStorage(source: context)
    channel = nil
    presence = CallerPresence.current ?? CallerPresence()
  }

  /// The address of the caller.
  var address: String { channel?.remoteAddress?.ipAddress ?? "local" }

  /// The logger with the request's identifier; it is made on demand, because most requests log
  /// nothing.
  var log: Logger {
    var log = logger
    // Hummingbird also numbers requests, but one identifier is enough.
    log[metadataKey: "hb.request.id"] = nil
    log[metadataKey: "request"] = .string(identity)
    if let traceparent {
      log[metadataKey: HTTPField.Name.traceparent.rawName] = .string(traceparent)
    }
    return log
  }
}

/// Validates the `traceparent` header (W3C Trace Context, version 00).
enum TraceParent {
  /// Whether a text is a valid `traceparent`.
  static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    return parts.map(\.utf8.count) == [2, 32, 16, 2]
      && parts.allSatisfy { $0.allSatisfy { $0.isHexDigit && !$0.isUppercase } } && parts[0] != "ff"
      && parts[1].contains { $0 != "0" } && parts[2].contains { $0 != "0" }
  }
}
