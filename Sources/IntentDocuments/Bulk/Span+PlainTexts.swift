import JSONCodings
import Messages

/// Checks texts without allocating; false only means that the text does not have the common form.
extension Span<UInt8> {
  /// The text of valid UTF-8.
  var string: String {
    withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the text consists of digits with at most one point between them, such as `12.50`.
  var isPlainAmount: Bool {
    guard (3...20).contains(count), isDigit(0), isDigit(count - 1) else { return false }
    var points = 0
    for place in 1..<(count - 1) where !isDigit(place) {
      guard self[place] == UInt8(ascii: ".") else { return false }
      points += 1
    }
    return points <= 1
  }

  /// Whether the text is a scheme in lowercase letters, a colon and printable ASCII.
  var isPlainURL: Bool {
    var place = 0
    while place < count, isLetter(place) { place += 1 }
    guard place > 0, place + 1 < count, count <= IntentURL.maximumBytes,
      self[place] == UInt8(ascii: ":")
    else { return false }
    return isPrintable(from: place + 1)
  }

  /// Whether the bytes starting at a position are printable ASCII without spaces, checked eight at
  /// a time.
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
      // A byte can be marked by mistake, but only next to a byte that is marked correctly.
      guard marks & (ones &* 0x80) == 0 else { return false }
      return bytes[place...].allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
  }

  /// The seconds of a duration; nil for any other text.
  var durationSeconds: Double? {
    ISO8601Duration.canonicalSeconds(of: self).map(Double.init)
      ?? ISO8601Duration.seconds(of: string)
  }

  private func isDigit(_ place: Int) -> Bool { self[place].isDigit }

  private func isLetter(_ place: Int) -> Bool { (97...122).contains(self[place]) }
}
