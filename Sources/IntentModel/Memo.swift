import Synchronization

/// A value that is worked out when it is first asked for, and kept.
///
/// It follows from the values beside it, so that all memos are equal. What changes those values puts
/// a new memo in place of the old one.
package final class Memo<Value: Sendable>: Sendable, Hashable {
  private let value = Mutex<Value?>(nil)

  package init() {}

  /// The value, which is made the first time; making it must not ask for it.
  package func callAsFunction(_ make: () -> Value) -> Value {
    value.withLock { value in
      if let value { return value }
      let made = make()
      value = made
      return made
    }
  }

  package static func == (lhs: Memo, rhs: Memo) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// Values by their keys, each made when it is first asked for.
///
/// Of two tasks that ask for the same value at once both may make it, and each gets its own.
package final class MemoTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Mutex<[Key: Value]>([:])

  package init() {}

  /// The value of a key; making it may ask for others.
  package func callAsFunction(_ key: Key, _ make: () throws -> Value) rethrows -> Value {
    if let value = values.withLock({ $0[key] }) { return value }
    let made = try make()
    values.withLock { $0[key] = made }
    return made
  }
}

extension Sequence {
  /// The places of the elements by a property of theirs; of equal ones that of the first.
  package func places<Key: Hashable>(by key: (Element) -> Key?) -> [Key: Int] {
    var places: [Key: Int] = [:]
    for (place, element) in enumerated() {
      if let key = key(element), places[key] == nil { places[key] = place }
    }
    return places
  }
}
