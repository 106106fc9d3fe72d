import IntentModel

/// Writes the members of an element into a dictionary, and restores the carried members.
///
/// The model overrides a carried value for the same key, unless the carried value is a different
/// form of the same value.
struct PropertyListElementWriter: ElementCoder {
  private let prefix: String
  private let extras: DefinitionExtras
  private var dictionary = PropertyListDictionary()

  /// The carried keys that are already handled.
  private var settled: Set<String> = []

  init(extras: DefinitionExtras, prefix: String) {
    self.extras = extras
    self.prefix = prefix
  }

  var format: IntentDefinitionReader.Format { .propertyList }

  private func name(_ key: some DefinitionKey) -> String? { key.propertyList.map { prefix + $0 } }

  func has(_ key: some DefinitionKey) -> Bool { name(key).map { extras[$0] != nil } ?? false }

  func isNoted(_ key: some DefinitionKey, if condition: Bool) -> Bool {
    name(key).map { extras.writtenDefaults.contains($0) } ?? false
  }

  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value?
  ) {
    if let name = name(key) { write(name, coding, value, omits: value == nil) }
  }

  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value,
    default standard: Value, inJSON: Value, isStated: Bool
  ) {
    guard let name = name(key) else { return }
    write(name, coding, value, omits: value == standard && !isNoted(key, if: false))
  }

  mutating func text(_ key: some DefinitionKey, _ text: inout LocalizedText) {
    guard let name = name(key) else { return }
    write(name, .string, text.text, omits: text.text == nil)
    write(name + DefinitionKeys.identifierSuffix, .string, text.id, omits: text.id == nil)
  }

  private mutating func write<Value>(
    _ name: String, _ coding: DefinitionValueCoding<Value>, _ value: Value?, omits: Bool
  ) {
    let carried = extras[name]?.propertyListValue
    if let carried, let meant = coding.read(carried) {
      settled.insert(name)
      if meant == value {
        dictionary[name] = carried
        return
      }
    }
    guard !omits, let value, let written = coding.write(value) else { return }
    settled.insert(name)
    dictionary[name] = written
  }

  mutating func element<Element>(
    _ key: some DefinitionKey, prefix: String, _ element: inout Element?, empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    guard let name = name(key), let element else { return }
    dictionary[name] = .dictionary(
      Self.dictionary(of: element, prefix: prefix, extras: extras, map))
    settled.insert(name)
  }

  mutating func section<Element>(
    _ key: some DefinitionKey, prefix: String, of element: inout Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    guard let name = name(key) else { return }
    let members = Self.dictionary(of: element, prefix: prefix, extras: extras, map)
    guard !members.isEmpty || self.extras.writtenDefaults.contains(name) else { return }
    dictionary[name] = .dictionary(members)
    settled.insert(name)
  }

  mutating func list<Element>(
    _ key: some DefinitionKey, prefix: String, _ elements: inout [Element]?, empty: Element,
    shorthand: String?, extras: WritableKeyPath<Element, DefinitionExtras>,
    _ map: (inout Element, inout Self) -> Void
  ) {
    guard let name = name(key) else { return }
    let odd = self.extras.elements(of: name)
    guard elements != nil || !odd.isEmpty else { return }
    var values: [PropertyListValue] = []
    var rest = (elements ?? [])[...]
    func write(_ count: Int) {
      for element in rest.prefix(count) {
        values.append(
          .dictionary(Self.dictionary(of: element, prefix: prefix, extras: extras, map)))
      }
      rest = rest.dropFirst(count)
    }
    for (index, member) in odd {
      write(max(0, index - values.count))
      values.append(member.value.propertyListValue)
      settled.insert(member.key)
    }
    write(rest.count)
    dictionary[name] = .array(values)
    settled.insert(name)
  }

  static func dictionary<Element>(
    of element: Element, prefix: String, extras: WritableKeyPath<Element, DefinitionExtras>,
    _ map: (inout Element, inout Self) -> Void
  ) -> PropertyListDictionary {
    var element = element
    var writer = PropertyListElementWriter(extras: element[keyPath: extras], prefix: prefix)
    map(&element, &writer)
    return writer.finished
  }

  /// The members of the element, including its carried members.
  private var finished: PropertyListDictionary {
    var result = dictionary
    for member in extras.unknown where !settled.contains(member.key) {
      result[member.key] = member.value.propertyListValue
    }
    return result
  }
}
