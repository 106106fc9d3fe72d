import Synchronization

/// A cache with limits on the number of values and their bytes, which removes values when they
/// expire.
///
/// A timer removes expired values, so a value that is not accessed any more does not stay in
/// memory. If a limit is exceeded, the least recently used values are removed first; the newest
/// value is kept even if it alone exceeds the limit on bytes.
package final class ExpiringCache<
  Key: Hashable & Sendable, Value: Sendable, TimeSource: Clock<Duration>
>: Sendable {
  private struct Entry {
    var value: Value
    var end: TimeSource.Instant
    var bytes: Int
    var lastUse: Int
  }

  /// A use of a value; it is the last use if its number equals the entry's.
  private struct Use {
    var key: Key
    var number: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var bytes = 0
    /// The uses of values in order, from which the least recently used value is found.
    ///
    /// It can also contain outdated uses, which are no longer the last use of their value. These
    /// are removed along with the oldest value, or when about half of all uses are outdated.
    var uses: ArraySlice<Use> = []
    var lastUse = 0
    /// The task that removes expired values; nil if there are no values.
    var sweeping: Task<Void, Never>?

    mutating func remove(_ key: Key) { bytes -= entries.removeValue(forKey: key)?.bytes ?? 0 }

    /// Records a use of a value.
    ///
    /// - Returns: The number of the use.
    mutating func use(_ key: Key) -> Int {
      // At this size, at least about half of the uses are outdated.
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
  ///   - bytes: The maximum number of bytes of all values together.
  ///   - clock: The clock that measures the time.
  package init(capacity: Int, bytes: Int, clock: TimeSource) {
    (self.capacity, maximumBytes, self.clock) = (capacity, bytes, clock)
  }

  deinit { state.withLock { $0.sweeping?.cancel() } }

  /// The estimated number of bytes of all values.
  package var bytes: Int { state.withLock { $0.bytes } }

  /// The value for a key, unless it has expired; nil if there is none.
  package func value(_ key: Key) -> Value? {
    let now = clock.now
    return state.withLock { state in
      guard let entry = state.entries[key], entry.end > now else { return nil }
      let use = state.use(key)
      state.entries[key]?.lastUse = use
      return entry.value
    }
  }

  /// Keeps a value for a given time.
  ///
  /// - Parameter bytes: The estimated number of bytes of the value.
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
  /// - Returns: When to call this again; nil if no value is left.
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
  /// The approximate number of bytes that the collection needs in memory.
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
