/// A value that is ignored when its container is compared.
@propertyWrapper
package struct Uncompared<Value: Sendable>: Sendable, Hashable {
  /// The value.
  package var wrappedValue: Value

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
