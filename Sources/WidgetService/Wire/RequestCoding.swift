import JSONC
import JSONCodings
import Messages

/// An object that callers send, declared once: its members with their keys, schemas and readers.
///
/// Its reader and its JSON Schema are made from the same members, so neither can omit a member. The
/// members are read in the order of the declaration.
struct RequestCoding<Subject>: Sendable {
  /// A member of the object.
  struct Member: Sendable {
    let key: String
    let schema: JSONValue
    let isRequired: Bool
    /// Reads the value of the member, and reports problems with it.
    let read: @Sendable (JSONNode, inout Subject) -> Void
  }

  private let members: [Member]

  /// Declares an object by its members.
  init(_ members: [Member]) { self.members = members }

  /// The JSON Schema of valid objects.
  var schema: JSONValue {
    SchemaPart.object(
      members.map { (key: $0.key, value: $0.schema) },
      required: members.filter(\.isRequired).map(\.key), isOpen: false)
  }

  /// Reads the members of an object, and reports unknown, missing and invalid ones.
  func read(_ node: JSONNode, into subject: inout Subject) {
    guard let object = node.object else { return }
    node.refuseAllBut(members.map(\.key), in: object)
    for member in members {
      if let value = object[member.key] {
        member.read(node.node(member.key, value), &subject)
      } else if member.isRequired {
        node.report(.missingMember(member.key))
      }
    }
  }

  /// Reads the body of a request.
  ///
  /// - Parameter subject: The request before its members are read; it keeps its initial values for
  ///   optional members that are missing.
  /// - Throws: `FormatErrors` with all problems of the body's shape.
  func read(_ body: RequestBody, as subject: Subject) throws(FormatErrors) -> Subject {
    var subject = subject
    if let root = body.root { read(root, into: &subject) }
    try body.check()
    return subject
  }
}

/// A body that is parsed once, with the problems that its readers find.
struct RequestBody {
  /// The file name that problems in a body use.
  static let file = "request"

  /// The value of the body; nil if the body is not JSON, which is then one of the problems, or if
  /// it is empty where that is allowed.
  let root: JSONNode?
  private let problems: ProblemList

  /// Parses a body.
  ///
  /// - Parameter mayBeEmpty: Whether an empty body means the same as an object without members.
  init(_ bytes: [UInt8], _ limits: FormatLimits, mayBeEmpty: Bool = false) {
    problems = ProblemList(file: Self.file, bytes: bytes, limits: limits)
    root = mayBeEmpty && bytes.isEmpty ? nil : problems.root()
  }

  /// - Throws: `FormatErrors` with the problems so far, if there are any.
  func check() throws(FormatErrors) {
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
  }
}

extension ServiceCall {
  /// The body as JSON.
  ///
  /// - Parameter mayBeEmpty: Whether an empty body means the same as an object without members.
  func json(mayBeEmpty: Bool = false) -> RequestBody {
    RequestBody(body, limits, mayBeEmpty: mayBeEmpty)
  }
}

extension RequestCoding.Member {
  /// A member with its own schema and reader.
  static func value(
    _ key: String, _ schema: JSONValue, isRequired: Bool = false,
    _ read: @escaping @Sendable (inout Subject, JSONNode) -> Void
  ) -> Self {
    Self(key: key, schema: schema, isRequired: isRequired) { read(&$1, $0) }
  }

  /// A text, which may be empty.
  static func string(
    _ key: String, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Subject, String) -> Void
  ) -> Self {
    .value(key, SchemaPart.string, isRequired: isRequired) { subject, node in
      if let text = node.string { set(&subject, text) }
    }
  }

  /// A text that is not empty.
  ///
  /// - Parameter schema: The schema of a narrower kind of text, which the caller of the reader
  ///   checks.
  static func text(
    _ key: String, _ schema: JSONValue = SchemaPart.text, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Subject, String) -> Void
  ) -> Self {
    .value(key, schema, isRequired: isRequired) { subject, node in
      if let text = node.text(.verbatim(key)) { set(&subject, text) }
    }
  }

  /// A whole number in a range; as in JSON Schema, 2.0 is also accepted.
  static func whole(
    _ key: String, in range: ClosedRange<Int>, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Subject, Int) -> Void
  ) -> Self {
    .value(key, SchemaPart.integer(in: range), isRequired: isRequired) { subject, node in
      let number = node.value.doubleValue.flatMap { Int(exactly: $0) }
      let whole = number.map {
        JSONNode(value: .integer($0), path: node.path, problems: node.problems)
      }
      if let number = (whole ?? node).integer(in: range, "member “\(key)”") {
        set(&subject, number)
      }
    }
  }

  /// True or false.
  static func flag(
    _ key: String, _ set: @escaping @Sendable (inout Subject, Bool) -> Void
  ) -> Self {
    .value(key, SchemaPart.boolean) { subject, node in
      if let isTrue = node.boolean { set(&subject, isTrue) }
    }
  }

  /// A word of an enum.
  static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ key: String, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Subject, Word) -> Void
  ) -> Self {
    .value(key, SchemaPart.word(Word.self), isRequired: isRequired) { subject, node in
      if let word: Word = node.word(.verbatim(key)) { set(&subject, word) }
    }
  }

  /// An object.
  ///
  /// - Parameter start: The value of an object without optional members.
  static func object<Part: Sendable>(
    _ key: String, of coding: RequestCoding<Part>, as start: Part,
    _ set: @escaping @Sendable (inout Subject, Part) -> Void
  ) -> Self {
    .value(key, coding.schema) { subject, node in
      var part = start
      coding.read(node, into: &part)
      set(&subject, part)
    }
  }

  /// An array with a limited number of elements.
  ///
  /// - Parameter read: Reads an element; returns nil to leave it out.
  static func list<Element>(
    _ key: String, of schema: JSONValue, maximum: Int, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Subject, [Element]) -> Void,
    _ read: @escaping @Sendable (JSONNode) -> Element?
  ) -> Self {
    let schema: JSONValue = ["type": "array", "items": schema, "maxItems": .integer(maximum)]
    return .value(key, schema, isRequired: isRequired) { subject, node in
      guard let values = node.elementValues else { return }
      if values.count > maximum {
        node.report(.tooMany(what: .verbatim(key), maximum: maximum))
      }
      set(
        &subject,
        values.prefix(maximum).enumerated().compactMap { read(node.element(at: $0, $1)) })
    }
  }
}
