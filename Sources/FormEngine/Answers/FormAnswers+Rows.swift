import IntentModel

extension FormAnswers {
  /// The parameters that have rows, in display order; a parameter with the name of an earlier one
  /// is left out.
  var visibleParameters: [ParameterDefinition] {
    let parameters = schema.parameters
    return visiblePositions.map { parameters[$0] }
  }

  /// The positions of ``visibleParameters`` in the intent, without copying a parameter.
  var visiblePositions: [Int] {
    guard schema.keepsHiddenValues else {
      return schema.ownOrder.filter { evaluation.states[$0].isVisible }
    }
    return evaluation.visible
  }

  /// The rows that can have the focus, from the top to the buttons.
  var rows: [FormRowID] {
    var rows: [FormRowID] = setup.hasFamilyRow ? [.family] : []
    let parameters = schema.parameters
    for position in shownPositions {
      let name = parameters[position].name
      if parameters[position].supportsMultipleValues, evaluation.states[position].isVisible {
        rows += (0..<slotCount(of: parameters[position])).map { .element(name, $0) }
      } else {
        rows.append(.parameter(name))
      }
    }
    return rows + [.save, .cancel]
  }

  /// Whether a row can be answered, rather than being hidden or shown only with a reason.
  func isAnswerable(_ row: FormRowID) -> Bool { !isHiddenRow(row) && rows.contains(row) }

  /// The elements of an array: the ones that are set, even beyond the family's maximum, or else the
  /// part of the default that the family accepts.
  func elements(of parameter: ParameterDefinition) -> [IntentValue] {
    draft.values[parameter.name]?.elements ?? state(of: parameter.name)?.value?.elements ?? []
  }

  /// The elements that an edit starts from.
  ///
  /// They include the whole default, even beyond the family's maximum, so that a larger family still
  /// has the rest.
  func wholeElements(of parameter: ParameterDefinition) -> [IntentValue] {
    let shown = elements(of: parameter)
    guard draft.values[parameter.name] == nil, !shown.isEmpty,
      let whole = wholeDefault(of: parameter)?.elements, whole.starts(with: shown)
    else { return shown }
    return whole
  }

  /// The default of a parameter, even if the family accepts only a part of it.
  func wholeDefault(of parameter: ParameterDefinition) -> IntentValue? {
    draft.defaults[parameter.name] ?? parameter.staticDefault
  }

  /// The number of slots of an array.
  ///
  /// It is the family's maximum or, if that is missing or greater than ``maximumEmptySlots``, one
  /// more than the number of values. Values beyond the family's maximum have slots as well.
  func slotCount(of parameter: ParameterDefinition) -> Int {
    let unread = unreadTexts.keys.compactMap { row -> Int? in
      guard case .element(parameter.name, let index) = row else { return nil }
      return index + 1
    }
    let count = max(elements(of: parameter).count, unread.max() ?? 0)
    let maximum = parameter.maximumCount(for: family) ?? Int.max
    return max(count, maximum <= Self.maximumEmptySlots ? maximum : min(maximum, count + 1))
  }

  /// The maximum number of empty slots shown together.
  static let maximumEmptySlots = 50

  /// The parameter of a row; nil for rows of the form itself.
  func parameter(of row: FormRowID) -> ParameterDefinition? {
    row.parameter.flatMap { schema.parameter(named: $0) }
  }

  func value(of row: FormRowID) -> IntentValue? {
    switch row {
    case .element(let name, let index):
      guard let parameter = schema.parameter(named: name) else { return nil }
      let values = elements(of: parameter)
      return values.indices.contains(index) ? values[index] : nil
    case .parameter(let name): return draft.values[name] ?? state(of: name)?.value
    case .family, .save, .cancel: return nil
    }
  }

  /// The row to which a focus move leads.
  func row(_ move: FocusMove, from row: FormRowID) -> FormRowID {
    let rows = rows
    return rows[move.position(from: rows.firstIndex(of: row) ?? 0, count: rows.count)]
  }

  /// The row if it can have the focus, or else the first row of its parameter; nil if there is
  /// none.
  func focusable(_ row: FormRowID) -> FormRowID? {
    let rows = rows
    if rows.contains(row) { return row }
    return row.parameter.flatMap { name in rows.first { $0.parameter == name } }
  }

  /// The first row whose answer differs from a snapshot; nil if there is none.
  func firstRow(changedSince before: FormSnapshot) -> FormRowID? {
    if family != before.family { return .family }
    guard
      let parameter = schema.ownParameters.map(\.parameter).first(where: {
        differs($0.name, from: before)
          && (draft.values[$0.name] != before.draft.values[$0.name]
            || unread(of: $0.name, in: unreadTexts) != unread(of: $0.name, in: before.unreadTexts))
      })
    else { return nil }
    let name = parameter.name
    guard parameter.supportsMultipleValues else { return .parameter(name) }
    let (now, then) = (elements(of: parameter), before.draft.values[name]?.elements ?? [])
    let same = zip(now, then).prefix { $0 == $1 }.count
    return .element(name, max(0, min(same, slotCount(of: parameter) - 1)))
  }

  private func unread(
    of name: String, in texts: [FormRowID: UnreadText]
  ) -> [FormRowID: UnreadText] {
    texts.filter { $0.key.parameter == name }
  }

  /// The row itself if it still exists, or else the nearest row that was before it.
  func row(insteadOf row: FormRowID, among before: [FormRowID]) -> FormRowID {
    let rows = rows
    guard !rows.contains(row) else { return row }
    let present = Set(rows)
    return before.prefix { $0 != row }.last { present.contains($0) } ?? rows[0]
  }

  /// The supported family after a number of steps from the current one, wrapping around at the
  /// ends.
  func family(by steps: Int) -> WidgetFamily {
    let families = setup.families
    guard let current = families.firstIndex(of: family) else { return family }
    return families[current.moved(by: steps, among: families.count)]
  }
}
