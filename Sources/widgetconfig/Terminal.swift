import FormEngine
import Foundation
import IntentModel
import Messages
import Synchronization
import TerminalForm

/// The one writer of standard output and standard error.
///
/// No other part of the program writes there. Text from outside is harmless when it gets here, or is
/// made so here. Output that cannot be written ends the program: with status 1 and the reason, or
/// quietly with ``ExitStatus/readerGone`` where the reader of a pipe has gone away.
enum Terminal {
  /// The columns of the terminal that standard output is; 80 where it is none.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// The words of the command that runs; before it is known, those of the environment.
  static let language = Mutex(
    FormWords(locale: SharedOptions.standard.language, isASCII: isASCII))

  /// Says something to the person, on standard error, one line.
  static func say(_ text: String) {
    put(Array((shown(harmless(text)) + "\n").utf8), to: STDERR_FILENO)
  }

  /// Says something, unless standard error takes nothing for a while.
  ///
  /// - Parameters:
  ///   - text: The text to say.
  ///   - lead: What clears the line of a terminal before.
  static func sayIfHeard(_ text: String, after lead: String = "") {
    var request = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 200) > 0 else { return }
    ask(lead)
    say(text)
  }

  /// Asks the person something on standard error, without ending the line.
  ///
  /// - Parameter text: Words of the program, in which everything from outside is harmless.
  static func ask(_ text: String) {
    put(Array(shown(text).utf8), to: STDERR_FILENO)
  }

  /// Writes a line of a result to standard output; what could act on a terminal is made visible.
  static func writeLine(_ line: String) {
    write(harmless(line) + "\n")
  }

  /// Writes JSON to standard output.
  ///
  /// A terminal gets characters that could act on it as JSON escapes, which mean the same; a file
  /// or a program gets the bytes as they are.
  static func writeJSON(_ text: String) {
    put(Array((isShown ? escaped(text) : text).utf8), to: STDOUT_FILENO)
  }

  /// Writes JSON in UTF-8 to standard output, as ``writeJSON(_:)`` writes a text.
  static func writeJSON(utf8 bytes: [UInt8]) {
    guard isShown else { return put(bytes, to: STDOUT_FILENO) }
    writeJSON(String(decoding: bytes, as: UTF8.self))
  }

  /// Writes text of the program's own, such as help or a coloured report, to standard output.
  ///
  /// - Parameter text: Words of the program, in which everything from outside is harmless.
  static func write(_ text: String) {
    put(Array(printed(text).utf8), to: STDOUT_FILENO)
  }

  /// Whether what is said has to be in ASCII.
  static let isASCII = ASCIIText.isWanted(ProcessInfo.processInfo.environment)

  /// Whether standard output is a terminal.
  static let isShown = isatty(STDOUT_FILENO) == 1

  /// A text for people, as the character set of the locale can show it.
  private static func shown(_ text: String) -> String { isASCII ? ASCIIText.text(text) : text }

  /// A result, which is UTF-8 but on a terminal that may not show it.
  private static func printed(_ text: String) -> String {
    isASCII && isShown ? ASCIIText.text(text) : text
  }

  private static func harmless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }
      .joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    var marks = CombiningMarks()
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      let isExcess = !marks.takes(scalar)
      guard isExcess || VisibleText.mustBeWrittenOut(scalar), scalar != "\n" else {
        result.unicodeScalars.append(scalar)
        return
      }
      for unit in String(scalar).utf16 {
        result += "\\u" + unit.hexadecimal(digits: 4)
      }
    }
  }

  /// Writes all of some bytes, or ends the program.
  private static func put(_ bytes: [UInt8], to descriptor: Int32) {
    guard let code = failure(ofWriting: bytes, to: descriptor) else { return }
    if descriptor == STDOUT_FILENO {
      if code == EPIPE { exit(ExitStatus.readerGone.rawValue) }
      let reason = String(cString: strerror(code))
      sayIfHeard(language.withLock { $0(.outputCannotBeWritten(cause: reason)) })
    }
    exit(ExitStatus.findings.rawValue)
  }

  /// Writes all of some bytes, waiting where the other side is slow; the system's error number where
  /// it cannot.
  private static func failure(ofWriting bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(descriptor, part.baseAddress, part.count)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if count == 0 || errno == EAGAIN {
          // Programs that share the stream with others may have made it one that does not wait.
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&request, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
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
