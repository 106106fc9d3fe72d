import IntentModel
import JSONC
import Messages

/// Writes the members of an element into a JSON object, in key order.
///
/// Values that follow from a default or a rule are omitted.
struct JSONElementWriter: ElementCoder {
  let namespace: String?
  let writtenNumbers: WrittenNumbers
  let place: Int
  private var members: [(order: Int, key: String, value: JSONValue)] = []

  private init(namespace: String?, writtenNumbers: WrittenNumbers, place: Int) {
    self.namespace = namespace
    self.writtenNumbers = writtenNumbers
    self.place = place
  }

  /// The object of an element, with its carried values at the end.
  static func json<Element>(
    _ element: Element, namespace: String?, writtenNumbers: WrittenNumbers = .all, place: Int = 1,
    extras: KeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) -> JSONObject {
    var element = element
    var writer = Self(namespace: namespace, writtenNumbers: writtenNumbers, place: place)
    let carried = CarriedJSON.json(element[keyPath: extras])
    map(&element, &writer)
    let ordered = writer.members.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }
    var object = JSONObject(ordered.map { (key: $0.element.key, value: $0.element.value) })
    if let carried { object.append(key: DefinitionKeys.carried, value: carried) }
    return object
  }

  var format: IntentDefinitionReader.Format { .json }

  private mutating func set(_ key: some DefinitionKey, _ value: JSONValue?) {
    guard let name = key.json, let value else { return }
    members.append((key.order, name, value))
  }

  func has(_ key: some DefinitionKey) -> Bool { false }

  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value?
  ) {
    set(key, value.flatMap(coding.json.write))
  }

  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value,
    default standard: Value, inJSON: Value, isStated: Bool
  ) {
    if isStated || value != inJSON { set(key, coding.json.write(value)) }
  }

  mutating func number(
    _ key: some DefinitionKey, _ value: inout Int?, byRule rule: Int?, isStated: Bool
  ) {
    if isStated || value != rule { set(key, value.map { .integer($0) } ?? .null) }
  }

  mutating func text(_ key: some DefinitionKey, _ text: inout LocalizedText) {
    set(key, DefinitionJSONCoding<LocalizedText>.text.write(text))
  }

  mutating func required(_ key: some DefinitionKey, _ what: Message, _ value: inout String) {
    set(key, .string(value))
  }

  mutating func element<Element>(
    _ key: some DefinitionKey, prefix: String, _ element: inout Element?, empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    guard let element else { return }
    set(key, .object(json(element, place: 1, extras, map)))
  }

  mutating func section<Element>(
    _ key: some DefinitionKey, prefix: String, of element: inout Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    map(&element, &self)
    set(DefinitionKeys.Parameter.carriedMetadata, CarriedJSON.json(element[keyPath: extras]))
  }

  mutating func list<Element>(
    _ key: some DefinitionKey, prefix: String, _ elements: inout [Element]?, empty: Element,
    shorthand: String?, extras: WritableKeyPath<Element, DefinitionExtras>,
    _ map: (inout Element, inout Self) -> Void
  ) {
    guard let elements else { return }
    set(
      key,
      .array(
        elements.enumerated().map { .object(json($1, place: $0 + 1, extras, map)) }))
  }

  private func json<Element>(
    _ element: Element, place: Int, _ extras: KeyPath<Element, DefinitionExtras>,
    _ map: (inout Element, inout Self) -> Void
  ) -> JSONObject {
    Self.json(
      element, namespace: namespace, writtenNumbers: writtenNumbers, place: place, extras: extras,
      map)
  }
}
