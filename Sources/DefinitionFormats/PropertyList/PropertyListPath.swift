/// One step from a value of a property list to a value inside it.
package enum PropertyListStep: Sendable, Hashable {
  case key(String)
  case index(Int)
}

/// The way from the root value to one inside it; empty for the root value itself.
package struct PropertyListPath: Sendable, Hashable, ExpressibleByArrayLiteral {
  package var steps: [PropertyListStep]

  /// A path of steps.
  package init(_ steps: [PropertyListStep] = []) {
    self.steps = steps
  }

  package init(arrayLiteral elements: PropertyListStep...) {
    steps = elements
  }

  /// The path one key further.
  package func appending(key: String) -> PropertyListPath {
    PropertyListPath(steps + [.key(key)])
  }

  /// The path one element further.
  package func appending(index: Int) -> PropertyListPath {
    PropertyListPath(steps + [.index(index)])
  }
}

extension PropertyListPath: CustomStringConvertible {
  /// The path as a message names it: `INIntents[0].INIntentName`, or `(root)`.
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
  /// The value at the end of a path, or nil if the path leads nowhere.
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
