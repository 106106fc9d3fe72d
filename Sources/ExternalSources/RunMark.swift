internal import CChildGuard
import Foundation
import Synchronization

/// A run of a program, with all that it starts: the one owner of the processes of this one.
///
/// A variable of the environment marks all processes of the run, so that even one is found again that
/// has left its process group and session and whose parent has ended. A process that clears its
/// environment is found in its group only, and so is every one where there is no `/proc`, as on macOS.
///
/// Whatever ends this process, be it SIGKILL, also ends the runs that are under way: a guard, which is a
/// process of its own, sees to that.
struct RunMark: Sendable {
  /// The variable: the marks of the runs that a process belongs to, the outermost first.
  static let variable = "WIDGETCONFIG_RUN"

  /// The mark of this run.
  private let own: String

  /// The number under which the guard knows the run.
  private let number: Int64

  /// What the variable is set to.
  let value: String

  /// Makes a mark that no other run has, and tells the guard of the run.
  ///
  /// - Parameter outer: The variable of this process, which may itself be part of a run.
  /// - Throws: `GuardError` where the guard cannot be started; then nothing else should be.
  init(within outer: String?) throws(GuardError) {
    let digits = String(UInt64.random(in: .min ... .max), radix: 36)
    own = "run-\(getpid())-\(digits)"
    value = (outer.map { "\($0)," } ?? "") + own
    number = cchildguard_begin(Self.variable, own)
    guard number > 0 else { throw GuardError(code: errno) }
  }

  /// Says that the program of the run leads a process group.
  func hasStarted(group: Int32) { cchildguard_add_group(number, group) }

  /// Says that the run is over; what has been left behind on purpose lives on.
  func hasEnded() { cchildguard_end(number) }

  /// How often it is looked for processes, since one can start another before it is killed.
  private static let maximumRounds = 50

  /// Kills all processes of the run, and returns when they are gone.
  func endAll() async {
    // The caller is often cancelled already, which would end each wait at once.
    await Task.detached {
      for _ in 0..<Self.maximumRounds {
        if cchildguard_kill(Self.variable, own) == 0 { return }
        try? await Task.sleep(for: .milliseconds(2))
      }
    }.value
  }
}

/// The guard of started programs cannot be started.
struct GuardError: Error {
  /// The error number of the system.
  var code: Int32
}
