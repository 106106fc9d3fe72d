import DefinitionFormats
import Foundation
import IntentOptions
import Testing
import WidgetTestSupport

@testable import ExternalSources

/// The memory use of a source whose response is too large, measured in a separate process.
@Suite(
  "Memory use of sources",
  .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "needs /proc"),
  .startsPrograms)
struct MemoryTests {
  /// The maximum size of a response in these tests, in bytes; every source here exceeds it many
  /// times over.
  private static let limit = 8 << 20

  /// The maximum growth of memory before the error, in kibibytes: much less than the size of the
  /// response.
  private static let maximumKibibytes = 64 << 10

  private static let tooMuch =
    "The response has more than 8388608 bytes. Make the response smaller."

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("good.json", #"["a", "b"]"#)
  }

  /// Runs the probe, and returns its output and how much its memory grew.
  private func probe(
    _ source: String, good: String = #"{"fixture":"good.json"}"#, limit: Int = Self.limit,
    items: Int = 1_000_000
  ) async throws -> (words: String, grown: Int) {
    _ = try folder.write("widget.json", #"{"kind":"k","options":{"good":\#(good),"p":\#(source)}}"#)
    let output = try folder.write("output", "")
    let process = Process()
    process.executableURL = URL(filePath: ProgramFolder.path(of: "SourceProbe"))
    process.arguments = [folder.path, "\(limit)", "\(items)"]
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    // A blocking wait would occupy a thread that other tests need.
    try await withCheckedThrowingContinuation { (ending: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ending.resume() }
      do {
        try process.run()
      } catch {
        ending.resume(throwing: error)
      }
    }
    let lines = (folder.text("output") ?? "").split(separator: "\n").map(String.init)
    #expect(process.terminationStatus == 0)
    return (try #require(lines.first), try #require(lines.last.flatMap(Int.init)))
  }

  private func expectLittle(
    _ found: (words: String, grown: Int), _ words: String,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(found.words == words, sourceLocation: location)
    #expect(found.grown < Self.maximumKibibytes, sourceLocation: location)
  }

  @Test("the measurement includes retained memory")
  func measure() async throws {
    let text = "[\"" + String(repeating: "x", count: Self.limit - 4) + "\"]"
    _ = try folder.write("large.json", text)
    let found = try await probe(#"{"command":["cat","large.json"]}"#)
    #expect(
      found.words.hasSuffix("Correct the response of the source.") || found.words == "1 choices")
    #expect(found.grown > Self.limit >> 10)
  }

  @Test("files of a gigabyte, and of 100 MB in one line", arguments: ["json", "csv"])
  func files(_ kind: String) async throws {
    for size in [1 << 30, 100_000_000] {
      let path = try folder.write("large.\(kind)", "")
      #expect(truncate(path, off_t(size)) == 0)
      expectLittle(
        try await probe(#"{"fixture":"large.\#(kind)"}"#), "large.\(kind): " + Self.tooMuch)
    }
  }

  /// The largest number of choices in these tests; if they were made one by one, they would need
  /// 320 MB.
  private static let most = 200_000

  /// Texts with one choice more than allowed, in each form.
  static let tooMany: [(kind: String, file: String, words: String)] = [
    ("texts", "a.json", "The response has more than \(most) items. Make the response smaller."),
    (
      "properties", "a.json",
      "At line 1, column 1: There are more than \(most) items. Give at most \(most)."
    ),
    (
      "sections", "a.json",
      "At line 1, column 1: There are more than \(most) items. Give at most \(most)."
    ),
    ("rows", "a.csv", "The response has more than \(most) rows. Make the file smaller."),
  ]

  @Test("one choice too many is detected before choices are made", arguments: tooMany)
  func counted(_ kind: String, file: String, words: String) async throws {
    #expect(SourceLimits().items == 1_000_000)
    let numbers = 0...Self.most
    let text =
      switch kind {
      case "texts": "[" + numbers.map { "\"\($0)\"" }.joined(separator: ",") + "]"
      case "rows": "identifier\n" + numbers.map { "\($0)\n" }.joined()
      default:
        numbers.map { "{\"identifier\":\"\($0)\",\"n\":1}" }.joined(separator: ",")
      }
    _ = try folder.write(
      file,
      kind == "properties"
        ? "{\"items\":[\(text)]}"
        : kind == "sections" ? "{\"sections\":[{\"items\":[\(text)]}]}" : text)
    let found = try await probe(
      #"{"fixture":"\#(file)"}"#, limit: 64 << 20, items: Self.most)
    #expect(found.words == "\(file): \(words)")
    // The text of the properties alone takes 5 MB.
    #expect(found.grown < Self.maximumKibibytes)
    guard kind == "texts" else { return }
    let program = try await probe(
      #"{"command":["cat","\#(file)"]}"#, limit: 64 << 20, items: Self.most)
    #expect(program.words == "cat: \(words)")
    #expect(program.grown < Self.maximumKibibytes)
  }

  static let programs: [(name: String, script: String, words: String)] = [
    ("100 MB in one line", "head -c 100000000 /dev/zero | tr '\\0' x", "sh: " + tooMuch),
    ("endless output", "yes", "sh: " + tooMuch),
    (
      "endless errors", "yes >&2 & sleep 2; kill $!; exit 1",
      "sh: The program ended with status 1. It wrote: “"
        + String(repeating: "y␊", count: 500)
        + "…”. Run the command by hand, and give it the request that "
        + "“options … --show-request” prints."
    ),
  ]

  @Test("the output of a program takes little memory", arguments: programs)
  func program(_ name: String, script: String, words: String) async throws {
    expectLittle(
      try await probe(#"{"command":["sh","-c","\#(script.replacing("\\", with: "\\\\"))"]}"#), words
    )
  }

  @Test(
    "web services, whether or not they announce how much they send",
    arguments: ["Content-Length: 10000000000\r\n", ""])
  func services(_ length: String) async throws {
    let head = "HTTP/1.1 200 OK\r\n\(length)\r\n"
    let large = LoopbackService.Answer.endless(head + String(repeating: "x", count: 100_000))
    let good = LoopbackService.Answer.response(status: "200 OK", body: "[]")
    let service = try LoopbackService { _, request in
      request.hasPrefix("GET /good") ? good : large
    }.start()
    defer { service.stop() }
    let url = "http://127.0.0.1:\(service.port)"
    expectLittle(
      try await probe(#"{"http":"\#(url)/p"}"#, good: #"{"http":"\#(url)/good"}"#),
      "\(url)/p: \(Self.tooMuch)")
  }

  static let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

  @Test(
    "databases",
    arguments: [
      "SELECT zeroblob(100000000) AS identifier",
      "SELECT hex(zeroblob(50000000)) AS identifier",
      "SELECT hex(randomblob(5000000)) || hex(zeroblob(5000000)) AS identifier",
      "SELECT i AS identifier, hex(zeroblob(500000)) AS display FROM n",
    ])
  func databases(_ query: String) async throws {
    _ = try folder.write("a.sqlite", "")
    let good = #"{"sqlite":"a.sqlite","query":"SELECT 1 AS identifier"}"#
    let found = try await probe(
      #"{"sqlite":"a.sqlite","query":"\#(Self.numbers) \#(query)"}"#, good: good)
    expectLittle(found, "a.sqlite: " + Self.tooMuch)
  }
}
