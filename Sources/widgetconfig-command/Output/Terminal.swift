import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import JSONC
import Messages
import Synchronization
import TerminalForm

/// The only writer to standard output and standard error.
///
/// Untrusted text is sanitized here unless the caller has already done so. If output cannot be
/// written, the program ends: with ``ExitStatus/findings`` and the reason, or silently with
/// ``ExitStatus/readerGone`` if the reader of a pipe has closed it.
enum Terminal {
  /// The size of the terminal on standard output; a default size if it is not a terminal.
  static var size: (columns: Int, rows: Int) { TerminalDevice.size(of: STDOUT_FILENO) }

  /// The texts in the language of the running command, or in the language of the environment until
  /// the language of the command is known.
  static let language = Mutex(
    FormWords(locale: SharedOptions.standard.language, isASCII: isASCII))

  /// A temporary folder that contains copies, and the text that replaces its path in messages.
  ///
  /// The path of a copy would be of no use, because the copy no longer exists when the message is
  /// read. With the text `HEAD:`, the message shows a file of a revision as git does.
  static let copies = Mutex<(folder: String, name: String)?>(nil)

  /// Prints a message and a line end to standard error, made safe by ``visibleLine(_:)``.
  static func say(_ line: String) { say([line]) }

  /// The columns of the terminal on standard error; nil if it is not a terminal.
  private static var errorColumns: Int? {
    isatty(STDERR_FILENO) == 1 ? TerminalDevice.size(of: STDERR_FILENO).columns : nil
  }

  /// Prints messages to standard error, one per line, with control characters made visible.
  static func say(_ lines: [String]) {
    let width = errorColumns
    let copies = copies.withLock { $0 }
    let named = lines.map { line in
      copies.map { line.replacing($0.folder, with: $0.name) } ?? line
    }
    let whole = named.flatMap { line in
      width.map { wrapped(visibleLine(line), to: $0) } ?? [visibleLine(line)]
    }
    put(Array(shown(whole.map { $0 + "\n" }.joined()).utf8), to: STDERR_FILENO)
  }

  /// Prints the lines of a report to standard error; on a terminal, breaks long lines at blanks.
  static func say(_ report: [ReportLine]) {
    let width = errorColumns ?? .max
    say(report.flatMap { $0.wrapped(to: width) }.map { $0.text })
  }

  /// Breaks a sentence between words; commands to copy and lines with a layout are not broken.
  private static func wrapped(_ line: String, to columns: Int) -> [String] {
    guard columns > 20, !line.hasPrefix(" "), displayWidth(line) > columns else { return [line] }
    let command = line.range(of: Program.name + " ")?.lowerBound ?? line.endIndex
    var lines = command == line.startIndex ? [] : String(line[..<command]).wrapped(to: columns)
    let rest = String(line[command...])
    if let last = lines.last, displayWidth(last) + 1 + displayWidth(rest) <= columns {
      lines[lines.count - 1] = rest.isEmpty ? last : last + " " + rest
    } else if !rest.isEmpty {
      lines.append(rest)
    }
    return lines
  }

  /// Prints a message to standard error, unless that would block.
  ///
  /// - Parameters:
  ///   - text: The text of the message.
  ///   - lead: A text that comes first and clears the line of a terminal.
  static func sayIfHeard(_ text: String, after lead: String = "") {
    var request = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 200) > 0 else { return }
    ask(lead)
    say(text)
  }

  /// Prints a question to standard error without a line end.
  ///
  /// - Parameter text: A text by this program in which untrusted parts have been sanitized.
  static func ask(_ text: String) {
    put(Array(shown(text).utf8), to: STDERR_FILENO)
  }

  /// Prints a line of a result to standard output, made safe by ``visibleLine(_:)``.
  static func writeLine(_ line: String) { writeLines([line]) }

  /// Prints sentences of a result to standard output as lines; on a terminal, breaks long sentences
  /// at blanks.
  static func writeSentences(_ lines: [String]) {
    let width = isShown ? size.columns : .max
    writeLines(lines.flatMap { ReportLine($0).wrapped(to: width).map(\.text) })
  }

  /// Prints annotations for a CI system to standard output; their parts from outside must already
  /// be escaped.
  static func writeAnnotations(_ lines: [String]) {
    write(lines.map { visible($0) + "\n" }.joined())
  }

  /// Prints lines of a result to standard output, with control characters made visible.
  static func writeLines(_ lines: [String]) {
    write(lines.map { visibleLine($0) + "\n" }.joined())
  }

  /// Prints JSON to standard output.
  ///
  /// On a terminal, characters that could control the terminal are printed as equivalent JSON
  /// escapes. A file or a program receives the bytes unchanged.
  static func writeJSON(_ text: String) {
    let shown = isShown ? JSONText.escapingControls(in: text, andMarks: true) : text
    put(Array(shown.utf8), to: STDOUT_FILENO)
  }

  /// Prints UTF-8 JSON to standard output, as ``writeJSON(_:)`` does.
  static func writeJSON(utf8 bytes: [UInt8]) {
    guard isShown else { return put(bytes, to: STDOUT_FILENO) }
    writeJSON(String(decoding: bytes, as: UTF8.self))
  }

  /// Prints the program's own text, such as help or a coloured report, to standard output.
  ///
  /// - Parameter text: A text by this program in which untrusted parts have been sanitized.
  static func write(_ text: String) {
    put(Array(printed(text).utf8), to: STDOUT_FILENO)
  }

  /// Whether messages must be ASCII.
  static let isASCII = ASCIIText.isWanted(ProcessInfo.processInfo.environment)

  /// Whether standard output is a terminal.
  static let isShown = isatty(STDOUT_FILENO) == 1

  /// A message in the character set of the locale.
  private static func shown(_ text: String) -> String { isASCII ? ASCIIText.text(text) : text }

  /// A result in UTF-8, or in ASCII on a terminal that may not be able to show UTF-8.
  private static func printed(_ text: String) -> String {
    isASCII && isShown ? ASCIIText.text(text) : text
  }

  /// Writes all bytes, or ends the program.
  private static func put(_ bytes: [UInt8], to descriptor: Int32) {
    guard let code = failure(ofWriting: bytes, to: descriptor) else { return }
    if descriptor == STDOUT_FILENO {
      if code == EPIPE { exit(ExitStatus.readerGone.rawValue) }
      let reason = String(cString: strerror(code))
      sayIfHeard(
        language.withLock {
          $0("Standard output cannot be written to: \(reason). Redirect it elsewhere.")
        })
    }
    exit(ExitStatus.findings.rawValue)
  }

  /// Writes all bytes, waiting for a slow reader; returns the system's error number if it fails.
  private static func failure(ofWriting bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(descriptor, part.baseAddress, part.count)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if count == 0 || errno == EAGAIN {
          // Another program that shares the stream may have made it nonblocking.
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&request, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }

  /// Makes writing to a closed pipe an error rather than a signal that ends the program.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Opens each closed standard stream in such a way that using it always fails.
  ///
  /// Otherwise the next file that is opened would replace that stream.
  static func occupyClosedStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is the closed one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether standard input is a terminal.
  static var isTyped: Bool { isatty(STDIN_FILENO) == 1 }
}
