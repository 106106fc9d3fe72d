import IntentModel
import IntentOptions

extension FormAnswers {
  var issues: [IntentIssue] {
    let family = unreadTexts[.family].map { [$0.issue] } ?? []
    return family + unknownNames
      + visiblePositions.flatMap { position -> [IntentIssue] in
        let issues = evaluation.states[position].issues
        guard !unreadTexts.isEmpty || issues.count > 1 else { return issues }
        let found = unreadIssues(of: schema.parameters[position]) + issues
        let places = found.map { $0.path.slot ?? -1 }
        // The sort is stable, so an unread text stays before the value that it replaces.
        return found.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { found[$0] }
      }
  }

  /// The issues of the unread texts that are kept for hidden rows, by row.
  var hiddenTextIssues: [IntentIssue] {
    guard !unreadTexts.isEmpty else { return [] }
    return schema.parameters.filter { state(of: $0.name)?.isVisible == false }.flatMap(unreadIssues)
  }

  /// The rows whose unreadable texts cause no issue, because the rows are hidden or beyond the
  /// family's maximum; saving drops these texts.
  var rowsWithUnsavedTexts: [FormRowID] {
    unreadTexts.keys.filter { row in
      guard let parameter = parameter(of: row) else { return false }
      if state(of: parameter.name)?.isVisible == false { return true }
      guard case .element(_, let index) = row, let maximum = parameter.maximumCount(for: family)
      else { return false }
      return index >= maximum
    }
  }

  /// The issues of parameters that do not exist but have an entry or a provider.
  private var unknownNames: [IntentIssue] {
    let entries = unreadTexts.filter { row, _ in
      row.parameter.map { schema.parameter(named: $0) == nil } ?? false
    }
    return entries.sorted { ($0.key.parameter ?? "") < ($1.key.parameter ?? "") }.map(\.value.issue)
      + setup.unknownProviders.map { schema.unknownParameter($0) }
  }

  private func unreadIssues(of parameter: ParameterDefinition) -> [IntentIssue] {
    let maximum = parameter.maximumCount(for: family) ?? Int.max
    return unreadTexts.compactMap { row, text in
      switch row {
      case .parameter(parameter.name): text.issue
      case .element(parameter.name, let index): index < maximum ? text.issue : nil
      default: nil
      }
    }
  }

  /// The row that an issue's path belongs to.
  func row(at path: IntentPath) -> FormRowID? {
    guard case .key(let name)? = path.components.dropFirst().first else { return nil }
    if let slot = path.slot, rows.contains(.element(name, slot)) { return .element(name, slot) }
    return rows.first { $0.parameter == name }
  }

  func missingIssues(_ missing: [String: Set<String>]) -> [IntentIssue] {
    issues(with: missing) { .notOffered(identifier: $0, display: $1) }
  }

  func unknownIssues(_ unknown: [String: Set<String>]) -> [IntentIssue] {
    issues(with: unknown) { .notKnownToBeOffered(identifier: $0, display: $1) }
  }

  private func issues(
    with choices: [String: Set<String>],
    _ reason: (_ identifier: String, _ display: String) -> IntentIssue.Reason
  ) -> [IntentIssue] {
    guard !choices.isEmpty else { return [] }
    return schema.parameters.flatMap { parameter -> [IntentIssue] in
      guard let lost = choices[parameter.name], let value = draft.values[parameter.name] else {
        return []
      }
      let path = IntentPath.parameter(parameter.name)
      return value.elements.enumerated().compactMap { index, element in
        guard let identifier = element.choiceIdentifier, lost.contains(identifier) else {
          return nil
        }
        let display = display(of: element, parameter)
        return IntentIssue(
          reason(identifier, display),
          at: parameter.supportsMultipleValues ? path.appending(index) : path)
      }
    }
  }
}

extension IntentPath {
  /// The number of steps that lead to a parameter.
  private static let stepsToParameter = IntentPath.parameter("").components.count

  /// The steps of the path that come after the steps to the parameter.
  var insideParameter: ArraySlice<Component> { components.dropFirst(Self.stepsToParameter) }

  /// The index of the element that the path leads into; nil for a path to a whole parameter.
  ///
  /// Setting the index does not change a path to a whole parameter.
  var slot: Int? {
    get { if case .index(let index)? = insideParameter.first { index } else { nil } }
    set {
      let place = insideParameter.startIndex
      guard let newValue, components.indices.contains(place) else { return }
      components[place] = .index(newValue)
    }
  }
}
