public import IntentModel
import JSONC

/// The positions of a definition's elements in its file.
///
/// Paths follow the structure of the model, with the names of `DefinitionVocabulary`, as in JSON
/// definitions: `$.intents[0].parameters[2].visibleWhen.parent`. A value has its own position, and
/// a missing value has the position of the element that should have it.
public struct DefinitionPositions: Sendable {
  enum Source: Sendable {
    case none
    case propertyList(PropertyListDocument)
    case json(JSONSourceMap, JSONValue, IntentDefinitionFile)
  }

  let source: Source

  init(_ document: PropertyListDocument) {
    source = document.form == .xml ? .propertyList(document) : .none
  }

  /// The positions in a JSON text that was read as a definition.
  init(json bytes: [UInt8], of file: IntentDefinitionFile, limits: FormatLimits) {
    guard let (value, map) = try? JSONText.parseWithPositions(bytes, limits: limits.json) else {
      source = .none
      return
    }
    source = .json(map, value, file)
  }

  private init() {
    source = .none
  }

  /// The positions of a definition that has no text; all of them are nil.
  public static let none = DefinitionPositions()

  /// The line and column of the value at a path, or of the nearest element around it.
  ///
  /// Lines and columns count from 1, columns in Unicode scalars. Returns nil for a binary property
  /// list, and for a definition without a text.
  public func place(of path: IntentPath) -> (line: Int, column: Int)? {
    switch source {
    case .none: return nil
    case .propertyList(let document):
      var walk = DefinitionWalk(root: document.value)
      for component in path.components {
        guard walk.follow(component) else { break }
      }
      let position = document.sourceMap.nearestPosition(of: walk.path)
      return (position.line, position.column)
    case .json(let map, let value, let file):
      let path = file.jsonPath(path, in: value)
      return map.nearest(to: path, isKey: false).map { ($0.line, $0.column) }
    }
  }
}

extension IntentDefinitionFile {
  /// The path in a JSON text, which can omit the first elements of a list.
  ///
  /// Those elements are the case for "no value" and the standard properties of object types. In
  /// JSON, sizes can be an object.
  fileprivate func jsonPath(_ path: IntentPath, in root: JSONValue) -> [JSONPathComponent] {
    var value: JSONValue? = root
    var result: [JSONPathComponent] = []
    for (place, component) in path.components.enumerated() {
      var step = JSONPathComponent(component)
      if case .index(let index) = component {
        let left = count(at: path.components[..<place]) - (value?.arrayValue?.count ?? 0)
        step = .index(index - max(0, left))
        if let members = value?.objectValue.map(Array.init), members.indices.contains(index) {
          step = .key(members[index].key)
        }
      }
      result.append(step)
      value = value?.child(step)
    }
    return result
  }

  /// The number of cases or properties at a path; 0 for all other lists.
  private func count(at path: ArraySlice<IntentPath.Component>) -> Int {
    typealias Keys = DefinitionKeys
    let steps = Array(path)
    guard steps.count == 3, case .index(let index) = steps[1] else { return 0 }
    func isList(_ list: Keys.Root, of member: some DefinitionElementKey) -> Bool {
      steps[0] == .key(list.rawValue) && steps[2] == .key(member.rawValue)
    }
    if isList(.enums, of: Keys.Enumeration.cases), enums.indices.contains(index) {
      return enums[index].cases.count
    }
    if isList(.types, of: Keys.ObjectType.properties), types.indices.contains(index) {
      return types[index].properties.count
    }
    return 0
  }
}

extension JSONValue {
  fileprivate func child(_ step: JSONPathComponent) -> JSONValue? {
    switch step {
    case .key(let key): return objectValue?[key]
    case .index(let index):
      guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
      return elements[index]
    }
  }
}

/// Follows a path in the vocabulary and the property list at the same time.
struct DefinitionWalk {
  private(set) var path = PropertyListPath()
  private let root: PropertyListValue
  private var level = DefinitionVocabulary.Level.root

  init(root: PropertyListValue) {
    self.root = root
  }

  /// Follows a step to a value inside; false if the step is unknown, which ends the path.
  mutating func follow(_ component: IntentPath.Component) -> Bool {
    switch component {
    case .index(let index): follow(index)
    case .key(let key): follow(key)
    }
  }

  private mutating func follow(_ key: String) -> Bool {
    if let suffix = DefinitionVocabulary.suffix(key, of: level) {
      guard case .key(let name)? = path.steps.popLast() else { return false }
      path = path.appending(key: name + suffix)
      level = .value
      return true
    }
    guard let entry = DefinitionVocabulary.entry(key, of: level) else { return false }
    let ways = entry.ways.map { PropertyListPath(path.steps + $0.map { .key($0) }) }
    path = ways.first { root[path: $0] != nil } ?? ways.first ?? path
    level = entry.level
    return true
  }

  /// The model contains only the dictionaries in an array of elements, so only they are counted.
  private mutating func follow(_ index: Int) -> Bool {
    guard let elements = root[path: path]?.arrayValue else { return false }
    var places = Array(elements.indices)
    if level != .value { places.removeAll { elements[$0].dictionaryValue == nil } }
    guard places.indices.contains(index) else { return false }
    path = path.appending(index: places[index])
    return true
  }
}

extension DefinitionPositions {
  /// The position of a key that an element carries, or of the element if the key is not found.
  ///
  /// - Parameters:
  ///   - key: The key in the property list.
  ///   - path: The path of the element in the model.
  ///   - inner: The keys from the element to the dictionary that contains the key.
  func place(
    ofKey key: String, in path: IntentPath, through inner: [String] = []
  ) -> (line: Int, column: Int)? {
    guard case .propertyList(let document) = source else { return place(of: path) }
    var walk = DefinitionWalk(root: document.value)
    for component in path.components {
      guard walk.follow(component) else { return place(of: path) }
    }
    let steps = walk.path.steps + inner.map { .key($0) } + [.key(key)]
    let position = document.sourceMap.position(of: PropertyListPath(steps), part: .key)
    return position.map { ($0.line, $0.column) } ?? place(of: path)
  }

  /// The positions of texts by their identifiers.
  ///
  /// - Parameter paths: The path of each text in the property list of the definition.
  func places(
    ofTexts paths: [String: PropertyListPath]
  ) -> [String: (line: Int, column: Int)] {
    switch source {
    case .none: return [:]
    case .propertyList(let document):
      return paths.mapValues { path in
        let position = document.sourceMap.nearestPosition(of: path)
        return (position.line, position.column)
      }
    case .json(let map, let value, _):
      var found: [String: [JSONPathComponent]] = [:]
      value.collectIdentifiers(at: [], into: &found)
      return found.filter { paths[$0.key] != nil }.compactMapValues { path in
        map.nearest(to: path, isKey: false).map { ($0.line, $0.column) }
      }
    }
  }
}

extension JSONValue {
  /// Collects every text with an identifier.
  fileprivate func collectIdentifiers(
    at path: [JSONPathComponent], into found: inout [String: [JSONPathComponent]]
  ) {
    if let elements = arrayValue {
      for (index, element) in elements.enumerated() {
        element.collectIdentifiers(at: path + [.index(index)], into: &found)
      }
    } else if let object = objectValue {
      if let id = object[DefinitionKeys.Text.id.rawValue]?.stringValue { found[id] = path }
      for member in object {
        member.value.collectIdentifiers(at: path + [.key(member.key)], into: &found)
      }
    }
  }
}
