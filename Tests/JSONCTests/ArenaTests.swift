import CArena
import CJSONC
import Foundation
import Testing

@testable import JSONC

/// Where there are arenas, so that the tests below do not pass by not being run.
@Suite struct ArenaPresenceTests {
  #if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
    @Test func `a program that links the malloc for them has arenas`() {
      #expect(carena_is_available())
    }
  #endif

  @Test func `a reader that shall not have an arena reads text by text`() {
    let reader = JSONShapeReader(JSONShape(), slots: 1, limits: .standard, usesArena: false)
    #expect(reader.groupSize == 1)
  }
}

/// The blocks of an arena, as the `malloc` of the program gives them out while a thread has entered it.
///
/// One after the other, since one of them makes all arenas there are.
@Suite(.serialized, .enabled(if: carena_is_available())) struct ArenaTests {
  typealias Block = UnsafeMutableRawPointer

  /// Calls a function with an arena of its own.
  private func withArena(_ body: (UnsafeMutablePointer<carena>) throws -> Void) throws {
    let arena = try #require(carena_make())
    try body(arena)
    carena_free(arena)
  }

  // Nothing but the one call stands between entering and leaving, as in the parser.

  private func take(_ size: Int, from arena: UnsafeMutablePointer<carena>) -> Block? {
    carena_enter(arena)
    let block = malloc(size)
    carena_leave()
    return block
  }

  private func takeZeroed(
    _ count: Int, _ size: Int, from arena: UnsafeMutablePointer<carena>
  ) -> Block? {
    carena_enter(arena)
    let block = calloc(count, size)
    carena_leave()
    return block
  }

  private func resize(
    _ block: Block?, to size: Int, in arena: UnsafeMutablePointer<carena>
  ) -> Block? {
    carena_enter(arena)
    let moved = realloc(block, size)
    carena_leave()
    return moved
  }

  private func fill(_ block: Block?, _ bytes: Range<Int>) {
    for place in bytes {
      block?.storeBytes(of: UInt8(truncatingIfNeeded: place), toByteOffset: place, as: UInt8.self)
    }
  }

  private func holds(_ block: Block?, _ bytes: Range<Int>) -> Bool {
    guard let block else { return false }
    return bytes.allSatisfy {
      block.load(fromByteOffset: $0, as: UInt8.self) == UInt8(truncatingIfNeeded: $0)
    }
  }

  @Test func `blocks follow each other at multiples of 16`() throws {
    try withArena { arena in
      var end = arena.pointee.start.map { Block($0) }
      for size in 0..<300 {
        let block = try #require(take(size, from: arena))
        #expect(Int(bitPattern: block) % 16 == 0)
        #expect(block == end, "size \(size)")
        #expect(carena_contains(block))
        #expect(carena_of(block) == arena)
        fill(block, 0..<size)
        end = block + max(16, (size + 15) / 16 * 16)
      }
      #expect(arena.pointee.blocks == 300)
      #expect(carena_reset(arena) == 300)
      #expect(arena.pointee.blocks == 0)
      #expect(take(1, from: arena) == arena.pointee.start.map { Block($0) })
    }
  }

  @Test func `outside of an arena blocks come from the system`() throws {
    try withArena { arena in
      let inside = take(24, from: arena)
      let outside = malloc(24)
      #expect(carena_contains(inside))
      #expect(!carena_contains(outside))
      #expect(!carena_contains(nil))
      #expect(arena.pointee.blocks == 1)
      free(outside)
      free(inside)
      #expect(arena.pointee.blocks == 0)
      #expect(!arena.pointee.overflowed)
    }
  }

  @Test func `the block taken last makes room when it is given back, any other does not`() throws {
    try withArena { arena in
      let first = take(32, from: arena)
      let second = take(32, from: arena)
      free(first)
      let third = try #require(take(32, from: arena))
      #expect(third == second.map { $0 + 32 })
      free(third)
      #expect(take(64, from: arena) == third)
      #expect(arena.pointee.blocks == 2)
    }
  }

  /// Sizes of a block before and after, and whether it is the one taken last.
  static let resizings: [(before: Int, after: Int, isLast: Bool)] = [
    (16, 4_096, true), (16, 4_096, false), (1, 17, false), (0, 1, true), (0, 100, false),
    (100, 100, true), (100, 100, false), (4_096, 16, true), (4_096, 16, false), (33, 47, true),
    (100_000, 200_000, false), (100_000, 200_000, true),
  ]

  @Test(arguments: resizings.indices)
  func `a block of another size keeps its bytes`(_ row: Int) throws {
    let (before, after, isLast) = Self.resizings[row]
    try withArena { arena in
      let block = try #require(take(before, from: arena))
      fill(block, 0..<before)
      let other = isLast ? nil : take(40, from: arena)
      fill(other, 0..<(isLast ? 0 : 40))
      let moved = try #require(resize(block, to: after, in: arena))
      #expect((moved == block) == isLast)
      #expect(holds(moved, 0..<min(before, after)))
      fill(moved, 0..<after)
      #expect(holds(moved, 0..<after))
      #expect(isLast || holds(other, 0..<40))
      #expect(arena.pointee.blocks == (isLast ? 1 : 2))
      let next = try #require(take(16, from: arena))
      #expect(next >= moved + after)
    }
  }

  @Test func `realloc makes a block of none and none of a block without a size`() throws {
    try withArena { arena in
      let made = try #require(resize(nil, to: 20, in: arena))
      #expect(carena_contains(made))
      #expect(resize(made, to: 0, in: arena) == nil)
      #expect(arena.pointee.blocks == 0)
    }
  }

  @Test func `a block of the system stays one when it grows inside an arena`() throws {
    try withArena { arena in
      let block = malloc(32)
      fill(block, 0..<32)
      let grown = resize(block, to: 100_000, in: arena)
      #expect(!carena_contains(grown))
      #expect(holds(grown, 0..<32))
      #expect(arena.pointee.blocks == 0)
      free(grown)
    }
  }

  @Test func `a block of an arena that grows outside of it becomes one of the system`() throws {
    try withArena { arena in
      let block = take(32, from: arena)
      fill(block, 0..<32)
      _ = take(32, from: arena)
      let grown = realloc(block, 500)
      #expect(!carena_contains(grown))
      #expect(holds(grown, 0..<32))
      #expect(arena.pointee.blocks == 1)
      free(grown)
    }
  }

  @Test(arguments: [(1, 640), (16, 40), (3, 5), (0, 8), (8, 0), (100_000, 1)])
  func `calloc gives zeros where something else was before`(_ count: Int, _ size: Int) throws {
    try withArena { arena in
      memset(try #require(take(count * size, from: arena)), 0xFF, count * size)
      carena_reset(arena)
      let block = try #require(takeZeroed(count, size, from: arena))
      #expect(carena_contains(block))
      #expect(
        (0..<(count * size)).allSatisfy { block.load(fromByteOffset: $0, as: UInt8.self) == 0 })
    }
  }

  @Test func `calloc of more than there can be gives nothing`() throws {
    try withArena { arena in
      #expect(takeZeroed(.max, 16, from: arena) == nil)
      #expect(take(.max, from: arena) == nil)
    }
  }

  @Test func `what does not fit comes from the system, and the arena says so`() throws {
    try withArena { arena in
      let capacity = 1 << Int(carena_slice_bits)
      let most = try #require(take(capacity - 32, from: arena))
      #expect(carena_contains(most))
      #expect(!arena.pointee.overflowed)
      let over = try #require(take(100, from: arena))
      #expect(!carena_contains(over))
      #expect(arena.pointee.overflowed)
      // There is room for a small one still.
      #expect(carena_contains(take(16, from: arena)))
      fill(most, 0..<100)
      let moved = try #require(resize(most, to: capacity, in: arena))
      #expect(!carena_contains(moved))
      #expect(holds(moved, 0..<100))
      free(moved)
      free(over)
      #expect(carena_reset(arena) == 1)
      #expect(!arena.pointee.overflowed)
      #expect(carena_contains(take(100, from: arena)))
    }
  }

  @Test func `there are 64 arenas at once, each with its own piece of memory`() throws {
    var arenas: [UnsafeMutablePointer<carena>] = []
    while let arena = carena_make() { arenas.append(arena) }
    // Tests beside this one may have one.
    #expect((1...64).contains(arenas.count))
    #expect(Set(arenas.map(\.pointee.start)).count == arenas.count)
    for arena in arenas { #expect(take(8, from: arena) == arena.pointee.start.map { Block($0) }) }
    arenas.forEach(carena_free)
    try withArena { #expect($0.pointee.blocks == 0) }
  }

  @Test func `each thread has the blocks of its own arena`() async throws {
    let mixed = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { isOwn() } }
      return await group.contains(false)
    }
    #expect(!mixed)
  }
}

/// Whether blocks that a thread takes and frees are those of its own arena, many times over.
private func isOwn() -> Bool {
  guard let arena = carena_make() else { return true }
  defer { carena_free(arena) }
  for round in 0..<2_000 {
    carena_enter(arena)
    let first = malloc(8 + round)
    let second = calloc(1, 64)
    carena_leave()
    guard carena_of(first) == arena, carena_of(second) == arena, arena.pointee.blocks == 2
    else { return false }
    free(second)
    free(first)
    guard carena_reset(arena) == 0 else { return false }
  }
  return true
}
