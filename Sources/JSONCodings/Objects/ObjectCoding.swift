import IntentModel
package import JSONC
package import Messages

/// How values of one kind are read, written and described.
package struct JSONCoding<Value>: Sendable {
  /// The JSON Schema of a value.
  package let schema: JSONValue
  /// Reads a value; nil after reporting the problem.
  package let read: @Sendable (JSONNode) -> Value?
  /// Writes a value.
  package let write: @Sendable (Value) -> JSONValue

  /// Makes a coding from its parts.
  package init(
    schema: JSONValue, read: @escaping @Sendable (JSONNode) -> Value?,
    write: @escaping @Sendable (Value) -> JSONValue
  ) {
    self.schema = schema
    self.read = read
    self.write = write
  }
}

extension JSONCoding<String> {
  /// Any string.
  package static var string: Self {
    Self(schema: SchemaPart.string, read: { $0.string }, write: { .string($0) })
  }

  /// A string that is not empty.
  package static func text(_ what: Message) -> Self {
    Self(schema: SchemaPart.text, read: { $0.text(what) }, write: { .string($0) })
  }

  /// A string that a rule accepts.
  ///
  /// - Parameters:
  ///   - pattern: The rule as a regular expression, for the schema.
  ///   - expected: The required form of the string, for messages.
  ///   - shown: Converts the string to the form that messages show.
  ///   - accepts: The rule.
  package static func matching(
    _ pattern: String, expected: Message, shown: @escaping @Sendable (String) -> String = { $0 },
    _ accepts: @escaping @Sendable (String) -> Bool
  ) -> Self {
    Self(
      schema: ["type": "string", "pattern": .string(pattern)],
      read: { node in
        guard let text = node.string else { return nil }
        if accepts(text) { return text }
        node.report(.wrongType(expected: expected, found: .quoted(shown(text))))
        return nil
      }, write: { .string($0) })
  }
}

extension JSONCoding
where Value: RawRepresentable<String> & CaseIterable & Sendable, Value.AllCases: Sendable {
  /// A word of an enum.
  package static func word(_ what: Message) -> Self {
    Self(
      schema: SchemaPart.word(Value.self), read: { $0.word(what) }, write: { .string($0.rawValue) })
  }
}

extension JSONCoding<Bool> {
  /// True or false.
  package static var boolean: Self {
    Self(schema: SchemaPart.boolean, read: { $0.boolean }, write: { .bool($0) })
  }
}

extension JSONCoding<Int> {
  /// A whole number in a range.
  package static func integer(in range: ClosedRange<Int>, _ what: Message) -> Self {
    Self(
      schema: SchemaPart.integer(in: range), read: { $0.integer(in: range, what) },
      write: { .integer($0) })
  }
}

extension JSONCoding<Duration> {
  /// Seconds, more than 0.
  package static func seconds(upTo limit: Double, _ what: Message) -> Self {
    Self(
      schema: ["type": "number", "exclusiveMinimum": 0, "maximum": .integer(Int(limit))],
      read: { node in
        guard let seconds = node.number else { return nil }
        if seconds > 0, seconds <= limit { return .seconds(seconds) }
        node.report(
          .outOfRange(what: what, range: "more than 0 and at most \(Int(limit)) seconds"))
        return nil
      }, write: { JSONValue(shortest: $0 / .seconds(1)) })
  }
}

extension JSONCoding {
  /// An array; elements that are invalid are left out.
  package static func list<Element>(of coding: JSONCoding<Element>) -> Self
  where Value == [Element] {
    Self(
      schema: SchemaPart.list(coding.schema), read: { $0.elements?.compactMap(coding.read) },
      write: { .array($0.map(coding.write)) })
  }

  /// An object with arbitrary keys, written in their order; values that are invalid are left out.
  package static func map<Element>(
    of coding: JSONCoding<Element>
  ) -> Self where Value == [String: Element] {
    Self(
      schema: SchemaPart.map(coding.schema),
      read: { node in
        guard let members = node.members else { return nil }
        let read = members.map { ($0.key, coding.read($0.node)) }
        return Dictionary(read, uniquingKeysWith: { $1 }).compactMapValues { $0 }
      },
      write: { values in
        let sorted = values.sorted { $0.key < $1.key }
        return .object(JSONObject(sorted.map { (key: $0.key, value: coding.write($0.value)) }))
      })
  }

  /// An object that is declared by its members.
  package static func object(_ coding: ObjectCoding<Value>, empty: Value) -> Self
  where Value: Sendable {
    Self(
      schema: coding.schema,
      read: { node in
        var value = empty
        return coding.read(node, into: &value) ? value : nil
      }, write: coding.json)
  }

  /// The same coding, with a schema that refers to a definition elsewhere in the document.
  package func described(as name: String) -> Self {
    Self(schema: SchemaPart.reference(name), read: read, write: write)
  }
}

/// A member of an object: its key, its schema, a sentence about it, the meaning of its absence, and
/// how its value is read and written.
package struct ObjectMember<Root>: Sendable {
  /// The key.
  package let key: String
  /// The meaning of the member, as a sentence without a period; empty if the key shows the meaning.
  package let about: String
  /// The effect of omitting the member, in words for people; nil if there is none.
  package let absence: String?
  /// Whether an object must have the member.
  package let isRequired: Bool

  fileprivate let part: JSONValue
  /// Whether an object cannot be read without a valid value of the member.
  fileprivate let isVital: Bool
  fileprivate let read: @Sendable (JSONNode, inout Root) -> Bool
  fileprivate let write: @Sendable (Root) -> JSONValue?

  /// Makes a member.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - schema: The JSON Schema of its value.
  ///   - about: A sentence about it, without a period.
  ///   - absence: The effect of omitting it.
  ///   - isRequired: Whether an object must have the member.
  ///   - isVital: Whether an object cannot be read without a valid value of the member.
  ///   - read: Reads the value into the object; false if it is invalid. By default, the member is
  ///     only written.
  ///   - write: Writes the value; nil to leave the member out. By default, the member is only read.
  package init(
    _ key: String, _ schema: JSONValue, _ about: String = "", absence: String? = nil,
    isRequired: Bool = false, isVital: Bool = false,
    read: @escaping @Sendable (JSONNode, inout Root) -> Bool = { _, _ in false },
    write: @escaping @Sendable (Root) -> JSONValue? = { _ in nil }
  ) {
    (self.key, self.about, self.absence, part) = (key, about, absence, schema)
    (self.isRequired, self.isVital) = (isRequired, isVital)
    (self.read, self.write) = (read, write)
  }

  /// A member that every object has.
  ///
  /// - Parameter isVital: Whether an object without the member is not read at all; otherwise the
  ///   member keeps the value that it already has.
  package static func required<Value>(
    _ key: some JSONKey, _ place: any WritableKeyPath<Root, Value> & Sendable,
    _ coding: JSONCoding<Value>,
    _ about: String = "", isVital: Bool = true
  ) -> Self {
    Self(
      key.rawValue, coding.schema, about, absence: "required", isRequired: true, isVital: isVital,
      read: reader(place, coding), write: { coding.write($0[keyPath: place]) })
  }

  /// A member that an object can have.
  package static func optional<Value>(
    _ key: some JSONKey, _ place: any WritableKeyPath<Root, Value?> & Sendable,
    _ coding: JSONCoding<Value>,
    _ about: String = "", absence: String? = nil
  ) -> Self {
    Self(
      key.rawValue, coding.schema, about, absence: absence,
      read: { node, root in
        guard let value = coding.read(node) else { return false }
        root[keyPath: place] = value
        return true
      }, write: { $0[keyPath: place].map(coding.write) })
  }

  /// A member that is left out if it has its default.
  package static func standard<Value: Equatable & Sendable>(
    _ key: some JSONKey, _ place: any WritableKeyPath<Root, Value> & Sendable,
    _ coding: JSONCoding<Value>,
    default standard: Value, _ about: String = "", absence: String? = nil
  ) -> Self {
    Self(
      key.rawValue, coding.schema, about, absence: absence, read: reader(place, coding),
      write: { root in
        let value = root[keyPath: place]
        return value == standard ? JSONValue?.none : coding.write(value)
      })
  }

  /// A member that is always written, but may be missing when it is read.
  package static func written<Value>(
    _ key: some JSONKey, _ place: any WritableKeyPath<Root, Value> & Sendable,
    _ coding: JSONCoding<Value>, _ about: String = "", absence: String? = nil
  ) -> Self {
    Self(
      key.rawValue, coding.schema, about, absence: absence, read: reader(place, coding),
      write: { coding.write($0[keyPath: place]) })
  }

  /// The member with which an editor finds the schema of a file; it is not written.
  package static var forEditors: Self {
    Self(
      SchemaPart.dialect.key, SchemaPart.string, SchemaPart.aboutEditors,
      read: { node, _ in node.string != nil })
  }

  /// The same member, for a larger object that contains this object.
  package func lifted<Whole>(
    _ place: any WritableKeyPath<Whole, Root> & Sendable
  ) -> ObjectMember<Whole> {
    ObjectMember<Whole>(
      key, part, about, absence: absence, isRequired: isRequired, isVital: isVital,
      read: { [read] node, whole in read(node, &whole[keyPath: place]) },
      write: { [write] in write($0[keyPath: place]) })
  }

  private static func reader<Value>(
    _ place: any WritableKeyPath<Root, Value> & Sendable, _ coding: JSONCoding<Value>
  ) -> @Sendable (JSONNode, inout Root) -> Bool {
    { node, root in
      guard let value = coding.read(node) else { return false }
      root[keyPath: place] = value
      return true
    }
  }

  /// The sentence for a schema.
  fileprivate var sentence: String {
    let rule = isRequired ? nil : absence
    return about + (rule.map { "; \($0) by default." } ?? ".")
  }

  /// The JSON Schema of the value, with the sentence.
  fileprivate var schema: JSONValue {
    about.isEmpty ? part : SchemaPart.described(part, sentence)
  }
}

/// An object of JSON, declared as a list of its members.
///
/// Its reader, its writer, its JSON Schema and its table in the documentation are derived from the
/// list, so none of them can lack a member. The members are read and written in the order of the
/// list.
///
/// The members of a report are only written, and those of a request are only read.
package struct ObjectCoding<Root>: Sendable {
  /// The members.
  package let members: [ObjectMember<Root>]

  /// Where members with other keys are stored; nil if other keys are not allowed.
  private let others: (any WritableKeyPath<Root, JSONObject> & Sendable)?

  /// Makes an object.
  ///
  /// - Parameters:
  ///   - members: The members.
  ///   - others: Where members with other keys are stored unchanged; nil to refuse them.
  package init(
    _ members: [ObjectMember<Root>],
    others: (any WritableKeyPath<Root, JSONObject> & Sendable)? = nil
  ) {
    self.members = members
    self.others = others
  }

  /// Reads the members of an object, and reports every problem.
  ///
  /// - Returns: Whether the object can be used: it is an object and has all vital members.
  @discardableResult
  package func read(_ node: JSONNode, into root: inout Root) -> Bool {
    guard let object = node.object else { return false }
    if let others {
      for member in object where !members.contains(where: { $0.key == member.key }) {
        root[keyPath: others].append(key: member.key, value: member.value)
      }
    } else {
      node.refuseAllBut(members.map(\.key), in: object)
    }
    var isRead = true
    for member in members {
      guard let value = object[member.key] else {
        if member.isRequired { node.report(.missingMember(member.key)) }
        if member.isVital { isRead = false }
        continue
      }
      if !member.read(node.node(member.key, value), &root), member.isVital { isRead = false }
    }
    return isRead
  }

  /// The members that represent a value, in the order of the list.
  package func object(_ root: Root) -> JSONObject {
    var written: [(key: String, value: JSONValue)] = []
    written.reserveCapacity(members.count)
    for member in members {
      if let value = member.write(root) { written.append((key: member.key, value: value)) }
    }
    var object = JSONObject(distinct: written)
    if let others {
      for member in root[keyPath: others] { object.append(key: member.key, value: member.value) }
    }
    return object
  }

  /// The JSON object that represents a value.
  package func json(_ root: Root) -> JSONValue { .object(object(root)) }

  /// The JSON Schema of the object.
  package var schema: JSONValue {
    SchemaPart.object(
      members.map { (key: $0.key, value: $0.schema) },
      required: members.filter(\.isRequired).map(\.key), isOpen: others != nil)
  }

  /// The table of the members for the documentation, in Markdown.
  package var table: String {
    let hasAbsence = members.contains { $0.absence != nil }
    let rows = members.map { member -> String in
      let about = "`\(member.key)` | \(member.about)"
      return "| " + (hasAbsence ? "\(about) | \(member.absence ?? "none")" : about) + " |"
    }
    let head =
      hasAbsence
      ? ["| key | value | without it |", "|---|---|---|"]
      : ["| key | value |", "|---|---|"]
    return (head + rows).joined(separator: "\n")
  }
}
