import Foundation

/// The form in a pseudo-terminal of 80 columns and 24 rows, beside other programs that ask questions.
///
/// `--count` is the number of keys, `--repeat` the number of starts. The program measured is
/// `widgetconfig` beside this one, or the one that `WIDGETCONFIG_PROGRAM` names.
enum FormBenchmark {
  static func run(_ options: BenchmarkOptions) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = ProcessInfo.processInfo.environment["WIDGETCONFIG_PROGRAM"] ?? ownFolder
    let environment = [
      "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color",
      "WIDGETCONFIG_STORE": folder.appending(path: "store.sqlite").path,
      "WIDGETCONFIG_INTENTS": FileManager.default.currentDirectoryPath + "/Intents",
    ]
    for line in FormTable.header { print(line) }
    for (scene, goals) in try scenes(program, folder, options) {
      print(FormTable.row(goals))
      measure(scene, environment, options)
    }
    for peer in options.withPeers ? try FormScene.peers(in: folder) : [] {
      measure(peer, environment, options)
    }
    version(program, environment, options)
  }

  private static var ownFolder: String {
    let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return own.deletingLastPathComponent().appending(path: "widgetconfig").path
  }

  /// What is measured of our own program, each with its goals in the columns of the table.
  private static func scenes(
    _ program: String, _ folder: URL, _ options: BenchmarkOptions
  ) throws -> [(FormScene, [String])] {
    let list = ["", "1, 16", "80", "15, 1 frame", "0 B, 0", ""]
    return [
      (
        FormScene.upNext(program),
        ["goal", "10", "0.6, 5", "80", "15, 1 frame", "0 B, 0", "15"]
      ),
      (
        try FormScene.list(1_000, program, in: folder, seed: options.seed),
        ["goal", "", "0.6, 5"] + list[2...]
      ),
      (
        try FormScene.list(1_000_000, program, in: folder, seed: options.seed), ["goal"] + list
      ),
    ]
  }

  private static func measure(
    _ scene: FormScene, _ environment: [String: String], _ options: BenchmarkOptions
  ) {
    let starts = max(5, options.rounds)
    let figures = FormFigures(
      scene, environment: environment, starts: starts, keys: options.count ?? 400)
    guard let figures else {
      print(FormTable.row([scene.name, "cannot be measured: \(scene.command[0])"]))
      return
    }
    print(FormTable.row([scene.name] + FormTable.cells(figures)))
  }

  /// How long `--version` takes, from the start to the end of the process.
  private static func version(
    _ program: String, _ environment: [String: String], _ options: BenchmarkOptions
  ) {
    var times: [Double] = []
    for _ in 0..<max(20, options.rounds) {
      let start = ContinuousClock.now
      let process = TerminalRun([program, "--version"], environment: environment)
      _ = process?.answer(since: start, quietAfter: 1_000)
      times.append((process == nil ? .nan : TerminalRun.seconds(.now - start)) * 1_000)
    }
    print("widgetconfig --version: \(FormTable.text(ProcessClock.median(times))) ms; goal 8")
  }
}

/// The figures as a table.
enum FormTable {
  static let header = [
    "| program | first frame ms | key ms, p99 | bytes a move | 100 keys ms | idle | MB |",
    "|---|---|---|---|---|---|---|",
  ]

  static func row(_ cells: [String]) -> String {
    "| " + (cells + Array(repeating: "", count: max(0, 7 - cells.count))).joined(separator: " | ")
      + " |"
  }

  static func cells(_ figures: FormFigures) -> [String] {
    let queued = figures.queued
    return [
      text(ProcessClock.median(figures.starts)),
      text(ProcessClock.median(figures.keys)) + ", " + text(percentile(figures.keys, 0.99)),
      text(ProcessClock.median(figures.bytes), digits: 0),
      "\(text(queued.milliseconds)), \(queued.frames) of \(queued.bytes) B",
      "\(figures.idle.bytes) B, \(text(figures.idle.ticks, digits: 0)) ticks",
      figures.megabytes.map { text($0, digits: 1) } ?? "?",
    ]
  }

  static func text(_ number: Double, digits: Int = 2) -> String {
    String(format: "%.\(digits)f", number)
  }

  private static func percentile(_ figures: [Double], _ part: Double) -> Double {
    let sorted = figures.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}
