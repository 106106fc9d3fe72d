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
  }

  /// The most redirects that are followed.
  static let maximumRedirects = 5

  /// Fetches a document; stops once one byte more than wanted has come.
  public static let fetch: HTTPFetch = HostGate.shared.limiting(fetchAtOnce)

  private static let fetchAtOnce: HTTPFetch = { request in
    guard let url = URL(string: request.url) else {
      throw Failure(description: "it is not a URL")
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
    if let response = response as? HTTPURLResponse {
      state.withLock { state in
        state.response.status = response.statusCode
        for (name, value) in response.allHeaderFields {
          state.response.headers["\(name)".lowercased()] = "\(value)"
        }
      }
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      state.response.body += data.prefix(limit + 1 - state.response.body.count)
      state.isTooLarge = state.response.body.count > limit
      return state.isTooLarge
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    state.withLock { state in
      let refusal = state.refusal
      let broken = error.map { URLSessionFetch.Failure(description: $0.localizedDescription) }
      if let failure = refusal ?? (state.isTooLarge ? nil : broken) {
        state.continuation?.resume(throwing: failure)
      } else {
        state.continuation?.resume(returning: state.response)
      }
      state.continuation = nil
    }
  }
}
