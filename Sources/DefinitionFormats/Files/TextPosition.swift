import InputFiles
import IntentModel
import JSONC
import Messages

/// A position in a text: line and column, both counted from 1.
///
/// A column counts Unicode scalars; a tab counts as one scalar.
package struct TextPosition: Sendable, Hashable, Comparable {
  /// The line, from 1.
  package let line: Int

  /// The column in Unicode scalars, from 1.
  package let column: Int

  /// Makes a position from a line and a column, both counted from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether a position comes before another in the text.
  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension TextPosition: CustomStringConvertible {
  /// The position in words, such as `line 3, column 7`.
  package var description: String { "line \(line), column \(column)" }
}

/// Finds the lines and columns of byte offsets in UTF-8 text without scanning the text from the
/// start each time; lines end as in ``JSONPosition``.
package struct TextLineIndex: Sendable {
  private let bytes: [UInt8]

  /// The number of line ends before each block.
  private let linesBeforeBlock: [Int]

  /// For each block, the start of the line that contains its first byte.
  private let lineStartOfBlock: [Int]
  /// The number of scalars before each block.
  private let scalarsBeforeBlock: [Int]

  private static let blockSize = 4096

  /// Counts the lines of a text.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var counts: [Int] = []
    var starts: [Int] = []
    var scalars: [Int] = []
    var (total, lineStart, scalarTotal) = (0, 0, 0)
    bytes.withUnsafeBufferPointer { buffer in
      for start in stride(from: 0, to: buffer.count, by: Self.blockSize) {
        counts.append(total)
        starts.append(lineStart)
        scalars.append(scalarTotal)
        let block = start..<min(start + Self.blockSize, buffer.count)
        let ends = Self.lineEnds(in: block, of: buffer)
        total += ends.count
        scalarTotal += JSONPosition.scalarCount(in: buffer[block])
        if let last = ends.last { lineStart = last + 1 }
      }
    }
    linesBeforeBlock = counts
    lineStartOfBlock = starts
    scalarsBeforeBlock = scalars
  }

  /// The line and column of a byte offset; an offset beyond the end is treated as the end.
  package func position(of offset: Int) -> TextPosition {
    let offset = max(0, min(offset, bytes.count))
    guard !linesBeforeBlock.isEmpty else { return TextPosition(line: 1, column: 1) }
    let block = min(offset / Self.blockSize, linesBeforeBlock.count - 1)
    return bytes.withUnsafeBufferPointer { buffer in
      let ends = Self.lineEnds(in: block * Self.blockSize..<offset, of: buffer)
      let line = linesBeforeBlock[block] + ends.count
      var lineStart = ends.last.map { $0 + 1 } ?? lineStartOfBlock[block]
      if lineStart == 0 { lineStart = min(FileReading.markLength(of: buffer), offset) }
      let scalars = scalars(before: offset, in: buffer) - scalars(before: lineStart, in: buffer)
      return TextPosition(line: line + 1, column: scalars + 1)
    }
  }

  private func scalars(before offset: Int, in buffer: UnsafeBufferPointer<UInt8>) -> Int {
    let block = min(offset / Self.blockSize, scalarsBeforeBlock.count - 1)
    return scalarsBeforeBlock[block]
      + JSONPosition.scalarCount(in: buffer[block * Self.blockSize..<offset])
  }

  /// The number of lines that end in a range, and the last byte that ends one.
  static func lineEnds(
    in range: Range<Int>, of text: UnsafeBufferPointer<UInt8>
  ) -> (count: Int, last: Int?) {
    var (count, last): (Int, Int?) = (0, nil)
    for index in range where text[index].isLineEnd && JSONPosition.endsLine(index, in: text) {
      count &+= 1
      last = index
    }
    return (count, last)
  }
}

/// Shortens quotations from a file and makes them safe for messages.
enum TextExcerpt {
  /// The text on one line, with control characters and invisible characters escaped.
  static func printable(_ bytes: some Sequence<UInt8>) -> String {
    var text = String(decoding: Array(bytes), as: UTF8.self).replacing("\t", with: " ")
    while text.last == " " { text.removeLast() }
    return text.harmless(limit: .max)
  }

  /// The text, shortened if it is long.
  static func short(_ text: String) -> String { text.harmless(limit: 40) }
}
