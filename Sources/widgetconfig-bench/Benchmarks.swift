/// What is asked of a run: `--seed`, `--count`, `--repeat` and `--no-peers`.
struct BenchmarkOptions: Sendable {
  struct Problem: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
  }

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
        return .failure(Problem(text: "There is no option “\(argument)”."))
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
