import CMatching
import Messages

/// A text inside an arena, in the form that the matching functions use.
///
/// It is either folded, or unchanged ASCII whose capital letters count as lowercase.
///
/// The field borrows the arena's memory and must not outlive the closure in which it was made.
struct FoldedField {
  /// The bytes of only this text.
  let bytes: UnsafeBufferPointer<UInt8>

  /// The word starts in the whole arena.
  let wordStarts: UnsafeBufferPointer<UInt64>

  /// The offset of the text in the arena.
  let offset: Int

  @inline(__always) init(
    arena: UnsafeBufferPointer<UInt8>, wordStarts: UnsafeBufferPointer<UInt64>, range: Range<Int>
  ) {
    bytes = UnsafeBufferPointer(rebasing: arena[range])
    self.wordStarts = wordStarts
    offset = range.lowerBound
  }

  var count: Int { bytes.count }

  /// Whether a word starts at a position; the start of the text always counts as a word start.
  @inline(__always) func isWordStart(_ index: Int) -> Bool {
    let place = offset + index
    return index == 0 || wordStarts[place >> 6] >> UInt64(place & 63) & 1 == 1
  }

  /// Whether a word ends before a position.
  func isWordEnd(_ index: Int) -> Bool {
    if index == count || isWordStart(index) { return true }
    return !bytes[index].isLetterOrDigit && bytes[index] < 0x80
  }

  /// Whether a text occurs at a position.
  @inline(__always) func has(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index + text.count <= count else { return false }
    for place in 0..<text.count where !isSame(index + place, text[place]) { return false }
    return true
  }

  /// Whether a folded byte is at a position.
  @inline(__always) private func isSame(_ index: Int, _ byte: UInt8) -> Bool {
    bytes[index] | cmatching_case(byte) == byte
  }

  /// The first position of a text at or after a given position; nil if it does not occur there.
  @inline(__always) func firstIndex(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let first = text[0]
    var index = start
    let last = count - text.count
    while index <= last {
      if isSame(index, first) && has(text, at: index) { return index }
      index += 1
    }
    return nil
  }
}

extension FoldedArena {
  /// Calls a closure with the text in an arena that has only one text.
  func withField<Result>(_ body: (FoldedField) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      wordStarts.withUnsafeBufferPointer { starts in
        body(FoldedField(arena: bytes, wordStarts: starts, range: 0..<count))
      }
    }
  }

  /// Makes an arena with a single text.
  init(text: String) {
    self.init()
    append(text)
    seal()
  }
}
