import DefinitionFormats
import FormEngine
import IntentModel
import JSONC
import Messages
import WidgetTimeline

/// A request with a form: the family, the user's values, and typed texts that are not yet parsed.
struct FormRequest {
  enum Key: String, JSONKey {
    case kind, seq, waitMs, definition, family, locale, draft, defaults, texts, known
    case search, window, identifiers, at, acceptLosses, name
  }
  enum WindowKey: String, JSONKey { case from, count }

  /// The longest wait for sources that a caller can request: 10 seconds.
  static let longestWait = 10_000
  /// The maximum number of listed issues; an additional one has the number of the others.
  static let mostIssues = 100
  /// The maximum number of typed texts in a request.
  static let mostTexts = 500
  /// The maximum number of stored choices in a request.
  static let mostIdentifiers = 1_000
  /// The maximum number of choices in a window.
  static let largestWindow = 200
  /// The accepted positions in a list.
  private static let places = 0...Int(Int32.max)
  /// The integers that programs in every language represent exactly.
  private static let sequence = 0...(1 << 53 - 1)
  /// The members that every form request accepts.
  static let common: [Key] = [.family, .locale, .draft, .defaults]

  var seq: Int?
  var waitMilliseconds = 200
  /// The draft of a request for another definition; nil if the definition is the present one.
  var former: FormerDraft?
  /// The language of texts; nil for the call's language.
  var locale: String?
  var family: WidgetFamily
  var draft = IntentDraft()
  /// Issues with the shape of values; these values are not in the draft.
  var issues = LimitedProblems<IntentIssue>(limit: FormRequest.mostIssues)
  /// Issues with typed texts of unknown rows; these texts are ignored.
  var textIssues: [IntentIssue] = []
  /// The texts that a user typed, by row.
  var texts: [RowEntry] = []
  /// The marks of the rows that the caller has.
  var known: [String: String] = [:]
  var search: String?
  var window = 0..<50
  var identifiers: [String] = []
  var at: String?
  /// Whether to save although the definition cannot hold some stored answers.
  var acceptsLosses = false

  /// A draft made with another definition.
  struct FormerDraft {
    /// The mark of that definition.
    var definition: String
    var draft: JSONObject
  }

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - keys: The accepted members.
  ///   - standard: The family of a request without one; nil for the family of a new widget.
  ///   - present: The mark of the present definition. The draft of a request for another definition
  ///     is kept unread in ``former``.
  /// - Throws: `FormatErrors` with everything that is wrong with its shape.
  init(
    _ bytes: [UInt8], keys: [Key], of widget: ConfigurableWidget, limits: FormatLimits,
    family standard: WidgetFamily? = nil, definition present: String
  ) throws(FormatErrors) {
    family = standard ?? widget.families.ofNewWidget
    let problems = ProblemList(file: "request", bytes: bytes, limits: limits)
    if let members = problems.root()?.openObject(Key.self) {
      members.refuseAllBut(keys)
      readNumbers(members)
      if let definition = members.string(.definition), definition != present {
        var draft = JSONObject()
        if case .object(let object)? = members[.draft]?.value { draft = object }
        former = FormerDraft(definition: definition, draft: draft)
      }
      locale = AcceptedLanguage.tag(members.string(.locale))
      search = members.string(.search)
      at = members.string(.at)
      acceptsLosses = members.boolean(.acceptLosses)
      family = Self.family(members[.family]) ?? family
      if former == nil {
        draft.values = values(members[.draft], schema: widget.schema)
        draft.defaults = values(members[.defaults], schema: widget.schema)
        readTexts(members[.texts], of: widget.schema)
        readKnown(members[.known])
      }
      identifiers = members[.identifiers]?.strings ?? []
      if identifiers.count > Self.mostIdentifiers {
        members[.identifiers]?.report(
          .tooMany(what: .verbatim("identifiers"), maximum: Self.mostIdentifiers))
      }
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
  }

  private mutating func readNumbers(_ members: KeyedMembers<Key>) {
    seq = members[.seq]?.whole(in: Self.sequence, .verbatim("seq"))
    if let wait = members[.waitMs]?.whole(in: 0...Self.longestWait, .verbatim("waitMs")) {
      waitMilliseconds = wait
    }
    if let range = members[.window]?.object(WindowKey.self) {
      let from = range[.from]?.whole(in: Self.places, .verbatim("from")) ?? 0
      let count = range[.count]?.whole(in: 1...Self.largestWindow, .verbatim("count")) ?? 50
      window = from..<from + count
    }
  }

  /// The family of a member; nil if it is missing or unknown, which also reports an error.
  static func family(_ node: JSONNode?) -> WidgetFamily? {
    guard let node, let name = node.string else { return nil }
    if let family = WidgetFamily(rawValue: name) { return family }
    node.problems.report(IntentIssue(.unknownFamily(name), at: .root), below: node.path)
    return nil
  }

  /// Reads the values of a draft.
  ///
  /// An issue with one value does not reject the other values.
  private mutating func values(_ node: JSONNode?, schema: IntentSchema) -> [String: IntentValue] {
    guard let members = node?.members else { return [:] }
    let reading = DraftReading(
      JSONObject(members.map { (key: $0.key, value: $0.node.value) }), schema: schema)
    issues.append(contentsOf: reading.issues)
    return reading.values
  }

  /// Reads the texts of rows; a text of an unknown row does not reject the others.
  ///
  /// Each text is a change of the form, so their number is limited.
  private mutating func readTexts(_ node: JSONNode?, of schema: IntentSchema) {
    let members = node?.members ?? []
    guard members.count <= Self.mostTexts else {
      node?.report(.tooMany(what: .verbatim("texts"), maximum: Self.mostTexts))
      return
    }
    for member in members {
      guard let text = member.node.string else { continue }
      if let row = FormRowID(wire: member.key, schema: schema) {
        texts.append(.text(row, text))
      } else {
        textIssues.append(
          IntentIssue(
            .unknownParameter(
              member.key, intent: schema.intent.typeName, choices: schema.intent.parameterNames),
            at: .parameter(member.key)))
      }
    }
  }

  private mutating func readKnown(_ node: JSONNode?) {
    guard let node, let pairs = node.elementValues else { return }
    known.reserveCapacity(pairs.count)
    for (place, pair) in pairs.enumerated() {
      if case .array(let texts) = pair, texts.count == 2, case .string(let row) = texts[0],
        case .string(let mark) = texts[1]
      {
        known[row] = mark
      } else {
        // Reading the pair as strings reports its error.
        _ = node.element(at: place, pair).strings
      }
    }
  }
}

extension FormRequest {
  /// The JSON Schema of requests that accept the common members and `keys`.
  static func schema(_ keys: [Key]) -> JSONValue {
    SchemaPart.object(common + keys) { schema(of: $0) }
  }

  static func schema(of key: Key) -> JSONValue {
    switch key {
    case .seq: SchemaPart.integer(in: sequence)
    case .waitMs: SchemaPart.integer(in: 0...longestWait)
    case .kind, .definition, .locale, .search, .name: SchemaPart.string
    case .family: WidgetRoutes.family.schema
    case .draft, .defaults: ["type": "object"]
    case .texts: SchemaPart.map(SchemaPart.string)
    case .known: SchemaPart.list(SchemaPart.list(SchemaPart.string))
    case .window:
      SchemaPart.object(WindowKey.allCases) { key in
        SchemaPart.integer(in: key == .from ? places : 1...largestWindow)
      }
    case .identifiers:
      ["type": "array", "items": SchemaPart.string, "maxItems": .integer(mostIdentifiers)]
    case .at: SchemaPart.moment
    case .acceptLosses: SchemaPart.boolean
    }
  }
}

extension JSONNode {
  /// An integer in a range; like JSON Schema, accepts 2.0.
  func whole(in range: ClosedRange<Int>, _ what: Message) -> Int? {
    guard let number = value.doubleValue, let whole = Int(exactly: number) else {
      return integer(in: range, .serviceMember(name: what))
    }
    return JSONNode(value: .integer(whole), path: path, problems: problems)
      .integer(in: range, .serviceMember(name: what))
  }
}

/// Reads the values of a draft from JSON, each independently.
struct DraftReading {
  private(set) var values: [String: IntentValue] = [:]
  /// The issues with the shape of values.
  private(set) var issues = LimitedProblems<IntentIssue>(limit: FormRequest.mostIssues)

  init(_ object: JSONObject, schema: IntentSchema) {
    for member in object where !member.value.isNull {
      guard let parameter = schema.parameter(named: member.key) else {
        issues.append(
          IntentIssue(
            .unknownParameter(
              member.key, intent: schema.intent.typeName, choices: schema.intent.parameterNames),
            at: .parameter(member.key)))
        continue
      }
      var reader = IntentValueReader(schema: schema)
      let value = reader.value(member.value, for: parameter)
      values[member.key] = value
      // Leave issues with the content of a well-formed value to the form.
      let content = value.map { Set(schema.issues(with: $0, for: parameter)) } ?? []
      if content.isEmpty {
        issues.append(contentsOf: reader.issues)
      } else {
        issues.append(contentsOf: reader.issues.kept.filter { !content.contains($0) })
      }
    }
  }
}
