import Foundation

/// One figure of a benchmark with the floor it has to reach.
struct BenchmarkLine {
  var name: String
  /// What has to be reached, with its unit, such as `5.0 x`; empty for none.
  var floor: String
  var figure: String
  /// The figure as a multiple of what it is measured against; nil for none.
  var ratio: Double?

  /// Prints the line in columns.
  func print() {
    let ratio = ratio.map { String(format: "%.2f", $0) } ?? "-"
    let columns = [(name, 44), (floor, 14), (figure, 14), (ratio, 8)]
    let text = columns.map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined()
    Swift.print(text)
  }

  /// Prints the names of the columns.
  static func printHeader() {
    BenchmarkLine(name: "what", floor: "floor", figure: "figure", ratio: nil).print()
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
