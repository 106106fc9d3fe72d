import ArgumentParser
import ExternalSources
import Foundation
import Synchronization

/// A command that may have programs of its own running when a signal comes.
protocol InterruptibleCommand: AsyncParsableCommand {
  /// Whether the command is cancelled by signals; false where it heeds them in a way of its own.
  var isCancelledBySignals: Bool { get }
}

extension InterruptibleCommand {
  /// True: it is cancelled.
  var isCancelledBySignals: Bool { true }
}

/// Lets what a command has started end before a signal ends the program.
///
/// Programs that are asked have process groups of their own, so that ^C at the terminal does not reach
/// them. A second signal ends the program at once, as does the time the work may still take.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// How long the work may take to end.
  private static let patience = DispatchTimeInterval.milliseconds(1_500)

  /// The signal that came first.
  private final class Received: Sendable {
    private let first = Mutex<Int32?>(nil)

    var number: Int32? { first.withLock { $0 } }

    /// Notes a signal; false where one came before.
    func note(_ number: Int32) -> Bool {
      first.withLock { first in
        guard first == nil else { return false }
        first = number
        return true
      }
    }
  }

  /// Does some work; a signal cancels it, and ends the program once it has ended.
  static func heeding(_ work: sending @escaping () async throws -> Void) async throws {
    let received = Received()
    let task = Task { try await work() }
    let heard = signals.compactMap { number in
      HeardSignal(number) {
        guard received.note(number) else { return end(by: number) }
        task.cancel()
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) { end(by: number) }
      }
    }
    let result = await task.result
    if let number = received.number {
      await StartedPrograms.waitForEnd(within: WidgetConfig.patience)
      end(by: number)
    }
    for signal in heard { signal.stop() }
    try result.get()
  }

  /// Ends the program as the signal would have; hearing a signal may block it.
  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, number)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(number)
  }
}
