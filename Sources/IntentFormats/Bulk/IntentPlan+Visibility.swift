import IntentModel
import JSONC

extension IntentPlan {
  /// The slots of a document's root, before those of its parameters.
  enum RootSlot: Int, CaseIterable {
    case name, intent, family, parameters
  }

  static let firstParameterSlot = RootSlot.allCases.count

  /// The visible parameters as bits, for values that are right.
  ///
  /// A parameter whose parent has a wrong value is in doubt and counts as hidden.
  func visible(in reader: borrowing JSONShapeReader, family: Int, present: UInt64) -> UInt64 {
    var visible = alwaysVisible
    for step in steps where visible & (1 << UInt64(step.parent)) != 0 {
      if shows(step, in: reader, family: family, present: present) {
        visible |= 1 << UInt64(step.place)
      }
    }
    return visible
  }

  private func shows(
    _ step: VisibilityStep, in reader: borrowing JSONShapeReader, family: Int, present: UInt64
  ) -> Bool {
    guard present & (1 << UInt64(step.parent)) != 0 else {
      return step.families & (1 << UInt64(family)) != 0
    }
    let slot = Self.firstParameterSlot + step.parent
    switch step.look {
    case .boolean:
      guard let value = reader.boolean(slot: slot) else { return false }
      return step.values & (value ? 2 : 1) != 0
    case .choice:
      guard let choice = reader.choice(slot: slot, of: parameters[step.parent].kind) else {
        return false
      }
      return step.values & (1 << UInt64(choice)) != 0
    case .value: return holds(step, for: reader.value(slot: slot))
    }
  }

  private func holds(_ step: VisibilityStep, for json: JSONValue?) -> Bool {
    var values = IntentValueReader(schema: schema)
    let parameter = schema.intent.parameters[positions[step.parent]]
    let value = json.flatMap { values.value($0, for: parameter) }
    return parameters[step.place].condition?.holds(value) ?? true
  }

  /// Whether every value of a document is right, visible and not one of too many; what is writing
  /// appends the parameters, with the defaults of those that are left out.
  ///
  /// - Parameter present: The parameters that have a value, as bits.
  func acceptsParameters(
    in reader: inout JSONShapeReader, family: Int, present: UInt64
  ) -> Bool {
    let defaulted = reader.isWriting ? defaulted[family] & ~present : 0
    var visible = alwaysVisible
    if (present | defaulted) & ~alwaysVisible != 0 {
      visible = self.visible(in: reader, family: family, present: present)
    }
    guard present & ~visible == 0, fits(present & limited, in: reader, family: family) else {
      return false
    }
    return accept(present, writing: defaulted & visible, in: &reader, family: family)
  }

  /// Accepts the parameters that are there, in their order; the defaults of others stand among them.
  private func accept(
    _ present: UInt64, writing defaulted: UInt64, in reader: inout JSONShapeReader, family: Int
  ) -> Bool {
    let slot = Self.firstParameterSlot
    var isFirst = true
    var rest = present
    for place in parameters.indices where defaulted & (1 << UInt64(place)) != 0 {
      let before = rest & ((1 << UInt64(place)) - 1)
      guard reader.acceptMembers(before, of: kind, from: slot, isFirst: isFirst) else {
        return false
      }
      rest ^= before
      isFirst = isFirst && before == 0
      write(defaultOf: place, isFirst: isFirst, to: &reader, family: family)
      isFirst = false
    }
    return reader.acceptMembers(rest, of: kind, from: slot, isFirst: isFirst)
  }

  private func write(
    defaultOf place: Int, isFirst: Bool, to reader: inout JSONShapeReader, family: Int
  ) {
    if !isFirst { reader.append(UInt8(ascii: ",")) }
    reader.append(parameters[place].key)
    reader.append(parameters[place].defaults[family] ?? [])
  }

  /// Whether no array of some parameters, given as bits, has more elements than the family allows.
  func fits(_ places: UInt64, in reader: borrowing JSONShapeReader, family: Int) -> Bool {
    var rest = places
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      let most = parameters[place].maximumCounts?[family] ?? .max
      if reader.count(slot: Self.firstParameterSlot + place) ?? 0 > most { return false }
    }
    return true
  }
}
