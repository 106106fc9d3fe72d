import Messages

/// How a given name differs from the type name of the intent that it probably means.
public enum IntentNameMismatch: Sendable, Hashable, Codable {
  /// The name is preceded by a namespace or a module, and a dot.
  case qualified(String)

  /// The class prefix is different, superfluous or missing.
  case classPrefix(found: String, expected: String)

  /// The name is the intent's name in the definition, with or without the class prefix, instead of
  /// its type name.
  case definitionName

  /// How a name differs from that of an intent; nil if they are equal or unrelated.
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
    let base = intent.name + IntentDefinition.suffix
    let own = typeName.hasSuffix(base) ? typeName.dropLast(base.count) : ""
    guard name.hasSuffix(base) else { return nil }
    let found = name.dropLast(base.count)
    guard Self.isPrefix(found), found != own else { return nil }
    self = .classPrefix(found: String(found), expected: String(own))
  }

  /// Whether a text can be a class prefix: empty, or a few capital letters and digits.
  private static func isPrefix(_ text: Substring) -> Bool {
    text.utf8.count <= 8 && text.utf8.allSatisfy { $0.isCapital || $0.isDigit }
  }
}
