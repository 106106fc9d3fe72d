import FormatTestSupport
import Foundation
import InputFiles
import IntentModel
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import WidgetFormats

/// Reads, checks, describes and converts damaged files without crashes, hangs or memory growth.
///
/// The test runs a fixed number of rounds, or for ``PropertySeeds/fuzzSeconds``.
@Suite("Damaged files through every command")
struct CheckFuzzTests {
  /// The definitions, tables and manifests in the fixtures, with their file extensions.
  private static let sources: [(name: String, bytes: [UInt8])] = {
    let folders = ["Fixtures/Broken", "Fixtures/Definitions", "Intents"]
    let endings = ["intentdefinition", "json", "strings"]
    return folders.flatMap { folder -> [(name: String, bytes: [UInt8])] in
      let root = packageFolder + folder
      let walk = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      return walk.sorted().compactMap { name in
        let ending = String(name.split(separator: ".").last ?? "")
        guard endings.contains(ending),
          let bytes = try? FileReading.bytes(atPath: "\(root)/\(name)")
        else { return nil }
        return (name.hasSuffix("widget.json") ? "widget.json" : "Sample." + ending, bytes)
      }
    }
  }()

  @Test("no damaged input crashes or hangs")
  func damage() throws {
    let folder = try TemporaryFolder()
    let first = PropertySeeds("damaged files", count: 1).first
    var random = SeededGenerator(seed: first)
    let end = PropertySeeds.fuzzSeconds.map { ContinuousClock.now.advanced(by: .seconds($0)) }
    var rounds = 0
    var slowest = 0.0
    while end.map({ ContinuousClock.now < $0 }) ?? (rounds < 400) {
      let source = Self.sources[Int.random(in: Self.sources.indices, using: &random)]
      var bytes = source.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) { random.damage(&bytes) }
      let file = folder.path + "/" + source.name
      try Data(bytes).write(to: URL(filePath: file))
      let start = Self.threadSeconds
      try pass(bytes, file: file, round: rounds)
      slowest = max(slowest, Self.threadSeconds - start)
      try FileManager.default.removeItem(atPath: file)
      rounds += 1
    }
    print("damaged files: \(rounds) rounds, the slowest \(slowest) s, seed \(first)")
    #expect(rounds > 0)
    #expect(slowest < 1, "seed \(first)")
    if PropertySeeds.fuzzSeconds != nil { #expect(Self.residentMegabytes < 512, "seed \(first)") }
  }

  /// Does everything that the commands do with a file.
  private func pass(_ bytes: [UInt8], file: String, round: Int) throws {
    let report = FileCheck.run(paths: [file])
    _ = report.json()
    #expect(report.lines.count >= report.findings.count)
    #expect(report.annotations.allSatisfy { !$0.contains("\n") })
    guard let reading = try? IntentDefinitionReader.read(bytes, file: file) else {
      #expect(report.fails(strict: false) || !report.files[0].hasSuffix("definition"))
      return
    }
    let descriptions = reading.file.intents.map {
      IntentReport(IntentSchema($0, in: reading.file))
    }
    _ = descriptions.map(\.lines)
    _ = try IntentReport.json(descriptions)
    let diff = DefinitionDiff(from: reading.file, to: reading.file)
    _ = diff.lines
    guard let written = try? DefinitionConversion.bytes(of: reading.file, as: .propertyList) else {
      return
    }
    let again = try IntentDefinitionReader.read(written, file: "again.intentdefinition")
    #expect(again.file == reading.file, "round \(round)")
    guard let json = try? DefinitionConversion.bytes(of: reading.file, as: .json) else { return }
    #expect(!json.isEmpty)
  }

  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The peak memory of the process, in megabytes.
  private static var residentMegabytes: Int {
    var usage = rusage()
    // RUSAGE_SELF is 0 on every platform, but its Swift type differs.
    getrusage(0, &usage)
    return Int(usage.ru_maxrss) / 1024
  }
}

extension SeededGenerator {
  /// Pieces that have a meaning in one of the formats.
  private static let pieces = [
    "<dict>", "</dict>", "<array>", "</array>", "<key>", "<!--", "&lt;", "&x;", "<![CDATA[", "\"",
    "\\", "{", "}", "[", "]", ",", ":", "null", "1e999", "-0", "\u{1B}[2J", "\u{202E}", "${", "\0",
    "<true/>", "<integer>99999999999999999999</integer>", "<<<<<<< HEAD\n", "=", ";", "/*",
  ]

  /// Changes, removes, repeats or adds a few bytes.
  fileprivate mutating func damage(_ bytes: inout [UInt8]) {
    guard let place = bytes.indices.randomElement(using: &self) else { return }
    let end = Swift.min(bytes.count, place + Int.random(in: 1...200, using: &self))
    switch Int.random(in: 0..<7, using: &self) {
    case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &self)
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.removeSubrange(place...)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 4:
      let other = Int.random(in: bytes.indices, using: &self)
      bytes.insert(contentsOf: bytes[place..<end], at: other)
    case 5: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
    default:
      let piece = Self.pieces[Int.random(in: Self.pieces.indices, using: &self)]
      bytes.insert(contentsOf: Array(piece.utf8), at: place)
    }
  }
}
