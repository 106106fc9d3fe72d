import Foundation
import DefinitionFormats
import WidgetFormats

/// Reading and checking a folder of definitions, against Python's `plistlib` reading the same files.
enum DefinitionsBenchmark {
  private static let runs = 7

  /// Measures the folder that is the first argument.
  static func run(_ arguments: [String]) throws {
    guard let folder = arguments.first else {
      throw BenchmarkFailure("Give a folder of definitions.")
    }
    let files = definitions(in: folder)
    let sizes = files.map { size(of: $0) }
    guard let largest = zip(sizes, files).max(by: { $0.0 < $1.0 }) else {
      throw BenchmarkFailure("There is no definition in \(folder).")
    }
    print("\(files.count) files, \(sizes.reduce(0, +)) bytes, best of \(runs) runs")
    BenchmarkLine.printHeader()
    let ours = Times(
      wall: Stopwatch.best(of: runs) { _ = FileCheck.run(paths: files) },
      user: Stopwatch.userTime(of: runs) { _ = FileCheck.run(paths: files) })
    line("read and check", figure: milliseconds(ours.wall))
    line("read and check, user time", figure: milliseconds(ours.user))
    if let python = try python(files) {
      line("plistlib reads", figure: milliseconds(python.wall))
      line("plistlib reads, user time", figure: milliseconds(python.user))
      let ratio = python.wall / ours.wall
      line("times plistlib's speed", "5.00", figure: decimal(ratio), ratio: ratio / 5)
      line("times plistlib's speed by user time", figure: decimal(python.user / ours.user))
    } else {
      print("plistlib: there is no python3 here, so there is no ratio")
    }
    let user = Stopwatch.userTime(of: 40) { _ = try? IntentDefinitionReader.read(path: largest.1) }
    line(
      "read \(largest.0) bytes, user time", "15.0 ms", figure: milliseconds(user),
      ratio: 0.015 / user)
  }

  /// The shortest time of a run by the clock, and the mean of what its threads used; in seconds.
  private struct Times {
    var wall: Double
    var user: Double
  }

  private static func line(
    _ name: String, _ floor: String = "", figure: String, ratio: Double? = nil
  ) {
    BenchmarkLine(name: name, floor: floor, figure: figure, ratio: ratio).print()
  }

  private static func decimal(_ number: Double) -> String { String(format: "%.2f", number) }

  private static func definitions(in folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(".intentdefinition") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func size(of path: String) -> Int {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
    return size?.intValue ?? 0
  }

  private static func milliseconds(_ seconds: Double) -> String {
    String(format: "%.2f ms", seconds * 1000)
  }

  private static let script = """
    import plistlib, sys, time
    best = 1e9
    paths = sys.stdin.read().split("\\n")
    used = time.process_time()
    for run in range(\(runs)):
        start = time.perf_counter()
        for path in paths:
            with open(path, "rb") as file:
                plistlib.load(file)
        best = min(best, time.perf_counter() - start)
    print(best, (time.process_time() - used) / \(runs))
    """

  /// The seconds Python takes, without its start; nil where there is no Python.
  private static func python(_ files: [String]) throws -> Times? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try? input.fileHandleForWriting.write(contentsOf: Data(files.joined(separator: "\n").utf8))
    try? input.fileHandleForWriting.close()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let numbers = String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .compactMap { Double($0) }
    return numbers.count == 2 ? Times(wall: numbers[0], user: numbers[1]) : nil
  }
}

/// Why a benchmark cannot be run.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
