/// Makes a complete property list from the readable first part of a damaged XML property list.
///
/// The part ends after the last complete array or array element before the first error, so every
/// parameter is complete. The elements that are still open at that point are closed. Only the
/// checker reads the result, and it reports the error as well.
enum PropertyListSalvage {
  /// The part before the first error, if that part alone is a complete property list.
  static func wholePart(of bytes: [UInt8]) -> [UInt8]? {
    guard let before = beforeError(in: bytes).map(Array.init) else { return nil }
    return (try? PropertyListDocument(bytes: before)) == nil ? nil : before
  }

  /// A complete property list with the content before the error; nil if there is none.
  static func bytes(of bytes: [UInt8]) -> [UInt8]? {
    guard let before = beforeError(in: bytes) else { return nil }
    var scan = SalvageScan(before)
    return scan.salvaged()
  }

  /// The part before the first error; nil if there is no error, or if the error has no position.
  private static func beforeError(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    do throws(PropertyListError) {
      _ = try PropertyListDocument(bytes: bytes)
      return nil
    } catch {
      guard error.position != nil, error.byteOffset <= bytes.count else { return nil }
      return bytes[..<error.byteOffset]
    }
  }
}

/// A scan of XML tags that stores the last position where the text could end.
private struct SalvageScan {
  private let text: ArraySlice<UInt8>
  private var open: [String] = []
  private var cut: (offset: Int, open: [String])?

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
  }

  mutating func salvaged() -> [UInt8]? {
    var place = text.startIndex
    while let tag = nextTag(from: place) {
      place = tag.end
      guard let end = take(tag) else { break }
      place = end
    }
    guard let cut, cut.open.count > 1 else { return nil }
    let closing = cut.open.reversed().map { "</\($0)>" }.joined()
    return text[..<cut.offset] + Array(closing.utf8)
  }

  private struct Tag {
    var name: String
    var end: Int
    var isEnd: Bool
    var isEmpty: Bool
  }

  /// Returns the position after a tag, or after the value that the tag begins; nil if the value is
  /// incomplete.
  private mutating func take(_ tag: Tag) -> Int? {
    if tag.name.hasPrefix("?") || tag.name.hasPrefix("!") { return tag.end }
    if tag.isEnd {
      guard open.last == tag.name else { return nil }
      open.removeLast()
    } else if PropertyListElement(rawValue: tag.name)?.isContainer == true, !tag.isEmpty {
      open.append(tag.name)
      guard open.count <= PropertyListLimits.standard.depth else { return nil }
    } else if !tag.isEmpty {
      guard let closing = nextTag(from: tag.end), closing.isEnd, closing.name == tag.name else {
        return nil
      }
      markElement(endingAt: closing.end, isArray: false)
      return closing.end
    }
    if tag.isEnd || tag.isEmpty { markElement(endingAt: tag.end, isArray: tag.name == Self.array) }
    return tag.end
  }

  /// Stores the end of an array or of an array element.
  private mutating func markElement(endingAt end: Int, isArray: Bool) {
    if isArray || open.last == Self.array { cut = (end, open) }
  }

  private static let array = PropertyListElement.array.rawValue

  private func nextTag(from start: Int) -> Tag? {
    guard let left = text[start...].firstIndex(of: UInt8(ascii: "<")),
      let right = text[left...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    var inner = text[(left + 1)..<right]
    let isEnd = inner.first == UInt8(ascii: "/")
    let isEmpty = inner.last == UInt8(ascii: "/")
    if isEnd { inner = inner.dropFirst() }
    let name = inner.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    return Tag(
      name: String(decoding: name, as: UTF8.self), end: right + 1, isEnd: isEnd, isEmpty: isEmpty)
  }
}
