#if canImport(Darwin)
  import Foundation
  import Synchronization

  extension WebFetch {
    /// Fetches a document; stops once one byte more than wanted has come.
    static let platformFetch: HTTPFetch = { request in
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
        if let error, !state.isTooLarge {
          let failure = WebFetch.Failure(description: error.localizedDescription)
          state.continuation?.resume(throwing: failure)
        } else {
          state.continuation?.resume(returning: state.response)
        }
        state.continuation = nil
      }
    }
  }
#endif
