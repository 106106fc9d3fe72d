/// A parameter of an intent: its type, its label, and the condition under which it is shown.
public struct ParameterDefinition: Sendable, Hashable {
  /// The name, which is the key in JSON and the identity in a draft.
  public var name: String

  /// The number that identifies the parameter within its intent and survives renames.
  public var tag: Int? {
    get { numbering.tag }
    set { numbering.tag = newValue }
  }

  /// Whether the definition states the tag; false if it was generated, as for JSON without tags.
  ///
  /// Comparing parameters ignores where the tag comes from.
  public var isTagWritten: Bool {
    get { numbering.isWritten }
    set { numbering.isWritten = newValue }
  }

  /// The tag that identifies the parameter in another definition; nil if the definition states
  /// none.
  public var identifyingTag: Int? { isTagWritten ? tag : nil }

  /// Whether the system knows the parameter only by its name, as in App Intents.
  ///
  /// `==` ignores this property.
  package var isKnownByName: Bool {
    get { numbering.isKnownByName }
    set { numbering.isKnownByName = newValue }
  }

  private var numbering: ParameterNumbering

  /// The label that users see.
  public var displayName: LocalizedText

  /// The purpose of the parameter; only App Intents define it.
  public var description: LocalizedText

  /// The number by which the rows are ordered, lowest first; a parameter without a number is not
  /// shown.
  public var displayPriority: Int?

  /// The type of the values, with its bounds and its default.
  public var type: ParameterType

  /// The Swift type of a value, such as `Int64`, `Date` or `AttributedString`, if it is not the
  /// standard one for its kind.
  ///
  /// Only App Intents define it; otherwise a whole number is an `Int`, and a date is
  /// `DateComponents`.
  public var swiftType: String?

  /// Whether users can edit the parameter; if not, it has no row.
  public var isConfigurable: Bool

  /// Whether Siri can ask for the value.
  public var supportsResolution: Bool

  /// Where the choices come from.
  public var options: OptionsSupport

  /// The Swift type that provides the choices for a parameter of an App Intent, if known.
  public var provider: String?

  /// The other parameters on which the choices depend, if these are not the parents.
  public var dependencies: [String]

  /// The elements of an array's default if there are several; empty if there is one, or none.
  ///
  /// Only App Intents define it; the default of an array in an intent definition is the default of
  /// its type.
  public var defaultList: [IntentValue]

  /// Whether the intent needs a value: the Swift type is not optional, and there is no default.
  ///
  /// Only App Intents define this; no parameter of an intent definition is required.
  public var isRequired: Bool

  /// Whether the parameter has a default that could not be read, such as a constant in the app.
  ///
  /// If there is no answer either, the effective value is unknown.
  public var isDefaultUnknown = false

  /// Whether the parameter holds several values.
  public var supportsMultipleValues: Bool

  /// Whether the number of values is limited by the family; if not, an array has no limit.
  public var hasFixedSize: Bool

  /// The sizes by family; they are in effect only if `hasFixedSize` is true.
  public var arraySizes: ArraySizes?

  /// The parent parameter and the condition under which this parameter is shown.
  public var relationship: ParameterRelationship?

  /// The text shown in an empty field.
  public var placeholder: LocalizedText

  /// The prompts; the prompt of the kind ``PromptDialog/configuration`` is shown while the
  /// parameter is edited.
  public var promptDialogs: [PromptDialog]

  /// The keys of the parameter that are unknown to the model.
  public var extras: DefinitionExtras

  /// The keys of the parameter's metadata that are unknown to the model.
  public var metadataExtras: DefinitionExtras

  /// Makes a parameter; only the name and the type are required.
  ///
  /// Without a display priority, it has no row; ``ParameterDeclaration`` sets a priority.
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
  /// - Parameter value: The chosen case, for which a translation can have a separate prompt.
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

  /// The maximum number of values in an unknown family whose size is not stated; nil for no limit.
  package var maximumCountOfOthers: Int? {
    guard supportsMultipleValues else { return 1 }
    let size = hasFixedSize ? arraySizes?.sizeOfOthers : nil
    return size == .max ? nil : size
  }

  /// The families for which a size is known: the known families, and those with a stated size.
  package var sizedFamilies: [WidgetFamily] {
    WidgetFamily.allCases.including(arraySizes?.families ?? [])
  }

  /// The minimum number of values in a family; nil for none.
  ///
  /// According to reports, a widget with App Intents stays a placeholder if an array has too few
  /// values.
  public func minimumCount(for family: WidgetFamily) -> Int? {
    guard supportsMultipleValues else { return nil }
    return arraySizes?.minimum(for: family)
  }
}

/// The tag of a parameter or a property, and two facts that `==` ignores.
struct ParameterNumbering: Sendable, Hashable {
  var tag: Int?
  @Uncompared var isWritten = true
  @Uncompared var isKnownByName = false
}

/// Where a parameter's choices come from.
public enum OptionsSupport: Sendable, Hashable {
  /// There is no list, or the list consists of the cases of an enum.
  case none

  /// An options provider returns the choices; if `searchable` is true, it is asked again while the
  /// user types.
  case dynamic(searchable: Bool)

  /// Whether an options provider returns the choices.
  public var isDynamic: Bool { self != .none }

  /// Whether the provider gets a new request for each search term.
  public var isSearchable: Bool { self == .dynamic(searchable: true) }
}

/// A prompt of a parameter.
public struct PromptDialog: Sendable, Hashable {
  /// The kind of the prompt that a widget's form shows.
  package static let configuration = "Configuration"

  /// The use of the prompt: `Primary`, `Configuration`, `Confirmation` or another word, as written.
  public var kind: String?

  /// Whether the text comes from the definition rather than from the system.
  public var isCustom: Bool

  /// The text; `${name}` is replaced by the value of a parameter.
  public var formatString: LocalizedText

  /// The translations of the prompt for cases of the parameter's enum, by case name.
  ///
  /// They come only from string tables; a definition has one text for all cases.
  public private(set) var caseTexts: [String: String] = [:]

  /// The keys of the prompt that are unknown to the model.
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
  /// The keys under which a string table can contain the prompt for each case of an enum.
  ///
  /// If a prompt contains the value of its enum parameter, Xcode writes an entry for each case
  /// instead of one for the prompt. The key consists of the identifier of the prompt, a dash, and
  /// the identifier of the case's text, as in the string tables of public projects.
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
