extension DefinitionChecks {
  /// Names, tags, indexes and priorities that stand twice where each has to stand once.
  static let duplicates: [Check] = [
    documentDuplicates, parameterDuplicates, caseDuplicates, propertyDuplicates, sizeDuplicates,
  ]

  private static func documentDuplicates(_ context: DefinitionContext) -> [DefinitionFinding] {
    let (intents, enums, types) = (context.file.intents, context.file.enums, context.file.types)
    return repeats(intents.map(\.typeName), .intent, at: [.key("intents")], member: "name")
      + repeats(enums.map(\.name), .enumeration, at: [.key("enums")], member: "name")
      + repeats(types.map(\.name), .objectType, at: [.key("types")], member: "name")
  }

  private static func parameterDuplicates(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.intents.enumerated().flatMap { number, intent -> [DefinitionFinding] in
      let path = IntentPath.intent(number).appending("parameters").components
      let all = intent.parameters
      let priorities = all.map { $0.isConfigurable ? $0.displayPriority : nil }
      return repeats(all.map(\.name), .parameter, at: path, member: "name")
        + repeats(all.map(\.tag), .parameterTag, at: path, member: "tag")
        + repeats(priorities, .displayPriority, at: path, member: "priority")
    }
  }

  private static func caseDuplicates(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.enums.enumerated().flatMap { number, enumeration -> [DefinitionFinding] in
      let path: [IntentPath.Component] = [.key("enums"), .index(number), .key("cases")]
      let all = enumeration.cases
      return repeats(all.map(\.name), .enumCase, at: path, member: "name")
        + repeats(all.map(\.index), .caseIndex, at: path, member: "index")
    }
  }

  private static func propertyDuplicates(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.types.enumerated().flatMap { number, type -> [DefinitionFinding] in
      let path: [IntentPath.Component] = [.key("types"), .index(number), .key("properties")]
      let all = type.properties
      return repeats(all.map(\.name), .property, at: path, member: "name")
        + repeats(all.map(\.tag), .propertyTag, at: path, member: "tag")
    }
  }

  private static func sizeDuplicates(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.flatMap { place -> [DefinitionFinding] in
      let classes = (place.parameter.arraySizes?.entries ?? []).map(\.sizeClass)
      let path = place.path.appending("sizes").components
      return repeats(classes, .sizeClass, at: path, member: "sizeClass")
    }
  }

  /// A finding for each value after its first, at the member of the element that repeats it.
  private static func repeats<Value: Hashable>(
    _ values: [Value?], _ what: DefinitionFinding.Duplicate, at path: [IntentPath.Component],
    member: String
  ) -> [DefinitionFinding] {
    var seen = Set<Value>()
    return values.enumerated().compactMap { number, value in
      guard let value, !seen.insert(value).inserted else { return nil }
      return DefinitionFinding(
        .duplicate("\(value)", what: what),
        at: IntentPath(path).appending(number).appending(member))
    }
  }
}
