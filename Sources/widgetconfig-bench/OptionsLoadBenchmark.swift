import CJSONC
import ExternalSources
import Foundation
import IntentOptions
import Synchronization

/// Loading a large fixture: the first page, and all of it, beside parsing it with json-c alone.
enum OptionsLoadBenchmark {
  @Sendable static func run(_ options: BenchmarkOptions) {
    let count = options.count ?? 1_000_000
    let file = FileManager.default.temporaryDirectory.appending(path: "load-\(UUID().uuidString)")
      .appendingPathExtension("json")
    defer { try? FileManager.default.removeItem(at: file) }
    let texts = SampleOptions(seed: options.seed, isMixed: false).texts(count)
    let items = texts.enumerated().map { number, text in
      "{\"identifier\": \"id-\(number)\", \"display\": \"\(text)\"}"
    }
    let json = Data(("{\"items\": [\n" + items.joined(separator: ",\n") + "\n]}\n").utf8)
    guard (try? json.write(to: file)) != nil else { return }
    print("options-load: \(count) items, \(figure(Double(json.count) / 1e6)) MB of JSON")
    let provider = FixtureOptionsProvider(path: file.path, limits: SourceLimits(bytes: 1 << 30))
    report("first page of 200", options) { load(provider, limit: 200) }
    report("all", options) { load(provider, limit: nil) }
    let parsing = SearchBenchmark.middle(of: options.rounds) { parseAlone(json) }
    print("  json-c alone: \(figure(parsing * 1e3)) ms")
    print("  peak memory \(figure(Double(ProcessClock.peakMemory()) / 1e6)) MB")
  }

  private static func report(_ name: String, _ options: BenchmarkOptions, _ work: () -> Int) {
    var found = 0
    let time = SearchBenchmark.middle(of: options.rounds) { found = work() }
    print("  \(name): \(figure(time * 1e3)) ms, \(found) items")
  }

  private static func load(_ provider: FixtureOptionsProvider, limit: Int?) -> Int {
    let count = Mutex(0)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let request = OptionsRequest(parameter: "host", limit: limit)
      let answer = try? await provider.options(for: request)
      count.withLock { $0 = answer?.count ?? 0 }
      done.signal()
    }
    done.wait()
    return count.withLock { $0 }
  }

  private static func parseAlone(_ json: Data) {
    let tokener = json_tokener_new()
    defer { json_tokener_free(tokener) }
    json.withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: CChar.self)
      let value = json_tokener_parse_ex(tokener, text.baseAddress, Int32(text.count))
      json_object_put(value)
    }
  }
}
