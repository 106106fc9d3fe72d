import CJSONC
import Foundation
import IntentFormats
import IntentModel
import JSONC

/// Checks documents against a definition, and writes them back: processor time as a multiple of what
/// json-c takes to parse the same lines.
///
/// The pieces of work take turns, a thousand documents each, so that a noisy machine disturbs all of
/// them alike.
enum ValidateBenchmark {
  @Sendable static func run(_ options: BenchmarkOptions) {
    var documents = SampleDocuments(seed: options.seed)
    let count = options.count ?? 200_000
    let bytes = documents.lines(count)
    print("validate: \(count) documents, \(bytes.count / count) bytes each, seed \(options.seed)")
    bytes.withUnsafeBufferPointer { text in
      let blocks = blocks(of: text, lines: 1_000)
      for round in 1...options.rounds {
        let times = times(of: blocks)
        report("round \(round)", times, bytes: text.count)
      }
    }
    runOnCores(bytes, options)
    if options.withPeers { ValidatePeers.run(bytes, floor: floor(of: bytes)) }
    print(
      "  peak memory of this program with all documents in it: "
        + "\(ProcessClock.peakMemory() >> 20) MB")
  }

  private struct Times {
    var floor = 0.0
    var validate = 0.0
    var write = 0.0
  }

  private static func times(of blocks: [UnsafeBufferPointer<UInt8>]) -> Times {
    var times = Times()
    let parser = FloorParser()
    var checker = IntentPlanReader(schemas: [SampleDocuments.schema], defaultFamily: nil)
    var writer = IntentPlanReader(schemas: [SampleDocuments.schema], defaultFamily: nil)
    writer.isWriting = true
    for block in blocks {
      times.floor += ProcessClock.measure { forEachLine(block) { parser.parse($0) } }
      times.validate += ProcessClock.measure {
        forEachLine(block) { check($0, with: &checker, writes: false) }
      }
      times.write += ProcessClock.measure {
        forEachLine(block) { check($0, with: &writer, writes: true) }
        _ = writer.takeOutput()
      }
    }
    return times
  }

  /// What the stream does with a line: the plan, and the words for what it does not accept.
  private static func check(
    _ line: UnsafeBufferPointer<UInt8>, with reader: inout IntentPlanReader, writes: Bool
  ) {
    if reader.accepts(line) { return }
    let result = IntentJSON.readLine(
      Array(line), number: 1, schemas: [SampleDocuments.schema])
    if case .failure(let issues) = result.result { _ = issues.errors(file: "-") }
  }

  private static func report(_ name: String, _ times: Times, bytes: Int) {
    let speed = Double(bytes) / times.floor / 1e6
    print(
      "  \(name): floor \(figure(times.floor)) s (\(Int(speed)) MB/s), validate "
        + "\(figure(times.validate / times.floor)), validate and write "
        + "\(figure(times.write / times.floor)) times the floor")
  }

  static func floor(of bytes: [UInt8]) -> Double {
    let parser = FloorParser()
    return bytes.withUnsafeBufferPointer { text in
      ProcessClock.measure { forEachLine(text) { parser.parse($0) } }
    }
  }

  /// The stream on one thread and on two, by the time on the wall.
  private static func runOnCores(_ bytes: [UInt8], _ options: BenchmarkOptions) {
    for writes in [false, true] {
      var ratios: [Double] = []
      for _ in 0..<options.rounds {
        let one = ProcessClock.measureWall { stream(bytes, jobs: 1, writes: writes) }
        let two = ProcessClock.measureWall { stream(bytes, jobs: 2, writes: writes) }
        ratios.append(one / two)
      }
      let best = ratios.max() ?? 0
      print(
        "  \(writes ? "validate and write" : "validate") on two threads: median "
          + "\(figure(ProcessClock.median(ratios))), best \(figure(best)) times the throughput of one"
      )
    }
  }

  private static func stream(_ bytes: [UInt8], jobs: Int, writes: Bool) {
    let place = Position()
    let stream = IntentStream(
      schemas: [SampleDocuments.schema], file: "-", writesCanonicalForm: writes, jobs: jobs)
    try? stream.run(from: { place.take($0, of: bytes) }, into: { _ in true })
  }

  static func figure(_ number: Double) -> String { String(format: "%.3f", number) }

  static func forEachLine(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard let base = text.baseAddress else { return }
    var start = 0
    while start < text.count, let found = memchr(base + start, 10, text.count - start) {
      let end = UnsafeRawPointer(base).distance(to: found)
      body(UnsafeBufferPointer(start: base + start, count: end - start))
      start = end + 1
    }
  }

  private static func blocks(
    of text: UnsafeBufferPointer<UInt8>, lines: Int
  ) -> [UnsafeBufferPointer<UInt8>] {
    var blocks: [UnsafeBufferPointer<UInt8>] = []
    var start = 0
    var end = 0
    var count = 0
    forEachLine(text) { line in
      end += line.count + 1
      count += 1
      if count % lines == 0 || end == text.count {
        blocks.append(UnsafeBufferPointer(rebasing: text[start..<end]))
        start = end
      }
    }
    return blocks
  }
}

/// The floor: one json-c tokener that is used again and again, and nothing else.
final class FloorParser {
  private let tokener = json_tokener_new()

  init() { json_tokener_set_flags(tokener, JSON_TOKENER_STRICT) }

  deinit { json_tokener_free(tokener) }

  func parse(_ line: UnsafeBufferPointer<UInt8>) {
    json_tokener_reset(tokener)
    let object = line.withMemoryRebound(to: CChar.self) {
      json_tokener_parse_ex(tokener, $0.baseAddress, Int32($0.count))
    }
    json_object_put(object)
  }
}
