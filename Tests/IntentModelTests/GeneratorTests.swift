import IntentModel
import Testing
import WidgetTestSupport

/// The random definitions and values that the property tests use.
@Suite struct GeneratorTests {
  @Test("SplitMix64 gives the numbers of its reference implementation")
  func splitMix() {
    var random = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
    #expect(random.description == "seed 1234567")
  }

  @Test("A few hundred random definitions contain every type, relation and depth of chain")
  func coverage() {
    var names: Set<String> = []
    var relations: Set<ParameterRelation> = []
    var depth = 0
    var seeds = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      var random = SeededGenerator(seed: seeds.next())
      let schema = random.schema()
      names.formUnion(schema.intent.parameters.map(\.type.valueKind))
      relations.formUnion(schema.intent.parameters.compactMap { $0.relationship?.relation })
      #expect(schema.loops == [])
      depth = max(depth, schema.parents.indices.map { Self.depth($0, schema) }.max() ?? 0)
    }
    #expect(names == Set(TypeMatrixTests.kinds.map(\.words)))
    #expect(relations == Set(ParameterRelation.allCases))
    #expect(depth >= 3)
  }

  private static func depth(_ position: Int, _ schema: IntentSchema) -> Int {
    schema.parents[position].map { 1 + depth($0, schema) } ?? 0
  }
}
