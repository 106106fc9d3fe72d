import IntentModel

/// Writes the members of one element into a dictionary, and puts back what was carried beside it.
///
/// A carried value gives way to the model where both speak of the same key, unless it is another
/// form of the same value.
struct ElementWriter: ElementCoder {
  let prefix: String
  private let extras: DefinitionExtras
  private var dictionary = PropertyListDictionary()

  /// The carried keys that are dealt with.
  private var settled: Set<String> = []

  init(extras: DefinitionExtras, prefix: String) {
    self.extras = extras
    self.prefix = prefix
  }

  var isReading: Bool { false }

  func has(_ name: String) -> Bool { extras[name] != nil }

  func peek(_ name: String) -> String? { nil }

  func isNoted(_ name: String, if condition: Bool) -> Bool {
    extras.writtenDefaults.contains(name)
  }

  func require(_ name: String) {}

  mutating func member<Value>(
    _ name: String, _ form: DefinitionForm<Value>, _ value: inout Value?
  ) {
    write(name, form, value, omits: value == nil)
  }

  mutating func member<Value>(
    _ name: String, _ form: DefinitionForm<Value>, _ value: inout Value, default standard: Value
  ) {
    let isHabit = extras.writtenDefaults.contains(name)
    write(name, form, value, omits: value == standard && !isHabit)
  }

  private mutating func write<Value>(
    _ name: String, _ form: DefinitionForm<Value>, _ value: Value?, omits: Bool
  ) {
    let carried = extras[name]?.propertyListValue
    if let carried, let meant = form.read(carried) {
      settled.insert(name)
      if meant == value {
        dictionary[name] = carried
        return
      }
    }
    guard !omits, let value, let written = form.write(value) else { return }
    settled.insert(name)
    dictionary[name] = written
  }

  mutating func element<Element>(
    _ name: String, prefix: String, _ element: inout Element?, empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    guard let element else { return }
    dictionary[name] = .dictionary(
      Self.dictionary(of: element, prefix: prefix, extras: extras, map))
    settled.insert(name)
  }

  mutating func section<Element>(
    _ name: String, prefix: String, of element: inout Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    let members = Self.dictionary(of: element, prefix: prefix, extras: extras, map)
    guard !members.isEmpty || self.extras.writtenDefaults.contains(name) else { return }
    dictionary[name] = .dictionary(members)
    settled.insert(name)
  }

  mutating func list<Element>(
    _ name: String, prefix: String, _ elements: inout [Element]?, empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    let odd = self.extras.elements(of: name)
    guard elements != nil || !odd.isEmpty else { return }
    var values = (elements ?? []).map { element in
      PropertyListValue.dictionary(
        Self.dictionary(of: element, prefix: prefix, extras: extras, map))
    }
    for (index, member) in odd {
      values.insert(member.value.propertyListValue, at: min(index, values.count))
      settled.insert(member.key)
    }
    dictionary[name] = .array(values)
    settled.insert(name)
  }

  static func dictionary<Element>(
    of element: Element, prefix: String, extras: WritableKeyPath<Element, DefinitionExtras>,
    _ map: (inout Element, inout Self) -> Void
  ) -> PropertyListDictionary {
    var element = element
    var writer = ElementWriter(extras: element[keyPath: extras], prefix: prefix)
    map(&element, &writer)
    return writer.finished
  }

  /// The members with those that are only carried.
  private var finished: PropertyListDictionary {
    var result = dictionary
    for member in extras.unknown where !settled.contains(member.key) {
      result[member.key] = member.value.propertyListValue
    }
    return result
  }
}
