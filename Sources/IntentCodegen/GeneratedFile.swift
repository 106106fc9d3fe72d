import DefinitionFormats
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

  static let mark = String(StringCatalogFile.generatedComment.prefix { $0 != "." })
  static let markOfXcode = "automatically generated"

  /// Marks of generated code; one of them is in the first lines of every file of it.
  package static let marks = [mark, markOfXcode]
}

/// The access level of generated declarations.
public enum GeneratedAccess: String, Sendable, Hashable, CaseIterable, Codable {
  /// For all modules.
  case `public`
  /// For the modules of the same package.
  case `package`
  /// For the same module.
  case `internal`

  /// The modifier and a space; empty for the default access level.
  var modifier: String { self == .internal ? "" : rawValue + " " }
}

extension IntentDefinition {
  /// Whether people can use the intent in Shortcuts, either now or after a change to the
  /// definition.
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
  /// A name that is already in use, or that is a keyword, is changed in the same way as a name in a
  /// definition.
  public var names: [String: String]

  /// Modules to import in addition to the modules that the code needs.
  public var imports: [String]

  /// Makes a choice; by default, the definition's names and no additional modules.
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
  /// The class of an intent, such as `UpNextIntent`, also refers to the intent `UpNext`.
  package func resolved(
    in definition: IntentDefinitionFile
  ) -> (naming: GeneratedNaming, unknown: [String]) {
    let known = Set(Self.originals(of: definition))
    let classes = Dictionary(firsts: definition.intents.map { ($0.typeName, $0.name) })
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

  /// The replaceable names in a definition: those of its intents, enums and types.
  package static func originals(of definition: IntentDefinitionFile) -> [String] {
    definition.intents.map(\.name) + definition.enums.map(\.name) + definition.types.map(\.name)
  }

  /// The chosen name, or the usual one.
  func name(of original: String, usual: String) -> String { names[original] ?? usual }
}

/// Something in a definition that generated code cannot carry over, with a remedy.
public struct GenerationFinding: Sendable, Hashable, CustomStringConvertible {
  /// The kinds of losses; the raw values are stable.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A definition does not contain the code of an action, so the app must provide it.
    case action
    /// For a text in the definition's own language, a table has a different text than the
    /// definition.
    case baseText = "base-text"
    /// An action has a parameter with the name of the method that the app would write.
    case actionNameTaken = "action-name-taken"
    /// A default text is not translated in App Intents.
    case defaultText = "default-text"
    /// A duration in App Intents cannot have a range.
    case durationRange = "duration-range"
    /// An entity cannot hold a property of this type, so the property is left out.
    case entityProperty = "entity-property"
    /// The kinds of files are not carried over.
    case fileKinds = "file-kinds"
    /// A parameter summary cannot express a condition, so the row is always shown.
    case inexpressibleCondition = "inexpressible-condition"
    /// A name cannot be written in the language, or two names become the same.
    case inexpressibleName = "inexpressible-name"
    /// A type cannot be written: the parameter is left out, or gets a type that may not find what
    /// the system has stored.
    case inexpressibleType = "inexpressible-type"
    /// A list, or a parameter with its own provider, cannot have a range, a unit or a style; a list
    /// with sizes cannot limit the cases of its enum.
    case listDetails = "list-details"
    /// A list of plain values cannot send a search term to the app.
    case listSearch = "list-search"
    /// A size is left out, because the list has its own provider or the code cannot name the family.
    case listSize = "list-size"
    /// An intent is not for widgets, so it is left out.
    case notForWidgets = "not-for-widgets"
    /// People type an object without options as text, but the entity that replaces it needs a
    /// query.
    case objectQuery = "object-query"
    /// An action returns something that an App Intent cannot return.
    case output
    /// App Intents has no literal for a default, so the default is left out.
    case lostDefault = "lost-default"
    /// The value of a parameter for a place can arrive empty after the migration.
    case place
    /// Prompts and responses are left out.
    case prompts
    /// A speakable string loses its pronunciation.
    case pronunciation
    /// A sentence is left out, because no summary shows all of its parameters.
    case sentence
    /// A sentence has a translation for each value of a parameter, but a summary has only one.
    case sentenceCases = "sentence-cases"
    /// The translations of a sentence have a different key than the summary.
    case sentenceKey = "sentence-key"
    /// A whole number in App Intents cannot have a slider, so it gets a stepper.
    case slider
    /// The language of the definition is unknown, so the catalog assumes one.
    case sourceLanguage = "source-language"
    /// A text has a word that the App Store refuses in App Intents.
    case storeWord = "store-word"
    /// The intent is one of the system's own, so it is left out.
    case systemIntent = "system-intent"
    /// An App Intent gets a new name, because the definition names only the class that it replaces.
    case renamedType = "renamed-type"
    /// The conditions need too many summaries, so each row is always shown.
    case tooManySummaries = "too-many-summaries"
    /// A text has two translations in one language, and the first is kept.
    case twoTranslations = "two-translations"
    /// A default of App Intents was not read, so it is left out.
    case unreadDefault = "unread-default"
    /// This program does not know the unit of a quantity, so it uses the standard unit.
    case unknownUnit = "unknown-unit"
  }

  /// The kind of the loss.
  public var code: Code

  /// The intent, enum or type, and the parameter or case inside it; for a catalog, the definition or
  /// a text.
  public var subject: String

  /// The loss or the change, as one sentence.
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

  /// The subject of a finding about a part of an intent or a type.
  package static func subject(_ owner: String, _ part: String) -> String { "\(owner).\(part)" }

  /// Subject, message and remedy.
  public var line: Message {
    "\(subject): \(message) \(remedy)"
  }

  /// Subject, message and remedy in English.
  public var description: String { line.text() }
}

extension SiriDetails {
  /// The combinations of the action, or Siri's suggestions if there are none, as in Xcode 10 files.
  var ownCombinations: [Combination] {
    let own = combinations.filter(\.isOfAction)
    return own.isEmpty ? combinations : own
  }
}
