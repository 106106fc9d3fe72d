public import Foundation
import InputFiles
public import IntentModel
public import JSONCodings

/// The problems of intents that arrive as a text in parts, checked on all cores.
///
/// The problems are in the order of the text. Memory use does not grow with the number of lines; a
/// text that is a single document is kept in memory as a whole, up to the limit of a document.
/// `IntentSchema.problems(in:file:family:)` makes this sequence.
public struct IntentProblems<Parts: AsyncSequence>: AsyncSequence
where Parts.Element: Collection<UInt8> {
  fileprivate let parts: Parts
  fileprivate let stream: IntentStream

  /// Reads the text and returns its problems.
  public func makeAsyncIterator() -> Iterator {
    Iterator(parts: parts.makeAsyncIterator(), stream: stream)
  }

  /// Checks some batches of lines ahead of the problem that it returns next.
  public struct Iterator: AsyncIteratorProtocol {
    /// A source is slow if its last batch has fewer bytes than this.
    private static var smallBatch: Int { 4_096 }

    private var parts: Parts.AsyncIterator
    private let stream: IntentStream
    private let validators: SharedIntentValidator
    private var cutter: LineCutter
    /// The batches that are being checked, in their order.
    private var checks: [Task<[FormatError], Never>] = []
    private var ready: ArraySlice<FormatError> = []
    private var isDone = false
    /// Whether the last batch was small, in which case the problems of checked documents are
    /// returned before the next read.
    private var isSlow = false
    private var failure: (any Error)?

    fileprivate init(parts: Parts.AsyncIterator, stream: IntentStream) {
      self.parts = parts
      self.stream = stream
      validators = SharedIntentValidator(
        stream.schemas, defaultFamily: stream.defaultFamily, limits: stream.limits)
      cutter = LineCutter(limits: stream.limits)
    }

    /// The next problem; nil at the end of the text.
    ///
    /// - Throws: The error of the text's source, thrown after all problems of the lines before it.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> FormatError? {
      while true {
        if let problem = ready.popFirst() { return problem }
        while failure == nil, !isSlow, checks.count < 2 * stream.jobs {
          do {
            guard let batch = try await nextBatch(isolation: actor) else { break }
            check(batch)
            isSlow = batch.bytes.count < Self.smallBatch
          } catch {
            failure = error
          }
        }
        guard !checks.isEmpty else {
          if let failure { throw failure }
          return nil
        }
        ready = await checks.removeFirst().value[...]
        if checks.isEmpty { isSlow = false }
      }
    }

    private mutating func check(_ batch: LineCutter.Batch) {
      let (stream, validators, isDocument) = (stream, validators, cutter.layout() == .document)
      checks.append(
        Task {
          validators.validating { validator in
            stream.results(of: batch, isDocument: isDocument, with: &validator).errors
          }
        })
    }

    /// The next lines, or the whole text if it is one document; nil at the end of the text.
    private mutating func nextBatch(
      isolation actor: isolated (any Actor)?
    ) async throws -> LineCutter.Batch? {
      while !isDone {
        switch cutter.layout() {
        case .document:
          if let document = cutter.document() {
            isDone = true
            return document
          }
        case .lines: if let batch = cutter.lines() { return batch }
        case nil: break
        }
        if cutter.isAtEnd { break }
        // An empty part would mean the end of the text.
        var part = try await parts.next(isolation: actor)
        while part?.isEmpty == true { part = try await parts.next(isolation: actor) }
        if let part { cutter.add(part) } else { cutter.add([UInt8]()) }
      }
      isDone = true
      return nil
    }
  }
}

extension IntentSchema {
  /// The problems of a text with one intent, or with one in each line, in the order of the text.
  ///
  ///     for problem in schema.problems(in: line) { print(problem) }
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8.
  ///   - file: The name of the text in problems.
  ///   - family: The family for an intent without one; if nil, a missing family is a problem.
  public func problems(
    in text: some Collection<UInt8>, file: String = "intents", family: WidgetFamily? = nil
  ) -> [FormatError] {
    let stream = IntentStream(schemas: [self], file: file, defaultFamily: family)
    var checker = IntentStream.Arriving(stream)
    return checker.take(text).errors + (text.isEmpty ? [] : checker.take([UInt8]()).errors)
  }

  /// The problems of a text; see the other `problems(in:file:family:)`.
  public func problems(
    in text: String, file: String = "intents", family: WidgetFamily? = nil
  ) -> [FormatError] {
    problems(in: text.utf8, file: file, family: family)
  }

  /// The problems of a text that arrives in parts, such as the body of a request.
  ///
  /// All cores check the lines, but the problems come in the order of the text.
  ///
  /// - Parameters:
  ///   - parts: The parts of the text, in UTF-8; a line can be in several parts.
  ///   - file: The name of the text in problems.
  ///   - family: The family for an intent without one; if nil, a missing family is a problem.
  public func problems<Parts: AsyncSequence>(
    in parts: Parts, file: String = "intents", family: WidgetFamily? = nil
  ) -> IntentProblems<Parts> where Parts.Element: Collection<UInt8> {
    IntentProblems(
      parts: parts,
      stream: IntentStream(
        schemas: [self], file: file, defaultFamily: family,
        jobs: ProcessInfo.processInfo.activeProcessorCount))
  }

  /// The problems of a text that arrives byte by byte; see `problems(in:file:family:)` for parts.
  public func problems<Bytes: AsyncSequence<UInt8, any Error>>(
    in bytes: Bytes, file: String = "intents", family: WidgetFamily? = nil
  ) -> IntentProblems<ByteParts<Bytes>> {
    problems(in: ByteParts(bytes: bytes), file: file, family: family)
  }

  /// The problems of the text of a file, a pipe or standard input, which is read only as far as
  /// needed.
  ///
  ///     for try await problem in schema.problems(in: FileHandle.standardInput) { print(problem) }
  ///
  /// See `problems(in:file:family:)` for parts.
  public func problems(
    in handle: FileHandle, file: String = "intents", family: WidgetFamily? = nil
  ) -> IntentProblems<FileParts> {
    problems(in: FileParts(handle: handle), file: file, family: family)
  }
}

/// Bytes that arrive one by one, as parts of a text.
public struct ByteParts<Bytes: AsyncSequence<UInt8, any Error>>: AsyncSequence {
  fileprivate let bytes: Bytes

  /// Reads the bytes.
  public func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes.makeAsyncIterator()) }

  /// Gathers bytes into parts.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var bytes: Bytes.AsyncIterator

    /// The next part; nil at the end.
    ///
    /// - Throws: The error of the bytes' source.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> [UInt8]? {
      var part: [UInt8] = []
      while part.count < LineCutter.size, let byte = try await bytes.next(isolation: actor) {
        part.append(byte)
      }
      return part.isEmpty ? nil : part
    }
  }
}

/// The text of an open file in parts, which are read on a thread that may block.
public struct FileParts: AsyncSequence {
  fileprivate let handle: FileHandle

  /// Reads the file from its current position.
  public func makeAsyncIterator() -> Iterator { Iterator(handle: handle) }

  /// Reads part after part.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let handle: FileHandle

    /// The next part; nil at the end.
    ///
    /// - Throws: The error of the file system; `CancellationError` if the task is cancelled, even
    ///   while a pipe is silent. Data that arrives from the pipe after the cancellation is lost.
    public mutating func next() async throws -> [UInt8]? {
      let handle = handle
      // A stream stops waiting when the task is cancelled; a read of a pipe does not.
      let parts = AsyncThrowingStream<[UInt8], any Error> { part in
        DispatchQueue.global().async {
          // A part is the data that the pipe currently has. FileHandle would wait until the part is
          // full.
          let stream = FileStream(openDescriptor: handle.fileDescriptor, name: "the open file")
          do {
            let bytes = try stream.read(LineCutter.size)
            if !bytes.isEmpty { part.yield(bytes) }
            part.finish()
          } catch {
            part.finish(throwing: error)
          }
        }
      }
      for try await part in parts { return part }
      try Task.checkCancellation()
      return nil
    }
  }
}
