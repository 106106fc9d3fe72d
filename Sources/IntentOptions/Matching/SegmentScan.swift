import Messages

/// A search through items of one segment, which matches one term after another against all
/// remaining items.
///
/// Each term is prepared once for all items, so an item costs little more than finding the
/// characters in it.
struct SegmentScan {
  private struct Candidate {
    var item: UInt32

    /// The best score among the alternatives so far; below 0 if none has matched.
    var best: Int32 = -1

    /// The sum of the scores of the terms so far.
    var total = 0
  }

  /// The memory to which matches are written.
  typealias Room = UnsafeMutableBufferPointer<OptionsMatches.Match>

  private let query: OptionsQuery
  private let reader: IndexSegment.Reader
  private var candidates: [Candidate] = []

  /// Makes a search for a query in a segment.
  init(_ query: OptionsQuery, in reader: IndexSegment.Reader) {
    self.query = query
    self.reader = reader
  }

  /// Writes the matching items of the segment in order, and returns their number.
  mutating func all(into room: Room) -> Int {
    matches(of: reader.first..<reader.first + UInt32(reader.masks.count), into: room)
  }

  /// Writes those of the given items of the segment that match, in order, and returns their number.
  mutating func some(of items: ArraySlice<OptionsMatches.Match>, into room: Room) -> Int {
    items.withUnsafeBufferPointer { items in matches(of: items.lazy.map(\.item), into: room) }
  }

  @inline(__always) private mutating func matches(
    of items: some Collection<UInt32>, into room: Room
  ) -> Int {
    if query.alternatives.count == 1, query.alternatives[0].count == 1 {
      return matches(of: items, for: query.alternatives[0][0], into: room)
    }
    candidates.reserveCapacity(items.count)
    for item in items where reader.mask(item) & query.mask == query.mask {
      candidates.append(Candidate(item: item))
    }
    return matches(into: room)
  }

  /// Writes the matches of a query's only term, and returns their number; most queries have one
  /// term.
  @inline(__always) private func matches(
    of items: some Collection<UInt32>, for term: OptionsQuery.Term, into room: Room
  ) -> Int {
    let (reader, mask) = (reader, query.mask)
    return term.text.withUnsafeBufferPointer { text in
      var count = 0
      ReadyTerm(term, text).match(items, having: mask, in: reader) { item, score in
        guard score >= 0 else { return }
        room.initializeElement(
          at: count,
          to: OptionsMatches.Match(item: item, score: UInt32(truncatingIfNeeded: score)))
        count &+= 1
      }
      return count
    }
  }

  private mutating func matches(into room: Room) -> Int {
    for terms in query.alternatives {
      for term in terms { look(for: term) }
      takeBest()
    }
    let count = max(1, query.alternatives.count)
    for (place, found) in candidates.enumerated() {
      room.initializeElement(
        at: place, to: OptionsMatches.Match(item: found.item, score: UInt32(found.total / count)))
    }
    return candidates.count
  }

  /// Records, for each candidate, the score of a term if it is better than the previous ones.
  private mutating func look(for term: OptionsQuery.Term) {
    let reader = reader
    candidates.withUnsafeMutableBufferPointer { candidates in
      term.text.withUnsafeBufferPointer { text in
        var index = 0
        ReadyTerm(term, text).match(candidates.lazy.map(\.item), having: 0, in: reader) {
          _, score in
          candidates[index].best = max(candidates[index].best, Int32(truncatingIfNeeded: score))
          index += 1
        }
      }
    }
  }

  /// Removes the candidates that none of the alternatives matches.
  private mutating func takeBest() {
    var kept = 0
    for index in candidates.indices where candidates[index].best >= 0 {
      var candidate = candidates[index]
      candidate.total += Int(candidate.best)
      candidate.best = -1
      candidates[kept] = candidate
      kept += 1
    }
    candidates.removeSubrange(kept...)
  }
}

extension OptionsIndex {
  /// The numbers of the items of the given segments.
  func items(of segments: Range<Int>) -> Range<Int> {
    let last = self.segments[segments.upperBound - 1]
    return self.segments[segments.lowerBound].first..<last.first + last.count
  }

  /// Writes the matching items of the given segments in order, and returns their number.
  func scan(_ segments: Range<Int>, for query: OptionsQuery, into room: SegmentScan.Room) -> Int {
    var count = 0
    for segment in self.segments[segments] {
      count += segment.withReader { reader in
        var scan = SegmentScan(query, in: reader)
        return scan.all(into: room.rest(from: count))
      }
    }
    return count
  }

  /// Writes those of the given items that match, in the order of the collection, and returns their
  /// number.
  func scan(
    _ items: ArraySlice<OptionsMatches.Match>, for query: OptionsQuery, into room: SegmentScan.Room
  ) -> Int {
    var count = 0
    var rest = items
    while let next = rest.first {
      let segment = segments[segments.partitionIndex { $0.first > next.item } - 1]
      let end = rest.partitionIndex { $0.item >= segment.first + segment.count }
      count += segment.withReader { reader in
        var scan = SegmentScan(query, in: reader)
        return scan.some(of: rest[..<end], into: room.rest(from: count))
      }
      rest = rest[end...]
    }
    return count
  }
}

extension UnsafeMutableBufferPointer {
  /// The part that starts at a position.
  fileprivate func rest(from place: Int) -> Self { Self(rebasing: self[place...]) }
}
