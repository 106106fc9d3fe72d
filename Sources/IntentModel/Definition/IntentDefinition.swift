/// One intent definition document: its intents, enums and object types.
///
/// It has everything that an `.intentdefinition` file contains.
public struct IntentDefinitionFile: Sendable, Hashable {
  /// The intents in file order.
  public var intents: [IntentDefinition] {
    get { indexedIntents.elements }
    _modify { yield &indexedIntents.elements }
  }

  /// The enums in file order.
  public var enums: [IntentEnum] {
    get { indexedEnums.elements }
    _modify { yield &indexedEnums.elements }
  }

  /// The object types in file order.
  public var types: [IntentObjectType] {
    get { indexedTypes.elements }
    _modify { yield &indexedTypes.elements }
  }

  /// The intents that can belong to a widget: those that are eligible for widgets, or all if none
  /// is.
  package var widgetIntents: [IntentDefinition] {
    let eligible = intents.filter(\.isEligibleForWidgets)
    return eligible.isEmpty ? intents : eligible
  }

  private var indexedIntents: Indexed<IntentDefinition, IntentIndex>
  private var indexedEnums: Indexed<IntentEnum, [String: Int]>
  private var indexedTypes: Indexed<IntentObjectType, [String: Int]>

  /// Random characters that distinguish equal names in different files; nil in old files.
  public var namespace: String?

  /// The version of the file format, such as `1.2`.
  public var modelVersion: String?

  /// The operating system build on which the file was saved; it has no effect.
  public var systemVersion: String?

  /// The build of the tool that saved the file; it has no effect.
  public var toolsBuildVersion: String?

  /// The version of the tool that saved the file; it has no effect.
  public var toolsVersion: String?

  /// Where a definition of App Intents comes from; nil for one in Xcode's format.
  public var origin: DefinitionOrigin?

  /// The keys at the root that are unknown to the model.
  public var extras: DefinitionExtras

  /// Makes a document.
  public init(
    intents: [IntentDefinition] = [], enums: [IntentEnum] = [], types: [IntentObjectType] = [],
    namespace: String? = nil, modelVersion: String? = nil, systemVersion: String? = nil,
    toolsBuildVersion: String? = nil, toolsVersion: String? = nil,
    origin: DefinitionOrigin? = nil, extras: DefinitionExtras = .none
  ) {
    indexedIntents = Indexed(intents)
    indexedEnums = Indexed(enums)
    indexedTypes = Indexed(types)
    self.namespace = namespace
    self.modelVersion = modelVersion
    self.systemVersion = systemVersion
    self.toolsBuildVersion = toolsBuildVersion
    self.toolsVersion = toolsVersion
    self.origin = origin
    self.extras = extras
  }

  /// The intent with a name, or with a type name such as `UpNextIntent`; nil if there is none.
  public func intent(named name: String) -> IntentDefinition? {
    let index = indexedIntents.index { IntentIndex($0) }
    return (index.typeNames[name] ?? index.names[name]).map { intents[$0] }
  }

  /// The enum that a reference refers to; nil for a dangling reference and for Apple's own enums.
  public func enumeration(_ reference: TypeReference) -> IntentEnum? {
    guard isOwn(reference.namespace) else { return nil }
    let places = indexedEnums.index { $0.places { $0.name } }
    return places[reference.name].map { enums[$0] }
  }

  /// The enum that a reference refers to, with only the cases that the reference supports.
  func supportedEnumeration(_ reference: TypeReference) -> IntentEnum? {
    guard var found = enumeration(reference), let supported = reference.supportedCases else {
      return enumeration(reference)
    }
    let names = Set(supported)
    found.cases = found.cases.filter { $0.isUnknown || names.contains($0.name) }
    return found
  }

  /// The object type that a reference refers to; nil for a dangling reference and for Apple's own
  /// types.
  public func objectType(_ reference: TypeReference) -> IntentObjectType? {
    guard isOwn(reference.namespace) else { return nil }
    let places = indexedTypes.index { $0.places { $0.name } }
    return places[reference.name].map { types[$0] }
  }

  /// The enum of a type; nil for any other type and for a dangling reference.
  package func enumeration(of type: ParameterType) -> IntentEnum? {
    guard case .enumeration(let reference, _) = type else { return nil }
    return enumeration(reference)
  }

  private func isOwn(_ other: String?) -> Bool {
    other == nil || namespace == nil || other == namespace
  }
}

/// The positions of a document's intents by name; if names are equal, the first one counts.
private struct IntentIndex: Sendable {
  let typeNames: [String: Int]
  let names: [String: Int]

  init(_ intents: [IntentDefinition]) {
    typeNames = intents.places { $0.typeName }
    names = intents.places { $0.name }
  }
}

/// The definition of an intent: its parameters and its purpose.
public struct IntentDefinition: Sendable, Hashable {
  /// The name without the prefix and the ``suffix``, such as `UpNext`.
  public var name: String

  /// The prefix of the generated class; nil or empty if there is none.
  public var classPrefix: String?

  /// The name of the generated class, if it does not consist of the prefix, the name and the
  /// ``suffix``.
  public var className: String?

  /// The title that users see.
  public var title: LocalizedText

  /// The description that users see.
  public var description: LocalizedText

  /// The category, such as `information`; kept as written.
  public var category: String?

  /// The verb, such as `View`; kept as written.
  public var verb: String?

  /// `Custom`, or another word for one of Apple's own intents; kept as written.
  public var kind: String?

  /// The domain of a system intent, such as `Media`.
  public var domain: String?

  /// Whether the intent can configure a widget.
  public var isEligibleForWidgets: Bool

  /// Whether the intent is excluded from suggestions.
  public var isIneligibleForSuggestions: Bool

  /// Whether users can use the intent in Shortcuts; widget intents do not need this.
  public var isConfigurable: Bool

  /// Whether the runtime asks for confirmation before it runs the intent.
  public var isUserConfirmationRequired: Bool

  /// Whether a system intent can be customized.
  public var isCustomizable: Bool

  /// Whether the intent is deprecated.
  public var isDeprecated: Bool

  /// The restriction: 0 for none, 1 for unlocked devices only, 2 for protected data; nil counts as
  /// 0.
  public var restrictions: Int?

  /// The asset that is shown with the intent.
  public var defaultImageName: String?

  /// The parameter that receives the input of a shortcut.
  public var inputParameter: String?

  /// The parameter that represents the whole intent in a shortcut.
  public var keyParameter: String?

  /// The SiriKit class that an App Intent replaces; nil if there is none.
  public var replacedClass: String?

  /// How the system can run the action of an App Intent; empty if the App Intent does not state
  /// this.
  public var supportedModes: [ActionMode] = []

  /// The rows of an App Intent; nil for an intent whose rows depend on parents or are all shown.
  public var summary: RowSummary?

  /// The highest parameter tag that was ever used, because tags are never reused.
  public var lastParameterTag: Int?

  /// The parameters in file order.
  public var parameters: [ParameterDefinition] {
    get { indexedParameters.elements }
    _modify { yield &indexedParameters.elements }
  }

  private var indexedParameters: Indexed<ParameterDefinition, ParameterIndex>

  /// The keys of the intent that are unknown to the model.
  public var extras: DefinitionExtras

  /// Makes an intent definition; only the name is required.
  public init(
    name: String, classPrefix: String? = nil, className: String? = nil,
    title: LocalizedText = .none, description: LocalizedText = .none, category: String? = nil,
    verb: String? = nil, kind: String? = nil, domain: String? = nil,
    isEligibleForWidgets: Bool = false, isIneligibleForSuggestions: Bool = false,
    isConfigurable: Bool = false, isUserConfirmationRequired: Bool = false,
    isCustomizable: Bool = false, isDeprecated: Bool = false, restrictions: Int? = nil,
    defaultImageName: String? = nil, inputParameter: String? = nil, keyParameter: String? = nil,
    replacedClass: String? = nil, summary: RowSummary? = nil,
    lastParameterTag: Int? = nil, parameters: [ParameterDefinition] = [],
    extras: DefinitionExtras = .none
  ) {
    self.name = name
    self.classPrefix = classPrefix
    self.className = className
    self.title = title
    self.description = description
    self.category = category
    self.verb = verb
    self.kind = kind
    self.domain = domain
    self.isEligibleForWidgets = isEligibleForWidgets
    self.isIneligibleForSuggestions = isIneligibleForSuggestions
    self.isConfigurable = isConfigurable
    self.isUserConfirmationRequired = isUserConfirmationRequired
    self.isCustomizable = isCustomizable
    self.isDeprecated = isDeprecated
    self.restrictions = restrictions
    self.defaultImageName = defaultImageName
    self.inputParameter = inputParameter
    self.keyParameter = keyParameter
    self.replacedClass = replacedClass
    self.summary = summary
    self.lastParameterTag = lastParameterTag
    indexedParameters = Indexed(parameters)
    self.extras = extras
  }

  /// The name of the generated type, which is also the name of the intent in JSON.
  public var typeName: String {
    if let className, !className.isEmpty { return className }
    return (classPrefix ?? "") + name + Self.suffix
  }

  /// The end of the names of generated intent classes, unless the definition names the class.
  package static let suffix = "Intent"

  /// The kind of Apple's own intents, and the namespace of Apple's own types.
  fileprivate static let system = "System"

  /// Whether the intent is one of Apple's own, which have no class in an app.
  package var isOfSystem: Bool { kind == Self.system }

  /// The parameter with a name; nil if there is none.
  public func parameter(named name: String) -> ParameterDefinition? {
    places.positions[name].map { parameters[$0] }
  }

  /// The names of the parameters in file order.
  package var parameterNames: [String] { places.names }

  /// The positions of the parameters by name; if names are equal, the first one counts.
  package var positions: [String: Int] { places.positions }

  private var places: ParameterIndex { indexedParameters.index { ParameterIndex($0) } }
}

/// The parameters of an intent, by name.
private struct ParameterIndex: Sendable {
  let names: [String]
  let positions: [String: Int]

  init(_ parameters: [ParameterDefinition]) {
    names = parameters.map(\.name)
    positions = parameters.places { $0.name }
  }
}

/// How the system can run an App Intents action: a member of `IntentModes`, as written in Swift.
public enum ActionMode: String, Sendable, Hashable, CaseIterable {
  /// Without bringing the app to the front.
  case background
  /// The app comes to the front if the system decides so.
  case foreground
  /// The app comes to the front before the action runs.
  case immediate = "foreground(.immediate)"
  /// The app comes to the front if the action asks for that.
  case dynamic = "foreground(.dynamic)"
  /// The app comes to the front before the action ends.
  case deferred = "foreground(.deferred)"

  /// Whether the action can bring the app to the front.
  public var opensApp: Bool { self != .background }
}

/// A reference to an enum or an object type by name and namespace.
public struct TypeReference: Sendable, Hashable {
  /// The name of the enum or type.
  public var name: String

  /// The namespace of the document that defines it; Apple's own types share one namespace.
  public var namespace: String?

  /// The names of the cases that a parameter offers, if it does not offer all cases of its enum;
  /// nil for all.
  ///
  /// Only App Intents have such a list: `supportedValues`.
  public var supportedCases: [String]?

  /// Makes a reference.
  public init(_ name: String, namespace: String? = nil, supportedCases: [String]? = nil) {
    self.name = name
    self.namespace = namespace
    self.supportedCases = supportedCases
  }

  /// Whether it refers to one of Apple's own types, which no file defines.
  public var isSystem: Bool { namespace == IntentDefinition.system }

  /// The class of objects that have no type.
  package static let baseName = "INObject"
}

extension IntentDefinitionFile {
  /// The document with its texts translated; texts without a translation are unchanged.
  ///
  /// - Parameter translate: Looks up an identifier in a string table; returns nil if there is no
  ///   entry.
  public func localized(by translate: (String) -> String?) -> IntentDefinitionFile {
    var copy = self
    copy.intents = intents.map { $0.localized(in: self, by: translate) }
    copy.enums = enums.map { $0.localized(by: translate) }
    copy.types = types.map { $0.localized(by: translate) }
    return copy
  }
}

extension IntentDefinition {
  func localized(
    in file: IntentDefinitionFile, by translate: (String) -> String?
  ) -> IntentDefinition {
    var copy = self
    copy.title = title.localized(by: translate)
    copy.description = description.localized(by: translate)
    copy.summary = summary?.localized(by: translate)
    copy.parameters = parameters.map { $0.localized(in: file, by: translate) }
    return copy
  }
}

extension ParameterDefinition {
  func localized(
    in file: IntentDefinitionFile, by translate: (String) -> String?
  ) -> ParameterDefinition {
    var copy = self
    copy.displayName = displayName.localized(by: translate)
    copy.description = description.localized(by: translate)
    copy.placeholder = placeholder.localized(by: translate)
    copy.type = type.localized(by: translate)
    let enumeration = file.enumeration(of: type)
    copy.promptDialogs = promptDialogs.map { $0.localized(for: enumeration, by: translate) }
    return copy
  }
}

extension RowSummary {
  func localized(by translate: (String) -> String?) -> RowSummary {
    switch self {
    case .unknown: return self
    case .rows(var rows):
      rows.sentence = rows.sentence.localized(by: translate)
      return .rows(rows)
    case .when(let comparison, let shown, let otherwise):
      return .when(
        comparison, shown.localized(by: translate),
        otherwise: otherwise?.localized(by: translate))
    case .cases(let subject, let cases, let otherwise):
      return .cases(
        subject,
        cases.map { Case(values: $0.values, summary: $0.summary.localized(by: translate)) },
        otherwise: otherwise?.localized(by: translate))
    }
  }
}

extension StringMetadata {
  /// A default that has only an identifier does not count as a default, and is kept unchanged.
  func localized(by translate: (String) -> String?) -> StringMetadata {
    guard defaultValue.text != nil else { return self }
    var copy = self
    copy.defaultValue = defaultValue.localized(by: translate)
    return copy
  }
}

extension IntentEnum {
  func localized(by translate: (String) -> String?) -> IntentEnum {
    var copy = self
    copy.displayName = displayName.localized(by: translate)
    copy.cases = cases.map { item in
      var copy = item
      copy.displayName = item.displayName.localized(by: translate)
      return copy
    }
    return copy
  }
}

extension IntentObjectType {
  func localized(by translate: (String) -> String?) -> IntentObjectType {
    var copy = self
    copy.displayName = displayName.localized(by: translate)
    copy.properties = properties.map { property in
      var copy = property
      copy.displayName = property.displayName.localized(by: translate)
      copy.type = property.type.localized(by: translate)
      return copy
    }
    return copy
  }
}
