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
  typealias Node = UnsafePointer<JSONShapeTable.Node>

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

  /// Puts the members of an object into slots, and gives them as bits by their places.
  ///
  /// Nil where the object lacks a required member, or has one that its kind does not list unless
  /// such are to be passed over.
  func open(
    _ object: OpaquePointer, _ kind: Int, into first: Int, skipsUnknown: Bool = false
  ) -> UInt64? {
    let node = table.node(kind)
    guard json_object_get_type(object) == json_type_object, node.pointee.kind == .object else {
      return nil
    }
    var seen: UInt64 = 0
    var next = 0
    var entry = json_object_get_object(object)?.pointee.head
    while let current = entry {
      entry = current.pointee.next
      let place = place(of: current.pointee.k, in: node, from: next)
      guard place >= 0 else {
        if skipsUnknown { continue }
        return nil
      }
      // json-c has no object for `null`, which no kind accepts.
      guard let value = OpaquePointer(current.pointee.v) else {
        if skipsUnknown { continue }
        return nil
      }
      slots[first + place] = value
      seen |= 1 << UInt64(place)
      next = place + 1
    }
    return seen & node.pointee.required == node.pointee.required ? seen : nil
  }

  /// The place of a key among the members of a node, -1 for none; keys usually come in their order.
  @inline(__always)
  func place(of key: UnsafeRawPointer?, in node: Node, from expected: Int) -> Int {
    guard let key = key?.assumingMemoryBound(to: CChar.self) else { return -1 }
    let names = table.firstName(of: node)
    if expected < Int(node.pointee.count), strcmp(table.cString(names[expected]), key) == 0 {
      return expected
    }
    return search(key, in: node)
  }

  private func search(_ key: UnsafePointer<CChar>, in node: Node) -> Int {
    let names = table.firstName(of: node)
    for place in 0..<Int(node.pointee.count) {
      let name = table.cString(names[place])
      if name.pointee == key.pointee, strcmp(name, key) == 0 { return place }
    }
    return -1
  }

  /// Whether a value is of a kind.
  mutating func accept(_ value: OpaquePointer?, _ node: Node) -> Bool {
    guard let value else { return false }
    let type = json_object_get_type(value)
    switch node.pointee.kind {
    case .text: return type == json_type_string && acceptText(value, node)
    case .choice: return type == json_type_string && acceptChoice(value, node)
    case .integer: return type == json_type_int && acceptInteger(value, node)
    case .number: return acceptNumber(value, type, node)
    case .boolean: return type == json_type_boolean && acceptBoolean(value)
    case .object: return type == json_type_object && acceptObject(value, node)
    case .array: return type == json_type_array && acceptArray(value, node)
    case .anyObject: return type == json_type_object
    case .nothing: return false
    }
  }

  private mutating func acceptBoolean(_ value: OpaquePointer) -> Bool {
    if isWriting { output.append(literal: json_object_get_boolean(value) != 0 ? "true" : "false") }
    return true
  }

  private mutating func acceptInteger(_ value: OpaquePointer, _ node: Node) -> Bool {
    let number = Int(json_object_get_int64(value))
    guard number >= node.pointee.least, number <= node.pointee.greatest else { return false }
    if isWriting { output.append(number) }
    return true
  }

  private mutating func acceptArray(_ value: OpaquePointer, _ node: Node) -> Bool {
    let element = table.node(Int(node.pointee.first))
    if isWriting { output.append(Ascii.openBracket) }
    for index in 0..<json_object_array_length(value) {
      if isWriting, index > 0 { output.append(Ascii.comma) }
      guard accept(json_object_array_get_idx(value, index), element) else { return false }
    }
    if isWriting { output.append(Ascii.closeBracket) }
    return true
  }
}

extension JSONShapeWalk {
  mutating func acceptNumber(
    _ value: OpaquePointer, _ type: json_type, _ node: Node
  ) -> Bool {
    switch type {
    case json_type_int:
      let number = Int(json_object_get_int64(value))
      guard Self.isWithin(Double(number), node) else { return false }
      if isWriting { write(number) }
      return true
    case json_type_double:
      let number = json_object_get_double(value)
      guard Self.isWithin(number, node) else { return false }
      if isWriting { write(number, of: value) }
      return true
    default: return false
    }
  }

  @inline(__always)
  private static func isWithin(_ number: Double, _ node: Node) -> Bool {
    number >= node.pointee.lowest && number <= node.pointee.highest
  }

  private mutating func write(_ number: Int) {
    if number.magnitude < 1 << 53 { output.append(number) } else { write(Double(number)) }
  }

  /// Writes a decimal as it was written where that is its shortest form, else in that form.
  private mutating func write(_ number: Double, of value: OpaquePointer) {
    guard keepsSources, number.magnitude >= 0.001,
      let source = json_object_get_userdata(value)
    else { return write(number) }
    let text = source.assumingMemoryBound(to: UInt8.self)
    guard let count = Self.shortestCount(text) else { return write(number) }
    output.append(UnsafeBufferPointer(start: UnsafePointer(text), count: count))
  }

  /// The length of a plain decimal that no shorter one equals; nil for any other form.
  ///
  /// Decimals of up to 15 digits are different doubles, so one without a zero at its end is the
  /// shortest form of its double.
  private static func shortestCount(_ text: UnsafePointer<UInt8>) -> Int? {
    var count = text.pointee == Ascii.minus ? 1 : 0
    let start = count
    var hasPoint = false
    while text[count] != 0 {
      if text[count] == Ascii.point {
        hasPoint = true
      } else if !Ascii.isDigit(text[count]) {
        return nil
      }
      count += 1
    }
    guard hasPoint, count - start <= 16, text[count - 1] != Ascii.zero else { return nil }
    return count
  }

  private mutating func write(_ number: Double) {
    switch JSONValue(shortest: number) {
    case .integer(let whole): output.append(whole)
    default: output.append(number.description)
    }
  }
}
