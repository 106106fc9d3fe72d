public import IntentModel
public import JSONCodings
import Synchronization

/// A validator that any number of tasks can use at the same time.
///
/// It compiles the definitions once for each concurrent task, and keeps the results.
///
///     let validator = SharedIntentValidator([schema])
///     router.post("intents") { body in
///       if case .invalid(let issues) = validator.validate(body) { return refusal(issues) }
///       …
///     }
public final class SharedIntentValidator: Sendable {
  /// A validator for one task at a time.
  private final class Place: Sendable {
    let validator: Mutex<IntentValidator>

    init(_ shared: SharedIntentValidator) {
      validator = Mutex(
        IntentValidator(
          shared.schemas, defaultFamily: shared.defaultFamily, limits: shared.limits))
    }
  }

  private let schemas: [IntentSchema]
  private let defaultFamily: WidgetFamily?
  private let limits: FormatLimits
  private let idle = Mutex<[Place]>([])

  /// Makes a validator.
  ///
  /// - Parameters:
  ///   - schemas: The intents that documents can have. If two have the same name, the first counts.
  ///   - defaultFamily: The family for a document without one; if nil, a missing family is an
  ///     issue.
  ///   - limits: The limits for a document. A larger document is invalid.
  public init(
    _ schemas: [IntentSchema], defaultFamily: WidgetFamily? = nil, limits: FormatLimits = .standard
  ) {
    self.schemas = schemas
    self.defaultFamily = defaultFamily
    self.limits = limits
  }

  /// Checks a document of UTF-8 JSON, as ``IntentValidator`` does.
  ///
  /// - Parameters:
  ///   - document: The bytes of the document, such as `[UInt8]` or Foundation's `Data`.
  ///   - line: The number of the document's first line, for the positions of its issues.
  public func validate(
    _ document: some Collection<UInt8>, line: Int = 1
  ) -> IntentValidator.Verdict {
    let bytes = Array(document)
    return validating { $0.validate(bytes.span, line: line) }
  }

  /// Checks a document of UTF-8 JSON and returns its intent, as ``IntentValidator`` does.
  ///
  /// - Parameters:
  ///   - document: The bytes of the document, such as `[UInt8]` or Foundation's `Data`.
  ///   - line: The number of the document's first line, for the positions of its issues.
  /// - Throws: `LocatedIssues` with everything that is wrong.
  public func intent(
    from document: some Collection<UInt8>, line: Int = 1
  ) throws(LocatedIssues) -> Intent {
    let bytes = Array(document)
    return try validating { validator in
      Result { () throws(LocatedIssues) in try validator.intent(from: bytes, line: line) }
    }.get()
  }

  /// Checks a document of JSON, as ``IntentValidator`` does.
  public func validate(_ document: String, line: Int = 1) -> IntentValidator.Verdict {
    validate(document.utf8, line: line)
  }

  /// Checks a document of JSON and returns its intent, as ``IntentValidator`` does.
  ///
  /// - Throws: `LocatedIssues` with everything that is wrong.
  public func intent(from document: String, line: Int = 1) throws(LocatedIssues) -> Intent {
    try intent(from: document.utf8, line: line)
  }

  /// Calls a function with a validator that no other task uses at the same time.
  func validating<Outcome: Sendable>(
    _ body: (inout IntentValidator) -> Outcome
  ) -> Outcome {
    let place = idle.withLock { $0.popLast() } ?? Place(self)
    defer { idle.withLock { $0.append(place) } }
    return place.validator.withLock { body(&$0) }
  }
}
