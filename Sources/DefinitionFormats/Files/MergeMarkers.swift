import Messages

/// The marks that version control writes into a file with a conflict.
package enum MergeMarkers {
  /// The marks in the order of a conflict: the start of one side, the base, the other side, the end.
  static let marks: [[UInt8]] = ["<", "|", "=", ">"].map {
    Array(String(repeating: $0, count: 7).utf8)
  }

  /// An error at each mark; empty unless the text has both the first and the last mark of a
  /// conflict.
  package static func errors(in bytes: [UInt8], file: String) -> [FormatError] {
    var found: [(mark: Int, line: Int)] = []
    var line = 1
    for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      defer { line += 1 }
      guard let first = text.first, let mark = marks.firstIndex(where: { $0[0] == first }),
        text.starts(with: marks[mark]), text.count < 500
      else { continue }
      let next = text.dropFirst(marks[mark].count).first
      if next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\r") {
        found.append((mark, line))
      }
    }
    let kinds = Set(found.map(\.mark))
    guard kinds.contains(0), kinds.contains(3) else { return [] }
    return found.prefix(FormatLimits.standard.maximumErrors).map { _, line in
      FormatError(
        file: file, line: line, column: 1, statement: PropertyListRule.mergeMarker.statement)
    }
  }
}
