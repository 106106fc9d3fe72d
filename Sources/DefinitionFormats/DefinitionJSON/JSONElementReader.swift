import IntentModel
import JSONC
import Messages

/// Reads the members of a JSON object into the model.
///
/// An invalid element is reported and omitted, and reading continues with the next one. A member
/// that no row requests is reported as unknown.
struct JSONElementReader: ElementCoder {
  let namespace: String?
  let place: Int
  private let node: JSONNode
  private let object: JSONObject

  /// The key that a plain text is shorthand for.
  private let shorthand: String?

  /// The keys that rows have requested, with their positions in the element.
  private(set) var asked: [String: Int] = [:]
  private var isValid = true

  /// Makes a reader for an object; if the node is not an object, reports this and returns nil.
  private init?(_ node: JSONNode, namespace: String?, place: Int, shorthand: String?) {
    self.node = node
    self.namespace = namespace
    self.place = place
    if let shorthand, case .string = node.value {
      object = JSONObject([(key: shorthand, value: node.value)])
      self.shorthand = shorthand
    } else {
      guard case .object(let object) = node.value else {
        node.mismatch(.anObject)
        return nil
      }
      self.object = object
      self.shorthand = nil
    }
  }

  /// Makes a reader of a standalone object.
  init(_ object: JSONObject) {
    node = JSONNode(
      value: .object(object), path: [],
      problems: ProblemList(file: "", bytes: [], limits: .standard))
    self.object = object
    namespace = nil
    place = 1
    shorthand = nil
  }

  /// Reads an element; nil if it is not an object, or a row rejects it.
  static func element<Element>(
    _ node: JSONNode, namespace: String?, place: Int = 1, shorthand: String? = nil,
    empty: Element, extras: WritableKeyPath<Element, DefinitionExtras>,
    _ map: (inout Element, inout Self) -> Void
  ) -> Element? {
    guard
      var reader = Self(node, namespace: namespace, place: place, shorthand: shorthand)
    else { return nil }
    var element = empty
    map(&element, &reader)
    element[keyPath: extras] = CarriedJSON.extras(
      reader.member(DefinitionKeys.carried, order: carriedOrder))
    reader.refuseOthers()
    return reader.isValid ? element : nil
  }

  var format: IntentDefinitionReader.Format { .json }

  private mutating func member(_ key: some DefinitionKey) -> JSONNode? {
    key.json.flatMap { member($0, order: key.order) }
  }

  private mutating func member(_ name: String, order: Int) -> JSONNode? {
    asked[name] = order
    guard let value = object[name] else { return nil }
    return shorthand == nil ? node.node(name, value) : node
  }

  /// The position of the carried values, after all keys except the key for carried metadata.
  private static var carriedOrder: Int { Int.max - 1 }

  private func refuseOthers() {
    node.refuseAllBut(asked.sorted { $0.value < $1.value }.map(\.key), in: object)
  }

  func has(_ key: some DefinitionKey) -> Bool { key.json.map { object[$0] != nil } ?? false }

  func statements(of key: some DefinitionKey, in list: some DefinitionKey) -> [JSONStatement] {
    guard let list = list.json, let key = key.json else { return [] }
    return (object[list]?.arrayValue ?? []).map { JSONStatement($0.objectValue?[key]) }
  }

  func statedNumber(_ key: some DefinitionKey) -> Int? {
    key.json.flatMap { object[$0]?.intValue }
  }

  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value?
  ) {
    if key.json != nil { value = member(key).flatMap(coding.json.read) }
  }

  mutating func value<Value>(
    _ key: some DefinitionKey, _ coding: DefinitionValueCoding<Value>, _ value: inout Value,
    default standard: Value, inJSON: Value, isStated: Bool
  ) {
    if key.json != nil { value = member(key).flatMap(coding.json.read) ?? inJSON }
  }

  mutating func number(
    _ key: some DefinitionKey, _ value: inout Int?, byRule rule: Int?, isStated: Bool
  ) {
    guard let node = member(key) else { return value = rule }
    value = node.isNull ? nil : node.integer
  }

  mutating func text(_ key: some DefinitionKey, _ text: inout LocalizedText) {
    text = member(key).flatMap(DefinitionJSONCoding<LocalizedText>.text.read) ?? .none
  }

  func require(_ key: some DefinitionKey) {
    if let name = key.json, object[name] == nil { node.report(.missingMember(name)) }
  }

  mutating func required(_ key: some DefinitionKey, _ what: Message, _ value: inout String) {
    require(key)
    guard let text = member(key)?.text(what) else { return reject() }
    value = text
  }

  func onlyOne<Key: DefinitionElementKey>(of keys: [Key]) {
    let found = keys.map(\.rawValue).filter { object[$0] != nil }
    guard found.count > 1, let last = found.last, let value = object[last] else { return }
    node.node(last, value).reportKey(.onlyOneOf(found))
  }

  mutating func accept<Key: DefinitionElementKey>(_ keys: [Key]) {
    for key in keys { asked[key.rawValue] = key.order }
  }

  mutating func reject() { isValid = false }

  mutating func element<Element>(
    _ key: some DefinitionKey, prefix: String, _ element: inout Element?, empty: Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    element = member(key).flatMap {
      Self.element($0, namespace: namespace, empty: empty, extras: extras, map)
    }
  }

  mutating func section<Element>(
    _ key: some DefinitionKey, prefix: String, of element: inout Element,
    extras: WritableKeyPath<Element, DefinitionExtras>, _ map: (inout Element, inout Self) -> Void
  ) {
    map(&element, &self)
    element[keyPath: extras] = CarriedJSON.extras(
      member(DefinitionKeys.Parameter.carriedMetadata.rawValue, order: .max))
  }

  mutating func list<Element>(
    _ key: some DefinitionKey, prefix: String, _ elements: inout [Element]?, empty: Element,
    shorthand: String?, extras: WritableKeyPath<Element, DefinitionExtras>,
    _ map: (inout Element, inout Self) -> Void
  ) {
    guard let nodes = member(key)?.elements else { return elements = nil }
    elements = nodes.enumerated().compactMap { index, node in
      Self.element(
        node, namespace: namespace, place: index + 1, shorthand: shorthand, empty: empty,
        extras: extras, map)
    }
  }
}

extension JSONStatement {
  fileprivate init(_ value: JSONValue?) {
    switch value {
    case .null: self = .none
    case .bool(true): self = .isTrue
    default: self = value?.intValue.map { .number($0) } ?? .leftOut
    }
  }
}
