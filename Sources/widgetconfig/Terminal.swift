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
  /// A reader that has gone away is no error: the program ends quietly. Where there is no room, the
  /// program says so and ends with the status of findings.
  static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      let outer = error as NSError
      let cause = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
      let code = cause.domain == NSPOSIXErrorDomain ? Int32(cause.code) : 0
      if code != EPIPE {
        let words = code == 0 ? "" : ": " + String(cString: strerror(code))
        say("Standard output cannot be written\(words). Give it another place.")
      }
      Foundation.exit(ExitStatus.findings.rawValue)
    }
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
