import DefinitionFormats
import IntentModel
import Messages

/// Compares the App Intents of widgets in an old project with those in the new one.
///
/// The system finds an App Intent by its name, and the parameters of the App Intent by their names.
/// An old project can have widgets with App Intents in addition to the widgets of a definition, and
/// a migration can lose the answers of both.
struct AppIntentsComparison {
  private let sources: MigrationSources
  private let types: MigratedTypes

  init(_ sources: MigrationSources) {
    self.sources = sources
    types = MigratedTypes(expected: sources.old, found: sources.new, areAppIntents: true)
  }

  private var oldWidgets: [SourceConfiguration] {
    sources.old.configurations.filter { $0.form == .appIntent }
  }

  /// The effects on answers in widgets with App Intents, and the findings.
  ///
  /// - Parameter replaced: The types that replace intents of a definition.
  func result(
    besides replaced: Set<String>
  ) -> (intents: [MigrationReport.Intent], findings: [CheckFinding]) {
    guard sources.isApart else { return ([], notCompared(besides: replaced)) }
    var intents: [MigrationReport.Intent] = []
    var findings: [CheckFinding] = []
    var seen = Set<String>()
    for call in oldWidgets {
      guard let path = call.intent,
        let old = sources.old.intents.first(where: { $0.path == path })
      else {
        findings.append(
          CheckFinding(
            at: call.place, .note, .notJudged,
            sentence: "The App Intent of this widget is not in the source.",
            remedy: "Add the file that declares it to the old project."))
        continue
      }
      guard seen.insert(path).inserted else { continue }
      let (intent, more) = result(of: old)
      intents.append(intent)
      findings += more
    }
    return (intents, findings)
  }

  /// A note about widgets with App Intents for which there is no old widget.
  private func notCompared(besides replaced: Set<String>) -> [CheckFinding] {
    let others = sources.new.configurations.filter { call in
      call.form == .appIntent && !(call.intent.map(replaced.contains) ?? false)
    }
    guard let first = others.first else { return [] }
    let kinds = others.compactMap(\.kind).firsts
    return [
      CheckFinding(
        at: first.place, .note, .notJudged,
        sentence: kinds.isEmpty
          ? "An App Intents widget was given without an old widget to compare it with."
          : """
          \(kinds.count, one: "The App Intents widget", other: "The App Intents widgets") \
          \(choices: kinds) \(kinds.count, one: "was", other: "were") given without an old widget \
          to compare \(kinds.count, one: "it", other: "them") with.
          """,
        remedy: "Give the old project and the new one.")
    ]
  }

  private func result(
    of old: SourceIntent
  ) -> (intent: MigrationReport.Intent, findings: [CheckFinding]) {
    let subject = Message("App Intent “\(name: old.name)”")
    let widgets = oldWidgets.filter { $0.intent == old.path }.map { WidgetComparison.Old($0) }
    let same = sources.new.intents.filter { $0.storedName == old.storedName }
    let heir = same.first { $0.path == old.path } ?? same.first
    if let part = old.unknownName ?? heir?.unknownName
      ?? (heir == nil ? sources.new.intents.lazy.compactMap(\.unknownName).first : nil)
    {
      return (
        MigrationReport.Intent(
          className: old.name, successor: heir?.name,
          answers: old.parameters.map { .init(name: $0.name, fate: .notJudged) }, isAppIntent: true),
        [
          CheckFinding(
            at: part.place, .note, .notJudged, subject: subject,
            sentence: """
              `\(AppIntentsName.persistentIdentifier)` is not a literal, or is in a branch of `#if`, so it is unknown \
              under which name the system stores the intent.
              """,
            remedy: "Write the name itself, outside of `#if`.")
        ]
      )
    }
    guard let new = heir else {
      return (
        MigrationReport.Intent(
          className: old.name, successor: nil,
          answers: old.parameters.map { .init(name: $0.name, fate: .lost) }, isAppIntent: true),
        [missing(old, subject, widgets)]
      )
    }
    let matched = MatchedParameters(old.parameters.map(\.name), to: new.parameters)
    let changes = MigratedChanges(
      from: sources.old.schema(of: old), to: sources.new.schema(of: new))
    var answers: [MigrationReport.Answer] = []
    var findings: [CheckFinding] = []
    for before in old.parameters {
      let subject = Message.partOfType(part: .parameterNamed(name: before.name), name: old.name)
      guard let after = matched.heir(of: before.name) else {
        answers.append(.init(name: before.name, fate: .lost))
        findings.append(matched.gone(before, from: new, subject))
        continue
      }
      let migration = ParameterMigration(
        before, named: before.name, to: after, subject: subject, changes: changes,
        isOfAction: false, families: WidgetComparison.families(of: new, in: sources.new),
        types: types)
      var (fate, isTypeKept, more) = migration.result
      if isTypeKept, let (ofIdentifiers, found) = identifiers(before, after, subject) {
        (fate, more) = (ofIdentifiers == .kept ? fate : ofIdentifiers, more + found)
      }
      answers.append(.init(name: before.name, fate: fate))
      findings += more
    }
    findings += hiddenRows(old, new)
    let (ofWidgets, fate) = WidgetComparison(sources).result(of: widgets, subject, new)
    return (
      MigrationReport.Intent(
        className: old.name, successor: new.name, answers: answers.map { $0.with(fate) },
        isAppIntent: true),
      findings + ofWidgets
    )
  }

  private func missing(
    _ old: SourceIntent, _ subject: Message, _ widgets: [WidgetComparison.Old]
  ) -> CheckFinding {
    let kinds = Set(widgets.compactMap(\.kind))
    let heir = sources.new.configurations.first { call in
      call.form == .appIntent && call.kind.map(kinds.contains) == true
    }.flatMap { call in sources.new.intents.first { $0.path == call.intent } }
    let code = AppIntentsName.code(AppIntentsName.persistentIdentifier, old.storedName)
    return CheckFinding(
      at: heir?.place ?? old.place, .error, .intentMissing, subject: subject,
      sentence: .sentences([
        "No App Intent in the new source has the name “\(name: old.storedName)”.",
        .configurationLost,
      ]),
      remedy: heir.map { "Rename “\(name: $0.name)”, or write `\(code)` in it." }
        ?? "Keep it, with its widget.")
  }

  /// What happens to the stored entities of a parameter; nil if the parameter has no entities.
  private func identifiers(
    _ before: SourceParameter, _ after: SourceParameter, _ subject: Message
  ) -> (fate: MigrationReport.Fate, findings: [CheckFinding])? {
    guard let old = before.type.flatMap({ sources.old.entities[$0.element] }),
      let new = after.type.flatMap({ sources.new.entities[$0.element] })
    else { return nil }
    let code = [old.name, new.name]
    let (given, made) = (
      sources.old.identifiers[code[0]] ?? [], sources.new.identifiers[code[1]] ?? []
    )
    // The same code gives the same identifiers.
    let isSame =
      old.code != nil && old.code == new.code
      && query(of: old, in: sources.old)?.code == query(of: new, in: sources.new)?.code
    if isSame, Set(given.map(\.code)) == Set(made.map(\.code)) { return (.kept, []) }
    let query = query(of: new, in: sources.new)
    return IdentifierComparison(
      old: given, new: made, entity: new, isOfOldModel: false,
      texts: new.texts.union(query?.texts ?? []), otherTexts: sources.new.otherTexts,
      place: query?.place ?? new.identifierPlace ?? new.place, maker: query?.name ?? new.name,
      subject: subject
    ).result
  }

  private func query(of entity: SourceEntity, in source: AppIntentsSource) -> SourceQuery? {
    entity.query.flatMap { source.queries[$0] }
  }

  /// The findings about parameters that have a row in the old form for some answers, but in the new
  /// form for none.
  private func hiddenRows(_ old: SourceIntent, _ new: SourceIntent) -> [CheckFinding] {
    guard let shown = new.summary?.everyRow else { return [] }
    let before = old.summary?.everyRow ?? Set(old.parameters.map(\.name))
    return new.parameters.filter { before.contains($0.name) && !shown.contains($0.name) }.map {
      .neverNamed($0, subject: .partOfType(part: .parameterNamed(name: $0.name), name: old.name))
    }
  }
}

extension SourceSummary {
  /// The parameters that have a row for some answers; nil if every parameter may have a row.
  var everyRow: Set<String>? {
    switch self {
    case .rows([], sentence: nil), .unreadable: nil
    case .rows(let names, _): Set(names)
    case .when(_, let yes, let no):
      if let first = yes.everyRow, let second = no?.everyRow { first.union(second) } else { nil }
    case .cases(_, let cases, let otherwise, _):
      cases.map(\.summary.everyRow).reduce(otherwise?.everyRow) { all, rows in
        if let all, let rows { all.union(rows) } else { nil }
      }
    }
  }
}

extension CheckFinding {
  /// The finding about a parameter that is not in any summary.
  static func neverNamed(_ parameter: SourceParameter, subject: Message) -> CheckFinding {
    CheckFinding(
      at: parameter.place, .error, .rowHidden, subject: subject,
      sentence: "The summary never names it, so people can no longer change it.",
      remedy: "Add `\\.$\(visible(parameter.name))` to the summary.")
  }
}
