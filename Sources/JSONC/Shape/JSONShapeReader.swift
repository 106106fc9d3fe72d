import CJSONC

/// Reads texts, one or some at a time, holds their trees, and compares one after the other with a
/// shape.
///
/// The scanner has the first word: a text that is not JSON, or that json-c would alter, is not
/// loaded. The trees and their pointers stay inside; what is asked is answered with plain values.
///
///     var reader = JSONShapeReader(shape, slots: 8, limits: .standard)
///     guard reader.load(text), reader.openRoot(as: kind) != nil else { return false }
///     return reader.accept(slot: 0, as: other)
package struct JSONShapeReader: ~Copyable {
  private let scanner: JSONQuickScan
  private var tokener: JSONTokener?
  private var forest: JSONForest
  /// What the scanner found in each of the loaded texts; nil for one that only `JSONText` can judge.
  private var findings: [JSONScanFindings?] = []
  /// The place of the text that is compared; nil for none.
  private var current: Int?
  var walk: JSONShapeWalk

  /// Makes a reader that keeps the members of opened objects in some slots.
  ///
  /// - Parameter usesArena: Whether json-c's objects come from an arena where the program has the
  ///   `malloc` for it. What is read is the same.
  package init(_ shape: JSONShape, slots: Int, limits: JSONLimits, usesArena: Bool = true) {
    self.init(shape, slots: slots, limits: limits, usesArena: usesArena, ledger: nil)
  }

  init(
    _ shape: JSONShape, slots: Int, limits: JSONLimits, usesArena: Bool, ledger: ReleaseLedger?
  ) {
    scanner = JSONQuickScan(limits: limits)
    tokener = JSONTokener(maximumDepth: limits.maximumDepth, ledger: ledger)
    forest = JSONForest(usesArena: usesArena, ledger: ledger)
    walk = JSONShapeWalk(shape, slots: slots, keepsSources: ledger == nil)
    if forest.hasArena { tokener?.warmUp() }
  }

  /// How many texts are best loaded at a time.
  ///
  /// The code that scans, that parses and that compares does not fit into a processor's first cache
  /// together; doing each for some texts in a row finds it there. The trees have to fit as well, and
  /// the system's memory is used best when a tree goes before the next one comes.
  package var groupSize: Int { forest.hasArena ? 4 : 1 }

  /// Reads a text in place of those before; false for a text that only `JSONText` can judge.
  package mutating func load(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    load([text])
    return select(0)
  }

  /// Reads some texts in place of those before.
  package mutating func load(_ texts: [UnsafeBufferPointer<UInt8>]) {
    current = nil
    forest.release()
    findings.removeAll(keepingCapacity: true)
    for text in texts { findings.append(scan(text)) }
    for (place, text) in texts.enumerated() {
      let isParsed = findings[place] != nil && tokener?.parse(text, into: &forest) == true
      if !isParsed { findings[place] = nil }
      if forest.count == place { forest.add { _ in nil } }
    }
  }

  private func scan(_ text: UnsafeBufferPointer<UInt8>) -> JSONScanFindings? {
    guard let findings = scanner.scan(text), findings.isDisjoint(with: .altered) else {
      return nil
    }
    return findings
  }

  /// Turns to one of the loaded texts; false for a text that only `JSONText` can judge.
  package mutating func select(_ place: Int) -> Bool {
    walk.clearSlots()
    current = place
    guard let findings = findings[place] else { return false }
    walk.hasEscapes = findings.contains(.escape)
    walk.hasControls = !findings.isDisjoint(with: [.escape, .control])
    return true
  }

  /// Gives the text up that was turned to; with the last of those loaded at once they are released.
  package mutating func unload() {
    walk.clearSlots()
    if current == forest.count - 1 { forest.release() }
    current = nil
  }

  /// Puts the members of the value at the top into the slots from the first on, and gives them as
  /// bits by their places.
  ///
  /// Nil where the value is not an object or has other members than the kind says, or lacks a
  /// required one. The members themselves are not looked at.
  package mutating func openRoot(as kind: JSONShape.Kind) -> UInt64? {
    guard let current, let root = forest.root(current) else { return nil }
    return walk.open(root, kind, into: 0)
  }

  /// Puts the members of the object in a slot into the slots from another one on, as `openRoot`.
  ///
  /// What skips unknown members has no slot for `null` either.
  package mutating func open(
    slot: Int, as kind: JSONShape.Kind, into first: Int, skipsUnknown: Bool = false
  ) -> UInt64? {
    guard let object = walk.slots[slot] else { return nil }
    return walk.open(object, kind, into: first, skipsUnknown: skipsUnknown)
  }

  /// Whether the value in a slot is of a kind; what is writing appends it in canonical form.
  package mutating func accept(slot: Int, as kind: JSONShape.Kind) -> Bool {
    walk.accept(walk.slots[slot], walk.table.node(kind))
  }

  /// Whether some members of an object that was opened into the slots from a first one on are each
  /// of the kind that the object's kind says.
  ///
  /// What is writing appends them with their keys, in the order of the kind.
  ///
  /// - Parameters:
  ///   - places: The members as bits by their places.
  ///   - isFirst: Whether no comma stands before the first of them.
  package mutating func acceptMembers(
    _ places: UInt64, of kind: JSONShape.Kind, from first: Int, isFirst: Bool
  ) -> Bool {
    walk.acceptMembers(places, of: kind, from: first, isFirst: isFirst)
  }

  /// Whether there is a value in a slot.
  package func isPresent(_ slot: Int) -> Bool {
    walk.slots[slot] != nil
  }

  /// The place of the text in a slot among the choices of a kind; nil where it is none of them.
  package func choice(slot: Int, of kind: JSONShape.Kind) -> Int? {
    guard let text = walk.slots[slot], json_object_get_type(text) == json_type_string else {
      return nil
    }
    return walk.choice(text, walk.table.node(kind))
  }

  /// The Boolean in a slot; nil where there is none.
  package func boolean(slot: Int) -> Bool? {
    guard let value = walk.slots[slot], json_object_get_type(value) == json_type_boolean else {
      return nil
    }
    return json_object_get_boolean(value) != 0
  }

  /// The number of elements of the array in a slot; nil where there is none.
  package func count(slot: Int) -> Int? {
    guard let value = walk.slots[slot], json_object_get_type(value) == json_type_array else {
      return nil
    }
    return json_object_array_length(value)
  }

  /// The value in a slot as plain data; nil where there is none.
  package func value(slot: Int) -> JSONValue? {
    walk.slots[slot].map { JSONTreeReader(keysAreInCode: false).value(of: $0) }
  }

  /// The members of the object in a slot as plain data, but for those at some places of a kind.
  package func members(
    slot: Int, of kind: JSONShape.Kind, leavingOut places: UInt64
  ) -> [(key: String, value: JSONValue)] {
    guard let object = walk.slots[slot], json_object_get_type(object) == json_type_object else {
      return []
    }
    return walk.members(of: object, kind, leavingOut: places)
  }
}

extension JSONShapeReader {
  /// Whether what is accepted is written.
  package var isWriting: Bool {
    get { walk.isWriting }
    set { walk.isWriting = newValue }
  }

  /// The number of bytes written.
  package var written: Int { walk.output.count }

  /// Forgets what was written behind a place.
  package mutating func truncate(to place: Int) { walk.output.truncate(to: place) }

  /// Appends bytes to what is written.
  package mutating func append(_ bytes: [UInt8]) { walk.output.append(bytes) }

  /// Appends one byte to what is written.
  package mutating func append(_ byte: UInt8) { walk.output.append(byte) }

  /// Appends a text of the program to what is written.
  package mutating func append(literal text: StaticString) { walk.output.append(literal: text) }

  /// Calls a function with what is written.
  package func withOutput<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try walk.output.withBytes(body)
  }
}
