package import Messages

/// The result of inspecting a store.
package struct StoreInspection: Sendable, Hashable {
  /// Each problem that prevents the use of the store, with its remedy.
  package var problems: [Message] = []
  /// Remarks for a person about things that are not problems.
  package var notes: [Message] = []

  /// Makes a result without findings.
  package init() {}
}

/// A store that can be inspected without changing it.
package protocol InspectedStoreDriver: StoreDriver {
  /// Checks whether the store can be used: whether it exists, has a known format, and can be
  /// written to.
  ///
  /// Nothing is created or changed.
  ///
  /// - Throws: `StoreError` for a store that cannot be opened or has a different format.
  func inspect() async throws(StoreError) -> StoreInspection
}
