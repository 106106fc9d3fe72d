import FormatTestSupport
import Foundation
import IntentModel
import Synchronization
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments

/// Streams of lines: the results are in order, on any number of threads, with line numbers.
@Suite struct IntentStreamTests {
  private static func line(_ count: Int) -> String {
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"count":\#(count)}}"#
  }

  /// The result of a stream whose text arrives in pieces.
  private func run(
    _ text: String, jobs: Int = 1, piece: Int = 1 << 20, canonical: Bool = false, most: Int = .max
  ) throws -> (valid: Int, invalid: Int, errors: [String], canonical: String) {
    let rest = Mutex(Array(text.utf8)[...])
    let results = Mutex<[IntentStream.Results]>([])
    let stream = IntentStream(
      schemas: [.upNext], file: "in.jsonl", writesCanonicalForm: canonical, jobs: jobs)
    try stream.run(
      from: { count in
        rest.withLock { rest in
          let bytes = Array(rest.prefix(min(piece, count)))
          rest = rest.dropFirst(bytes.count)
          return bytes
        }
      },
      into: { result in
        results.withLock { results in
          results.append(result)
          return results.count < most
        }
      })
    return results.withLock { results in
      (
        results.reduce(0) { $0 + $1.valid }, results.reduce(0) { $0 + $1.invalid },
        results.flatMap { $0.errors.map(\.description) },
        String(decoding: results.flatMap(\.canonical), as: UTF8.self)
      )
    }
  }

  @Test(arguments: [1, 2, 5])
  func `results have the order of the text, with any number of threads`(
    _ jobs: Int
  ) throws {
    let counts = (0..<20_000).map { $0 % 97 == 0 ? 12 : $0 % 9 + 1 }
    let text = counts.map { Self.line($0) + "\n" }.joined()
    let result = try run(text, jobs: jobs, piece: 70_001, canonical: true)
    #expect(result.valid + result.invalid == 20_000)
    #expect(result.invalid == 207)
    let places = result.errors.map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
    #expect(places == stride(from: 1, through: 20_000, by: 97).map { "in.jsonl:\($0)" })
    #expect(result.errors.first?.hasPrefix("in.jsonl:1:") == true)
    #expect(result.errors.last?.hasPrefix("in.jsonl:19983:") == true)
    let lines = result.canonical.split(separator: "\n")
    let kept = counts.filter { $0 != 12 }
    #expect(lines.count == kept.count)
    #expect(zip(lines, kept).allSatisfy { $0.contains("\"count\":\($1)") })
  }

  @Test(arguments: [1, 7, 64, 4096])
  func `pieces of any size give the same results`(_ piece: Int) throws {
    let text = "\n" + Self.line(3) + "\r\n  \n" + Self.line(0) + "\n" + Self.line(9)
    let result = try run(text, piece: piece)
    #expect(result.valid == 2)
    #expect(result.invalid == 1)
    #expect(result.errors.count == 1)
    #expect(result.errors[0].hasPrefix("in.jsonl:4:"))
  }

  @Test func `one document may span several lines`() throws {
    let text =
      "{\n  \"intent\": \"UpNextIntent\",\n  \"family\": \"systemSmall\",\n"
      + "  \"parameters\": {\n    \"count\": 12\n  }\n}\n"
    let result = try run(text)
    #expect(result.valid == 0 && result.invalid == 1)
    #expect(result.errors[0].hasPrefix("in.jsonl:5:"))
  }

  @Test(arguments: ["", "\n", "  \n\r\n"])
  func `empty input is not a document`(_ text: String) throws {
    let result = try run(text)
    #expect(result.valid == 0 && result.invalid == 0)
  }

  @Test func `a broken line does not hide the others`() throws {
    let result = try run("nonsense\n" + Self.line(1) + "\n{\"a\":\n" + Self.line(2) + "\n")
    #expect(result.valid == 2 && result.invalid == 2)
  }

  @Test(arguments: [1, 3])
  func `a sink that closes ends the stream`(_ jobs: Int) throws {
    let text = String(repeating: Self.line(1) + "\n", count: 40_000)
    let result = try run(text, jobs: jobs, most: 2)
    #expect(result.valid > 0 && result.valid < 40_000)
  }

  @Test(arguments: [0, 1, 3])
  func `the results may be released before every slot is returned`(_ delivered: Int) {
    var results: OrderedResults? = OrderedResults(sink: { _ in true }, capacity: 4)
    for number in 0..<4 {
      #expect(results?.reserve() == true)
      guard number < delivered else { continue }
      #expect(results?.deliver(IntentStream.Results(), number: number) == true)
    }
    results = nil
  }

  @Test func `errors of the source are thrown`() {
    struct Gone: Error {}
    let stream = IntentStream(schemas: [.upNext], file: "x")
    #expect(throws: Gone.self) { try stream.run(from: { _ in throw Gone() }, into: { _ in true }) }
  }

  /// A text that arrives in parts of any size has the same results as the text in one part.
  @Test(arguments: [1, 2, 7, 64, 4_096, 1 << 20])
  func `parts of any size give the same results as the whole`(_ size: Int) throws {
    let lines = (0..<40).map { Self.line($0 % 11 == 0 ? 12 : $0 % 9 + 1) }
    let texts = [
      lines.joined(separator: "\n") + "\n", lines.joined(separator: "\n"), "", "\n\n  \n",
      "\n \n" + lines[0] + "\n" + lines[1], "{\n \"intent\": \"UpNextIntent\"\n}\n",
      "{\"intent\":\"UpNextIntent\",\n\"family\":\"systemSmall\"}", "[", "nonsense\n{}\n{}",
      lines[0] + "\n{", lines[0],
    ]
    for text in texts {
      let whole = try run(text)
      var arriving = IntentStream.Arriving(
        IntentStream(schemas: [.upNext], file: "in.jsonl"))
      var (valid, invalid, errors) = (0, 0, [String]())
      func add(_ results: IntentStream.Results) {
        valid += results.valid
        invalid += results.invalid
        errors += results.errors.map(\.description)
      }
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        add(arriving.take(bytes[start..<min(bytes.count, start + size)]))
      }
      add(arriving.take([]))
      #expect(valid == whole.valid && invalid == whole.invalid, "\(text)")
      #expect(errors == whole.errors, "\(text)")
    }
  }

  /// The problems in a text that arrives in the given parts, optionally followed by an error.
  private func problems(_ parts: [[UInt8]], failing: Bool = false) async -> [String] {
    struct Gone: Error {}
    let stream = AsyncThrowingStream<[UInt8], any Error> { part in
      for bytes in parts { part.yield(bytes) }
      if failing { part.finish(throwing: Gone()) } else { part.finish() }
    }
    var found: [String] = []
    do {
      for try await problem in IntentSchema.upNext.problems(in: stream, file: "in.jsonl") {
        found.append(problem.description)
      }
    } catch {
      found.append("\(error)")
    }
    return found
  }

  /// A text has the same problems whether it arrives in parts or is in memory; for a text in
  /// memory, they are an array.
  @Test(arguments: [1, 7, 64, 4_096, 70_001])
  func `problems have the order of the stream`(_ size: Int) async throws {
    let lines = (0..<400).map { Self.line($0 % 11 == 0 ? 12 : $0 % 9 + 1) }
    for text in [lines.joined(separator: "\n"), "{\n \"intent\": \"UpNextIntent\"\n}\n", "", "["] {
      let bytes = Array(text.utf8)
      let parts = stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min(bytes.count, $0 + size)])
      }
      let expected = try run(text).errors
      #expect(await problems(parts) == expected, "\(text.prefix(40))")
      let whole = IntentSchema.upNext.problems(in: text, file: "in.jsonl")
      #expect(whole.map(\.description) == expected)
    }
    // The lines before a failure are checked first.
    let failed = await problems([Array("{}\n".utf8)], failing: true)
    #expect(failed.dropLast().count == 3 && failed.last == "Gone()", "\(failed)")
  }

  /// If a pipe falls silent after a large part, no problem is held back.
  @Test func `the problems of a pipe are returned before it is read again`() async throws {
    let pipe = Pipe()
    var problems = IntentSchema.upNext.problems(in: pipe.fileHandleForReading, file: "pipe")
      .makeAsyncIterator()
    let line = "{}" + String(repeating: " ", count: 3_998) + "\n"
    try pipe.fileHandleForWriting.write(
      contentsOf: Data(String(repeating: line, count: 13).utf8))
    for number in (1...13).flatMap({ [$0, $0, $0] }) {
      #expect(try await problems.next()?.description.hasPrefix("pipe:\(number):") == true)
    }
    try pipe.fileHandleForWriting.close()
  }

  /// For an open pipe, the problems of each line are returned at once, and reading continues after
  /// a cancelled task.
  @Test func `a pipe returns its problems line by line`() async throws {
    let pipe = Pipe()
    var problems = IntentSchema.upNext.problems(in: pipe.fileHandleForReading, file: "pipe")
      .makeAsyncIterator()
    try pipe.fileHandleForWriting.write(contentsOf: Data("{}\n".utf8))
    #expect(try await problems.next()?.description.hasPrefix("pipe:1:") == true)
    for _ in 0..<2 { #expect(try await problems.next()?.description.hasPrefix("pipe:1:") == true) }
    try pipe.fileHandleForWriting.write(contentsOf: Data("nonsense\n".utf8))
    #expect(try await problems.next()?.description.hasPrefix("pipe:2:") == true)
    let waiting = Task {
      for try await _ in IntentSchema.upNext.problems(in: pipe.fileHandleForReading) {}
    }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    try pipe.fileHandleForWriting.close()
  }
}
