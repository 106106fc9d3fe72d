import Foundation
public import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import JWTKit
public import Messages
import Synchronization
import WidgetStore

/// Authenticates callers and checks their scopes.
public struct ServiceAccess: Sendable {
  /// Finds the caller of a request; returns nil to refuse the request.
  ///
  /// The argument `token` is the bearer token of the request, or the token of the session of a page;
  /// nil if there is none.
  public typealias Authenticator =
    @Sendable (_ token: String?, _ request: HTTPRequest) async throws -> ServiceCaller?

  /// The scheme of the field “Authorization” (RFC 6750).
  static let scheme = "Bearer"

  private let authenticator: Authenticator?
  private let ring: KeyRing?
  private let issuer: String?
  private let audience: String?

  /// Allows everything without a token; use it only for programs on the same machine.
  public static let open = ServiceAccess(ring: nil, issuer: nil, audience: nil)

  private init(
    ring: KeyRing?, issuer: String?, audience: String?, authenticator: Authenticator? = nil
  ) {
    (self.ring, self.issuer, self.audience) = (ring, issuer, audience)
    self.authenticator = authenticator
  }

  /// Calls a closure to find the caller of a request.
  ///
  ///     let access = ServiceAccess { token, _ in
  ///       try await sessions.user(withToken: token).map {
  ///         ServiceCaller(tenant: $0.team, subject: $0.name, scopes: [.read, .write, .options])
  ///       }
  ///     }
  ///
  /// The closure can also read the cookies of the request. If it throws, the request fails, and the
  /// error is in the log.
  ///
  /// - Parameter authenticator: Returns the caller; nil to refuse the request with 401.
  public init(_ authenticator: @escaping Authenticator) {
    self.init(ring: nil, issuer: nil, audience: nil, authenticator: authenticator)
  }

  /// The minimum size of a secret for tokens, in bytes.
  public static let minimumSecretBytes = 32

  /// The algorithm of tokens that are signed with the secret (RFC 7518, section 3.1).
  package static let secretAlgorithm = "HS256"

  /// The algorithms of tokens that are signed with a key of a JWKS document, by key type (RFC 7518,
  /// section 3.1).
  package static let keyAlgorithms: KeyValuePairs = [
    "RSA": ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
    "EC": ["ES256", "ES384", "ES512"],
  ]

  /// The usual minimum interval between reloads of the secret and the key set.
  public static let standardReading: Duration = .seconds(5)

  /// Accepts tokens that are signed with a secret or with a key of a JWKS file.
  ///
  /// - Parameters:
  ///   - secret: The secret, with at least ``minimumSecretBytes``; nil for none.
  ///   - keySet: Reads the text of a JWKS file; nil for none. The service calls it periodically, so
  ///     keys can be changed while the service runs. If a reload fails, the previous keys stay in
  ///     use.
  ///   - reading: The minimum interval between reloads of the key set.
  ///   - report: A function that is called with the error of each failed reload; a key set that can
  ///     be read but not used is reported only once.
  ///   - issuer: The required `iss`; nil to accept any.
  ///   - audience: A required member of `aud`; nil to accept any.
  /// - Throws: `ServiceSetupError` for a short secret or a key set that cannot be read.
  public init(
    secret: String?, keySet: (@Sendable () throws(ServiceSetupError) -> String)?,
    issuer: String? = nil, audience: String? = nil, reading: Duration = standardReading,
    report: @escaping @Sendable (ServiceSetupError) -> Void = { _ in }
  ) async throws(ServiceSetupError) {
    var read: (@Sendable () throws(ServiceSetupError) -> String)?
    if let secret { read = { () throws(ServiceSetupError) in secret } }
    try await self.init(
      readingSecret: read, keySet: keySet, issuer: issuer, audience: audience, reading: reading,
      report: report)
  }

  /// Accepts tokens that are signed with a secret that can change while the service runs, or with a
  /// key from a JWKS file.
  ///
  /// - Parameters:
  ///   - readingSecret: Reads the secret, which has at least ``minimumSecretBytes``; nil for none.
  ///   - keySet: Reads the text of a JWKS file; nil for none.
  ///   - keySetPlace: The location of that text, such as the path of the file, for messages about
  ///     unusable keys; nil to leave the location out.
  ///   - issuerKeys: The location where an issuer publishes its keys; nil for none. The service
  ///     starts without these keys, is not ready until it has them, and keeps trying.
  ///   - issuer: The required `iss`; nil to accept any.
  ///   - audience: A required member of `aud`; nil to accept any.
  ///   - reading: The minimum interval between reloads of the secret and the key set.
  ///   - report: A function that is called with the error of a failed reload.
  /// - Throws: `ServiceSetupError` for a short secret or a key set that cannot be read.
  public init(
    readingSecret: (@Sendable () throws(ServiceSetupError) -> String)?,
    keySet: (@Sendable () throws(ServiceSetupError) -> String)?, keySetPlace: String? = nil,
    issuerKeys: IssuerKeys? = nil, issuer: String? = nil, audience: String? = nil,
    reading: Duration = standardReading,
    report: @escaping @Sendable (ServiceSetupError) -> Void = { _ in }
  ) async throws(ServiceSetupError) {
    self.init(
      ring: try await KeyRing(
        secret: readingSecret, keySet: keySet, keySetPlace: keySetPlace, remote: issuerKeys,
        interval: reading,
        report: report),
      issuer: issuer, audience: audience)
  }

  /// Reads the secret and the keys again; the previous ones stay in use if that fails.
  ///
  /// - Throws: `ServiceSetupError` for a short secret or a key set that cannot be read.
  func reload() async throws(ServiceSetupError) { try await ring?.reload() }

  /// Keeps the keys of an issuer fresh until the task is cancelled.
  func run() async { await ring?.run() }

  /// Fetches the keys of an issuer once; does nothing if there is no issuer.
  ///
  /// - Throws: `ServiceSetupError` if they cannot be fetched.
  public func fetchIssuerKeys() async throws(ServiceSetupError) { try await ring?.fetch() }

  /// Whether the keys of the issuer, if there is one, are known.
  var isReady: Bool { ring?.isReady ?? true }

  /// When the keys of an issuer were last fetched; nil if there is no issuer.
  var issuerKeysFetched: Date?? { ring?.fetched }

  /// Whether the last read of the secret and the keys from their files succeeded, so that the
  /// service uses the current contents of the files.
  var keysAreCurrent: Bool { ring?.isCurrent ?? true }

  /// Whether callers need a token.
  public var needsToken: Bool { ring != nil || authenticator != nil }

  /// The caller of a request, after checking the scope that the route needs.
  ///
  /// - Throws: `ServiceProblem` for a missing or invalid token, and for a missing scope.
  func caller(
    of request: Request, needing scope: ServiceScope?, or other: ServiceScope? = nil
  ) async throws -> ServiceCaller {
    guard let scope else { return ServiceCaller(tenant: "", subject: "", scopes: []) }
    let field = request.headers[.authorization] ?? ""
    let start = field.prefix(Self.scheme.count + 1)
    let isBearer = start.lowercased() == Self.scheme.lowercased() + " "
    return try await caller(
      withToken: isBearer ? String(field.dropFirst(start.count)) : nil, of: request,
      needing: scope, or: other)
  }

  /// The caller that a token identifies, after checking that the caller has a scope.
  ///
  /// - Throws: `ServiceProblem` for a missing or invalid token, and for a missing scope.
  func caller(
    withToken token: String?, of request: Request, needing scope: ServiceScope,
    or other: ServiceScope? = nil
  ) async throws -> ServiceCaller {
    if let authenticator {
      // The code of an application may take long, which would block the thread of a connection.
      let known = try await withTaskExecutorPreference(globalConcurrentExecutor) {
        try await authenticator(token, request.head)
      }
      guard let caller = known else {
        throw token == nil
          ? Self.tokenMissing
          : Self.invalidToken("The token is not valid.")
      }
      guard caller.tenant.isEmpty || Tenant(caller.tenant) != nil else {
        throw Self.invalidToken(TokenFlaw.tenant.message)
      }
      try caller.require(scope, or: other)
      return caller
    }
    guard let ring else {
      return ServiceCaller(tenant: "", subject: "", scopes: Set(ServiceScope.allCases))
    }
    guard let token else { throw Self.tokenMissing }
    let claims: ServiceClaims
    do {
      let header = try TokenHeader(token)
      let keys = try await ring.keys(for: header.kid)
      try await header.check(keys)
      claims = try await keys.all.verify(token, as: ServiceClaims.self)
      try check(claims)
    } catch let problem as ServiceProblem {
      throw problem
    } catch {
      throw Self.invalidToken(TokenFlaw(error).message)
    }
    let scopes = Set(
      (claims.scope ?? "").split(separator: " ").compactMap { ServiceScope(rawValue: String($0)) })
    let caller = ServiceCaller(
      tenant: claims.tenant ?? "", subject: claims.sub ?? "", scopes: scopes, expires: claims.exp)
    try caller.require(scope, or: other)
    return caller
  }

  private func check(_ claims: ServiceClaims) throws(TokenFlaw) {
    if let issuer {
      guard let named = claims.iss else { throw .missing(.iss) }
      guard named == issuer else { throw .refused(.iss) }
    }
    if let audience {
      guard let named = claims.aud else { throw .missing(.aud) }
      guard named.values.contains(audience) else { throw .refused(.aud) }
    }
    guard claims.tenant.map({ Tenant($0) != nil }) ?? true else { throw .tenant }
  }

  private static var tokenMissing: ServiceProblem {
    unauthorized(.tokenMissing)
  }

  /// The problem for a token that is not accepted (RFC 6750, section 3.1).
  private static func invalidToken(_ message: Message) -> ServiceProblem {
    unauthorized(
      .tokenInvalid, message, challenge: #"\#(scheme) error="invalid_token""#)
  }

  private static func unauthorized(
    _ code: ProblemCode, _ message: Message? = nil, challenge: String = scheme
  ) -> ServiceProblem {
    var problem = ServiceProblem(code, message)
    problem.headers[.wwwAuthenticate] = challenge
    return problem
  }
}

/// The header of a token (RFC 7515, section 4).
private struct TokenHeader: Decodable {
  enum CodingKeys: String, CodingKey { case alg, kid, crit }

  let alg: String?
  let kid: String?
  /// Whether the token has extensions that its reader must understand.
  let isCritical: Bool

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    alg = try members.decodeIfPresent(String.self, forKey: .alg)
    kid = try members.decodeIfPresent(String.self, forKey: .kid)
    isCritical = members.contains(.crit)
  }

  /// Reads the header, and checks the form of the header and the claims.
  ///
  /// Both are JSON objects without duplicate members (RFC 7515, section 4; RFC 7519, section 4), in
  /// UTF-8 and in Base64 without padding (RFC 7515, section 2).
  ///
  /// - Throws: `TokenFlaw` for a text that is not a token.
  init(_ token: String) throws(TokenFlaw) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Data(base64URL: String(parts[0])),
      let claims = Data(base64URL: String(parts[1]))
    else { throw .form }
    for part in [head, claims] {
      let value: JSONValue
      do throws(JSONSyntaxError) {
        value = try JSONText.parse(part)
      } catch {
        throw error.rule == .duplicateKey ? .repeated : .form
      }
      guard value.objectValue != nil else { throw .form }
    }
    guard let header = try? JSONDecoder().decode(TokenHeader.self, from: head) else {
      throw .form
    }
    self = header
  }

  /// Checks the parts that the verification of the signature does not cover.
  ///
  /// - Throws: `TokenFlaw` for extensions, none of which are supported (RFC 7515, section 4.1.11),
  ///   for an unknown key, and for an algorithm that is not the key's (RFC 8725, section 3.1).
  func check(_ keys: KeyRing.Keys) async throws {
    guard !isCritical else { throw TokenFlaw.critical }
    // If the key is unknown, the library would use the first key. The key made from the secret has
    // no name.
    let isForSecret = keys.hasSecret && alg == ServiceAccess.secretAlgorithm
    if let kid, !keys.identifiers.contains(kid), !isForSecret {
      throw TokenFlaw.unknownKey(kid)
    }
    let key = try await keys.all.getKey(for: kid.map { JWKIdentifier(string: $0) }, alg: alg)
    guard key.name == alg else { throw TokenFlaw.algorithm }
  }
}

/// An error that prevents a service from starting.
public struct ServiceSetupError: MessageError, Sendable, Hashable, CustomStringConvertible {
  /// The problem and its remedy.
  public var line: Message

  /// Makes an error.
  public init(_ line: Message) { self.line = line }

  /// The problem and its remedy, in English.
  public var description: String { line.text() }
}

/// The problem with a token.
private enum TokenFlaw: Error {
  case form, repeated, signature, key, expired, tooEarly, tenant, critical, algorithm
  case unknownKey(String)
  case missing(ServiceClaims.CodingKeys)
  case mistyped(ServiceClaims.CodingKeys)
  /// The token is for another service, or from another issuer.
  case refused(ServiceClaims.CodingKeys)

  /// Finds the flaw that corresponds to an error of the verification.
  init(_ error: any Error) {
    if let flaw = error as? TokenFlaw {
      self = flaw
      return
    }
    switch (error as? JWTError)?.errorType {
    case .signatureVerificationFailed?, .signingAlgorithmFailure?: self = .signature
    case .unknownKID?, .noKeyProvided?, .missingKIDHeader?, .unsupportedAlgorithm?,
      .generic?:
      self = .key
    default: self = .form
    }
  }

  var message: Message {
    typealias Claim = ServiceClaims.CodingKeys
    typealias Field = TokenHeader.CodingKeys
    return switch self {
    case .form: "The token is malformed."
    case .repeated: "The token has two claims or two header fields with the same name."
    case .signature: "The signature of the token does not match."
    case .unknownKey(let name):
      "The token names the key “\(name: name)” in “\(Field.kid.rawValue)”, which is unknown."
    case .key: "The token is signed with an unknown key or algorithm."
    case .expired: "The token has expired."
    case .tooEarly: "The token is not valid yet."
    case .tenant: "The claim “\(Claim.tenant.rawValue)” of the token is not \(Tenant.nameRule)."
    case .critical:
      "The token has extensions (“\(Field.crit.rawValue)”) that this service does not know."
    case .algorithm: "The “\(Field.alg.rawValue)” of the token is not the algorithm of its key."
    case .missing(let claim): "The token does not have the claim “\(claim.rawValue)”."
    case .mistyped(let claim):
      "The claim “\(claim.rawValue)” of the token has a value of the wrong type."
    case .refused(let claim):
      """
      The claim “\(claim.rawValue)” of the token does not have the value that this service \
      expects.
      """
    }
  }
}

/// The claims of a token.
struct ServiceClaims: JWTPayload {
  enum CodingKeys: String, CodingKey { case sub, iss, aud, exp, nbf, scope, tenant }

  /// The audience: one name, or a list of names, which may be empty.
  struct Audience: Codable {
    var values: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let name = try? container.decode(String.self) {
        values = [name]
      } else {
        values = try container.decode([String].self)
      }
    }
  }

  var sub: String?
  var iss: String?
  var aud: Audience?
  var exp: Date?
  var nbf: Date?
  /// The names of scopes, separated by spaces (RFC 8693, section 4.2).
  var scope: String?
  var tenant: String?
  /// The first claim that has the wrong type; it is reported only after the signature has been
  /// verified.
  private var mistyped: CodingKeys?

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    var mistyped: CodingKeys?
    func claim<Value: Decodable>(_ key: CodingKeys) -> Value? {
      do {
        return try members.decodeIfPresent(Value.self, forKey: key)
      } catch {
        mistyped = mistyped ?? key
        return nil
      }
    }
    sub = claim(.sub)
    iss = claim(.iss)
    aud = claim(.aud)
    exp = claim(.exp)
    nbf = claim(.nbf)
    scope = claim(.scope)
    tenant = claim(.tenant)
    self.mistyped = mistyped
  }

  func verify(using algorithm: some JWTAlgorithm) throws {
    if let mistyped { throw TokenFlaw.mistyped(mistyped) }
    guard let exp else { throw TokenFlaw.missing(.exp) }
    let now = Date()
    guard now < exp else { throw TokenFlaw.expired }
    if let nbf, nbf >= now { throw TokenFlaw.tooEarly }
  }
}
