import FormEngine
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetTimeline

/// A request that contains a form: the family, the user's values, and typed texts that have not
/// been parsed yet.
struct FormRequest {
  /// The members that requests can have.
  ///
  /// They are read in this order. The definition comes before the draft, because it determines
  /// whether the draft is for the current definition.
  enum Key: String, JSONKey {
    case name, kind, seq, waitMs, definition, family, locale, draft, defaults, texts, known
    case search, window, identifiers, at, acceptLosses, changes

    /// The member as a JSON Pointer.
    var pointer: String { [JSONPathComponent.key(rawValue)].pointer }
  }

  /// The longest time that a caller can request to wait for sources, in milliseconds.
  static let longestWait = 10_000
  /// The maximum number of issues that a response lists; an additional issue reports the number of
  /// the others.
  static let maximumIssues = 100
  /// The maximum number of typed texts in a request.
  static let maximumTexts = 500
  /// The maximum number of stored choices in a request.
  static let maximumIdentifiers = 1_000
  /// The number of choices in a window if the request specifies none, and in a window on a page.
  static let usualWindow = 50
  /// The maximum number of choices in a window.
  static let largestWindow = 200
  /// The accepted positions in a list.
  static let places = 0...Int(Int32.max)
  /// The accepted sequence numbers of requests.
  private static let sequence = 0...JSONValue.maximumInteger

  /// The widget whose form the request is for.
  private let widget: ConfigurableWidget
  /// The mark of the widget's definition.
  private let definition: String
  var seq: Int?
  var waitMilliseconds = 200
  /// The draft of a request that is for a different definition; nil if the request is for the
  /// current one.
  var former: FormerDraft?
  /// The language of the texts; nil for the language of the call.
  var locale: String?
  var family: WidgetFamily
  var draft = IntentDraft()
  /// Issues with the shape of values; the draft does not include these values.
  var issues = LimitedProblems<IntentIssue>(limit: FormRequest.maximumIssues)
  /// Issues with typed texts for unknown rows; these texts are ignored.
  var textIssues: [IntentIssue] = []
  /// The texts that a user typed, by row.
  var texts: [RowEntry] = []
  /// The marks of the rows that the caller already has.
  var known: [String: String] = [:]
  var search: String?
  var window = 0..<FormRequest.usualWindow
  var identifiers: [String] = []
  var at: String?
  /// Whether to save even though the definition cannot hold some of the stored answers.
  var acceptsLosses = false

  /// A draft that was made with another definition.
  struct FormerDraft {
    /// The mark of that definition.
    var definition: String
    var draft: JSONObject
  }

  /// Makes a request without members.
  ///
  /// - Parameter family: The family; nil for the family of a new widget.
  init(of item: ServedWidget, family: WidgetFamily? = nil) {
    (widget, definition) = (item.widget, item.definition)
    self.family = family ?? item.widget.families.ofNewWidget
  }

  /// The coding of requests that have the given members and the members of every form.
  static func coding(_ keys: Key...) -> ObjectCoding<FormRequest> {
    coding(only: [.family, .locale, .draft, .defaults] + keys)
  }

  /// The coding of requests that have only the given members.
  static func coding(only keys: [Key]) -> ObjectCoding<FormRequest> {
    ObjectCoding(Key.allCases.filter(keys.contains).map(member))
  }

  private static func member(_ key: Key) -> ObjectMember<FormRequest> {
    let name = key.rawValue
    return switch key {
    // The kind determines the widget of the request, so these members are read before all others.
    case .name, .kind: .string(name) { _, _ in }
    case .seq: .whole(name, in: sequence) { $0.seq = $1 }
    case .waitMs: .whole(name, in: 0...longestWait) { $0.waitMilliseconds = $1 }
    case .definition:
      .string(name) { request, definition in
        guard definition != request.definition,
          !ServedWidgets.isFormerMark(definition, of: request.widget.schema)
        else { return }
        request.former = FormerDraft(definition: definition, draft: JSONObject())
      }
    case .family:
      .value(name, familySchema) { request, node in
        request.family = family(node, of: request.widget.families) ?? request.family
      }
    case .locale: .string(name) { $0.locale = AcceptedLanguage.stated($1) }
    case .draft:
      .value(name, SchemaPart.anyObject) { request, node in
        guard request.former == nil else {
          request.former?.draft = node.value.objectValue ?? JSONObject()
          return
        }
        request.draft.values = request.values(node)
      }
    case .defaults:
      .value(name, SchemaPart.anyObject) { request, node in
        if request.former == nil { request.draft.defaults = request.values(node) }
      }
    case .texts:
      .value(name, SchemaPart.map(SchemaPart.string)) { request, node in
        if request.former == nil { request.readTexts(node) }
      }
    case .known:
      .value(name, SchemaPart.list(SchemaPart.list(SchemaPart.string))) { request, node in
        if request.former == nil { request.readKnown(node) }
      }
    case .search: .string(name) { $0.search = $1 }
    case .window:
      .object(name, of: windowCoding, as: (from: 0, count: usualWindow)) {
        $0.window = $1.from..<$1.from + $1.count
      }
    case .identifiers:
      .list(name, of: SchemaPart.string, maximum: maximumIdentifiers) {
        $0.identifiers = $1
      } _: {
        $0.string
      }
    case .at:
      .value(name, SchemaPart.moment) { request, node in request.at = node.string }
    case .acceptLosses: .flag(name) { $0.acceptsLosses = $1 }
    // In a line of an export, this member lists the changes that the definition has made; the draft
    // already contains their result.
    case .changes: .value(name, SchemaPart.list(SchemaPart.anyObject)) { _, _ in }
    }
  }

  private static let windowCoding = ObjectCoding<(from: Int, count: Int)>([
    .whole("from", in: places) { $0.from = $1 },
    .whole("count", in: 1...largestWindow) { $0.count = $1 },
  ])

  /// The schema of a family in a body.
  static let familySchema = SchemaPart.described(
    WidgetRoutes.family.schema,
    "A family; one that the widget does not list is used anyway, with a warning.")

  /// The family in a member; nil if it is unknown, in which case an error is reported.
  ///
  /// - Parameter families: The families that the error suggests.
  static func family(
    _ node: JSONNode, of families: [WidgetFamily] = WidgetFamily.allCases
  ) -> WidgetFamily? {
    guard let name = node.string else { return nil }
    if let family = WidgetFamily(rawValue: name) { return family }
    let problem = unknownFamily(name, of: families)
    node.problems.report(
      code: problem.issue.code, problem.issue.message, problem.remedy, at: node.path)
    return nil
  }

  /// The issue about a family that does not exist.
  ///
  /// - Parameter families: The families that are suggested if none has a similar name.
  static func unknownFamily(
    _ name: String, of families: [WidgetFamily]
  ) -> (issue: IntentIssue, remedy: Message) {
    let issue = IntentIssue(.unknownFamily(name), at: .root)
    func offer(_ families: [WidgetFamily]) -> Message {
      .suggestion(for: name, among: families.map(\.rawValue))
    }
    // A list of all families would suggest some that the widget does not have, so the advice lists
    // only those of the widget.
    let isList = issue.advice == offer(WidgetFamily.allCases)
    return (issue, isList ? offer(families) : issue.advice)
  }

  /// Reads the values of a draft.
  ///
  /// An issue with one value does not cause other values to be rejected.
  private mutating func values(_ node: JSONNode) -> [String: IntentValue] {
    guard let object = node.object else { return [:] }
    let reading = DraftReading(object, schema: widget.schema)
    issues.append(contentsOf: reading.issues)
    return reading.values
  }

  /// Reads the texts of rows; a text for an unknown row does not cause the others to be rejected.
  ///
  /// Each text is a change to the form, so their number is limited.
  private mutating func readTexts(_ node: JSONNode) {
    let members = node.members ?? []
    guard members.count <= Self.maximumTexts else {
      return node.report(.tooMany(what: .verbatim("texts"), maximum: Self.maximumTexts))
    }
    let schema = widget.schema
    for member in members {
      guard let text = member.node.string else { continue }
      if let row = FormRowID(wire: member.key, schema: schema) {
        texts.append(.text(row, text))
      } else {
        textIssues.append(
          schema.unknownParameter(member.key))
      }
    }
  }

  private mutating func readKnown(_ node: JSONNode) {
    guard let pairs = node.elementValues else { return }
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

/// Reads the values of a draft from JSON, each independently.
struct DraftReading {
  private(set) var values: [String: IntentValue] = [:]
  /// The issues with the shape of values.
  private(set) var issues = LimitedProblems<IntentIssue>(limit: FormRequest.maximumIssues)

  init(_ object: JSONObject, schema: IntentSchema) {
    for member in object where !member.value.isNull {
      guard let parameter = schema.parameter(named: member.key) else {
        issues.append(schema.unknownParameter(member.key))
        continue
      }
      var reader = IntentValueReader(schema: schema)
      let value = reader.value(member.value, for: parameter)
      values[member.key] = value
      // Issues with the content of a well-formed value are left to the form.
      let content = value.map { Set(schema.issues(with: $0, for: parameter)) } ?? []
      if content.isEmpty {
        issues.append(contentsOf: reader.issues)
      } else {
        issues.append(contentsOf: reader.issues.kept.filter { !content.contains($0) })
      }
    }
  }
}
