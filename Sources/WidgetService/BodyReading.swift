import HTTPTypes
import Hummingbird
import Messages
import NIOCore

/// Reads the bodies of requests, within the limits of type, size and time.
enum BodyReading {
  /// Reads and returns the body of a request; returns no bytes if the route does not read bodies
  /// whole.
  ///
  /// - Parameter room: The space reserved for the body.
  static func read(
    _ request: Request, for route: ServiceRoute, _ settings: ServiceSettings,
    _ channel: (any Channel)?, in room: inout BodyBudget.Room
  ) async throws -> [UInt8] {
    let expected: String
    // Whether all other media types are accepted as well.
    var isAnyAccepted = false
    if case .none = route.body { return [] }
    try checkCoding(of: request)
    switch route.body {
    case .none: return []
    case .stream(let type, _):
      guard request.headers[.contentType] != nil else { throw withoutType(expected: type) }
      tell(channel, .bodyIsStream)
      askForBody(of: request, channel)
      return []
    case .json: expected = MediaType.json
    case .document(let type, _): (expected, isAnyAccepted) = (type, true)
    }
    // A page of another site can send any text without a type, or with a type that HTML forms use.
    guard request.headers[.contentType] != nil || isEmpty(request) else {
      throw withoutType(expected: expected)
    }
    // Most callers write the type in exactly this way; for them, one comparison is enough.
    if !isAnyAccepted, let field = request.headers[.contentType], field != expected,
      case let type = field.prefix(while: { $0 != ";" }).lowercased().filter({ $0 != " " }),
      type != expected
    {
      throw ServiceProblem(
        .wrongContentType,
        "The body is of the type “\(type.harmlessText)”.",
        .sendContentType(expected))
    }
    let limit = settings.maximumBodyBytes
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw ServiceProblem.bodyIsTooLarge(limit)
    }
    askForBody(of: request, channel)
    let bytes = try await bytes(of: request, settings, channel, in: &room)
    // A page's form can be sent without fields.
    guard !bytes.isEmpty || route.isPage || route.mayLackBody else {
      throw ServiceProblem(.bodyMissing, nil, .sendContentType(expected))
    }
    return bytes
  }

  /// The problem of a body without a type.
  private static func withoutType(expected type: String) -> ServiceProblem {
    ServiceProblem(
      .wrongContentType, "The request has no “Content-Type”.",
      .sendContentType(type))
  }

  /// Whether a request states that it has no body.
  private static func isEmpty(_ request: Request) -> Bool {
    request.headers[.contentLength].map { $0 == "0" } ?? (request.headers[.transferEncoding] == nil)
  }

  /// - Throws: `ServiceProblem` for a body with a content coding, which the service does not decode
  ///   (RFC 9110, section 8.4).
  private static func checkCoding(of request: Request) throws {
    guard let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" else {
      return
    }
    var problem = ServiceProblem(
      .contentCoding,
      "The body has the content coding “\(coding.harmlessText)”.")
    problem.headers[.acceptEncoding] = "identity"
    throw problem
  }

  /// Tells a caller that waits for “100 Continue” to send its body.
  private static func askForBody(of request: Request, _ channel: (any Channel)?) {
    guard request.headers[.expect] != nil else { return }
    tell(channel, .bodyIsWanted)
  }

  private static func tell(_ channel: (any Channel)?, _ instruction: CallerWatch.Instruction) {
    channel?.triggerUserOutboundEvent(instruction, promise: nil)
  }

  /// Reads a body within the limits of size and time.
  private static func bytes(
    of request: Request, _ settings: ServiceSettings, _ channel: (any Channel)?,
    in room: inout BodyBudget.Room
  ) async throws -> [UInt8] {
    let limit = settings.maximumBodyBytes
    var bytes: [UInt8] = []
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? limit
    do {
      for try await buffer in request.body {
        let count = bytes.count + buffer.readableBytes
        guard count <= limit else { throw ServiceProblem.bodyIsTooLarge(limit) }
        if room.isNeeded(at: count) {
          tell(channel, .bodyWaits)
          try await room.make(for: max(length, count)) { tell(channel, .bodyGivesWay) }
          tell(channel, .bodyContinues)
        }
        // A growing array would take up to twice the space while the request waits for its turn.
        if count > bytes.capacity {
          bytes.reserveCapacity(max(count, min(length, max(2 * count, BodyBudget.largeBody))))
        }
        bytes.append(contentsOf: buffer.readableBytesView)
      }
      room.arrived()
    } catch let problem as ServiceProblem {
      throw problem
    } catch let error as CancellationError {
      throw error
    } catch is CallerWatch.BodyIsLate {
      throw ServiceProblem.bodyIsTooSlow(settings)
    } catch is CallerWatch.BodyGivesWay {
      throw ServiceProblem.bodyGivesWay
    } catch {
      // The body is not valid HTTP; for example, a chunk has no size.
      throw ServiceProblem(unreadBody: .malformedBody)
    }
    return bytes
  }
}

extension ServiceProblem {
  /// Makes the problem of a body that is not read to its end; the connection is then closed.
  fileprivate init(
    unreadBody code: ProblemCode, _ message: Message? = nil, _ remedy: Message? = nil
  ) {
    self.init(code, message, remedy)
    headers[.connection] = "close"
  }

  /// The problem of a body that did not arrive in time.
  static func bodyIsTooSlow(_ settings: ServiceSettings) -> ServiceProblem {
    let seconds = Int(settings.bodyTimeLimit / .seconds(1))
    return ServiceProblem(
      unreadBody: .bodyTooSlow,
      "The body did not arrive within \(seconds, "second", "seconds").")
  }

  /// The problem of a body that arrived slowly while other callers were waiting for its space.
  static var bodyGivesWay: ServiceProblem {
    var problem = ServiceProblem(
      unreadBody: .tooBusy,
      "The body arrived slowly while other callers waited, and you have more than your share in progress.",
      "Send fewer large bodies at a time.")
    problem.headers[.retryAfter] = LoadGauge.retryAfter
    return problem
  }

  /// The problem of a body that is larger than the limit.
  static func bodyIsTooLarge(_ limit: Int) -> ServiceProblem {
    ServiceProblem(
      unreadBody: .bodyTooLarge, "The body has more than \(limit, "byte", "bytes").",
      "Send at most \(limit, "byte", "bytes").")
  }
}
