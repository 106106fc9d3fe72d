import CJSONC

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The walk over a tree of json-c along a shape, which writes what it accepts if asked to.
struct JSONShapeWalk: ~Copyable {
  let table: JSONShapeTable
  let slots: UnsafeMutableBufferPointer<OpaquePointer?>
  var output = JSONByteBuffer()
  var isWriting = false
  /// Whether the text has escapes, so that strings may need them again.
  var hasEscapes = false
  /// Whether there may be control characters or line separators in strings.
  var hasControls = false
  /// Whether json-c's decimals keep the text they were read from.
  let keepsSources: Bool

  init(_ shape: JSONShape, slots: Int, keepsSources: Bool) {
    table = JSONShapeTable(shape)
    self.slots = .allocate(capacity: max(1, slots))
    self.slots.initialize(repeating: nil)
    self.keepsSources = keepsSources
  }

  deinit {
    slots.deallocate()
  }

  func clearSlots() {
    slots.update(repeating: nil)
  }

  /// Puts the members of an object into slots.
  func open(_ object: OpaquePointer, _ kind: Int, into first: Int) -> Bool {
    let node = table.nodes[kind]
    guard json_object_get_type(object) == json_type_object, node.kind == .object else {
      return false
    }
    var seen: UInt64 = 0
    var next = 0
    var entry = json_object_get_object(object)?.pointee.head
    while let current = entry {
      guard let place = place(of: current.pointee.k, in: node, from: next),
        let value = OpaquePointer(current.pointee.v)
      else { return false }
      slots[first + place] = value
      seen |= 1 << UInt64(place)
      next = place + 1
      entry = current.pointee.next
    }
    return seen & node.required == node.required
  }

  /// The place of a key among the members of a node, which usually come in their order.
  func place(of key: UnsafeRawPointer?, in node: JSONShapeTable.Node, from expected: Int) -> Int? {
    guard let key = key?.assumingMemoryBound(to: CChar.self) else { return nil }
    let count = Int(node.count)
    guard let names = table.names.baseAddress, let bytes = table.bytes.baseAddress else {
      return nil
    }
    var place = expected < count ? expected : 0
    for _ in 0..<count {
      let name = bytes + Int(names[Int(node.first) + place].start)
      if name.pointee == UInt8(bitPattern: key.pointee),
        strcmp(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self), key) == 0
      {
        return place
      }
      place += 1
      if place == count { place = 0 }
    }
    return nil
  }

  /// Whether a value is of a kind.
  mutating func accept(_ value: OpaquePointer?, _ kind: Int) -> Bool {
    guard let value else { return false }
    guard let nodes = table.nodes.baseAddress else { return false }
    let type = json_object_get_type(value)
    switch nodes[kind].kind {
    case .text: return type == json_type_string && acceptText(value, nodes[kind])
    case .choice: return type == json_type_string && acceptChoice(value, nodes[kind])
    case .integer: return type == json_type_int && acceptInteger(value, nodes[kind])
    case .number: return acceptNumber(value, type, nodes[kind])
    case .boolean: return type == json_type_boolean && acceptBoolean(value)
    case .object: return type == json_type_object && acceptObject(value, nodes + kind)
    case .array: return type == json_type_array && acceptArray(value, Int(nodes[kind].first))
    case .anyObject: return type == json_type_object
    case .nothing: return false
    }
  }

  private mutating func acceptBoolean(_ value: OpaquePointer) -> Bool {
    if isWriting {
      output.append(Array((json_object_get_boolean(value) != 0 ? "true" : "false").utf8))
    }
    return true
  }

  private mutating func acceptInteger(_ value: OpaquePointer, _ node: JSONShapeTable.Node) -> Bool {
    let number = Int(json_object_get_int64(value))
    guard number >= node.least, number <= node.greatest else { return false }
    if isWriting { output.append(number) }
    return true
  }

  private mutating func acceptArray(_ value: OpaquePointer, _ kind: Int) -> Bool {
    if isWriting { output.append(Ascii.openBracket) }
    for index in 0..<json_object_array_length(value) {
      if isWriting, index > 0 { output.append(Ascii.comma) }
      guard accept(json_object_array_get_idx(value, index), kind) else { return false }
    }
    if isWriting { output.append(Ascii.closeBracket) }
    return true
  }
}
