import Foundation

/// The program that measures: runs the benchmarks that are named, or all of them.
@main
enum Benchmarks {
  /// Every benchmark by its name; each is one file.
  static let all: [(name: String, run: @Sendable (BenchmarkOptions) -> Void)] = [
    ("form", FormBenchmark.run)
  ]

  /// Those that take arguments of their own, as the first word of a run.
  static let own: [String: @Sendable ([String]) throws -> Void] = [
    "definitions": DefinitionsBenchmark.run
  ]

  static func main() throws {
    if let name = CommandLine.arguments.dropFirst().first, let benchmark = own[name] {
      return try benchmark(Array(CommandLine.arguments.dropFirst(2)))
    }
    let options: BenchmarkOptions
    switch BenchmarkOptions.parse(CommandLine.arguments.dropFirst()) {
    case .success(let parsed): options = parsed
    case .failure(let problem):
      print(problem.text)
      exit(2)
    }
    for benchmark in all where options.names.isEmpty || options.names.contains(benchmark.name) {
      benchmark.run(options)
    }
  }
}

/// What is asked of a run: names of benchmarks, and `--seed`, `--count` and `--repeat`.
struct BenchmarkOptions: Sendable {
  struct Problem: Error {
    var text: String
  }

  var names: [String] = []
  var seed: UInt64 = 20_200_625
  /// How many documents, rows or keys; nil for the number of each benchmark.
  var count: Int?
  var rounds = 5
  /// Whether other programs are measured beside ours.
  var withPeers = true

  static func parse(_ arguments: some Sequence<String>) -> Result<BenchmarkOptions, Problem> {
    var options = BenchmarkOptions()
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--no-peers": options.withPeers = false
      case "--seed", "--count", "--repeat":
        guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else {
          return .failure(Problem(text: "\(argument) takes a whole number above 0."))
        }
        options.set(argument, number)
      default:
        guard Benchmarks.all.contains(where: { $0.name == argument }) else {
          let names = Benchmarks.all.map(\.name).joined(separator: ", ")
          return .failure(
            Problem(text: "There is no benchmark “\(argument)”. There are: \(names)."))
        }
        options.names.append(argument)
      }
    }
    return .success(options)
  }

  private mutating func set(_ option: String, _ number: Int) {
    switch option {
    case "--seed": seed = UInt64(number)
    case "--count": count = number
    default: rounds = number
    }
  }
}
