import IntentModel
import Messages

/// Reads the members of a dictionary into the model, and collects the parts that the model does not
/// support.
struct PropertyListElementReader: ElementCoder {
  private let prefix: String
  private let dictionary: PropertyListDictionary
  private let path: PropertyListPath
  private let problems: DefinitionProblems

  /// For each entry, whether the model represents it, so that it need not be carried.
  private var taken: [Bool]
  private var noted: Set<String> = []
  private var oddElements: [CarriedMember] = []

  init(
    _ dictionary: PropertyListDictionary, prefix: String, path: PropertyListPath,
    problems: DefinitionProblems
  ) {
    self.dictionary = dictionary
    self.prefix = prefix
    self.path = path
    self.problems = problems
    taken = [Bool](repeating: false, count: dictionary.count)
  }

  var format: IntentDefinitionReader.Format { .propertyList }

  private func name(_ key: some DefinitionKey) -> String? { key.propertyList.map { prefix + $0 } }

  func has(_ key: some DefinitionKey) -> Bool { name(key).map { dictionary[$0] != nil } ?? false }

  func hasText(_ key: some DefinitionKey) -> Bool {
    guard let name = name(key) else { return false }
    return dictionary[name] != nil || dictionary[name + DefinitionKeys.identifierSuffix] != nil
  }

  func peek(_ key: some DefinitionKey) -> String? {
    name(key).flatMap { dictionary[$0]?.stringValue }
  }

  mutating func isNoted(_ key: some DefinitionKey, if condition: Bool) -> Bool {
    guard let name = name(key) else { return false }
    if condition { noted.insert(name) }
    return noted.contains(name)
  }

  func require(_ key: some DefinitionKey) {
    guard let name = name(key), dictionary[name] == nil else { return }
    problems.report(.missingKey(name), at: path)
  }

  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value?
  ) {
    if let name = name(key) { value = read(name, coding) }
  }

  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value,
    default standard: Value, inJSON: Value, isStated: Bool
  ) {
    guard let name = name(key) else { return }
    let found = read(name, coding)
    value = found ?? standard
    if found == standard, let place = dictionary.position(of: name), taken[place] {
      noted.insert(name)
    }
  }

  mutating func text(_ key: some DefinitionKey, _ text: inout LocalizedText) {
    guard let name = name(key) else { return }
    text.text = read(name, .string)
    text.id = read(name + DefinitionKeys.identifierSuffix, .string)
  }

  private mutating func take(_ name: String) {
    if let place = dictionary.position(of: name) { taken[place] = true }
  }

  /// Reads the value if there is one; it is also carried unless writing would produce the same
  /// form.
  private mutating func read<Value>(
    _ name: String, _ coding: DefinitionValueCoding<Value>
  ) -> Value? {
    guard let place = dictionary.position(of: name) else { return nil }
    let raw = dictionary.entries[place].value
    guard let value = coding.read(raw) else {
      problems.report(coding.refusal(raw), at: path.appending(key: name))
      return nil
    }
    if coding.write(value) == raw { taken[place] = true }
    return value
  }

  mutating func element<Element>(
    _ key: some DefinitionKey, prefix: String, _ element: inout Element?, empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    guard let name = name(key), let raw = dictionary[name] else { return element = nil }
    element = self.element(
      raw, prefix: prefix, at: path.appending(key: name), empty: empty, extras: extras, map)
    if element != nil { take(name) }
  }

  mutating func section<Element>(
    _ key: some DefinitionKey, prefix: String, of element: inout Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    var found: Element?
    self.element(key, prefix: prefix, &found, empty: element, extras: extras, map)
    if let found { element = found }
    if let name = name(key), dictionary[name] == .dictionary([:]) { noted.insert(name) }
  }

  mutating func list<Element>(
    _ key: some DefinitionKey, prefix: String, _ elements: inout [Element]?, empty: Element,
    shorthand: String?, extras: WritableKeyPath<Element, DefinitionExtras>,
    _ map: (inout Element, inout Self) -> Void
  ) {
    elements = nil
    guard let name = name(key), let raw = dictionary[name] else { return }
    let path = path.appending(key: name)
    guard let values = raw.arrayValue else {
      return problems.report(.wrongType(expected: .anArray, found: raw.kind), at: path)
    }
    take(name)
    var found: [Element] = []
    for (index, value) in values.enumerated() {
      let place = path.appending(index: index)
      if let element = element(
        value, prefix: prefix, at: place, empty: empty, extras: extras, map)
      {
        found.append(element)
      } else {
        let key = DefinitionExtras.key(ofElement: index, in: name)
        oddElements.append(CarriedMember(key: key, value: CarriedValue(value)))
      }
    }
    elements = found
  }

  private func element<Element>(
    _ raw: PropertyListValue, prefix: String, at path: PropertyListPath, empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) -> Element? {
    guard let dictionary = raw.dictionaryValue else {
      problems.report(.wrongType(expected: .aDictionary, found: raw.kind), at: path)
      return nil
    }
    var reader = PropertyListElementReader(
      dictionary, prefix: prefix, path: path, problems: problems)
    var element = empty
    map(&element, &reader)
    element[keyPath: extras] = reader.extras
    return element
  }

  /// The members that the model does not contain, in the order of writing.
  var extras: DefinitionExtras {
    let left = taken.indices.filter { !taken[$0] }.map { dictionary.entries[$0] }
    if left.isEmpty, oddElements.isEmpty { return DefinitionExtras(writtenDefaults: noted) }
    let members = left.map { CarriedMember(key: $0.key, value: CarriedValue($0.value)) }
    let unknown = (members + oddElements).sorted { PropertyListKeyOrder.precedes($0.key, $1.key) }
    return DefinitionExtras(unknown: unknown, writtenDefaults: noted)
  }
}
