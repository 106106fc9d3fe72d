import CJSONC

/// The members of an object, by their places in its shape, for a rule about all of them.
///
/// It is lent to the rule for the length of a call and cannot be kept.
package struct JSONMembers: ~Copyable {
  private let values: UnsafeBufferPointer<OpaquePointer?>

  init(_ values: UnsafeBufferPointer<OpaquePointer?>) {
    self.values = values
  }

  /// Whether the member is there.
  package func isPresent(_ place: Int) -> Bool {
    values[place] != nil
  }

  /// The whole number of a member; nil where there is none.
  package func integer(_ place: Int) -> Int? {
    guard let value = values[place], json_object_get_type(value) == json_type_int else {
      return nil
    }
    return Int(json_object_get_int64(value))
  }

  /// Whether the member is a text that is not empty.
  package func hasText(_ place: Int) -> Bool {
    guard let value = values[place], json_object_get_type(value) == json_type_string else {
      return false
    }
    return json_object_get_string_len(value) > 0
  }
}
