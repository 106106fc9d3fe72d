import Synchronization

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
  /// The nodes of the children of a node, by the node; kept for those that were asked for.
  private let children = ChildIndex()

  init(nodes: [Node], root: PropertyListValue, bytes: [UInt8]) {
    self.nodes = nodes
    self.root = root
    lines = TextLineIndex(bytes)
  }

  /// The line and column of the element at a path, or nil if the path leads nowhere.
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

  /// The offset in bytes of the element at a path, or nil if the path leads nowhere.
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
      node = children.child(place, of: node) { nodes[$0].end }
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

/// Where the children of nodes stand, worked out once for each node that is asked for.
private final class ChildIndex: Sendable {
  private let known = Mutex<[Int: [UInt32]]>([:])

  /// The node of a child.
  ///
  /// - Parameter end: The place after a node and all inside it.
  func child(_ place: Int, of node: Int, end: (Int) -> UInt32) -> Int {
    known.withLock { known in
      if let children = known[node] { return Int(children[place]) }
      var children: [UInt32] = []
      var next = UInt32(node + 1)
      while next < end(node) {
        children.append(next)
        next = end(Int(next))
      }
      known[node] = children
      return Int(children[place])
    }
  }
}
