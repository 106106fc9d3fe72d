import Foundation
import TerminalForm

/// Standard input, output and error of the program.
enum Terminal {
  /// Says something to the person, on standard error, one line.
  static func say(_ text: String) {
    put(harmless(text) + "\n", to: FileHandle.standardError)
  }

  /// Asks the person something on standard error, without ending the line.
  static func ask(_ text: String) {
    put(text, to: FileHandle.standardError)
  }

  /// Writes a line of a result to standard output; what could act on a terminal is made visible.
  static func writeLine(_ line: String) {
    put(harmless(line) + "\n", to: FileHandle.standardOutput)
  }

  /// Writes JSON to standard output.
  ///
  /// A terminal gets characters that could act on it as JSON escapes, which mean the same; a file
  /// or a program gets the bytes as they are.
  static func writeJSON(_ text: String) {
    let isShown = isatty(STDOUT_FILENO) == 1
    put(isShown ? escaped(text) : text, to: FileHandle.standardOutput)
  }

  /// Writes a result to standard output.
  ///
  /// - Returns: Whether it could be written; a reader that has gone away is no error.
  static func tryWrite(_ text: String) -> Bool {
    (try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))) != nil
  }

  /// Writes text of the program's own, such as help, to standard output.
  static func write(_ text: String) {
    put(text, to: FileHandle.standardOutput)
  }

  private static func harmless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }
      .joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    guard visible(text.filter { $0 != "\n" }) != text.filter({ $0 != "\n" }) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      let shown = String(scalar)
      guard scalar != "\n", visible(shown) != shown else {
        result.unicodeScalars.append(scalar)
        return
      }
      for unit in shown.utf16 {
        let hex = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
    }
  }

  /// Writes all of a text.
  ///
  /// A reader that has gone away ends the program quietly; any other failure of standard output is
  /// said on standard error.
  private static func put(_ text: String, to handle: FileHandle) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      let code = (error as NSError).underlyingCode
      if code != Int(EPIPE), handle === FileHandle.standardOutput {
        let reason = String(cString: strerror(Int32(code)))
        say("Standard output cannot be written: \(reason). Give it another place.")
      }
      Foundation.exit(ExitStatus.findings.rawValue)
    }
  }

  /// Makes a reader that goes away an error of writing instead of a signal that ends the program.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Gives every standard stream that is closed a descriptor that only fails.
  ///
  /// Otherwise the next file to be opened would become that stream, and be read or written as such.
  static func occupyClosedStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest number that is free is given out: the one that is closed.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether a person is at both ends.
  static var isInteractive: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }
}

extension NSError {
  /// The error number of the system behind the error.
  fileprivate var underlyingCode: Int {
    if domain == NSPOSIXErrorDomain { return code }
    let underlying = userInfo[NSUnderlyingErrorKey] as? NSError
    return underlying?.code ?? Int(EIO)
  }
}
