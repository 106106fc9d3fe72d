extension JSONQuickScan {
  /// A place in a text, and the reading of scalars from it.
  struct Cursor {
    var place: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var findings: JSONScanFindings = []

    /// The byte at the place; NUL, which JSON never allows, stands for the end as well.
    @inline(__always)
    var current: UInt8 { place < end ? place.pointee : 0 }

    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
      guard current == byte else { return false }
      place += 1
      return true
    }

    @inline(__always)
    mutating func skipSpace() {
      while place < end, place.pointee <= Ascii.space {
        switch place.pointee {
        case Ascii.space, Ascii.lineFeed, Ascii.tab, Ascii.carriageReturn: place += 1
        default: return
        }
      }
    }

    mutating func literal(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      guard place.distance(to: end) >= count else { return false }
      for index in 0..<count where place[index] != text.utf8Start[index] { return false }
      place += count
      return !Ascii.isWord(current)
    }

    /// Reads a number of at most 18 digits before the point and 2 in the exponent.
    mutating func number() -> Bool {
      let isNegative = take(Ascii.minus)
      let start = place
      skipDigits()
      let count = start.distance(to: place)
      guard count > 0, count <= 18, count == 1 || start.pointee != Ascii.zero else { return false }
      if current == Ascii.point || current | 0x20 == Ascii.lowerE { return decimals() }
      return !(isNegative && start.pointee == Ascii.zero)
    }

    private mutating func decimals() -> Bool {
      if take(Ascii.point) {
        let start = place
        skipDigits()
        guard place > start else { return false }
      }
      guard current | 0x20 == Ascii.lowerE else { return true }
      place += 1
      if current == Ascii.plus || current == Ascii.minus { place += 1 }
      let start = place
      skipDigits()
      return (1...2).contains(start.distance(to: place))
    }

    @inline(__always)
    private mutating func skipDigits() {
      while place < end, Ascii.isDigit(place.pointee) { place += 1 }
    }

    /// Reads a string from its opening to behind its closing quote.
    @inline(__always)
    mutating func string() -> Bool {
      place += 1
      while true {
        skipPlain()
        switch current {
        case Ascii.quote:
          place += 1
          return true
        case 0x80...: guard multibytes() else { return false }
        default: guard rare() else { return false }
        }
      }
    }

    /// Skips to the next byte that is not printable ASCII or is a quote or a backslash.
    ///
    /// The lowest byte that the subtractions mark is marked rightly, since only a marked byte
    /// borrows from the one above it.
    @inline(__always)
    private mutating func skipPlain() {
      let ones: UInt64 = 0x0101_0101_0101_0101
      while place.distance(to: end) >= 8 {
        let word = UInt64(
          littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
        let control = word &- ones &* 0x20
        let quote = (word ^ (ones &* UInt64(Ascii.quote))) &- ones
        let backslash = (word ^ (ones &* UInt64(Ascii.backslash))) &- ones
        let marks = (word | control | quote | backslash | (word &+ ones)) & (ones &* 0x80)
        if marks != 0 {
          place += marks.trailingZeroBitCount >> 3
          return
        }
        place += 8
      }
      while place < end, place.pointee >= 0x20, place.pointee < Ascii.delete,
        place.pointee != Ascii.quote, place.pointee != Ascii.backslash
      {
        place += 1
      }
    }

    /// Reads sequences of two to four bytes (Unicode Standard, table 3-7) as long as there are any.
    @inline(__always)
    private mutating func multibytes() -> Bool {
      while place < end, place.pointee >= 0x80 {
        let first = place.pointee
        if first >= 0xC2, first < 0xE0 {
          guard tail(1) else { return false }
          if first == 0xC2, place[1] < 0xA0 { findings.insert(.control) }
          place += 2
        } else if first & 0xF0 == 0xE0 {
          guard tail(2), first != 0xE0 || place[1] >= 0xA0, first != 0xED || place[1] < 0xA0
          else { return false }
          if first == 0xE2, place[1] == 0x80, place[2] & 0xFE == 0xA8 { findings.insert(.control) }
          place += 3
        } else {
          guard first >= 0xF0, first <= 0xF4, tail(3), first != 0xF0 || place[1] >= 0x90,
            first != 0xF4 || place[1] < 0x90
          else { return false }
          place += 4
        }
      }
      return true
    }

    /// Whether some continuation bytes follow the byte at the place.
    @inline(__always)
    private func tail(_ count: Int) -> Bool {
      guard place.distance(to: end) > count else { return false }
      for index in 1...count where place[index] & 0xC0 != 0x80 { return false }
      return true
    }

    /// Reads an escape or U+007F, the slow way.
    @inline(never)
    private mutating func rare() -> Bool {
      let start = place
      if take(Ascii.delete) {
        findings.insert(.control)
        return true
      }
      guard current == Ascii.backslash else { return false }
      // A text of which only the part up to here is known to be right: the string's own end and
      // what the escape needs come after it.
      var cursor = JSONCursor(
        UnsafeBufferPointer(start: start, count: start.distance(to: end)))
      guard (try? cursor.scanEscape(asKey: false)) != nil else { return false }
      findings.formUnion(cursor.findings)
      findings.insert(.escape)
      place = start + cursor.position
      return true
    }
  }
}
