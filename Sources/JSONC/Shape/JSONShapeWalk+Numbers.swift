import CJSONC

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
