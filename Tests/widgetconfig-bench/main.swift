import DefinitionFormats
import Foundation
import IntentDocuments

// The operations that `.ci/bench` measures from outside, and the data for them. Each operation
// prints its data, or its figures in seconds and bytes as numbers or JSON.

/// A problem with the arguments.
struct Problem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The arguments of an operation, which are read one after the other.
struct Words {
  private var rest: ArraySlice<String>

  init(_ words: [String]) { rest = words[...] }

  mutating func next(_ what: String) throws -> String {
    guard let word = rest.popFirst() else { throw Problem("Give \(what).") }
    return word
  }

  mutating func number(_ what: String) throws -> Int {
    let word = try next(what)
    guard let number = Int(word), number >= 0 else { throw Problem("“\(word)” is not \(what).") }
    return number
  }

  /// Texts that the next arguments describe: a count, a seed, and `ascii` or `mixed`.
  mutating func texts() throws -> [String] {
    let count = try number("a count")
    let seed = UInt64(try number("a seed"))
    return SampleOptions(seed: seed, isMixed: try next("“ascii” or “mixed”") == "mixed").texts(
      count)
  }

  /// A fixture with the texts, in the format `texts` or `objects`.
  mutating func fixture() throws -> SampleFixture {
    let texts = try texts()
    guard let shape = SampleFixture.Shape(rawValue: try next("“texts” or “objects”")) else {
      throw Problem("The shape of a fixture is “texts” or “objects”.")
    }
    return SampleFixture(texts, shape)
  }

  mutating func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: try next("a file"))))
  }

  mutating func all() -> [String] {
    defer { rest = [] }
    return Array(rest)
  }
}

func write(_ bytes: some Sequence<UInt8>) { FileHandle.standardOutput.write(Data(bytes)) }

let pieces: [String: @Sendable (inout Words) throws -> Void] = [
  "decode": { print(DecodedDocument.seconds(try $0.bytes())) },
  "documents": {
    let count = try $0.number("a count")
    var documents = SampleDocuments(seed: UInt64(try $0.number("a seed")))
    write(documents.lines(count))
  },
  "options": { write(try $0.fixture().json) },
  "options-once": { try FixtureRun.run($0.all()) },
  "options-text": { print(try $0.fixture().textBytes) },
  "refused": {
    var reader = IntentValidator([SampleDocuments.schema], defaultFamily: nil)
    var number = 0
    try $0.bytes().withUnsafeBufferPointer { text in
      for line in Lines(text) {
        number += 1
        if reader.validate(line) != .valid { print(number) }
      }
    }
  },
  "schema": { _ in write(try SchemaJSON.text(of: SampleDocuments.schema).utf8) },
  "search": {
    let texts = try $0.texts()
    let rounds = try $0.number("a number of rounds")
    write(try JSONEncoder().encode(SearchRun(texts, queries: $0.all(), rounds: rounds)))
  },
  "validate-part": { try ValidatePart.run($0.all()) },
]

var words = Words(Array(CommandLine.arguments.dropFirst()))
do {
  guard let name = words.all().first, let piece = pieces[name] else {
    throw Problem("Give a piece of work: \(pieces.keys.sorted().joined(separator: ", ")).")
  }
  words = Words(Array(CommandLine.arguments.dropFirst(2)))
  try piece(&words)
} catch {
  FileHandle.standardError.write(Data("widgetconfig-bench: \(error)\n".utf8))
  exit(2)
}
