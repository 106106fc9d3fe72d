import Foundation
import Threads

#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#else
  package import Darwin
#endif

/// A built program on its own pseudo-terminal, with the screen that the program draws.
///
/// The program leads a new session with the pseudo-terminal as its controlling terminal, as if a
/// shell had started it. The program is killed at the end if it is still running.
package final class TerminalProgram {
  /// A failure after which a test cannot continue.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The process.
  package let process: pid_t

  /// The screen that the program has drawn up to now.
  package private(set) var screen: VirtualTerminal

  /// Every byte that the program has written to the terminal.
  package private(set) var output: [UInt8] = []

  /// The settings of the terminal before the program started.
  package let firstSettings: [UInt32]

  private var main: Int32
  private let terminal: Int32
  private var ended: Int32?

  /// Starts a program of this build; the test must have the trait ``StartsPrograms``.
  ///
  /// - Parameters:
  ///   - program: The name of an executable in the package, or a path.
  ///   - arguments: Its arguments.
  ///   - environment: All environment variables of the program.
  ///   - outputPath: The file for standard output; nil for the terminal.
  ///   - width: The width of a character in cells.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String],
    outputPath: String? = nil, columns: Int = 80, rows: Int = 24,
    width: @escaping (Character) -> Int = { _ in 1 }
  ) throws {
    OwnThreads.expectCurrent()
    var (main, terminal) = (Int32(-1), Int32(-1))
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&main, &terminal, nil, nil, &size) == 0,
      let name = TerminalName.of(terminal)
    else {
      throw Failure(description: "no pseudo-terminal: errno \(errno)")
    }
    for descriptor in [main, terminal] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    self.main = main
    self.terminal = terminal
    firstSettings = Self.settings(of: terminal)
    screen = VirtualTerminal(columns: columns, rows: rows, width: width)
    process = try Self.spawn(
      ProgramFolder.path(of: program), [program] + arguments, environment: environment,
      terminal: name, outputPath: outputPath)
  }

  deinit {
    if ended == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    if main >= 0 { _ = close(main) }
    _ = close(terminal)
  }

  private static func spawn(
    _ path: String, _ arguments: [String], environment: [String: String], terminal: String,
    outputPath: String?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 1, outputPath ?? terminal, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, terminal, O_RDWR, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of a test block signals, and a child process inherits that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    #if canImport(Darwin)
      let newSession = Int16(POSIX_SPAWN_SETSID)
    #else
      let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which Glibc hides
    #endif
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, &attributes, words, variables)
    guard code == 0 else { throw Failure(description: "\(path) does not start: error \(code)") }
    return process
  }

  /// Closes the terminal, as a closed window does.
  package func hangUp() {
    _ = close(main)
    main = -1
  }

  /// Types a text, byte by byte and without changes.
  package func type(_ text: String) { type(bytes: Array(text.utf8)) }

  /// Types bytes, which need not be text.
  package func type(bytes: [UInt8]) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Reads the available output, after waiting for it for at most the given milliseconds.
  package func read(milliseconds: Int32 = 0) {
    guard main >= 0 else {
      usleep(UInt32(max(0, milliseconds)) * 1_000)
      return
    }
    var entry = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
    var wait = milliseconds
    while poll(&entry, 1, wait) > 0, entry.revents & Int16(POLLIN) != 0 {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      #if canImport(Glibc)
        let count = Glibc.read(main, &buffer, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(main, &buffer, buffer.count)
      #else
        let count = Darwin.read(main, &buffer, buffer.count)
      #endif
      guard count > 0 else { return }
      output += buffer[..<count]
      screen.feed(Array(buffer[..<count]))
      wait = 0
    }
  }

  /// Waits until the screen satisfies a condition.
  ///
  /// - Throws: `Failure` with a picture of the screen, if the time is over.
  package func wait(
    for what: String, until isDone: (VirtualTerminal) -> Bool
  ) throws {
    for _ in 0..<6_000 {
      read(milliseconds: 10)
      if isDone(screen) { return }
    }
    let picture = screen.textLines.joined(separator: "\n")
    throw Failure(description: "Waited in vain for \(what). The screen is:\n\(picture)")
  }

  /// Waits until a text is on the screen.
  package func wait(for text: String) throws {
    try wait(for: "“\(text)”") { $0.textLines.contains { $0.contains(text) } }
  }

  /// Waits until a text was written, even if it is no longer on the screen.
  package func wait(forWritten text: String) throws {
    try wait(for: "“\(text)” to be written") { _ in
      String(decoding: output, as: UTF8.self).contains(text)
    }
  }

  /// Waits until a text is no longer on the screen.
  package func wait(forNo text: String) throws {
    try wait(for: "“\(text)” to disappear") { screen in
      !screen.textLines.contains { $0.contains(text) }
    }
  }

  /// Waits until the program ends, and returns its status as `waitpid` does.
  ///
  /// - Throws: `Failure` with a picture of the screen, if the time is over.
  package func status() throws -> Int32 {
    if let ended { return ended }
    var status: Int32 = 0
    try wait(for: "the end of the program") { _ in
      waitpid(process, &status, WNOHANG) == process
    }
    ended = status
    read(milliseconds: 20)
    return status
  }

  /// The exit code of the program; 128 plus the number of the signal that ended it.
  package func exitCode() throws -> Int32 {
    let status = try status()
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  /// The terminal's settings, as in the output of `stty -a`: flags, speeds and characters.
  package func settings() -> [UInt32] { Self.settings(of: terminal) }

  private static func settings(of terminal: Int32) -> [UInt32] {
    var settings = termios()
    _ = tcgetattr(terminal, &settings)
    let characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
      .map { UInt32(truncatingIfNeeded: $0) } + characters.map(UInt32.init)
  }

  /// Changes the size of the terminal.
  package func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
  }
}

/// The names of terminals.
package enum TerminalName {
  /// The path of an open terminal; nil for another descriptor.
  ///
  /// `ttyname` has a single buffer for the whole process, so that concurrent tests would read each
  /// other's results.
  package static func of(_ descriptor: Int32) -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Finds the executables of this build.
package enum ProgramFolder {
  /// The path of an executable in the package, next to the running tests; a path is not changed.
  ///
  /// `WIDGETCONFIG_PROGRAM` selects another build of the program itself, such as a release build.
  package static func path(of program: String) -> String {
    _ = hearsSignals
    guard !program.contains("/") else { return program }
    if program == "widgetconfig", let other = getenv("WIDGETCONFIG_PROGRAM") {
      return String(cString: other)
    }
    return built(program)
  }

  /// The path of an executable that was built together with the running tests.
  package static func built(_ program: String) -> String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: program).path
  }

  /// Resets the signals that end programs, for the programs that tests start.
  ///
  /// A background process in a script ignores the interrupt signal, and a process under `nohup`
  /// ignores the hangup signal; child processes inherit this.
  private static let hearsSignals: Bool = {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, SIG_DFL) }
    return true
  }()
}
