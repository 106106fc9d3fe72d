/// A growing buffer of bytes, whose memory is kept for the next text.
package struct JSONByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes written.
  package private(set) var count = 0

  package init(capacity: Int = 4096) {
    start = .allocate(capacity: max(64, capacity))
    self.capacity = max(64, capacity)
  }

  deinit {
    start.deallocate()
  }

  /// Calls a function with the written bytes.
  package func withBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows
    -> Result
  {
    try body(UnsafeBufferPointer(start: start, count: count))
  }

  /// Removes everything after a position.
  package mutating func truncate(to place: Int) {
    count = min(place, count)
  }

  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    start[count] = byte
    count += 1
  }

  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if capacity - count < bytes.count { grow(by: bytes.count) }
    (start + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  package mutating func append(literal text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Appends a text in quotes, escaped as RFC 8259 §7 requires.
  mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, mayNeedEscapes: Bool) {
    append(Ascii.quote)
    if mayNeedEscapes { appendEscaped(text) } else { append(text) }
    append(Ascii.quote)
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var scratch: [UInt8] = []
    for byte in text {
      guard Ascii.mustBeEscaped(byte) else {
        append(byte)
        continue
      }
      scratch.removeAll(keepingCapacity: true)
      JSONTextWriter.appendEscaped(byte, to: &scratch)
      append(scratch)
    }
  }

  /// Appends an integer in decimal digits.
  mutating func append(_ number: Int) {
    if number < 0 { append(Ascii.minus) }
    var rest = number.magnitude
    if rest < 10 { return append(Ascii.zero + UInt8(rest)) }
    if capacity - count < 20 { grow(by: 20) }
    var end = count
    while rest > 0 {
      start[end] = Ascii.zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      end += 1
    }
    reverse(count..<end)
    count = end
  }

  private func reverse(_ range: Range<Int>) {
    var digits = UnsafeMutableBufferPointer(start: start + range.lowerBound, count: range.count)
    digits.reverse()
  }

  private mutating func grow(by additional: Int) {
    let larger = max(capacity * 2, count + additional)
    let made = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    made.update(from: start, count: count)
    start.deallocate()
    start = made
    capacity = larger
  }
}
