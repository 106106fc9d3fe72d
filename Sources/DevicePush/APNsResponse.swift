import Foundation
import Messages

/// The response of Apple's push service to one push.
struct APNsResponse: Sendable, Hashable {
  var status: Int
  /// The `reason` in the body, such as `Unregistered`; nil if it has none, and for status 200.
  var reason: String?
  /// The time since which the token has been invalid; nil if Apple does not state it.
  var timestamp: Date?
  /// The time to wait before the next push; nil if Apple does not state it.
  var retryAfter: Duration?
  var id: String?
  var uniqueID: String?

  init(status: Int, reason: String? = nil) { (self.status, self.reason) = (status, reason) }

  /// Makes a response from its header lines and its body.
  init(status: Int, fields: some Collection<UInt8>, body: some Collection<UInt8>) {
    self.init(status: status)
    for line in fields.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let colon = line.firstIndex(of: 0x3A) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = String(
        decoding: line[line.index(after: colon)...].drop { $0 == 0x20 }, as: UTF8.self)
      switch name {
      case "apns-id": id = String(value.prefix(Self.maximumLength))
      case "apns-unique-id": uniqueID = String(value.prefix(Self.maximumLength))
      case "retry-after":
        retryAfter = Int(value).flatMap { (0...86_400).contains($0) ? .seconds($0) : nil }
      default: break
      }
    }
    if status != 200 { read(body: Array(body)) }
  }

  var receipt: PushReceipt {
    PushReceipt(status: status, reason: reason, id: id, uniqueID: uniqueID)
  }

  /// Reads the reason and the time from a body; they stay unchanged if the body has a different
  /// form.
  mutating func read(body: [UInt8]) {
    struct Body: Decodable {
      var reason: String?
      var timestamp: Double?
    }
    guard !body.isEmpty, let found = try? JSONDecoder().decode(Body.self, from: Data(body))
    else { return }
    reason = found.reason.map { Self.plain($0) }
    // Milliseconds since 1970.
    timestamp = found.timestamp.flatMap { milliseconds in
      (0...32_503_680_000_000).contains(milliseconds)
        ? Date(timeIntervalSince1970: milliseconds / 1_000) : nil
    }
  }

  /// The maximum number of characters that are kept of an identifier or a reason.
  private static let maximumLength = 64

  /// The ASCII letters and digits in a text from outside, up to a limit.
  static func plain(_ text: String) -> String {
    String(decoding: text.utf8.filter(\.isLetterOrDigit).prefix(maximumLength), as: UTF8.self)
  }
}

/// What a response means for the sender.
enum APNsVerdict: Sendable, Hashable {
  case accepted
  case tokenEnded
  /// The token does not belong to this bundle and environment.
  case tokenRefused
  case deviceBusy
  case serverFailed
  /// The bundle or the content of the push is wrong.
  case appWrong
  /// The key, its team or its environment is wrong.
  case keyWrong
  case tokenExpired
  case tooManyTokens
  /// The connection cannot be used any more; the push is sent again on a new connection.
  case connectionOver

  /// Apple's reason for refusing a token that it considers too old.
  static let expiredToken = "ExpiredProviderToken"
  /// Apple's reason for refusing a token because too many tokens were made with its key.
  static let tooManyUpdates = "TooManyProviderTokenUpdates"

  /// The reasons that an operator can fix in the settings of an app, with the remedies.
  static let appRemedies = [
    "BadTopic": wrongBundle, "MissingTopic": wrongBundle, "TopicDisallowed": wrongBundle,
    "BadPriority": "Check the priority of pushes.",
    "BadExpirationDate": "Check the expiration of pushes.",
    "BadCollapseId": "Check the collapse identifier of pushes.",
  ]
  private static let wrongBundle = "Check its bundle identifier, and which apps the key is for."

  /// The reasons in Apple's documentation, with their meanings.
  static let reasons = appRemedies.mapValues { _ in APNsVerdict.appWrong }
    .merging(otherReasons) { first, _ in first }

  private static let otherReasons: [String: APNsVerdict] = [
    "Unregistered": .tokenEnded, "ExpiredToken": .tokenEnded,
    PushReceipt.foreignToken: .tokenRefused, "DeviceTokenNotForTopic": .tokenRefused,
    "InvalidPushType": .appWrong, "BadMessageId": .appWrong, "DuplicateHeaders": .appWrong,
    "MissingDeviceToken": .appWrong, "PayloadEmpty": .appWrong, "PayloadTooLarge": .appWrong,
    "BadPath": .appWrong, "MethodNotAllowed": .appWrong,
    expiredToken: .tokenExpired, tooManyUpdates: .tooManyTokens,
    "InvalidProviderToken": .keyWrong, "MissingProviderToken": .keyWrong, "Forbidden": .keyWrong,
    "BadCertificate": .keyWrong, "BadCertificateEnvironment": .keyWrong,
    "BadEnvironmentKeyIdInToken": .keyWrong, "BadEnvironmentKeyInToken": .keyWrong,
    "TooManyRequests": .deviceBusy,
    "InternalServerError": .serverFailed, "ServiceUnavailable": .serverFailed,
    "IdleTimeout": .connectionOver, "UnrelatedKeyIdInToken": .connectionOver,
    "Shutdown": .connectionOver,
  ]

  /// What a response means, according to its status and, for some statuses, also its reason.
  ///
  /// Only the status 410 means that the token has ended; the reason for an ended token with a
  /// different status does not.
  init(_ response: APNsResponse) {
    let known = response.reason.flatMap { Self.reasons[$0] }
    self =
      switch response.status {
      case 200: .accepted
      case 410: .tokenEnded
      case 403: known == .tokenExpired || known == .connectionOver ? known ?? .keyWrong : .keyWrong
      case 429: known == .tooManyTokens ? .tooManyTokens : .deviceBusy
      case 500...: known == .connectionOver ? .connectionOver : .serverFailed
      case 400..<500:
        known == nil || known == .tokenEnded || known == .accepted ? .appWrong : known ?? .appWrong
      default: .serverFailed
      }
  }
}
