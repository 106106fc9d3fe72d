import Synchronization

/// A value that a test changes while others use it.
package final class Held<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  package init(_ value: Value) { self.value = Mutex(value) }

  package func withLock<Result: Sendable>(
    _ body: (inout sending Value) -> sending Result
  ) -> Result {
    value.withLock(body)
  }
}
