/// Groups those nodes of a directed graph that can reach each other, in linear time.
///
/// Each group comes after all groups that it can reach. Deep graphs do not need a deep stack
/// (Tarjan's algorithm with an explicit stack).
///
/// - Parameters:
///   - roots: The nodes to start from; only nodes that can be reached from them are grouped.
///   - successors: The nodes to which a node has an edge.
package func strongComponents<Node: Hashable>(
  from roots: some Sequence<Node>, successors: (Node) -> [Node]
) -> [[Node]] {
  var visits = ComponentVisits<Node>()
  for root in roots where visits.numbers[root] == nil { visits.visit(root, successors) }
  return visits.groups
}

private struct ComponentVisits<Node: Hashable> {
  /// A node whose successors are being visited.
  struct Frame {
    var node: Node
    var successors: [Node]
    var next = 0
  }

  var groups: [[Node]] = []
  /// The numbers of the nodes, in the order in which they were first seen.
  var numbers: [Node: Int] = [:]
  /// For each node, the lowest number among the nodes in its group that it is known to reach.
  private var lowest: [Node: Int] = [:]
  private var open: [Node] = []
  private var isOpen: Set<Node> = []

  mutating func visit(_ root: Node, _ successors: (Node) -> [Node]) {
    var frames = [enter(root, successors)]
    while let frame = frames.last {
      guard frame.next < frame.successors.count else {
        frames.removeLast()
        leave(frame.node, parent: frames.last?.node)
        continue
      }
      frames[frames.count - 1].next += 1
      let successor = frame.successors[frame.next]
      if let number = numbers[successor] {
        if isOpen.contains(successor) { lower(frame.node, to: number) }
      } else {
        frames.append(enter(successor, successors))
      }
    }
  }

  private mutating func enter(_ node: Node, _ successors: (Node) -> [Node]) -> Frame {
    numbers[node] = numbers.count
    lowest[node] = numbers[node]
    open.append(node)
    isOpen.insert(node)
    return Frame(node: node, successors: successors(node))
  }

  private mutating func leave(_ node: Node, parent: Node?) {
    if let parent, let number = lowest[node] { lower(parent, to: number) }
    guard lowest[node] == numbers[node] else { return }
    var group: [Node] = []
    while let member = open.popLast() {
      isOpen.remove(member)
      group.append(member)
      if member == node { break }
    }
    groups.append(group)
  }

  private mutating func lower(_ node: Node, to number: Int) {
    lowest[node] = min(lowest[node] ?? number, number)
  }
}
