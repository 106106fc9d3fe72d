import DevicePush
import Foundation
import Messages
import WidgetStore

/// Why a due push is not sent.
enum PushSkip: String, Sendable, CaseIterable {
  /// The device already shows the current state.
  case unchanged
  /// The device has fetched the change.
  case fetched
  /// The change is too old.
  case expired
  /// The device gets no pushes.
  case silent
}

/// What to do with a device to which a push is due.
enum PushDecision: Sendable, Hashable {
  case send
  case skip(PushSkip)
  /// The push is too early, because the device may not get its next push yet.
  case wait

  /// The age in milliseconds at which a push is dropped; by then, the device has requested its
  /// timelines anyway.
  static let maximumWait: Int64 = StoreRetention.day

  /// The decision about a device, if it does not depend on the device's timelines; otherwise nil.
  init?(of device: StoredDevice, at now: Int64) {
    if device.state != .active {
      self = .skip(.silent)
    } else if device.isForced {
      self = .send
    } else if let since = device.since, since < now - Self.maximumWait {
      self = .skip(.expired)
    } else if device.next > now {
      self = .wait
    } else {
      return nil
    }
  }

  /// The decision about a device, depending on whether its timelines have changed.
  init(of device: StoredDevice, isChanged: Bool) {
    let hasFetched = device.widgets.contains { widget in
      widget.isRaised && (widget.fetched ?? 0) >= (device.since ?? .max)
    }
    self = isChanged ? .send : .skip(hasFetched ? .fetched : .unchanged)
  }
}

/// The result of the push that was due to a device.
struct PushResult: Sendable {
  enum What: Sendable {
    /// The receiver's response to a push, and the time when the push was sent.
    case outcome(PushOutcome, sentAt: Int64)
    case skipped(PushSkip)
    case early
  }

  /// How long a device has to send a request after a push, in milliseconds; after that time, the
  /// push counts as unconfirmed.
  static let maximumFetch: Int64 = 900_000

  /// The device as it was when the push was sent.
  var device: StoredDevice
  var what: What

  /// The results to record for devices.
  ///
  /// - Parameters:
  ///   - decisions: The decisions, one per device.
  ///   - outcomes: The outcomes, one for each device that gets a push, in order.
  static func results(
    of devices: [StoredDevice], _ decisions: [PushDecision], outcomes: [PushOutcome],
    sentAt: Int64
  ) -> [PushResult] {
    // If none of several pushes is delivered, the cause is not the devices: one push is tried again
    // after a pause.
    let isDown = outcomes.count > 1 && outcomes.allSatisfy(\.hasFailed)
    var outcomes = outcomes[...]
    return zip(devices, decisions).compactMap { device, decision in
      switch decision {
      case .skip(let reason): return PushResult(device: device, what: .skipped(reason))
      case .wait: return PushResult(device: device, what: .early)
      case .send:
        // If pushes to the app are paused, the device is not the cause, so it has no result.
        guard let outcome = outcomes.popFirst(), !isDown, outcome.pauseEnd == nil else {
          return nil
        }
        return PushResult(device: device, what: .outcome(outcome, sentAt: sentAt))
      }
    }
  }

  /// Whether the device has sent no request after its previous push, although it has had enough
  /// time.
  func isUnconfirmed(at now: Int64) -> Bool {
    device.sent.map { device.confirmed == nil && $0 < now - Self.maximumFetch } ?? false
  }
}

/// How the results of pushes change devices.
struct PushNoting: Sendable {
  /// The first pause of a device that gets too many pushes.
  static let busyPause = Duration.seconds(900)
  /// The longest pause that a server can ask for.
  private static let longestPause = Duration.seconds(86_400)

  var now: Int64
  var budget: PushBudget
  /// A factor for pauses, so that they do not all end at the same time.
  var jitter: Double
  /// The other environment of the app, if pushes are sent there as well.
  var otherEnvironment: String?

  /// A device after a send; nil if the device is to be removed.
  func noted(_ result: PushResult, on device: StoredDevice) -> StoredDevice? {
    let before = result.device
    var device = device
    switch result.what {
    case .skipped: device.endPush(raisedAs: before, at: now)
    case .early: device.due = max(now, device.next)
    case .outcome where device.token != before.token || device.environment != before.environment:
      // The push was sent to a token that the device no longer has.
      if device.due != nil { device.due = max(now, device.next) }
    case .outcome(let outcome, let start):
      let isRefusedAgain = device.response?.reason == PushReceipt.foreignToken
      let receipt = outcome.receipt
      device.response = PushResponse(
        moment: now, status: receipt.status, reason: receipt.reason?.harmless(),
        id: receipt.id?.harmlessText)
      switch outcome {
      case .accepted:
        budget.pay(&device, at: now)
        let fetched = device.widgets.compactMap(\.fetched).filter { $0 > start }.min()
        (device.failures, device.sent, device.confirmed) = (0, now, fetched)
        device.endPush(raisedAs: before, at: now)
      case .tokenEnded(let moment, _):
        guard moment.milliseconds < device.registered else { return nil }
        device.endPush(raisedAs: before, at: now)
      case .tokenRefused:
        if receipt.reason == PushReceipt.foreignToken, let otherEnvironment, !isRefusedAgain {
          device.environment = otherEnvironment
          device.compare(at: now)
          return device
        }
        device.state = .suspect
        device.forgetPush()
      case .deviceBusy(let wait, _):
        let pause = max(wait ?? .zero, Self.busyPause)
        device.retryPush(after: pause, most: Self.longestPause, jitter: jitter, at: now)
      case .failed(let wait?, _):
        device.retryPush(after: wait, most: Self.longestPause, jitter: jitter, at: now)
      case .failed:
        device.retryPush(after: .seconds(5), most: .seconds(900), jitter: jitter, at: now)
      case .paused: break
      }
    }
    return device
  }
}

extension StoredDevice {
  /// Removes the mark of a push that was sent or skipped, unless there is a newer mark.
  ///
  /// - Parameter before: The device as it was when the push was sent.
  fileprivate mutating func endPush(raisedAs before: StoredDevice, at now: Int64) {
    guard raises == before.raises else {
      due = max(now, next)
      since = now
      return
    }
    forgetPush()
    for place in widgets.indices { widgets[place].isRaised = false }
  }

  /// Removes the mark that a push is due.
  fileprivate mutating func forgetPush() { (due, since, isForced) = (nil, nil, false) }

  /// Forgets which timelines the device has fetched, and the push that was due because those
  /// timelines had changed.
  mutating func forgetFetches() {
    forgetPush()
    for place in widgets.indices { widgets[place].etag = nil }
  }

  /// Schedules the push again after a delay that doubles with each failure.
  fileprivate mutating func retryPush(
    after base: Duration, most: Duration, jitter: Double, at now: Int64
  ) {
    failures += 1
    let pause = min(most, base * Double(1 << min(failures - 1, 12))) * jitter
    next = max(next, now + Int64(pause / .milliseconds(1)))
    due = next
  }
}

extension PushOutcome {
  /// The receiver's response.
  var receipt: PushReceipt {
    switch self {
    case .accepted(let receipt), .tokenEnded(_, let receipt), .tokenRefused(let receipt),
      .deviceBusy(_, let receipt), .failed(_, let receipt), .paused(_, let receipt):
      receipt
    }
  }

  /// Whether the receiver cannot be reached or has a failure.
  var hasFailed: Bool { if case .failed = self { true } else { false } }

  /// The end of the app's pause; nil if the app is not paused.
  var pauseEnd: Date? { if case .paused(let end, _) = self { end } else { nil } }

  /// The words that stand for outcomes in metrics.
  enum Word: String, CaseIterable { case accepted, ended, refused, busy, failed, paused }

  /// The word that stands for this outcome in metrics.
  var word: Word {
    switch self {
    case .accepted: .accepted
    case .tokenEnded: .ended
    case .tokenRefused: .refused
    case .deviceBusy: .busy
    case .failed: .failed
    case .paused: .paused
    }
  }
}
