package import IntentModel
public import Messages

/// A generated file: its name and its full text.
public struct GeneratedFile: Sendable, Hashable {
  /// The name of the file, without a folder.
  public var name: String

  /// The text, which ends with a line break.
  public var text: String

  /// Makes a file.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// The access level of generated declarations.
public enum GeneratedAccess: String, Sendable, Hashable, CaseIterable, Codable {
  case `public`, `package`, `internal`

  /// The modifier and a space; empty for the default access level.
  var modifier: String { self == .internal ? "" : rawValue + " " }
}

extension IntentDefinition {
  /// Whether the intent is one of Apple's own, which have no class in an app.
  package var isOfSystem: Bool { kind == "System" }

  /// Whether people can use the intent in Shortcuts, now or with a change of the definition.
  var isMeantAsAction: Bool { isConfigurable || !isEligibleForWidgets }

  /// Whether the intent becomes an App Intent.
  ///
  /// - Parameter includesActions: Whether intents that are not for widgets become actions.
  func isAppIntent(withActions includesActions: Bool) -> Bool {
    isEligibleForWidgets || includesActions && !isOfSystem
  }
}

/// The user's choice of names and imports for generated code.
public struct GeneratedNaming: Sendable, Hashable {
  /// The names of generated types, by the names of their intents, enums and types.
  ///
  /// A name that is already used or is a keyword is changed as a definition's name would be.
  public var names: [String: String]

  /// Modules to import in addition to those that the code needs.
  public var imports: [String]

  /// Makes a choice; by default the definition's names, and no additional module.
  public init(names: [String: String] = [:], imports: [String] = []) {
    self.names = names
    self.imports = imports
  }

  /// Whether a text is a valid Swift name without changes.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && SwiftName.identifier(text) == text
  }

  /// The choice for a definition, and the chosen names that match nothing in the definition.
  ///
  /// The class of an intent, such as `UpNextIntent`, means the intent `UpNext`.
  package func resolved(
    in definition: IntentDefinitionFile
  ) -> (naming: GeneratedNaming, unknown: [String]) {
    let known = Set(Self.originals(of: definition))
    let classes = Dictionary(
      definition.intents.map { ($0.typeName, $0.name) }, uniquingKeysWith: { first, _ in first })
    var naming = self
    var unknown: [String] = []
    for original in names.keys.sorted() where !known.contains(original) {
      let name = naming.names.removeValue(forKey: original)
      guard let own = classes[original] else {
        unknown.append(original)
        continue
      }
      if naming.names[own] == nil { naming.names[own] = name }
    }
    return (naming, unknown)
  }

  /// The names in a definition that can be replaced: those of its intents, enums and types.
  package static func originals(of definition: IntentDefinitionFile) -> [String] {
    definition.intents.map(\.name) + definition.enums.map(\.name) + definition.types.map(\.name)
  }

  /// The chosen name, or the usual one.
  func name(of original: String, usual: String) -> String { names[original] ?? usual }
}

/// Something in a definition that generated code cannot carry over, with a remedy.
public struct GenerationFinding: Sendable, Hashable, CustomStringConvertible {
  /// What cannot be carried over; the raw values are stable.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    case action
    case baseText = "base-text"
    case actionNameTaken = "action-name-taken"
    case defaultText = "default-text"
    case durationRange = "duration-range"
    case entityProperty = "entity-property"
    case fileKinds = "file-kinds"
    case inexpressibleCondition = "inexpressible-condition"
    case inexpressibleName = "inexpressible-name"
    case inexpressibleType = "inexpressible-type"
    case listDetails = "list-details"
    case listSearch = "list-search"
    case listSize = "list-size"
    case notForWidgets = "not-for-widgets"
    case output
    case place
    case prompts
    case pronunciation
    case sentence
    case sentenceCases = "sentence-cases"
    case sentenceKey = "sentence-key"
    case slider
    case sourceLanguage = "source-language"
    case storeWord = "store-word"
    case systemIntent = "system-intent"
    case tooManySummaries = "too-many-summaries"
    case twoTranslations = "two-translations"
  }

  /// What cannot be carried over.
  public var code: Code

  /// The intent, enum or type, and the parameter or case in it.
  public var subject: String

  /// What is lost or changed, as one sentence.
  public var message: Message

  /// The remedy, as one sentence.
  public var remedy: Message

  /// Makes a finding.
  public init(_ code: Code, subject: String, message: Message, remedy: Message) {
    self.code = code
    self.subject = subject
    self.message = message
    self.remedy = remedy
  }

  /// Subject, message and remedy.
  public var line: Message {
    "\(subject): \(message) \(remedy)"
  }

  /// Subject, message and remedy in English.
  public var description: String { line.text() }
}

extension SiriDetails {
  /// The combinations of the action, or those that Siri suggests if Xcode 10 wrote no others.
  var ownCombinations: [Combination] {
    let own = combinations.filter(\.isOfAction)
    return own.isEmpty ? combinations : own
  }
}
