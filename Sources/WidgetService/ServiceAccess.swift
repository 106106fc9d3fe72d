import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import JWTKit
import Messages
import WidgetStore

/// Who may call the service, and what for.
public struct ServiceAccess: Sendable {
  private let keys: JWTKeyCollection?
  private let issuer: String?
  private let audience: String?

  /// Lets programs on the same machine do everything, without any token.
  public static let open = ServiceAccess(keys: nil, issuer: nil, audience: nil)

  private init(keys: JWTKeyCollection?, issuer: String?, audience: String?) {
    (self.keys, self.issuer, self.audience) = (keys, issuer, audience)
  }

  /// Takes tokens that are signed with a secret (HS256), or with a key of a JWKS file (ES256, RS256).
  ///
  /// - Parameters:
  ///   - secret: The secret, at least 32 bytes; nil for none.
  ///   - keySet: The text of a JWKS file; nil for none.
  ///   - issuer: What `iss` has to be; nil for anything.
  ///   - audience: What `aud` has to name; nil for anything.
  /// - Throws: `ServiceSetupError` for a short secret or a key set that cannot be read.
  public init(
    secret: String?, keySet: String?, issuer: String? = nil, audience: String? = nil
  ) async throws(ServiceSetupError) {
    let keys = JWTKeyCollection()
    if let secret {
      guard secret.utf8.count >= 32 else {
        throw ServiceSetupError(
          text: "The secret for tokens has \(secret.utf8.count) bytes. Give at least 32.")
      }
      await keys.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
    }
    if let keySet {
      do {
        let set = try JSONDecoder().decode(JWKS.self, from: Data(keySet.utf8))
        let kinds = set.keys.map(\.keyType)
        guard !set.keys.isEmpty, kinds.allSatisfy({ $0 == .rsa || $0 == .ecdsa }) else {
          throw ServiceSetupError(
            text: "The key set has no key, or a key that is not for RS256 or ES256. Correct it.")
        }
        try await keys.add(jwks: set)
      } catch {
        throw (error as? ServiceSetupError)
          ?? ServiceSetupError(text: "The key set cannot be read: \(error). Give a JWKS file.")
      }
    }
    self.init(keys: keys, issuer: issuer, audience: audience)
  }

  /// Whether callers need a token.
  public var needsToken: Bool { keys != nil }

  /// The caller of a request, who must be allowed to do what the route needs.
  ///
  /// - Throws: `ServiceProblem` with 401 for a missing or wrong token, and 403 for a missing scope.
  func caller(of request: Request, needing scope: ServiceScope?) async throws -> ServiceCaller {
    guard let scope else { return ServiceCaller(tenant: "", subject: "", scopes: []) }
    let field = request.headers[.authorization] ?? ""
    let isBearer = field.prefix(7).lowercased() == "bearer "
    return try await caller(withToken: isBearer ? String(field.dropFirst(7)) : nil, needing: scope)
  }

  /// The caller who has a token, and must be allowed to do what is needed.
  ///
  /// - Throws: `ServiceProblem` with 401 for a missing or wrong token, and with 403 for a missing scope.
  func caller(withToken token: String?, needing scope: ServiceScope) async throws -> ServiceCaller {
    guard let keys else {
      return ServiceCaller(tenant: "", subject: "", scopes: Set(ServiceScope.allCases))
    }
    guard let token else {
      throw Self.unauthorized("token-missing", .tokenMissing, .sendBearerToken)
    }
    let claims: ServiceClaims
    do {
      claims = try await keys.verify(token, as: ServiceClaims.self)
      try check(claims)
    } catch {
      let cause = (error as? JWTError)?.reason ?? "its form is not that of a token"
      throw Self.unauthorized(
        "token-invalid", .tokenInvalid(cause: cause.harmless(limit: 200)), .getNewToken)
    }
    let scopes = Set(
      (claims.scope ?? "").split(separator: " ").compactMap { ServiceScope(rawValue: String($0)) })
    let caller = ServiceCaller(
      tenant: claims.tenant ?? "", subject: claims.sub?.value ?? "", scopes: scopes)
    try caller.require(scope)
    return caller
  }

  private func check(_ claims: ServiceClaims) throws {
    if let issuer, claims.iss?.value != issuer {
      throw JWTError.claimVerificationFailure(
        failedClaim: claims.iss ?? "", reason: "it is of another issuer")
    }
    if let audience {
      guard let named = claims.aud else {
        throw JWTError.claimVerificationFailure(
          failedClaim: IssuerClaim(value: ""), reason: "it names no audience")
      }
      try named.verifyIntendedAudience(includes: audience)
    }
    guard claims.tenant.map({ Tenant($0) != nil }) ?? true else {
      throw JWTError.claimVerificationFailure(
        failedClaim: IssuerClaim(value: ""),
        reason: "its tenant is not 1 to 100 visible ASCII characters")
    }
  }

  private static func unauthorized(
    _ code: String, _ message: Message, _ remedy: Message
  ) -> ServiceProblem {
    var problem = ServiceProblem(.unauthorized, code, message, remedy)
    problem.headers[.wwwAuthenticate] = "Bearer"
    return problem
  }
}

/// What keeps a service from starting.
public struct ServiceSetupError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var text: String

  /// Makes an error.
  public init(text: String) { self.text = text }

  /// The text.
  public var description: String { text }
}

/// What a token says.
struct ServiceClaims: JWTPayload {
  var sub: SubjectClaim?
  var iss: IssuerClaim?
  var aud: AudienceClaim?
  var exp: ExpirationClaim
  var nbf: NotBeforeClaim?
  /// Names of scopes with spaces between them (RFC 8693, section 4.2).
  var scope: String?
  var tenant: String?

  func verify(using algorithm: some JWTAlgorithm) throws {
    try exp.verifyNotExpired()
    try nbf?.verifyNotBefore()
  }
}
