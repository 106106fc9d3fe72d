/// A parameter of an intent: its type, its label, and the condition under which it is shown.
public struct ParameterDefinition: Sendable, Hashable {
  /// The name, which is the key in JSON and the identity in a draft.
  public var name: String

  /// The number that identifies the parameter within its intent and survives renames.
  public var tag: Int? {
    get { numbering.tag }
    set { numbering.tag = newValue }
  }

  /// Whether the tag is written in the definition; false if it was generated, as for JSON without
  /// tags.
  ///
  /// Parameters with the same tag are equal, regardless of the origin of the tag.
  public var isTagWritten: Bool {
    get { numbering.isWritten }
    set { numbering.isWritten = newValue }
  }

  /// The tag that identifies the parameter in another definition; nil if no tag is written.
  public var identifyingTag: Int? { isTagWritten ? tag : nil }

  /// Whether the system knows the parameter only by its name, as in App Intents.
  ///
  /// Parameters with the same name are equal, regardless of how they are known.
  package var isKnownByName: Bool {
    get { numbering.isKnownByName }
    set { numbering.isKnownByName = newValue }
  }

  private var numbering: ParameterNumbering

  /// The label that users see.
  public var displayName: LocalizedText

  /// The purpose of the parameter; only App Intents state it.
  public var description: LocalizedText

  /// The position in the ascending order of rows; a parameter without one is not shown.
  public var displayPriority: Int?

  /// The type of the values, with its bounds and its default.
  public var type: ParameterType

  /// The type of a value in Swift, if it is not the usual one for its kind, such as `Int64`, `Date` or
  /// `AttributedString`.
  ///
  /// Only App Intents state it; without it, a whole number is an `Int`, and a date `DateComponents`.
  public var swiftType: String?

  /// Whether users can edit the parameter; otherwise it has no row.
  public var isConfigurable: Bool

  /// Whether Siri can ask for the value.
  public var supportsResolution: Bool

  /// The source of the choices.
  public var options: OptionsSupport

  /// The Swift type that provides the choices of an App Intent's parameter, if known.
  public var provider: String?

  /// The other parameters on which the choices depend, if they are not the parents.
  public var dependencies: [String]

  /// The default of an array, if the default does not have exactly one element; otherwise empty.
  ///
  /// Only App Intents state it; an array of an intent definition has the default of its type.
  public var defaultList: [IntentValue]

  /// Whether the intent needs a value: its type in Swift is not optional, and there is no default.
  ///
  /// Only App Intents state it; no parameter of an intent definition is required.
  public var isRequired: Bool

  /// Whether the parameter has a default that could not be read, such as a constant of the app.
  ///
  /// If there is also no answer, the effective value is unknown.
  public var isDefaultUnknown = false

  /// Whether the parameter holds several values.
  public var supportsMultipleValues: Bool

  /// Whether the number of values is limited by family; otherwise an array has no limit.
  public var hasFixedSize: Bool

  /// The sizes by family; only in effect if `hasFixedSize` is true.
  public var arraySizes: ArraySizes?

  /// The parent parameter and the condition under which this parameter is shown.
  public var relationship: ParameterRelationship?

  /// The text shown in an empty field.
  public var placeholder: LocalizedText

  /// The prompts; that of the kind ``PromptDialog/configuration`` is shown while editing.
  public var promptDialogs: [PromptDialog]

  /// Keys of the parameter that the model does not know.
  public var extras: DefinitionExtras

  /// Keys of the parameter's metadata that the model does not know.
  public var metadataExtras: DefinitionExtras

  /// Makes a parameter; only name and type are required.
  ///
  /// Without a display priority it has no row; ``ParameterDeclaration`` sets a priority.
  public init(
    name: String, type: ParameterType, tag: Int? = nil, displayName: LocalizedText = .none,
    description: LocalizedText = .none, displayPriority: Int? = nil, isConfigurable: Bool = true,
    supportsResolution: Bool = false, options: OptionsSupport = .none, provider: String? = nil,
    dependencies: [String] = [], defaultList: [IntentValue] = [], isRequired: Bool = false,
    supportsMultipleValues: Bool = false,
    hasFixedSize: Bool = false, arraySizes: ArraySizes? = nil,
    relationship: ParameterRelationship? = nil, placeholder: LocalizedText = .none,
    promptDialogs: [PromptDialog] = [], extras: DefinitionExtras = .none,
    metadataExtras: DefinitionExtras = .none
  ) {
    self.name = name
    self.type = type
    numbering = ParameterNumbering(tag: tag)
    self.displayName = displayName
    self.description = description
    self.displayPriority = displayPriority
    self.isConfigurable = isConfigurable
    self.supportsResolution = supportsResolution
    self.options = options
    self.provider = provider
    self.dependencies = dependencies
    self.defaultList = defaultList
    self.isRequired = isRequired
    self.supportsMultipleValues = supportsMultipleValues
    self.hasFixedSize = hasFixedSize
    self.arraySizes = arraySizes
    self.relationship = relationship
    self.placeholder = placeholder
    self.promptDialogs = promptDialogs
    self.extras = extras
    self.metadataExtras = metadataExtras
  }

  /// The label that users see, or the name if there is none.
  public var label: String {
    guard let text = displayName.text, !text.isEmpty else { return name }
    return text
  }

  /// The prompt for the configuration form; nil if the definition has none.
  ///
  /// - Parameter value: The chosen case; a translation can have a separate prompt for it.
  public func configurationPrompt(for value: IntentValue? = nil) -> String? {
    guard let dialog = promptDialogs.first(where: { $0.kind == PromptDialog.configuration }) else {
      return nil
    }
    if case .enumeration(let name)? = value, let text = dialog.caseTexts[name] { return text }
    return dialog.formatString.text
  }

  /// The maximum number of values in a family: 1 for a single value, nil for no limit.
  public func maximumCount(for family: WidgetFamily) -> Int? {
    guard supportsMultipleValues else { return 1 }
    guard hasFixedSize else { return nil }
    let maximum = (arraySizes ?? ArraySizes(entries: [])).maximum(for: family)
    return maximum == .max ? nil : maximum
  }

  /// The maximum number of values in an unknown family without a stated size; nil for no limit.
  package var maximumCountOfOthers: Int? {
    guard supportsMultipleValues else { return 1 }
    let size = hasFixedSize ? arraySizes?.sizeOfOthers : nil
    return size == .max ? nil : size
  }

  /// The families whose sizes a definition states or the system knows: the known families, and the
  /// families that the sizes name.
  package var sizedFamilies: [WidgetFamily] {
    WidgetFamily.allCases.including(arraySizes?.families ?? [])
  }

  /// The minimum number of values in a family; nil for none.
  ///
  /// A widget of App Intents reportedly stays a placeholder if an array has too few values.
  public func minimumCount(for family: WidgetFamily) -> Int? {
    guard supportsMultipleValues else { return nil }
    return arraySizes?.minimum(for: family)
  }
}

/// The tag that identifies a parameter or a property, and its origin, which makes no difference.
struct ParameterNumbering: Sendable, Hashable {
  var tag: Int?
  @Uncompared var isWritten = true
  @Uncompared var isKnownByName = false
}

/// The source of a parameter's choices.
public enum OptionsSupport: Sendable, Hashable {
  /// There is no list, or it has the cases of an enum.
  case none

  /// An options provider returns the choices; if searchable, it responds while the user types.
  case dynamic(searchable: Bool)

  /// Whether an options provider returns the choices.
  public var isDynamic: Bool { self != .none }

  /// Whether the provider gets a new request for each search term.
  public var isSearchable: Bool { self == .dynamic(searchable: true) }
}

/// A prompt of a parameter.
public struct PromptDialog: Sendable, Hashable {
  /// The kind of the prompt in a widget's form.
  package static let configuration = "Configuration"

  /// The use of the prompt: `Primary`, `Configuration`, `Confirmation` or another word, as written.
  public var kind: String?

  /// Whether the text comes from the definition and not from the system.
  public var isCustom: Bool

  /// The text; `${name}` is replaced by the value of a parameter.
  public var formatString: LocalizedText

  /// The translations of the prompt for cases of the parameter's enum, by the name of the case.
  ///
  /// They come only from string tables; a definition has one text for all cases.
  public private(set) var caseTexts: [String: String] = [:]

  /// Keys of the prompt that the model does not know.
  public var extras: DefinitionExtras

  /// Makes a prompt.
  public init(
    kind: String?, isCustom: Bool = false, formatString: LocalizedText = .none,
    extras: DefinitionExtras = .none
  ) {
    self.kind = kind
    self.isCustom = isCustom
    self.formatString = formatString
    self.extras = extras
  }
}

extension PromptDialog {
  /// The keys under which a string table can have the prompt for each case of an enum.
  ///
  /// If a prompt contains the value of its enum parameter, Xcode writes one entry for each case
  /// instead of an entry for the prompt. The key is the identifier of the prompt, a dash, and the
  /// identifier of the case's text, as in the string tables of public projects.
  public func caseKeys(of enumeration: IntentEnum) -> [(item: IntentEnum.Case, key: String)] {
    guard let id = formatString.id else { return [] }
    return enumeration.cases.compactMap { item in
      item.displayName.id.map { (item, "\(id)-\($0)") }
    }
  }

  func localized(
    for enumeration: IntentEnum?, by translate: (String) -> String?
  ) -> PromptDialog {
    var copy = self
    copy.formatString = formatString.localized(by: translate)
    let keys = enumeration.map(caseKeys(of:)) ?? []
    for (item, key) in keys {
      if let text = translate(key) { copy.caseTexts[item.name] = text }
    }
    return copy
  }
}
