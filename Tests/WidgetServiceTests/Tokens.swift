import Foundation
import JWTKit

/// Tokens signed as an identity provider signs them.
enum Tokens {
  static let secret = "a secret of thirty-two bytes or more"

  private struct Claims: JWTPayload {
    var sub: String
    var exp: ExpirationClaim
    var scope: String
    var tenant: String
    func verify(using algorithm: some JWTAlgorithm) throws {}
  }

  /// The header fields of a caller with a token.
  static func token(
    _ tenant: String, _ scopes: String = "read write options admin", subject: String = "ada",
    expires: TimeInterval = 600, secret: String = secret
  ) async throws -> [String: String] {
    let keys = JWTKeyCollection()
    await keys.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
    return try await token(
      tenant, scopes, subject: subject, expires: expires, signedBy: keys, key: nil)
  }

  /// The header fields of a caller whose token has these claims.
  static func token(of claims: some JWTPayload) async throws -> [String: String] {
    let keys = JWTKeyCollection()
    await keys.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
    return ["Authorization": "Bearer \(try await keys.sign(claims))"]
  }

  /// The header fields of a caller whose token is signed with a key from a collection.
  static func token(
    _ tenant: String, _ scopes: String = "read write options admin", subject: String = "ada",
    expires: TimeInterval = 600, signedBy keys: JWTKeyCollection, key: JWKIdentifier?
  ) async throws -> [String: String] {
    let claims = Claims(
      sub: subject, exp: ExpirationClaim(value: Date(timeIntervalSinceNow: expires)),
      scope: scopes, tenant: tenant)
    return ["Authorization": "Bearer \(try await keys.sign(claims, kid: key))"]
  }
}
