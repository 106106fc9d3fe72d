extension DefinitionChecks {
  /// Checks that parents exist, and that chains of parents end.
  static let relationships: [Check] = [missingParents, danglingParents, loops, chains]

  private static func missingParents(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.relationships.compactMap { place, relationship in
      // A parameter without a row needs no condition.
      guard place.parameter.canHaveRow, (relationship.parentName ?? "").isEmpty else { return nil }
      let hasChoices = place.schema.intent.parameters.count > 1
      return DefinitionFinding(
        .missingParent(hasChoices: hasChoices), at: place.path.visibleWhen("parent"))
    }
  }

  private static func danglingParents(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.relationships.compactMap { place, relationship in
      guard place.parameter.canHaveRow, let name = relationship.parentName, !name.isEmpty,
        place.schema.namedParents[place.position] == nil
      else { return nil }
      return DefinitionFinding(
        .danglingParent(
          name, of: place.parameter.name, choices: place.schema.intent.parameterNames),
        at: place.path.visibleWhen("parent"))
    }
  }

  /// Reports each loop once, at its first member, and names all its members.
  private static func loops(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.schemas.enumerated().flatMap { number, schema in
      schema.loops.compactMap { names in
        let positions = names.map { schema.position(of: $0) ?? .max }
        guard let first = positions.min(), let turn = positions.firstIndex(of: first),
          first != .max
        else { return nil }
        let path = IntentPath.parts(of: .intents, number).appending(first)
        return DefinitionFinding(
          .loop(Array(names[turn...] + names[..<turn])), at: path.visibleWhen("parent"))
      }
    }
  }

  /// Reports a parent that itself has a parent; a loop is reported only as a loop.
  private static func chains(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.relationships.compactMap { place, _ in
      let parameters = place.schema.intent.parameters
      guard place.parameter.canHaveRow, let parent = place.schema.parents[place.position],
        let grandparent = place.schema.parents[parent]
      else { return nil }
      return DefinitionFinding(
        .chain(parent: parameters[parent].name, grandparent: parameters[grandparent].name),
        at: place.path.visibleWhen("parent"))
    }
  }
}

extension DefinitionChecks {
  /// Predicates: their relations, the number and the types of their values, and whether they can
  /// hold.
  static let predicates: [Check] = [
    unknownPredicates, predicatesWithoutValue, ranges, predicateValues, neverVisible,
  ]

  private static func unknownPredicates(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.relationships.compactMap { place, relationship in
      guard relationship.relation == nil else { return nil }
      return DefinitionFinding(
        .unknownPredicate(relationship.predicateName), at: place.path.visibleWhen("predicate"))
    }
  }

  /// Predicates that need a value but have none.
  ///
  /// The relation "has any value" needs no value, and a Boolean predicate without a value means
  /// "off".
  private static func predicatesWithoutValue(
    _ context: DefinitionContext
  ) -> [DefinitionFinding] {
    context.relationships.compactMap { place, relationship in
      guard relationship.relation?.takesValues == true, relationship.values.isEmpty,
        !relationship.comparesBoolean
      else { return nil }
      return DefinitionFinding(
        .predicateWithoutValue(relationship.predicateName), at: place.path.visibleWhen("value"))
    }
  }

  private static func ranges(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.relationships.compactMap { place, relationship in
      let count = relationship.values.count
      guard relationship.relation == .isWithinRange, ![0, 2].contains(count) else { return nil }
      let parent = place.schema.namedParents[place.position]
      // For texts, a range is the list of its values.
      if let parent, place.schema.intent.parameters[parent].type.comparesAsText { return nil }
      return DefinitionFinding(
        .rangeWithoutTwoValues(count: count), at: place.path.visibleWhen("values"))
    }
  }

  /// Each value must be a possible value of the parent, or part of one.
  private static func predicateValues(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.relationships.flatMap { place, relationship -> [DefinitionFinding] in
      guard relationship.relation?.takesValues == true,
        let parent = place.schema.namedParents[place.position]
      else { return [] }
      let parameter = place.schema.intent.parameters[parent]
      let values = relationship.comparedValues
      return values.enumerated().compactMap { number, value in
        place.schema.mismatch(of: value, with: parameter).map {
          let path = place.path.visibleWhen(relationship.isList ? "values" : "value")
          return DefinitionFinding($0, at: relationship.isList ? path.appending(number) : path)
        }
      }
    }
  }

  /// Rows that no answer can show; parameters that are in a loop or have no parent are always
  /// visible.
  private static func neverVisible(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.relationships.compactMap { place, relationship in
      guard let parent = place.schema.parents[place.position],
        place.parameter.canHaveRow
      else { return nil }
      let parameter = place.schema.intent.parameters[parent]
      let path = place.path.visibleWhen()
      guard parameter.canHaveRow else {
        return DefinitionFinding(
          .neverVisible(.parentHasNoRow(parent: parameter.name)), at: path)
      }
      guard place.schema.isSound(relationship, on: parameter),
        var comparison = relationship.comparison
      else { return nil }
      comparison.subject = .parameter(parameter.name)
      guard !place.schema.canHold(.comparison(comparison)) else { return nil }
      return DefinitionFinding(
        .neverVisible(.conditionCannotHold(parent: parameter.name)), at: path)
    }
  }
}

extension IntentSchema {
  /// Whether the values in a condition have no other finding.
  fileprivate func isSound(
    _ relationship: ParameterRelationship, on parent: ParameterDefinition
  ) -> Bool {
    let values = relationship.comparedValues
    if relationship.relation == .isWithinRange, values.count != 2 { return false }
    if relationship.relation?.takesValues == true, values.isEmpty { return false }
    return values.allSatisfy { mismatch(of: $0, with: parent) == nil }
  }
}

extension ParameterType {
  /// Whether predicates compare the values of the type as texts.
  fileprivate var comparesAsText: Bool {
    switch self {
    case .string, .url, .file, .object: true
    default: coding.map { !$0.compared.isEmpty } ?? false
    }
  }
}
