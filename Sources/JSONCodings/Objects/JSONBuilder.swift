import IntentModel
package import JSONC
import Messages

/// Builds an object member by member, in the order of the calls; nil values are omitted.
package struct JSONBuilder<Key: JSONKey> {
  private(set) var object = JSONObject()

  /// Makes an empty object.
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

  /// Writes a Boolean unless it is false.
  package mutating func set(_ key: Key, _ boolean: Bool) {
    if boolean { set(key, .bool(true)) }
  }

  /// Writes an array unless it is empty.
  package mutating func set(_ key: Key, _ elements: [JSONValue]) {
    if !elements.isEmpty { set(key, .array(elements)) }
  }

  package mutating func append(key: String, _ value: JSONValue) {
    object.append(key: key, value: value)
  }
}

extension JSONValue {
  /// The text in a style; the only possible errors are a number that is not finite and a value with
  /// too many levels.
  package func text(_ style: JSONStyle) throws(FormatError) -> String {
    do throws(JSONWritingError) {
      return try JSONText.write(self, style: style)
    } catch {
      throw FormatError(
        file: error.path.text, code: error.code, sentence: error.message,
        // The remedy must not suggest null or a string, because these documents do not allow them
        // as numbers.
        remedy: error.rule == .nonFiniteNumber
          ? IntentIssue.Reason.notFinite.statement.advice : error.advice)
    }
  }

  /// The text of a report, which consists of words and whole numbers in a fixed number of levels.
  ///
  /// - Precondition: Every number is finite, and there are not too many levels.
  package func reportText(_ style: JSONStyle) -> String {
    do throws(JSONWritingError) {
      return try JSONText.write(self, style: style)
    } catch {
      preconditionFailure("A report cannot be written: \(error)")
    }
  }
}
