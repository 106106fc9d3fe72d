import JSONC
import Testing

/// The rule by which a text is refused, or nothing if it is accepted.
func verdict(
  _ text: String, limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
) -> JSONSyntaxError.Rule? {
  verdict(Array(text.utf8), limits: limits, duplicateKeys: duplicateKeys)
}

/// The rule by which bytes are refused, or nothing if they are accepted.
func verdict(
  _ bytes: [UInt8], limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
) -> JSONSyntaxError.Rule? {
  failure(bytes, limits: limits, duplicateKeys: duplicateKeys)?.rule
}

/// The error for bytes, or nothing if they are accepted.
func failure(
  _ bytes: [UInt8], limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
) -> JSONSyntaxError? {
  do throws(JSONSyntaxError) {
    _ = try JSONText.parse(bytes, limits: limits, duplicateKeys: duplicateKeys)
    return nil
  } catch {
    return error
  }
}

/// A generator whose numbers follow from its seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Runs the body with a generator and says its seed if anything in the body fails.
func withSeed(_ seed: UInt64, _ body: (inout SeededGenerator) throws -> Void) throws {
  var generator = SeededGenerator(seed: seed)
  do {
    try body(&generator)
  } catch {
    Issue.record("seed \(seed): \(error)")
    throw error
  }
}

extension String {
  /// The text between brackets of the given number of arrays.
  static func nested(_ depth: Int, around inner: String = "") -> String {
    String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
  }
}

/// The text of the scalars, also of those that no literal may contain.
func text(_ scalars: UInt32...) -> String {
  scalars.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1) ?? "?") }
}
