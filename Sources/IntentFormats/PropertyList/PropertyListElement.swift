/// The elements of an XML property list.
package enum PropertyListElement: String, Sendable, Hashable, CaseIterable {
  case plist, dict, array, key, string, integer, real, data, date
  case `true`, `false`
}
