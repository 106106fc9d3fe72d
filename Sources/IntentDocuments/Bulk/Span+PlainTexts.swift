/// Looks at texts that need no memory, for the forms that nearly all of them have; false says nothing.
extension Span<UInt8> {
  /// The text of valid UTF-8.
  var string: String {
    withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the text is digits with a point between them, as `12.50`.
  var isPlainAmount: Bool {
    guard (3...20).contains(count), isDigit(0), isDigit(count - 1) else { return false }
    var points = 0
    for place in 1..<(count - 1) where !isDigit(place) {
      guard self[place] == UInt8(ascii: ".") else { return false }
      points += 1
    }
    return points <= 1
  }

  /// Whether the text is a scheme of lower-case letters, a colon and printable ASCII.
  var isPlainURL: Bool {
    var place = 0
    while place < count, isLetter(place) { place += 1 }
    guard place > 0, place + 1 < count, count <= 65_536, self[place] == UInt8(ascii: ":") else {
      return false
    }
    return isPrintable(from: place + 1)
  }

  /// Whether the bytes from a place on are printable ASCII and no spaces, eight at a time.
  private func isPrintable(from start: Int) -> Bool {
    withUnsafeBytes { bytes in
      let ones: UInt64 = 0x0101_0101_0101_0101
      var place = start
      var marks: UInt64 = 0
      while place + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        marks |= word | (word &- ones &* 0x21) | (word &+ ones)
        place += 8
      }
      // A byte is marked wrongly only beside one that is marked rightly.
      guard marks & (ones &* 0x80) == 0 else { return false }
      return bytes[place...].allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
  }

  private func isDigit(_ place: Int) -> Bool { (48...57).contains(self[place]) }

  private func isLetter(_ place: Int) -> Bool { (97...122).contains(self[place]) }
}
