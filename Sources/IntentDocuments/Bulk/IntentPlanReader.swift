package import DefinitionFormats
package import IntentModel
import JSONC

/// Judges documents one after the other, with plans for some intents; one reader for each thread.
package struct IntentPlanReader: ~Copyable {
  let plans: [IntentPlan?]
  private let schemas: [IntentSchema]
  private let defaultFamily: WidgetFamily?
  private let defaultFamilyNumber: Int?
  private let limits: FormatLimits
  let root: JSONShape.Kind
  private let name: JSONShape.Kind
  let intents: JSONShape.Kind
  private let families: JSONShape.Kind
  var reader: JSONShapeReader

  /// Compiles the plans.
  ///
  /// - Parameter usesArena: Whether json-c's objects come from an arena where there can be one.
  package init(
    schemas: [IntentSchema], defaultFamily: WidgetFamily?, limits: FormatLimits = .standard,
    usesArena: Bool = true
  ) {
    self.schemas = schemas
    self.defaultFamily = defaultFamily
    self.limits = limits
    var shape = JSONShape()
    name = shape.add(.text(JSONTextRule()))
    // Of two intents with one name the first counts, as in a linear search.
    intents = shape.add(.choice(schemas.map(\.intent.typeName)))
    families = shape.add(.choice(WidgetFamily.allCases.map(\.rawValue)))
    let parameters = shape.add(.anyObject)
    root = shape.add(
      .object(
        [
          .init("name", name), .init("intent", intents, isRequired: true),
          .init("family", families, isRequired: defaultFamily == nil),
          .init("parameters", parameters, isRequired: true),
        ], whole: nil))
    var plans: [IntentPlan?] = []
    for schema in schemas { plans.append(IntentPlan(schema, shape: &shape)) }
    self.plans = plans
    defaultFamilyNumber = defaultFamily.flatMap { WidgetFamily.allCases.firstIndex(of: $0) }
    let most = plans.map { $0?.parameters.count ?? 0 }.max() ?? 0
    reader = JSONShapeReader(
      shape, slots: IntentPlan.firstParameterSlot + most, limits: limits.json, usesArena: usesArena)
  }

  /// Whether documents that are accepted are written, each as a line.
  package var isWriting: Bool {
    get { reader.isWriting }
    set { reader.isWriting = newValue }
  }

  /// Whether a text is certainly a valid document; false says nothing.
  ///
  /// One that is not accepted stays loaded, for ``read(_:number:)``.
  package mutating func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    reader.load([text])
    return accepts(loaded: 0)
  }

  /// How many texts are best loaded at a time.
  package var groupSize: Int { reader.groupSize }

  /// Loads some texts in place of those before, each to be judged in turn.
  package mutating func load(_ texts: [UnsafeBufferPointer<UInt8>]) {
    reader.load(texts)
  }

  /// Whether one of the loaded texts is certainly a valid document, as ``accepts(_:)``.
  package mutating func accepts(loaded place: Int) -> Bool {
    let before = reader.written
    guard acceptsDocument(place) else {
      reader.truncate(to: before)
      return false
    }
    reader.unload()
    return true
  }

  /// Reads the document that was just not accepted the friendly way, which knows the words for what
  /// is wrong.
  ///
  /// - Parameter number: The number of the line, which its issues then carry.
  package mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, number: Int
  ) -> Result<IntentJSON.Document, LocatedIssues> {
    let suspects = suspects()
    // What is allocated from here on then lies where the tree was, and the next tree again.
    reader.unload()
    let bytes = Array(text)
    if let suspects,
      let issues = IntentJSON.issues(
        of: suspects, in: bytes, schemas: schemas, defaultFamily: defaultFamily,
        firstLine: number, limits: limits)
    {
      return .failure(issues)
    }
    do throws(LocatedIssues) {
      return .success(
        try IntentJSON.read(
          bytes, schemas: schemas, defaultFamily: defaultFamily, firstLine: number, limits: limits))
    } catch {
      return .failure(error)
    }
  }

  private mutating func acceptsDocument(_ place: Int) -> Bool {
    typealias Slot = IntentPlan.RootSlot
    guard reader.select(place), let present = reader.openRoot(as: root),
      let choice = reader.choice(slot: Slot.intent.rawValue, of: intents),
      let family = family(), let plan = plans[choice]
    else { return false }
    if isWriting { reader.append(plan.beginnings[family]) }
    if present & (1 << UInt64(Slot.name.rawValue)) != 0, !acceptName(of: plan, family) {
      return false
    }
    let first = IntentPlan.firstParameterSlot
    guard
      let parameters = reader.open(slot: Slot.parameters.rawValue, as: plan.kind, into: first),
      plan.acceptsParameters(in: &reader, family: family, present: parameters)
    else { return false }
    if isWriting { reader.append(literal: "}}\n") }
    return true
  }

  /// The name stands before all else, so that it takes the place of the opening brace.
  private mutating func acceptName(of plan: IntentPlan, _ family: Int) -> Bool {
    if isWriting {
      reader.truncate(to: reader.written - plan.beginnings[family].count)
      reader.append(literal: #"{"name":"#)
    }
    guard reader.accept(slot: IntentPlan.RootSlot.name.rawValue, as: name) else { return false }
    if isWriting {
      reader.append(UInt8(ascii: ","))
      reader.append(Array(plan.beginnings[family].dropFirst()))
    }
    return true
  }

  /// The number of the family; nil for an unknown one and for a missing one without a default.
  func family() -> Int? {
    let slot = IntentPlan.RootSlot.family.rawValue
    guard reader.isPresent(slot) else { return defaultFamilyNumber }
    return reader.choice(slot: slot, of: families)
  }

  /// Writes a line that was made elsewhere.
  package mutating func append(line: String) {
    reader.append(Array(line.utf8))
    reader.append(UInt8(ascii: "\n"))
  }

  /// Takes what is written, and begins anew.
  package mutating func takeOutput() -> [UInt8] {
    let bytes = reader.withOutput { Array($0) }
    reader.truncate(to: 0)
    return bytes
  }
}

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
