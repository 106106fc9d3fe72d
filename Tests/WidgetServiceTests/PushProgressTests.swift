import DevicePush
import Foundation
import IntentModel
import Testing
import WidgetStore

@testable import WidgetService

/// The state and the decisions of the replica that sends pushes, without a store or a clock.
struct PushProgressTests {
  private static let now = ContinuousClock.Instant.now
  private static let date = Date(timeIntervalSince1970: 1_000)
  private static let receipt = PushReceipt(status: 200)

  private static func device(_ id: String = "phone") -> StoredDevice {
    var device = StoredDevice(
      id: id, owner: "ada", app: "com.example.clock", environment: "production", token: "0a",
      registered: 500)
    (device.due, device.since, device.raises) = (900, 800, 1)
    return device
  }

  // MARK: When something is sent

  @Test func `Without responses, one push is tried after pauses that double up to half a minute`() {
    var progress = PushProgress()
    #expect(progress.limit(at: Self.now) == 500)
    var now = Self.now
    for milliseconds in [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000] {
      progress.send(
        [.failed(retryAfter: nil, Self.receipt), .failed(retryAfter: nil, Self.receipt)], at: now,
        on: Self.date)
      #expect(progress.limit(at: now) == 1)
      now += .milliseconds(milliseconds - 1)
      #expect(progress.isPaused(at: now), "\(milliseconds)")
      now += .milliseconds(1)
      #expect(!progress.isPaused(at: now) && progress.limit(at: now) == 1, "\(milliseconds)")
    }
    // Sending no pushes changes nothing; a push that is accepted ends the pause.
    progress.send([], at: now, on: Self.date)
    #expect(progress.limit(at: now) == 1)
    progress.send(
      [.failed(retryAfter: nil, Self.receipt), .accepted(Self.receipt)], at: now, on: Self.date)
    #expect(progress.limit(at: now) == 500)
  }

  @Test func `A pause of the app is kept for an hour at most, and reported`() {
    for (seconds, kept) in [(-5.0, 0.0), (60, 60), (90_000, 3_600)] {
      var progress = PushProgress()
      progress.begin()
      progress.find(Self.device())
      progress.send(
        [
          .paused(until: Self.date, Self.receipt),
          .paused(until: Self.date.addingTimeInterval(seconds), Self.receipt),
          .failed(retryAfter: nil, Self.receipt),
        ], at: Self.now, on: Self.date)
      progress.expectMore()
      #expect(progress.isPaused(at: Self.now) == (kept > 0))
      #expect(!progress.isPaused(at: Self.now + .seconds(kept)))
      progress.end(at: Self.now, on: Self.date)
      #expect(
        progress.waiting.pausedUntil == (kept > 0 ? Self.date.addingTimeInterval(kept) : nil))
      #expect(progress.waiting.tenants == 1)
      // A paused push waits, and the others continue at once.
      #expect(progress.rest(atMost: .seconds(9), at: 0) == (kept > 0 ? .seconds(9) : nil))
    }
  }

  @Test func `The worker checks again after a window, and after the interval at the latest`() {
    var progress = PushProgress()
    progress.begin()
    let mark = StoreMark([7])
    let tenant = Tenant.local
    #expect(progress.rest(atMost: .seconds(9), at: 1_000) == .seconds(9))
    #expect(progress.isNew(mark, of: tenant))
    progress.follow(tenant, to: mark, windowEnd: 3_000)
    #expect(!progress.isNew(mark, of: tenant))
    #expect(progress.due(of: [tenant], at: 0) == [tenant])
    #expect(progress.rest(atMost: .seconds(9), at: 1_000) == .seconds(2))
    #expect(progress.rest(atMost: .seconds(1), at: 1_000) == .seconds(1))
    #expect(progress.rest(atMost: .seconds(9), at: 4_000) == .milliseconds(1))
    progress.begin()
    #expect(progress.due(of: [tenant], at: 5_000) == [])
    progress.expect(tenant, at: 5_000)
    #expect(progress.due(of: [tenant], at: 4_999) == [])
    #expect(progress.due(of: [tenant], at: 5_000) == [tenant])
    // After a failure, the tenant's store is not read for a while, and then its log is read from
    // the beginning.
    progress.fail(tenant, at: Self.now)
    #expect(!progress.mayAsk(tenant, at: Self.now + .seconds(4)))
    #expect(progress.mayAsk(tenant, at: Self.now + .seconds(5)))
    #expect(progress.isNew(mark, of: tenant) && progress.due(of: [tenant], at: 9_000) == [])
  }

  @Test func `A changed definition is followed for each tenant once`() {
    var progress = PushProgress()
    let tenants = [Tenant.local, Tenant("b")].compactMap { $0 }
    progress.finish("Clock", with: "1")
    #expect(progress.changes(to: ["Clock": "1"]).isEmpty)
    #expect(progress.changes(to: ["Clock": "2"]).map(\.kind) == ["Clock"])
    progress.compare(tenants[0], "Clock", with: "2")
    #expect(progress.left(of: tenants, comparing: "Clock", with: "2") == [tenants[1]])
    // If the definition changes again in the meantime, all tenants are affected again.
    #expect(progress.left(of: tenants, comparing: "Clock", with: "3") == tenants)
    progress.compare(tenants[0], "Clock", with: "3")
    progress.compare(tenants[1], "Clock", with: "3")
    #expect(progress.left(of: tenants, comparing: "Clock", with: "3").isEmpty)
    progress.finish("Clock", with: "3")
    progress.keep([:])
    #expect(progress.changes(to: ["Clock": "3"]).count == 1)
  }

  @Test func `Results are stored in eight attempts, at most five seconds apart`() {
    let pauses = (1...8).map { PushProgress.pause(afterNote: $0) }
    #expect(
      pauses == [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000].map { .milliseconds($0) } + [nil])
  }

  // MARK: Who gets a push

  @Test func `Each change concerns its devices, and the first change of each counts`() {
    typealias Target = PushRaise.Target
    func change(
      _ action: LoggedChange.Action, _ name: String, to newName: String? = nil, after: String? = nil
    ) -> LoggedChange {
      LoggedChange(
        number: 1, moment: 7, actor: "", action: action, name: name, newName: newName, after: after)
    }
    let cases: [(LoggedChange, kind: String?, [Target])] = [
      (change(.place, "Desk"), "Clock", [.placed("Desk"), .kind("Clock")]),
      (change(.change, "Desk"), nil, [.placed("Desk")]),
      (change(.remove, "Desk"), "Clock", [.placed("Desk"), .kind("Clock")]),
      (change(.restore, "Desk"), "Clock", [.placed("Desk"), .kind("Clock")]),
      (
        change(.rename, "Desk", to: "Hall"), "Clock",
        [.placed("Desk"), .placed("Hall"), .kind("Clock")]
      ),
      (change(.copy, "Desk", to: "Hall"), "Clock", [.placed("Hall"), .kind("Clock")]),
      (change(.reload, "Desk"), "Clock", [.placed("Desk"), .kind("Clock")]),
      (change(.reload, "", after: #"{"kind":"Clock"}"#), nil, [.each("Clock")]),
      (change(.reload, "", after: "{}"), nil, [.all]),
    ]
    for (change, kind, targets) in cases {
      var first = FirstTargets()
      first.add(change, ofKind: kind)
      #expect(first.found.map(\.target) == targets, "\(change.action)")
    }
    var first = FirstTargets()
    for moment in [900, 1_000] as [Int64] {
      var change = change(.change, "Desk")
      change.moment = moment
      first.add(change, ofKind: moment == 900 ? nil : "Clock")
    }
    #expect(first.found.map(\.target) == [.placed("Desk"), .kind("Clock")])
    #expect(first.found.map(\.moment) == [900, 1_000])
  }

  // MARK: How a push changes a device

  @Test func `Each state of a device has its decision`() {
    func decision(_ change: (inout StoredDevice) -> Void) -> PushDecision? {
      var device = Self.device()
      change(&device)
      return PushDecision(of: device, at: 90_000_000)
    }
    #expect(decision { $0.since = 89_000_000 } == nil)
    #expect(decision { $0.state = .silent } == .skip(.silent))
    #expect(decision { _ in } == .skip(.expired))
    #expect(decision { $0.isForced = true } == .send)
    #expect(decision { ($0.since, $0.next) = (89_000_000, 90_000_001) } == .wait)
    #expect(PushDecision(of: Self.device(), isChanged: true) == .send)
    #expect(PushDecision(of: Self.device(), isChanged: false) == .skip(.unchanged))
  }

  @Test func `Devices are not blamed if none is reached or the app is paused`() {
    let devices = ["a", "b", "c"].map { Self.device($0) }
    func noted(_ decisions: [PushDecision], _ outcomes: [PushOutcome]) -> [String] {
      PushResult.results(of: devices, decisions, outcomes: outcomes, sentAt: 1).map(\.device.id)
    }
    let failed = PushOutcome.failed(retryAfter: nil, Self.receipt)
    let accepted = PushOutcome.accepted(Self.receipt)
    let paused = PushOutcome.paused(until: Self.date, Self.receipt)
    let all = [PushDecision.send, .send, .send]
    #expect(noted(all, [accepted, failed, accepted]) == ["a", "b", "c"])
    #expect(noted(all, [failed, failed, failed]) == [])
    #expect(noted(all, [failed, paused, accepted]) == ["a", "c"])
    #expect(noted([.skip(.unchanged), .send, .wait], [failed]) == ["a", "b", "c"])
  }

  @Test func `Each outcome changes the device`() throws {
    let noting = PushNoting(
      now: 1_000, budget: .standard, jitter: 1, otherEnvironment: "development")
    func noted(
      _ outcome: PushOutcome, _ change: (inout StoredDevice) -> Void = { _ in }
    ) -> StoredDevice? {
      let before = Self.device()
      var after = before
      change(&after)
      return noting.noted(
        PushResult(device: before, what: .outcome(outcome, sentAt: 950)), on: after)
    }
    let accepted = try #require(noted(.accepted(Self.receipt)))
    #expect(accepted.due == nil && accepted.sent == 1_000 && accepted.response?.status == 200)
    // A change that was made during the send is pushed afterwards.
    #expect(noted(.accepted(Self.receipt)) { $0.raises = 2 }?.due != nil)
    let ended = PushOutcome.tokenEnded(
      since: Date(timeIntervalSince1970: 0.4), PushReceipt(status: 410))
    #expect(noted(ended) { $0.registered = 300 } == nil)
    #expect(noted(ended) != nil)
    // A response to a push with another token does not apply to this token.
    #expect(noted(ended) { ($0.token, $0.registered) = ("0b", 300) }?.due == 1_000)
    let foreign = PushOutcome.tokenRefused(PushReceipt(status: 400, reason: "BadDeviceToken"))
    #expect(noted(foreign)?.environment == "development")
    let again = noted(foreign) {
      $0.response = PushResponse(moment: 1, status: 400, reason: "BadDeviceToken", id: nil)
    }
    #expect(again?.environment == "production" && again?.state == .suspect)
    for (outcome, next) in [
      (PushOutcome.deviceBusy(retryAfter: .seconds(7), Self.receipt), 901_000 as Int64),
      (.deviceBusy(retryAfter: .seconds(1_000), Self.receipt), 1_001_000),
      (.failed(retryAfter: .seconds(60), Self.receipt), 61_000),
      (.failed(retryAfter: nil, Self.receipt), 6_000),
    ] {
      #expect(noted(outcome)?.next == next && noted(outcome)?.due == next, "\(outcome)")
    }
  }
}
