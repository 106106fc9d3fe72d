import JSONC

/// The part of a refused document that something may be wrong with, the rest of it being right.
///
/// Reading it finds the same issues as reading the whole.
struct IntentSuspects {
  /// The document without the parameters that are right by themselves and hide no other.
  var document: JSONValue
  /// Whether a parameter may have a value and no row.
  var mayHide: Bool
}

extension IntentPlanReader {
  /// What may be wrong with the document that was just not accepted; nil where the plan cannot say.
  ///
  /// The right parameters are left out, for an issue of a parameter depends on its own value and, if
  /// it has no row, on the values above it, which are then kept.
  mutating func suspects() -> IntentSuspects? {
    typealias Slot = IntentPlan.RootSlot
    let wasWriting = isWriting
    isWriting = false
    defer { isWriting = wasWriting }
    guard let (plan, family) = openDocument(),
      let present = reader.open(
        slot: Slot.parameters.rawValue, as: plan.kind, into: IntentPlan.firstParameterSlot,
        skipsUnknown: true)
    else { return nil }
    let visible = plan.visible(in: reader, family: family, present: present)
    let mayHide = present & ~visible != 0
    var left = plan.right(among: present & visible, in: &reader, family: family)
    if mayHide { left &= ~plan.parents }
    return IntentSuspects(document: document(of: plan, leavingOut: left), mayHide: mayHide)
  }

  private mutating func openDocument() -> (IntentPlan, Int)? {
    guard reader.openRoot(as: root) != nil,
      let choice = reader.choice(slot: IntentPlan.RootSlot.intent.rawValue, of: intents),
      let family = family(), let plan = plans[choice]
    else { return nil }
    return (plan, family)
  }

  private func document(of plan: IntentPlan, leavingOut places: UInt64) -> JSONValue {
    typealias Slot = IntentPlan.RootSlot
    let keys: [(Slot, IntentJSON.Key)] = [
      (.name, .name), (.intent, .intent), (.family, .family),
    ]
    var members = keys.compactMap { slot, key in
      reader.value(slot: slot.rawValue).map { (key: key.rawValue, value: $0) }
    }
    let parameters = reader.members(
      slot: Slot.parameters.rawValue, of: plan.kind, leavingOut: places)
    members.append((IntentJSON.Key.parameters.rawValue, .object(JSONObject(parameters))))
    return .object(JSONObject(members))
  }
}

extension IntentPlan {
  /// Those among some parameters whose value is right and not one of too many.
  fileprivate func right(
    among places: UInt64, in reader: inout JSONShapeReader, family: Int
  ) -> UInt64 {
    var right: UInt64 = 0
    var rest = places
    while rest != 0 {
      let bit = rest & (0 &- rest)
      rest ^= bit
      if reader.acceptMembers(bit, of: kind, from: Self.firstParameterSlot, isFirst: true),
        fits(bit & limited, in: reader, family: family)
      {
        right |= bit
      }
    }
    return right
  }
}
