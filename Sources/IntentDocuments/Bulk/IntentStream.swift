public import DefinitionFormats
public import IntentModel
import JSONC

/// Checks intents as they come, JSON Lines of any length or one document, on some threads at once.
///
/// Memory does not grow with the text: lines are read in batches of about 48 KiB, a few of which
/// are under way at a time, and the results are handed on in the order of the text.
public struct IntentStream: Sendable {
  /// The intents that documents may be of.
  public var schemas: [IntentSchema]
  /// The name of the text in messages.
  public var file: String
  /// The family of a document without one; nil makes that an issue.
  public var defaultFamily: WidgetFamily?
  /// Whether valid documents are written back in canonical form.
  public var writesCanonicalForm: Bool
  /// How many threads check lines: at least 1.
  public var jobs: Int
  /// What a line may cost.
  public var limits: FormatLimits

  /// Makes a stream that runs on one thread and writes nothing back.
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

  /// What came of some lines that follow each other.
  public struct Results: Sendable {
    /// How many documents were valid.
    public var valid = 0
    /// How many were not.
    public var invalid = 0
    /// Everything that is wrong with those, in the order of the text.
    public var errors: [FormatError] = []
    /// The valid ones in canonical form, each with a line feed, if that was asked for.
    public var canonical: [UInt8] = []

    /// Makes the results of no lines.
    public init() {}
  }

  /// Reads up to some bytes and gives them; none at the end of the text.
  public typealias Source = @Sendable (Int) throws -> [UInt8]

  /// Takes results in the order of the text, never two at once; false stops the stream.
  public typealias Sink = @Sendable (Results) -> Bool

  /// Reads a text to its end, or until the sink has enough.
  ///
  /// - Throws: What the source throws, after all results of what was read before.
  public func run(from source: @escaping Source, into sink: @escaping Sink) throws {
    let batches = LineBatches(source: source, limits: limits)
    if let document = try batches.wholeDocument() {
      var reader = makeReader()
      var results = Results()
      document.bytes.withUnsafeBufferPointer {
        check($0, number: document.firstLine, with: &reader, into: &results)
      }
      results.canonical = reader.takeOutput()
      _ = sink(results)
      return
    }
    let order = OrderedResults(sink: sink, capacity: 2 * jobs + 1)
    Workers.run(jobs) {
      var reader = makeReader()
      while order.reserve(), let batch = batches.next() {
        guard order.deliver(results(of: batch, with: &reader), number: batch.number) else { break }
      }
      order.close()
    }
    if let error = batches.failure { throw error }
  }

  private func makeReader() -> IntentValidator {
    var reader = IntentValidator(
      schemas, defaultFamily: defaultFamily, limits: limits)
    reader.isWriting = writesCanonicalForm
    return reader
  }

  private func results(
    of batch: LineBatches.Batch, with reader: inout IntentValidator
  ) -> Results {
    var results = Results()
    var number = batch.firstLine
    batch.bytes.withUnsafeBufferPointer { text in
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
      if writesCanonicalForm, let text = canonicalLine(document) { reader.append(line: text) }
    case .refused(let issues):
      results.invalid += 1
      results.errors += issues.errors(file: file).errors
    }
  }

  private func canonicalLine(_ document: IntentJSON.Document) -> String? {
    guard let schema = schemas.first(where: { $0.intent.typeName == document.typeName }),
      case .success(let intent) = schema.resolve(document.draft, family: document.family)
    else { return nil }
    return try? IntentJSON.line(of: intent, name: document.name, schema: schema)
  }
}
