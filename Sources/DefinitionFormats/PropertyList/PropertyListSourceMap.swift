import Synchronization

/// The positions of a property list's values in their file.
///
/// It stores only offsets, and computes lines and columns on request.
package struct PropertyListSourceMap: Sendable {
  /// A value; nodes are in file order, and the contents of a value follow it.
  struct Node: Sendable {
    static let noKey = UInt32.max

    var valueOffset: UInt32
    var keyOffset: UInt32

    /// The index of the next node that is not inside this one.
    var end: UInt32
  }

  /// The key or the value of a dictionary entry.
  package enum Part: Sendable, Hashable {
    case key, value
  }

  private let nodes: [Node]
  private let lines: TextLineIndex
  private let root: PropertyListValue
  /// The child nodes of each node for which they were requested.
  private let children = ChildIndex()

  init(nodes: [Node], root: PropertyListValue, bytes: [UInt8]) {
    self.nodes = nodes
    self.root = root
    lines = TextLineIndex(bytes)
  }

  /// The line and column of the element at a path; nil if there is none.
  ///
  /// An array element has no `<key>`, so the position of the element is that of its value.
  package func position(of path: PropertyListPath, part: Part = .value) -> TextPosition? {
    offset(of: path, part: part).map(lines.position)
  }

  /// The line and column of the element at a path, or of the nearest existing element around it.
  ///
  /// Messages about a missing key use this position to show the dictionary without the key.
  package func nearestPosition(of path: PropertyListPath, part: Part = .value) -> TextPosition {
    if let position = position(of: path, part: part) { return position }
    var steps = path.steps
    while !steps.isEmpty {
      steps.removeLast()
      if let position = position(of: PropertyListPath(steps)) { return position }
    }
    return TextPosition(line: 1, column: 1)
  }

  /// The offset in bytes of the element at a path; nil if there is none.
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

/// The child nodes of nodes, computed once for each requested node.
private final class ChildIndex: Sendable {
  private let known = Mutex<[Int: [UInt32]]>([:])

  /// The index of a node's child with a given number.
  ///
  /// - Parameter end: Returns the index after a node and its contents.
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
