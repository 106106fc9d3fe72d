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

/// The tests run serially, because a process has only one terminal.
@Suite("Terminal device", .serialized, .startsProgramsInTurn)
struct TerminalDeviceTests {
  private let enter = "␛[?1049h␛[>1u␛[?2004h␛[?7l␛[?25l"
  private let leave = "␛[?2026l␛[?2004l␛[<u␛[m␛[?7h␛[?25h␛[r␛[H␛[J␛[?1049l"

  @Test func rawModeIsSetAndGivenBackAtTheEndOfLife() throws {
    let pty = try PseudoTerminal()
    let before = pty.flags()
    do {
      let device = try TerminalDevice(descriptor: pty.terminal)
      #expect(pty.flags() != before)
      #expect(pty.flags()[3] & tcflag_t(ICANON | ECHO | ISIG) == 0)
      #expect(pty.output() == enter)
      try device.write(Array("hello".utf8))
      #expect(pty.output() == "hello")
    }
    #expect(pty.output() == leave)
    #expect(pty.flags() == before)
  }

  @Test func restoreHappensOnce() throws {
    let pty = try PseudoTerminal()
    let before = pty.flags()
    do {
      var device = try TerminalDevice(descriptor: pty.terminal, modes: [.mouse, .bracketedPaste])
      _ = pty.output()
      device.restore()
      #expect(pty.flags() == before)
      device.restore()
    }
    #expect(
      pty.output() == "␛[?2026l␛[?1006l␛[?1002l␛[?1000l␛[?2004l␛[m␛[?7h␛[?25h")
  }

  @Test func lateRepliesDoNotReachTheShell() throws {
    let pty = try PseudoTerminal()
    do {
      let device = try TerminalDevice(descriptor: pty.terminal)
      pty.type("\u{1B}]11;rgb:0/0/0\u{7}")
      #expect(pty.waitingBytes() == 1)
      _ = device.size
    }
    #expect(pty.waitingBytes() == 0)
  }

  /// Keys for the shell stay in the input if they cannot contain a terminal reply.
  @Test func keptInputReachesTheShell() throws {
    let pty = try PseudoTerminal()
    pty.type("ls\r")
    pty.waitForBytes()
    do {
      var device = try TerminalDevice(descriptor: pty.terminal)
      let hasTypedAhead = device.hasTypedAhead
      #expect(hasTypedAhead)
      device.keepInput()
    }
    #expect(pty.waitingBytes() == 1)
    do {
      let device = try TerminalDevice(descriptor: pty.terminal)
      _ = device.size
    }
    #expect(pty.waitingBytes() == 0, "It is decided for each device.")
  }

  @Test func bytesArrive() throws {
    let pty = try PseudoTerminal()
    var device = try TerminalDevice(descriptor: pty.terminal)
    pty.type("a\u{3}\r\u{1A}")
    let input = try device.nextInput()
    #expect(input.bytes == [0x61, 3, 13, 26], "raw: no byte is a signal or changed")
    #expect(input.signals.isEmpty && !input.isHungUp && !input.isWoken)
  }

  @Test func enterTypedBeforeIsEnter() throws {
    let pty = try PseudoTerminal()
    pty.type("a\rb\r")
    var device = try TerminalDevice(descriptor: pty.terminal)
    pty.type("\n\r")
    var bytes: [UInt8] = []
    while bytes.count < 6 { bytes += try device.nextInput(timeoutMilliseconds: 10_000).bytes }
    #expect(bytes == [0x61, 13, 0x62, 13, 10, 13], "typed later, a line feed is ^J")
  }

  @Test func timeRunsOut() throws {
    let pty = try PseudoTerminal()
    var device = try TerminalDevice(descriptor: pty.terminal)
    #expect(try device.nextInput(timeoutMilliseconds: 0).isTimeout)
    #expect(try device.nextInput(timeoutMilliseconds: -5).isTimeout)
    #expect(try device.nextInput(timeoutMilliseconds: 1).isTimeout)
  }

  @Test func sizeFollowsTheTerminal() throws {
    var pty = try PseudoTerminal(columns: 123, rows: 45)
    let device = try TerminalDevice(descriptor: pty.terminal)
    #expect(device.size == (123, 45))
    pty.resize(columns: 20, rows: 5)
    #expect(device.size == (20, 5))
    pty.resize(columns: 0, rows: 0)
    #expect(device.size == (80, 24))
  }

  @Test func hangUpIsNoError() throws {
    var pty = try PseudoTerminal()
    var device = try TerminalDevice(descriptor: pty.terminal)
    pty.hangUp()
    #expect(try device.nextInput().isHungUp)
    #expect(try device.nextInput().isHungUp, "and stays so")
    #expect(throws: TerminalError(code: .write, systemError: EIO)) {
      try device.write([0x61])
    }
  }

  @Test func wakerEndsTheWait() async throws {
    let pty = try PseudoTerminal()
    var device = try TerminalDevice(descriptor: pty.terminal)
    let waker = device.waker
    let task = Task.detached { waker.wake() }
    let input = try device.nextInput()
    #expect(input.isWoken && input.bytes.isEmpty && input.signals.isEmpty)
    await task.value
    for _ in 0..<100_000 { waker.wake() }
    #expect(try device.nextInput().isWoken, "many calls are one")
    #expect(try device.nextInput(timeoutMilliseconds: 0).isTimeout)
  }

  @Test(arguments: [
    (SIGWINCH, TerminalSignals.resized), (SIGTERM, .terminate), (SIGHUP, .hangUp),
    (SIGINT, .interrupt), (SIGQUIT, .quit), (SIGTSTP, .stop), (SIGCONT, .resumed),
  ])
  func signalsAreEvents(number: Int32, signal: TerminalSignals) throws {
    let pty = try PseudoTerminal()
    var device = try TerminalDevice(descriptor: pty.terminal)
    kill(getpid(), number)
    let input = try device.nextInput()
    #expect(input.signals == signal)
    #expect(!input.isWoken)
    kill(getpid(), number)
    if number != SIGWINCH { kill(getpid(), SIGWINCH) }
    // A signal can be delivered slightly later, on another thread, so the test waits several times
    // for both signals: neither may be left for the next test.
    let both = signal.union(.resized)
    var seen: TerminalSignals = []
    for _ in 0..<10 where !seen.isSuperset(of: both) {
      seen.formUnion(try device.nextInput(timeoutMilliseconds: 1_000).signals)
    }
    #expect(seen == both)
  }

  @Test func handlersAreUndone() throws {
    func action(_ number: Int32) -> Bool {
      var current = sigaction()
      sigaction(number, nil, &current)
      #if canImport(Darwin)
        return current.__sigaction_u.__sa_handler == nil
      #else
        return current.__sigaction_handler.sa_handler == nil
      #endif
    }
    let pty = try PseudoTerminal()
    let before = [SIGTERM, SIGWINCH, SIGTSTP, SIGFPE].map(action)
    do {
      let device = try TerminalDevice(descriptor: pty.terminal)
      #expect([SIGTERM, SIGWINCH, SIGTSTP, SIGFPE].map(action) == [false, false, false, false])
      _ = device.size
    }
    #expect([SIGTERM, SIGWINCH, SIGTSTP, SIGFPE].map(action) == before)
  }

  @Test func onlyOneAtATime() throws {
    let pty = try PseudoTerminal()
    let other = try PseudoTerminal()
    let device = try TerminalDevice(descriptor: pty.terminal)
    #expect(throws: TerminalError(code: .inUse, systemError: 0)) {
      _ = try TerminalDevice(descriptor: other.terminal)
    }
    #expect(other.output() == "")
    #expect(device.size == (80, 24))
  }

  @Test func aFileIsNoTerminal() throws {
    let descriptor = open("/dev/null", O_RDWR)
    defer { _ = close(descriptor) }
    #expect(throws: TerminalError(code: .notATerminal, systemError: ENOTTY)) {
      _ = try TerminalDevice(descriptor: descriptor)
    }
  }

  @Test func resumeSetsTheModesAgain() throws {
    let pty = try PseudoTerminal()
    let before = pty.flags()
    do {
      var device = try TerminalDevice(descriptor: pty.terminal)
      let raw = pty.flags()
      _ = pty.output()
      var settings = termios()
      #expect(tcgetattr(pty.terminal, &settings) == 0)
      settings.c_lflag |= tcflag_t(ICANON | ECHO)
      #expect(tcsetattr(pty.terminal, TCSANOW, &settings) == 0)
      try device.resume()
      #expect(pty.flags() == raw)
      #expect(pty.output() == leave + enter)
    }
    #expect(pty.flags() == before)
  }
}

@Suite("Words for the terminal", .startsPrograms)
struct TerminalWordsTests {
  @Test(arguments: [
    (TerminalModes([]), "␛[?7l␛[?25l", "␛[?2026l␛[m␛[?7h␛[?25h"),
    (.alternateScreen, "␛[?1049h␛[?7l␛[?25l", "␛[?2026l␛[m␛[?7h␛[?25h␛[r␛[H␛[J␛[?1049l"),
    (.bracketedPaste, "␛[?2004h␛[?7l␛[?25l", "␛[?2026l␛[?2004l␛[m␛[?7h␛[?25h"),
  ])
  func modes(modes: TerminalModes, enter: String, leave: String) {
    func text(_ bytes: [UInt8]) -> String {
      String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
    }
    #expect(text(modes.enterBytes) == enter)
    #expect(text(modes.leaveBytes) == leave)
  }

  @Test func allModesFitIntoTheHandlersBuffer() {
    #expect(TerminalModes(rawValue: .max).leaveBytes.count <= 256)
  }

  @Test(arguments: ["", "dumb", "linux", "eterm", "eterm-color"])
  func someTerminalsAreNotAsked(term: String) {
    #expect(TerminalQueries.bytes(term: term).isEmpty)
  }

  @Test func queriesEndWithWhatEveryTerminalAnswers() {
    let text = String(decoding: TerminalQueries.bytes(term: "xterm"), as: UTF8.self)
    #expect(text.replacing("\u{1B}", with: "␛") == "␛]11;?␛\\␛[c")
  }

  static let errors: [(TerminalError.Code, Int32, String)] = [
    (
      .noTerminal, 6,
      "There is no terminal to show a form on. Run the program in a terminal. "
        + "System error 6."
    ),
    (.notATerminal, 25, "The descriptor is not a terminal. System error 25."),
    (.inUse, 0, "This program already uses the terminal."),
    (.settings, 5, "The settings of the terminal cannot be changed. System error 5."),
    (.pipe, 24, "The pipe for signals cannot be created. System error 24."),
    (.read, 5, "The terminal cannot be read. System error 5."),
    (.write, 5, "The terminal cannot be written to. System error 5."),
  ]

  @Test(arguments: errors)
  func errorsInWords(code: TerminalError.Code, number: Int32, text: String) {
    #expect(TerminalError(code: code, systemError: number).description == text)
  }
}
