import Synchronization

/// A value that is computed on first use and kept.
///
/// If the data from which the value is derived changes, the memo must be replaced.
package final class Memo<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  package init() {}

  /// The value; the first call makes it with the closure, which must not use the same memo.
  package func callAsFunction(_ make: () -> Value) -> Value {
    value.withLock { value in
      if let value { return value }
      let made = make()
      value = made
      return made
    }
  }
}

/// Values by key, each computed on first use.
///
/// Concurrent tasks may each make the same value and get their own copy.
package final class MemoTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Mutex<[Key: Value]>([:])

  package init() {}

  /// The value for a key; the closure may request other keys.
  package func callAsFunction(_ key: Key, _ make: () throws -> Value) rethrows -> Value {
    if let value = values.withLock({ $0[key] }) { return value }
    let made = try make()
    values.withLock { $0[key] = made }
    return made
  }
}

extension Sequence {
  /// The positions of the elements, by a property; if several elements have the same value, the
  /// first one counts.
  package func places<Key: Hashable>(by key: (Element) -> Key?) -> [Key: Int] {
    var places: [Key: Int] = [:]
    for (place, element) in enumerated() {
      if let key = key(element), places[key] == nil { places[key] = place }
    }
    return places
  }
}
