public import DevicePush
import ExternalSources
import Foundation
import JSONC
public import Logging
import Messages
import Synchronization
import WidgetFormats

/// Sends pushes to a web address, which passes them on to FCM, ntfy, MQTT or another service.
///
/// Each push is a request that is signed like those of other webhooks (Standard Webhooks). The
/// status of the response determines the outcome of the push, as <doc:SendPushes> describes.
public final class WebhookPushSender: PushSender {
  /// The time after which a call starts no more requests, so that the call ends in time (see
  /// ``PushSender``).
  private static let timeLimit: Duration = .seconds(30)
  /// The maximum number of requests in progress.
  private static let maximumOpenRequests = 32
  /// The number of consecutive failures after which a call makes no more requests.
  private static let maximumFailures = 5
  /// The type of the requests.
  static let type = "widgets.push"

  private struct State {
    var addresses: [PushApp: String]
    var settings: ServiceSettings
  }

  private let state: Mutex<State>
  private let logger: Logger
  private let failing = Mutex<Set<String>>([])

  /// Makes a sender.
  ///
  /// - Parameters:
  ///   - addresses: The web address for each app.
  ///   - settings: The settings that contain the secret and the private hosts of webhooks.
  ///   - logger: The logger.
  /// - Throws: `ServiceSetupError` for an invalid address or secret.
  public init(
    addresses: [PushApp: String], settings: ServiceSettings, logger: Logger
  ) throws(ServiceSetupError) {
    state = Mutex(State(addresses: [:], settings: settings))
    self.logger = logger
    try update(addresses: addresses, webhookSecret: settings.webhookSecret)
  }

  /// Replaces the addresses and the secret, while pushes continue.
  ///
  /// - Throws: `ServiceSetupError` for an invalid address or secret; the previous settings then
  ///   stay in use.
  public func update(
    addresses: [PushApp: String], webhookSecret: String
  ) throws(ServiceSetupError) {
    let settings = try check(addresses, webhookSecret: webhookSecret)
    state.withLock { $0 = State(addresses: addresses, settings: settings) }
  }

  /// Checks addresses and a secret, without using them.
  ///
  /// - Returns: The resulting settings.
  /// - Throws: `ServiceSetupError` for an invalid address or secret.
  @discardableResult
  package func check(
    _ addresses: [PushApp: String], webhookSecret: String
  ) throws(ServiceSetupError) -> ServiceSettings {
    var settings = state.withLock { $0.settings }
    settings.webhookSecret = webhookSecret
    for address in Set(addresses.values).sorted() {
      settings.webhooks = [address]
      try WebhookSettings.check(settings)
    }
    return settings
  }

  /// The apps that have an address.
  public var apps: [PushApp] { state.withLock { $0.addresses.keys.sorted() } }

  /// The number of consecutive failures in a call.
  private final class Failures: Sendable {
    private let count = Mutex(0)

    var areMany: Bool { count.withLock { $0 >= maximumFailures } }

    func note(_ outcome: PushOutcome) {
      count.withLock { if case .failed = outcome { $0 += 1 } else { $0 = 0 } }
    }
  }

  /// Sends pushes to an app, and returns their outcomes in the same order.
  public func send(_ pushes: [WidgetPush], to app: PushApp) async -> [PushOutcome] {
    let unsent = PushOutcome.failed(retryAfter: nil, PushReceipt(reason: "It was not sent."))
    let failures = Failures()
    let end = ContinuousClock.now + Self.timeLimit
    return await withTaskGroup(of: (Int, PushOutcome).self) { group in
      var outcomes = [PushOutcome](repeating: unsent, count: pushes.count)
      for (index, push) in pushes.enumerated() {
        if index >= Self.maximumOpenRequests, let (done, outcome) = await group.next() {
          outcomes[done] = outcome
        }
        group.addTask { [self] in
          guard !failures.areMany, !Task.isCancelled, .now < end else { return (index, unsent) }
          let outcome = await send(push, to: app)
          failures.note(outcome)
          return (index, outcome)
        }
      }
      for await (index, outcome) in group { outcomes[index] = outcome }
      return outcomes
    }
  }

  /// Does nothing, because there are no connections to close.
  public func close() async {}

  private func send(_ push: WidgetPush, to app: PushApp) async -> PushOutcome {
    let state = state.withLock { $0 }
    guard let address = state.addresses[app] else {
      return .failed(retryAfter: nil, PushReceipt(reason: "No address is set up for the app."))
    }
    let id = push.id.uuidString.lowercased()
    let now = Date()
    let data = JSONValue.members([
      "id": .string(id), "app": .string(app.bundle),
      "environment": .string(app.environment.rawValue), "token": .string(push.token),
    ])
    do {
      let request = SignedPost(id: id, type: Self.type, date: now, data: data)
      let response = try await request.send(
        to: address, at: now, secret: state.settings.webhookSecret, state.settings)
      let receipt = PushReceipt(status: response.status, id: id)
      switch response.status {
      case 200..<300:
        note(nil, address)
        return .accepted(receipt)
      case SignedPost.goneStatus: return .tokenEnded(since: now, receipt)
      case 429: return .deviceBusy(retryAfter: response.retryAfter, receipt)
      default:
        note(response.refusal, address)
        return .failed(retryAfter: response.retryAfter, receipt)
      }
    } catch {
      note("\(error)", address)
      return .failed(retryAfter: nil, PushReceipt(reason: "\(error)"))
    }
  }

  /// Logs the first failure of an address after a success, and the first success after a failure.
  private func note(_ cause: String?, _ address: String) {
    let hasChanged = failing.withLock { failing in
      cause == nil ? failing.remove(address) != nil : failing.insert(address).inserted
    }
    guard hasChanged else { return }
    let url = Logger.MetadataValue.string(SpokenURL(address).description)
    if let cause {
      logger.warning(
        "\(LogEventName.pushFailed.rawValue)",
        metadata: [
          "address": url, "error": .string(SignedPost.notAccepted),
          "cause": .string(cause.harmless()),
        ])
    } else {
      logger.notice("\(LogEventName.pushResumed.rawValue)", metadata: ["address": url])
    }
  }
}
