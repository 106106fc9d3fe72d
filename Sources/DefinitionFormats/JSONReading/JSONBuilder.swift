import IntentModel
package import JSONC
import Messages

/// Builds an object member by member, in the order of the calls; nothing is written for nil.
package struct JSONBuilder<Key: JSONKey> {
  private(set) var object = JSONObject()

  /// An object without members.
  package init() {}

  /// The object as a value.
  package var value: JSONValue { .object(object) }

  package mutating func set(_ key: Key, _ value: JSONValue?) {
    guard let value else { return }
    object.append(key: key.rawValue, value: value)
  }

  package mutating func set(_ key: Key, _ text: String?) { set(key, text.map { .string($0) }) }

  package mutating func set(_ key: Key, _ number: Int?) { set(key, number.map { .integer($0) }) }

  package mutating func set(_ key: Key, shortest number: Double?) {
    set(key, number.map { JSONValue(shortest: $0) })
  }

  /// Writes a Boolean that is not what its absence means.
  package mutating func set(_ key: Key, _ boolean: Bool, unless standard: Bool = false) {
    if boolean != standard { set(key, .bool(boolean)) }
  }

  /// Writes an array that is not empty.
  package mutating func set(_ key: Key, _ elements: [JSONValue]) {
    if !elements.isEmpty { set(key, .array(elements)) }
  }

  /// Writes a number that differs from what a rule gives; null for none.
  package mutating func set(_ key: Key, _ number: Int?, otherwise standard: Int?) {
    if number != standard { set(key, number.map { .integer($0) } ?? .null) }
  }

  package mutating func append(key: String, _ value: JSONValue) {
    object.append(key: key, value: value)
  }
}

extension JSONValue {
  /// The text in a layout; of what this module writes, only numbers that are not finite fail.
  package func text(_ style: JSONStyle) throws(FormatError) -> String {
    do throws(JSONWritingError) {
      return try JSONText.write(self, style: style)
    } catch {
      throw FormatError(
        file: error.path.text, code: "not-writable", sentence: error.message, remedy: error.advice)
    }
  }
}

extension JSONWritingError {
  fileprivate var message: Message {
    switch rule {
    case .nonFiniteNumber: .numberNotFinite
    case .nestingTooDeep: .nestedTooDeep
    }
  }

  fileprivate var advice: Message {
    switch rule {
    case .nonFiniteNumber: .giveFiniteNumber
    case .nestingTooDeep: .makeFlatter
    }
  }
}
