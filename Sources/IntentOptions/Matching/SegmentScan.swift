/// A search through some items of one segment, term by term over all items that are left.
///
/// What a term needs is made ready once for all items, so that an item costs little more than
/// looking for the characters in it.
struct SegmentScan {
  private struct Candidate {
    var item: UInt32

    /// The best of the alternatives that are being looked at; below 0 for none.
    var best: Int32 = -1

    /// The sum of the scores of the terms so far.
    var total = 0
  }

  private let query: OptionsQuery
  private let reader: IndexSegment.Reader
  private var candidates: [Candidate] = []

  /// Makes a search for a query through a segment.
  init(_ query: OptionsQuery, in reader: IndexSegment.Reader) {
    self.query = query
    self.reader = reader
  }

  /// The items of the segment that match, in order.
  mutating func all() -> [OptionsMatches.Match] {
    matches(
      of: (0..<UInt32(reader.masks.count)).lazy.map { [first = reader.first] in $0 + UInt32(first) }
    )
  }

  /// Those of some items of the segment that match, in their order.
  mutating func some(of items: ArraySlice<OptionsMatches.Match>) -> [OptionsMatches.Match] {
    matches(of: items.lazy.map(\.item))
  }

  @inline(__always) private mutating func matches(
    of items: some RandomAccessCollection<UInt32>
  ) -> [OptionsMatches.Match] {
    if query.alternatives.count == 1, query.alternatives[0].count == 1 {
      return matches(of: items, for: query.alternatives[0][0])
    }
    candidates.reserveCapacity(items.count)
    for item in items where reader.mask(Int(item)) & query.mask == query.mask {
      candidates.append(Candidate(item: item))
    }
    return matches()
  }

  /// The matches of a single term, which most queries are.
  @inline(__always) private func matches(
    of items: some RandomAccessCollection<UInt32>, for term: OptionsQuery.Term
  ) -> [OptionsMatches.Match] {
    let (reader, mask) = (reader, query.mask)
    return term.text.withUnsafeBufferPointer { text in
      let ready = ReadyTerm(term, text)
      return [OptionsMatches.Match](unsafeUninitializedCapacity: items.count) { found, count in
        for item in items where reader.mask(Int(item)) & mask == mask {
          let score = ready.score(of: Int(item), in: reader)
          guard score >= 0 else { continue }
          found.initializeElement(
            at: count, to: OptionsMatches.Match(item: item, score: UInt32(score)))
          count += 1
        }
      }
    }
  }

  private mutating func matches() -> [OptionsMatches.Match] {
    for terms in query.alternatives {
      for term in terms { look(for: term) }
      takeBest()
    }
    let count = max(1, query.alternatives.count)
    return candidates.map { OptionsMatches.Match(item: $0.item, score: UInt32($0.total / count)) }
  }

  /// Notes for each candidate whether a term matches it better than the ones before.
  private mutating func look(for term: OptionsQuery.Term) {
    let reader = reader
    candidates.withUnsafeMutableBufferPointer { candidates in
      term.text.withUnsafeBufferPointer { text in
        let ready = ReadyTerm(term, text)
        for index in candidates.indices {
          let score = ready.score(of: Int(candidates[index].item), in: reader)
          candidates[index].best = max(candidates[index].best, Int32(truncatingIfNeeded: score))
        }
      }
    }
  }

  /// Leaves out the candidates that none of the alternatives matches.
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

extension IndexSegment {
  /// The items that match, in order.
  func scan(for query: OptionsQuery) -> [OptionsMatches.Match] {
    withReader { reader in
      var scan = SegmentScan(query, in: reader)
      return scan.all()
    }
  }
}

extension OptionsIndex {
  /// Those of some items that match, in their order, which is that of the collection.
  func scan(
    _ items: ArraySlice<OptionsMatches.Match>, for query: OptionsQuery
  ) -> [OptionsMatches.Match] {
    var found: [OptionsMatches.Match] = []
    var rest = items
    while let next = rest.first {
      let number = Int(next.item) / IndexSegment.itemCount
      let end = rest.partitionPoint(before: (number + 1) * IndexSegment.itemCount)
      segments[number].withReader { reader in
        var scan = SegmentScan(query, in: reader)
        let matches = scan.some(of: rest[..<end])
        if found.isEmpty { found = matches } else { found += matches }
      }
      rest = rest[end...]
    }
    return found
  }
}

extension ArraySlice<OptionsMatches.Match> {
  /// The first place whose item is not before a number; the end where there is none.
  func partitionPoint(before item: Int) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if self[middle].item < item { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
