import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A variable of the environment by which all processes that a program starts are found again, even one
/// that has left its process group and session and whose parent has ended.
///
/// A process that clears its environment cannot be found. Nothing is found where there is no `/proc`, as
/// on macOS: there only the process group of a program is ended.
struct RunMark: Sendable {
  /// The variable: the marks of the runs that a process belongs to, the outermost first.
  static let variable = "WIDGETCONFIG_RUN"

  /// The mark of this run.
  private let own: String

  /// What the variable is set to.
  let value: String

  /// Makes a mark that no other run has.
  ///
  /// - Parameter outer: The variable of this process, which may itself be part of a run.
  init(within outer: String?) {
    let digits = String(UInt64.random(in: .min ... .max), radix: 36)
    own = "run-\(getpid())-\(digits)"
    value = (outer.map { "\($0)," } ?? "") + own
  }

  /// How often it is looked for processes, since one can start another before it is killed.
  private static let maximumRounds = 50

  /// Kills all processes of the run, and returns when they are gone.
  func endAll() async {
    // The caller is often cancelled already, which would end each wait at once.
    await Task.detached {
      for _ in 0..<Self.maximumRounds {
        let found = self.processes()
        if found.isEmpty { return }
        for process in found { kill(process, SIGKILL) }
        try? await Task.sleep(for: .milliseconds(2))
      }
    }.value
  }

  /// The processes of the run that have not ended.
  func processes() -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { $0 != getpid() && isMarked($0) }
  }

  /// Whether a process was started with the mark; one that has ended has no environment any more.
  private func isMarked(_ process: Int32) -> Bool {
    guard let file = fopen("/proc/\(process)/environ", "r") else { return false }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getdelim(&line, &capacity, 0, file) > 0 {
      guard let line, strncmp(line, Self.variable + "=", Self.variable.utf8.count + 1) == 0 else {
        continue
      }
      return String(cString: line).dropFirst(Self.variable.count + 1).split(separator: ",")
        .contains { $0 == own }
    }
    return false
  }
}

/// The programs that were asked and have not ended yet, with what they have started.
///
/// Who gives up waiting for an answer does not wait for the end of the program either; who ends this
/// process should.
package enum StartedPrograms {
  private static let count = Atomic(0)

  /// Counts a program in while a function runs, which returns when the program has ended.
  static func whileRunning<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    return try await body()
  }

  /// Returns when no program is left, or after a while.
  package static func waitForEnd(within patience: Duration) async {
    let end = ContinuousClock.now + patience
    while count.load(ordering: .relaxed) > 0, ContinuousClock.now < end {
      // The caller may be cancelled, which would end each wait at once.
      await Task.detached { try? await Task.sleep(for: .milliseconds(2)) }.value
    }
  }
}
