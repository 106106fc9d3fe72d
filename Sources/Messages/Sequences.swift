extension Sequence {
  /// The elements in order, without those that have the key of an earlier element.
  @inlinable
  package func firsts<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen = Set<Key>()
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in order.
  @inlinable package var firsts: [Element] { firsts(by: \.self) }
}

extension Dictionary {
  /// Makes a dictionary of keys and values, with the first value for each key.
  @inlinable package init(firsts pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension [String] {
  /// The words in English, with commas between them and a conjunction before the last one.
  package func listed(_ conjunction: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}

extension RandomAccessCollection {
  /// The index of the first element that satisfies a condition, or the end if none does; all later
  /// elements must satisfy the condition too.
  @inlinable
  package func partitionIndex(where holds: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if holds(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
