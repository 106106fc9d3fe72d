import Foundation
import Messages

extension WebFetch {
  /// Posts a document to a web address and returns the response.
  ///
  /// Redirects are not followed.
  ///
  /// - Parameters:
  ///   - body: The document.
  ///   - address: An address that begins with http or https.
  ///   - headers: Additional header fields.
  ///   - timeout: How long the response may take.
  ///   - allowsPrivate: Whether the address may be in a private network or on this machine. If not,
  ///     the IP address is checked when the connection is made, after the name is resolved.
  /// - Returns: The response, whose body is cut off after a few kilobytes.
  /// - Throws: An error that explains in one sentence why there is no response; `CancellationError`
  ///   when cancelled.
  public static func post(
    _ body: [UInt8], to address: String, headers: [String: String], timeout: Duration,
    allowsPrivate: Bool
  ) async throws -> WebResponse {
    guard let url = URL(string: address), WebAddress.isOfTheWeb(url) else {
      throw Failure(.webNotAnAddress)
    }
    let exchange = try WebExchange(
      url: url, headers: headers, maximumBytes: 4_096, timeout: timeout, body: body,
      allowsPrivate: allowsPrivate)
    let response = try await exchange.response()
    return WebResponse(status: response.status, headers: response.headers, body: response.body)
  }
}
