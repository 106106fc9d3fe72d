/// The keys that an article contains neither as code nor as strings of JSON.
package func missing(_ keys: [String], from article: String) -> [String] {
  keys.filter { !article.contains("`\($0)`") && !article.contains("\"\($0)\"") }
}

/// The raw values of all cases of a type.
package func words<Key: CaseIterable & RawRepresentable<String>>(_: Key.Type) -> [String] {
  Key.allCases.map(\.rawValue)
}
