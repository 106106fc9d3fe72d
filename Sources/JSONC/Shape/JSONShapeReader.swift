/// Reads texts one after another and checks each against a shape.
///
///     var reader = JSONShapeReader(shape, slots: 8, limits: .standard)
///     try reader.load(text)
///     guard reader.openRoot(as: kind) != nil else { return false }
///     return reader.accept(slot: 0, as: other)
///
/// A loaded text must stay in memory until another text is loaded or the reader is no longer used.
package struct JSONShapeReader: ~Copyable {
  /// Reads the text, and provides the value and the positions if the text does not match the shape.
  package var json: JSONReader
  private var walk: JSONShapeWalk

  /// Makes a reader with `slots` slots for the members of opened objects.
  package init(_ shape: JSONShape, slots: Int, limits: JSONLimits) {
    json = JSONReader(limits: limits)
    walk = JSONShapeWalk(shape, slots: slots)
  }

  /// Loads a text, which replaces the previous one.
  ///
  /// - Throws: The first error, if the text is not JSON.
  package mutating func load(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
    defer { walk.begin(json.tokens) }
    try json.tokenize(text)
  }

  /// Puts the members of the top-level object into the slots, starting with slot 0, and returns
  /// them as bits by index.
  ///
  /// Returns nil if the value is not an object, has members that are `null` or that the kind does
  /// not list, or lacks a required member. The values of the members are not checked.
  package mutating func openRoot(as kind: JSONShape.Kind) -> UInt64? {
    walk.tokens.isEmpty ? nil : walk.open(0, kind, into: 0)
  }

  /// Puts the members of the object in a slot into other slots, starting with slot `first`, like
  /// `openRoot`.
  ///
  /// - Parameter skipsUnknown: Whether to skip members that are `null` or that the kind does not
  ///   list.
  package mutating func open(
    slot: Int, as kind: JSONShape.Kind, into first: Int, skipsUnknown: Bool = false
  ) -> UInt64? {
    walk.value(inSlot: slot).flatMap {
      walk.open($0, kind, into: first, skipsUnknown: skipsUnknown)
    }
  }

  /// Whether the value in a slot has the given kind; while writing, appends the value in canonical
  /// form.
  package mutating func accept(slot: Int, as kind: JSONShape.Kind) -> Bool {
    guard let value = walk.value(inSlot: slot) else { return false }
    return walk.accept(value, walk.table.node(kind))
  }

  /// Whether each of the given members has the kind that the object's kind requires; the object was
  /// opened into the slots that start with `first`.
  ///
  /// While writing, the members are appended with their keys, in the order of the kind.
  ///
  /// - Parameters:
  ///   - places: The members, as bits by index.
  ///   - isFirst: Whether the first of the members is written without a comma before it.
  package mutating func acceptMembers(
    _ places: UInt64, of kind: JSONShape.Kind, from first: Int, isFirst: Bool
  ) -> Bool {
    walk.acceptMembers(places, of: kind, from: first, isFirst: isFirst)
  }

  /// Whether there is a value in a slot.
  package func isPresent(_ slot: Int) -> Bool { walk.value(inSlot: slot) != nil }

  /// The index of the text in a slot among the choices of a kind; nil if it is not among them.
  package func choice(slot: Int, of kind: JSONShape.Kind) -> Int? {
    walk.token(inSlot: slot).flatMap { walk.choice($0, walk.table.node(kind)) }
  }

  /// The index of a text among the choices of a kind; nil if it is not among them.
  package func choice(_ value: Value, of kind: JSONShape.Kind) -> Int? {
    walk.choice(walk.tokens[value], walk.table.node(kind))
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
    return count(of: value)
  }

  /// The value in a slot as plain data; nil if there is none.
  package func value(slot: Int) -> JSONValue? {
    walk.value(inSlot: slot).flatMap { walk.tokens.value(of: $0) }
  }
}

/// Access to accepted values and their contents.
extension JSONShapeReader {
  /// A value of the loaded text.
  package typealias Value = Int

  /// The value in a slot; nil if the slot is empty.
  package func acceptedValue(slot: Int) -> Value? { walk.value(inSlot: slot) }

  /// Whether an accepted Boolean is true.
  package func isTrue(_ value: Value) -> Bool { walk.tokens[value].kind == .true }

  /// An accepted integer as an `Int`.
  package func integer(_ value: Value) -> Int { walk.tokens.integer(of: walk.tokens[value]) }

  /// An accepted number as a `Double`.
  package func number(_ value: Value) -> Double {
    let token = walk.tokens[value]
    return token.kind == .integer
      ? Double(walk.tokens.integer(of: token)) : walk.tokens.decimal(of: token)
  }

  /// An accepted text.
  package func string(_ value: Value) -> String {
    walk.tokens.withMeaning(of: walk.tokens[value]) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls a function with the UTF-8 bytes of an accepted text.
  package func withText<Result>(_ value: Value, _ body: (Span<UInt8>) -> Result) -> Result {
    walk.tokens.withMeaning(of: walk.tokens[value]) { body($0.span) }
  }

  /// The number of elements of an array, or of members of an object.
  package func count(of container: Value) -> Int {
    var count = 0
    walk.tokens.forEachEntry(of: container) { _ in count += 1 }
    return count
  }

  /// Calls a function with each element of an accepted array.
  package func forEachElement(of array: Value, _ body: (Value) -> Void) {
    walk.tokens.forEachEntry(of: array, body)
  }

  /// Calls a function with each member of an accepted object: its index in the object's kind, and
  /// its value.
  package func forEachMember(
    of object: Value, as kind: JSONShape.Kind, _ body: (_ member: Int, _ value: Value) -> Void
  ) {
    let node = walk.table.node(kind)
    var expected = 0
    walk.tokens.forEachEntry(of: object) { key in
      let place = walk.place(of: walk.tokens[key], in: node, from: expected)
      expected = place + 1
      body(place, key + 1)
    }
  }
}

extension JSONShapeReader {
  /// Whether accepted values are written.
  package var isWriting: Bool {
    get { walk.isWriting }
    set { walk.isWriting = newValue }
  }

  /// The number of bytes written.
  package var written: Int { walk.output.count }

  /// Removes the written bytes after a position.
  package mutating func truncate(to place: Int) { walk.output.truncate(to: place) }

  /// Appends bytes to the output.
  package mutating func append(_ bytes: [UInt8]) { walk.output.append(bytes) }

  /// Appends one byte to the output.
  package mutating func append(_ byte: UInt8) { walk.output.append(byte) }

  /// Appends a literal text to the output.
  package mutating func append(literal text: StaticString) { walk.output.append(literal: text) }

  /// Calls a function with the written bytes.
  package func withOutput<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try walk.output.withBytes(body)
  }
}
