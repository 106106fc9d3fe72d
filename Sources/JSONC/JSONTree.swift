import CJSONC

/// The one owner of a json-c tokener, which it frees.
struct JSONTokener: ~Copyable {
  private let tokener: UnsafeMutablePointer<json_tokener>
  private let ledger: ReleaseLedger?

  /// Makes a tokener for texts of the depth, or nothing if there is no memory.
  init?(maximumDepth: Int, ledger: ReleaseLedger? = nil) {
    // json-c counts the value inside the innermost container, and refuses at the depth itself.
    guard let made = json_tokener_new_ex(Int32(maximumDepth + 2)) else { return nil }
    json_tokener_set_flags(made, JSON_TOKENER_STRICT)
    ledger?.recordMade()
    tokener = made
    self.ledger = ledger
  }

  deinit {
    json_tokener_free(tokener)
    ledger?.recordReleased()
  }

  /// Parses a text that the scanner has passed; nothing if json-c refuses it all the same.
  mutating func parse(_ text: UnsafeBufferPointer<UInt8>) -> JSONTree? {
    json_tokener_reset(tokener)
    var root = text.withMemoryRebound(to: CChar.self) {
      json_tokener_parse_ex(tokener, $0.baseAddress, Int32($0.count))
    }
    if json_tokener_get_error(tokener) == json_tokener_continue {
      // A number at top level may go on until json-c sees a NUL.
      root = json_tokener_parse_ex(tokener, "", 1)
    }
    guard json_tokener_get_error(tokener) == json_tokener_success else { return nil }
    return JSONTree(owning: root, ledger: ledger)
  }
}

/// The one owner of a json-c tree, which it releases.
///
/// Reference counts of json-c are not for sharing between tasks: the tree is turned into a
/// `JSONValue` at once, and no pointer of it is given out.
struct JSONTree: ~Copyable {
  /// The value at the top; json-c has no object for `null`.
  private let root: OpaquePointer?

  fileprivate init(owning root: OpaquePointer?, ledger: ReleaseLedger?) {
    self.root = root
    if let ledger { ledger.watch(root) }
  }

  deinit {
    json_object_put(root)
  }

  /// The object at the top, for a walk that ends before the tree does.
  var rootObject: OpaquePointer? { root }

  /// The tree as a value that owns all it needs.
  borrowing func value(keysAreInCode: Bool) -> JSONValue {
    JSONTreeReader(keysAreInCode: keysAreInCode).value(of: root)
  }
}

/// Turns objects of json-c into values.
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
    // The length call is the only one that sees what follows a NUL.
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
