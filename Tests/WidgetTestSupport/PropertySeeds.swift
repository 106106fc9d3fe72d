#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The seeds of a property test, one for each case.
///
/// The test specifies the number of cases; the environment variable `WIDGETCONFIG_PROPERTY_CASES`
/// overrides it, and `WIDGETCONFIG_PROPERTY_SEED` overrides the seed of the run. To run a failing
/// case again, set the seed to the one that was printed for the case, and the number of cases to 1.
///
///     for seed in PropertySeeds("hide then show", count: 500) {
///       var random = SeededGenerator(seed: seed)
///       ...
///       #expect(before == after, "seed \(seed)")
///     }
public struct PropertySeeds: Sequence, Sendable {
  /// The name of the property, which is printed with the seed.
  public let name: String

  /// The number of cases.
  public let count: Int

  /// The seed of the first case; the other seeds follow from it.
  public let first: UInt64

  /// Makes the seeds for a property, and prints the first one.
  ///
  /// - Parameters:
  ///   - name: The property, in a few words.
  ///   - count: The number of cases, unless the environment specifies one.
  ///   - seed: The first seed, unless the environment specifies one.
  public init(_ name: String, count: Int, seed: UInt64 = 20_200_625) {
    self.name = name
    self.count = Self.number("WIDGETCONFIG_PROPERTY_CASES").map { Int(clamping: $0) } ?? count
    first = Self.number("WIDGETCONFIG_PROPERTY_SEED") ?? seed
    print("property \(name): seed \(first), \(self.count) cases")
  }

  /// The seeds in order.
  public func makeIterator() -> Prefix.Iterator {
    var source = SeededGenerator(seed: first)
    var seeds = [first]
    for _ in 1..<Swift.max(1, count) { seeds.append(source.next()) }
    return seeds.prefix(count).makeIterator()
  }

  /// How long a test reads random input, in seconds; nil for the test's own number of rounds.
  public static let fuzzSeconds =
    ProcessInfo.processInfo.environment["WIDGETCONFIG_FUZZ_SECONDS"].flatMap { Double($0) }

  /// The type in which the seeds are stored.
  public typealias Prefix = ArraySlice<UInt64>

  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
  }
}
