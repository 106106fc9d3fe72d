public import IntentModel

/// The cases for a property of definitions and drafts: random definitions, each with several
/// drafts.
///
/// Making a definition takes longer than making a draft, and properties are about drafts, so
/// several successive cases share a definition. The environment overrides the number of cases and
/// the seed, as in ``PropertySeeds``. To run the cases of one definition again, set the seed to the
/// failing one, and the number of cases to the number of its drafts.
public struct PropertyCases: Sequence, Sendable {
  /// A case.
  public struct Case: Sendable {
    /// The definition.
    public let schema: IntentSchema

    /// The source of randomness for the case, after its definition was made.
    public var random: SeededGenerator

    /// The seed of the definition and the number of the draft, for messages.
    public let name: String
  }

  private let seeds: PropertySeeds
  private let drafts: Int
  private let maximumParameters: Int

  /// The number of cases.
  public var count: Int { seeds.count }

  /// Makes the cases for a property, and prints the first seed.
  ///
  /// - Parameters:
  ///   - name: The property, in a few words.
  ///   - count: The number of cases, unless the environment specifies one.
  ///   - drafts: The number of successive cases that share a definition.
  ///   - maximumParameters: The maximum number of parameters of a definition.
  public init(
    _ name: String, count: Int, drafts: Int = 25, maximumParameters: Int = 6
  ) {
    seeds = PropertySeeds(name, count: count)
    self.drafts = drafts
    self.maximumParameters = maximumParameters
  }

  /// The cases in order.
  public func makeIterator() -> AnyIterator<Case> {
    var definitions = SeededGenerator(seed: seeds.first)
    var seed = seeds.first
    var made: IntentSchema?
    var draft = 0
    var rest = count
    let (drafts, maximumParameters) = (drafts, maximumParameters)
    return AnyIterator {
      guard rest > 0 else { return nil }
      rest -= 1
      if draft == drafts {
        seed = definitions.next()
        (made, draft) = (nil, 0)
      }
      var source = SeededGenerator(seed: seed)
      let schema = made ?? source.schema(maximumParameters: maximumParameters)
      made = schema
      defer { draft += 1 }
      let random = SeededGenerator(seed: seed &+ 1 &+ UInt64(draft))
      return Case(schema: schema, random: random, name: "seed \(seed), draft \(draft)")
    }
  }
}
