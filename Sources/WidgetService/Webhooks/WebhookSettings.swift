import Crypto
import ExternalSources
import Foundation
import JSONC
import JSONCodings
import Messages
import WidgetFormats

/// The webhooks of the settings, with the secrets that sign their requests.
enum WebhookSettings {
  /// The maximum number of webhooks.
  static let maximumAddresses = 8
  /// The lengths of a secret in bytes (Standard Webhooks).
  private static let secretSizes = 24...64
  /// The maximum number of secrets: the new one and the old one.
  private static let maximumSecrets = 2

  /// Checks the webhook settings.
  ///
  /// - Parameter libraries: The names of the library that sends requests; nil for the usual ones.
  /// - Throws: `ServiceSetupError` for invalid settings.
  static func check(
    _ settings: ServiceSettings, libraries: [String]? = nil
  ) throws(ServiceSetupError) {
    guard !settings.webhooks.isEmpty else { return }
    if let (cause, remedy) = WebFetch.problem(with: libraries) {
      throw ServiceSetupError("“webhooks” cannot be sent: \(cause). \(remedy)")
    }
    guard settings.webhooks.count <= maximumAddresses else {
      throw ServiceSetupError(
        "“webhooks” has \(settings.webhooks.count) addresses. Give at most \(maximumAddresses).")
    }
    for address in settings.webhooks {
      let spoken = SpokenURL(address)
      guard let url = URL(string: address), WebAddress.isOfTheWeb(url) else {
        throw ServiceSetupError(
          "The webhook “\("\(spoken)")” is not a web address. Begin it with https://.")
      }
      guard url.scheme?.lowercased() == "https" || isPrivate(address, settings) else {
        throw ServiceSetupError(
          """
          The webhook “\("\(spoken)")” is not secure. Begin it with https://, or name its host \
          in “webhookPrivateHosts”.
          """
        )
      }
    }
    let secrets = secrets(settings.webhookSecret)
    guard !secrets.isEmpty, secrets.count <= maximumSecrets else {
      throw ServiceSetupError(
        """
        “webhookSecretFile” has \(secrets.count, "secret", "secrets"). Give one, or two during a \
        rotation, one per line.
        """
      )
    }
    for secret in secrets {
      guard let key = key(secret) else {
        throw ServiceSetupError(
          "A secret of “webhookSecretFile” is not “whsec_” followed by Base64. Make one with: printf 'whsec_%s\\n' \"$(head -c 32 /dev/urandom | base64)\""
        )
      }
      guard secretSizes.contains(key.count) else {
        throw ServiceSetupError(
          """
          A secret of “webhookSecretFile” has \(key.count, "byte", "bytes"). Give one of \
          \(secretSizes.lowerBound) to \(secretSizes.upperBound) bytes.
          """
        )
      }
    }
  }

  /// The secrets in a text, one on each line.
  private static func secrets(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  /// Whether the settings allow the address's host to be in a private network.
  static func isPrivate(_ address: String, _ settings: ServiceSettings) -> Bool {
    let host = WebAddress.host(of: address)
    return settings.webhookPrivateHosts.contains { $0.lowercased() == host }
  }

  /// The bytes of a secret; nil if it is not `whsec_` and Base64.
  private static func key(_ secret: String) -> [UInt8]? {
    let mark = "whsec_"
    guard secret.hasPrefix(mark) else { return nil }
    return Data(base64Encoded: String(secret.dropFirst(mark.count))).map { Array($0) }
  }

  /// The signatures of a request, one for each secret, separated by spaces.
  fileprivate static func signature(
    of body: [UInt8], id: String, time: Int, secret: String
  ) -> String {
    let text = Array("\(id).\(time).".utf8) + body
    return secrets(secret).compactMap { key($0) }.map { key in
      let code = HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: key))
      return "v1," + Data(code).base64EncodedString()
    }.joined(separator: " ")
  }
}

/// A signed request to a receiver (Standard Webhooks).
struct SignedPost {
  /// The time limit for a response.
  private static let timeout: Duration = .seconds(20)

  /// The message ID: the same for all attempts to send it.
  var id: String
  var type: String
  /// The time of the reported event.
  var date: Date
  var data: JSONValue

  /// The JSON Schema of a body.
  ///
  /// - Parameters:
  ///   - types: The types that it can have.
  ///   - data: The schema of the data.
  static func schema(types: [String], data: JSONValue) -> JSONValue {
    SchemaPart.object([
      "type": SchemaPart.word(types), "timestamp": SchemaPart.moment, "data": data,
    ])
  }

  /// Sends the request once.
  ///
  /// - Parameters:
  ///   - now: The time of the attempt.
  ///   - secret: The secrets that sign it.
  func send(
    to address: String, at now: Date, secret: String, _ settings: ServiceSettings
  ) async throws -> WebResponse {
    let body = JSONValue.members([
      "type": .string(type), "timestamp": .string(TimelineJSON.text(of: date)), "data": data,
    ]).wire
    let time = Int(now.timeIntervalSince1970)
    let headers = [
      "Content-Type": "application/json", "Webhook-Id": id, "Webhook-Timestamp": String(time),
      "Webhook-Signature": WebhookSettings.signature(of: body, id: id, time: time, secret: secret),
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
