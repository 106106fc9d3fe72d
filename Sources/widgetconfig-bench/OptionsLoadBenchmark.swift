import CJSONC
import Foundation

/// Loading a large fixture and searching it, in processes of their own: the first page, all of it
/// beside parsing it with json-c alone, and the memory.
enum OptionsLoadBenchmark {
  @Sendable static func run(_ options: BenchmarkOptions) {
    BenchmarkLine.printHeader()
    for isMixed in [false, true] {
      let texts = SampleOptions(seed: options.seed, isMixed: isMixed).texts(
        options.count ?? 1_000_000)
      for shape in [SampleFixture.Shape.texts, .objects] {
        measure(SampleFixture(texts, shape), isMixed: isMixed, options)
      }
    }
  }

  private static func measure(
    _ fixture: SampleFixture, isMixed: Bool, _ options: BenchmarkOptions
  ) {
    let file = FileManager.default.temporaryDirectory.appending(path: "load-\(UUID().uuidString)")
      .appendingPathExtension("json")
    defer { try? FileManager.default.removeItem(at: file) }
    guard (try? fixture.json.write(to: file)) != nil else { return }
    let text = Double(fixture.textBytes) / 1e6
    print(
      "\(fixture.count) \(fixture.shape.rawValue), \(isMixed ? "a fifth not ASCII" : "ASCII"),"
        + " \(figure(text)) MB of text in \(figure(Double(fixture.json.count) / 1e6)) MB of JSON,"
        + " medians of \(options.rounds):")
    let runs = (0..<options.rounds).compactMap { _ in FixtureRun.inItsOwnProcess(file.path) }
    func middle(_ figure: (FixtureRun) -> Double) -> Double {
      ProcessClock.median(runs.map(figure))
    }
    let parsing = SearchBenchmark.middle(of: options.rounds) { parseAlone(fixture.json) }
    let isWhole = fixture.count == 1_000_000
    SearchBenchmark.report("  first page of 200", middle(\.firstPage), isWhole ? 30 : nil)
    SearchBenchmark.report("  json-c alone", parsing)
    SearchBenchmark.report("  all", middle(\.all), parsing * 2e3)
    SearchBenchmark.report("  preparing", middle(\.preparing))
    SearchBenchmark.report("  typing two queries", middle(\.typing))
    memory("  peak memory loaded", middle(\.loadedPeak), text, isWhole)
    memory("  peak memory searched", middle(\.peak), text, isWhole)
  }

  /// Prints a peak against 120 MB over the text.
  private static func memory(_ name: String, _ bytes: Double, _ text: Double, _ hasGoal: Bool) {
    let goal = text + 120
    BenchmarkLine(
      name: name, floor: hasGoal ? "\(figure(goal)) MB" : "", figure: "\(figure(bytes / 1e6)) MB",
      ratio: hasGoal ? bytes / 1e6 / goal : nil
    ).print()
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

/// A file of options.
struct SampleFixture {
  enum Shape: String {
    /// An array of texts, each the identifier and the display of an item.
    case texts
    /// Objects with an identifier and a display each.
    case objects
  }

  let shape: Shape
  let count: Int
  let json: Data

  /// The number of bytes of all identifiers and displays.
  let textBytes: Int

  init(_ texts: [String], _ shape: Shape) {
    self.shape = shape
    count = texts.count
    var length = texts.reduce(0) { $0 + $1.utf8.count }
    var json = shape == .texts ? "[\n" : "{\"items\": [\n"
    for (number, text) in texts.enumerated() {
      if number > 0 { json += ",\n" }
      switch shape {
      case .texts: json += "\"\(text)\""
      case .objects:
        let identifier = "id-\(number)"
        length += identifier.utf8.count
        json += "{\"identifier\": \"\(identifier)\", \"display\": \"\(text)\"}"
      }
    }
    json += shape == .texts ? "\n]\n" : "\n]}\n"
    self.json = Data(json.utf8)
    textBytes = length
  }
}
