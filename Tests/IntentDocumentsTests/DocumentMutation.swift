import IntentModel
import JSONC
import WidgetTestSupport

@testable import IntentDocuments

/// Documents for a random definition, either valid or with changes.
extension SeededGenerator {
  /// A JSON document of an intent, valid in most cases; nil if the draft does not make an intent.
  mutating func document(for schema: IntentSchema) -> JSONValue? {
    let draft = draft(for: schema)
    guard case .success(let intent) = schema.resolve(draft, family: family()) else { return nil }
    return IntentJSON.json(of: intent, name: chance(0.2) ? "Desk" : nil, schema: schema)
  }

  /// The document with up to two of its parts changed.
  mutating func mutated(_ document: JSONValue) -> JSONValue {
    var result = document
    for _ in 0..<Int.random(in: 1...2, using: &self) { result = changed(result, depth: 0) }
    return result
  }

  private mutating func changed(_ value: JSONValue, depth: Int) -> JSONValue {
    if depth > 0, chance(0.25) { return replacement() }
    switch value {
    case .object(let members): return .object(changed(members, depth: depth))
    case .array(var elements):
      guard let place = elements.indices.randomElement(using: &self) else { return [replacement()] }
      switch Int.random(in: 0..<4, using: &self) {
      case 0: elements.remove(at: place)
      case 1: elements.append(elements[place])
      default: elements[place] = changed(elements[place], depth: depth + 1)
      }
      return .array(elements)
    case .string(let text): return .string(changed(text))
    case .integer(let number):
      return .integer(number &+ [1, -1, 40, -40, 10_000].randomElement(using: &self).or(1))
    case .double(let number): return .double(-number * 7.5 - 0.25)
    case .bool(let value): return .bool(!value)
    case .null: return replacement()
    }
  }

  private mutating func changed(_ text: String) -> String {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: ""
    case 1: text + "\n"
    case 2: text + "x"
    case 3: String(text.dropLast())
    case 4: text + "\u{7}"
    default:
      ["unknown", "PT90M", "P1D", "-1", "é\u{2028}", "EUR", "km", "a:b"]
        .randomElement(using: &self).or("")
    }
  }

  private mutating func changed(_ members: JSONObject, depth: Int) -> JSONObject {
    var list = members.map { (key: $0.key, value: $0.value) }
    guard let place = list.indices.randomElement(using: &self) else {
      return JSONObject([(key: "extra", value: replacement())])
    }
    switch Int.random(in: 0..<8, using: &self) {
    case 0: list.remove(at: place)
    case 1: list.append((key: "extra", value: replacement()))
    case 2: list.reverse()
    case 3: list[place].key += "x"
    default: list[place].value = changed(list[place].value, depth: depth + 1)
    }
    return JSONObject(list)
  }

  private mutating func replacement() -> JSONValue {
    let choices: [JSONValue] = [
      nil, true, false, 0, 7, -3, 0.5, "", "small", "text", [], [1], ["a"], [:],
      ["identifier": "i", "display": "d"], ["hour": 7], ["name": "n"],
      ["value": 1.5, "unit": "km"],
    ]
    return choices.randomElement(using: &self).or(nil)
  }
}

extension Optional {
  /// The value, or a random one if it is nil.
  fileprivate func or(_ other: Wrapped) -> Wrapped { self ?? other }
}
