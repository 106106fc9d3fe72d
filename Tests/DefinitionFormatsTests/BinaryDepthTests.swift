import DefinitionFormats
import FormatTestSupport
import Messages
import Testing

/// Nesting in binary property lists, where several containers can share an object.
@Suite struct BinaryDepthTests {
  /// A chain of dictionaries or arrays, each containing the next, around a Boolean.
  private func chain(_ levels: Int, isArray: Bool = true) -> [[UInt8]] {
    let key = UInt8(levels + 1)
    let head: [UInt8] = isArray ? [0xA1] : [0xD1, key]
    let containers = (0..<levels).map { level in head + [UInt8(level + 1)] }
    return containers + [[0x09], [0x51, 0x6B]]
  }

  private static let tooDeep =
    "Arrays and dictionaries are nested deeper than the limit of 3 levels."

  @Test(arguments: [(1, true), (3, true), (4, false), (9, false)], [true, false])
  func `a chain is read up to the limit`(row: (levels: Int, isRead: Bool), isArray: Bool) {
    let bytes = BinaryFixture.file(chain(row.levels, isArray: isArray))
    let found = message(reading: bytes, limits: PropertyListLimits(depth: 3))
    #expect(found.hasPrefix("read: ") == row.isRead, "\(found)")
    #expect(found.hasSuffix(Self.tooDeep) != row.isRead, "\(found)")
  }

  /// Objects that are read at a shallow level, and are also referenced at a deep one.
  ///
  /// The first object is the root; each array refers to its elements.
  static let shared: [(objects: [[UInt8]], isRead: Bool)] = [
    // [[[x]]], with the innermost array read first: this is exactly the maximum depth.
    ([[0xA2, 2, 1], [0xA1, 2], [0xA1, 3], [0x09]], true),
    // [[x]] in [ ] in [ ]: this is one level too many, in whatever order the objects are read.
    ([[0xA2, 3, 1], [0xA1, 2], [0xA1, 3], [0xA1, 4], [0x09]], false),
    ([[0xA2, 1, 3], [0xA1, 2], [0xA1, 3], [0xA1, 4], [0x09]], false),
    ([[0xA3, 3, 2, 1], [0xA1, 2], [0xA1, 3], [0xA1, 4], [0x09]], false),
    // A value in a dictionary, and a scalar, which does not count as a level.
    ([[0xA2, 2, 1], [0xD1, 3, 2], [0xD1, 3, 4], [0x51, 0x6B], [0x09]], true),
    ([[0xA2, 1, 4], [0xA1, 2], [0xA1, 3], [0xA1, 4], [0x09]], false),
    ([[0xA3, 3, 3, 1], [0xA1, 2], [0xA1, 3], [0x09]], true),
    // An empty array counts as a level.
    ([[0xA2, 3, 1], [0xA1, 2], [0xA1, 3], [0xA0]], false),
    ([[0xA2, 2, 1], [0xA1, 2], [0xA0]], true),
  ]

  @Test(arguments: shared.indices)
  func `an object in several containers`(_ index: Int) {
    let row = Self.shared[index]
    let bytes = BinaryFixture.file(row.objects)
    let found = message(reading: bytes, limits: PropertyListLimits(depth: 3))
    #expect(found.hasPrefix("read: ") == row.isRead, "\(found)")
    #expect(found.hasSuffix(Self.tooDeep) != row.isRead, "\(found)")
  }

  @Test func `sharing does not bypass the limit`() {
    // Each array contains the previous one, and the root contains all of them, the shallowest
    // first.
    let count = 100
    let root = [0xAF, 0x10, UInt8(count)] + (1...count).map { UInt8($0) }
    let arrays = (1...count).map { number -> [UInt8] in
      [0xA1, UInt8(number == 1 ? count + 1 : number - 1)]
    }
    let bytes = BinaryFixture.file([root] + arrays + [[0x09]])
    #expect(message(reading: bytes, limits: PropertyListLimits(depth: 101)).hasPrefix("read: "))
    #expect(
      message(reading: bytes, limits: PropertyListLimits(depth: 100)).hasSuffix(
        "Arrays and dictionaries are nested deeper than the limit of 100 levels."))
  }

  /// Texts and data count once for each reference, both as values and as keys.
  @Test(arguments: [(4, true), (5, false)])
  func `repeated texts count each time`(times: Int, isRead: Bool) {
    let mentions = [UInt8](repeating: 1, count: times)
    let files: [[[UInt8]]] = [
      [[0xA0 | UInt8(times)] + mentions, [0x54, 0x61, 0x62, 0x63, 0x64]],
      [[0xA0 | UInt8(times)] + mentions, [0x44, 1, 2, 3, 4]],
      [[0xA0 | UInt8(times)] + mentions, [0xD1, 2, 3], [0x53, 0x61, 0x62, 0x63], [0x51, 0x61]],
    ]
    for objects in files {
      let bytes = BinaryFixture.file(objects)
      var limits = PropertyListLimits.standard
      limits.expandedBytes = 16
      let found = message(reading: bytes, limits: limits)
      let text = "\(found)"
      #expect(text.hasPrefix("read: ") == isRead, "\(text)")
      #expect(text.hasSuffix(PropertyListRule.expandsTooFar(limit: 16).message.text()) != isRead)
    }
  }
}
