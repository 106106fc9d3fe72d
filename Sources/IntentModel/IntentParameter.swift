/// One parameter of an intent: a typed question with a label, and when to ask it.
public struct IntentParameter: Sendable, Hashable {
  /// The name, which is the key in JSON and the identity in a draft.
  public var name: String

  /// The number that identifies the parameter in its intent and survives renames.
  public var tag: Int?

  /// Whether the tag stands in the definition; false where a rule gave it, as to JSON without tags.
  ///
  /// Two parameters that differ in it only are equal.
  public var isTagWritten: Bool {
    get { tagOrigin.isWritten }
    set { tagOrigin.isWritten = newValue }
  }

  /// The tag by which the parameter is known again in another definition; nil where none is written.
  public var identifyingTag: Int? { isTagWritten ? tag : nil }

  private var tagOrigin = TagOrigin()

  /// The label people see.
  public var displayName: LocalizedText

  /// The place in the order of rows, ascending; a parameter without one is not shown.
  public var displayPriority: Int?

  /// What values the parameter takes, with the bounds and the default of that type.
  public var type: ParameterType

  /// Whether people can edit the parameter; only such a parameter has a row.
  public var isConfigurable: Bool

  /// Whether Siri can ask for the value.
  public var supportsResolution: Bool

  /// Where the choices come from.
  public var options: OptionsSupport

  /// Whether the parameter holds several values.
  public var supportsMultipleValues: Bool

  /// Whether the number of values is limited by family; without it an array has no limit.
  public var hasFixedSize: Bool

  /// The sizes by family; only in force together with `hasFixedSize`.
  public var arraySizes: ArraySizes?

  /// The parent parameter and the condition under which this parameter is shown.
  public var relationship: ParameterRelationship?

  /// The text shown in an empty field.
  public var placeholder: LocalizedText

  /// The prompts, of which the one of type `Configuration` is shown while editing.
  public var promptDialogs: [PromptDialog]

  /// Keys of the parameter that the model does not know.
  public var extras: DefinitionExtras

  /// Keys of the parameter's metadata that the model does not know.
  public var metadataExtras: DefinitionExtras

  /// Makes a parameter; only name and type are required.
  public init(
    name: String, type: ParameterType, tag: Int? = nil, displayName: LocalizedText = .none,
    displayPriority: Int? = nil, isConfigurable: Bool = false, supportsResolution: Bool = false,
    options: OptionsSupport = .none, supportsMultipleValues: Bool = false,
    hasFixedSize: Bool = false, arraySizes: ArraySizes? = nil,
    relationship: ParameterRelationship? = nil, placeholder: LocalizedText = .none,
    promptDialogs: [PromptDialog] = [], extras: DefinitionExtras = .none,
    metadataExtras: DefinitionExtras = .none
  ) {
    self.name = name
    self.type = type
    self.tag = tag
    self.displayName = displayName
    self.displayPriority = displayPriority
    self.isConfigurable = isConfigurable
    self.supportsResolution = supportsResolution
    self.options = options
    self.supportsMultipleValues = supportsMultipleValues
    self.hasFixedSize = hasFixedSize
    self.arraySizes = arraySizes
    self.relationship = relationship
    self.placeholder = placeholder
    self.promptDialogs = promptDialogs
    self.extras = extras
    self.metadataExtras = metadataExtras
  }

  /// The label people see, or the name where there is none.
  public var label: String {
    guard let text = displayName.text, !text.isEmpty else { return name }
    return text
  }

  /// The prompt for the configuration form; nil where the definition has none of its own.
  ///
  /// - Parameter value: The case that is chosen, for which a translation may have a prompt of its own.
  public func configurationPrompt(for value: IntentValue? = nil) -> String? {
    guard let dialog = promptDialogs.first(where: { $0.kind == "Configuration" }) else {
      return nil
    }
    if case .enumeration(let name)? = value, let text = dialog.caseTexts[name] { return text }
    return dialog.formatString.text
  }

  /// The greatest number of values in a family: 1 for a single value, nil for no limit.
  public func maximumCount(for family: WidgetFamily) -> Int? {
    guard supportsMultipleValues else { return 1 }
    guard hasFixedSize else { return nil }
    return (arraySizes ?? ArraySizes(entries: [])).maximum(for: family)
  }
}

/// Where a tag comes from, which does not tell two parameters apart.
private struct TagOrigin: Sendable, Hashable {
  var isWritten = true

  static func == (lhs: TagOrigin, rhs: TagOrigin) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// Where the choices of a parameter come from.
public enum OptionsSupport: Sendable, Hashable {
  /// There is no list, or it is the cases of an enum.
  case none

  /// An options provider is asked; a searchable one answers while the user types.
  case dynamic(searchable: Bool)

  /// Whether an options provider is asked.
  public var isDynamic: Bool { self != .none }

  /// Whether the provider is asked again for each search term.
  public var isSearchable: Bool { self == .dynamic(searchable: true) }
}

/// One prompt of a parameter.
public struct PromptDialog: Sendable, Hashable {
  /// When the prompt is used: `Primary`, `Configuration`, `Confirmation` and others; as written.
  public var kind: String?

  /// Whether the text is the definition's own and not the system's.
  public var isCustom: Bool

  /// The text, in which `${name}` stands for the value of a parameter.
  public var formatString: LocalizedText

  /// The translations of the prompt for single cases of the parameter's enum, by the name of the case.
  ///
  /// They come from string tables only; a definition has one text for all cases.
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
  /// The keys under which a string table may hold the prompt once for each case of an enum.
  ///
  /// Where a prompt names the value of its own enum parameter, Xcode writes no entry for the prompt
  /// but one for each case: the identifier of the prompt, a dash, and the identifier of the text of
  /// the case, as the tables of public projects show.
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
