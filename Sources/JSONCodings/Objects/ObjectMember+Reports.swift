package import JSONC

/// Members of reports, which are only written.
extension ObjectMember {
  /// A member that every object has.
  package static func value(
    _ key: String, _ schema: JSONValue, _ value: @escaping @Sendable (Root) -> JSONValue
  ) -> Self {
    Self(key, schema, isRequired: true, write: value)
  }

  /// A member that is omitted for nil.
  package static func value(
    optional key: String, _ schema: JSONValue,
    _ value: @escaping @Sendable (Root) -> JSONValue?
  ) -> Self {
    Self(key, schema, write: value)
  }

  /// A text.
  package static func text(
    _ key: String, _ value: @escaping @Sendable (Root) -> String
  ) -> Self {
    .value(key, SchemaPart.string) { .string(value($0)) }
  }

  /// A text that is omitted for nil.
  package static func text(
    optional key: String, _ value: @escaping @Sendable (Root) -> String?
  ) -> Self {
    .value(optional: key, SchemaPart.string) { value($0).map { .string($0) } }
  }

  /// A text, or null for nil.
  package static func text(
    nullable key: String, _ value: @escaping @Sendable (Root) -> String?
  ) -> Self {
    .value(key, SchemaPart.optional(SchemaPart.string)) { value($0).map { .string($0) } ?? .null }
  }

  /// A word of an enum.
  package static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ key: String, _ value: @escaping @Sendable (Root) -> Word
  ) -> Self {
    .value(key, SchemaPart.word(Word.self)) { .string(value($0).rawValue) }
  }

  /// A whole number.
  package static func integer(
    _ key: String, _ value: @escaping @Sendable (Root) -> Int
  ) -> Self {
    .value(key, SchemaPart.integer) { .integer(value($0)) }
  }

  /// A whole number that is omitted for nil.
  package static func integer(
    optional key: String, _ value: @escaping @Sendable (Root) -> Int?
  ) -> Self {
    .value(optional: key, SchemaPart.integer) { value($0).map { .integer($0) } }
  }

  /// A whole number, or null for nil.
  package static func integer(
    nullable key: String, _ value: @escaping @Sendable (Root) -> Int?
  ) -> Self {
    .value(key, SchemaPart.optional(SchemaPart.integer)) {
      value($0).map { .integer($0) } ?? .null
    }
  }

  /// An object of whole numbers by name, in alphabetical order.
  package static func integers(
    _ key: String, _ values: @escaping @Sendable (Root) -> [String: Int]
  ) -> Self {
    .value(key, SchemaPart.map(SchemaPart.integer)) { subject in
      let sorted = values(subject).sorted { $0.key < $1.key }
      return .object(JSONObject(distinct: sorted.map { ($0.key, .integer($0.value)) }))
    }
  }

  /// True or false.
  package static func flag(
    _ key: String, _ value: @escaping @Sendable (Root) -> Bool
  ) -> Self {
    .value(key, SchemaPart.boolean) { .bool(value($0)) }
  }

  /// True, or omitted for false.
  package static func flag(
    optional key: String, _ value: @escaping @Sendable (Root) -> Bool
  ) -> Self {
    .value(optional: key, SchemaPart.boolean) { value($0) ? .bool(true) : nil }
  }

  /// An object.
  package static func object<Part>(
    _ key: String, of coding: ObjectCoding<Part>, _ part: @escaping @Sendable (Root) -> Part
  ) -> Self {
    .value(key, coding.schema) { coding.json(part($0)) }
  }

  /// An object, or null for nil.
  package static func object<Part>(
    nullable key: String, of coding: ObjectCoding<Part>,
    _ part: @escaping @Sendable (Root) -> Part?
  ) -> Self {
    .value(key, SchemaPart.optional(coding.schema)) { part($0).map { coding.json($0) } ?? .null }
  }

  /// An array of objects.
  package static func list<Element>(
    _ key: String, of coding: ObjectCoding<Element>,
    _ elements: @escaping @Sendable (Root) -> [Element]
  ) -> Self {
    .value(key, SchemaPart.list(coding.schema)) { .array(elements($0).map { coding.json($0) }) }
  }

  /// An array of objects that is omitted if it is empty.
  package static func list<Element>(
    optional key: String, of coding: ObjectCoding<Element>,
    _ elements: @escaping @Sendable (Root) -> [Element]
  ) -> Self {
    .value(optional: key, SchemaPart.list(coding.schema)) { subject in
      let elements = elements(subject)
      return elements.isEmpty ? nil : .array(elements.map { coding.json($0) })
    }
  }

  /// An array of texts that is omitted if it is empty.
  package static func texts(
    optional key: String, _ texts: @escaping @Sendable (Root) -> [String]
  ) -> Self {
    .value(optional: key, SchemaPart.list(SchemaPart.string)) { subject in
      let texts = texts(subject)
      return texts.isEmpty ? nil : .array(texts.map { .string($0) })
    }
  }
}
