import DefinitionFormats
import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import JSONC
import NIOCore
import Synchronization

/// Validates intents in JSON Lines while they arrive, in constant memory.
enum BulkValidation {
  /// The maximum number of problems listed; further problems are only counted.
  private static let mostProblems = 10_000

  static func respond(to call: ServiceCall) throws -> Response {
    let schema = try call.widget().widget.schema
    let family = try call.family()
    let place = try StreamPlace(in: call.service.bulks)
    let words = call.words
    let body = call.request.body
    var headers = HTTPFields()
    headers[.contentType] = "application/jsonl"
    headers[.cacheControl] = "no-store"
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { writer in
        defer { place.leave() }
        let run = BulkRun(schema: schema, family: family)
        run.start()
        // One task feeds the validating thread, while this one writes the results.
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            do {
              for try await buffer in body {
                guard await run.input.put(Array(buffer.readableBytesView)) else { break }
              }
              run.input.close()
            } catch {
              run.input.close()
              throw error
            }
          }
          var tally = Tally()
          do {
            while let results = await run.output.take() {
              let bytes = tally.lines(of: results, words, most: mostProblems)
              if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
            }
          } catch {
            run.stop()
            throw error
          }
          try await group.waitForAll()
          try await writer.write(ByteBuffer(bytes: tally.end))
        }
        try await writer.finish(nil)
      })
  }

  /// The results of the lines so far.
  private struct Tally {
    var valid = 0
    var invalid = 0
    var problems = 0

    mutating func lines(
      of results: IntentStream.Results, _ words: FormWords, most: Int
    ) -> [UInt8] {
      valid += results.valid
      invalid += results.invalid
      var bytes: [UInt8] = []
      for error in results.errors {
        problems += 1
        guard problems <= most else { continue }
        bytes += ServiceIssue(error).json(in: words).wire + [0x0A]
      }
      return bytes
    }

    var end: [UInt8] {
      JSONValue.members([
        "valid": .integer(valid), "invalid": .integer(invalid), "problems": .integer(problems),
      ]).wire + [0x0A]
    }
  }
}

/// A validation on its own thread, between an input pipe and an output pipe.
private final class BulkRun: Sendable {
  let input = BytePipe()
  let output = ResultPipe()
  private let stream: IntentStream

  init(schema: IntentSchema, family: WidgetFamily?) {
    stream = IntentStream(schemas: [schema], file: "request", defaultFamily: family)
  }

  func start() {
    let (input, output, stream) = (input, output, stream)
    Thread.detachNewThread {
      do {
        try stream.run(from: { input.read($0) }, into: { output.put($0) })
      } catch {
        // Reading never throws: the lines received before the end are validated.
      }
      input.stop()
      output.close()
    }
  }

  func stop() {
    output.stop()
    input.stop()
  }
}

/// Passes bytes from a task to a thread; the task waits while the pipe is full.
private final class BytePipe: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var start = 0
    var isClosed = false
    var isStopped = false
    var writer: CheckedContinuation<Bool, Never>?
  }

  /// The number of bytes from which the pipe is full.
  private static let capacity = 256 << 10

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)

  /// Adds bytes to the pipe.
  ///
  /// - Returns: Whether the reader still reads.
  func put(_ bytes: [UInt8]) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if state.isStopped { return false }
        state.bytes += bytes
        if state.bytes.count - state.start < Self.capacity { return true }
        state.writer = continuation
        return nil
      }
      filled.signal()
      if let answer { continuation.resume(returning: answer) }
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    filled.signal()
  }

  /// Stops reading and resumes the writing task.
  func stop() {
    let writer = state.withLock { state in
      state.isStopped = true
      defer { state.writer = nil }
      return state.writer
    }
    writer?.resume(returning: false)
    filled.signal()
  }

  /// Waits for bytes and returns at most `count` of them; none at the end.
  func read(_ count: Int) -> [UInt8] {
    while true {
      var writer: CheckedContinuation<Bool, Never>?
      let taken: [UInt8]? = state.withLock { state in
        if state.isStopped { return [] }
        let end = min(state.bytes.count, state.start + count)
        guard end > state.start else { return state.isClosed ? [] : nil }
        let taken = Array(state.bytes[state.start..<end])
        state.start = end
        if state.start == state.bytes.count {
          state.bytes.removeAll(keepingCapacity: true)
          state.start = 0
        }
        if state.bytes.count - state.start < Self.capacity {
          writer = state.writer
          state.writer = nil
        }
        return taken
      }
      writer?.resume(returning: true)
      if let taken { return taken }
      filled.wait()
    }
  }
}

/// Passes results from a thread to a task; the thread waits while the pipe is full.
private final class ResultPipe: Sendable {
  private struct State {
    var results: [IntentStream.Results] = []
    var isClosed = false
    var isStopped = false
    var reader: CheckedContinuation<IntentStream.Results?, Never>?
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 8)

  /// Adds results to the pipe.
  ///
  /// - Returns: Whether the reader still wants results.
  func put(_ results: IntentStream.Results) -> Bool {
    room.wait()
    let (reader, goesOn) = state.withLock { state in
      if state.isStopped {
        return (nil as CheckedContinuation<IntentStream.Results?, Never>?, false)
      }
      guard let reader = state.reader else {
        state.results.append(results)
        return (nil, true)
      }
      state.reader = nil
      return (reader, true)
    }
    if let reader {
      room.signal()
      reader.resume(returning: results)
    }
    return goesOn
  }

  /// The next results; nil at the end.
  func take() async -> IntentStream.Results? {
    await withCheckedContinuation { continuation in
      let answer: IntentStream.Results?? = state.withLock { state in
        if !state.results.isEmpty { return .some(state.results.removeFirst()) }
        if state.isClosed || state.isStopped { return .some(nil) }
        state.reader = continuation
        return nil
      }
      guard let answer else { return }
      if answer != nil { room.signal() }
      continuation.resume(returning: answer)
    }
  }

  func close() {
    let reader = state.withLock { state in
      state.isClosed = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    room.signal()
    close()
  }
}
