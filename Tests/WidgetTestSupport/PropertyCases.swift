public import IntentModel

/// The cases of a property of definitions and drafts: random definitions, each with some drafts.
///
/// A definition takes longer to make than a draft, and a draft is what a law is about, so some cases
/// in a row share a definition. The count and the seed follow the environment as ``PropertySeeds``
/// says, the count being that of the cases. To run one definition's cases again, set the seed to
/// the one that failed and the count to the number of its drafts.
public struct PropertyCases: Sequence, Sendable {
  /// One case.
  public struct Case: Sendable {
    /// The definition.
    public let schema: IntentSchema

    /// Where the randomness of the case comes from, after that of its definition.
    public var random: SeededGenerator

    /// The seed of the definition and the number of the draft, for messages.
    public let name: String
  }

  private let seeds: PropertySeeds
  private let drafts: Int
  private let maximumParameters: Int

  /// How many cases there are.
  public var count: Int { seeds.count }

  /// Makes the cases of a property and prints its first seed.
  ///
  /// - Parameters:
  ///   - name: What the property says, in a few words.
  ///   - count: How many cases to run where the environment says nothing.
  ///   - drafts: How many cases in a row share a definition.
  ///   - maximumParameters: The most parameters of a definition.
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
