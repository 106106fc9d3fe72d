package import JSONC

/// A write-only object, declared once: its members with their keys, schemas and values.
///
/// Its writer and its JSON Schema are made from the same members, so neither can lack one.
package struct ReportCoding<Subject>: Sendable {
  /// A member of the object.
  package struct Member: Sendable {
    package let key: String
    package let schema: JSONValue
    package let isRequired: Bool
    package let value: @Sendable (Subject) -> JSONValue?
  }

  private let members: [Member]

  /// Declares an object by its members, in the order in which they are written.
  package init(_ members: [Member]) {
    self.members = members
  }

  /// The JSON Schema of the object.
  package var schema: JSONValue {
    SchemaPart.object(
      members.map { (key: $0.key, value: $0.schema) },
      required: members.filter(\.isRequired).map(\.key), isOpen: false)
  }

  /// The object that describes the subject.
  package func json(_ subject: Subject) -> JSONValue {
    var written: [(key: String, value: JSONValue)] = []
    written.reserveCapacity(members.count)
    for member in members {
      if let value = member.value(subject) { written.append((key: member.key, value: value)) }
    }
    return .object(JSONObject(distinct: written))
  }
}

extension ReportCoding.Member {
  /// A member that every object has.
  package static func value(
    _ key: String, _ schema: JSONValue, _ value: @escaping @Sendable (Subject) -> JSONValue
  ) -> Self {
    Self(key: key, schema: schema, isRequired: true, value: value)
  }

  /// A member that is omitted for nil.
  package static func value(
    optional key: String, _ schema: JSONValue,
    _ value: @escaping @Sendable (Subject) -> JSONValue?
  ) -> Self {
    Self(key: key, schema: schema, isRequired: false, value: value)
  }

  /// A text.
  package static func text(
    _ key: String, _ value: @escaping @Sendable (Subject) -> String
  ) -> Self {
    .value(key, SchemaPart.string) { .string(value($0)) }
  }

  /// A text that is omitted for nil.
  package static func text(
    optional key: String, _ value: @escaping @Sendable (Subject) -> String?
  ) -> Self {
    .value(optional: key, SchemaPart.string) { value($0).map { .string($0) } }
  }

  /// A text, or null for nil.
  package static func text(
    nullable key: String, _ value: @escaping @Sendable (Subject) -> String?
  ) -> Self {
    .value(key, SchemaPart.optional(SchemaPart.string)) { value($0).map { .string($0) } ?? .null }
  }

  /// A word of an enum.
  package static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ key: String, _ value: @escaping @Sendable (Subject) -> Word
  ) -> Self {
    .value(key, SchemaPart.word(Word.self)) { .string(value($0).rawValue) }
  }

  /// A whole number.
  package static func integer(
    _ key: String, _ value: @escaping @Sendable (Subject) -> Int
  ) -> Self {
    .value(key, SchemaPart.integer) { .integer(value($0)) }
  }

  /// A whole number that is omitted for nil.
  package static func integer(
    optional key: String, _ value: @escaping @Sendable (Subject) -> Int?
  ) -> Self {
    .value(optional: key, SchemaPart.integer) { value($0).map { .integer($0) } }
  }

  /// A whole number, or null for nil.
  package static func integer(
    nullable key: String, _ value: @escaping @Sendable (Subject) -> Int?
  ) -> Self {
    .value(key, SchemaPart.optional(SchemaPart.integer)) {
      value($0).map { .integer($0) } ?? .null
    }
  }

  /// An object of whole numbers by name, in alphabetical order.
  package static func integers(
    _ key: String, _ values: @escaping @Sendable (Subject) -> [String: Int]
  ) -> Self {
    .value(key, SchemaPart.map(SchemaPart.integer)) { subject in
      let sorted = values(subject).sorted { $0.key < $1.key }
      return .object(JSONObject(distinct: sorted.map { ($0.key, .integer($0.value)) }))
    }
  }

  /// True or false.
  package static func flag(
    _ key: String, _ value: @escaping @Sendable (Subject) -> Bool
  ) -> Self {
    .value(key, SchemaPart.boolean) { .bool(value($0)) }
  }

  /// True; left out for false.
  package static func flag(
    optional key: String, _ value: @escaping @Sendable (Subject) -> Bool
  ) -> Self {
    .value(optional: key, SchemaPart.boolean) { value($0) ? .bool(true) : nil }
  }

  /// An object.
  package static func object<Part>(
    _ key: String, of coding: ReportCoding<Part>, _ part: @escaping @Sendable (Subject) -> Part
  ) -> Self {
    .value(key, coding.schema) { coding.json(part($0)) }
  }

  /// An object, or null for nil.
  package static func object<Part>(
    nullable key: String, of coding: ReportCoding<Part>,
    _ part: @escaping @Sendable (Subject) -> Part?
  ) -> Self {
    .value(key, SchemaPart.optional(coding.schema)) { part($0).map { coding.json($0) } ?? .null }
  }

  /// An array of objects.
  package static func list<Element>(
    _ key: String, of coding: ReportCoding<Element>,
    _ elements: @escaping @Sendable (Subject) -> [Element]
  ) -> Self {
    .value(key, SchemaPart.list(coding.schema)) { .array(elements($0).map { coding.json($0) }) }
  }

  /// An array of objects that is omitted if it is empty.
  package static func list<Element>(
    optional key: String, of coding: ReportCoding<Element>,
    _ elements: @escaping @Sendable (Subject) -> [Element]
  ) -> Self {
    .value(optional: key, SchemaPart.list(coding.schema)) { subject in
      let elements = elements(subject)
      return elements.isEmpty ? nil : .array(elements.map { coding.json($0) })
    }
  }

  /// An array of texts that is omitted if it is empty.
  package static func texts(
    optional key: String, _ texts: @escaping @Sendable (Subject) -> [String]
  ) -> Self {
    .value(optional: key, SchemaPart.list(SchemaPart.string)) { subject in
      let texts = texts(subject)
      return texts.isEmpty ? nil : .array(texts.map { .string($0) })
    }
  }
}
