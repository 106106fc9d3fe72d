/// A dictionary in a property list, with its keys in the order of the file.
///
/// Two dictionaries are equal if they have equal entries in the same order.
package struct PropertyListDictionary: Sendable {
  /// A key with its value.
  package struct Entry: Sendable, Hashable {
    package var key: String
    package var value: PropertyListValue

    package init(key: String, value: PropertyListValue) {
      self.key = key
      self.value = value
    }
  }

  /// The entries in order, without repeated keys.
  package private(set) var entries: [Entry]

  /// The positions by key, which are stored if the dictionary is so large that hashing is faster
  /// than a scan.
  private var index: [String: Int]?

  private static let largestWithoutIndex = 16

  /// Makes an empty dictionary.
  package init() {
    entries = []
  }

  /// Makes a dictionary from pairs in order; a later pair with the same key replaces the earlier
  /// value.
  package init(_ pairs: some Sequence<(String, PropertyListValue)>) {
    self.init()
    for (key, value) in pairs { self[key] = value }
  }

  /// Makes a dictionary from entries whose keys are known to be different.
  init(distinct entries: [Entry]) {
    self.entries = entries
    rebuildIndex()
  }

  /// The number of entries.
  package var count: Int { entries.count }

  /// Whether there are no entries.
  package var isEmpty: Bool { entries.isEmpty }

  /// The keys in order.
  package var keys: [String] { entries.map(\.key) }

  /// The position of a key among the entries; nil if there is no such key.
  package func position(of key: String) -> Int? {
    if let index { return index[key] }
    return entries.firstIndex { $0.key == key }
  }

  /// The value of a key; a new key is appended, and nil removes the entry.
  package subscript(key: String) -> PropertyListValue? {
    get {
      position(of: key).map { entries[$0].value }
    }
    set {
      switch (position(of: key), newValue) {
      case (let place?, let value?): entries[place].value = value
      case (let place?, nil):
        entries.remove(at: place)
        rebuildIndex()
      case (nil, let value?):
        entries.append(Entry(key: key, value: value))
        noteAppendedKey()
      case (nil, nil): break
      }
    }
  }

  private mutating func noteAppendedKey() {
    if index == nil {
      rebuildIndex()
    } else if let last = entries.last {
      index?[last.key] = entries.count - 1
    }
  }

  private mutating func rebuildIndex() {
    guard entries.count > Self.largestWithoutIndex else {
      index = nil
      return
    }
    let places = entries.enumerated().lazy.map { ($1.key, $0) }
    index = Dictionary(places) { first, _ in first }
  }
}

extension PropertyListDictionary: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.entries == right.entries
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(entries)
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    self.init(elements)
  }
}

extension PropertyListDictionary {
  /// Whether the keys are in the order of Apple's writer.
  package var isSorted: Bool {
    zip(entries, entries.dropFirst()).allSatisfy {
      !PropertyListKeyOrder.precedes($1.key, $0.key)
    }
  }

  /// The entries in the order of Apple's writer.
  package var sortedEntries: [Entry] {
    if isSorted { return entries }
    return entries.sorted { PropertyListKeyOrder.precedes($0.key, $1.key) }
  }
}

/// The key order of Apple's writer: by UTF-16 code units, independent of the language.
///
/// Uppercase letters come before lowercase letters, and characters beyond the basic plane before
/// U+E000.
enum PropertyListKeyOrder {
  static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf16.lexicographicallyPrecedes(right.utf16)
  }
}
