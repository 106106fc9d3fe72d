/// A condition that a test waited for did not come true.
package struct WaitedInVain: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until a condition is true; only a failing test waits until the end.
///
/// - Throws: ``WaitedInVain`` if the time is over.
package func eventually(
  _ what: String, atMost limit: Duration = .seconds(300),
  _ isTrue: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !isTrue() {
    guard ContinuousClock.now < end else {
      throw WaitedInVain(description: "Waited in vain for \(what).")
    }
    try await Task.sleep(for: .milliseconds(5))
  }
}
