import CJSONC

/// The only owner of a json-c tree, which it releases.
///
/// The reference counts of json-c are not safe to share between tasks. Therefore the tree is
/// converted to a `JSONValue` immediately, and its pointers do not leave this type.
struct JSONTree: ~Copyable {
  /// The top-level value; nil for `null`, because json-c has no object for it.
  let root: OpaquePointer?

  init(owning root: OpaquePointer?) {
    self.root = root
  }

  deinit {
    json_object_put(root)
  }

  /// The tree as a value that owns its contents.
  borrowing func value(keysAreInCode: Bool) -> JSONValue {
    JSONTreeReader(keysAreInCode: keysAreInCode).value(of: root)
  }
}

/// Converts json-c objects to values.
struct JSONTreeReader {
  let keysAreInCode: Bool

  func value(of object: OpaquePointer?) -> JSONValue {
    guard let object else { return .null }
    switch json_object_get_type(object) {
    case json_type_boolean: return .bool(json_object_get_boolean(object) != 0)
    case json_type_int: return .integer(Int(json_object_get_int64(object)))
    case json_type_double: return .double(json_object_get_double(object))
    case json_type_string: return .string(string(of: object))
    case json_type_array: return .array(elements(of: object))
    case json_type_object: return .object(members(of: object))
    default: return .null
    }
  }

  private func string(of object: OpaquePointer) -> String {
    // Only the length function counts the bytes after a NUL.
    bytes(json_object_get_string(object), count: Int(json_object_get_string_len(object))) {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func elements(of object: OpaquePointer) -> [JSONValue] {
    let count = json_object_array_length(object)
    var elements: [JSONValue] = []
    elements.reserveCapacity(Int(count))
    for index in 0..<count {
      elements.append(value(of: json_object_array_get_idx(object, index)))
    }
    return elements
  }

  private func members(of object: OpaquePointer) -> JSONObject {
    var members: [(key: String, value: JSONValue)] = []
    members.reserveCapacity(Int(json_object_object_length(object)))
    var entry = json_object_get_object(object)?.pointee.head
    while let current = entry {
      members.append(member(of: current.pointee))
      entry = current.pointee.next
    }
    return JSONObject(distinct: members)
  }

  func member(of entry: lh_entry) -> (key: String, value: JSONValue) {
    (key(of: entry), value(of: OpaquePointer(entry.v)))
  }

  private func key(of entry: lh_entry) -> String {
    // json-c keeps each key of an object as a C string.
    let start = entry.k?.assumingMemoryBound(to: CChar.self)
    guard keysAreInCode, let start else { return start.map { String(cString: $0) } ?? "" }
    let count = String(cString: start).utf8.count
    return bytes(start, count: count, JSONRewriter.meaning(ofKey:))
  }

  private func bytes(
    _ start: UnsafePointer<CChar>?, count: Int,
    _ body: (UnsafeBufferPointer<UInt8>) -> String
  ) -> String {
    UnsafeBufferPointer(start: start, count: count).withMemoryRebound(to: UInt8.self, body)
  }
}
