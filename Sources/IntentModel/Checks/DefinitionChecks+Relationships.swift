extension DefinitionChecks {
  /// Parents: that there are some, and that they end somewhere.
  static let relationships: [Check] = [missingParents, danglingParents, loops, chains]

  private static func missingParents(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.relationships.compactMap { place, relationship in
      guard (relationship.parentName ?? "").isEmpty else { return nil }
      return DefinitionFinding(.missingParent, at: place.path.visibleWhen("parent"))
    }
  }

  private static func danglingParents(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.relationships.compactMap { place, relationship in
      guard let name = relationship.parentName, !name.isEmpty,
        place.schema.namedParent(at: place.position) == nil
      else { return nil }
      let choices = place.schema.intent.parameters.map(\.name)
      return DefinitionFinding(
        .danglingParent(name, choices: choices.filter { $0 != place.parameter.name }),
        at: place.path.visibleWhen("parent"))
    }
  }

  /// Each loop once, at its first member, with all members.
  private static func loops(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.schemas.enumerated().flatMap { number, schema in
      schema.loops.compactMap { names in
        let positions = names.map { schema.position(of: $0) ?? .max }
        guard let first = positions.min(), let turn = positions.firstIndex(of: first),
          first != .max
        else { return nil }
        let path = IntentPath.intent(number).appending("parameters").appending(first)
        return DefinitionFinding(
          .loop(Array(names[turn...] + names[..<turn])), at: path.visibleWhen("parent"))
      }
    }
  }

  /// A parent with a parent of its own; those of a loop are told as one.
  private static func chains(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.relationships.compactMap { place, _ in
      let parameters = place.schema.intent.parameters
      guard let parent = place.schema.parents[place.position],
        let grandparent = place.schema.parents[parent]
      else { return nil }
      return DefinitionFinding(
        .chain(parent: parameters[parent].name, grandparent: parameters[grandparent].name),
        at: place.path.visibleWhen("parent"))
    }
  }
}

extension IntentSchema {
  /// The position of the parent that a parameter names, also where it is part of a loop.
  func namedParent(at position: Int) -> Int? {
    if let parent = parents[position] { return parent }
    let isLooping = loops.contains { $0.contains(intent.parameters[position].name) }
    guard isLooping, let name = intent.parameters[position].relationship?.parentName else {
      return nil
    }
    return self.position(of: name) ?? position
  }
}

extension IntentPath {
  /// The path of a part of a parameter's condition.
  func visibleWhen(_ part: String) -> IntentPath { appending("visibleWhen").appending(part) }
}
