public import IntentModel
import JSONC
public import JSONCodings

/// Checks intent documents against definitions as fast as they can be read.
///
/// Each definition is compiled once into a plan. A document that matches its plan is checked
/// without making values or allocating memory; any other document is read by `IntentJSON.read`,
/// which finds its issues.
///
///     var validator = IntentValidator([schema])
///     switch validator.validate(body) {
///     case .valid: accept(body)
///     case .invalid(let issues): refuse(issues)
///     }
///
/// `intent(from:)` also returns the intent, which it makes from the result of the check.
///
/// A validator can be used by one task at a time; tasks share a ``SharedIntentValidator``.
public struct IntentValidator: ~Copyable {
  /// The result of checking a document.
  public enum Verdict: Sendable, Hashable {
    /// The document is an intent of one of the definitions.
    case valid
    /// The document is invalid; the issues have their positions in the text.
    case invalid(LocatedIssues)
  }

  private let plans: [IntentPlan?]
  private let schemas: [IntentSchema]
  /// The number of current schemas, which messages can name; schemas of earlier definitions come
  /// after them.
  private let presentCount: Int
  /// The positions of the schemas by the names of their intents; if a name is repeated, the first
  /// one counts.
  private let places: [String: Int]
  private let defaultFamily: WidgetFamily?
  private let defaultFamilyNumber: Int?
  private let limits: FormatLimits
  private let root: JSONShape.Kind
  private let name: JSONShape.Kind
  private let intents: JSONShape.Kind
  private let families: JSONShape.Kind
  private var reader: JSONShapeReader
  /// The last accepted document.
  private var accepted: (plan: IntentPlan, family: Int, present: UInt64)?

  /// Compiles the definitions.
  ///
  /// - Parameters:
  ///   - schemas: The intents that documents can have. If two have the same name, the first counts.
  ///   - defaultFamily: The family for a document without one; if nil, a missing family is an
  ///     issue.
  ///   - limits: The limits for a document. A larger document is invalid.
  public init(
    _ schemas: [IntentSchema], defaultFamily: WidgetFamily? = nil, limits: FormatLimits = .standard
  ) {
    self.init(schemas, formerSchemas: [], defaultFamily: defaultFamily, limits: limits)
  }

  /// Compiles the definitions, and the definitions of former intents that documents can have.
  ///
  /// Messages do not suggest former intents.
  package init(
    _ present: [IntentSchema], formerSchemas: [IntentSchema], defaultFamily: WidgetFamily?,
    limits: FormatLimits
  ) {
    let schemas = present + formerSchemas
    self.schemas = schemas
    presentCount = present.count
    self.defaultFamily = defaultFamily
    self.limits = limits
    let names = schemas.map(\.intent.typeName)
    places = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    var shape = JSONShape()
    name = shape.add(.text(JSONTextRule()))
    // If two intents have the same name, the first counts, as in a linear search.
    intents = shape.add(.choice(names))
    families = shape.add(.choice(WidgetFamily.allCases.map(\.rawValue)))
    let parameters = shape.add(.anyObject)
    typealias Key = IntentJSON.Key
    var members: [JSONShape.Member] = []
    for slot in IntentPlan.RootSlot.allCases {
      switch slot {
      case .name: members.append(.init(Key.name.rawValue, name))
      case .intent: members.append(.init(Key.intent.rawValue, intents, isRequired: true))
      case .family:
        members.append(.init(Key.family.rawValue, families, isRequired: defaultFamily == nil))
      case .parameters:
        members.append(.init(Key.parameters.rawValue, parameters, isRequired: true))
      }
    }
    root = shape.add(.object(members, whole: nil))
    var plans: [IntentPlan?] = []
    for schema in schemas { plans.append(IntentPlan(schema, shape: &shape)) }
    self.plans = plans
    defaultFamilyNumber = defaultFamily.flatMap { WidgetFamily.allCases.firstIndex(of: $0) }
    let most = plans.map { $0?.parameters.count ?? 0 }.max() ?? 0
    reader = JSONShapeReader(
      shape, slots: IntentPlan.firstParameterSlot + most, limits: limits.json)
  }

  /// Checks a document of UTF-8 JSON, as `IntentJSON.read` reads it.
  ///
  /// For an invalid document, it returns a verdict instead of throwing an error. The verdict and
  /// the issues are the same as those of `IntentJSON.read`.
  ///
  /// - Parameters:
  ///   - document: The bytes of the document.
  ///   - line: The number of the document's first line, for the positions of its issues.
  public mutating func validate(_ document: Span<UInt8>, line: Int = 1) -> Verdict {
    document.withUnsafeBufferPointer { text in
      switch check(text, line: line) {
      case .accepted, .read: .valid
      case .refused(let issues): .invalid(issues)
      }
    }
  }

  /// Checks a document in any collection of bytes, such as `[UInt8]` or Foundation's `Data`.
  ///
  /// See `validate(_:line:)` for a span.
  public mutating func validate(_ document: some Collection<UInt8>, line: Int = 1) -> Verdict {
    let verdict = document.withContiguousStorageIfAvailable { validate($0.span, line: line) }
    return verdict ?? validate(Array(document).span, line: line)
  }

  /// Checks a document of JSON; see `validate(_:line:)` for a span.
  public mutating func validate(_ document: String, line: Int = 1) -> Verdict {
    validate(document.utf8, line: line)
  }

  /// Checks a document of UTF-8 JSON and returns its intent, as `IntentJSON.intent` does.
  ///
  /// - Parameters:
  ///   - document: The bytes of the document, such as `[UInt8]` or Foundation's `Data`.
  ///   - line: The number of the document's first line, for the positions of its issues.
  /// - Throws: `LocatedIssues` with everything that is wrong.
  public mutating func intent(
    from document: some Collection<UInt8>, line: Int = 1
  ) throws(LocatedIssues) -> Intent {
    let result = document.withContiguousStorageIfAvailable { intent(from: $0, line: line) }
    if let result { return try result.get() }
    return try intent(from: Array(document), line: line)
  }

  /// Checks a document of JSON and returns its intent; see `intent(from:line:)` for bytes.
  ///
  /// - Throws: `LocatedIssues` with everything that is wrong.
  public mutating func intent(
    from document: String, line: Int = 1
  ) throws(LocatedIssues) -> Intent {
    try intent(from: document.utf8, line: line)
  }

  private mutating func intent(
    from text: UnsafeBufferPointer<UInt8>, line: Int
  ) -> Result<Intent, LocatedIssues> {
    do throws(LocatedIssues) {
      var read: IntentJSON.Document?
      switch check(text, line: line) {
      case .accepted: if let intent = acceptedIntent() { return .success(intent) }
      case .read(let document): read = document
      case .refused(let issues): throw issues
      }
      let document =
        if let read {
          read
        } else {
          try IntentJSON.read(
            Array(text), schemas: schemas, defaultFamily: defaultFamily, firstLine: line,
            limits: limits)
        }
      return schema(of: document)?.resolve(document.draft, family: document.family).mapError {
        LocatedIssues($0.issues, in: Array(text), firstLine: line, limits: limits)
      } ?? .failure(LocatedIssues([]))
    } catch {
      return .failure(error)
    }
  }

  /// The intent of the last accepted document; nil if this needs a complete reading.
  func acceptedIntent() -> Intent? {
    accepted.flatMap { $0.plan.intent(in: reader, family: $0.family, present: $0.present) }
  }

  /// The schema of a document that was read; never nil, because one of the schemas has the
  /// document's intent.
  func schema(of document: IntentJSON.Document) -> IntentSchema? {
    places[document.typeName].map { schemas[$0] }
  }

  /// Whether accepted documents are written, each as a line.
  package var isWriting: Bool {
    get { reader.isWriting }
    set { reader.isWriting = newValue }
  }

  /// The result of checking a document.
  package enum Outcome {
    /// The plan accepts the document, which is written if requested.
    case accepted
    /// The document is valid, but only a complete reading showed it.
    case read(IntentJSON.Document)
    /// The document is invalid.
    case refused(LocatedIssues)
  }

  /// Compares a document with its plan, and reads it completely if the plan does not accept it.
  ///
  /// - Parameter line: The number of the document's first line, for the positions of its issues.
  package mutating func check(_ text: UnsafeBufferPointer<UInt8>, line: Int) -> Outcome {
    do throws(JSONSyntaxError) {
      try reader.load(text)
    } catch {
      return .refused(LocatedIssues(error, firstLine: line))
    }
    let before = reader.written
    if acceptsDocument() { return .accepted }
    reader.truncate(to: before)
    let (schemas, places, right) = (schemas, places, rightParameters())
    let present = Array(schemas.prefix(presentCount))
    var isFormer = false
    do throws(LocatedIssues) {
      return .read(
        try IntentJSON.document(
          from: &reader.json, defaultFamily: defaultFamily, firstLine: line, limits: limits,
          passingOver: right,
          choosing: { header in
            guard let place = header.typeName.flatMap({ places[$0] }) else { return present }
            isFormer = place >= present.count
            return [schemas[place]]
          }))
    } catch {
      guard isFormer else { return .refused(error) }
    }
    // An invalid document with the name of a former intent is read as a current intent with a wrong
    // name.
    do throws(LocatedIssues) {
      return .read(
        try IntentJSON.document(
          from: &reader.json, defaultFamily: defaultFamily, firstLine: line, limits: limits,
          passingOver: [], choosing: { _ in present }))
    } catch {
      return .refused(error)
    }
  }

  /// Opens the root of the loaded document; nil if it does not match an intent with a plan.
  private mutating func openDocument() -> (plan: IntentPlan, family: Int, present: UInt64)? {
    guard let present = reader.openRoot(as: root),
      let choice = reader.choice(slot: IntentPlan.RootSlot.intent.rawValue, of: intents),
      let family = family(), let plan = plans[choice]
    else { return nil }
    return (plan, family, present)
  }

  /// The parameters that the plan accepts although it rejects the document, by their positions in
  /// the intent.
  private mutating func rightParameters() -> Set<Int> {
    guard let (plan, family, _) = openDocument(),
      let present = reader.open(
        slot: IntentPlan.RootSlot.parameters.rawValue, as: plan.kind,
        into: IntentPlan.firstParameterSlot, skipsUnknown: true)
    else { return [] }
    let wasWriting = isWriting
    isWriting = false
    defer { isWriting = wasWriting }
    return plan.rightParameters(in: &reader, family: family, present: present)
  }

  private mutating func acceptsDocument() -> Bool {
    typealias Slot = IntentPlan.RootSlot
    guard let (plan, family, present) = openDocument() else { return false }
    if isWriting { reader.append(plan.beginnings[family]) }
    if present & (1 << UInt64(Slot.name.rawValue)) != 0, !acceptName(of: plan, family) {
      return false
    }
    let first = IntentPlan.firstParameterSlot
    guard
      let parameters = reader.open(slot: Slot.parameters.rawValue, as: plan.kind, into: first),
      plan.acceptsParameters(in: &reader, family: family, present: parameters)
    else { return false }
    if isWriting { reader.append(literal: "}}\n") }
    accepted = (plan, family, parameters)
    return true
  }

  /// The text of a document up to the value of its name.
  private static let nameBeginning = Array("{\"\(IntentJSON.Key.name.rawValue)\":".utf8)

  /// Accepts and writes the name.
  ///
  /// The name comes first, so it is written in place of the opening brace.
  private mutating func acceptName(of plan: IntentPlan, _ family: Int) -> Bool {
    if isWriting {
      reader.truncate(to: reader.written - plan.beginnings[family].count)
      reader.append(Self.nameBeginning)
    }
    guard reader.accept(slot: IntentPlan.RootSlot.name.rawValue, as: name) else { return false }
    if isWriting {
      reader.append(UInt8(ascii: ","))
      reader.append(Array(plan.beginnings[family].dropFirst()))
    }
    return true
  }

  /// The number of the family; nil if it is unknown, or if it is missing and there is no default.
  private func family() -> Int? {
    let slot = IntentPlan.RootSlot.family.rawValue
    guard reader.isPresent(slot) else { return defaultFamilyNumber }
    return reader.choice(slot: slot, of: families)
  }

  /// Writes a line that another writer has made.
  package mutating func append(line: String) {
    reader.append(Array(line.utf8))
    reader.append(UInt8(ascii: "\n"))
  }

  /// Returns and clears the output.
  package mutating func takeOutput() -> [UInt8] {
    let bytes = reader.withOutput { Array($0) }
    reader.truncate(to: 0)
    return bytes
  }
}
