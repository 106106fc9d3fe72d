import Messages

/// A text that is compared by its bytes, like the keys in stores.
struct TextKey: Hashable, Comparable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: TextKey, right: TextKey) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  static func < (left: TextKey, right: TextKey) -> Bool {
    WidgetHistory.precedes(left.text, right.text)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// Records in the order of their keys, and the changes made by a transaction.
struct MemoryTable<Key: Hashable & Comparable, Record> {
  private(set) var keys: [Key] = []
  private var records: [Key: Record] = [:]
  /// The records as they were before the changes by the transaction, latest change last.
  private var former: [(key: Key, record: Record?)] = []

  /// The record with a key; setting nil deletes it.
  subscript(_ key: Key) -> Record? {
    get { records[key] }
    set {
      let before = records.updateOrRemove(newValue, forKey: key)
      guard before != nil || newValue != nil else { return }
      former.append((key, before))
      place(key, wasThere: before != nil, isThere: newValue != nil)
    }
  }

  private mutating func place(_ key: Key, wasThere: Bool, isThere: Bool) {
    guard wasThere != isThere else { return }
    let place = keys.partitionIndex { $0 >= key }
    if isThere { keys.insert(key, at: place) } else { keys.remove(at: place) }
  }

  /// The records in the order of their keys.
  var all: some Sequence<(key: Key, record: Record)> { records(at: keys[...]) }

  /// The keys that are greater than a given one, in order.
  func keys(after key: Key) -> ArraySlice<Key> { keys[keys.partitionIndex { $0 > key }...] }

  /// The records with greater keys, in the order of their keys.
  func following(_ key: Key) -> some Sequence<(key: Key, record: Record)> {
    records(at: keys(after: key))
  }

  /// The records with smaller keys, greatest key first.
  func preceding(_ key: Key) -> some Sequence<(key: Key, record: Record)> {
    records(at: keys[..<keys.partitionIndex { $0 >= key }].reversed())
  }

  private func records(
    at keys: some Sequence<Key>
  ) -> some Sequence<(key: Key, record: Record)> {
    keys.lazy.compactMap { key in records[key].map { (key, $0) } }
  }

  /// Deletes the records that satisfy a condition, in one pass.
  mutating func removeAll(where isUnwanted: (Record) -> Bool) {
    let count = former.count
    for key in keys {
      guard let record = records[key], isUnwanted(record) else { continue }
      records[key] = nil
      former.append((key, record))
    }
    if former.count > count { keys.removeAll { records[$0] == nil } }
  }

  /// Ends the transaction.
  ///
  /// - Parameter keepsChanges: Whether the changes are kept; otherwise they are undone.
  /// - Returns: Whether there were any changes.
  mutating func end(keepingChanges keepsChanges: Bool) -> Bool {
    defer { former = [] }
    if !keepsChanges {
      for (key, record) in former.reversed() {
        let before = records.updateOrRemove(record, forKey: key)
        place(key, wasThere: before != nil, isThere: record != nil)
      }
    }
    return !former.isEmpty
  }
}

extension Dictionary {
  /// Sets a value, or removes it if given nil; returns the previous value.
  fileprivate mutating func updateOrRemove(_ value: Value?, forKey key: Key) -> Value? {
    if let value { updateValue(value, forKey: key) } else { removeValue(forKey: key) }
  }
}
