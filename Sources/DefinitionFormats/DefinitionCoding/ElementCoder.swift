import IntentModel
import Messages

/// Reads or writes the members of one element of a definition, in one of two formats.
///
/// A mapping such as `DefinitionMapping.intent` has a row for each member, with its key, its form
/// and its place in the model. Readers fill the model, and writers fill a dictionary or an object.
/// A key that a format does not have is skipped in that format, and the model's value is unchanged.
protocol ElementCoder {
  /// The format.
  var format: IntentDefinitionReader.Format { get }

  /// The namespace of the document, which references in JSON can omit.
  var namespace: String? { get }

  /// Which numbers JSON includes even if a rule would give the same numbers.
  var writtenNumbers: WrittenNumbers { get }

  /// The position of the element in its list, from 1.
  var place: Int { get }

  /// Whether the element to read has a key; for a property list writer, whether the extras carry
  /// the key.
  func has(_ key: some DefinitionKey) -> Bool

  /// Whether the property list to read has a text or its identifier.
  func hasText(_ key: some DefinitionKey) -> Bool

  /// The string for a key in the property list to read.
  func peek(_ key: some DefinitionKey) -> String?

  /// For each element of the JSON list to read, what the element states for a key.
  func statements(of key: some DefinitionKey, in list: some DefinitionKey) -> [JSONStatement]

  /// The number for a key in the JSON element to read.
  func statedNumber(_ key: some DefinitionKey) -> Int?

  /// Whether a key is among the written defaults. If the condition holds, a property list reader
  /// adds the key to them first.
  mutating func isNoted(_ key: some DefinitionKey, if condition: Bool) -> Bool

  /// Codes an optional value.
  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value?)

  /// Codes a value whose absence means a default, which can be different in JSON.
  ///
  /// - Parameter isStated: Whether to write the value in JSON even if it is the default.
  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value,
    default standard: Value, inJSON: Value, isStated: Bool)

  /// Codes a number that JSON can omit if it follows a rule; null means that there is no number.
  ///
  /// - Parameter isStated: Whether to write the number even if it follows the rule.
  mutating func number(
    _ key: some DefinitionKey, _ value: inout Int?, byRule rule: Int?, isStated: Bool)

  /// Codes a text with the identifier of its translations.
  mutating func text(_ key: some DefinitionKey, _ text: inout LocalizedText)

  /// Reports a missing key.
  mutating func require(_ key: some DefinitionKey)

  /// Codes a required name; without it, the JSON element is not read.
  mutating func required(_ key: some DefinitionKey, _ what: Message, _ value: inout String)

  /// Reports JSON keys that exclude each other.
  mutating func onlyOne<Key: DefinitionElementKey>(of keys: [Key])

  /// Accepts JSON keys that no row requests.
  mutating func accept<Key: DefinitionElementKey>(_ keys: [Key])

  /// Excludes the element from the result of reading JSON.
  mutating func reject()

  /// Codes an element inside this element.
  mutating func element<Element>(
    _ key: some DefinitionKey, prefix: String, _ element: inout Element?, empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void)

  /// Codes more members of the same element; a property list has them in a separate dictionary.
  mutating func section<Element>(
    _ key: some DefinitionKey, prefix: String, of element: inout Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void)

  /// Codes a list of elements; nil if the key is missing.
  ///
  /// - Parameter shorthand: The key of the member whose value alone can stand for an element in
  ///   JSON; nil if there is none.
  mutating func list<Element>(
    _ key: some DefinitionKey, prefix: String, _ elements: inout [Element]?, empty: Element,
    shorthand: String?, extras: WritableKeyPath<Element, DefinitionExtras>,
    _ map: (inout Element, inout Self) -> Void)
}

/// What a JSON element states for a key.
enum JSONStatement: Hashable {
  case number(Int)
  case isTrue
  /// Null, which means that there is no value.
  case none
  /// The key is missing, or its value is of a different kind.
  case leftOut

  var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }
}

/// Default implementations for requirements that only some coders need, or that only the JSON
/// coders implement differently.
extension ElementCoder {
  var namespace: String? { nil }
  var writtenNumbers: WrittenNumbers { .all }
  var place: Int { 1 }

  func hasText(_ key: some DefinitionKey) -> Bool { has(key) }

  func peek(_ key: some DefinitionKey) -> String? { nil }

  func statements(of key: some DefinitionKey, in list: some DefinitionKey) -> [JSONStatement] { [] }

  func statedNumber(_ key: some DefinitionKey) -> Int? { nil }

  mutating func isNoted(_ key: some DefinitionKey, if condition: Bool) -> Bool { false }

  mutating func number(
    _ key: some DefinitionKey, _ value: inout Int?, byRule rule: Int?, isStated: Bool
  ) {
    self.value(key, .integer, &value)
  }

  mutating func require(_ key: some DefinitionKey) {}

  mutating func required(_ key: some DefinitionKey, _ what: Message, _ value: inout String) {
    require(key)
    self.value(key, .string, &value, default: "")
  }

  mutating func onlyOne<Key: DefinitionElementKey>(of keys: [Key]) {}

  mutating func accept<Key: DefinitionElementKey>(_ keys: [Key]) {}

  mutating func reject() {}
}

extension ElementCoder {
  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value,
    default standard: Value
  ) {
    self.value(key, coding, &value, default: standard, inJSON: standard)
  }

  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value,
    default standard: Value, inJSON: Value
  ) {
    self.value(key, coding, &value, default: standard, inJSON: inJSON, isStated: false)
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

  /// Codes the tag of an element, which is always written to JSON; returns whether the element to
  /// read has it.
  mutating func tag(
    _ key: some DefinitionKey, _ value: inout Int?, _ tags: DefinitionTags
  ) -> Bool {
    let index = place - 1
    let rule = tags.byRule.indices.contains(index) ? tags.byRule[index] : nil
    number(key, &value, byRule: rule, isStated: true)
    return !tags.leftOut.contains(index)
  }

  /// Codes a list of elements; a missing list means an empty one.
  ///
  /// - Parameter isRequired: Whether JSON must have the list even if the list is empty.
  mutating func elements<Element>(
    _ key: some DefinitionKey, prefix: String, _ elements: inout [Element], empty: Element,
    isRequired: Bool = false, shorthand: String? = nil,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    let isRequired = isRequired && format == .json
    if isRequired { require(key) }
    let isOmitted = elements.isEmpty && !isRequired && !isNoted(key, if: false)
    var found = isOmitted ? nil : elements
    list(
      key, prefix: prefix, &found, empty: empty, shorthand: shorthand, extras: extras, map)
    elements = found ?? []
    _ = isNoted(key, if: found?.isEmpty == true)
  }
}
