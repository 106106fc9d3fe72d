import Dispatch
import IntentModel
import IntentOptions
package import Messages
import Synchronization
import Threads

/// Runs a program and waits for its output, for synchronous callers.
package enum ProgramOutput {
  /// The variable that marks the processes of a run.
  package static let runVariable = RunMark.variable

  /// The path of a program in the folders of `PATH`; nil if no folder has an executable file with
  /// this name.
  ///
  /// - Parameter environment: The variables of this process.
  package static func path(ofProgram name: String, environment: [String: String]) -> String? {
    ProgramFile.found(name, searchPath: environment["PATH"])
  }

  /// The output of a program.
  ///
  /// The program is started, limited and ended in the same way as the program of a source. The
  /// calling thread waits; the work runs on separate threads.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - folder: The absolute folder in which the program runs.
  ///   - environment: The variables of this process; the program receives the standard ones.
  ///   - allowed: The names of additional variables that it receives.
  ///   - input: The standard input of the program.
  ///   - limits: The limits on the output.
  ///   - advice: The remedy for a program that fails.
  /// - Throws: The message about the failure.
  package static func bytes(
    of arguments: [String], in folder: String, environment: [String: String],
    allowed: [String] = [], input: String = "", limits: SourceLimits, advice: Message
  ) throws(ProgramFailure) -> [UInt8] {
    let runner = CommandRunner(
      name: arguments.first?.split(separator: "/").last.map(String.init) ?? "",
      arguments: arguments, folder: folder, environment: environment, allowed: allowed,
      limits: limits, advice: advice)
    let response = Response()
    let ended = DispatchSemaphore(value: 0)
    Task(executorPreference: runners) {
      let result: Result<[UInt8], ProgramFailure>
      do {
        result = .success(try await runner.response(to: input))
      } catch let error as OptionsError {
        // No `widget.json` names this program, so the usual remedy does not apply.
        let remedy: Message =
          error.code == .notFound ? "Install it, or add its folder to PATH." : error.remedy
        result = .failure(ProgramFailure(message: .sentences([error.message, remedy])))
      } catch {
        result = .failure(ProgramFailure(message: .verbatim("\(error)".harmless())))
      }
      response.result.withLock { $0 = result }
      ended.signal()
    }
    ended.wait()
    guard let result = response.result.withLock({ $0 }) else {
      throw ProgramFailure(message: "The program gave no output.")
    }
    return try result.get()
  }

  /// The threads for the work; callers never block them.
  private static let runners = OwnThreads(working: 8)

  private final class Response: Sendable {
    let result = Mutex<Result<[UInt8], ProgramFailure>?>(nil)
  }
}

/// The failure of a program.
package struct ProgramFailure: Error, Sendable {
  /// The sentence with its remedy.
  package var message: Message
}
