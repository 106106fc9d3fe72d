import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches documents with the URL loading system of the platform.
///
/// Nothing is stored: no cookies, no cache. Redirects are followed five times, to the same scheme or
/// from http to https; to another host they take no headers along. At most two requests at a time
/// go to one host.
public enum URLSessionFetch {
  /// What keeps a document from being fetched.
  struct Failure: Error, CustomStringConvertible {
    var description: String

    init(description: String) { self.description = description }

    /// What the platform says, in words that are the same on every platform.
    init(_ error: any Error) {
      guard let error = error as? URLError else {
        description = "the connection failed (\(error))"
        return
      }
      description = Self.words(error.code)
    }

    private static func words(_ code: URLError.Code) -> String {
      switch code {
      case .cannotFindHost, .dnsLookupFailed: "there is no such host"
      case .cannotConnectToHost: "nothing accepts connections there"
      case .networkConnectionLost: "the connection was lost"
      // The address is known to be one of the web: what has another protocol is the answer.
      case .badServerResponse, .cannotParseResponse, .zeroByteResource, .badURL, .unsupportedURL:
        "the answer is empty or not HTTP"
      case .notConnectedToInternet: "there is no network"
      case .timedOut: "no answer came in time"
      case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
        "the connection cannot be made secure"
      default: "the connection failed (URL error \(code.rawValue))"
      }
    }
  }

  /// The most redirects that are followed.
  static let maximumRedirects = 5

  /// Fetches a document; stops once one byte more than wanted has come, or is announced.
  ///
  /// What the system receives until it has stopped is held besides.
  public static let fetch: HTTPFetch = HostGate.shared.limiting(fetchAtOnce)

  /// Fetches a document without waiting for a turn.
  static let fetchAtOnce: HTTPFetch = { request in
    guard let url = URL(string: request.url), WebAddress.isOfTheWeb(url) else {
      throw Failure(description: "it is not a web address")
    }
    var message = URLRequest(url: url)
    for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
    let receiver = Receiver(limit: request.maximumBytes)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = Double(request.timeout.components.seconds) + 1
    let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: message)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        receiver.begin(continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// Gathers what comes until it is all or too much.
private final class Receiver: NSObject, URLSessionDataDelegate {
  private struct State {
    var continuation: CheckedContinuation<HTTPResponse, any Error>?
    var response = HTTPResponse(status: 0, body: [])
    var isTooLarge = false
    var redirects = 0
    var refusal: URLSessionFetch.Failure?
    /// The length that the answer says its body has; -1 when it says none.
    var expected = -1

    mutating func note(_ answer: URLResponse) {
      guard let answer = answer as? HTTPURLResponse else { return }
      expected = Int(clamping: answer.expectedContentLength)
      response.status = answer.statusCode
      for (name, value) in answer.allHeaderFields {
        response.headers["\(name)".lowercased()] = "\(value)"
      }
    }

    /// What came, or why not all of it.
    func result(after error: (any Error)?, limit: Int) -> Result<HTTPResponse, any Error> {
      if let refusal { return .failure(refusal) }
      if isTooLarge {
        var large = response
        // Answers whose length alone was too much have no body.
        if large.body.count <= limit { large.body = Array(repeating: 0, count: limit + 1) }
        return .success(large)
      }
      guard let error else { return .success(response) }
      guard response.status != 0, expected > response.body.count else {
        return .failure(URLSessionFetch.Failure(error))
      }
      let came = response.body.count
      return .failure(
        URLSessionFetch.Failure(
          description: "the answer broke off after \(came) of \(expected) bytes"))
    }
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) {
    self.limit = limit
  }

  func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>) {
    state.withLock { $0.continuation = continuation }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let refusal = state.withLock { state in
      state.redirects += 1
      state.refusal = Self.refusal(of: request.url, from: response.url, number: state.redirects)
      return state.refusal
    }
    guard refusal == nil else {
      completionHandler(nil)
      return
    }
    var next = request
    let origins = [response.url, request.url].map {
      WebAddress.origin(of: $0?.absoluteString ?? "")
    }
    if origins[0] != origins[1] { next.allHTTPHeaderFields = [:] }
    completionHandler(next)
  }

  private static func refusal(
    of target: URL?, from origin: URL?, number: Int
  ) -> URLSessionFetch.Failure? {
    if number > URLSessionFetch.maximumRedirects {
      return .init(
        description: "it redirects more than \(URLSessionFetch.maximumRedirects) times")
    }
    if WebAddress.isAsSafe(target, as: origin) { return nil }
    return .init(
      description:
        "it redirects from \(origin?.scheme ?? "nowhere") to \(target?.scheme ?? "nowhere")")
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let isTooLarge = state.withLock { state in
      state.note(response)
      state.isTooLarge = state.expected > limit
      return state.isTooLarge
    }
    completionHandler(isTooLarge ? .cancel : .allow)
    // On Linux the completion handler does not stop anything.
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      if state.isTooLarge { return true }
      let room = limit + 1 - state.response.body.count
      data.withUnsafeBytes { bytes in
        let wanted = UnsafeRawBufferPointer(rebasing: bytes.prefix(room))
        state.response.body.append(contentsOf: wanted)
      }
      state.isTooLarge = state.response.body.count > limit
      return state.isTooLarge
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (continuation, result) = state.withLock { state in
      // A redirect without a target is not told as an answer everywhere.
      if state.response.status == 0, let response = task.response { state.note(response) }
      defer { state.continuation = nil }
      return (state.continuation, state.result(after: error, limit: limit))
    }
    continuation?.resume(with: result)
  }
}
