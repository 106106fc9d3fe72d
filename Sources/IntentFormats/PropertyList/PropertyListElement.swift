/// The elements of an XML property list.
package enum PropertyListElement: String, Sendable, Hashable, CaseIterable {
  case plist, dict, array, key, string, integer, real, data, date
  case `true`, `false`

  /// Whether the element holds other elements, and no text.
  var isContainer: Bool {
    switch self {
    case .plist, .dict, .array: true
    default: false
    }
  }
}
