/// Collects the text between the marks of a bracketed paste (mode 2004).
struct PasteCollector: Sendable {
  private var bytes: [UInt8] = []

  /// The most bytes of one paste that are kept; the rest is dropped.
  static let limit = 1 << 20
  private static let endMark = Array("\u{1B}[201~".utf8)

  /// Takes what it can: up to the end mark, or all but what may be the beginning of one.
  mutating func take(_ slice: ArraySlice<UInt8>) -> DecodedStep? {
    guard slice.first == 0x1B else {
      let text = slice.prefix { $0 != 0x1B }
      keep(text)
      return DecodedStep(length: text.count, event: nil)
    }
    if slice.starts(with: Self.endMark) {
      return DecodedStep(length: Self.endMark.count, event: .paste(Self.cleaned(bytes)))
    }
    if Self.endMark.starts(with: slice) { return nil }
    keep(slice.prefix(1))
    return DecodedStep(length: 1, event: nil)
  }

  private mutating func keep(_ text: ArraySlice<UInt8>) {
    bytes.append(contentsOf: text.prefix(Self.limit - bytes.count))
  }

  /// Pasted bytes as text without control characters, with `\n` for every kind of line end.
  private static func cleaned(_ bytes: [UInt8]) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x0A where previous == "\r": break
      case 0x0D: result.append("\n")
      case 0x09, 0x0A: result.append(scalar)
      case 0..<0x20, 0x7F..<0xA0: break
      default: result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }
}
