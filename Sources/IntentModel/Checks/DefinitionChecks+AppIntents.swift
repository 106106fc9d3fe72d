extension DefinitionChecks {
  /// The checks of App Intents definitions, for mistakes that are common in practice.
  ///
  /// The rules about tags, indexes, parents and display priorities apply only to Xcode's format.
  static let ofAppIntents: [Check] =
    values + arrays + duplicates + [
      noIntents, unknownParts, requiredEntities, casesWithoutTitle, emptySummaries, summaryNames,
      summaryFamilies,
      minimumSizes, shortDefaults, storeWords,
    ]

  private static func noIntents(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.intents.isEmpty ? [DefinitionFinding(.noIntents, at: .root)] : []
  }

  private static func unknownParts(_ context: DefinitionContext) -> [DefinitionFinding] {
    (context.file.origin?.unknown ?? []).map { DefinitionFinding(.unknownPart($0), at: .root) }
  }

  /// Entities that a widget needs in order to load; for other types, the system can ask for a
  /// value.
  private static func requiredEntities(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      guard place.schema.intent.isEligibleForWidgets, place.parameter.isRequired,
        !place.parameter.supportsMultipleValues,
        case .object(let reference?) = place.parameter.type
      else { return nil }
      return DefinitionFinding(
        .requiredWithoutDefault(
          type: reference.name, isJudged: context.file.origin?.format == .swift),
        at: place.path)
    }
  }

  private static func casesWithoutTitle(_ context: DefinitionContext) -> [DefinitionFinding] {
    let unread = context.unreadSubjects
    return context.file.enums.enumerated().flatMap { number, enumeration -> [DefinitionFinding] in
      // If no case has a title, the table of titles itself could not be read.
      guard enumeration.cases.contains(where: { $0.displayName != .none }) else { return [] }
      let path = IntentPath.parts(of: .enums, number)
      return enumeration.cases.enumerated().compactMap { place, item in
        guard item.displayName == .none,
          !unread.contains(UnknownPart.subject(enumeration.name, item.name, part: "title"))
        else { return nil }
        return DefinitionFinding(.caseWithoutTitle(item.name), at: path.appending(place))
      }
    }
  }

  /// A summary with cases that shows no rows for some values.
  private static func emptySummaries(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.schemas.enumerated().flatMap { number, schema -> [DefinitionFinding] in
      guard let summary = schema.intent.summary else { return [] }
      return summary.branches.compactMap { branch in
        guard branch.isMissing, let subject = branch.missingCase,
          schema.canHold(.all(branch.conditions))
        else { return nil }
        return DefinitionFinding(
          .showsNothing(subject: subject.name), at: .summary(ofIntent: number))
      }
    }
  }

  /// The unknown families that a summary names.
  private static func summaryFamilies(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.schemas.enumerated().flatMap { number, schema -> [DefinitionFinding] in
      let comparisons = (schema.intent.summary?.branches ?? [])
        .flatMap(\.conditions).flatMap(\.comparisons)
      return Set(comparisons.flatMap(\.namedFamilies).filter { !$0.isKnown }).sorted().map {
        DefinitionFinding(.unknownFamily($0), at: .summary(ofIntent: number))
      }
    }
  }

  /// The names in a summary that no parameter has.
  private static func summaryNames(_ context: DefinitionContext) -> [DefinitionFinding] {
    // The name may belong to a parameter that could not be read.
    let unread = context.unreadSubjects
    return context.schemas.enumerated().flatMap { number, schema -> [DefinitionFinding] in
      guard !unread.contains(schema.intent.typeName) else { return [] }
      let branches = schema.intent.summary?.branches ?? []
      let names = branches.flatMap { branch in
        (branch.rows?.names ?? []) + TextPlaceholders.names(in: branch.rows?.sentence.text ?? "")
      }
      return names.firsts.filter { !$0.isEmpty && schema.position(of: $0) == nil }.map {
        DefinitionFinding(
          .unknownInSummary($0, choices: schema.intent.parameterNames),
          at: .summary(ofIntent: number))
      }
    }
  }

  /// A list that needs at least two values.
  private static func minimumSizes(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      guard place.schema.intent.isEligibleForWidgets, place.parameter.supportsMultipleValues else {
        return nil
      }
      let families = place.parameter.sizedFamilies.filter { family in
        place.parameter.arraySizes?.isStated(for: family) == true
          && (place.parameter.minimumCount(for: family) ?? 0) > 1
      }
      guard let first = families.first, let minimum = place.parameter.minimumCount(for: first),
        let maximum = place.parameter.maximumCount(for: first)
      else { return nil }
      let same = families.filter {
        place.parameter.minimumCount(for: $0) == minimum
          && place.parameter.maximumCount(for: $0) == maximum
      }
      return DefinitionFinding(
        .minimumSize(minimum: minimum, maximum: maximum, families: same),
        at: place.path.sizes)
    }
  }

  /// A default with fewer elements than the largest family has room for.
  ///
  /// An empty default has no finding, because it leaves the choice to the person.
  private static func shortDefaults(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      let parameter = place.parameter
      guard place.schema.intent.isEligibleForWidgets, !parameter.defaultList.isEmpty else {
        return nil
      }
      let sized = parameter.sizedFamilies.compactMap { family in
        parameter.maximumCount(for: family).map { (family: family, maximum: $0) }
      }
      guard let largest = sized.max(by: { $0.maximum < $1.maximum }),
        parameter.defaultList.count < largest.maximum, largest.maximum < Int.max
      else { return nil }
      return DefinitionFinding(
        .shortDefault(
          count: parameter.defaultList.count, maximum: largest.maximum, family: largest.family),
        at: place.path.appending("defaults"))
    }
  }
}
