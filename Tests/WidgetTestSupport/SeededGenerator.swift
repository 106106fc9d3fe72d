/// A random number generator whose numbers depend only on its seed: SplitMix64.
///
/// Two generators with the same seed give the same numbers on every platform, so that a failing
/// case can be reproduced from the seed that the test printed.
public struct SeededGenerator: RandomNumberGenerator, Sendable, CustomStringConvertible {
  /// The seed.
  public let seed: UInt64

  private var state: UInt64

  /// Makes a generator; every seed is suitable.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The seed as text, for the message of a failing test.
  public var description: String { "seed \(seed)" }
}
