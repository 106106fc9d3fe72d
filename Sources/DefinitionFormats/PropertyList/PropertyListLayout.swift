/// The parts of the XML layout of a property list that do not follow from its value.
package struct PropertyListLayout: Sendable, Hashable {
  /// The order in which the keys of a dictionary are written.
  package enum KeyOrder: Sendable, Hashable {
    /// The order of UTF-16 code units, as in Apple's writer.
    case sorted

    /// In the order of the dictionary.
    case asGiven
  }

  /// The form of empty arrays and dictionaries.
  package enum EmptyContainers: Sendable, Hashable {
    /// `<array/>`, like Apple's writer.
    case oneTag

    /// `<array>` and `</array>` on two lines.
    case startAndEndTag
  }

  /// The indentation of one nesting level.
  package var indent: String

  /// The nesting level of the root value.
  package var rootLevel: Int

  /// The order of keys.
  package var keyOrder: KeyOrder

  /// The form of empty arrays and dictionaries.
  package var emptyContainers: EmptyContainers

  /// Makes a layout; the defaults are Xcode's.
  package init(
    indent: String = "\t", rootLevel: Int = 0, keyOrder: KeyOrder = .sorted,
    emptyContainers: EmptyContainers = .oneTag
  ) {
    self.indent = indent
    self.rootLevel = rootLevel
    self.keyOrder = keyOrder
    self.emptyContainers = emptyContainers
  }

  /// Xcode's layout: tabs, sorted keys, and a single tag for empty containers.
  package static let xcode = PropertyListLayout()
}

/// The layout as observed during reading.
struct PropertyListLayoutHints: Sendable {
  /// The whitespace before the first key of the root dictionary; nil if there is none.
  var indent: String?

  /// The whitespace before the root value.
  var rootIndent: String?

  var emptyContainers = PropertyListLayout.EmptyContainers.oneTag
}

extension PropertyListDocument {
  /// The layout of the file; keys count as sorted if all dictionaries are sorted.
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
  /// Whether the keys in this value and in all nested dictionaries are in the order of Apple's
  /// writer.
  package var hasSortedKeys: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.hasSortedKeys)
    case .dictionary(let dictionary):
      dictionary.isSorted && dictionary.entries.allSatisfy(\.value.hasSortedKeys)
    default: true
    }
  }
}
