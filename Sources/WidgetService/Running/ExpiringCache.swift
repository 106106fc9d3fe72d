import Synchronization

/// A cache with expiry that evicts the least recently used value first.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var end: ContinuousClock.Instant
    var lastUse: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var uses = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int) { self.capacity = capacity }

  func value(_ key: Key) -> Value? {
    state.withLock { state in
      guard var entry = state.entries[key] else { return nil }
      guard entry.end > .now else {
        state.entries[key] = nil
        return nil
      }
      state.uses += 1
      entry.lastUse = state.uses
      state.entries[key] = entry
      return entry.value
    }
  }

  func keep(_ value: Value, for key: Key, lasting duration: Duration) {
    state.withLock { state in
      state.uses += 1
      state.entries[key] = Entry(value: value, end: .now + duration, lastUse: state.uses)
      guard state.entries.count > capacity else { return }
      if let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.entries[oldest.key] = nil
      }
    }
  }
}
