internal import CPlatform
import Foundation
import Synchronization

/// A run of a program and of all processes that it starts.
///
/// An environment variable marks all processes of the run. It identifies even a process that has
/// left its process group and session and whose parent has ended. A process that clears its
/// environment can be found only through its group. On systems without `/proc`, such as macOS, this
/// applies to every process.
///
/// Active runs end when this process ends, even after SIGKILL, because a separate guard process
/// kills them.
struct RunMark: Sendable {
  /// The name of the variable, whose value lists the marks of the runs that a process belongs to,
  /// outermost first.
  static let variable = "WIDGETCONFIG_RUN"

  /// The mark of this run.
  private let own: String

  /// The guard's number for the run.
  private let number: Int64

  /// The value of the variable.
  let value: String

  /// Makes a unique mark and registers the run with the guard.
  ///
  /// - Parameter outer: The value of the variable in this process, which may itself be part of a
  ///   run.
  /// - Throws: `GuardError` if the guard cannot be started; the program must then not be started.
  init(within outer: String?) throws(GuardError) {
    let digits = String(UInt64.random(in: .min ... .max), radix: 36)
    own = "run-\(getpid())-\(digits)"
    value = (outer.map { "\($0)," } ?? "") + own
    number = cchildguard_begin(Self.variable, own)
    guard number > 0 else { throw GuardError(code: errno) }
  }

  /// Reports the process group of the run's program to the guard.
  func hasStarted(group: Int32) { cchildguard_add_group(number, group) }

  /// Reports the end of the run to the guard; processes that were left running on purpose stay
  /// alive.
  func hasEnded() { cchildguard_end(number) }

  /// The maximum number of times to search for processes; a process that is found can start another
  /// process before it is killed.
  private static let maximumRounds = 50

  /// Kills all processes of the run and returns when none is left.
  func endAll() async {
    // The caller's task has often been cancelled already, which would end each wait immediately.
    await Task.detached {
      for _ in 0..<Self.maximumRounds {
        if cchildguard_kill(Self.variable, own) == 0 { return }
        try? await Task.sleep(for: .milliseconds(2))
      }
    }.value
  }
}

/// The error if the guard process cannot be started.
struct GuardError: Error {
  /// The system's error number.
  var code: Int32
}
