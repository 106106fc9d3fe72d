import Crypto
import HTTPTypes
import Hummingbird
import IntentModel
import Messages
import WidgetPages

/// A browser session, kept in one cookie.
///
/// After signing in, the cookie holds the token. The token is signed by its issuer and checked with
/// every request, so every replica accepts it and the service stores nothing. Until then, or if no
/// token is needed, the cookie holds a random text that ties forms to the browser and does not
/// identify anyone.
struct PageSession: Sendable {
  /// The name of the cookie.
  let name: String
  /// The value of the cookie.
  let value: String
  /// Whether the browser already has the cookie.
  let isKept: Bool
  private let isSecure: Bool

  /// Makes the session of a browser that has just received a token.
  init(_ session: PageSession, token: String) {
    (name, value, isKept, isSecure) = (session.name, token, true, session.isSecure)
  }

  init(_ call: ServiceCall) {
    isSecure = call.service.settings.isBehindHTTPS
    // The prefix binds the cookie to the host and to HTTPS (RFC 6265bis, section 4.1.3).
    name = isSecure ? "__Host-widgetconfig" : "widgetconfig"
    let kept = call.request.headers.cookie(name).flatMap { Self.isSound($0) ? $0 : nil }
    isKept = kept != nil
    value =
      kept
      ?? (0..<4).map { _ in
        String(UInt64.random(in: .min ... .max), radix: 36)
      }.joined()
  }

  /// The caller's token; nil if the browser sent no cookie.
  var token: String? { isKept ? value : nil }

  /// The CSRF token that forms send back.
  ///
  /// It is derived from the cookie, which other sites cannot read.
  var csrf: String {
    HMAC<SHA256>.authenticationCode(for: Self.purpose, using: key)
      .map { $0.hexadecimal(digits: 2) }.joined()
  }

  /// Whether a text is the CSRF token of this session.
  func isValid(csrf text: String?) -> Bool {
    guard isKept, let text, let bytes = [UInt8](hexadecimal: text.utf8) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(bytes, authenticating: Self.purpose, using: key)
  }

  private static let purpose = Array("widgetconfig form".utf8)
  private var key: SymmetricKey { SymmetricKey(data: Array(value.utf8)) }

  /// The `Set-Cookie` field that stores a value, or deletes the cookie for nil.
  func setCookie(_ value: String?) -> String {
    "\(name)=\(value ?? ""); Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
      + (value == nil ? "; Max-Age=0" : "")
  }

  /// Whether a text can be a session value: hard to guess, not too long, and valid in a cookie.
  static func isSound(_ text: some StringProtocol) -> Bool {
    (16...4_000).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
  }
}

extension HTTPFields {
  /// The value of a cookie in a request; nil if it is missing.
  func cookie(_ name: String) -> String? {
    (self[.cookie] ?? "").split(separator: ";").lazy
      .map { $0.drop { $0 == " " } }
      .first { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.utf8.count + 1)) }
  }
}

extension HTTPField.Name {
  static let requestedWith = Self("X-Requested-With") ?? .accept
  static let referrerPolicy = Self("Referrer-Policy") ?? .accept
}
