package import Messages

/// What a look at a store found.
package struct StoreInspection: Sendable, Hashable {
  /// What must change before the store can be used, with a remedy each.
  package var problems: [Message] = []
  /// What a person should know beside that.
  package var notes: [Message] = []

  /// Makes a result without findings.
  package init() {}
}

/// A store that can be looked at without changing it.
package protocol InspectedStoreDriver: StoreDriver {
  /// Finds out whether the store can be used: whether it is there and of a known version, and whether
  /// it can be written. Nothing is created or changed.
  ///
  /// - Throws: `StoreError` for a store that cannot be opened or is of another format.
  func inspect() async throws(StoreError) -> StoreInspection
}
