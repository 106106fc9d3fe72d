extension JSONShapeWalk {
  /// Checks an object member by member.
  ///
  /// If its members are in a different order, the object is written a second time, in the order of
  /// the shape.
  mutating func acceptObject(_ object: Int, _ node: Node) -> Bool {
    let start = output.count
    if isWriting { output.append(Ascii.openBrace) }
    let names = table.firstName(of: node)
    var seen: UInt64 = 0
    var expected = 0
    var isInOrder = true
    var key = object + 1
    let end = tokens.next(after: object)
    while key < end {
      let place = place(of: tokens[key], in: node, from: expected)
      guard place >= 0 else { return false }
      isInOrder = isInOrder && place >= expected
      if isWriting { writeKey(names[place], isFirst: seen == 0) }
      guard accept(key + 1, table.node(Int(names[place].node))) else { return false }
      seen |= 1 << UInt64(place)
      expected = place + 1
      key = tokens.next(after: key + 1)
    }
    guard seen & node.pointee.required == node.pointee.required else { return false }
    if isWriting {
      if !isInOrder { rewrite(object, node, from: start) }
      output.append(Ascii.closeBrace)
    }
    guard node.pointee.rule >= 0 else { return true }
    return table.certainties[Int(node.pointee.rule)].covers(seen) || isWhole(object, node)
  }

  /// Checks the members of an opened object that are given as bits; while writing, they are
  /// appended in the order of the shape.
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
      guard let value = value(inSlot: first + place),
        accept(value, table.node(Int(names[place].node)))
      else { return false }
    }
    return true
  }

  @inline(__always)
  private mutating func writeKey(_ name: JSONShapeTable.Name, isFirst: Bool) {
    if !isFirst { output.append(Ascii.comma) }
    output.append(table.quoted(name))
  }

  /// Writes an accepted object again, with its members in the order of the shape.
  private mutating func rewrite(_ object: Int, _ node: Node, from start: Int) {
    output.truncate(to: start + 1)
    let names = table.firstName(of: node)
    withMembers(of: object, node) { walk, values in
      for place in values.indices where values[place] != 0 {
        walk.writeKey(names[place], isFirst: walk.output.count == start + 1)
        _ = walk.accept(values[place], walk.table.node(Int(names[place].node)))
      }
    }
  }

  /// Applies the rule about all members.
  private mutating func isWhole(_ object: Int, _ node: Node) -> Bool {
    withMembers(of: object, node) { walk, values in
      walk.table.memberRules[Int(node.pointee.rule)].decides(JSONMembers(values, of: walk.tokens))
    }
  }

  /// Calls a function with the value tokens of an accepted object, by the index of the member in a
  /// node.
  private mutating func withMembers<Result>(
    of object: Int, _ node: Node,
    _ body: (inout JSONShapeWalk, UnsafeBufferPointer<Int>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: Int(node.pointee.count)) { values in
      values.initialize(repeating: 0)
      for key in tokens.entries(of: object) {
        let place = place(of: tokens[key], in: node, from: 0)
        if place >= 0 { values[place] = key + 1 }
      }
      return body(&self, UnsafeBufferPointer(values))
    }
  }
}
