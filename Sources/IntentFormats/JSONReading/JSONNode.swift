import IntentModel
import Messages
import JSONC

/// The keys of one kind of JSON object.
protocol JSONKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// A value in a JSON text, with its place and the list that its problems go to.
///
/// The readers report what is wrong and then give nil, so that reading goes on with the rest.
struct JSONNode {
  let value: JSONValue
  let path: [JSONPathComponent]
  let problems: ProblemList

  func report(_ problem: FormatProblem) { problems.report(problem, at: path) }

  func reportKey(_ problem: FormatProblem) { problems.report(problem, at: path, isKey: true) }

  func mismatch(_ expected: Message) {
    report(.wrongType(expected: expected, found: value.kindWords))
  }

  var isNull: Bool { value.isNull }

  var string: String? { expect(value.stringValue, .aString) }

  var boolean: Bool? { expect(value.boolValue, .trueOrFalse) }

  var integer: Int? { expect(value.intValue, .aWholeNumber) }

  var number: Double? { expect(value.doubleValue, .aNumber) }

  /// A string that is not empty.
  func text(_ what: Message) -> String? {
    guard let string else { return nil }
    guard string.isEmpty else { return string }
    report(.emptyText(what))
    return nil
  }

  /// A whole number in a range.
  func integer(in range: ClosedRange<Int>, _ what: Message) -> Int? {
    guard let integer else { return nil }
    guard !range.contains(integer) else { return integer }
    report(
      .outOfRange(
        what: what, range: .betweenNumbers(lower: range.lowerBound, upper: range.upperBound)))
    return nil
  }

  /// One of the words of an enum.
  func word<Word: RawRepresentable<String> & CaseIterable>(_ what: Message) -> Word? {
    guard let string else { return nil }
    if let word = Word(rawValue: string) { return word }
    report(.unknownWord(string, what: what, choices: Word.allCases.map(\.rawValue)))
    return nil
  }

  var elements: [JSONNode]? {
    expect(value.arrayValue, .anArray).map { values in
      values.enumerated().map { index, value in
        JSONNode(value: value, path: path + [.index(index)], problems: problems)
      }
    }
  }

  /// The elements that are strings.
  var strings: [String]? { elements?.compactMap(\.string) }

  /// The members of an object of any keys, in order.
  var members: [(key: String, node: JSONNode)]? {
    expect(value.objectValue, .anObject).map { object in
      object.map { member in (member.key, node(member.key, member.value)) }
    }
  }

  /// An object of known keys; others are reported.
  func object<Key: JSONKey>(_ keys: Key.Type) -> JSONMembers<Key>? {
    guard let members = openObject(keys) else { return nil }
    members.refuseAllBut(Array(Key.allCases))
    return members
  }

  /// An object of known keys that may have others.
  func openObject<Key: JSONKey>(_ keys: Key.Type) -> JSONMembers<Key>? {
    expect(value.objectValue, .anObject).map { JSONMembers(node: self, object: $0) }
  }

  func node(_ key: String, _ value: JSONValue) -> JSONNode {
    JSONNode(value: value, path: path + [.key(key)], problems: problems)
  }

  private func expect<Value>(_ value: Value?, _ expected: Message) -> Value? {
    if value == nil { mismatch(expected) }
    return value
  }
}

/// The members of an object with known keys.
struct JSONMembers<Key: JSONKey> {
  let node: JSONNode
  let object: JSONObject

  subscript(key: Key) -> JSONNode? {
    object[key.rawValue].map { node.node(key.rawValue, $0) }
  }

  /// The member, which must be there.
  func required(_ key: Key) -> JSONNode? {
    if let member = self[key] { return member }
    node.report(.missingMember(key.rawValue))
    return nil
  }

  /// Reports every member but those of some keys.
  func refuseAllBut(_ keys: [Key]) {
    let names = Set(keys.map(\.rawValue))
    for member in object where !names.contains(member.key) {
      node.node(member.key, member.value).reportKey(
        .unknownMember(member.key, choices: keys.map(\.rawValue)))
    }
  }

  func string(_ key: Key) -> String? { self[key]?.string }

  func boolean(_ key: Key, default standard: Bool = false) -> Bool {
    self[key]?.boolean ?? standard
  }

  func integer(_ key: Key) -> Int? { self[key]?.integer }

  func number(_ key: Key) -> Double? { self[key]?.number }

  func word<Word: RawRepresentable<String> & CaseIterable>(_ key: Key, _ what: Message) -> Word? {
    self[key]?.word(what)
  }

  /// What the elements of an array say, without those that are wrong.
  func list<Element>(_ key: Key, _ read: (JSONNode) -> Element?) -> [Element] {
    (self[key]?.elements ?? []).compactMap(read)
  }

  /// A number that can be left to a rule: absent for the rule, null for none.
  func optional(_ key: Key, otherwise standard: Int?) -> Int? {
    guard let member = self[key] else { return standard }
    return member.isNull ? nil : member.integer
  }
}

extension JSONValue {
  /// The kind of value in messages.
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
