import Foundation
import IntentFormats

/// The floor and our work in turns within one process, a thousand documents each.
///
/// Then both find the heap in the same state. A process that only parses with json-c has all its
/// memory in one piece between two documents and pays for cutting and joining it; the objects that
/// stay in a process that does more keep the allocator from that, and the floor falls as well.
enum ValidateInTurns {
  /// Times the floor: validate, validate and write, and the floor in an arena.
  static func ratios(
    _ bytes: [UInt8]
  ) -> (validate: Double, write: Double, arenaFloor: Double) {
    let parser = FloorParser()
    let arenaParser = FloorParser(usesArena: true)
    var checker = IntentPlanReader(schemas: [SampleDocuments.schema], defaultFamily: nil)
    var writer = IntentPlanReader(schemas: [SampleDocuments.schema], defaultFamily: nil)
    writer.isWriting = true
    var floor = 0.0
    var arenaFloor = 0.0
    var validate = 0.0
    var write = 0.0
    bytes.withUnsafeBufferPointer { text in
      for block in blocks(of: text, lines: 1_000) {
        floor += ProcessClock.measure {
          ValidateBenchmark.forEachLine(block) { parser.parse($0) }
        }
        arenaFloor += ProcessClock.measure {
          ValidateBenchmark.forEachLine(block) { arenaParser.parse($0) }
        }
        validate += ProcessClock.measure { _ = ValidatePart.check(block, with: &checker) }
        write += ProcessClock.measure { _ = ValidatePart.check(block, with: &writer) }
      }
    }
    return (validate / floor, write / floor, arenaFloor / floor)
  }

  private static func blocks(
    of text: UnsafeBufferPointer<UInt8>, lines: Int
  ) -> [UnsafeBufferPointer<UInt8>] {
    var blocks: [UnsafeBufferPointer<UInt8>] = []
    var start = 0
    var end = 0
    var count = 0
    ValidateBenchmark.forEachLine(text) { line in
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
