import IntentModel

/// Walks over the members of one element of a definition, in one of two directions.
///
/// A mapping such as `DefinitionMapping.intent` names each member once, with its key, its form and
/// its place in the model; a reader fills the model, a writer fills a dictionary. So the two cannot
/// come apart.
protocol ElementCoder {
  /// Whether the model is filled.
  var isReading: Bool { get }

  /// Whether the dictionary that is read has a key; in a writer, whether extras carry it.
  func has(_ name: String) -> Bool

  /// The string under a key of the dictionary that is read; nil in a writer.
  func peek(_ name: String) -> String?

  /// Whether a key is noted among the written defaults; a reader notes it if the condition holds.
  mutating func isNoted(_ name: String, if condition: Bool) -> Bool

  /// One value that may be missing.
  mutating func member<Value>(
    _ name: String, _ form: DefinitionForm<Value>, _ value: inout Value?)

  /// One value whose absence means a default.
  mutating func member<Value>(
    _ name: String, _ form: DefinitionForm<Value>, _ value: inout Value, default standard: Value)

  /// A report of a missing key; without effect in a writer.
  mutating func require(_ name: String)

  /// An element of its own inside this one.
  mutating func element<Element>(
    _ name: String, prefix: String, _ element: inout Element?, empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void)

  /// A dictionary of its own that holds more members of the same element, such as its metadata.
  mutating func section<Element>(
    _ name: String, prefix: String, of element: inout Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void)

  /// A list of elements; nil if the key is missing.
  mutating func list<Element>(
    _ name: String, prefix: String, _ elements: inout [Element]?, empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void)

  /// What stands before the keys of this element.
  var prefix: String { get }
}

extension ElementCoder {
  func name(_ key: some DefinitionKey) -> String { prefix + key.rawValue }

  mutating func value<Value>(
    _ key: some DefinitionKey, _ form: DefinitionForm<Value>, _ value: inout Value?
  ) {
    member(name(key), form, &value)
  }

  mutating func value<Value>(
    _ key: some DefinitionKey, _ form: DefinitionForm<Value>, _ value: inout Value,
    default standard: Value
  ) {
    member(name(key), form, &value, default: standard)
  }

  mutating func string(_ key: some DefinitionKey, _ value: inout String?) {
    member(name(key), .string, &value)
  }

  mutating func integer(_ key: some DefinitionKey, _ value: inout Int?) {
    member(name(key), .integer, &value)
  }

  mutating func flag(_ key: some DefinitionKey, _ value: inout Bool) {
    member(name(key), .boolean, &value, default: false)
  }

  /// A name that every element of its kind has.
  mutating func required(_ key: some DefinitionKey, _ value: inout String) {
    require(name(key))
    member(name(key), .string, &value, default: "")
  }

  /// A text with the identifier beside it.
  mutating func text(_ key: some DefinitionKey, _ text: inout LocalizedText) {
    member(name(key), .string, &text.text)
    member(name(key) + DefinitionPlistKeys.identifierSuffix, .string, &text.id)
  }

  /// A list of elements whose absence means that there are none.
  mutating func elements<Element>(
    _ key: some DefinitionKey, prefix: String, _ elements: inout [Element], empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    let name = name(key)
    var found: [Element]? = isReading ? nil : elements
    if !isReading, elements.isEmpty, !isNoted(name, if: false) { found = nil }
    list(name, prefix: prefix, &found, empty: empty, extras: extras, map)
    elements = found ?? []
    if isReading, let found, found.isEmpty { _ = isNoted(name, if: true) }
  }
}
