/// What a JSON text may cost before it is refused.
public struct JSONLimits: Sendable, Hashable {
  /// The largest text that is read, in bytes: 0 to 2,147,483,646, 64 MiB unless told.
  public let maximumBytes: Int

  /// The most arrays and objects that may be open at once: 0 to 1,000, 64 unless told.
  ///
  /// `[]` is one level deep, `1` is none.
  public let maximumDepth: Int

  /// Limits for a file that a person may have written: 64 MiB and 64 levels.
  public static let standard = JSONLimits()

  /// The depth that no limits exceed.
  ///
  /// json-c and Swift both release a tree by recursion, so that depth is stack.
  static let deepest = 1_000

  /// Makes limits; a number out of its range is brought to the nearest one in it.
  public init(maximumBytes: Int = 64 << 20, maximumDepth: Int = 64) {
    // json-c takes the length as a 32-bit number.
    self.maximumBytes = min(max(maximumBytes, 0), Int(Int32.max) - 1)
    self.maximumDepth = min(max(maximumDepth, 0), Self.deepest)
  }
}

/// What is done with a key that occurs twice in one object.
public enum JSONDuplicateKeys: Sendable, Hashable {
  /// The text is refused, by the rule `duplicateKey`.
  case refused
  /// The last value counts and stands at the place of the first, as RFC 8259 §4 allows.
  case lastWins
}
