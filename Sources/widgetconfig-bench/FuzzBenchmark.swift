import TerminalForm
import WidgetTestSupport

/// Random bytes into the key decoder, then into the form: `--count` bytes each, by default ten million.
enum FuzzBenchmark {
  static func run(_ options: BenchmarkOptions) throws {
    let count = options.count ?? 10_000_000
    print("seed \(options.seed)")
    let decoding = ProcessClock.measureWall { decode(count, seed: options.seed) }
    print("decoder: \(count) bytes in \(decoding) s")
    var run = RandomFormInput(seed: options.seed)
    let typing = ProcessClock.measureWall {
      while run.bytes < count, run.faults.isEmpty {
        run.run(bytes: min(100_000, count - run.bytes))
      }
    }
    print("form: \(run.bytes) bytes, \(run.frames) frames in \(typing) s")
    guard run.faults.isEmpty else {
      throw BenchmarkOptions.Problem(text: run.faults.joined(separator: "\n"))
    }
  }

  private static func decode(_ count: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var decoder = KeyDecoder()
    var left = count
    var events = 0
    while left > 0 {
      let piece = (0..<min(left, 4_096)).map { _ in UInt8.random(in: 0...255, using: &random) }
      left -= piece.count
      events += decoder.feed(piece).count
    }
    print("decoder: \(events) events")
  }
}
