/// How a name that was given differs from the type name of an intent that it otherwise names.
public enum IntentNameMismatch: Sendable, Hashable {
  /// A namespace or a module stands before the name, with a point.
  case qualified(String)

  /// Another class prefix, or one where the intent has none, or none where it has one.
  case classPrefix(found: String, expected: String)

  /// The name of the intent in its definition, which is not that of its type.
  case definitionName

  /// The difference between a name and an intent; nil where they are equal or have nothing in common.
  public init?(name: String, intent: IntentDefinition) {
    let typeName = intent.typeName
    guard name != typeName, name.utf8.count <= 400 else { return nil }
    if let point = name.lastIndex(of: "."), point > name.startIndex {
      let last = String(name[name.index(after: point)...])
      guard last == typeName || Self(name: last, intent: intent) != nil else { return nil }
      self = .qualified(String(name[..<point]))
      return
    }
    if name == intent.name || name == (intent.classPrefix ?? "") + intent.name {
      self = .definitionName
      return
    }
    let base = intent.name + "Intent"
    let own = typeName.hasSuffix(base) ? typeName.dropLast(base.count) : ""
    guard name.hasSuffix(base) else { return nil }
    let found = name.dropLast(base.count)
    guard Self.isPrefix(found), found != own else { return nil }
    self = .classPrefix(found: String(found), expected: String(own))
  }

  /// Whether a text can be a class prefix: nothing, or up to eight capital letters and digits.
  private static func isPrefix(_ text: Substring) -> Bool {
    text.utf8.count <= 8
      && text.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
  }
}
