/// How a property list is laid out in XML where the value leaves a choice.
package struct PropertyListLayout: Sendable, Hashable {
  /// The order in which the keys of a dictionary are written.
  package enum KeyOrder: Sendable, Hashable {
    /// By UTF-16 code units, as Apple's writer does.
    case sorted

    /// As the dictionary has them.
    case asGiven
  }

  /// How an array or dictionary without content is written.
  package enum EmptyContainers: Sendable, Hashable {
    /// `<array/>`, as Apple's writer does.
    case oneTag

    /// `<array>` and `</array>` on two lines.
    case startAndEndTag
  }

  /// What one level of nesting puts before a line.
  package var indent: String

  /// How many levels the root value is indented.
  package var rootLevel: Int

  /// The order of keys.
  package var keyOrder: KeyOrder

  /// The form of empty arrays and dictionaries.
  package var emptyContainers: EmptyContainers

  /// A layout, that of Xcode unless said otherwise.
  package init(
    indent: String = "\t", rootLevel: Int = 0, keyOrder: KeyOrder = .sorted,
    emptyContainers: EmptyContainers = .oneTag
  ) {
    self.indent = indent
    self.rootLevel = rootLevel
    self.keyOrder = keyOrder
    self.emptyContainers = emptyContainers
  }

  /// The layout of Xcode: tabs, sorted keys, one tag for what is empty.
  package static let xcode = PropertyListLayout()
}

/// What a reading sees of a layout in passing.
struct PropertyListLayoutHints: Sendable {
  /// The white space before the first key of the root dictionary, or nil where there is none.
  var indent: String?

  /// The white space before the root value.
  var rootIndent: String?

  var emptyContainers = PropertyListLayout.EmptyContainers.oneTag
}

extension PropertyListDocument {
  /// The layout of the file, as far as it can be told: keys count as sorted where all are.
  package var layout: PropertyListLayout {
    var layout = PropertyListLayout.xcode
    if let indent = layoutHints.indent, !indent.isEmpty {
      let root = layoutHints.rootIndent ?? ""
      if root.isEmpty {
        layout.indent = indent
      } else if indent.hasPrefix(root) {
        layout.indent = String(indent.dropFirst(root.count))
        layout.rootLevel = layout.indent == root ? 1 : 0
      }
    }
    layout.keyOrder = value.hasSortedKeys ? .sorted : .asGiven
    layout.emptyContainers = layoutHints.emptyContainers
    return layout
  }
}

extension PropertyListValue {
  /// Whether the keys of this and of every dictionary inside are sorted as Apple's writer does.
  package var hasSortedKeys: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.hasSortedKeys)
    case .dictionary(let dictionary):
      dictionary.isSorted && dictionary.entries.allSatisfy(\.value.hasSortedKeys)
    default: true
    }
  }
}
