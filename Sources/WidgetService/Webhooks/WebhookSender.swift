import Crypto
import ExternalSources
import Foundation
import IntentModel
import JSONC
import Logging
import Messages
import Synchronization
import WidgetFormats
import WidgetStore

/// Sends each change to a placed widget to webhooks, with retries until they accept it.
///
/// The change log is the queue. The store keeps the position of each webhook, so that only one
/// replica sends a change, sending resumes after a restart, and nothing grows while a webhook does
/// not respond. Requests are signed as the Standard Webhooks specification requires:
/// `Webhook-Signature` is `v1,` followed by the HMAC-SHA256 of the identifier, the timestamp and
/// the body, separated by full stops.
struct WebhookSender: Sendable {
  /// The result of one delivery of a tenant's changes.
  private enum Ending: Sendable {
    case done, more, elsewhere
    case failed(String)
  }

  /// The maximum number of webhooks.
  static let mostAddresses = 8
  /// The lengths of a secret in bytes (Standard Webhooks).
  private static let secretSizes = 24...64
  /// The maximum number of secrets: the new one and the old one.
  private static let mostSecrets = 2
  /// How long a response may take.
  private static let timeout: Duration = .seconds(10)
  /// The longest pause after failures, in seconds.
  private static let longestPause = 3_600.0

  let service: ServiceCore

  private var driver: any StoreDriver { service.stores.driver }

  /// Checks the webhook settings.
  ///
  /// - Throws: `ServiceSetupError` for settings that cannot work.
  static func check(_ settings: ServiceSettings) throws(ServiceSetupError) {
    guard !settings.webhooks.isEmpty else { return }
    guard settings.webhooks.count <= mostAddresses else {
      throw ServiceSetupError(
        "“webhooks” has \(settings.webhooks.count) addresses. Give at most \(mostAddresses).")
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
    guard !secrets.isEmpty, secrets.count <= mostSecrets else {
      throw ServiceSetupError(
        """
        “webhookSecretFile” has \(secrets.count, "secret", "secrets"). Give one, or two during a \
        rotation, on a line each.
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

  /// The secrets of a text, which are on a line each.
  private static func secrets(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  /// Whether the settings allow the address's host to be in a private network.
  private static func isPrivate(_ address: String, _ settings: ServiceSettings) -> Bool {
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
  static func signature(of body: [UInt8], id: String, time: Int, secret: String) -> String {
    let text = Array("\(id).\(time).".utf8) + body
    return secrets(secret).compactMap { key($0) }.map { key in
      let code = HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: key))
      return "v1," + Data(code).base64EncodedString()
    }.joined(separator: " ")
  }

  /// Lets new webhooks begin before the service accepts its first request, so that its changes are
  /// delivered.
  ///
  /// A store that cannot be reached is not an error: ``run()`` tries again.
  func begin() async {
    for address in service.settings.webhooks { try? await begin(Self.follower(address)) }
  }

  /// Sends changes until it is cancelled.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for address in service.settings.webhooks { group.addTask { await follow(address) } }
    }
  }

  /// The name under which the store keeps the position of a webhook.
  private static func follower(_ address: String) -> String { "webhook " + ContentMark.of(address) }

  private func follow(_ address: String) async {
    let follower = Self.follower(address)
    var isBegun = false
    var marks: [Tenant: StoreMark] = [:]
    var pauses: [Tenant: (failures: Int, end: ContinuousClock.Instant)] = [:]
    while !Task.isCancelled {
      do {
        if !isBegun {
          try await begin(follower)
          isBegun = true
        }
        for (tenant, mark) in try await driver.marks(of: driver.tenants())
        where marks[tenant] != mark {
          if let pause = pauses[tenant], pause.end > .now { continue }
          switch try await deliver(to: address, follower, tenant) {
          case .done: (marks[tenant], pauses[tenant]) = (mark, nil)
          case .more: pauses[tenant] = nil
          case .elsewhere: continue
          case .failed(let cause):
            let failures = (pauses[tenant]?.failures ?? 0) + 1
            let seconds = min(Self.longestPause, Double(1 << min(failures, 12)))
            pauses[tenant] = (failures, .now + .seconds(seconds * Double.random(in: 0.5...1)))
            log(address, tenant, cause)
          }
        }
      } catch {
        service.failures.report(
          .warning, "webhook.failed", "store-unavailable", cause: "\(error)")
      }
      try? await Task.sleep(for: service.settings.refreshInterval * Double.random(in: 0.8...1.2))
    }
  }

  private func log(_ address: String, _ tenant: Tenant, _ cause: String) {
    service.failures.report(
      .warning, "webhook.failed", "not-accepted", cause: cause,
      ["address": .string(SpokenURL(address).description), "tenant": .string(tenant.name)])
  }

  /// Lets a new webhook begin with the next change.
  private func begin(_ follower: String) async throws {
    let mark = follower + " begun"
    let own = service.stores.store(of: .local)
    guard try await own.position(of: mark) == nil else { return }
    _ = try await alone(mark) {
      guard try await own.position(of: mark) == nil else { return }
      for tenant in try await driver.tenants() {
        let store = service.stores.store(of: tenant)
        guard try await store.position(of: follower) == nil else { continue }
        try await store.setPosition(of: follower, to: try await store.changeNumbers().upperBound)
      }
      try await own.setPosition(of: mark, to: 1)
    }
  }

  /// Runs work that only one replica may do at a time; nil if another is doing it.
  private func alone<Value: Sendable>(
    _ key: String, _ body: () async throws -> Value
  ) async throws -> Value? {
    guard let shared = driver as? any SharedStoreDriver else { return try await body() }
    return try await shared.alone(key, body)
  }

  private func deliver(
    to address: String, _ follower: String, _ tenant: Tenant
  ) async throws -> Ending {
    try await alone(follower + " " + tenant.name) {
      try await deliverAlone(to: address, follower, tenant)
    } ?? .elsewhere
  }

  private func deliverAlone(
    to address: String, _ follower: String, _ tenant: Tenant
  ) async throws -> Ending {
    let store = service.stores.store(of: tenant)
    let known = try await store.changeNumbers()
    var position = try await store.position(of: follower) ?? 0
    if !known.contains(position) {
      // The log no longer has the changes, or the database was restored from a backup.
      position = position > known.upperBound ? known.upperBound : known.lowerBound
      let event: JSONValue = .members(["event": "reset"])
      if let cause = await send([event], position, tenant, to: address) { return .failed(cause) }
      try await store.setPosition(of: follower, to: position)
    }
    let batch = try await service.changes.load(tenant, after: position)
    for change in batch.changes {
      try Task.checkCancellation()
      let events = change.events.map { event -> JSONValue in
        var members = JSONObject([(key: "event", value: .string(event.name))])
        for member in event.json.objectValue ?? JSONObject() {
          members.append(key: member.key, value: member.value)
        }
        return .object(members)
      }
      if let cause = await send(events, change.number, tenant, to: address) {
        return .failed(cause)
      }
      try await store.setPosition(of: follower, to: change.number)
    }
    return batch.isFull ? .more : .done
  }

  /// Sends events and returns why they were not accepted; nil if they were.
  private func send(
    _ events: [JSONValue], _ number: Int, _ tenant: Tenant, to address: String
  ) async -> String? {
    let settings = service.settings
    let body = JSONValue.members([
      "tenant": tenant == .local ? .null : .string(tenant.name), "number": .integer(number),
      "events": .array(events),
    ]).wire
    let id = ContentMark.of("\(tenant.name) \(number) \(address)")
    let time = Int(service.now().timeIntervalSince1970)
    let headers = [
      "Content-Type": "application/json", "Webhook-Id": id, "Webhook-Timestamp": String(time),
      "Webhook-Signature": Self.signature(
        of: body, id: id, time: time, secret: service.webhookSecret.withLock { $0 }),
    ]
    do {
      let status = try await WebFetch.post(
        body, to: address, headers: headers, timeout: Self.timeout,
        allowsPrivate: Self.isPrivate(address, settings))
      service.metrics.webhook(isAccepted: (200..<300).contains(status))
      return (200..<300).contains(status) ? nil : "It answered with \(status)."
    } catch {
      service.metrics.webhook(isAccepted: false)
      return "\(error)"
    }
  }
}
