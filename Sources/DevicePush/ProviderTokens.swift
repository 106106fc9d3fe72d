import Foundation
import JWTKit

/// The tokens that authenticate the pushes of a key; each is replaced before Apple considers it too
/// old.
///
/// Apple accepts a token for an hour, and refuses tokens that were made with the same key too soon
/// after each other. All connections of a key use the same token.
actor ProviderTokens {
  struct Token: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The JWT, which is a secret.
    let text: String
    let made: Date

    var description: String { "a token of \(made)" }
    var customMirror: Mirror { Mirror(self, children: ["made": made]) }

    func age(at now: Date) -> Double { now.timeIntervalSince(made) }
  }

  private struct Claims: JWTPayload {
    let iss: String
    /// A whole number, because the encoder would write a `Date` with a fraction.
    let iat: Int

    func verify(using algorithm: some JWTAlgorithm) throws {}
  }

  /// The range of ages in seconds at which tokens are replaced; each token gets a random age in
  /// this range.
  static let renewal = 2_400.0...3_000.0
  /// The age in seconds below which a token is not replaced: the minimum that Apple allows.
  static let minimumAge = 1_200.0
  /// The maximum age in seconds at which an older token can be used while Apple accepts no new one.
  static let maximumAge = 3_300.0

  private let key: APNsKey
  private let now: @Sendable () -> Date
  private var current: Token?
  private var older: Token?
  private var renewAge = renewal.lowerBound
  private var noneBefore = Date.distantPast
  private var making: Task<Token, any Error>?

  init(_ key: APNsKey, now: @escaping @Sendable () -> Date) { (self.key, self.now) = (key, now) }

  /// The current token; the first call makes it, and later calls replace it when it is old enough.
  func token() async throws -> Token {
    let date = now()
    if let current {
      let age = current.age(at: date)
      // If a fast clock was set back, the current token seems to be from the future.
      if age >= -60, age < renewAge || date < noneBefore && age < Self.maximumAge { return current }
    }
    return try await make()
  }

  /// Reacts to Apple's response that a token has expired.
  ///
  /// - Returns: Whether a different token is available or can be made; false means that a clock is
  ///   wrong.
  func expired(_ token: Token) -> Bool {
    guard token == current else { return true }
    guard token.age(at: now()) > Self.minimumAge else { return false }
    (current, older) = (nil, nil)
    return true
  }

  /// Handles Apple's response that too many tokens were made with the key: reuses the older token
  /// if it is young enough, and makes no new token for the next ``minimumAge`` seconds.
  ///
  /// - Returns: Whether the push can be sent again with another token.
  func tooMany(_ token: Token) -> Bool {
    noneBefore = now().addingTimeInterval(Self.minimumAge)
    guard token == current else { return true }
    guard let older, older.age(at: now()) < Self.maximumAge else { return false }
    (current, self.older) = (older, nil)
    return true
  }

  private func make() async throws -> Token {
    if let making { return try await making.value }
    let (key, date) = (key, now())
    let task = Task {
      let keys = JWTKeyCollection()
      let kid = JWKIdentifier(string: key.id)
      await keys.add(ecdsa: try ES256PrivateKey(pem: key.pem), kid: kid)
      let claims = Claims(iss: key.team, iat: Int(date.timeIntervalSince1970))
      return Token(
        text: try await keys.sign(claims, kid: kid),
        made: Date(timeIntervalSince1970: Double(claims.iat)))
    }
    making = task
    defer { making = nil }
    let token = try await task.value
    (older, current) = (current, token)
    renewAge = Double.random(in: Self.renewal)
    return token
  }
}
