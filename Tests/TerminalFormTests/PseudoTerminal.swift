import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Both ends of a pseudo-terminal, in the test process.
struct PseudoTerminal: ~Copyable {
  let terminal: Int32
  private(set) var main: Int32

  /// A failure after which a test cannot continue.
  struct Unavailable: Error {}

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    var (main, terminal) = (Int32(-1), Int32(-1))
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&main, &terminal, nil, nil, &size) == 0 else { throw Unavailable() }
    // Both ends are closed on exec, so that a child process does not keep the terminal open.
    for descriptor in [main, terminal] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    self.main = main
    self.terminal = terminal
  }

  deinit {
    if main >= 0 { _ = close(main) }
    _ = close(terminal)
  }

  /// The output to the terminal up to now.
  func output() -> String {
    var bytes: [UInt8] = []
    var entry = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLIN) != 0 {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(main, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
  }

  /// Types bytes.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(main, bytes, bytes.count)
  }

  /// The input, output, control and local flags.
  func flags() -> [tcflag_t] {
    var settings = termios()
    _ = tcgetattr(terminal, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
  }

  /// The number of typed bytes that can be read.
  func waitingBytes() -> Int {
    var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    return Int(poll(&entry, 1, 0))
  }

  /// Waits until typed bytes can be read, which may take a moment after they were typed.
  func waitForBytes() {
    var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, 60_000)
  }

  mutating func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
  }

  mutating func hangUp() {
    _ = close(main)
    main = -1
  }
}
