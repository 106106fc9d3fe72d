import Testing
import WidgetTestSupport

/// Random bytes for the decoder and the form, with random sizes and provider responses.
///
/// By default, a few thousand bytes are used; ``PropertySeeds/fuzzSeconds`` sets a duration.
@Suite("Random bytes")
struct FormFuzzTests {
  static let seeds = Array(PropertySeeds("random bytes into the form", count: 2))

  @Test("no input breaks the form", arguments: seeds)
  func nothingBreaksTheForm(seed: UInt64) {
    var run = RandomFormInput(seed: seed)
    let end = PropertySeeds.fuzzSeconds.map { ContinuousClock.now + .seconds($0) }
    repeat {
      run.run(bytes: 3_000)
    } while run.faults.isEmpty && (end.map { ContinuousClock.now < $0 } ?? false)
    print("random bytes into the form: \(run.bytes) bytes, \(run.frames) frames, seed \(seed)")
    #expect(run.faults.isEmpty, "seed \(seed): \(run.faults)")
    #expect(run.frames > 10)
  }
}
