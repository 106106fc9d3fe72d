import Foundation
import IntentFormats

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
    let ours = Stopwatch.best(of: runs) { _ = FileCheck.run(paths: files) }
    BenchmarkLine(name: "read and check", floor: "", figure: milliseconds(ours), ratio: nil).print()
    if let python = try python(files) {
      BenchmarkLine(
        name: "plistlib reads", floor: "", figure: milliseconds(python), ratio: nil
      ).print()
      let ratio = python / ours
      BenchmarkLine(
        name: "read and check, times plistlib's speed", floor: "5.00",
        figure: String(format: "%.2f", ratio), ratio: ratio / 5
      ).print()
    } else {
      print("plistlib: there is no python3 here, so there is no ratio")
    }
    let user = Stopwatch.userTime(of: 40) { _ = try? IntentDefinitionReader.read(path: largest.1) }
    BenchmarkLine(
      name: "read \(largest.0) bytes, user time", floor: "15.0 ms", figure: milliseconds(user),
      ratio: 0.015 / user
    ).print()
  }

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
    for run in range(\(runs)):
        start = time.perf_counter()
        for path in paths:
            with open(path, "rb") as file:
                plistlib.load(file)
        best = min(best, time.perf_counter() - start)
    print(best)
    """

  /// The seconds Python takes, without its start; nil where there is no Python.
  private static func python(_ files: [String]) throws -> Double? {
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
    let text = String(decoding: answer, as: UTF8.self)
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}

/// Why a benchmark can't be run.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
