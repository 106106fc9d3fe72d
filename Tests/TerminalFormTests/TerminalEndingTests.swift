import Testing
import WidgetTestSupport

@testable import TerminalForm

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The running probe program, with a pseudo-terminal as its controlling terminal.
private struct Probe {
  let process: pid_t

  /// A failure after which a test cannot continue.
  struct NotStarted: Error {
    let code: Int32
  }

  init(_ ending: String, on pty: borrowing PseudoTerminal) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let name = try #require(TerminalName.of(pty.terminal))
    // If the leader of a new session opens a terminal, it becomes the session's controlling
    // terminal.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of a test block signals, and a child process inherits the blocked signals.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which Glibc hides
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/")
    let program = folder + "/TerminalProbe"
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("TerminalProbe"), strdup(ending), nil]
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(
      &process, program, &actions, &attributes, arguments, environ)
    guard code == 0 else { throw NotStarted(code: code) }
    self.process = process
  }

  /// Reads until the given text has arrived, but gives up after five seconds.
  func output(of pty: borrowing PseudoTerminal, until text: String) -> String {
    var all = ""
    for _ in 0..<500 {
      if all.contains(text) { break }
      all += pty.output()
      usleep(10_000)
    }
    return all
  }

  /// The status from `waitpid`; nil after thirty seconds, after which the probe is killed.
  ///
  /// - Parameter signal: A signal to send repeatedly until the probe ends: signals that arrive
  ///   before the last one was handled count only once.
  func status(_ options: Int32 = 0, sending signal: Int32? = nil) -> Int32? {
    var status: Int32 = 0
    for step in 0..<3_000 {
      if let signal, step.isMultiple(of: 5) { kill(process, signal) }
      if waitpid(process, &status, WNOHANG | options) == process { return status }
      usleep(10_000)
    }
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    return nil
  }
}

/// The terminal is restored however the program ends.
@Suite("Terminal endings", .serialized, .startsProgramsInTurn)
struct TerminalEndingTests {
  private let leave = "␛[?2026l␛[?2004l␛[<u␛[m␛[?7h␛[?25h␛[r␛[H␛[J␛[?1049l"

  /// The probe's argument, the signal to send to the probe (or 0), and the probe's exit code or the
  /// signal that ends the probe.
  static let endings: [(ending: String, signal: Int32, exit: Int32?, death: Int32?)] = [
    ("return", 0, 0, nil), ("exit", 0, 3, nil), ("abort", 0, nil, SIGABRT),
    ("trap", 0, nil, SIGILL), ("segmentation", 0, nil, SIGSEGV), ("overflow", 0, nil, SIGSEGV),
    ("wait", SIGTERM, 0, nil), ("wait", SIGHUP, 0, nil), ("wait", SIGINT, 0, nil),
    ("wait", SIGQUIT, 0, nil), ("wait", SIGSEGV, nil, SIGSEGV), ("wait", SIGBUS, nil, SIGBUS),
    ("wait", SIGFPE, nil, SIGFPE), ("wait", SIGTRAP, nil, SIGTRAP),
  ]

  @Test(arguments: endings)
  func ending(ending: String, signal: Int32, exit: Int32?, death: Int32?) throws {
    let pty = try PseudoTerminal()
    let before = pty.flags()
    let probe = try Probe(ending, on: pty)
    var output = probe.output(of: pty, until: "ready")
    if signal != 0 { kill(probe.process, signal) }
    let status = try #require(probe.status())
    output += pty.output()
    #expect(output.hasSuffix("ready" + leave))
    #expect(pty.flags() == before)
    if let exit { #expect(status & 0x7F == 0 && status >> 8 & 0xFF == exit) }
    if let death {
      // A trap is SIGILL on some processors and SIGTRAP on others.
      let deaths = ending == "trap" ? [SIGILL, SIGTRAP] : [death]
      #expect(deaths.contains(status & 0x7F))
    }
  }

  @Test func aDeafProgramEndsCleanlyWhenAskedThreeTimes() throws {
    let pty = try PseudoTerminal()
    let before = pty.flags()
    let probe = try Probe("deaf", on: pty)
    _ = probe.output(of: pty, until: "ready")
    let status = try #require(probe.status(sending: SIGTERM))
    #expect(status & 0x7F == SIGTERM)
    #expect(pty.output() == leave)
    #expect(pty.flags() == before)
  }

  @Test func hangUpEndsTheProgram() throws {
    var pty = try PseudoTerminal()
    let probe = try Probe("wait", on: pty)
    _ = probe.output(of: pty, until: "ready")
    pty.hangUp()
    #expect(probe.status() == 0)
  }

  @Test func suspendInAnOrphanedGroupGoesOn() throws {
    let pty = try PseudoTerminal()
    let probe = try Probe("suspend", on: pty)
    let output = probe.output(of: pty, until: leave + "␛[?1049h␛[>1u␛[?2004h␛[?7l␛[?25l")
    #expect(output.hasSuffix("ready" + leave + "␛[?1049h␛[>1u␛[?2004h␛[?7l␛[?25l"))
    pty.type("q")
    #expect(probe.status() == 0)
    #expect(pty.output() == leave)
  }
}
