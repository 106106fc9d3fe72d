public import IntentModel
import JSONC
public import JSONCodings
import Messages

extension IntentJSON {
  /// Reads a value of a parameter in the form of intent JSON: a structure, or an array of values.
  ///
  /// - Returns: The value or an issue; nil if the text does not have the JSON form of the parameter,
  ///   such as a plain text for a string parameter.
  public static func value(
    _ text: String, for parameter: ParameterDefinition, schema: IntentSchema
  ) -> Result<IntentValue, IntentIssue>? {
    guard let json = try? JSONText.parse(Array(text.utf8), limits: FormatLimits.standard.json)
    else {
      return nil
    }
    switch json {
    case .object where parameter.type.isStructure && !parameter.supportsMultipleValues: break
    case .array where parameter.supportsMultipleValues: break
    case .object where parameter.type.isStructure:
      return value("[\(text)]", for: parameter, schema: schema)
    default: return nil
    }
    var reader = IntentValueReader(schema: schema)
    let value = reader.value(json, for: parameter)
    if let issue = reader.issues.kept.first { return .failure(issue) }
    return value.map { .success($0) }
  }

  /// Reads an array of one or more texts; nil for anything else.
  package static func texts(_ text: String) -> [String]? {
    guard text.first == "[",
      let elements = try? JSONText.parse(Array(text.utf8), limits: FormatLimits.standard.json)
        .arrayValue
    else { return nil }
    let texts = elements.compactMap(\.stringValue)
    return texts.isEmpty || texts.count < elements.count ? nil : texts
  }

  /// Reads an intent and checks it completely against its definition.
  ///
  /// - Parameters:
  ///   - bytes: The text, such as `[UInt8]` or Foundation's `Data`.
  ///   - schemas: The possible intents; the document's `intent` selects one.
  ///   - defaultFamily: The family for a document without one; if nil, a missing family is an
  ///     issue.
  ///   - limits: The limits for the text.
  /// - Throws: `LocatedIssues` with everything that is wrong: unknown keys, wrong types, values
  ///   out of range, values of hidden parameters, too many values for the family.
  /// - Returns: The document, whose draft resolves to the intent. A missing parameter is not an
  ///   issue: it has its default.
  public static func read(
    _ bytes: some Collection<UInt8>, schemas: [IntentSchema], defaultFamily: WidgetFamily? = nil,
    limits: FormatLimits = .standard
  ) throws(LocatedIssues) -> Document {
    try read(
      Array(bytes), schemas: schemas, defaultFamily: defaultFamily, firstLine: 1, limits: limits)
  }

  /// Reads an intent in a span; see ``read(_:schemas:defaultFamily:limits:)``.
  ///
  /// - Throws: `LocatedIssues` with everything that is wrong.
  public static func read(
    _ bytes: Span<UInt8>, schemas: [IntentSchema], defaultFamily: WidgetFamily? = nil,
    limits: FormatLimits = .standard
  ) throws(LocatedIssues) -> Document {
    let text = bytes.withUnsafeBufferPointer { Array($0) }
    return try read(text, schemas: schemas, defaultFamily: defaultFamily, limits: limits)
  }

  /// Reads an intent of one definition; see ``read(_:schemas:defaultFamily:limits:)``.
  ///
  /// - Throws: `LocatedIssues` with everything that is wrong.
  public static func read(
    _ bytes: some Collection<UInt8>, schema: IntentSchema, defaultFamily: WidgetFamily? = nil,
    limits: FormatLimits = .standard
  ) throws(LocatedIssues) -> Document {
    try read(
      Array(bytes), schemas: [schema], defaultFamily: defaultFamily, firstLine: 1, limits: limits)
  }

  /// Reads an intent of one definition in a span; see ``read(_:schemas:defaultFamily:limits:)``.
  ///
  /// - Throws: `LocatedIssues` with everything that is wrong.
  public static func read(
    _ bytes: Span<UInt8>, schema: IntentSchema, defaultFamily: WidgetFamily? = nil,
    limits: FormatLimits = .standard
  ) throws(LocatedIssues) -> Document {
    try read(bytes, schemas: [schema], defaultFamily: defaultFamily, limits: limits)
  }

  /// Reads and resolves an intent, for servers that receive intents.
  ///
  ///     let intent = try IntentJSON.intent(from: body, schema: schema)
  ///
  /// - Parameters:
  ///   - bytes: The text, such as `[UInt8]` or Foundation's `Data`.
  ///   - schema: The definition of the intent.
  ///   - defaultFamily: The family for a document without one; if nil, a missing family is an
  ///     issue.
  ///   - limits: The limits for the text.
  /// - Throws: `LocatedIssues` with everything that is wrong.
  public static func intent(
    from bytes: some Collection<UInt8>, schema: IntentSchema, defaultFamily: WidgetFamily? = nil,
    limits: FormatLimits = .standard
  ) throws(LocatedIssues) -> Intent {
    let text = Array(bytes)
    let document = try read(
      text, schema: schema, defaultFamily: defaultFamily, limits: limits)
    switch schema.resolve(document.draft, family: document.family) {
    case .success(let intent): return intent
    case .failure(let problem):
      throw LocatedIssues(problem.issues, in: text, firstLine: 1, limits: limits)
    }
  }

  /// Reads and resolves an intent in a span; see ``intent(from:schema:defaultFamily:limits:)``.
  ///
  /// - Throws: `LocatedIssues` with everything that is wrong.
  public static func intent(
    from bytes: Span<UInt8>, schema: IntentSchema, defaultFamily: WidgetFamily? = nil,
    limits: FormatLimits = .standard
  ) throws(LocatedIssues) -> Intent {
    let text = bytes.withUnsafeBufferPointer { Array($0) }
    return try intent(from: text, schema: schema, defaultFamily: defaultFamily, limits: limits)
  }

  static func read(
    _ bytes: [UInt8], schemas: [IntentSchema], defaultFamily: WidgetFamily?, firstLine: Int,
    limits: FormatLimits
  ) throws(LocatedIssues) -> Document {
    try read(
      bytes, defaultFamily: defaultFamily, firstLine: firstLine, limits: limits,
      choosing: { _ in schemas })
  }

  static func read(
    _ bytes: [UInt8], defaultFamily: WidgetFamily?, firstLine: Int, limits: FormatLimits,
    choosing: (Header) -> [IntentSchema]
  ) throws(LocatedIssues) -> Document {
    try bytes.withUnsafeBufferPointer { (text) throws(LocatedIssues) in
      var reader = JSONReader(limits: limits.json)
      do throws(JSONSyntaxError) {
        try reader.tokenize(text)
      } catch {
        throw LocatedIssues(error, firstLine: firstLine)
      }
      return try document(
        from: &reader, defaultFamily: defaultFamily, firstLine: firstLine, limits: limits,
        choosing: choosing)
    }
  }

  /// Reads the document of a tokenized text.
  ///
  /// This is the only function that finds the issues of a document.
  ///
  /// - Parameter right: Parameters that are known to have no issues, by their positions; if there
  ///   are any, no value of the document is hidden. These parameters are read only if nothing else
  ///   has an issue.
  static func document(
    from text: inout JSONReader, defaultFamily: WidgetFamily?, firstLine: Int,
    limits: FormatLimits, passingOver right: Set<Int> = [], choosing: (Header) -> [IntentSchema]
  ) throws(LocatedIssues) -> Document {
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try text.value()
    } catch {
      throw LocatedIssues(error, firstLine: firstLine)
    }
    let schemas = choosing(Header(json))
    var reader = DocumentReader(schemas: schemas, defaultFamily: defaultFamily, right: right)
    var document = reader.read(json)
    if reader.issues.isEmpty, !right.isEmpty {
      reader.right = []
      document = reader.read(json)
    }
    if let document, reader.issues.isEmpty { return document }
    throw LocatedIssues(
      reader.issues.limited(to: limits.maximumErrors), at: text.sourceMap, firstLine: firstLine)
  }
}

/// Reads the root of a document and its parameters.
private struct DocumentReader {
  let schemas: [IntentSchema]
  let defaultFamily: WidgetFamily?
  /// Parameters without issues, which are skipped; if there are any, no value is hidden.
  var right: Set<Int>
  var issues = LimitedProblems<IntentIssue>()

  init(schemas: [IntentSchema], defaultFamily: WidgetFamily?, right: Set<Int>) {
    self.schemas = schemas
    self.defaultFamily = defaultFamily
    self.right = right
  }

  mutating func read(_ json: JSONValue) -> IntentJSON.Document? {
    guard case .object(let members) = json else {
      let reason = IntentIssue.Reason.wrongType(expected: .anObject, found: json.shown)
      issues.append(IntentIssue(reason, at: .root))
      return nil
    }
    var reader = IntentValueReader(schema: nil)
    reader.refuseAllBut(IntentJSON.Key.self, of: members, at: .root)
    let name = reader.text(IntentJSON.Key.name, of: members, at: .root)
    let typeName = reader.requiredText(IntentJSON.Key.intent, of: members, at: .root)
    let parameters = reader.required(
      IntentJSON.Key.parameters.rawValue, of: members, at: .root, .anObject, \.objectValue)
    issues.append(contentsOf: reader.issues)
    let family = family(of: members)
    guard let schema = schema(for: typeName) else { return nil }
    let draft = draft(of: parameters ?? JSONObject(), schema: schema, family: family)
    guard let typeName, let family else { return nil }
    return IntentJSON.Document(name: name, typeName: typeName, family: family, draft: draft)
  }

  private mutating func family(of members: JSONObject) -> WidgetFamily? {
    let key = IntentJSON.Key.family
    if members[key.rawValue] == nil, let defaultFamily { return defaultFamily }
    var reader = IntentValueReader(schema: nil)
    let name = reader.requiredText(key, of: members, at: .root)
    issues.append(contentsOf: reader.issues)
    guard let name else { return nil }
    if let family = WidgetFamily(rawValue: name) { return family }
    issues.append(IntentIssue(.unknownFamily(name), at: IntentPath([.key(key.rawValue)])))
    return nil
  }

  /// The schema with the name; for a missing or mistyped name, the most likely schema, so the rest
  /// is checked in the same run.
  private mutating func schema(for name: String?) -> IntentSchema? {
    guard let name else { return schemas.count == 1 ? schemas.first : nil }
    if let schema = schemas.first(where: { $0.intent.typeName == name }) { return schema }
    let path = IntentPath([.key(IntentJSON.Key.intent.rawValue)])
    // Only a limited number of intents is searched for a similar name.
    let schemas = schemas.prefix(1_000)
    for schema in schemas {
      guard let mismatch = IntentNameMismatch(name: name, intent: schema.intent) else { continue }
      let reason = IntentIssue.Reason.misnamedIntent(
        name, intent: schema.intent.typeName, mismatch)
      issues.append(IntentIssue(reason, at: path))
      return schema
    }
    let names = schemas.map(\.intent.typeName)
    issues.append(IntentIssue(.wrongIntent(name, choices: names), at: path))
    let nearest = nearestName(to: name, among: names)
    return schemas.first { $0.intent.typeName == nearest }
  }

  private mutating func draft(
    of members: JSONObject, schema: IntentSchema, family: WidgetFamily?
  ) -> IntentDraft {
    var reader = IntentValueReader(schema: schema)
    var draft = IntentDraft()
    var wrong = Set<Int>()
    for member in members {
      guard let position = schema.position(of: member.key) else {
        let issue = schema.unknownParameter(member.key)
        reader.report(issue.reason, at: issue.path)
        continue
      }
      if right.contains(position) { continue }
      let before = reader.issues.count
      let parameter = schema.intent.parameters[position]
      let value = reader.value(member.value, for: parameter)
      if let value, let family,
        let issue = schema.countIssue(with: value, for: parameter, family: family)
      {
        reader.issues.append(issue)
      }
      if reader.issues.count == before { draft[member.key] = value } else { wrong.insert(position) }
    }
    issues.append(contentsOf: reader.issues)
    guard right.isEmpty else { return draft }
    reportHidden(members, draft, schema, family ?? .usual, wrong: wrong)
    return draft
  }

  /// Reports the parameters that have a value but whose row is hidden.
  ///
  /// A parameter that never has a row can have a value that was set when it had one.
  ///
  /// Below a parent with an invalid value, visibility is unknown, and the parent's own issue is
  /// enough.
  private mutating func reportHidden(
    _ members: JSONObject, _ draft: IntentDraft, _ schema: IntentSchema, _ family: WidgetFamily,
    wrong: Set<Int>
  ) {
    guard !schema.keepsHiddenValues else { return }
    let states = schema.evaluate(draft, family: family).states
    let unclear = schema.positions(below: wrong)
    for member in members {
      guard let position = schema.position(of: member.key),
        let reason = states[position].hidden, reason != .noEditor, !reason.isWithoutRow,
        !unclear.contains(position)
      else { continue }
      issues.append(IntentIssue(.hidden(reason), at: .parameter(member.key)))
    }
  }
}

extension IntentSchema {
  /// The direct and indirect children of the given parameters.
  fileprivate func positions(below roots: Set<Int>) -> Set<Int> {
    guard !roots.isEmpty else { return [] }
    var below = Set<Int>()
    for position in evaluationOrder {
      guard let parent = parents[position] else { continue }
      if roots.contains(parent) || below.contains(parent) { below.insert(position) }
    }
    return below
  }
}

extension ParameterType {
  /// Whether the values of the type are objects in intent JSON.
  fileprivate var isStructure: Bool {
    switch self {
    case .object, .dateComponents: true
    default: coding != nil
    }
  }
}
