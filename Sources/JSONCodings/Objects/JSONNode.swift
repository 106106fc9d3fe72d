package import IntentModel
package import JSONC
package import Messages

/// The keys of a JSON object.
package protocol JSONKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension IntentKey: JSONKey {}
extension IntentObjectKey: JSONKey {}

/// A value in a JSON text, with its path and the list of problems.
///
/// The readers report problems and return nil, so reading continues with the rest.
package struct JSONNode {
  package let value: JSONValue
  package let path: [JSONPathComponent]
  package let problems: ProblemList

  /// Makes a node for a value at a path.
  package init(value: JSONValue, path: [JSONPathComponent], problems: ProblemList) {
    self.value = value
    self.path = path
    self.problems = problems
  }

  package func report(_ problem: FormatProblem) { problems.report(problem, at: path) }

  package func reportKey(_ problem: FormatProblem) {
    problems.report(problem, at: path, isKey: true)
  }

  package func mismatch(_ expected: Message) {
    report(.wrongType(expected: expected, found: value.kindWords))
  }

  package var isNull: Bool { value.isNull }

  package var string: String? { expect(value.stringValue, .aString) }

  package var boolean: Bool? { expect(value.boolValue, .trueOrFalse) }

  package var integer: Int? { expect(value.intValue, .aWholeNumber) }

  package var number: Double? { expect(value.doubleValue, .aNumber) }

  /// A non-empty string.
  package func text(_ what: Message) -> String? {
    guard let string else { return nil }
    guard string.isEmpty else { return string }
    report(.emptyText(what))
    return nil
  }

  /// A whole number in a range.
  package func integer(in range: ClosedRange<Int>, _ what: Message) -> Int? {
    guard let integer else { return nil }
    guard !range.contains(integer) else { return integer }
    report(
      .outOfRange(
        what: what, range: .betweenNumbers(lower: range.lowerBound, upper: range.upperBound)))
    return nil
  }

  /// A word of an enum.
  package func word<Word: RawRepresentable<String> & CaseIterable>(_ what: Message) -> Word? {
    guard let string else { return nil }
    if let word = Word(rawValue: string) { return word }
    report(.unknownWord(string, what: what, choices: Word.allCases.map(\.rawValue)))
    return nil
  }

  /// A widget family, known or not.
  package var family: WidgetFamily? { word(.whatFamily) }

  package var elements: [JSONNode]? {
    elementValues.map { $0.enumerated().map(element) }
  }

  /// The elements without their paths.
  package var elementValues: [JSONValue]? { expect(value.arrayValue, .anArray) }

  /// An element with its path.
  package func element(at index: Int, _ value: JSONValue) -> JSONNode {
    JSONNode(value: value, path: path + [.index(index)], problems: problems)
  }

  /// The elements that are strings.
  package var strings: [String]? { elements?.compactMap(\.string) }

  /// The members of an object with arbitrary keys, in order.
  package var members: [(key: String, node: JSONNode)]? {
    expect(value.objectValue, .anObject).map { object in
      object.map { member in (member.key, node(member.key, member.value)) }
    }
  }

  /// An object with known keys; other keys are reported.
  package func object<Key: JSONKey>(_ keys: Key.Type) -> KeyedMembers<Key>? {
    guard let members = openObject(keys) else { return nil }
    members.refuseAllBut(Array(Key.allCases))
    return members
  }

  /// An object with known keys that can also have other keys.
  package func openObject<Key: JSONKey>(_ keys: Key.Type) -> KeyedMembers<Key>? {
    expect(value.objectValue, .anObject).map { KeyedMembers(node: self, object: $0) }
  }

  /// The object; anything else is reported.
  package var object: JSONObject? { expect(value.objectValue, .anObject) }

  /// Reports every member of an object except those with the given keys.
  package func refuseAllBut(_ keys: [String], in object: JSONObject) {
    for member in object where !keys.contains(member.key) {
      // The key that only editors read is not suggested in place of a mistyped key.
      node(member.key, member.value).reportKey(
        .unknownMember(member.key, choices: keys.filter { $0 != SchemaPart.dialect.key }))
    }
  }

  package func node(_ key: String, _ value: JSONValue) -> JSONNode {
    JSONNode(value: value, path: path + [.key(key)], problems: problems)
  }

  private func expect<Value>(
    _ value: Value?, _ expected: @autoclosure () -> Message
  ) -> Value? {
    if value == nil { mismatch(expected()) }
    return value
  }
}

/// The members of an object with known keys.
package struct KeyedMembers<Key: JSONKey> {
  package let node: JSONNode
  package let object: JSONObject

  package subscript(key: Key) -> JSONNode? {
    object[key.rawValue].map { node.node(key.rawValue, $0) }
  }

  /// The member; a missing one is reported.
  package func required(_ key: Key) -> JSONNode? {
    if let member = self[key] { return member }
    node.report(.missingMember(key.rawValue))
    return nil
  }

  /// Reports every member except those with the given keys.
  package func refuseAllBut(_ keys: [Key]) {
    node.refuseAllBut(keys.map { $0.rawValue }, in: object)
  }

  package func string(_ key: Key) -> String? { self[key]?.string }

  package func boolean(_ key: Key, default standard: Bool = false) -> Bool {
    self[key]?.boolean ?? standard
  }

  package func number(_ key: Key) -> Double? { self[key]?.number }

  package func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: Key, _ what: Message
  ) -> Word? {
    self[key]?.word(what)
  }

  /// The values of an array's elements, without invalid ones.
  package func list<Element>(_ key: Key, _ read: (JSONNode) -> Element?) -> [Element] {
    (self[key]?.elements ?? []).compactMap(read)
  }
}

extension JSONValue {
  /// The kind of value, for messages.
  var kindWords: Message {
    switch self {
    case .null: .verbatim("null")
    case .bool: .aBoolean
    case .integer: .aWholeNumber
    case .double: .aDecimalNumber
    case .string: .aString
    case .array: .anArray
    case .object: .anObject
    }
  }
}
