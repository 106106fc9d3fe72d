import IntentModel
import JSONC

extension DefinitionPositions {
  /// The place of a key that an element carries, else of the element itself.
  ///
  /// - Parameters:
  ///   - key: The key as the property list has it.
  ///   - path: The element, in the shape of the model.
  ///   - inner: The keys that lead from the element to the dictionary with the key.
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

  /// The places of texts by their identifiers.
  ///
  /// - Parameter paths: Where each text stands in the property list of the definition.
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
  /// Gathers every object with a member `id` that is a string.
  fileprivate func collectIdentifiers(
    at path: [JSONPathComponent], into found: inout [String: [JSONPathComponent]]
  ) {
    if let elements = arrayValue {
      for (index, element) in elements.enumerated() {
        element.collectIdentifiers(at: path + [.index(index)], into: &found)
      }
    } else if let object = objectValue {
      if let id = object["id"]?.stringValue { found[id] = path }
      for member in object {
        member.value.collectIdentifiers(at: path + [.key(member.key)], into: &found)
      }
    }
  }
}
