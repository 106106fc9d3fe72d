import CJSONC
import Synchronization

/// Counts the json-c objects that are watched and released.
///
/// json-c calls a function when it frees an object. `watch(_:)` sets this function on every object
/// of a tree; each object retains the ledger until it is freed.
final class ReleaseLedger: Sendable {
  private let counts = Mutex((made: 0, released: 0))

  var made: Int { counts.withLock { $0.made } }
  var released: Int { counts.withLock { $0.released } }

  /// Counts every object in a tree as made now, and as released when json-c frees it.
  func watch(_ object: OpaquePointer?) {
    guard let object else { return }
    counts.withLock { $0.made += 1 }
    json_object_set_userdata(object, Unmanaged.passRetained(self).toOpaque()) { _, ledger in
      guard let ledger else { return }
      let watching = Unmanaged<ReleaseLedger>.fromOpaque(ledger).takeRetainedValue()
      watching.counts.withLock { $0.released += 1 }
    }
    switch json_object_get_type(object) {
    case json_type_array: watchElements(of: object)
    case json_type_object: watchMembers(of: object)
    default: break
    }
  }

  private func watchElements(of object: OpaquePointer) {
    for index in 0..<json_object_array_length(object) {
      watch(json_object_array_get_idx(object, index))
    }
  }

  private func watchMembers(of object: OpaquePointer) {
    var entry = json_object_get_object(object)?.pointee.head
    while let current = entry {
      watch(OpaquePointer(current.pointee.v))
      entry = current.pointee.next
    }
  }
}
