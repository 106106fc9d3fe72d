/// Where the values of a property list stand in their file.
///
/// Holds twelve bytes for each value; lines and columns are worked out when asked for.
package struct PropertyListSourceMap: Sendable {
  /// A value in the order of the file, followed by what it contains.
  struct Node: Sendable {
    static let noKey = UInt32.max

    var valueOffset: UInt32
    var keyOffset: UInt32

    /// The place of the next node that is not inside this one.
    var end: UInt32
  }

  /// Which of the two elements of a dictionary entry is meant.
  package enum Part: Sendable, Hashable {
    case key, value
  }

  private let nodes: [Node]
  private let lines: TextLineIndex
  private let root: PropertyListValue

  init(nodes: [Node], root: PropertyListValue, bytes: [UInt8]) {
    self.nodes = nodes
    self.root = root
    lines = TextLineIndex(bytes)
  }

  /// The line and column of the element at a path, or nil where the path leads nowhere.
  ///
  /// An array element has no `<key>`: its value's place is given for it.
  package func position(of path: PropertyListPath, part: Part = .value) -> TextPosition? {
    offset(of: path, part: part).map(lines.position)
  }

  /// The line and column of the element at a path, or of the nearest thing around it that exists.
  ///
  /// For messages about a missing key: they name the dictionary that lacks it.
  package func nearestPosition(of path: PropertyListPath, part: Part = .value) -> TextPosition {
    if let position = position(of: path, part: part) { return position }
    var steps = path.steps
    while !steps.isEmpty {
      steps.removeLast()
      if let position = position(of: PropertyListPath(steps)) { return position }
    }
    return TextPosition(line: 1, column: 1)
  }

  /// The offset in bytes of the element at a path, or nil where the path leads nowhere.
  package func offset(of path: PropertyListPath, part: Part = .value) -> Int? {
    guard let node = node(at: path) else { return nil }
    let wantsKey = part == .key && nodes[node].keyOffset != Node.noKey
    return Int(wantsKey ? nodes[node].keyOffset : nodes[node].valueOffset)
  }

  private func node(at path: PropertyListPath) -> Int? {
    guard !nodes.isEmpty else { return nil }
    var node = 0
    var value = root
    for step in path.steps {
      guard let (place, next) = Self.child(of: value, at: step) else { return nil }
      node += 1
      for _ in 0..<place { node = Int(nodes[node].end) }
      value = next
    }
    return node
  }

  private static func child(
    of value: PropertyListValue, at step: PropertyListStep
  ) -> (place: Int, value: PropertyListValue)? {
    switch (value, step) {
    case (.dictionary(let dictionary), .key(let key)):
      dictionary.position(of: key).map { ($0, dictionary.entries[$0].value) }
    case (.array(let elements), .index(let index)) where elements.indices.contains(index):
      (index, elements[index])
    default: nil
    }
  }
}
