/// Random numbers that depend only on the seed and are the same on every machine: SplitMix64.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence of numbers for a seed.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// An integer from 0 to a bound; the slight bias does not matter for times.
  mutating func next(through bound: Int) -> Int {
    bound == 0 ? 0 : Int(next() % (UInt64(bound) + 1))
  }
}
