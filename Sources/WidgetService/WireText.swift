import Crypto
import DefinitionFormats
import FormEngine
import IntentDocuments
import IntentModel
import JSONC
import Messages
import NIOCore

/// A mark that follows from content: the same bytes give the same mark.
enum ContentMark {
  /// 128 bits of SHA-256 in hexadecimal digits.
  static func of(_ text: String) -> String { of(Array(text.utf8)) }

  static func of(_ bytes: [UInt8]) -> String {
    SHA256.hash(data: bytes).prefix(16).map { $0.hexadecimal(digits: 2) }.joined()
  }

  /// A short mark for telling rows apart: 64 bits of FNV-1a in hexadecimal digits.
  static func short(_ bytes: [UInt8]) -> String {
    String(fnv1a(bytes), radix: 16)
  }
}

/// JSON as it is sent, or only compared.
enum WireText {
  /// An object of the members of two others, with arrays between them whose elements are written already.
  ///
  /// - Parameter arrays: The arrays by their names. None of the objects is empty.
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

  /// A definition as far as answers can tell.
  static func definition(of schema: IntentSchema) -> String {
    // A definition that cannot be written still has its names.
    (try? DraftJSON.text(of: schema.answerSchema))
      ?? schema.intent.parameterNames.joined(separator: ",")
  }
}

extension JSONValue {
  /// An object of the members that are there, in this order.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(
      JSONObject(distinct: members.compactMap { member in member.value.map { (member.key, $0) } }))
  }

  /// A text; nil for none.
  static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

  /// A boolean that is left out where it is false.
  static func flag(_ isTrue: Bool) -> JSONValue? { isTrue ? .bool(true) : nil }

  /// A whole number; nil for none.
  static func whole(_ number: Int?) -> JSONValue? { number.map { .integer($0) } }

  /// The bytes as they are sent; of what the service writes, nothing fails.
  var wire: [UInt8] {
    (try? JSONText.bytes(of: self, style: .compact)) ?? Array("null".utf8)
  }
}

extension IntentPath {
  /// The place as a JSON Pointer (RFC 6901) in a request whose draft stands under some keys.
  func pointer(below base: [JSONPathComponent]) -> String {
    let own = components.map(JSONPathComponent.init)
    // In intent JSON the values stand under “parameters”.
    guard case .key("parameters")? = own.first else { return (base + own).pointer }
    return (base + own.dropFirst()).pointer
  }
}
