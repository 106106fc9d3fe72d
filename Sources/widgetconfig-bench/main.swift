import Foundation

/// The benchmarks by name; each in a file of its own.
let benchmarks: [String: @Sendable ([String]) throws -> Void] = [
  "form": { try FormBenchmark.run(try BenchmarkOptions.parse($0).get()) },
  "options-once": FixtureRun.run,
  "options-load": { OptionsLoadBenchmark.run(try BenchmarkOptions.parse($0).get()) },
  "search": { SearchBenchmark.run(try BenchmarkOptions.parse($0).get()) },
  "validate": { ValidateBenchmark.run(try BenchmarkOptions.parse($0).get()) },
  "validate-part": ValidatePart.run,
]

let arguments = Array(CommandLine.arguments.dropFirst())
guard let name = arguments.first, let benchmark = benchmarks[name] else {
  let names = benchmarks.keys.sorted().joined(separator: ", ")
  FileHandle.standardError.write(
    Data("Give the name of a benchmark and its arguments: \(names).\n".utf8))
  exit(2)
}
do {
  try benchmark(Array(arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
  exit(1)
}
