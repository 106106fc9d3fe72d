import Foundation
import InMemoryLogging
import Logging
import Metrics
import PushTestSupport
import Synchronization
import Testing
import WidgetTestSupport

@testable import DevicePush

/// A clock that a test sets.
final class SetClock: Sendable {
  private let offset = Mutex(0.0)

  /// Sets the clock to the given number of seconds after the real time.
  func move(to offset: Double) { self.offset.withLock { $0 = offset } }

  var now: @Sendable () -> Date { { Date().addingTimeInterval(self.offset.withLock { $0 }) } }
}

/// A sender that uses a stand-in, and the sender's log.
struct SenderCase {
  static let app = PushApp(bundle: "com.example.clock", environment: .development)

  let standIn: PushStandIn
  let sender: APNsSender
  let lines = InMemoryLogHandler()
  let clock = SetClock()
  let key: APNsKey

  init(
    _ standIn: PushStandIn? = nil, options: APNsOptions = APNsOptions(), roots: String? = nil,
    port: Int? = nil, change: (inout APNsSender.Rules) -> Void = { _ in }
  ) throws {
    let standIn = try standIn ?? PushStandIn()
    self.standIn = standIn
    key = try APNsKey(team: PushStandIn.team, id: PushStandIn.keyID, pem: standIn.key)
    var rules = APNsSender.Rules()
    rules.now = clock.now
    rules.times.look = .milliseconds(20)
    // The time limits are longer than even a busy machine needs; a test that waits for one of them
    // sets it.
    rules.times.connect = .seconds(300)
    rules.times.response = .seconds(300)
    rules.times.start = .seconds(600)
    rules.times.trial = .seconds(300)
    change(&rules)
    let lines = lines
    sender = try APNsSender(
      apps: [APNsApp(app: Self.app, key: key)], options: options,
      standIn: APNsStandIn(
        host: "localhost", port: port ?? standIn.port, roots: roots ?? standIn.roots),
      logger: Logger(label: "push", factory: { _ in lines }), metrics: NOOPMetricsHandler.instance,
      rules: rules)
  }

  /// Pushes for the given number of devices, each with a different token.
  static func pushes(_ count: Int, from first: Int = 0) -> [WidgetPush] {
    (first..<first + count).map { WidgetPush(token: token($0)) }
  }

  static func token(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "a11ce" + String(repeating: "0", count: 59 - digits.count) + digits
  }

  func send(_ count: Int = 1, from first: Int = 0) async -> [PushOutcome] {
    await sender.send(Self.pushes(count, from: first), to: Self.app)
  }

  /// The names of the events that were logged at the given level.
  func logged(_ level: Logger.Level) -> [String] {
    lines.entries.filter { $0.level == level }.map { "\($0.message)" }
  }

  /// The whole log, as one text.
  var log: String { lines.entries.map { "\($0.message) \($0.metadata)" }.joined(separator: "\n") }
}

extension PushOutcome {
  /// The name of the case.
  var word: String {
    switch self {
    case .accepted: "accepted"
    case .tokenEnded: "tokenEnded"
    case .tokenRefused: "tokenRefused"
    case .deviceBusy: "deviceBusy"
    case .failed: "failed"
    case .paused: "paused"
    }
  }

  var receipt: PushReceipt {
    switch self {
    case .accepted(let receipt), .tokenEnded(_, let receipt), .tokenRefused(let receipt),
      .deviceBusy(_, let receipt), .failed(_, let receipt), .paused(_, let receipt):
      receipt
    }
  }

  var retryAfter: Duration? {
    switch self {
    case .deviceBusy(let pause, _), .failed(let pause, _): pause
    default: nil
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// The test needs nghttpd.
  static var needsForeignServer: Self {
    .enabled("nghttpd is missing") { ForeignServer.isThere }
  }

  /// The test needs a Python that speaks HTTP/2.
  static var needsStandIn: Self {
    .enabled("python3 cannot import h2") { await PushStandIn.isThere.value }
  }
}
