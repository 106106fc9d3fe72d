/// Cuts a text into groups of lines that follow each other and are read together.
///
/// A group has few lines and few bytes, so that all that is made of it stays close at hand.
package struct LineGroups {
  /// The lines of the group, without their line feeds.
  package private(set) var lines: [UnsafeBufferPointer<UInt8>] = []
  private let text: UnsafeBufferPointer<UInt8>
  private var start = 0

  /// A group ends with the line that brings it to these bytes.
  private static let mostBytes = 4 << 10

  /// Begins before the first line of a text, which must outlive the groups.
  package init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// Goes on to the next group; false at the end of the text.
  ///
  /// - Parameter most: The most lines of the group, at least 1.
  package mutating func next(most: Int) -> Bool {
    lines.removeAll(keepingCapacity: true)
    var bytes = 0
    while start < text.count, lines.count < most, bytes < Self.mostBytes {
      let rest = UnsafeBufferPointer(rebasing: text[start...])
      let line = UnsafeBufferPointer(rebasing: rest[..<rest.lineLength])
      lines.append(line)
      bytes += line.count
      start += line.count + 1
    }
    return !lines.isEmpty
  }
}
