/// A step from a value of a property list to a value inside it.
package enum PropertyListStep: Sendable, Hashable {
  case key(String)
  case index(Int)
}

/// The path from the root value to a value inside it; empty for the root value.
package struct PropertyListPath: Sendable, Hashable, ExpressibleByArrayLiteral {
  package var steps: [PropertyListStep]

  /// Makes a path from steps.
  package init(_ steps: [PropertyListStep] = []) {
    self.steps = steps
  }

  package init(arrayLiteral elements: PropertyListStep...) {
    steps = elements
  }

  /// The path with a key appended.
  package func appending(key: String) -> PropertyListPath {
    PropertyListPath(steps + [.key(key)])
  }

  /// The path with an index appended.
  package func appending(index: Int) -> PropertyListPath {
    PropertyListPath(steps + [.index(index)])
  }
}

extension PropertyListPath: CustomStringConvertible {
  /// The path as messages show it, such as `INIntents[0].INIntentName`.
  package var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + TextExcerpt.printable(key.utf8)
      case .index(let index): text += "[\(index)]"
      }
    }
    return text.isEmpty ? "(root)" : text
  }
}

extension PropertyListValue {
  /// The value at a path; nil if there is none.
  package subscript(path path: PropertyListPath) -> PropertyListValue? {
    var value = self
    for step in path.steps {
      let next =
        switch step {
        case .key(let key): value[key]
        case .index(let index): value[index]
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }
}
