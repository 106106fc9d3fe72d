import Foundation
import Messages

extension WebFetch {
  /// Sends a document to an address of the web; of the answer only the status is read.
  ///
  /// Redirects are answers and not followed.
  ///
  /// - Parameters:
  ///   - body: The document.
  ///   - address: An address that begins with http or https.
  ///   - headers: Further header fields.
  ///   - timeout: How long the answer may take.
  ///   - allowsPrivate: Whether the address may be one of a private network or of this machine. Where it may
  ///     not, the address is looked at when the connection is made, after the name was looked up.
  /// - Returns: The status of the answer.
  /// - Throws: An error that says in one sentence why there is no answer, `CancellationError` when cancelled.
  public static func post(
    _ body: [UInt8], to address: String, headers: [String: String], timeout: Duration,
    allowsPrivate: Bool
  ) async throws -> Int {
    guard let url = URL(string: address), WebAddress.isOfTheWeb(url) else {
      throw Failure(.webNotAnAddress)
    }
    let exchange = try WebExchange(
      url: url, headers: headers, maximumBytes: 4_096, timeout: timeout, body: body,
      allowsPrivate: allowsPrivate)
    return try await exchange.answer().status
  }
}
