/// A large value that is stored outside of its container, so that the compiler generates less code
/// for copying the container.
///
/// It is changed in place if nothing else refers to it.
@propertyWrapper
package struct Boxed<Value> {
  /// The value, as the only element.
  private var elements: [Value]

  /// The value.
  package var wrappedValue: Value {
    _read { yield elements[0] }
    _modify { yield &elements[0] }
  }

  package init(wrappedValue: Value) { elements = [wrappedValue] }
}

extension Boxed: Sendable where Value: Sendable {}
extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
