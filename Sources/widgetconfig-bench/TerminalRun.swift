import Foundation

/// A program on a pseudo-terminal of its own, timed from outside.
final class TerminalRun {
  private let main: Int32
  let process: pid_t
  private let started: ContinuousClock.Instant

  /// Every byte that has come.
  private(set) var output: [UInt8] = []

  /// Starts a program on a terminal of 80 columns and 24 rows; nil when it cannot be started.
  init?(_ command: [String], environment: [String: String]) {
    var (main, terminal) = (Int32(-1), Int32(-1))
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&main, &terminal, nil, nil, &size) == 0, let name = ttyname(terminal) else {
      return nil
    }
    for descriptor in [main, terminal] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes its controlling terminal.
    for descriptor in 0..<Int32(3) {
      posix_spawn_file_actions_addopen(&actions, descriptor, name, O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    #if canImport(Darwin)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSID))
    #else
      posix_spawnattr_setflags(&attributes, 0x80)  // POSIX_SPAWN_SETSID, which Glibc hides
    #endif
    let words = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process = pid_t()
    started = .now
    let code = posix_spawn(&process, command[0], &actions, &attributes, words, variables)
    _ = close(terminal)
    guard code == 0 else {
      _ = close(main)
      return nil
    }
    (self.main, self.process) = (main, process)
  }

  deinit {
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    _ = close(main)
  }

  /// What came: its size, and when the last byte of it came, in seconds after the beginning.
  struct Answer {
    var bytes = 0
    var first = 0.0
    var last = 0.0
  }

  /// Everything until nothing has come for some milliseconds.
  func answer(
    since start: ContinuousClock.Instant, quietAfter milliseconds: Int32, patience: Int32 = 3_000
  ) -> Answer {
    var answer = Answer()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var entry = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, answer.bytes == 0 ? patience : milliseconds) > 0 else { return answer }
      let count = read(main, &buffer, buffer.count)
      guard count > 0 else { return answer }
      answer.last = Self.seconds(.now - start)
      if answer.bytes == 0 { answer.first = answer.last }
      answer.bytes += count
      output += buffer[..<count]
    }
  }

  /// Takes what has come already.
  func drain() { _ = answer(since: .now, quietAfter: 0, patience: 0) }

  /// Whether a text has been drawn in one piece.
  func shows(_ text: String) -> Bool { output.firstRange(of: Array(text.utf8)) != nil }

  /// The first frame: everything up to a pause of 40 ms.
  func firstFrame() -> Answer { answer(since: started, quietAfter: 40) }

  /// Types, and gives what comes of it.
  func press(_ keys: String, quietAfter milliseconds: Int32 = 4) -> Answer {
    let bytes = Array(keys.utf8)
    let start = ContinuousClock.now
    _ = bytes.withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
    return answer(since: start, quietAfter: milliseconds, patience: 200)
  }

  /// The most memory that was resident at once, in megabytes; nil where the system does not say.
  var peakMegabytes: Double? {
    number(in: "/proc/\(process)/status", after: "VmHWM:").map { $0 / 1_024 }
  }

  /// The processor time so far, in ticks of the system.
  var ticks: Double {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return 0
    }
    let fields = text.split(separator: " ")
    return fields.count > 14 ? (Double(fields[13]) ?? 0) + (Double(fields[14]) ?? 0) : 0
  }

  private func number(in path: String, after label: String) -> Double? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(label) })
    else { return nil }
    return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
  }

  static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }
}
