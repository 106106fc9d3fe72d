import Foundation
import HTTPTypes
import JSONC
import JWTKit
import Messages
import Synchronization

/// The keys with which tokens are signed, reloaded periodically from files and from an issuer.
final class KeyRing: Sendable {
  typealias Reading = @Sendable () throws(ServiceSetupError) -> String

  /// The secret and the documents from which the keys are made.
  private struct Texts: Equatable, Sendable {
    var secret: String?
    var keySet: String?
    /// The keys of the issuer that sign tokens, as a JWKS document.
    var issuer: String?
    /// The location of the document that has the keys, for messages.
    var keySetPlace: String?
  }

  /// The keys, and the identifiers by which tokens name them.
  struct Keys: Sendable {
    var all = JWTKeyCollection()
    var identifiers: Set<String> = []
    /// Whether one of the keys was made from the secret, which has no identifier.
    var hasSecret = false
  }

  private struct State {
    var keys: Keys
    var texts: Texts
    /// The work that makes keys from the texts, while it runs.
    var making: Task<Result<Keys, ServiceSetupError>, Never>?
    /// Why the texts cannot be used; nil if keys were made from them.
    var flaw: ServiceSetupError?
    /// Whether the last read of the secret and the documents succeeded.
    var isRead = true
    var looked: ContinuousClock.Instant
  }

  private let state: Mutex<State>
  private let secret: Reading?
  private let keySet: Reading?
  private let keySetPlace: String?
  private let remote: RemoteKeySet?
  private let interval: Duration
  private let report: @Sendable (ServiceSetupError) -> Void

  init(
    secret: Reading?, keySet: Reading?, keySetPlace: String? = nil, remote: IssuerKeys?,
    interval: Duration, report: @escaping @Sendable (ServiceSetupError) -> Void
  ) async throws(ServiceSetupError) {
    (self.secret, self.keySet, self.interval, self.report) = (secret, keySet, interval, report)
    self.keySetPlace = keySetPlace
    self.remote = remote.map { RemoteKeySet($0, report: report) }
    let texts = Texts(secret: try secret?(), keySet: try keySet?(), keySetPlace: keySetPlace)
    let keys = try await Self.keys(texts)
    state = Mutex(State(keys: keys, texts: texts, looked: .now))
  }

  /// Whether the keys of the issuer are known; true if there is no issuer.
  var isReady: Bool { remote?.isKnown ?? true }

  /// Whether the last read succeeded and the keys were made from it; otherwise earlier keys stay in
  /// use.
  var isCurrent: Bool { state.withLock { $0.isRead && $0.flaw == nil } }

  /// When the keys of the issuer were last fetched; nil if there is no issuer.
  var fetched: Date?? { remote.map(\.fetched) }

  /// Until the task is cancelled, keeps the keys of the issuer fresh, so that no token has to wait
  /// for them.
  func run() async {
    guard let remote else { return }
    while !Task.isCancelled {
      _ = await remote.text(isWanted: false)
      try? await Task.sleep(for: min(RemoteKeySet.retry, remote.address.freshFor / 2))
    }
  }

  /// Fetches the keys of the issuer now.
  func fetch() async throws(ServiceSetupError) { try await remote?.fetch() }

  /// The current keys, reloaded if they are due.
  ///
  /// - Parameter identifier: The identifier of the key in a token; an unknown key is looked up at
  ///   the issuer.
  /// - Throws: `ServiceProblem` if the keys of the issuer are unknown.
  func keys(for identifier: String?) async throws -> Keys {
    var (known, isDue) = state.withLock { state in
      let isDue = state.looked.duration(to: .now) >= interval
      if isDue { state.looked = .now }
      return (state.keys, isDue)
    }
    let isKnown = identifier.map { known.identifiers.contains($0) } ?? true
    let issuer = await remote?.text(isWanted: !isKnown)
    if isDue || state.withLock({ issuer != $0.texts.issuer || $0.making != nil }) {
      do throws(ServiceSetupError) {
        try await read(issuer)
      } catch {
        report(error)
      }
      known = state.withLock { $0.keys }
    }
    // A token without an identifier is signed with the secret.
    if let remote, issuer == nil, secret == nil || identifier != nil {
      throw Self.unavailable(remote.address)
    }
    return known
  }

  private static func unavailable(_ address: IssuerKeys) -> ServiceProblem {
    var problem = ServiceProblem(.keysUnavailable)
    problem.cause = "The keys of \(address.spoken) are not known."
    problem.headers[.retryAfter] = String(Int(RemoteKeySet.retry / .seconds(1)))
    return problem
  }

  /// Reads the secret and the keys again; the previous keys stay in use if that fails.
  func reload() async throws(ServiceSetupError) {
    try await fetch()
    try await read(await remote?.text(isWanted: false))
    // `read` throws a flaw only when it first finds the flaw; later calls would succeed.
    if let flaw = state.withLock({ $0.flaw }) { throw flaw }
  }

  private func texts(_ issuer: String?) throws(ServiceSetupError) -> Texts {
    do throws(ServiceSetupError) {
      let texts = Texts(
        secret: try secret?(), keySet: try keySet?(), issuer: issuer, keySetPlace: keySetPlace)
      state.withLock { $0.isRead = true }
      return texts
    } catch {
      state.withLock { $0.isRead = false }
      throw error
    }
  }

  private func read(_ issuer: String?) async throws(ServiceSetupError) {
    let texts = try texts(issuer)
    let making = state.withLock { state in
      // Unusable texts are remembered as well, so they are tried only once.
      if state.texts != texts {
        state.texts = texts
        state.making = Task { await Self.result(texts) }
      }
      return state.making
    }
    // Callers that arrive while the keys are being made wait for them.
    guard let result = await making?.value else { return }
    try state.withLock { state throws(ServiceSetupError) in
      // Newer texts have keys of their own, so these keys are not used.
      guard state.texts == texts, state.making != nil else { return }
      state.making = nil
      switch result {
      case .success(let keys): (state.keys, state.flaw) = (keys, nil)
      case .failure(let flaw):
        state.flaw = flaw
        throw flaw
      }
    }
  }

  private static func result(_ texts: Texts) async -> Result<Keys, ServiceSetupError> {
    do throws(ServiceSetupError) {
      return .success(try await keys(texts))
    } catch {
      return .failure(error)
    }
  }

  private static func keys(_ texts: Texts) async throws(ServiceSetupError) -> Keys {
    var keys = Keys()
    if let secret = texts.secret {
      guard secret.utf8.count >= ServiceAccess.minimumSecretBytes else {
        throw ServiceSetupError(
          """
          The secret for tokens has too few bytes: \(secret.utf8.count). Give at least \
          \(ServiceAccess.minimumSecretBytes).
          """)
      }
      await keys.all.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
      keys.hasSecret = true
    }
    if let keySet = texts.keySet {
      do throws(ServiceSetupError) {
        try await add(keySet, to: &keys)
      } catch {
        guard let place = texts.keySetPlace else { throw error }
        throw ServiceSetupError(.placed(place: place, sentences: [error.line]))
      }
    }
    if let issuer = texts.issuer { try await add(issuer, to: &keys) }
    return keys
  }

  /// Adds the keys in a JWKS document that verify signatures, and ignores its other keys.
  ///
  /// - Throws: `ServiceSetupError` for a document without such a key, for a key that cannot be read
  ///   or has no `kid`, and for two different keys with the same `kid`.
  static func add(_ text: String, to keys: inout Keys) async throws(ServiceSetupError) {
    do {
      var set = try verificationKeys(of: text)
      // Otherwise the first token would determine the algorithm of a key for all later tokens.
      for index in set.keys.indices where set.keys[index].algorithm == nil {
        set.keys[index].algorithm = Self.algorithm(of: set.keys[index])
      }
      try await keys.all.add(jwks: set)
      keys.identifiers.formUnion(set.keys.compactMap { $0.keyIdentifier?.string })
    } catch {
      throw (error as? ServiceSetupError)
        ?? ServiceSetupError(
          """
          The key set cannot be read: \(Self.cause(of: error).harmlessCause). Give a JWKS \
          file.
          """
        )
    }
  }
}

extension KeyRing {
  /// Whether a key verifies signatures (RFC 7517, sections 4.1 to 4.4).
  private static func verifies(_ key: JSONObject) -> Bool {
    func permits(_ member: String, _ condition: (JSONValue) -> Bool) -> Bool {
      key[member].map(condition) ?? true
    }
    let type = key["kty"]?.stringValue
    guard let known = ServiceAccess.keyAlgorithms.first(where: { $0.key == type })?.value else {
      return false
    }
    return permits("use") { $0 == "sig" }
      && permits("key_ops") { $0.arrayValue?.contains("verify") ?? false }
      && permits("alg") { $0.stringValue.map(known.contains) ?? false }
  }

  /// The keys of a JWKS document that verify signatures.
  private static func verificationKeys(of text: String) throws -> JWKS {
    let document = try JSONText.parse(text)
    guard let all = document.objectValue?["keys"]?.arrayValue else {
      throw ServiceSetupError("The key set has no list “keys”. Give a JWKS file.")
    }
    var kept: [(place: Int, key: JSONObject)] = []
    var places: [String: Int] = [:]
    for (place, member) in all.enumerated() {
      guard let key = member.objectValue, verifies(key) else { continue }
      guard let name = key["kid"]?.stringValue, !name.isEmpty else {
        throw ServiceSetupError(
          "The key “keys[\(place)]” has no “kid”, by which tokens name it. Give it one.")
      }
      if let earlier = places[name] {
        // A key that occurs twice counts as a single key.
        guard all[earlier] != member else { continue }
        throw ServiceSetupError(
          """
          Two keys of the key set have the “kid” “\(name: name)”. Give each key a different “kid”.
          """)
      }
      places[name] = place
      kept.append((place, key))
    }
    guard !kept.isEmpty else {
      throw ServiceSetupError(
        """
        The key set has no key that verifies signatures. A key is ignored if its “kty”, “use”, \
        “key_ops” or “alg” does not permit this. Add a key of the type \
        \(ServiceAccess.keyAlgorithms.map(\.key).listed("or")).
        """)
    }
    return JWKS(
      keys: try kept.map { item in
        do {
          return try JSONDecoder().decode(JWK.self, from: Data(JSONValue.object(item.key).wire))
        } catch {
          throw ServiceSetupError(
            """
            The key “\(name: item.key["kid"]?.stringValue ?? "")” of the key set cannot be read: \
            \(Self.cause(of: error).harmlessCause) Correct it.
            """)
        }
      })
  }
}

extension KeyRing {
  /// The cause of an error in a key set, with the location in the document.
  static func cause(of error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    switch error {
    case DecodingError.dataCorrupted(let context):
      return context.codingPath.isEmpty
        ? "It is not JSON." : "“\(place(context.codingPath))” cannot be read."
    case DecodingError.keyNotFound(let key, let context):
      return "“\(place(context.codingPath + [key]))” is missing."
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      let path = place(context.codingPath)
      return path.isEmpty ? "It is not an object." : "“\(path)” has the wrong type."
    case let error as JWTError: return error.reason ?? "\(error.errorType)"
    default: return "\(error)"
    }
  }

  /// The algorithm for a key that does not specify its algorithm: RS256, or the algorithm of its
  /// curve; nil for a key that cannot sign tokens.
  static func algorithm(of key: JWK) -> JWK.Algorithm? {
    switch (key.keyType, key.curve) {
    case (.rsa, _): .rs256
    case (.ecdsa, .ecdsa(.p256)?): .es256
    case (.ecdsa, .ecdsa(.p384)?): .es384
    case (.ecdsa, .ecdsa(.p521)?): .es512
    default: nil
    }
  }
}
