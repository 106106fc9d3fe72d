import DefinitionFormats
import IntentCodegen
import IntentModel
import Messages

/// For a parameter, compares the functions of the old handler with the new query or options
/// provider.
struct HandlerComparison {
  private let outline: AppIntentOutline
  private let parameter: String
  private let after: SourceParameter
  private let successor: SourceIntent
  private let schema: IntentSchema
  private let sources: MigrationSources

  init(
    _ outline: AppIntentOutline, _ parameter: String, to after: SourceParameter,
    of successor: SourceIntent, schema: IntentSchema, sources: MigrationSources
  ) {
    self.outline = outline
    self.parameter = parameter
    self.after = after
    self.successor = successor
    self.schema = schema
    self.sources = sources
  }

  /// The findings about dependencies and defaults.
  var findings: [CheckFinding] { dependencies + defaultValue }

  // MARK: The old handler and the new query

  private func handlers(for purpose: SourceHandler.Purpose) -> [SourceHandler] {
    let name = parameter.prefix(1).lowercased() + parameter.dropFirst()
    return sources.old.handlers.filter {
      $0.purpose == purpose && $0.intent == outline.typeName && $0.parameter == name
    }
  }

  private var entity: SourceEntity? {
    after.type.flatMap { sources.new.entities[$0.element] }
  }

  /// The options provider of the parameter, or else the query of its entity; nil if the source does
  /// not show it.
  private var query: SourceQuery? {
    if let argument = after.argument(.optionsProvider) {
      guard case .call(let name, _) = argument.value else { return nil }
      return sources.new.queries[sources.new.names.type(name, in: successor.path)]
    }
    return entity?.query.flatMap { sources.new.queries[$0] }
  }

  private func finding(
    at place: SourcePlace, severity: IntentIssue.Severity = .warning, _ code: MigrationCode,
    _ sentence: Message, _ remedy: Message
  ) -> CheckFinding {
    CheckFinding(
      at: place, severity, code, subject: outline.subject(parameter), sentence: sentence,
      remedy: remedy)
  }

  // MARK: Dependencies

  private var dependencies: [CheckFinding] {
    let old = handlers(for: .choices)
    guard !old.isEmpty else { return [] }
    let known = Dictionary(firsts: outline.properties.map { ($0.parameter, $0.name) })
    let reads = schema.intent.parameters.map(\.name).filter { name in
      name != parameter && old.contains { $0.reads.contains(name) }
    }
    let handed = old.first { $0.handsIntentOn }
    guard !reads.isEmpty || handed != nil else { return [] }
    guard let query else {
      guard !reads.isEmpty else { return [] }
      return [
        finding(
          at: after.place, .notJudged,
          "The old handler read \(choices: reads) for the choices, and the new query is unknown.",
          .addDeclaration)
      ]
    }
    let declared = Set(
      query.dependencies[successor.path] ?? query.dependencies[successor.name] ?? [])
    let missing = reads.compactMap { known[$0] ?? nil }.filter { !declared.contains($0) }
    if !missing.isEmpty {
      let paths = missing.map { "\\.$" + visible($0) }.joined(separator: ", ")
      return [
        finding(
          at: query.place, .dependencyLost,
          """
          The old handler read \(choices: missing) to make the choices, but “\(name: query.name)” \
          cannot read \(missing.count, one: "it", other: "them").
          """,
          "Add `@\(AppIntentsName.dependency)<\(visible(successor.name))>(\(paths))` to it.")
      ]
    }
    guard let handed, declared.isEmpty else { return [] }
    return [
      finding(
        at: handed.place, severity: .note, .notJudged,
        """
        The old handler passes the whole intent on, so it is unknown on which parameters the choices \
        depend.
        """,
        "Compare the parameters that it reads with the dependencies of “\(name: query.name)”.")
    ]
  }

  // MARK: Defaults

  private var defaultValue: [CheckFinding] {
    guard let old = handlers(for: .defaultValue).first(where: { !$0.isEmpty }),
      after.argument(.default) == nil, after.argument(.defaultValue) == nil
    else { return [] }
    guard let query else {
      guard entity != nil || after.argument(.optionsProvider) != nil else {
        return [
          finding(
            at: after.place, .defaultLost,
            "The old handler gave a default at run time, and the parameter has none.",
            .useOldDefault)
        ]
      }
      return [
        finding(
          at: after.place, .notJudged,
          "The old handler gave a default at run time, and the new query is unknown.",
          .addDeclaration)
      ]
    }
    guard !query.hasDefault else { return [] }
    return [
      finding(
        at: query.place, .defaultLost,
        """
        The old handler gave a default at run time (line \(old.place.line) of \
        \(name: old.place.fileName)), but \
        “\(name: query.name)” gives none.
        """,
        """
        \(Message.useOldDefault) A default from `defaultResult()` is stored in each widget when it \
        is placed, and does not change afterwards.
        """)
    ]
  }

  // MARK: Identifiers

  /// The effect on stored objects, and the findings; nil for a parameter without objects.
  ///
  /// Without old code, the old identifiers are unknown, so there are no findings.
  var identifiers: (fate: MigrationReport.Fate, findings: [CheckFinding])? {
    guard let type = schema.parameter(named: parameter)?.type,
      let object = schema.objectType(of: type), let entity
    else { return nil }
    let names = Set(
      [object.name, (object.classPrefix ?? "") + object.name, object.className].compactMap { $0 })
    let old = names.flatMap { sources.old.identifiers[$0] ?? [] }
    // In a single folder, code that makes a type with the same name could be old or new.
    let isMixed = !sources.isApart && names.contains(entity.name)
    guard sources.isApart || sources.isWholeProject || !isMixed && !old.isEmpty else {
      return (.notJudged, [])
    }
    // The old class can still be in the new project.
    let beside = sources.isApart ? names.flatMap { sources.new.identifiers[$0] ?? [] } : []
    let ofQuery = query?.texts ?? []
    return IdentifierComparison(
      old: old, new: isMixed ? [] : sources.new.identifiers[entity.name] ?? [], entity: entity,
      isOfOldModel: sources.isApart && sources.old.declaredNames.contains(entity.name),
      texts: ofQuery.union(entity.texts).union(beside.compactMap(\.argument.value.text)),
      otherTexts: sources.new.otherTexts,
      place: query?.place ?? entity.identifierPlace ?? entity.place,
      maker: query?.name ?? entity.name, subject: outline.subject(parameter)
    ).result
  }
}
