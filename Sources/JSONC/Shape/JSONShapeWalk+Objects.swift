import CJSONC

extension JSONShapeWalk {
  /// Accepts an object member by member; one whose members come in another order than the shape's
  /// is written a second time, in that order.
  mutating func acceptObject(_ object: OpaquePointer, _ node: Node) -> Bool {
    let start = output.count
    if isWriting { output.append(Ascii.openBrace) }
    let names = table.firstName(of: node)
    var seen: UInt64 = 0
    var next = 0
    var isInOrder = true
    var entry = json_object_get_object(object)?.pointee.head
    while let current = entry {
      let place = place(of: current.pointee.k, in: node, from: next)
      guard place >= 0 else { return false }
      isInOrder = isInOrder && place >= next
      if isWriting { writeKey(names[place], isFirst: seen == 0) }
      guard accept(OpaquePointer(current.pointee.v), table.node(Int(names[place].node))) else {
        return false
      }
      seen |= 1 << UInt64(place)
      next = place + 1
      entry = current.pointee.next
    }
    guard seen & node.pointee.required == node.pointee.required else { return false }
    if isWriting {
      if !isInOrder { rewrite(object, node, seen, from: start) }
      output.append(Ascii.closeBrace)
    }
    return node.pointee.rule < 0 || isWhole(object, node, seen)
  }

  /// Accepts those members of an opened object that are given as bits; what is writing appends them
  /// in the order of the shape.
  mutating func acceptMembers(
    _ places: UInt64, of kind: Int, from first: Int, isFirst: Bool
  ) -> Bool {
    let names = table.firstName(of: table.node(kind))
    var isFirst = isFirst
    var rest = places
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      if isWriting { writeKey(names[place], isFirst: isFirst) }
      isFirst = false
      guard accept(slots[first + place], table.node(Int(names[place].node))) else { return false }
    }
    return true
  }

  /// The members of an object as plain data, but for those at some places of a kind.
  func members(
    of object: OpaquePointer, _ kind: Int, leavingOut places: UInt64
  ) -> [(key: String, value: JSONValue)] {
    let reader = JSONTreeReader(keysAreInCode: false)
    var members: [(key: String, value: JSONValue)] = []
    var entry = json_object_get_object(object)?.pointee.head
    while let current = entry {
      let place = place(of: current.pointee.k, in: table.node(kind), from: members.count)
      if place < 0 || places & (1 << UInt64(place)) == 0 {
        members.append(reader.member(of: current.pointee))
      }
      entry = current.pointee.next
    }
    return members
  }

  @inline(__always)
  private mutating func writeKey(_ name: JSONShapeTable.Name, isFirst: Bool) {
    if !isFirst { output.append(Ascii.comma) }
    output.append(table.quoted(name))
  }

  /// Writes an accepted object again, its members in the order of the shape.
  private mutating func rewrite(
    _ object: OpaquePointer, _ node: Node, _ seen: UInt64, from start: Int
  ) {
    output.truncate(to: start + 1)
    let names = table.firstName(of: node)
    for place in 0..<Int(node.pointee.count) where seen & (1 << UInt64(place)) != 0 {
      writeKey(names[place], isFirst: output.count == start + 1)
      let value = json_object_object_get(object, table.cString(names[place]))
      _ = accept(value, table.node(Int(names[place].node)))
    }
  }

  /// Asks the rule about all members, unless it is enough which there are.
  private func isWhole(_ object: OpaquePointer, _ node: Node, _ seen: UInt64) -> Bool {
    let number = Int(node.pointee.rule)
    return table.certainties[number].covers(seen) || decides(number, object, node)
  }

  /// Asks a rule about all members, having noted where each of them is.
  private func decides(_ number: Int, _ object: OpaquePointer, _ node: Node) -> Bool {
    withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: Int(node.pointee.count)) {
      values in
      values.initialize(repeating: nil)
      var next = 0
      var entry = json_object_get_object(object)?.pointee.head
      while let current = entry {
        let place = place(of: current.pointee.k, in: node, from: next)
        if place >= 0 {
          values[place] = OpaquePointer(current.pointee.v)
          next = place + 1
        }
        entry = current.pointee.next
      }
      return table.memberRules[number].decides(JSONMembers(UnsafeBufferPointer(values)))
    }
  }
}
