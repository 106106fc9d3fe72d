import IntentModel
import Messages

/// Walks over the members of one element of a definition: reads or writes them, in one of two formats.
///
/// A mapping such as `DefinitionMapping.intent` has one row for each member, with its key, its form
/// and its place in the model. Readers fill the model, writers fill a dictionary or an object. A key
/// that a format does not have is skipped in it, and the model's value stays.
protocol ElementCoder {
  /// Whether the model is filled.
  var isReading: Bool { get }

  /// The format that is read or written.
  var format: IntentDefinitionReader.Format { get }

  /// The namespace of the document, which references in JSON need not repeat.
  var namespace: String? { get }

  /// Whether every tag is written, even where the rule gives the same one.
  var writesAllTags: Bool { get }

  /// The place of the element in its list, from 1.
  var place: Int { get }

  /// Whether the element that is read has a key; in a writer of property lists, whether extras
  /// carry it.
  func has(_ key: some DefinitionKey) -> Bool

  /// Whether the property list that is read has a text or its identifier.
  func hasText(_ key: some DefinitionKey) -> Bool

  /// The string under a key of the property list that is read; nil elsewhere.
  func peek(_ key: some DefinitionKey) -> String?

  /// What the elements of a list in the JSON that is read say about a key; empty elsewhere.
  func statements(of key: some DefinitionKey, in list: some DefinitionKey) -> [JSONStatement]

  /// Whether a key is noted among the written defaults; a reader of property lists notes it if the
  /// condition holds.
  mutating func isNoted(_ key: some DefinitionKey, if condition: Bool) -> Bool

  /// One value that may be missing.
  mutating func value<Value>(
    _ key: some DefinitionKey, _ form: DefinitionForm<Value>, _ value: inout Value?)

  /// One value whose absence means a default, which can be another one in JSON.
  mutating func value<Value>(
    _ key: some DefinitionKey, _ form: DefinitionForm<Value>, _ value: inout Value,
    default standard: Value, inJSON: Value)

  /// A number whose absence means a number by rule in JSON, where null means none.
  ///
  /// - Parameter isStated: Whether it is written even where the rule gives the same one.
  mutating func number(
    _ key: some DefinitionKey, _ value: inout Int?, byRule rule: Int?, isStated: Bool)

  /// A text with the identifier under which it is translated.
  mutating func text(_ key: some DefinitionKey, _ text: inout LocalizedText)

  /// Reports a missing key; without effect in a writer.
  mutating func require(_ key: some DefinitionKey)

  /// A name that every element of its kind has; without it, JSON has no element.
  mutating func required(_ key: some DefinitionKey, _ what: Message, _ value: inout String)

  /// Reports keys of JSON of which there may be only one.
  mutating func onlyOne<Key: DefinitionElementKey>(of keys: [Key])

  /// Accepts keys of JSON that no row asks for.
  mutating func accept<Key: DefinitionElementKey>(_ keys: [Key])

  /// Leaves the element out of what is read from JSON.
  mutating func reject()

  /// An element of its own inside this one.
  mutating func element<Element>(
    _ key: some DefinitionKey, prefix: String, _ element: inout Element?, empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void)

  /// More members of the same element, which a property list has in a dictionary of their own.
  mutating func section<Element>(
    _ key: some DefinitionKey, prefix: String, of element: inout Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void)

  /// A list of elements; nil if the key is missing.
  ///
  /// - Parameter shorthand: The key of the member that an element in JSON can stand for alone.
  mutating func list<Element>(
    _ key: some DefinitionKey, prefix: String, _ elements: inout [Element]?, empty: Element,
    shorthand: String?, extras: WritableKeyPath<Element, DefinitionExtras>,
    _ map: (inout Element, inout Self) -> Void)
}

/// What an element in JSON says about a key.
enum JSONStatement: Hashable {
  case number(Int)
  case isTrue
  /// There is expressly none.
  case none
  /// It says nothing, or something else.
  case leftOut

  var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }
}

extension ElementCoder {
  mutating func value<Value>(
    _ key: some DefinitionKey, _ form: DefinitionForm<Value>, _ value: inout Value,
    default standard: Value
  ) {
    self.value(key, form, &value, default: standard, inJSON: standard)
  }

  mutating func number(_ key: some DefinitionKey, _ value: inout Int?, byRule rule: Int?) {
    number(key, &value, byRule: rule, isStated: false)
  }

  mutating func string(_ key: some DefinitionKey, _ value: inout String?) {
    self.value(key, .string, &value)
  }

  mutating func integer(_ key: some DefinitionKey, _ value: inout Int?) {
    self.value(key, .integer, &value)
  }

  mutating func flag(_ key: some DefinitionKey, _ value: inout Bool) {
    self.value(key, .boolean, &value, default: false)
  }

  /// The tag of an element; returns whether it is stated.
  mutating func tag(
    _ key: some DefinitionKey, _ value: inout Int?, _ tags: DefinitionTags
  ) -> Bool {
    let index = place - 1
    let rule = tags.byRule.indices.contains(index) ? tags.byRule[index] : nil
    number(key, &value, byRule: isReading ? rule : value, isStated: tags.areWritten)
    return !tags.leftOut.contains(index)
  }

  /// A list of elements whose absence means that there are none.
  ///
  /// - Parameter isRequired: Whether JSON must have the list, even if it is empty.
  mutating func elements<Element>(
    _ key: some DefinitionKey, prefix: String, _ elements: inout [Element], empty: Element,
    isRequired: Bool = false, shorthand: String? = nil,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    let isRequired = isRequired && format == .json
    if isRequired { require(key) }
    var found: [Element]? = isReading ? nil : elements
    if !isReading, !isRequired, elements.isEmpty, !isNoted(key, if: false) { found = nil }
    list(
      key, prefix: prefix, &found, empty: empty, shorthand: shorthand, extras: extras, map)
    elements = found ?? []
    if isReading, let found, found.isEmpty { _ = isNoted(key, if: true) }
  }
}
