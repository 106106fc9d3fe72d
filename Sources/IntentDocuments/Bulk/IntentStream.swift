public import IntentModel
import JSONC
public import JSONCodings

/// Checks a stream of intents, either JSON Lines of any length or a single document, on several
/// threads.
///
/// With JSON Lines, memory use does not grow with the text: lines are read in batches, and only a
/// few batches are in progress at a time. Results are delivered in the order of the text.
public struct IntentStream: Sendable {
  /// The intents that documents can have.
  public var schemas: [IntentSchema]
  /// The intents of earlier definitions that documents can have.
  package var formerSchemas: [IntentSchema] = []
  /// The name of the text in messages.
  public var file: String
  /// The family for a document without one; if nil, a missing family is an issue.
  public var defaultFamily: WidgetFamily?
  /// Whether valid documents are written back in canonical form.
  public var writesCanonicalForm: Bool
  /// The number of threads, at least 1.
  public var jobs: Int
  /// The limits for each document.
  public var limits: FormatLimits

  /// Makes a stream; by default, it uses one thread and writes nothing back.
  public init(
    schemas: [IntentSchema], file: String, defaultFamily: WidgetFamily? = nil,
    writesCanonicalForm: Bool = false, jobs: Int = 1, limits: FormatLimits = .standard
  ) {
    self.schemas = schemas
    self.file = file
    self.defaultFamily = defaultFamily
    self.writesCanonicalForm = writesCanonicalForm
    self.jobs = max(1, jobs)
    self.limits = limits
  }

  /// A remark about a valid document.
  public struct Remark: Sendable {
    /// A probable mistake, with its position.
    public var error: FormatError
    /// A warning or a note.
    public var severity: IntentIssue.Severity
  }

  /// The results of consecutive lines.
  public struct Results: Sendable {
    /// The number of valid documents.
    public var valid = 0
    /// The number of invalid documents.
    public var invalid = 0
    /// All problems of the invalid documents, in the order of the text.
    public var errors: [FormatError] = []
    /// Probable mistakes in valid documents, in the order of the text.
    public var remarks: [Remark] = []
    /// The valid documents in canonical form, each with a line feed, if requested.
    public var canonical: [UInt8] = []

    /// Makes empty results.
    public init() {}

    fileprivate mutating func add(_ next: Results) {
      valid += next.valid
      invalid += next.invalid
      errors += next.errors
      remarks += next.remarks
      canonical += next.canonical
    }
  }

  /// Reads and returns at most the given number of bytes; an empty array at the end of the text.
  public typealias Source = @Sendable (Int) throws -> [UInt8]

  /// Receives results in the order of the text, one call at a time; returning false stops the
  /// stream.
  public typealias Sink = @Sendable (Results) -> Bool

  /// Reads a text to its end, or until the sink stops the stream.
  ///
  /// - Throws: The error of the source, after the delivery of all earlier results.
  public func run(from source: @escaping Source, into sink: @escaping Sink) throws {
    let batches = LineBatches(source: source, limits: limits)
    if let document = try batches.wholeDocument() {
      var reader = makeReader()
      _ = sink(results(of: document, isDocument: true, with: &reader))
      return
    }
    let order = OrderedResults(sink: sink, capacity: 2 * jobs + 1)
    Workers.run(jobs) {
      var reader = makeReader()
      while order.reserve(), let batch = batches.next() {
        let results = results(of: batch, isDocument: false, with: &reader)
        guard order.deliver(results, number: batch.number) else { break }
      }
      order.close()
    }
    if let error = batches.failure { throw error }
  }

  /// Checks a text whose parts arrive one after another, such as the body of a request.
  ///
  /// It starts no thread: the caller passes each part and gets the results of the lines that the
  /// part completes. With JSON Lines, memory use does not grow with the text.
  public struct Arriving: ~Copyable {
    private let stream: IntentStream
    private var reader: IntentValidator
    private var cutter: LineCutter
    /// Whether further parts are ignored, because the text is a single document that has ended or is
    /// too long.
    public private(set) var isDone = false

    /// Makes a checker, which ignores the number of threads in `stream`.
    public init(_ stream: IntentStream) {
      self.stream = stream
      reader = stream.makeReader()
      cutter = LineCutter(limits: stream.limits)
    }

    /// Adds the next part of the text; an empty part is its end.
    ///
    /// - Returns: The results of the lines that end in the part; for a single document, its result
    ///   once the text has ended.
    public mutating func take(_ bytes: some Collection<UInt8>) -> Results {
      guard !isDone else { return Results() }
      cutter.add(bytes)
      var results = Results()
      switch cutter.layout() {
      case nil: break
      case .document:
        guard let document = cutter.document() else { break }
        isDone = true
        results = stream.results(of: document, isDocument: true, with: &reader)
      case .lines:
        while let batch = cutter.lines() {
          results.add(stream.results(of: batch, isDocument: false, with: &reader))
        }
      }
      return results
    }
  }

  private func makeReader() -> IntentValidator {
    var reader = IntentValidator(
      schemas, formerSchemas: formerSchemas, defaultFamily: defaultFamily, limits: limits)
    reader.isWriting = writesCanonicalForm
    return reader
  }

  /// Checks consecutive lines, or a text with one or more documents.
  func results(
    of batch: LineCutter.Batch, isDocument: Bool, with reader: inout IntentValidator
  ) -> Results {
    var results = Results()
    var number = batch.firstLine
    batch.bytes.withUnsafeBufferPointer { text in
      if isDocument {
        for (number, place) in DocumentPlaces(of: batch.bytes, as: .document, firstLine: number) {
          let document = UnsafeBufferPointer(rebasing: text[place])
          check(document, number: number, with: &reader, into: &results)
        }
        return
      }
      for line in Lines(text) {
        if !line.isBlank { check(line, number: number, with: &reader, into: &results) }
        number += 1
      }
    }
    results.canonical = reader.takeOutput()
    return results
  }

  private func check(
    _ text: UnsafeBufferPointer<UInt8>, number: Int, with reader: inout IntentValidator,
    into results: inout Results
  ) {
    switch reader.check(text, line: number) {
    case .accepted:
      results.valid += 1
    case .read(let document):
      results.valid += 1
      if let schema = reader.schema(of: document) {
        results.remarks += document.remarks(
          under: schema, in: Array(text), firstLine: number, file: file,
          defaultFamily: defaultFamily, limits: limits)
      }
      if writesCanonicalForm, let text = canonicalLine(document, of: reader.schema(of: document)) {
        reader.append(line: text)
      }
    case .refused(let issues):
      results.invalid += 1
      results.errors += issues.errors(file: file).errors
    }
  }

  private func canonicalLine(
    _ document: IntentJSON.Document, of schema: IntentSchema?
  ) -> String? {
    guard let schema,
      case .success(let intent) = schema.resolve(document.draft, family: document.family)
    else { return nil }
    return try? IntentJSON.line(of: intent, name: document.name, schema: schema)
  }
}
