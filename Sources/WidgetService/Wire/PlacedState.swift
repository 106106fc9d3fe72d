import DefinitionFormats
import FormEngine
import HTTPTypes
import IntentDocuments
import IntentModel
import JSONC
import Logging
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// A placed widget under its current definition.
struct PlacedState {
  let placed: PlacedWidget
  /// The served widget that it configures; nil if the service no longer has it.
  let item: ServedWidget?
  /// The placed widget with its answers under that definition; nil without one.
  private let present: PresentWidget?
  /// The ETag of the content, including the answers of hidden rows.
  let etag: String

  init(_ placed: PlacedWidget, _ item: ServedWidget?) {
    (self.placed, self.item) = (placed, item)
    present = item.map { PresentWidget(placed: placed, widget: $0.widget) }
    etag = Self.etag(of: placed, present?.migration.draft)
  }

  /// The answers migrated to the current definition; nil without a definition.
  var migration: DraftMigration? { present?.migration }

  /// The ETag that the widget had under the definition with which it was stored; nil if unknown.
  var formerETag: String? {
    placed.answerSchema.map { Self.etag(of: placed, placed.draft(under: $0).draft) }
  }

  private static func etag(of placed: PlacedWidget, _ draft: IntentDraft?) -> String {
    let draft = draft.flatMap { try? DraftJSON.text(of: IntentDraft(values: $0.values)) }
    let parts = [
      placed.widget ?? placed.definitionPath ?? "", placed.intent, placed.family.rawValue,
      draft ?? "revision \(placed.revision)",
    ]
    return "\"\(ContentMark.of(parts.joined(separator: "\u{0}")))\""
  }

  /// The placed widget with a name, under its definition.
  ///
  /// - Throws: `ServiceProblem` if there is none.
  static func find(_ name: String, _ call: ServiceCall) async throws -> PlacedState {
    guard let stored = try await stored(name, call) else { throw try await missing(name, call) }
    return PlacedState(stored, try? item(of: stored, call))
  }

  static func stored(_ name: String, _ call: ServiceCall) async throws -> PlacedWidget? {
    try await call.store.widget(named: name)
  }

  /// The latest state in the history whose ETag is in `tags`; nil if there is none.
  static func known(
    _ name: String, by tags: [String], _ item: ServedWidget?, _ call: ServiceCall
  ) async throws -> PlacedState? {
    try await call.store.history(of: name).lazy.compactMap(\.widget)
      .map { PlacedState($0, item) }.first { tags.contains($0.etag) }
  }

  static func missing(_ name: String, _ call: ServiceCall) async throws -> any Error {
    try await call.store.notPlaced([name])
  }

  /// The served widget that a placed widget configures.
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
    let found = items.first { item in
      let widget = item.widget
      return placed.isPlaced(
        fromFolder: widget.folderName, entry: widget.entry,
        definitionPath: widget.definitionPath, intent: widget.schema.intent.typeName)
    }
    if let found { return found }
    if let path = placed.definitionPath {
      // Callers learn only the name of the file.
      logger?.info(
        "definition not served",
        metadata: [
          "name": .string(placed.name.harmless(limit: 200)),
          "path": .string(path.harmless(limit: 1_000)),
        ])
      throw ServiceProblem(
        .notFound, "no-such-widget",
        """
        The definition “\(String(path.split(separator: "/").last ?? "").harmless(limit: 200))” \
        is not in the folder of this service.
        """,
        "Ask whoever runs the service to put it there; the log of the service has its path.")
    }
    throw ServiceProblem(
      .notFound, "no-such-widget",
      """
      The service does not offer the widget \
      “\((placed.widget ?? placed.name).harmless(limit: 100))”.
      """,
      "Its definition is missing or cannot be read; the log of the service says more.")
  }

  /// Whether the widget's answers fit the current definition.
  private var state: ListJSON.State {
    guard let present else { return .unreadable }
    return present.hasChanged ? .changed : .current
  }

  /// The widget as a list shows it, without its answers.
  static let summary = ReportForm<(summary: PlacedSummary, item: ServedWidget?)>([
    .text("name") { $0.summary.name },
    .text(nullable: "kind") { $0.item?.widget.kind },
    .value("family", WidgetRoutes.family.schema) { .string($0.summary.family.rawValue) },
    .text("intent") { $0.summary.intent },
    .integer("revision") { $0.summary.revision },
    .moment("savedAt") { $0.summary.updatedAt },
  ])

  /// The widget as a list shows it, with its answers.
  static let summaryWithDraft = ReportForm<PlacedState>(
    head { $0 } + [
      .text("intent") { $0.placed.intent },
      .value(optional: "draft", ["type": "object"]) { $0.draft },
    ])

  /// The complete widget.
  ///
  /// Its intent is null if an error prevents it, and left out without a definition.
  static let form = ReportForm<
    (state: PlacedState, intent: Result<Intent, IntentIssues>?, words: FormWords)
  >(
    head { $0.state } + [
      .value(optional: "draft", ["type": "object"]) { $0.state.draft },
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
      .value(optional: "changes", SchemaPart.list([:])) { subject in
        guard let migration = subject.state.migration, !migration.changes.isEmpty else {
          return nil
        }
        return migration.changesJSON(in: subject.words)
      },
      // The response to a change is stored before it is known which devices get a push for it.
      .value(optional: "push", SchemaPart.optional(PushOutlook.form.schema)) { _ in nil },
    ])

  /// The members that begin each form of the widget.
  private static func head<Subject>(
    _ state: @escaping @Sendable (Subject) -> PlacedState
  ) -> [ReportForm<Subject>.Member] {
    [
      .text("name") { state($0).placed.name },
      .text(nullable: "kind") { state($0).item?.widget.kind },
      .value("family", WidgetRoutes.family.schema) {
        .string(state($0).placed.family.rawValue)
      },
      .word("state") { state($0).state },
      .integer("revision") { state($0).placed.revision },
      .moment("savedAt") { state($0).placed.updatedAt },
      .text("etag") { state($0).etag },
    ]
  }

  /// The intent of the answers, or the issues that prevent it; nil without a definition.
  private var intent: Result<Intent, IntentIssues>? { present?.intent() }

  /// The answers as JSON; nil without a definition.
  var draft: JSONValue? {
    guard let item, let migration else { return nil }
    return IntentValueWriter(schema: item.widget.schema).json(migration.draft.values)
  }

  /// The issues that prevent the intent, and one with a family that the widget no longer has.
  private func issues(_ intent: Result<Intent, IntentIssues>?) -> [ServiceIssue] {
    guard let item else { return [] }
    var issues: [ServiceIssue] = []
    if case .failure(let failure)? = intent {
      issues = failure.issues.map { ServiceIssue($0, below: [.key("draft")]) }
    }
    return issues + item.widget.issues(ofFamily: placed.family)
  }

  /// The complete widget as JSON.
  func json(in words: FormWords) -> JSONValue { Self.form.json((self, intent, words)) }
}

extension DraftMigration {
  /// The changes of the migration as JSON.
  func changesJSON(in words: FormWords) -> JSONValue { changes.json(in: words) }
}

extension [AnswerChange] {
  /// The changes as JSON.
  func json(in words: FormWords) -> JSONValue {
    .array(
      map { change in
        .members([
          "parameter": .string(change.parameter), "now": .text(change.newName),
          "reasons": .array(change.reasons.map { .string($0.code) }),
          "isLoss": .bool(change.isLoss), "text": .string(words(change.line)),
        ])
      })
  }
}
