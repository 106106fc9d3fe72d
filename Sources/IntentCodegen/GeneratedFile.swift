public import Messages

/// A file that the generator made: a name and the whole text.
public struct GeneratedFile: Sendable, Hashable {
  /// The name of the file, without a folder.
  public var name: String

  /// The text, with a line break at its end.
  public var text: String

  /// Makes a file.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// Who can see generated declarations.
public enum GeneratedAccess: String, Sendable, Hashable, CaseIterable, Codable {
  case `public`, `package`, `internal`

  /// The modifier with a space behind it; nothing for what Swift assumes anyway.
  var modifier: String { self == .internal ? "" : rawValue + " " }
}

/// Names and imports of generated code that a person has chosen.
public struct GeneratedNaming: Sendable, Hashable {
  /// The names of generated types by the names of the intents, enums and types that they come from.
  ///
  /// A name that is taken, or that is a keyword, gets the spelling that it would get in a definition.
  public var names: [String: String]

  /// Modules that are imported besides those that the code needs.
  public var imports: [String]

  /// Makes the names and imports; by default the definition's names, and no other module.
  public init(names: [String: String] = [:], imports: [String] = []) {
    self.names = names
    self.imports = imports
  }

  /// Whether a text is a name that Swift takes as it is.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && SwiftName.identifier(text) == text
  }

  /// The chosen name, else the usual one.
  func name(of original: String, usual: String) -> String { names[original] ?? usual }
}

/// Something of a definition that generated code cannot carry over, with what to do about it.
public struct GenerationFinding: Sendable, Hashable, CustomStringConvertible {
  /// The intent, enum or type, and the parameter or case in it.
  public var subject: String

  /// What is lost or changed, as one sentence.
  public var message: Message

  /// What to do about it, as one sentence.
  public var remedy: Message

  /// Makes a finding.
  public init(subject: String, message: Message, remedy: Message) {
    self.subject = subject
    self.message = message
    self.remedy = remedy
  }

  /// Subject, message and remedy.
  public var line: Message {
    .notCarriedOver(subject: subject, loss: message, remedy: remedy)
  }

  /// Subject, message and remedy in English.
  public var description: String { line.text() }
}
