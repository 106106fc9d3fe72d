internal import CPlatform
package import Messages

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The terminal in raw mode, held until the value is destroyed.
///
/// The terminal is restored by ``restore()``, by destroying the value, by `exit`, and on fatal
/// signals. A process holds at most one terminal at a time.
package struct TerminalDevice: ~Copyable {
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let pipe: Int32
  private let modes: TerminalModes
  private var isRaw = true
  /// The number of unread bytes that were typed before raw mode, while the terminal still turned
  /// each Enter into a line feed.
  private var typedAhead: Int

  /// Opens the controlling terminal, even when standard input and output are pipes.
  ///
  /// Sets raw mode and the given modes, and catches signals.
  ///
  /// - Throws: ``TerminalError``, with the code `noTerminal` if there is no terminal.
  package static func open(
    modes: TerminalModes = .standard
  ) throws(TerminalError) -> TerminalDevice {
    let descriptor = openControllingTerminal()
    guard descriptor >= 0 else { throw TerminalError(code: .noTerminal, systemError: errno) }
    do throws(TerminalError) {
      let (pipe, typedAhead) = try prepare(descriptor, modes)
      return TerminalDevice(
        descriptor: descriptor, owned: true, pipe: pipe, modes: modes, typedAhead: typedAhead)
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  /// Uses a terminal that is already open, and does not close it.
  package init(descriptor: Int32, modes: TerminalModes = .standard) throws(TerminalError) {
    let (pipe, typedAhead) = try Self.prepare(descriptor, modes)
    self.init(
      descriptor: descriptor, owned: false, pipe: pipe, modes: modes, typedAhead: typedAhead)
  }

  private init(
    descriptor: Int32, owned: Bool, pipe: Int32, modes: TerminalModes, typedAhead: Int
  ) {
    self.descriptor = descriptor
    ownsDescriptor = owned
    self.pipe = pipe
    self.modes = modes
    self.typedAhead = typedAhead
  }

  deinit {
    cterminal_release()
    cterminal_ignore_signals()
    if ownsDescriptor { _ = close(descriptor) }
  }

  /// Sets raw mode and installs the signal handlers; returns the descriptor of the wake-up pipe and
  /// the number of bytes that were typed earlier.
  private static func prepare(
    _ descriptor: Int32, _ modes: TerminalModes
  ) throws(TerminalError) -> (pipe: Int32, typedAhead: Int) {
    let pipe = cterminal_pipe()
    guard pipe >= 0 else { throw TerminalError(code: .pipe, systemError: errno) }
    let leave = modes.leaveBytes
    guard cterminal_hold(descriptor, leave, leave.count) == 0 else {
      throw errno == EBUSY
        ? TerminalError(code: .inUse, systemError: 0)
        : TerminalError(code: .notATerminal, systemError: errno)
    }
    cterminal_catch_signals()
    do throws(TerminalError) {
      return (pipe, try enter(descriptor, modes.enterBytes))
    } catch {
      cterminal_release()
      cterminal_ignore_signals()
      throw error
    }
  }

  private static func openControllingTerminal() -> Int32 {
    #if canImport(Darwin)
      // Darwin cannot poll /dev/tty, so the terminal is opened by its own name.
      for standard in [STDERR_FILENO, STDIN_FILENO, STDOUT_FILENO] where isatty(standard) == 1 {
        if let name = ttyname(standard) { return Darwin.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) }
      }
    #endif
    let path = "/dev/tty"
    #if canImport(Glibc)
      return Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #elseif canImport(Musl)
      return Musl.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #else
      return Darwin.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #endif
  }

  /// Sets raw mode, writes the bytes that set the modes, and returns the number of bytes that were
  /// typed earlier, if the terminal turned each Enter into a line feed.
  private static func enter(_ descriptor: Int32, _ bytes: [UInt8]) throws(TerminalError) -> Int {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else {
      throw TerminalError(code: .settings, systemError: errno)
    }
    let changesEnter = settings.c_iflag & tcflag_t(ICRNL) != 0
    cfmakeraw(&settings)
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
      throw TerminalError(code: .settings, systemError: errno)
    }
    let typedAhead = changesEnter ? Int(cterminal_waiting(descriptor)) : 0
    try write(bytes, to: descriptor)
    return typedAhead
  }

  /// The columns and rows of the terminal.
  package var size: (columns: Int, rows: Int) { Self.size(of: descriptor) }

  /// The columns and rows that are assumed if the size is unknown.
  private static let usualSize = (columns: 80, rows: 24)

  /// The columns and rows of a terminal.
  package static func size(of descriptor: Int32) -> (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return usualSize }
    return (
      size.ws_col > 0 ? Int(size.ws_col) : usualSize.columns,
      size.ws_row > 0 ? Int(size.ws_row) : usualSize.rows
    )
  }

  /// A handle with which other tasks can end a wait.
  package var waker: TerminalWaker { TerminalWaker() }

  /// Whether keys that were typed before the device was opened have not been read.
  package var hasTypedAhead: Bool { typedAhead > 0 }

  /// Leaves unread keys for the next reader of the terminal, such as a shell.
  ///
  /// Call this only if the terminal sends nothing but keys; a late reply to a query, for example,
  /// would also be left for the next reader.
  package mutating func keepInput() {
    cterminal_keep_input()
  }

  /// Restores the terminal before the value is destroyed, which would also restore it.
  package mutating func restore() {
    isRaw = false
    cterminal_restore()
  }

  /// Stops the process, as ^Z does in a shell, and sets raw mode again when the process continues.
  ///
  /// Read ``size`` and paint the whole screen afterwards.
  package mutating func suspend() throws(TerminalError) {
    cterminal_restore()
    cterminal_stop()
    cterminal_rearm()
    isRaw = true
    typedAhead = try Self.enter(descriptor, modes.enterBytes)
  }

  /// Sets raw mode again after the process was stopped from outside.
  ///
  /// Call it when ``TerminalSignals/resumed`` arrives without a preceding ``suspend()``. Paint the
  /// whole screen afterwards.
  package mutating func resume() throws(TerminalError) {
    guard isRaw else { return }
    cterminal_rearm()
    // The modes are left first, because the terminal keeps some of them on a stack, which would
    // grow.
    typedAhead = try Self.enter(descriptor, modes.leaveBytes + modes.enterBytes)
  }
}

extension TerminalDevice {
  private static let readSize = 64 * 1024

  /// Writes all bytes, and waits if the terminal is slow.
  ///
  /// - Throws: ``TerminalError`` with the code `write` if the terminal was closed.
  package func write(_ bytes: [UInt8]) throws(TerminalError) {
    try Self.write(bytes, to: descriptor)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(TerminalError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        posixWrite(buffer[done...], to: descriptor)
      }
      if count > 0 {
        done += count
      } else if count < 0 && errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if !(count < 0 && errno == EINTR) {
        throw TerminalError(code: .write, systemError: errno)
      }
    }
  }

  private static func posixWrite(
    _ bytes: Slice<UnsafeRawBufferPointer>, to descriptor: Int32
  ) -> Int {
    let part = UnsafeRawBufferPointer(rebasing: bytes)
    #if canImport(Glibc)
      return Glibc.write(descriptor, part.baseAddress, part.count)
    #elseif canImport(Musl)
      return Musl.write(descriptor, part.baseAddress, part.count)
    #else
      return Darwin.write(descriptor, part.baseAddress, part.count)
    #endif
  }

  /// Waits for bytes, signals or a wake-up, and returns everything that has arrived.
  ///
  /// Without a timeout it blocks until something arrives. A closed terminal (end of file, EIO,
  /// hang-up) is not an error, but sets ``TerminalInput/isHungUp``. An Enter that was typed before
  /// the device was opened arrives in the same way as one that is typed later.
  package mutating func nextInput(
    timeoutMilliseconds: Int? = nil
  ) throws(TerminalError) -> TerminalInput {
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
    ]
    let timeout = Int32(clamping: timeoutMilliseconds.map { max(0, $0) } ?? -1)
    let ready = poll(&entries, 2, timeout)
    guard ready >= 0 || errno == EINTR else {
      throw TerminalError(code: .read, systemError: errno)
    }
    var input = TerminalInput()
    let happened = cterminal_take()
    input.isWoken = happened & 1 == 1
    input.signals = TerminalSignals(happened: happened)
    if ready > 0 && entries[0].revents != 0 { try readAvailable(into: &input) }
    return input
  }

  private mutating func readAvailable(into input: inout TerminalInput) throws(TerminalError) {
    var count = 0
    input.bytes = [UInt8](unsafeUninitializedCapacity: Self.readSize) { buffer, filled in
      count = read(descriptor, buffer.baseAddress, Self.readSize)
      filled = max(0, count)
    }
    if count > 0 {
      for index in 0..<min(count, typedAhead) where input.bytes[index] == 0x0A {
        input.bytes[index] = 0x0D
      }
      typedAhead = max(0, typedAhead - count)
      return
    }
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
    guard count == 0 || [EIO, ENXIO, EBADF].contains(errno) else {
      throw TerminalError(code: .read, systemError: errno)
    }
    input.isHungUp = true
  }
}

/// Why a terminal could not be used: which call failed, and the system's error number.
package struct TerminalError: Error, Hashable, Sendable {
  /// The failed operation.
  package enum Code: Hashable, Sendable {
    /// There is no controlling terminal: the program runs in a pipe, a job or a container.
    case noTerminal
    /// The descriptor is not a terminal.
    case notATerminal
    /// Another ``TerminalDevice`` of this process holds the terminal.
    case inUse
    case settings
    case pipe
    case read
    case write
  }

  package let code: Code
  /// `errno`, or 0 if no system call failed.
  package let systemError: Int32
}

extension TerminalError: MessageError, CustomStringConvertible {
  package var description: String { line.text() }

  /// The error as one sentence, with a remedy if there is one.
  package var line: Message {
    let what: Message =
      switch code {
      case .noTerminal: .noTerminal
      case .notATerminal: "The descriptor is not a terminal."
      case .inUse: "This program already uses the terminal."
      case .settings: "The settings of the terminal cannot be changed."
      case .pipe: "The pipe for signals cannot be created."
      case .read: "The terminal cannot be read."
      case .write: "The terminal cannot be written to."
      }
    return systemError == 0
      ? what : .sentences([what, "System error \(Int(systemError))."])
  }
}

extension Message {
  /// The message that there is no terminal for a form.
  static var noTerminal: Message {
    "There is no terminal to show a form on. Run the program in a terminal."
  }
}
