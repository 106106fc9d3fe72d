import CJSONC

extension JSONShapeWalk {
  /// Accepts an object member by member; one whose members come in another order than the shape's
  /// is written a second time, in that order.
  mutating func acceptObject(
    _ object: OpaquePointer, _ node: UnsafePointer<JSONShapeTable.Node>
  ) -> Bool {
    let start = output.count
    if isWriting { output.append(Ascii.openBrace) }
    var seen: UInt64 = 0
    var next = 0
    var isInOrder = true
    var entry = json_object_get_object(object)?.pointee.head
    while let current = entry {
      guard let place = place(of: current.pointee.k, in: node.pointee, from: next) else {
        return false
      }
      isInOrder = isInOrder && place >= next
      if isWriting { writeKey(node, place, isFirst: seen == 0) }
      let kind = Int(table.names[Int(node.pointee.first) + place].node)
      guard accept(OpaquePointer(current.pointee.v), kind) else { return false }
      seen |= 1 << UInt64(place)
      next = place + 1
      entry = current.pointee.next
    }
    guard seen & node.pointee.required == node.pointee.required else { return false }
    if isWriting {
      if !isInOrder { rewrite(object, node, seen, from: start) }
      output.append(Ascii.closeBrace)
    }
    return node.pointee.rule < 0 || isWhole(object, node)
  }

  private mutating func writeKey(
    _ node: UnsafePointer<JSONShapeTable.Node>, _ place: Int, isFirst: Bool
  ) {
    if !isFirst { output.append(Ascii.comma) }
    output.append(table.quoted(table.names[Int(node.pointee.first) + place]))
  }

  /// Writes an accepted object again, its members in the order of the shape.
  private mutating func rewrite(
    _ object: OpaquePointer, _ node: UnsafePointer<JSONShapeTable.Node>, _ seen: UInt64,
    from start: Int
  ) {
    output.truncate(to: start + 1)
    for place in 0..<Int(node.pointee.count) where seen & (1 << UInt64(place)) != 0 {
      writeKey(node, place, isFirst: output.count == start + 1)
      let name = table.names[Int(node.pointee.first) + place]
      _ = accept(member(name, of: object), Int(name.node))
    }
  }

  private func member(_ name: JSONShapeTable.Name, of object: OpaquePointer) -> OpaquePointer? {
    table.text(name).withMemoryRebound(to: CChar.self) { key in
      // The bytes of a name are followed by a NUL.
      key.baseAddress.flatMap { json_object_object_get(object, $0) }
    }
  }

  /// Asks the rule about all members, having noted where each of them is.
  private func isWhole(
    _ object: OpaquePointer, _ node: UnsafePointer<JSONShapeTable.Node>
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: Int(node.pointee.count)) {
      values in
      values.initialize(repeating: nil)
      var next = 0
      var entry = json_object_get_object(object)?.pointee.head
      while let current = entry {
        if let place = place(of: current.pointee.k, in: node.pointee, from: next) {
          values[place] = OpaquePointer(current.pointee.v)
          next = place + 1
        }
        entry = current.pointee.next
      }
      return table.memberRules[Int(node.pointee.rule)](JSONMembers(UnsafeBufferPointer(values)))
    }
  }
}
