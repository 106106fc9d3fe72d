import Foundation

/// The benchmarks by name; each in a file of its own.
let benchmarks: [String: @Sendable ([String]) throws -> Void] = [
  "definitions": DefinitionsBenchmark.run,
  "timelines": TimelinesBenchmark.run,
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
