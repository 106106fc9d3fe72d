/// Reads texts one after the other and compares each with a shape.
///
///     var reader = JSONShapeReader(shape, slots: 8, limits: .standard)
///     try reader.load(text)
///     guard reader.openRoot(as: kind) != nil else { return false }
///     return reader.accept(slot: 0, as: other)
///
/// A text that was loaded has to stay in place until another one is loaded or nothing more is asked.
package struct JSONShapeReader: ~Copyable {
  /// Reads the text, and gives its value and its places where the shape does not fit.
  package var json: JSONReader
  private var walk: JSONShapeWalk

  /// Makes a reader that keeps the members of opened objects in some slots.
  package init(_ shape: JSONShape, slots: Int, limits: JSONLimits) {
    json = JSONReader(limits: limits)
    walk = JSONShapeWalk(shape, slots: slots)
  }

  /// Reads a text in place of the one before.
  ///
  /// - Throws: The first thing that is wrong with a text that is not JSON.
  package mutating func load(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
    defer { walk.begin(json.tokens) }
    try json.tokenize(text)
  }

  /// Puts the members of the value at the top into the slots from the first on, and gives them as
  /// bits by their places.
  ///
  /// Nil where the value is not an object, has other members than the kind says, or lacks a required
  /// one. The members themselves are not looked at.
  package mutating func openRoot(as kind: JSONShape.Kind) -> UInt64? {
    walk.tokens.isEmpty ? nil : walk.open(0, kind, into: 0)
  }

  /// Puts the members of the object in a slot into the slots from another one on, as `openRoot`.
  ///
  /// - Parameter skipsUnknown: Whether members that the kind does not list are passed over, and those
  ///   that are `null`.
  package mutating func open(
    slot: Int, as kind: JSONShape.Kind, into first: Int, skipsUnknown: Bool = false
  ) -> UInt64? {
    walk.value(inSlot: slot).flatMap {
      walk.open($0, kind, into: first, skipsUnknown: skipsUnknown)
    }
  }

  /// Whether the value in a slot is of a kind; what is writing appends it in canonical form.
  package mutating func accept(slot: Int, as kind: JSONShape.Kind) -> Bool {
    guard let value = walk.value(inSlot: slot) else { return false }
    return walk.accept(value, walk.table.node(kind))
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
  package func isPresent(_ slot: Int) -> Bool { walk.value(inSlot: slot) != nil }

  /// The place of the text in a slot among the choices of a kind; nil if it is none of them.
  package func choice(slot: Int, of kind: JSONShape.Kind) -> Int? {
    walk.token(inSlot: slot).flatMap { walk.choice($0, walk.table.node(kind)) }
  }

  /// The Boolean in a slot; nil if there is none.
  package func boolean(slot: Int) -> Bool? {
    switch walk.token(inSlot: slot)?.kind {
    case .true?: true
    case .false?: false
    default: nil
    }
  }

  /// The number of elements of the array in a slot; nil if there is none.
  package func count(slot: Int) -> Int? {
    guard let value = walk.value(inSlot: slot), walk.tokens[value].kind == .array else {
      return nil
    }
    var count = 0
    walk.tokens.forEachEntry(of: value) { _ in count += 1 }
    return count
  }

  /// The value in a slot as plain data; nil if there is none.
  package func value(slot: Int) -> JSONValue? {
    walk.value(inSlot: slot).flatMap { walk.tokens.value(of: $0) }
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
