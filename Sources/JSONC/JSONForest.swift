import CArena
import CJSONC

/// The one owner of the trees of some texts, which it releases all at once.
///
/// json-c asks for each object, each key and each table by itself, and giving them back one by one is a
/// walk over the whole tree; that is nearly half of its time. From an arena a block costs a few
/// instructions, and all of them go in one step. What does not fit comes from the system, and then the
/// trees are released object by object; so it is in a program without the `malloc` for arenas.
struct JSONForest: ~Copyable {
  private let arena: UnsafeMutablePointer<carena>?
  private let ledger: ReleaseLedger?
  /// The values at the top; json-c has no object for `null`.
  private var roots: [OpaquePointer?] = []
  /// The blocks of the arena that the ledger has counted as made.
  private var counted = 0

  /// Makes a forest without trees.
  ///
  /// - Parameter usesArena: Whether the trees come from an arena, if there is one to be had.
  init(usesArena: Bool, ledger: ReleaseLedger? = nil) {
    arena = usesArena ? carena_make() : nil
    self.ledger = ledger
  }

  deinit {
    releaseTrees()
    if let arena { carena_free(arena) }
  }

  /// Whether the trees come from an arena.
  var hasArena: Bool { arena != nil }

  /// The blocks of the arena that are in use.
  var blocks: Int { arena?.pointee.blocks ?? 0 }

  private var hasOverflowed: Bool { arena?.pointee.overflowed ?? false }

  /// The number of trees.
  var count: Int { roots.count }

  /// The value at the top of a tree.
  func root(_ place: Int) -> OpaquePointer? { roots[place] }

  /// Adds the tree that a function makes in the arena, or no tree in its place.
  @inline(__always)
  mutating func add(_ parse: (UnsafeMutablePointer<carena>?) -> OpaquePointer?) {
    let before = blocks
    let root = parse(arena)
    roots.append(root)
    guard let ledger else { return }
    if hasArena, !hasOverflowed {
      ledger.recordMade(blocks - before)
      counted += blocks - before
    } else {
      ledger.watch(root)
    }
  }

  /// Releases all trees.
  mutating func release() {
    guard !roots.isEmpty else { return }
    releaseTrees()
    roots.removeAll(keepingCapacity: true)
    counted = 0
  }

  private func releaseTrees() {
    let hasOverflowed = hasOverflowed
    if !hasArena || hasOverflowed {
      for root in roots { json_object_put(root) }
    }
    // What is left when each object was put was not given back, and is not counted so.
    let left = hasOverflowed ? blocks : 0
    if let arena { carena_reset(arena) }
    ledger?.recordReleased(counted - left)
  }
}
