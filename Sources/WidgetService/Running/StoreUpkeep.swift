import Logging
import Messages
import WidgetStore

/// Does the work that is postponed when widgets are saved: numbers changes, deletes old data, and
/// converts data from older programs.
struct StoreUpkeep: Sendable {
  /// The pause between two parts of long work, so that the work does not delay requests.
  private static let shortPause: Duration = .milliseconds(50)
  /// The pause after everything has been done.
  private static let longPause: Duration = .seconds(60)

  let service: ServiceCore

  private var driver: any StoreDriver { service.stores.driver }

  /// Runs until the task is cancelled.
  func run() async {
    async let numbers: Void = numberChanges()
    async let parts: Void = doParts()
    _ = await (numbers, parts)
  }

  /// Numbers the changes, even if nobody follows them.
  private func numberChanges() async {
    while !Task.isCancelled {
      do {
        try await driver.settleLog(of: nil)
      } catch {
        report(error)
      }
      try? await Task.sleep(for: service.settings.changeInterval.varied)
    }
  }

  private func doParts() async {
    while !Task.isCancelled {
      var isMoreLeft = false
      do {
        isMoreLeft = try await driver.upkeep(at: service.now().milliseconds)
      } catch {
        report(error)
      }
      let pause = isMoreLeft ? Self.shortPause : Self.longPause.varied
      try? await Task.sleep(for: pause)
    }
  }

  private func report(_ error: StoreError) {
    service.failures.report(.upkeepFailed, ofStore: error)
  }
}

extension Duration {
  /// The duration, made shorter or longer at random, so that replicas do not act at the same
  /// moment.
  var varied: Duration { self * Double.random(in: 0.8...1.2) }
}
