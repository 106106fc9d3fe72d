import CJSONC

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension JSONShapeWalk {
  mutating func acceptText(_ value: OpaquePointer, _ node: Node) -> Bool {
    guard node.pointee.hasCondition || hasControls || isWriting else {
      return node.pointee.allowsEmpty || json_object_get_string_len(value) > 0
    }
    let text = bytes(of: value)
    guard node.pointee.allowsEmpty || !text.isEmpty else { return false }
    if hasControls, node.pointee.rule >= 0, Self.mayHaveControls(text),
      let decides = table.textRules[Int(node.pointee.rule)].acceptsControls
    {
      guard decides(String(decoding: text, as: UTF8.self)) else { return false }
    }
    if node.pointee.hasCondition, let accepts = table.textRules[Int(node.pointee.rule)].accepts {
      guard accepts(text.span) else { return false }
    }
    if isWriting { write(text, node) }
    return true
  }

  private mutating func write(_ text: UnsafeBufferPointer<UInt8>, _ node: Node) {
    if node.pointee.hasCanonicalForm,
      var form = table.textRules[Int(node.pointee.rule)].canonical?(text.span)
    {
      form.withUTF8 { output.appendQuoted($0, mayNeedEscapes: true) }
    } else {
      output.appendQuoted(text, mayNeedEscapes: hasEscapes)
    }
  }

  mutating func acceptChoice(_ value: OpaquePointer, _ node: Node) -> Bool {
    guard let place = choice(value, node) else { return false }
    if isWriting { output.append(table.quoted(table.firstName(of: node)[place])) }
    return true
  }

  /// The place of a text among the choices of a node.
  func choice(_ value: OpaquePointer, _ node: Node) -> Int? {
    let text = bytes(of: value)
    guard let start = text.baseAddress else { return nil }
    let names = table.firstName(of: node)
    for place in 0..<Int(node.pointee.count) where Int(names[place].count) == text.count {
      if memcmp(table.cString(names[place]), start, text.count) == 0 { return place }
    }
    return nil
  }

  func bytes(of value: OpaquePointer) -> UnsafeBufferPointer<UInt8> {
    let start = UnsafeRawPointer(json_object_get_string(value))?
      .assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: start, count: Int(json_object_get_string_len(value)))
  }

  /// Whether a text has a control character, or a byte that begins one or a line separator.
  private static func mayHaveControls(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for (index, byte) in text.enumerated() {
      if byte < 0x20 || byte == 0x7F { return true }
      if byte == 0xC2, text[index + 1] < 0xA0 { return true }
      if byte == 0xE2, text[index + 1] == 0x80 { return true }
    }
    return false
  }
}
