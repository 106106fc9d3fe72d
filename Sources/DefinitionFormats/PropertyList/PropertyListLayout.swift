/// The XML layout of a property list, as far as the value does not determine it.
package struct PropertyListLayout: Sendable, Hashable {
  /// The order in which the keys of a dictionary are written.
  package enum KeyOrder: Sendable, Hashable {
    /// By UTF-16 code units, like Apple's writer.
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

  /// Makes a layout; the defaults are those of Xcode.
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
  /// The layout of the file, as far as it is known: keys count as sorted if all dictionaries are
  /// sorted.
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
  /// Whether the keys in this value and all nested dictionaries are in the order of Apple's writer.
  package var hasSortedKeys: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.hasSortedKeys)
    case .dictionary(let dictionary):
      dictionary.isSorted && dictionary.entries.allSatisfy(\.value.hasSortedKeys)
    default: true
    }
  }
}

/// A difference between a file and the file that Xcode would write for the same value.
package enum PropertyListLayoutDifference: Sendable, Hashable {
  /// The file is a binary property list.
  case binary

  /// The file begins with a byte-order mark or is UTF-16.
  case encoding

  /// The keys of a dictionary are not sorted; the path is that of the first such dictionary.
  case unsortedKeys(PropertyListPath)

  /// From this line on, the indentation is not one tab for each level.
  case indentation(line: Int)

  /// From this line on, an element is spelled differently, or there is a comment.
  case spelling(line: Int)
}

extension PropertyListLayoutDifference: CustomStringConvertible {
  /// The difference as a sentence, for a note beside the file's name.
  package var description: String {
    switch self {
    case .binary: "It is a binary property list."
    case .encoding: "It begins with a byte-order mark or is UTF-16; Xcode writes plain UTF-8."
    case .unsortedKeys(let path): "The keys of \(path) are not sorted."
    case .indentation(let line): "Line \(line) is not indented with one tab for each level."
    case .spelling(let line): "Line \(line) is spelled otherwise than Xcode writes it."
    }
  }
}

extension PropertyListDocument {
  /// Whether the file is byte for byte as Xcode would write it.
  package var isInXcodeLayout: Bool { xcodeDifferences.isEmpty }

  /// The differences from the file that Xcode would write; empty if there are none.
  package var xcodeDifferences: [PropertyListLayoutDifference] {
    guard form == .xml else { return [.binary] }
    guard let sorted = try? PropertyListXML.bytes(of: value) else { return [.spelling(line: 1)] }
    if sorted == source { return wasConverted ? [.encoding] : [] }
    var differences: [PropertyListLayoutDifference] = []
    if wasConverted || source.starts(with: TextEncoding.utf8Mark) { differences.append(.encoding) }
    if let path = value.firstUnsortedPath { differences.append(.unsortedKeys(path)) }
    let unsorted = try? PropertyListXML.bytes(of: value, layout: .init(keyOrder: .asGiven))
    if let difference = firstDifferentLine(from: unsorted ?? sorted) {
      differences.append(difference)
    }
    return differences
  }

  private func firstDifferentLine(from rewritten: [UInt8]) -> PropertyListLayoutDifference? {
    let marked = source.starts(with: TextEncoding.utf8Mark)
    let ours = source.dropFirst(marked ? 3 : 0).split(
      separator: 0x0A, omittingEmptySubsequences: false)
    let theirs = rewritten.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (number, (our, their)) in zip(ours, theirs).enumerated() where our != their {
      let isBlank = PropertyListXMLReader.isWhitespace
      let sameText = our.drop(while: isBlank).elementsEqual(their.drop(while: isBlank))
      return sameText ? .indentation(line: number + 1) : .spelling(line: number + 1)
    }
    if ours.count == theirs.count { return nil }
    return .spelling(line: min(ours.count, theirs.count) + 1)
  }
}

extension PropertyListValue {
  /// The path of the first dictionary, in file order, with unsorted keys.
  var firstUnsortedPath: PropertyListPath? {
    switch self {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let path = element.firstUnsortedPath {
          return PropertyListPath([.index(index)] + path.steps)
        }
      }
    case .dictionary(let dictionary):
      if !dictionary.isSorted { return [] }
      for entry in dictionary.entries {
        if let path = entry.value.firstUnsortedPath {
          return PropertyListPath([.key(entry.key)] + path.steps)
        }
      }
    default: break
    }
    return nil
  }
}
