extension JSONQuickScan {
  /// The reading of scalars: each function takes a place and gives the one behind what it read, or
  /// nil where the scanner has to look.
  struct Reading {
    let end: Place

    /// The byte at a place; NUL, which JSON never allows, stands for the end as well.
    @inline(__always)
    func byte(at place: Place) -> UInt8 { place < end ? place.pointee : 0 }

    @inline(__always)
    func skipSpace(_ start: Place) -> Place {
      var place = start
      while place < end, place.pointee <= Ascii.space {
        switch place.pointee {
        case Ascii.space, Ascii.lineFeed, Ascii.tab, Ascii.carriageReturn: place += 1
        default: return place
        }
      }
      return place
    }

    /// Reads a colon with the space around it.
    @inline(__always)
    func colon(_ start: Place) -> Place? {
      let place = skipSpace(start)
      return byte(at: place) == Ascii.colon ? skipSpace(place + 1) : nil
    }

    func literal(_ place: Place, _ text: StaticString) -> Place? {
      let count = text.utf8CodeUnitCount
      guard place.distance(to: end) >= count else { return nil }
      for index in 0..<count where place[index] != text.utf8Start[index] { return nil }
      return Ascii.isWord(byte(at: place + count)) ? nil : place + count
    }

    /// Reads a number of at most 18 digits before the point and 2 in the exponent.
    func number(_ start: Place) -> Place? {
      let isNegative = byte(at: start) == Ascii.minus
      let first = isNegative ? start + 1 : start
      let place = skipDigits(first)
      let count = first.distance(to: place)
      guard count > 0, count <= 18, count == 1 || first.pointee != Ascii.zero else { return nil }
      let next = byte(at: place)
      if next == Ascii.point || next | 0x20 == Ascii.lowerE { return decimals(place) }
      return isNegative && first.pointee == Ascii.zero ? nil : place
    }

    @inline(__always)
    private func decimals(_ start: Place) -> Place? {
      var place = start
      if byte(at: place) == Ascii.point {
        place = skipDigits(start + 1)
        guard place > start + 1 else { return nil }
      }
      guard byte(at: place) | 0x20 == Ascii.lowerE else { return place }
      place += 1
      if byte(at: place) == Ascii.plus || byte(at: place) == Ascii.minus { place += 1 }
      let behind = skipDigits(place)
      return (1...2).contains(place.distance(to: behind)) ? behind : nil
    }

    @inline(__always)
    private func skipDigits(_ start: Place) -> Place {
      var place = start
      while place < end, Ascii.isDigit(place.pointee) { place += 1 }
      return place
    }

    /// Reads a string from its opening to behind its closing quote.
    @inline(__always)
    func string(_ start: Place, _ findings: inout JSONScanFindings) -> Place? {
      var place = start + 1
      while true {
        place = skipPlain(place)
        let byte = byte(at: place)
        if byte == Ascii.quote { return place + 1 }
        let next = byte >= 0x80 ? multibytes(place, &findings) : rare(place, &findings)
        guard let next else { return nil }
        place = next
      }
    }

    /// Eight bytes, the first one lowest.
    @inline(__always)
    static func word(at place: Place) -> UInt64 {
      UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
    }

    /// Marks the bytes of a word that are not printable ASCII or are a quote or a backslash.
    ///
    /// The lowest byte that the subtractions mark is marked rightly, since only a marked byte
    /// borrows from the one above it.
    @inline(__always)
    static func stops(in word: UInt64) -> UInt64 {
      let ones: UInt64 = 0x0101_0101_0101_0101
      let control = word &- ones &* 0x20
      let quote = (word ^ (ones &* UInt64(Ascii.quote))) &- ones
      let backslash = (word ^ (ones &* UInt64(Ascii.backslash))) &- ones
      return (word | control | quote | backslash | (word &+ ones)) & (ones &* 0x80)
    }

    /// Skips to the next byte that is not printable ASCII or is a quote or a backslash.
    @inline(__always)
    private func skipPlain(_ start: Place) -> Place {
      var place = start
      while place.distance(to: end) >= 8 {
        let stops = Self.stops(in: Self.word(at: place))
        if stops != 0 { return place + (stops.trailingZeroBitCount >> 3) }
        place += 8
      }
      while place < end, place.pointee >= 0x20, place.pointee < Ascii.delete,
        place.pointee != Ascii.quote, place.pointee != Ascii.backslash
      {
        place += 1
      }
      return place
    }

    /// Reads sequences of two to four bytes (Unicode Standard, table 3-7) as long as there are any.
    @inline(__always)
    private func multibytes(_ start: Place, _ findings: inout JSONScanFindings) -> Place? {
      var place = start
      while place < end, place.pointee >= 0x80 {
        let first = place.pointee
        if first >= 0xC2, first < 0xE0 {
          guard tail(place, 1) else { return nil }
          if first == 0xC2, place[1] < 0xA0 { findings.insert(.control) }
          place += 2
        } else if first & 0xF0 == 0xE0 {
          guard tail(place, 2), first != 0xE0 || place[1] >= 0xA0,
            first != 0xED || place[1] < 0xA0
          else { return nil }
          if first == 0xE2, place[1] == 0x80, place[2] & 0xFE == 0xA8 { findings.insert(.control) }
          place += 3
        } else {
          guard first >= 0xF0, first <= 0xF4, tail(place, 3), first != 0xF0 || place[1] >= 0x90,
            first != 0xF4 || place[1] < 0x90
          else { return nil }
          place += 4
        }
      }
      return place
    }

    /// Whether some continuation bytes follow the byte at a place.
    @inline(__always)
    private func tail(_ place: Place, _ count: Int) -> Bool {
      guard place.distance(to: end) > count else { return false }
      for index in 1...count where place[index] & 0xC0 != 0x80 { return false }
      return true
    }

    /// Reads an escape or U+007F, the slow way.
    @inline(never)
    private func rare(_ place: Place, _ findings: inout JSONScanFindings) -> Place? {
      if byte(at: place) == Ascii.delete {
        findings.insert(.control)
        return place + 1
      }
      guard byte(at: place) == Ascii.backslash else { return nil }
      // A text of which only the part up to here is known to be right: the string's own end and
      // what the escape needs come after it.
      var cursor = JSONCursor(
        UnsafeBufferPointer(start: place, count: place.distance(to: end)))
      guard (try? cursor.scanEscape(asKey: false)) != nil else { return nil }
      findings.formUnion(cursor.findings)
      findings.insert(.escape)
      return place + cursor.position
    }
  }
}
