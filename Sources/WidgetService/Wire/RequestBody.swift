import JSONC
import JSONCodings
import Messages

extension ObjectCoding {
  /// Reads the body of a request.
  ///
  /// - Parameter start: The request before its members are read; if an optional member is missing
  ///   in the body, the value in `start` stays.
  /// - Throws: `FormatErrors` with everything that is wrong with the shape of the body.
  func read(_ body: RequestBody, as start: Root) throws(FormatErrors) -> Root {
    var request = start
    if let node = body.root { read(node, into: &request) }
    try body.check()
    return request
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

/// Members of requests, which are read but never written.
extension ObjectMember {
  /// A member with its own schema and reader.
  static func value(
    _ key: String, _ schema: JSONValue, isRequired: Bool = false,
    _ read: @escaping @Sendable (inout Root, JSONNode) -> Void
  ) -> Self {
    Self(
      key, schema, isRequired: isRequired,
      read: { node, root in
        read(&root, node)
        return true
      })
  }

  /// A member whose value a coding reads.
  ///
  /// - Parameter schema: The schema of narrower values, which the caller of the reader checks.
  private static func value<Value>(
    _ key: String, _ coding: JSONCoding<Value>, _ schema: JSONValue? = nil, isRequired: Bool,
    _ set: @escaping @Sendable (inout Root, Value) -> Void
  ) -> Self {
    .value(key, schema ?? coding.schema, isRequired: isRequired) { root, node in
      if let value = coding.read(node) { set(&root, value) }
    }
  }

  /// A text, which may be empty.
  static func string(
    _ key: String, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Root, String) -> Void
  ) -> Self {
    .value(key, .string, isRequired: isRequired, set)
  }

  /// A text that is not empty.
  ///
  /// - Parameter schema: The schema of a narrower kind of text, which the caller of the reader
  ///   checks.
  static func text(
    _ key: String, _ schema: JSONValue? = nil, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Root, String) -> Void
  ) -> Self {
    .value(key, .text(.verbatim(key)), schema, isRequired: isRequired, set)
  }

  /// A whole number in a range; as in JSON Schema, 2.0 is also accepted.
  static func whole(
    _ key: String, in range: ClosedRange<Int>, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Root, Int) -> Void
  ) -> Self {
    .value(key, SchemaPart.integer(in: range), isRequired: isRequired) { root, node in
      let number = node.value.doubleValue.flatMap { Int(exactly: $0) }
      let whole = number.map {
        JSONNode(value: .integer($0), path: node.path, problems: node.problems)
      }
      if let number = (whole ?? node).integer(in: range, "member “\(key)”") {
        set(&root, number)
      }
    }
  }

  /// True or false.
  static func flag(_ key: String, _ set: @escaping @Sendable (inout Root, Bool) -> Void) -> Self {
    .value(key, .boolean, isRequired: false, set)
  }

  /// A word of an enum.
  static func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Root, Word) -> Void
  ) -> Self where Word.AllCases: Sendable {
    .value(key, .word(.verbatim(key)), isRequired: isRequired, set)
  }

  /// An object.
  ///
  /// - Parameter start: The value of an object whose optional members are missing.
  static func object<Part: Sendable>(
    _ key: String, of coding: ObjectCoding<Part>, as start: Part,
    _ set: @escaping @Sendable (inout Root, Part) -> Void
  ) -> Self {
    .value(key, coding.schema) { root, node in
      var part = start
      coding.read(node, into: &part)
      set(&root, part)
    }
  }

  /// An array with a limited number of elements.
  ///
  /// - Parameter read: Reads an element; returns nil to leave it out.
  static func list<Element>(
    _ key: String, of schema: JSONValue, maximum: Int, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Root, [Element]) -> Void,
    _ read: @escaping @Sendable (JSONNode) -> Element?
  ) -> Self {
    let schema: JSONValue = ["type": "array", "items": schema, "maxItems": .integer(maximum)]
    return .value(key, schema, isRequired: isRequired) { root, node in
      guard let values = node.elementValues else { return }
      if values.count > maximum {
        node.report(.tooMany(what: .verbatim(key), maximum: maximum))
      }
      set(
        &root,
        values.prefix(maximum).enumerated().compactMap { read(node.element(at: $0, $1)) })
    }
  }
}
