import FormEngine
import HTTPTypes
import IntentDocuments
import IntentModel
import JSONC
import JSONCodings
import Logging
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// A placed widget under its current definition.
///
/// This is a class, because each member of its JSON is made from the whole state.
final class PlacedState: Sendable {
  let placed: PlacedWidget
  /// The widget of the service that ``placed`` configures; nil if the service no longer has that
  /// widget.
  let item: ServedWidget?
  /// The placed widget with its answers under the current definition; nil if there is no
  /// definition.
  private let present: PresentWidget?
  /// Whether the definition has changed since the answers were given.
  private let hasChanged: Bool
  /// The ETag of the state: its revision and its content, including the answers of hidden rows.
  let etag: String
  /// Whether the state is a preview of a save that was not made.
  let isTrial: Bool

  init(_ placed: PlacedWidget, _ item: ServedWidget?, isTrial: Bool = false) {
    (self.placed, self.item, self.isTrial) = (placed, item, isTrial)
    present = item.map { PresentWidget(placed: placed, widget: $0.widget) }
    hasChanged = present?.hasChanged ?? false
    etag = Self.etag(
      of: placed, present?.migration.draft, hasChanged: hasChanged,
      isFamilyDropped: present?.cost.isFamilyDropped ?? false)
  }

  /// Makes the state of a placed widget whose widget the service may no longer have.
  convenience init(_ placed: PlacedWidget, _ call: ServiceCall) {
    self.init(placed, try? PlacedState.item(of: placed, call))
  }

  /// The answers migrated to the current definition; nil if there is no definition.
  var migration: DraftMigration? { present?.migration }

  /// The ETag that the widget had under the definition with which it was stored; nil if it is
  /// unknown.
  var formerETag: String? {
    placed.answerSchema.map {
      Self.etag(of: placed, placed.draft(under: $0).draft, hasChanged: false)
    }
  }

  /// The tag of a state; each revision has a different tag, even if its answers are the same as
  /// those of an earlier revision.
  private static func etag(
    of placed: PlacedWidget, _ draft: IntentDraft?, hasChanged: Bool, isFamilyDropped: Bool = false
  ) -> String {
    let draft = draft.flatMap { try? DraftJSON.text(of: IntentDraft(values: $0.values)) }
    let parts = [
      placed.widget ?? placed.definitionPath ?? "", placed.intent, placed.family.rawValue,
      "revision \(placed.revision)",
      (hasChanged ? "changed" : "") + (isFamilyDropped ? " family-dropped" : ""), draft ?? "",
    ]
    return "\"\(ContentMark.of(parts.joined(separator: "\u{0}")))\""
  }

  /// The placed widget with a name, under its definition.
  ///
  /// - Throws: `ServiceProblem` if there is none.
  static func find(_ name: String, _ call: ServiceCall) async throws -> PlacedState {
    guard let stored = try await call.store.widget(named: name) else {
      throw try await call.store.notPlaced([name])
    }
    return PlacedState(stored, call)
  }

  /// The latest state in the history whose ETag is in `tags`; nil if there is none.
  static func known(
    _ name: String, by tags: [String], _ call: ServiceCall
  ) async throws -> PlacedState? {
    let items = try call.service.servedWidgets.items(in: call.language)
    return try await call.store.history(of: name).lazy.compactMap(\.widget)
      .map { PlacedState($0, try? item(of: $0, among: items)) }.first { tags.contains($0.etag) }
  }

  /// Why another widget cannot be placed under the name of this one; nil if it can.
  ///
  /// If the service no longer has the widget, another widget with the same intent can be placed
  /// under the name.
  func refusal(of other: ServedWidget) -> (message: Message, remedy: Message)? {
    let isOwn =
      item.map { $0.widget.kind == other.widget.kind }
      ?? (placed.intent == other.widget.schema.intent.typeName)
    guard !isOwn else { return nil }
    let own = item?.widget.kind ?? placed.widget ?? placed.intent
    return (
      "“\(name: placed.name)” is already placed, with the widget “\(name: own)”.",
      "Choose another name."
    )
  }

  /// The widget of the service that a placed widget configures.
  ///
  /// - Throws: `ServiceProblem` if the service does not have it.
  static func item(of placed: PlacedWidget, _ call: ServiceCall) throws -> ServedWidget {
    try item(of: placed, among: call.service.servedWidgets.items(in: call.language), call.logger)
  }

  /// Whether the service has the form of a placed widget.
  static func isServed(_ placed: PlacedWidget, _ call: ServiceCall) -> Bool {
    (try? item(of: placed, call)) != nil
  }

  static func item(
    of placed: PlacedWidget, among items: [ServedWidget], _ logger: Logger? = nil
  ) throws -> ServedWidget {
    if let found = items.first(where: { placed.isPlaced(from: $0.origin) }) { return found }
    if let path = placed.definitionPath {
      // The problem shows callers only the name of the file; the log has the path.
      logger?.info(
        "definition not served",
        metadata: [
          "name": .string(placed.name.harmless()),
          "path": .string(path.harmless(limit: 1_000)),
        ])
      throw ServiceProblem(
        .noSuchWidget,
        """
        The definition “\(String(path.split(separator: "/").last ?? "").harmless())” \
        is not in the folder of this service.
        """,
        "Ask whoever runs the service to put it there; the log of the service has its path.")
    }
    throw ServiceProblem(
      .noSuchWidget,
      """
      The service does not offer the widget \
      “\((placed.widget ?? placed.name).harmlessText)”.
      """,
      "Its definition is missing or cannot be read; the log of the service says more.")
  }

  /// Whether the widget's answers fit the current definition and its family is still offered.
  var state: ListJSON.State {
    guard let present else { return .unreadable }
    return present.cost.isFamilyDropped ? .familyDropped : hasChanged ? .changed : .current
  }

  /// The names of the arrays that have fewer elements in effect than when they were stored; nil if
  /// there are none.
  fileprivate var shortened: [String]? {
    guard let names = present?.cost.shortened, !names.isEmpty else { return nil }
    return names
  }

  /// The complete widget.
  ///
  /// The intent is null if an error prevents it, and left out if there is no definition.
  static let coding = ObjectCoding<
    (state: PlacedState, intent: Result<Intent, IntentIssues>?, words: FormWords)
  >(
    [
      .text("name") { $0.state.placed.name },
      .text(nullable: "kind") { $0.state.item?.widget.kind },
      .value("family", WidgetRoutes.family.schema) { .string($0.state.placed.family.rawValue) },
      .word("state") { $0.state.state },
      .integer("revision") { $0.state.placed.revision },
      .moment("savedAt") { $0.state.placed.updatedAt },
      // A trial does not store a state, so there is no tag to which a later change could refer.
      .text(optional: "etag") { $0.state.isTrial ? nil : $0.state.etag },
      .draft { $0.state.draft },
      .value(optional: "intent", SchemaPart.optional(ResponseSchema.intent.reference)) { subject in
        guard let schema = subject.state.item?.widget.schema else { return nil }
        return switch subject.intent {
        case .success(let intent)?: IntentJSON.json(of: intent, name: nil, schema: schema)
        case .failure?: .null
        case nil: nil
        }
      },
      .value(optional: "issues", SchemaPart.list(ResponseSchema.issue.reference)) { subject in
        let issues = subject.state.issues(subject.intent)
        return issues.isEmpty ? nil : .array(issues.map { $0.json(in: subject.words) })
      },
      .changes { ($0.state.migration?.changes ?? [], $0.words) },
      .shortened { $0.state },
      // The response to a change is stored before it is known which devices get a push for the
      // change.
      .value(optional: PushOutlook.key, SchemaPart.optional(PushOutlook.coding.schema)) { _ in
        nil
      },
    ])

  /// The intent of the answers, or the issues that prevent it; nil if there is no definition.
  private var intent: Result<Intent, IntentIssues>? { present?.intent() }

  /// The answers as JSON; nil if there is no definition.
  var draft: JSONValue? {
    guard let item, let migration else { return nil }
    return IntentValueWriter(schema: item.widget.schema).json(migration.draft.values)
  }

  /// The issues that prevent the intent, and those about arrays with too few values and about the
  /// family.
  private func issues(_ intent: Result<Intent, IntentIssues>?) -> [ServiceIssue] {
    guard let item else { return [] }
    var issues: [ServiceIssue] = []
    if case .failure(let failure)? = intent {
      issues = failure.issues.map { ServiceIssue($0) }
    }
    let few = migration.map {
      item.widget.schema.tooFewValues(in: $0.draft, family: placed.family)
    }
    return issues + (few ?? []).map { ServiceIssue($0) }
      + item.widget.issues(ofFamily: placed.family)
  }

  /// The complete widget as JSON.
  func json(in words: FormWords) -> JSONValue { Self.coding.json((self, intent, words)) }

  /// The complete widget with its tag, which depends on the language if the widget has messages.
  func response(in language: String) -> TaggedResponse {
    let (intent, words) = (intent, FormWords(locale: language))
    let isSpoken = migration?.changes.isEmpty == false || !issues(intent).isEmpty
    return TaggedResponse(
      Self.coding.json((self, intent, words)).wire,
      etag: isSpoken ? EntityTag.spoken(etag, in: language) : etag)
  }
}

extension ObjectMember {
  /// The answers of a widget; omitted for nil.
  static func draft(_ value: @escaping @Sendable (Root) -> JSONValue?) -> Self {
    .value(optional: FormRequest.Key.draft.rawValue, SchemaPart.anyObject, value)
  }

  /// How the definition has changed the answers of a widget; omitted for nil and for no changes.
  static func changes(
    _ changes: @escaping @Sendable (Root) -> (all: [AnswerChange], words: FormWords)?
  ) -> Self {
    .value(
      optional: FormRequest.Key.changes.rawValue,
      SchemaPart.list(ResponseSchema.answerChange.reference)
    ) { root in
      guard let (all, words) = changes(root), !all.isEmpty else { return nil }
      return all.json(in: words)
    }
  }

  /// The shortened arrays of a widget; omitted for nil and for no arrays.
  fileprivate static func shortened(_ state: @escaping @Sendable (Root) -> PlacedState?) -> Self {
    .value(optional: PlacedRow.shortenedKey, SchemaPart.list(SchemaPart.string)) { root in
      state(root)?.shortened.map { .array($0.map { .string($0) }) }
    }
  }
}

/// A placed widget in a list: the whole widget, the widget without its answers, or a mark that it
/// is damaged.
enum PlacedRow {
  case summary(PlacedSummary, ServedWidget?)
  case whole(PlacedState, hasDraft: Bool, FormWords)
  case damaged(DamagedEntry, FormWords)

  /// The key of the arrays that have fewer elements in effect than when they were stored.
  static let shortenedKey = "shortened"

  /// There is a single object for all kinds of rows, because client generators merge alternatives.
  static let coding = ObjectCoding<PlacedRow>([
    .text("name") { $0.name },
    .value(optional: "kind", SchemaPart.optional(SchemaPart.string)) { row in
      guard row.head != nil else { return nil }
      return row.item.map { .string($0.widget.kind) } ?? .null
    },
    .value(optional: "family", WidgetRoutes.family.schema) { row in
      row.head.map { .string($0.family.rawValue) }
    },
    .text(optional: WidgetRoutes.intentNameKey) { $0.head?.intent },
    .value(optional: "state", SchemaPart.word(ListJSON.State.self)) { row in
      row.state.map { .string($0.rawValue) }
    },
    .integer(optional: "revision") { $0.head?.revision },
    .moment(optional: "savedAt") { $0.head?.updatedAt },
    .text(optional: "etag") { $0.whole?.etag },
    .draft { row in
      guard case .whole(let state, true, _) = row else { return nil }
      return state.draft
    },
    .changes { row in
      guard case .whole(let state, _, let words) = row else { return nil }
      return (state.migration?.changes ?? [], words)
    },
    .shortened { $0.whole },
    .text(optional: "problem") { row in
      guard case .damaged(let entry, let words) = row else { return nil }
      return words(entry.line)
    },
  ])

  /// The state of the widget, if it was determined.
  var state: ListJSON.State? {
    switch self {
    case .summary: nil
    case .whole(let state, _, _): state.state
    case .damaged: .damaged
    }
  }

  /// The name under which the widget is placed.
  var name: String {
    switch self {
    case .summary(let summary, _): summary.name
    case .whole(let state, _, _): state.placed.name
    case .damaged(let entry, _): entry.name
    }
  }

  private var item: ServedWidget? {
    switch self {
    case .summary(_, let item): item
    case .whole(let state, _, _): state.item
    case .damaged: nil
    }
  }

  private var whole: PlacedState? {
    guard case .whole(let state, _, _) = self else { return nil }
    return state
  }

  /// The widget without its answers; nil if the widget is damaged.
  private var head: PlacedWidget? {
    switch self {
    case .summary(let summary, _): summary.unanswered
    case .whole(let state, _, _): state.placed
    case .damaged: nil
    }
  }
}

extension [AnswerChange] {
  /// The changes as JSON.
  func json(in words: FormWords) -> JSONValue { .array(map { Self.coding.json(($0, words)) }) }

  /// One change.
  static var coding: ObjectCoding<(change: AnswerChange, words: FormWords)> {
    ObjectCoding([
      .text("parameter") { $0.change.parameter },
      .text(optional: "now") { $0.change.newName },
      .value("reasons", SchemaPart.list(SchemaPart.string)) {
        .array($0.change.reasons.map { .string($0.code) })
      },
      .flag("isLoss") { $0.change.isLoss },
      .text("text") { $0.words($0.change.line) },
    ])
  }
}
