import Crypto
import ExternalSources
import Foundation
import JSONC
import JSONCodings
import Messages
import WidgetFormats
import WidgetLoading

/// The webhooks in the settings, with the secrets that sign their requests.
package enum WebhookSettings {
  private typealias Key = ServiceSettingKey

  /// The maximum number of webhooks.
  static let maximumAddresses = 8
  /// The lengths of a secret in bytes (Standard Webhooks).
  private static let secretSizes = 24...64
  /// The prefix of the text of a secret (Standard Webhooks).
  package static let secretMark = "whsec_"
  /// The prefix of a signature: the version of its scheme (Standard Webhooks).
  static let signatureMark = "v1,"
  /// The hash function of a signature, which is an HMAC.
  typealias SignatureHash = SHA256
  /// The maximum number of secrets: the new one and the old one.
  private static let maximumSecrets = 2

  /// Checks the webhook settings.
  ///
  /// - Parameter libraries: The file names of the library that sends requests; nil for the usual
  ///   ones.
  /// - Throws: `ServiceSetupError` for invalid settings.
  static func check(
    _ settings: ServiceSettings, libraries: [String]? = nil
  ) throws(ServiceSetupError) {
    guard !settings.webhooks.isEmpty else { return }
    if let (cause, remedy) = WebFetch.problem(with: libraries) {
      throw ServiceSetupError("“\(Key.webhooks.rawValue)” cannot be sent: \(cause). \(remedy)")
    }
    guard settings.webhooks.count <= maximumAddresses else {
      throw ServiceSetupError(
        """
        “\(Key.webhooks.rawValue)” has \(settings.webhooks.count) addresses. Give at most \
        \(maximumAddresses).
        """)
    }
    for address in settings.webhooks {
      let spoken = SpokenURL(address)
      guard let url = URL(string: address), WebAddress.isOfTheWeb(url) else {
        throw ServiceSetupError(
          """
          The webhook “\("\(spoken)")” is not a web address. Begin it with \(WebAddress.https).
          """)
      }
      guard WebAddress.isSecure(address) || isPrivate(address, settings) else {
        throw ServiceSetupError(
          """
          The webhook “\("\(spoken)")” is not secure. Begin it with \(WebAddress.https), or name \
          its host in “\(Key.webhookPrivateHosts.rawValue)”.
          """
        )
      }
    }
    let secrets = secrets(settings.webhookSecret)
    guard !secrets.isEmpty, secrets.count <= maximumSecrets else {
      throw ServiceSetupError(
        """
        “\(Key.webhookSecretFile.rawValue)” has \(secrets.count, "secret", "secrets"). Give one, or \
        two during a rotation, one per line.
        """
      )
    }
    for secret in secrets {
      guard let key = key(secret) else {
        let command = "printf '\(secretMark)%s\\n' \"$(head -c 32 /dev/urandom | base64)\""
        throw ServiceSetupError(
          """
          A secret of “\(Key.webhookSecretFile.rawValue)” is not “\(secretMark)” followed by \
          Base64. Make one with: \(command)
          """
        )
      }
      guard secretSizes.contains(key.count) else {
        throw ServiceSetupError(
          """
          A secret of “\(Key.webhookSecretFile.rawValue)” has \(key.count, "byte", "bytes"). Give \
          one of \(secretSizes.lowerBound) to \(secretSizes.upperBound) bytes.
          """
        )
      }
    }
  }

  /// The secrets in a text, one per line.
  private static func secrets(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  /// Whether the settings allow the host of an address to be in a private network.
  static func isPrivate(_ address: String, _ settings: ServiceSettings) -> Bool {
    let host = WebAddress.host(of: address)
    return settings.webhookPrivateHosts.contains { $0.lowercased() == host }
  }

  /// The bytes of a secret; nil if it is not ``secretMark`` followed by Base64.
  private static func key(_ secret: String) -> [UInt8]? {
    guard secret.hasPrefix(secretMark) else { return nil }
    return Data(base64Encoded: String(secret.dropFirst(secretMark.count))).map { Array($0) }
  }

  /// The signatures of a request, one for each secret, separated by spaces.
  fileprivate static func signature(
    of body: [UInt8], id: String, time: Int, secret: String
  ) -> String {
    let text = Array("\(id).\(time).".utf8) + body
    return secrets(secret).compactMap { key($0) }.map { key in
      let code = HMAC<SignatureHash>.authenticationCode(for: text, using: SymmetricKey(data: key))
      return signatureMark + Data(code).base64EncodedString()
    }.joined(separator: " ")
  }
}

/// A signed request to a receiver (Standard Webhooks).
struct SignedPost {
  /// The time limit for a response.
  static let timeout: Duration = .seconds(20)

  /// The status with which a receiver refuses all further requests.
  static let goneStatus = 410
  /// The statuses of a receiver that is overloaded, with or without `Retry-After`.
  static let overloadedStatuses = [429, 502, 504]

  /// The error in the log for a request that its receiver does not accept.
  static let notAccepted = "not-accepted"

  /// The message ID, which is the same for all attempts to send the request.
  var id: String
  var type: String
  /// The time of the reported event.
  var date: Date
  var data: JSONValue

  /// The header fields of a request.
  enum Field: String, CaseIterable {
    case id = "Webhook-Id"
    case timestamp = "Webhook-Timestamp"
    case signature = "Webhook-Signature"

    var summary: String {
      switch self {
      case .id: "The ID of the request, the same for all attempts: it identifies duplicates."
      case .timestamp: "The time of the attempt in seconds since 1970."
      case .signature:
        """
        “\(WebhookSettings.signatureMark)” and the Base64 of the \
        HMAC-\(WebhookSettings.SignatureHash.self) of the ID, the time and the body, with full \
        stops between; several during a rotation, with spaces between.
        """
      }
    }
  }

  /// The body.
  ///
  /// - Parameters:
  ///   - types: The types that the request can have.
  ///   - data: The schema of the data.
  static func coding(types: [String], data: JSONValue) -> ObjectCoding<SignedPost> {
    ObjectCoding([
      .value("type", SchemaPart.word(types)) { .string($0.type) },
      .moment("timestamp") { $0.date },
      .value("data", data) { $0.data },
    ])
  }

  /// Sends the request once.
  ///
  /// - Parameters:
  ///   - now: The time of the attempt.
  ///   - secret: The secrets that sign the request.
  func send(
    to address: String, at now: Date, secret: String, _ settings: ServiceSettings
  ) async throws -> WebResponse {
    let body = Self.coding(types: [type], data: [:]).json(self).wire
    let time = Int(now.timeIntervalSince1970)
    let headers = [
      "Content-Type": MediaType.json, Field.id.rawValue: id,
      Field.timestamp.rawValue: String(time),
      Field.signature.rawValue: WebhookSettings.signature(
        of: body, id: id, time: time, secret: secret),
    ]
    return try await WebFetch.post(
      body, to: address, headers: headers, timeout: Self.timeout,
      allowsPrivate: WebhookSettings.isPrivate(address, settings))
  }
}

extension WebResponse {
  /// Why a receiver has not accepted a request.
  var refusal: String { "It answered with \(status)." }
}
