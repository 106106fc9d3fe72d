import CJSONC
import Foundation
import IntentFormats
import IntentModel
import JSONC

enum ValidateBenchmark {
  @Sendable static func run(_ options: BenchmarkOptions) {
    var documents = SampleDocuments(seed: options.seed)
    let count = options.count ?? 200_000
    let bytes = documents.lines(count)
    print("\(count) documents, \(bytes.count) bytes, \(bytes.count / count) each")
    bytes.withUnsafeBufferPointer { all in
    for _ in 0..<options.rounds {
      let floor = ProcessClock.measure { parseOnly(all) }
      var reader = JSONScanner(limits: .standard)
      let scan = ProcessClock.measure { forEachLine(all) { _ = try? reader.scan($0) } }
      var plan = IntentPlanReader(schemas: [SampleDocuments.schema], defaultFamily: nil)
      var ok = 0
      var loader = JSONShapeReader(JSONShape(), slots: 4, limits: .standard)
      let load = ProcessClock.measure { forEachLine(all) { _ = loader.load($0) } }
      let load2 = ProcessClock.measure { forEachLine(all) { _ = loader.load($0); loader.unload() } }
      var loader3 = JSONShapeReader(JSONShape(), slots: 4, limits: JSONLimits(maximumDepth: 30))
      let load3 = ProcessClock.measure { forEachLine(all) { _ = loader3.load($0); loader3.unload() } }
      let floor2 = ProcessClock.measure { parseOnly(all) }
      print("load", load / floor, load2 / floor, load3 / floor, floor2 / floor)
      let validate = ProcessClock.measure { forEachLine(all) { if plan.accepts($0) { ok += 1 } } }
      plan.isWriting = true
      var written = 0
      let write = ProcessClock.measure { forEachLine(all) { if plan.accepts($0) { written += 1 }; if written % 256 == 0 { _ = plan.takeOutput() } } }
      print(floor, scan / floor, validate / floor, write / floor, ok, written)
    }
    }
  }

  static func parseOnly(_ all: UnsafeBufferPointer<UInt8>) {
    let tokener = json_tokener_new()
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT)
    forEachLine(all) { line in
      json_tokener_reset(tokener)
      let object = line.withMemoryRebound(to: CChar.self) {
        json_tokener_parse_ex(tokener, $0.baseAddress, Int32($0.count))
      }
      json_object_put(object)
    }
    json_tokener_free(tokener)
  }

  static func forEachLine(_ all: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard let base = all.baseAddress else { return }
    var start = 0
    while start < all.count, let found = memchr(base + start, 10, all.count - start) {
      let end = base.distance(to: found.assumingMemoryBound(to: UInt8.self))
      body(UnsafeBufferPointer(start: base + start, count: end - start))
      start = end + 1
    }
  }
}
