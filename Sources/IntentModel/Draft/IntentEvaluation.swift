/// Why a parameter currently has no row.
public enum HiddenReason: Sendable, Hashable, Codable {
  /// The definition does not let users edit it.
  case notConfigurable

  /// The definition does not give it a display priority.
  case noDisplayPriority

  /// Its type has no editor.
  case noEditor

  /// Its parent has no row.
  case parentHidden(parent: String)

  /// The parent's value does not meet the condition.
  case conditionNotMet(parent: String)

  /// The definition shows it only in other families.
  case otherFamily
}

extension HiddenReason {
  /// Whether the definition never gives the parameter a row, regardless of the answers; a missing
  /// editor does not count.
  package var isWithoutRow: Bool {
    switch self {
    case .notConfigurable, .noDisplayPriority: true
    case .noEditor, .parentHidden, .conditionNotMet, .otherFamily: false
    }
  }
}

/// Where an effective value comes from.
public enum ValueOrigin: Sendable, Hashable {
  /// A person gave the answer.
  case user
  /// It is the default from the definition or a provider.
  case defaultValue
  /// There is no value.
  case none
}

/// The state of one parameter.
public struct ParameterState: Sendable, Hashable {
  /// Why the parameter is hidden; nil if it is visible.
  public var hidden: HiddenReason?

  /// The effective value: for a visible parameter, the user's value if it is valid, otherwise the
  /// default; nil if there is none.
  ///
  /// A hidden parameter has no value, with two exceptions. A parameter that never has a row keeps
  /// the user's value, as on a phone, but has no default. If the intent has a summary, every hidden
  /// parameter keeps its value and its default.
  public var value: IntentValue?

  /// Where the effective value comes from.
  public var origin: ValueOrigin

  /// The issues with the user's value, even if the parameter is hidden.
  public var issues: [IntentIssue]

  /// Whether the parameter has a row.
  public var isVisible: Bool { hidden == nil }
}

/// The state of a draft in a family: for every parameter, its visibility, its value and its issues.
public struct IntentEvaluation: Sendable, Hashable {
  /// The family for which the draft was evaluated.
  public let family: WidgetFamily

  /// The states, at the positions of the intent's parameters.
  package let states: [ParameterState]

  /// The positions of the visible parameters, in display order.
  package let visible: [Int]
}

extension IntentSchema {
  /// The state of a parameter in an evaluation by this schema; nil if there is no such parameter.
  public func state(of name: String, in evaluation: IntentEvaluation) -> ParameterState? {
    guard let position = position(of: name), evaluation.states.indices.contains(position) else {
      return nil
    }
    return evaluation.states[position]
  }

  /// The visible parameters of an evaluation by this schema, in display order.
  public func visibleParameters(in evaluation: IntentEvaluation) -> [ParameterDefinition] {
    evaluation.visible.filter(parameters.indices.contains).map { parameters[$0] }
  }

  /// Computes the visibility, the effective value and the issues of every parameter for a draft.
  ///
  /// A parameter is visible if it is configurable, it has a display priority and an editor, its
  /// relationship holds for the parent's effective value, and the parent is visible. The effective
  /// value of a visible parameter is the user's value if it is valid, otherwise the default if it is
  /// valid, both cut to the family's maximum; otherwise nil. A hidden parameter has no effective
  /// value. However, if the definition never gives a parameter a row, a valid value stays in effect,
  /// because it was set when the parameter still had a row.
  ///
  /// If the intent has a summary, the summary lists the visible parameters and determines their
  /// order, and a hidden parameter keeps its value and its default.
  public func evaluate(_ draft: IntentDraft, family: WidgetFamily) -> IntentEvaluation {
    if let summary = intent.summary { return evaluate(draft, family: family, summary) }
    var states = [ParameterState](
      repeating: ParameterState(hidden: .notConfigurable, value: nil, origin: .none, issues: []),
      count: parameters.count)
    for position in evaluationOrder {
      let parent = parents[position].map { (position: $0, state: states[$0]) }
      states[position] = state(
        at: position, hidden: hiddenReason(of: parameters[position], parent: parent), draft: draft,
        family: family)
    }
    return IntentEvaluation(
      family: family, states: states, visible: displayOrder.filter { states[$0].isVisible })
  }

  private func state(
    at position: Int, hidden: HiddenReason?, draft: IntentDraft, family: WidgetFamily
  ) -> ParameterState {
    let parameter = parameters[position]
    guard let set = draft.values[parameter.name] else {
      let value = hidden == nil ? defaultValue(of: parameter, draft: draft, family: family) : nil
      return ParameterState(
        hidden: hidden, value: value, origin: value == nil ? .none : .defaultValue, issues: [])
    }
    let used = set.cut(to: parameter.maximumCount(for: family))
    let issues = issues(with: used, for: parameter)
    if let hidden {
      let isKept = hidden.isWithoutRow && issues.isEmpty
      return ParameterState(
        hidden: hidden, value: isKept ? used : nil, origin: isKept ? .user : .none, issues: issues)
    }
    if issues.isEmpty {
      return ParameterState(hidden: nil, value: used, origin: .user, issues: [])
    }
    let value = defaultValue(of: parameter, draft: draft, family: family)
    return ParameterState(
      hidden: nil, value: value, origin: value == nil ? .none : .defaultValue, issues: issues)
  }

  private func evaluate(
    _ draft: IntentDraft, family: WidgetFamily, _ summary: RowSummary
  ) -> IntentEvaluation {
    var states = parameters.indices.map { position in
      var state = state(
        at: position, hidden: parameters[position].type.hasEditor ? nil : .noEditor, draft: draft,
        family: family)
      state.hidden = parameters[position].ownHiddenReason
      return state
    }
    let answers = Condition.Answers(family: family) { name in
      position(of: name).flatMap { states[$0].value }
    } enumeration: { name in
      position(of: name).flatMap { enumeration(of: parameters[$0].type) }
    } isUnknown: { name in
      position(of: name).map { isUnknown(states[$0], parameters[$0]) } ?? false
    }
    var shown: [Int] = []
    var isShown = [Bool](repeating: false, count: parameters.count)
    let branches = summary.branches
    let chosen = branches.chosen(for: answers)
    for branch in chosen {
      for position in positions(shownIn: branch) where !isShown[position] {
        isShown[position] = true
        shown.append(position)
      }
    }
    let hidden = parameters.indices.filter { !isShown[$0] && states[$0].isVisible }
    let shownRows = hidden.isEmpty ? [] : branches.map { Set(positions(shownIn: $0)) }
    for position in hidden {
      let showing = zip(branches, shownRows).filter { $1.contains(position) }.map(\.0)
      states[position].hidden = reason(ofHiding: showing, instead: chosen.first)
    }
    return IntentEvaluation(
      family: family, states: states, visible: shown.filter { states[$0].isVisible })
  }

  /// Whether it is unknown which value a parameter has, if any, because its default could not be
  /// read.
  private func isUnknown(_ state: ParameterState, _ parameter: ParameterDefinition) -> Bool {
    state.value == nil && parameter.isDefaultUnknown
  }

  /// The positions of the rows in a branch, in its order; all rows in display order if the branch
  /// does not list its rows.
  private func positions(shownIn branch: RowSummary.Branch) -> [Int] {
    guard let rows = branch.rows, branch.isMissing || !rows.isEverything else { return ownOrder }
    return rows.names.compactMap { position(of: $0) }
  }

  /// Why a summary does not show a row.
  ///
  /// Of the branches that show the row, the one that agrees with the chosen branch in the most
  /// conditions counts. The reason is the first condition in which the two differ.
  ///
  /// - Parameters:
  ///   - showing: The branches that show the row.
  ///   - chosen: The branch that is shown instead.
  private func reason(
    ofHiding showing: [RowSummary.Branch], instead chosen: RowSummary.Branch?
  ) -> HiddenReason {
    guard let chosen else { return .noDisplayPriority }
    func agreement(_ branch: RowSummary.Branch) -> Int {
      zip(branch.conditions, chosen.conditions).prefix { $0 == $1 }.count
    }
    guard let nearest = showing.max(by: { agreement($0) < agreement($1) }) else {
      return .noDisplayPriority
    }
    let rest = nearest.conditions.dropFirst(agreement(nearest))
    switch rest.first?.comparisons.first?.subject {
    case .parameter(let name): return .conditionNotMet(parent: name)
    case .family: return .otherFamily
    case .other, nil: return .noDisplayPriority
    }
  }

  private func hiddenReason(
    of parameter: ParameterDefinition, parent: (position: Int, state: ParameterState)?
  ) -> HiddenReason? {
    if let reason = parameter.ownHiddenReason { return reason }
    guard let parent, let relationship = parameter.relationship else { return nil }
    let parentParameter = parameters[parent.position]
    guard parent.state.isVisible else { return .parentHidden(parent: parentParameter.name) }
    let holds = relationship.holds(
      for: parent.state.value, enumeration: enumeration(of: parentParameter.type))
    return holds ? nil : .conditionNotMet(parent: parentParameter.name)
  }

  /// The default of a parameter, if it has one that is valid.
  ///
  /// It is the provider's default for a dynamic parameter, and the definition's default for any
  /// other. An array is cut to the family's maximum.
  public func defaultValue(
    of parameter: ParameterDefinition, draft: IntentDraft, family: WidgetFamily
  ) -> IntentValue? {
    let value =
      parameter.options.isDynamic ? draft.defaults[parameter.name] : parameter.staticDefault
    guard let value = value?.cut(to: parameter.maximumCount(for: family)) else { return nil }
    return issues(with: value, for: parameter).isEmpty ? value : nil
  }

  /// The intent that results from a draft in a family, or all issues with its visible parameters.
  ///
  /// A missing value is not an issue, because no parameter of an intent is required.
  public func resolve(
    _ draft: IntentDraft, family: WidgetFamily
  ) -> Result<Intent, IntentIssues> {
    resolve(evaluate(draft, family: family))
  }

  /// Probable mistakes in a draft that can still be used: an unknown family, and lists with fewer
  /// values than App Intents require.
  ///
  /// A draft with these mistakes is saved and resolved, as on a phone.
  ///
  /// - Returns: Notes and warnings, at their paths in intent JSON.
  public func remarks(on draft: IntentDraft, family: WidgetFamily) -> [IntentIssue] {
    let known =
      family.isKnown
      ? [] : [IntentIssue(.unknownFamily(family.rawValue), at: .family)]
    return known + tooFewValues(in: draft, family: family)
  }

  /// A warning for each visible list of a draft that has fewer values than App Intents require.
  package func tooFewValues(in draft: IntentDraft, family: WidgetFamily) -> [IntentIssue] {
    // Most definitions do not require a minimum, so nothing has to be evaluated.
    guard requiresCount(in: family) else { return [] }
    return tooFewValues(in: evaluate(draft, family: family))
  }

  /// Whether any list must have a minimum number of values in a family.
  private func requiresCount(in family: WidgetFamily) -> Bool {
    parameters.contains { $0.minimumCount(for: family) != nil }
  }

  /// A warning for each visible list that has fewer values than App Intents require.
  package func tooFewValues(in evaluation: IntentEvaluation) -> [IntentIssue] {
    guard requiresCount(in: evaluation.family) else { return [] }
    return visibleParameters(in: evaluation).compactMap { parameter in
      let value = state(of: parameter.name, in: evaluation)?.value
      return parameter.tooFew(value, in: evaluation.family).map {
        IntentIssue($0, at: .parameter(parameter.name))
      }
    }
  }

  /// The intent that results from an evaluation by this schema, or all issues with its visible
  /// parameters.
  package func resolve(_ evaluation: IntentEvaluation) -> Result<Intent, IntentIssues> {
    let issues = evaluation.visible.flatMap { evaluation.states[$0].issues }
    guard issues.isEmpty else { return .failure(IntentIssues(issues)) }
    let shown = parameters.indices.compactMap { position -> Intent.Parameter? in
      guard let value = evaluation.states[position].value,
        self.position(of: parameters[position].name) == position
      else { return nil }
      return Intent.Parameter(name: parameters[position].name, value: value)
    }
    return .success(
      Intent(typeName: intent.typeName, family: evaluation.family, parameters: shown))
  }
}

extension ParameterDefinition {
  /// Why the parameter never has a row, regardless of the answers; nil if it can have one.
  public var ownHiddenReason: HiddenReason? {
    guard isConfigurable else { return .notConfigurable }
    guard displayPriority != nil else { return .noDisplayPriority }
    return type.hasEditor ? nil : .noEditor
  }

  /// Whether the parameter can have a value although it never has a row, namely a value that was
  /// set when the parameter had a row.
  package var keepsValueWithoutRow: Bool {
    type.hasEditor && ownHiddenReason?.isWithoutRow == true
  }

  /// Why a list has too few values for a family; nil if it has enough.
  package func tooFew(
    _ value: IntentValue?, in family: WidgetFamily
  ) -> IntentIssue.Reason? {
    guard let minimum = minimumCount(for: family) else { return nil }
    let count = if case .array(let values)? = value { values.count } else { 0 }
    guard count < minimum else { return nil }
    return .tooFewValues(
      count: count, minimum: minimum, maximum: maximumCount(for: family), family: family)
  }

  /// Whether the parameter has a row, provided that its parent permits it.
  package var canHaveRow: Bool { ownHiddenReason == nil }
}

extension IntentValue {
  /// The value; an array is cut to `maximum` elements, and any other value is unchanged.
  func cut(to maximum: Int?) -> IntentValue {
    guard case .array(let values) = self, let maximum, values.count > maximum else { return self }
    return .array(Array(values.prefix(maximum)))
  }
}

extension ParameterDefinition {
  /// The default in the definition; nil for none.
  ///
  /// In an intent definition, a Boolean without a default is off, and the default of an array has
  /// one element; the only possible default of an array of Booleans is "on".
  public var staticDefault: IntentValue? {
    if supportsMultipleValues, !defaultList.isEmpty { return .array(defaultList) }
    guard let value = type.staticDefault else { return nil }
    guard supportsMultipleValues else { return value }
    return value == .boolean(false) ? nil : .array([value])
  }
}

extension ParameterType {
  /// The default value in the metadata; nil for none.
  public var staticDefault: IntentValue? {
    switch self {
    case .boolean(let metadata): metadata.defaultValue.map { .boolean($0) }
    case .integer(let metadata): metadata.defaultValue.map { .integer($0) }
    case .decimal(let metadata): metadata.defaultValue.map { .decimal($0) }
    case .string(let metadata): metadata.defaultValue.text.map { .string($0) }
    case .speakableString(let metadata):
      metadata.defaultValue.text.map { .speakableString(SpeakableString(spokenPhrase: $0)) }
    case .enumeration(_, let name): name.map { .enumeration($0) }
    case .timeInterval(let metadata): metadata.defaultSeconds.map { .timeInterval($0) }
    case .url(let text): text.map { .url($0) }
    case .measurement(let metadata):
      metadata.defaultValue.map {
        .measurement(IntentMeasurement(value: $0, unit: metadata.standardUnit.symbol))
      }
    default: nil
    }
  }
}
