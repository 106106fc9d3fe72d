/// How much of a property list is read before it is refused.
package struct PropertyListLimits: Sendable, Hashable {
  /// The largest file, in bytes.
  package var bytes: Int

  /// How many arrays and dictionaries may stand inside each other.
  package var depth: Int

  /// How many values a file may hold, containers included, each mention of a shared one counted.
  package var values: Int

  /// Limits of the given sizes: 64 MiB, 512 levels and two million values unless said otherwise.
  package init(bytes: Int = 64 << 20, depth: Int = 512, values: Int = 2_000_000) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }

  /// The limits for files of a project.
  package static let standard = PropertyListLimits()
}
