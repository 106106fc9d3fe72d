import Foundation
import TerminalForm

/// Standard input, output and error of the program.
enum Terminal {
  /// Says something to the person, on standard error, one line.
  static func say(_ line: String) {
    put(
      line.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }
        .joined(separator: "\n") + "\n", to: FileHandle.standardError)
  }

  /// Asks the person something on standard error, without ending the line.
  static func ask(_ text: String) {
    put(text, to: FileHandle.standardError)
  }

  /// Writes a result to standard output.
  ///
  /// A reader that has gone away is no error: the program ends quietly.
  static func write(_ text: String) {
    put(text, to: FileHandle.standardOutput)
  }

  /// Writes a result to standard output.
  ///
  /// - Returns: Whether it could be written; a reader that has gone away is no error.
  static func tryWrite(_ text: String) -> Bool {
    (try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))) != nil
  }

  private static func put(_ text: String, to handle: FileHandle) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      Foundation.exit(ExitStatus.findings.rawValue)
    }
  }

  /// Whether a person is at both ends.
  static var isInteractive: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }
}
