import JSONC
import JSONCodings

/// Cuts a text that arrives in parts into batches of whole lines, or keeps it as one document.
struct LineCutter {
  /// Consecutive lines; the last one can lack its line feed.
  struct Batch: Sendable {
    /// The number of the batch, from 0.
    var number: Int
    /// The number of the first line, from 1.
    var firstLine: Int
    var bytes: [UInt8]
  }

  /// The number of bytes to read at a time.
  ///
  /// It is small enough that the allocator reuses the memory instead of requesting it from the
  /// system.
  static let size = 48 << 10

  private let limits: FormatLimits
  private var pending: [UInt8] = []
  /// The number of leading pending bytes that are known to contain no line feed.
  private var searched = 0
  /// Whether the text has ended.
  private(set) var isAtEnd = false
  private var number = 0
  private var line = 1

  private var decision: LayoutDecision
  private var known: IntentJSON.Layout?
  /// The first pending byte that the decision on the layout has not seen.
  private var unseen = 0
  /// The position before which the line that starts at ``unseen`` is known to have no line feed.
  private var sought = 0
  private var isBlank = true

  init(limits: FormatLimits) {
    self.limits = limits
    decision = LayoutDecision(limits: limits)
  }

  /// Whether the pending text is longer than a document or a line can be.
  private var isTooLong: Bool { pending.count > limits.maximumBytes }

  /// Adds the next part of the text; an empty part is its end.
  mutating func add(_ bytes: some Collection<UInt8>) {
    isAtEnd = bytes.isEmpty
    pending += bytes
  }

  /// The layout of the text; nil if more text is needed.
  mutating func layout() -> IntentJSON.Layout? {
    if let known { return known }
    while let line = unseenLine() {
      unseen = line.upperBound + 1
      if pending[line].allSatisfy(\.isJSONSpace) {
        // Any number of blank lines can precede the first document.
        if isBlank, unseen > Self.size { dropSeenLines() }
        continue
      }
      isBlank = false
      known = decision.take(pending[line])
      if let known { return known }
    }
    guard isAtEnd || isTooLong else { return nil }
    known = isBlank ? .lines : decision.atEnd
    return known
  }

  /// The next line for the decision on the layout; nil at the end of the text or if the line has
  /// not arrived yet.
  private mutating func unseenLine() -> Range<Int>? {
    let start = min(max(unseen, sought), pending.count)
    if let end = pending[start...].firstIndex(of: UInt8(ascii: "\n")) {
      sought = end + 1
      return unseen..<end
    }
    sought = pending.count
    guard isAtEnd || isTooLong, unseen < pending.count else { return nil }
    return unseen..<pending.count
  }

  private mutating func dropSeenLines() {
    let count = min(unseen, pending.count)
    line += pending[..<count].withUnsafeBufferPointer(\.lineFeeds)
    pending.removeFirst(count)
    (unseen, sought) = (0, 0)
  }

  /// The whole text of a document, or enough of it to show that it is too long; nil if more text is
  /// needed or the text is JSON Lines.
  mutating func document() -> Batch? {
    guard layout() == .document, isAtEnd || isTooLong else { return nil }
    return Batch(number: 0, firstLine: line, bytes: pending)
  }

  /// The next lines of JSON Lines; nil at the end of the text or if more text is needed.
  mutating func lines() -> Batch? {
    let new = pending[min(searched, pending.count)...]
    if let end = new.lastIndex(of: UInt8(ascii: "\n")) { return cut(after: end + 1) }
    searched = pending.count
    guard isAtEnd || isTooLong, !pending.isEmpty else { return nil }
    return cut(after: pending.count)
  }

  private mutating func cut(after end: Int) -> Batch {
    let rest = Array(pending[end...])
    pending.removeSubrange(end...)
    let bytes = pending
    pending = rest
    searched = 0
    let batch = Batch(number: number, firstLine: line, bytes: bytes)
    number += 1
    line += bytes.withUnsafeBufferPointer(\.lineFeeds)
    return batch
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of line feeds.
  fileprivate var lineFeeds: Int {
    var total = 0
    var start = 0
    while start < count {
      let length = UnsafeBufferPointer(rebasing: self[start...]).lineLength
      start += length + 1
      if start <= count { total += 1 }
    }
    return total
  }
}
