import Crypto
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import JSONC
import JSONCodings
import Messages
import NIOCore

/// Marks for contents: the same bytes have the same mark.
enum ContentMark {
  /// The mark of a text: 128 bits of SHA-256 in hexadecimal digits.
  static func of(_ text: String) -> String { of(Array(text.utf8)) }

  static func of(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let mark = SHA256.hash(data: bytes).prefix(16).flatMap { byte in
      [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }
    return String(decoding: mark, as: UTF8.self)
  }

  /// The ETag of a response that consists of the bytes.
  static func etag(of bytes: [UInt8]) -> String { "\"\(of(bytes))\"" }

  /// A short mark for comparing rows: 64 bits of FNV-1a in hexadecimal digits.
  static func short(_ bytes: [UInt8]) -> String {
    String(fnv1a(bytes), radix: 16)
  }
}

/// Encodes JSON for responses and for comparison.
enum WireText {
  /// An object that has the members of one object, then arrays of encoded elements, then the
  /// members of another object.
  ///
  /// - Parameter arrays: The arrays, by name. Neither of the two objects may be empty.
  static func object(
    _ head: JSONValue, _ arrays: KeyValuePairs<String, [[UInt8]]>, _ rest: JSONValue
  ) -> [UInt8] {
    var bytes = head.wire
    bytes.removeLast()
    for (name, elements) in arrays {
      bytes += ",\"\(name)\":[".utf8
      for (place, element) in elements.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += element
      }
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: ","))
    bytes += rest.wire.dropFirst()
    return bytes
  }

  /// The parts of a definition that affect answers.
  static func definition(of schema: IntentSchema) -> String {
    definition(ofAnswers: schema.answerSchema)
  }

  /// An `answerSchema` as text.
  static func definition(ofAnswers schema: IntentSchema) -> String {
    // If the definition cannot be written, the names are used instead.
    (try? DraftJSON.text(of: schema))
      ?? schema.intent.parameterNames.joined(separator: ",")
  }
}

extension JSONValue {
  /// An object with the members that are not nil, in this order.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(
      JSONObject(distinct: members.compactMap { member in member.value.map { (member.key, $0) } }))
  }

  /// An object of the members that are not nil, in this order.
  static func members<Key: RawRepresentable<String>>(
    of _: Key.Type, _ members: KeyValuePairs<Key, JSONValue?>
  ) -> JSONValue {
    .object(
      JSONObject(
        distinct: members.compactMap { member in member.value.map { (member.key.rawValue, $0) } }))
  }

  /// A string; nil for nil.
  static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

  /// A boolean; nil if false, so it is omitted.
  static func flag(_ isTrue: Bool) -> JSONValue? { isTrue ? .bool(true) : nil }

  /// An integer; nil for nil.
  static func whole(_ number: Int?) -> JSONValue? { number.map { .integer($0) } }

  /// The compact encoding.
  ///
  /// Encoding cannot fail for values that the service creates.
  var wire: [UInt8] {
    (try? JSONText.bytes(of: self, style: .compact)) ?? Array("null".utf8)
  }

  /// The compact encoding as a line of JSON Lines.
  var line: [UInt8] { wire + [0x0A] }
}

extension IntentPath {
  /// The location of an issue in a request that has the values in the given member.
  func location(in member: FormRequest.Key) -> [JSONPathComponent] {
    let own = components.map(JSONPathComponent.init)
    // In an intent, the values are inside a member of their own.
    let values = own.first == .key(IntentJSON.Key.parameters.rawValue) ? own.dropFirst() : own[...]
    return [JSONPathComponent.key(member.rawValue)] + values
  }
}

extension Data {
  /// Reads Base64 in the alphabet for URLs, without padding (RFC 4648, section 5); nil for any
  /// other text.
  init?(base64URL text: String) {
    guard !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    self.init(base64Encoded: plain + padding)
  }

  /// The bytes in Base64 with the alphabet for URLs, without padding.
  var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
