import DefinitionFormats
import Foundation
import IntentDocuments
import IntentModel
import Synchronization

/// An operation of the benchmark `validate`, run in a separate process.
///
/// Earlier work affects where the allocator puts the next object, and a second thread makes every
/// allocation more expensive, so each operation starts with a fresh heap and one thread.
enum ValidatePart: String, CaseIterable {
  /// Validates documents with the plan, and makes the messages for the invalid ones.
  case validate
  /// Validates the documents, and also writes the valid ones in canonical form.
  case write
  /// Makes an intent from each valid document while the document is validated.
  case intents
  /// Makes an intent from each valid document by reading it completely, for comparison.
  case reading
  /// Validates a stream of lines, as the program does.
  case stream
  case streamWriting = "stream-writing"
  /// A stream of documents that are generated during the run, in order to measure memory.
  case memory

  /// The measurements of an operation.
  struct Figures {
    /// The processor time and the elapsed time, in seconds.
    var processor = 0.0
    var wall = 0.0
    /// The peak resident memory, in bytes.
    var peak = 0
    /// The number of invalid documents.
    var invalid = 0
  }

  /// Runs the operation that the arguments name, and prints its figures.
  @Sendable static func run(_ arguments: [String]) throws {
    guard arguments.count == 4, let part = ValidatePart(rawValue: arguments[0]),
      let count = Int(arguments[1]), let seed = UInt64(arguments[2]), let jobs = Int(arguments[3])
    else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem("Give a piece of work (\(names)), a count, a seed and a number of threads.")
    }
    let figures = part.figures(count: count, seed: seed, jobs: jobs)
    print(figures.processor, figures.wall, figures.peak, figures.invalid)
  }

  private func figures(count: Int, seed: UInt64, jobs: Int) -> Figures {
    var documents = SampleDocuments(seed: seed)
    if self == .memory { return Self.measure { Self.stream(count, made: documents, jobs: jobs) } }
    let bytes = documents.lines(count)
    return Self.measure {
      switch self {
      case .validate, .write: return Self.check(bytes, writes: self == .write)
      case .intents:
        var validator = IntentValidator([SampleDocuments.schema])
        return Self.invalid(bytes) { try validator.intent(from: $0) }
      case .reading:
        return Self.invalid(bytes) {
          try IntentJSON.intent(from: $0, schema: SampleDocuments.schema)
        }
      default:
        return Self.stream(bytes, jobs: jobs, writes: self == .streamWriting)
      }
    }
  }

  private static func measure(_ work: () -> Int) -> Figures {
    var figures = Figures()
    figures.processor = ProcessClock.measure {
      figures.wall = ProcessClock.measureWall { figures.invalid = work() }
    }
    figures.peak = ProcessClock.peakMemory()
    return figures
  }

  /// The number of documents from which no intent is made.
  private static func invalid(
    _ bytes: [UInt8], _ intent: (UnsafeBufferPointer<UInt8>) throws -> Intent
  ) -> Int {
    bytes.withUnsafeBufferPointer { text in Lines(text).count { (try? intent($0)) == nil } }
  }

  private static func check(_ bytes: [UInt8], writes: Bool) -> Int {
    var reader = IntentValidator([SampleDocuments.schema], defaultFamily: nil)
    reader.isWriting = writes
    var invalid = 0
    var number = 0
    bytes.withUnsafeBufferPointer { text in
      for line in Lines(text) {
        number += 1
        if case .refused(let issues) = reader.check(line, line: number) {
          invalid += issues.errors(file: "-").errors.isEmpty ? 0 : 1
        }
        if number % 100 == 0 { _ = reader.takeOutput() }
      }
    }
    return invalid
  }

  private static func stream(_ bytes: [UInt8], jobs: Int, writes: Bool) -> Int {
    let place = Position()
    return stream(jobs: jobs, writes: writes) { place.take($0, of: bytes) }
  }

  private static func stream(_ count: Int, made documents: SampleDocuments, jobs: Int) -> Int {
    let state = Mutex((documents: documents, left: count))
    return stream(jobs: jobs, writes: true) { _ in
      state.withLock { state in
        let lines = min(50, state.left)
        state.left -= lines
        return lines == 0 ? [] : state.documents.lines(lines)
      }
    }
  }

  private static func stream(
    jobs: Int, writes: Bool, from source: @escaping IntentStream.Source
  ) -> Int {
    let invalid = Mutex(0)
    let stream = IntentStream(
      schemas: [SampleDocuments.schema], file: "-", writesCanonicalForm: writes, jobs: jobs)
    try? stream.run(from: source) { results in
      invalid.withLock { $0 += results.invalid }
      return true
    }
    return invalid.withLock { $0 }
  }
}

/// A position in bytes that are read in pieces.
final class Position: Sendable {
  private let start = Mutex(0)

  /// The next bytes, at most `count`; empty at the end.
  func take(_ count: Int, of bytes: [UInt8]) -> [UInt8] {
    start.withLock { start in
      let end = min(bytes.count, start + count)
      defer { start = end }
      return Array(bytes[start..<end])
    }
  }
}
