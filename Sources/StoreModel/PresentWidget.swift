package import IntentModel
package import WidgetTimeline

/// A placed widget under its current definition.
///
/// This is a class, because copying all its texts and answers for each request would take long.
package final class PresentWidget: Sendable {
  /// The stored form of the placed widget.
  package let placed: PlacedWidget
  /// The widget that the placed widget configures.
  package let widget: ConfigurableWidget
  /// The answers, migrated to the current definition, and the changes to them.
  package let migration: DraftMigration
  /// How the current definition affects the answers of the placed widget.
  package let cost: DefinitionCost

  package init(placed: PlacedWidget, widget: ConfigurableWidget) {
    self.placed = placed
    self.widget = widget
    migration = placed.draft(under: widget.schema)
    cost = placed.cost(migration, under: widget.schema, families: widget.families)
  }

  /// Whether the definition has changed since the answers were given.
  package var hasChanged: Bool { !placed.isAnswered(under: widget.schema) }

  /// The intent that results from the answers in a family, or the issues that prevent it.
  package func intent(for family: WidgetFamily? = nil) -> Result<Intent, IntentIssues> {
    widget.schema.resolve(migration.draft, family: family ?? placed.family)
  }

  /// The intent that results from the answers in the stored family, and the answers that it leaves
  /// out.
  ///
  /// - Throws: The issues that prevent the intent.
  package func wholeIntent() throws(IntentIssues) -> (intent: Intent, leftOut: LeftOutAnswers) {
    let evaluation = widget.schema.evaluate(migration.draft, family: placed.family)
    return (
      try widget.schema.resolve(evaluation).get(),
      widget.schema.leftOut(of: migration.draft, in: evaluation)
    )
  }
}

/// The losses of a placed widget under a definition.
package struct DefinitionCost: Sendable, Hashable {
  /// The changes to the answers.
  package let changes: [AnswerChange]
  /// Whether the widget no longer offers the family of the placed widget.
  package let isFamilyDropped: Bool
  /// The names of the arrays that have fewer elements in effect than before; all elements are kept.
  package let shortened: [String]

  /// The changes that lose an answer, at least in part.
  package var losses: [AnswerChange] { changes.filter(\.isLoss) }
}

/// Counts the placed widgets of an intent that a change of its definition affects.
package struct DefinitionCosts: Sendable, Hashable {
  /// The number of placed widgets.
  package private(set) var all = 0
  /// The number of widgets with a changed or lost answer.
  package private(set) var changed = 0
  /// The number of widgets that lose an answer.
  package private(set) var losing = 0
  /// The number of placed widgets whose widget is no longer in their folder.
  package private(set) var withoutWidget = 0
  /// The number of widgets whose family is no longer offered.
  package private(set) var familyDropped = 0
  /// The numbers of lost answers by parameter.
  package private(set) var lost: [String: Int] = [:]
  /// The numbers of arrays that show fewer elements, by parameter.
  package private(set) var shortened: [String: Int] = [:]

  package init() {}

  /// Counts a placed widget.
  ///
  /// - Parameters:
  ///   - cost: The cost for the placed widget; nil if its intent was removed.
  ///   - isWithoutWidget: Whether the folder no longer contains the widget that was placed.
  package mutating func add(_ cost: DefinitionCost?, isWithoutWidget: Bool) {
    all += 1
    if isWithoutWidget { withoutWidget += 1 }
    guard let cost else { return }
    if !cost.changes.isEmpty { changed += 1 }
    if !cost.losses.isEmpty { losing += 1 }
    if cost.isFamilyDropped { familyDropped += 1 }
    for loss in cost.losses { lost[loss.parameter, default: 0] += 1 }
    for name in cost.shortened { shortened[name, default: 0] += 1 }
  }
}

extension PlacedWidget {
  /// The losses of the placed widget under a definition.
  ///
  /// Only this function decides what is lost, both for a planned change and for one that was made.
  ///
  /// - Parameters:
  ///   - schema: The intent in the definition.
  ///   - former: The intent in the previous definition, for arrays that were stored without sizes;
  ///     nil if it is unknown.
  ///   - families: The families that the widget offers; nil if they are unknown.
  package func cost(
    under schema: IntentSchema, from former: IntentSchema?, families: [WidgetFamily]?
  ) -> DefinitionCost {
    cost(draft(under: schema), under: schema, from: former, families: families)
  }

  fileprivate func cost(
    _ migration: DraftMigration, under schema: IntentSchema, from former: IntentSchema? = nil,
    families: [WidgetFamily]?
  ) -> DefinitionCost {
    DefinitionCost(
      changes: migration.changes, isFamilyDropped: families.map { !$0.contains(family) } ?? false,
      shortened: shortened(migration, under: schema, from: former))
  }
}

extension ConfigurableWidget {
  /// The origin by which stores find the widgets that were placed from this widget.
  package var origin: PlacedOrigin {
    PlacedOrigin(
      intent: schema.intent.typeName, folder: folderName, kind: isBare ? nil : kind,
      isOnlyOfIntent: isOnlyOfIntent, definitionPath: definitionPath)
  }

  /// The placed widget to store under a name, with the answers in a form.
  package func placed(
    as name: String, family: WidgetFamily, draft: IntentDraft, revision: Int
  ) -> PlacedWidget {
    PlacedWidget(
      name: name, widget: origin.storedName,
      definitionPath: isFoundByName ? nil : definitionPath,
      folder: isFoundByName ? libraryFolder : nil, intent: schema.intent.typeName,
      family: family, draft: draft, under: schema, revision: revision)
  }
}
