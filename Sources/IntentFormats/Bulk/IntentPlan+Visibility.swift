import IntentModel
import JSONC

extension IntentPlan {
  /// The slots of a document's root, before those of its parameters.
  enum RootSlot: Int, CaseIterable {
    case name, intent, family, parameters
  }

  static let firstParameterSlot = RootSlot.allCases.count

  /// The visible parameters as bits, for values that are right.
  func visible(in reader: borrowing JSONShapeReader, family: Int) -> UInt64 {
    var visible: UInt64 = 0
    for place in order where isVisible(place, visible: visible, in: reader, family: family) {
      visible |= 1 << UInt64(place)
    }
    return visible
  }

  private func isVisible(
    _ place: Int, visible: UInt64, in reader: borrowing JSONShapeReader, family: Int
  ) -> Bool {
    guard parameters[place].canBeVisible else { return false }
    guard let parent = parameters[place].parent, let condition = parameters[place].condition else {
      return true
    }
    guard visible & (1 << UInt64(parent)) != 0 else { return false }
    let slot = Self.firstParameterSlot + parent
    guard reader.isPresent(slot) else { return condition.byFamily[family] }
    if let byValue = condition.byValue {
      if let choice = reader.choice(slot: slot, of: parameters[parent].kind) {
        return byValue[choice]
      }
      return reader.boolean(slot: slot).map { byValue[$0 ? 1 : 0] } ?? false
    }
    let json = reader.value(slot: slot)
    var values = IntentValueReader(schema: schema)
    let parameter = schema.intent.parameters[positions[parent]]
    return condition.holds(json.flatMap { values.value($0, for: parameter) })
  }

  /// Whether every value of a document is right, visible and not one of too many; what is writing
  /// appends the parameters, with the defaults of those that are left out.
  func acceptsParameters(in reader: inout JSONShapeReader, family: Int) -> Bool {
    let visible = visible(in: reader, family: family)
    var isFirst = true
    for place in parameters.indices {
      let slot = Self.firstParameterSlot + place
      let isVisible = visible & (1 << UInt64(place)) != 0
      if reader.isPresent(slot) {
        guard isVisible else { return false }
        if reader.isWriting { writeKey(place, isFirst: &isFirst, to: &reader) }
        guard reader.accept(slot: slot, as: parameters[place].kind),
          fits(place, in: reader, family: family)
        else { return false }
      } else if reader.isWriting, isVisible, let value = parameters[place].defaults[family] {
        writeKey(place, isFirst: &isFirst, to: &reader)
        reader.append(value)
      }
    }
    return true
  }

  private func writeKey(_ place: Int, isFirst: inout Bool, to reader: inout JSONShapeReader) {
    if !isFirst { reader.append(UInt8(ascii: ",")) }
    isFirst = false
    reader.append(parameters[place].key)
  }

  private func fits(_ place: Int, in reader: borrowing JSONShapeReader, family: Int) -> Bool {
    guard let maximum = parameters[place].maximumCounts?[family] else { return true }
    return (reader.count(slot: Self.firstParameterSlot + place) ?? 0) <= maximum
  }
}
