extension ISO8601Duration {
  /// The seconds of a duration that stands in canonical form without a fraction; nil for any other.
  ///
  /// This is what nearly every duration looks like, and it needs no memory: hours, minutes below
  /// 60 and seconds below 60, none of them zero, or `PT0S`.
  static func canonicalSeconds(of text: Span<UInt8>) -> Int? {
    guard (4...24).contains(text.count), text[0] == UInt8(ascii: "P"), text[1] == UInt8(ascii: "T")
    else { return nil }
    if text.count == 4, text[2] == UInt8(ascii: "0"), text[3] == UInt8(ascii: "S") { return 0 }
    var seconds = 0
    var place = 2
    var longest = Int.max
    while place < text.count {
      guard let number = digits(of: text, at: &place), place < text.count,
        let unit = length(ofUnit: text[place]), unit < longest,
        unit == 3_600 || number < 60
      else { return nil }
      longest = unit
      seconds += number * unit
      place += 1
    }
    return seconds
  }

  /// A number of one to nine digits that does not begin with a zero.
  private static func digits(of text: Span<UInt8>, at place: inout Int) -> Int? {
    let start = place
    var number = 0
    while place < text.count, place - start < 9, (48...57).contains(text[place]) {
      number = number * 10 + Int(text[place] - 48)
      place += 1
    }
    return place > start && text[start] != 48 ? number : nil
  }

  private static func length(ofUnit letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "H"): 3_600
    case UInt8(ascii: "M"): 60
    case UInt8(ascii: "S"): 1
    default: nil
    }
  }
}
