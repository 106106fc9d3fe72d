import Dispatch
import Foundation
import Synchronization

extension Array where Element: Sendable {
  /// The minimum number of elements that are worth distributing among processors.
  private static var minimumCount: Int { 64 }

  /// The results for consecutive parts of the array, in order, computed on all processors in
  /// parallel; the calling thread waits for them.
  ///
  /// An array with few elements is one part, and an empty array has no parts.
  package func concurrentParts<Value: Sendable>(
    _ body: @Sendable (ArraySlice<Element>) -> Value
  ) -> [Value] {
    guard count >= Self.minimumCount else { return isEmpty ? [] : [body(self[...])] }
    let parts = Swift.min(ProcessInfo.processInfo.activeProcessorCount, count)
    let size = (count + parts - 1) / parts
    let results = Mutex<[Int: Value]>([:])
    DispatchQueue.concurrentPerform(iterations: parts) { part in
      let (start, end) = (Swift.min(part * size, count), Swift.min((part + 1) * size, count))
      guard start < end else { return }
      let result = body(self[start..<end])
      results.withLock { $0[part] = result }
    }
    return results.withLock { results in (0..<parts).compactMap { results[$0] } }
  }
}

/// Makes a value on another processor while the calling thread does other work, and waits for both.
///
/// - Parameters:
///   - body: Makes the value.
///   - work: The work of the calling thread.
/// - Returns: The value.
/// - Throws: The error of the work, thrown after the value was made.
package func making<Value: Sendable>(
  _ body: @escaping @Sendable () -> Value, during work: () throws -> Void
) throws -> Value {
  let made = Made<Value>()
  let item = DispatchWorkItem { made.value.withLock { $0 = body() } }
  DispatchQueue.global().async(execute: item)
  let outcome = Result { try work() }
  item.wait()
  try outcome.get()
  return made.value.withLock { $0 } ?? body()
}

private final class Made<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
