import Synchronization

/// A cache that is bounded in number and bytes, and removes values when their time has passed.
///
/// A timer removes expired values, so a value without further accesses does not keep its
/// memory. Beyond a bound, the least recently used value is removed first; the
/// newest value is kept even if it alone exceeds the bytes.
package final class ExpiringCache<
  Key: Hashable & Sendable, Value: Sendable, TimeSource: Clock<Duration>
>: Sendable {
  private struct Entry {
    var value: Value
    var end: TimeSource.Instant
    var bytes: Int
    var lastUse: Int
  }

  /// A use of a value; the last one if its number equals the entry's.
  private struct Use {
    var key: Key
    var number: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var bytes = 0
    /// The uses of values in order, which show the least recently used value.
    ///
    /// It can also have uses that are no longer the last of their value. They are removed with the
    /// oldest value, or when they are about half.
    var uses: ArraySlice<Use> = []
    var lastUse = 0
    /// The task that removes expired values; nil if there are no values.
    var sweeping: Task<Void, Never>?

    mutating func remove(_ key: Key) { bytes -= entries.removeValue(forKey: key)?.bytes ?? 0 }

    /// Notes a use of a value.
    ///
    /// - Returns: Its number.
    mutating func use(_ key: Key) -> Int {
      // Half of the uses, or more, are then out of date.
      if uses.count >= 2 * entries.count + 16 {
        uses = uses.filter { entries[$0.key]?.lastUse == $0.number }[...]
      }
      lastUse += 1
      uses.append(Use(key: key, number: lastUse))
      return lastUse
    }

    /// Removes the least recently used value.
    mutating func removeOldest() {
      while let use = uses.popFirst() {
        if entries[use.key]?.lastUse == use.number { return remove(use.key) }
      }
    }
  }

  /// The maximum number of values.
  package let capacity: Int

  private let maximumBytes: Int
  private let clock: TimeSource
  private let state = Mutex(State())

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of values.
  ///   - bytes: The maximum of the values' bytes.
  ///   - clock: The clock that measures the time.
  package init(capacity: Int, bytes: Int, clock: TimeSource) {
    (self.capacity, maximumBytes, self.clock) = (capacity, bytes, clock)
  }

  deinit { state.withLock { $0.sweeping?.cancel() } }

  /// The estimated bytes of all values.
  package var bytes: Int { state.withLock { $0.bytes } }

  /// The value of a key that has not expired; nil if there is none.
  package func value(_ key: Key) -> Value? {
    let now = clock.now
    return state.withLock { state in
      guard let entry = state.entries[key], entry.end > now else { return nil }
      let use = state.use(key)
      state.entries[key]?.lastUse = use
      return entry.value
    }
  }

  /// Keeps a value for a time.
  ///
  /// - Parameter bytes: The estimated bytes of the value.
  package func keep(_ value: Value, for key: Key, lasting duration: Duration, bytes: Int) {
    let end = clock.now.advanced(by: duration)
    state.withLock { state in
      state.remove(key)
      let use = state.use(key)
      state.entries[key] = Entry(value: value, end: end, bytes: bytes, lastUse: use)
      state.bytes += bytes
      while state.entries.count > 1, state.entries.count > capacity || state.bytes > maximumBytes {
        state.removeOldest()
      }
      guard state.sweeping == nil else { return }
      state.sweeping = Task { [weak self, clock] in
        while let next = self?.sweep() {
          do {
            try await clock.sleep(until: next, tolerance: nil)
          } catch {
            return
          }
        }
      }
    }
  }

  /// Removes expired values.
  ///
  /// - Returns: When to do so again; nil if no value is left.
  private func sweep() -> TimeSource.Instant? {
    let now = clock.now
    return state.withLock { state in
      for (key, entry) in state.entries where entry.end <= now { state.remove(key) }
      let next = state.entries.values.map(\.end).min()
      if next == nil { (state.sweeping, state.uses) = (nil, []) }
      return next
    }
  }
}

extension OptionsCollection {
  /// The approximate number of bytes that the collection takes in memory.
  package var byteCount: Int {
    sections.reduce(1_000) { $0 + ($1.title?.utf8.count ?? 0) + $1.items.byteCount }
  }
}

extension OptionItems {
  fileprivate var byteCount: Int {
    switch storage {
    case .packed(let items): items.byteCount
    case .plain(let items):
      items.reduce(0) { sum, item in
        let texts = item.identifier.utf8.count + item.display.utf8.count
        let others = (item.subtitle?.utf8.count ?? 0) + (item.symbol?.utf8.count ?? 0)
        return sum + MemoryLayout<OptionItem>.stride + texts + others + 200 * item.properties.count
      }
    }
  }
}
