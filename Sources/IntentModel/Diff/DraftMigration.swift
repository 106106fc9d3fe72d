/// A stored draft under a new definition, and what of it has no place there.
public struct DraftMigration: Sendable, Hashable {
  /// One answer that the new definition can't hold, or not whole.
  public struct Loss: Sendable, Hashable {
    /// The name of the parameter in the old definition.
    public var parameter: String

    /// The answer as it was stored.
    public var value: IntentValue

    /// What stands in its place; nil where nothing does.
    public var kept: IntentValue?
  }

  /// The answers under the names and in the types of the new definition.
  public var draft: IntentDraft

  /// The answers that were lost, in the order of the old definition; empty when all went along.
  public var losses: [Loss]
}

extension IntentDraft {
  /// The draft under another definition of its intent.
  ///
  /// Parameters are matched as ``DefinitionDiff`` does. An answer goes along under the new name, in the
  /// new type where it has its like there, a case under its new name. What is out of sight stays: values
  /// beyond a family's size, and answers to hidden parameters. An answer that the new definition can't
  /// hold is left out and listed. Answers under names that the old definition lacks are left out too.
  ///
  /// - Parameters:
  ///   - old: The definition under which the draft was stored.
  ///   - new: The definition that takes its place.
  public func migrated(from old: IntentSchema, to new: IntentSchema) -> DraftMigration {
    let matching = ParameterMatching(from: old.intent, to: new.intent)
    var migration = DraftMigration(draft: IntentDraft(), losses: [])
    for (position, before) in old.intent.parameters.enumerated() {
      let after = matching.successors[position].map { new.intent.parameters[$0] }
      if let value = values[before.name] {
        let kept = after.flatMap { Move(old, new, before, $0).moved(value) }
        if let after, let kept { migration.draft.values[after.name] = kept.value }
        if kept?.isWhole != true {
          migration.losses.append(
            DraftMigration.Loss(parameter: before.name, value: value, kept: kept?.value))
        }
      }
      if let value = defaults[before.name], let after {
        migration.draft.defaults[after.name] = Move(old, new, before, after).moved(value)?.value
      }
    }
    return migration
  }
}

/// The way of one parameter's answer from one definition to another.
private struct Move {
  let old: IntentSchema
  let new: IntentSchema
  let before: IntentParameter
  let after: IntentParameter

  init(
    _ old: IntentSchema, _ new: IntentSchema, _ before: IntentParameter, _ after: IntentParameter
  ) {
    self.old = old
    self.new = new
    self.before = before
    self.after = after
  }

  /// The answer in the new definition, and whether it is the whole of it; nil where it has no place.
  func moved(_ value: IntentValue) -> (value: IntentValue, isWhole: Bool)? {
    let elements = value.elements
    let moved = elements.compactMap(element)
    let isWhole = moved.count == elements.count && moved.allSatisfy(\.isWhole)
    if after.supportsMultipleValues {
      guard !moved.isEmpty || elements.isEmpty else { return nil }
      return (.array(moved.map(\.value)), isWhole)
    }
    guard let first = moved.first else { return nil }
    return (first.value, isWhole && moved.count == 1)
  }

  private func element(_ value: IntentValue) -> (value: IntentValue, isWhole: Bool)? {
    guard ValueConversion(from: before.type, to: after.type) != .impossible,
      let renamed = renamedCase(value).converted(to: after.type)
    else { return nil }
    let pruned = withoutGoneProperties(renamed)
    guard isValid(pruned) || !isValidBefore(value) else { return nil }
    return (pruned, pruned == renamed)
  }

  /// A value that was refused before is still somebody's answer: it stays what it was.
  private func isValidBefore(_ value: IntentValue) -> Bool {
    old.issues(with: value, type: before.type, at: .root).isEmpty
  }

  private func isValid(_ value: IntentValue) -> Bool {
    new.issues(with: value, type: after.type, at: .root).isEmpty
  }

  private func renamedCase(_ value: IntentValue) -> IntentValue {
    guard case .enumeration(let name) = value, let lhs = old.enumeration(of: before.type),
      let rhs = new.enumeration(of: after.type), let heir = lhs.successor(of: name, in: rhs)
    else { return value }
    return .enumeration(heir)
  }

  private func withoutGoneProperties(_ value: IntentValue) -> IntentValue {
    guard case .object(var object) = value, let lhs = old.objectType(of: before.type),
      let rhs = new.objectType(of: after.type)
    else { return value }
    for property in lhs.ownProperties where !rhs.keeps(property) {
      object.properties[property.name] = nil
    }
    return .object(object)
  }
}
