import Foundation

/// The form in a pseudo-terminal, beside other programs that ask questions.
///
/// `--count` is the number of keys, `--repeat` the number of starts. The program measured is
/// `widgetconfig` beside this one, or the one that `WIDGETCONFIG_PROGRAM` names.
enum FormBenchmark {
  static func run(_ options: BenchmarkOptions) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-bench-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = ProcessInfo.processInfo.environment["WIDGETCONFIG_PROGRAM"] ?? ownFolder
    let environment = [
      "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color",
      "WIDGETCONFIG_STORE": folder.appending(path: "store.sqlite").path,
      "WIDGETCONFIG_INTENTS": FileManager.default.currentDirectoryPath + "/Intents",
    ]
    print("| program | first frame ms | key ms, p99 | bytes a move | 100 keys ms | idle | MB |")
    print("|---|---|---|---|---|---|---|")
    measure("widgetconfig edit UpNext", [program, "edit", "UpNext"], environment, options)
    for peer in options.withPeers ? peers : [] {
      measure(peer.name, peer.command, environment, options)
    }
    version(program, environment, options)
  }

  private static var ownFolder: String {
    let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return own.deletingLastPathComponent().appending(path: "widgetconfig").path
  }

  /// The others, where they are installed, each with a list of ten lines.
  private static var peers: [(name: String, command: [String])] {
    let items = (1...10).flatMap { ["item\($0)", "line\($0)"] }
    let all = [
      ("dialog --menu", ["/usr/bin/dialog", "--menu", "Choose", "20", "60", "10"] + items),
      ("whiptail --menu", ["/usr/bin/whiptail", "--menu", "Choose", "20", "60", "10"] + items),
      ("fzf", ["/bin/sh", "-c", "seq 10 | exec /usr/bin/fzf"]),
    ]
    return all.filter { name, command in
      access(name == "fzf" ? "/usr/bin/fzf" : command[0], X_OK) == 0
    }
  }

  private static func measure(
    _ name: String, _ command: [String], _ environment: [String: String],
    _ options: BenchmarkOptions
  ) {
    var starts: [Double] = []
    for _ in 0..<max(5, options.rounds) {
      guard let run = TerminalRun(command, environment: environment) else {
        print("| \(name) | cannot be started: \(command[0]) | | | | | |")
        return
      }
      starts.append(run.firstFrame().last * 1_000)
    }
    guard let run = TerminalRun(command, environment: environment) else { return }
    _ = run.firstFrame()
    var times: [Double] = []
    var bytes: [Double] = []
    for index in 0..<(options.count ?? 400) {
      let answer = run.press(index / 6 % 2 == 0 ? "\u{1B}[B" : "\u{1B}[A")
      times.append(answer.last * 1_000)
      bytes.append(Double(answer.bytes))
    }
    let queued = run.press(String(repeating: "\u{1B}[B", count: 100), quietAfter: 60)
    let ticks = run.ticks
    let idle = run.answer(since: .now, quietAfter: 1_000, patience: 1_000)
    let figures = [
      text(ProcessClock.median(starts)),
      text(ProcessClock.median(times)) + ", " + text(percentile(times, 0.99)),
      text(ProcessClock.median(bytes), digits: 0),
      text(queued.last * 1_000) + " (\(queued.bytes) B)",
      "\(idle.bytes) B, \(text(run.ticks - ticks, digits: 0)) ticks",
      run.peakMegabytes.map { text($0) } ?? "?",
    ]
    print("| \(name) | " + figures.joined(separator: " | ") + " |")
  }

  /// How long `--version` takes, from the start to the end of the process.
  private static func version(
    _ program: String, _ environment: [String: String], _ options: BenchmarkOptions
  ) {
    var times: [Double] = []
    for _ in 0..<max(10, options.rounds) {
      let start = ContinuousClock.now
      let process = TerminalRun([program, "--version"], environment: environment)
      _ = process?.answer(since: start, quietAfter: 1_000)
      times.append((process == nil ? .nan : TerminalRun.seconds(.now - start)) * 1_000)
    }
    print("widgetconfig --version: \(text(ProcessClock.median(times))) ms")
  }

  private static func percentile(_ figures: [Double], _ part: Double) -> Double {
    let sorted = figures.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  private static func text(_ number: Double, digits: Int = 2) -> String {
    String(format: "%.\(digits)f", number)
  }
}
