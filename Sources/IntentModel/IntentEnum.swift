/// An enum of an intent definition: a closed list of named cases.
public struct IntentEnum: Sendable, Hashable {
  /// One case of an enum.
  public struct Case: Sendable, Hashable {
    /// The name, which is the value in JSON and the identity of the choice.
    public var name: String

    /// The number of the case; 0 when the file has none.
    public var index: Int

    /// The text people see.
    public var displayName: LocalizedText

    /// Keys of the case that the model does not know.
    public var extras: DefinitionExtras

    /// Makes a case.
    public init(
      name: String, index: Int, displayName: LocalizedText = .none,
      extras: DefinitionExtras = .none
    ) {
      self.name = name
      self.index = index
      self.displayName = displayName
      self.extras = extras
    }

    /// Whether the case means "no value": it is named `unknown` and has the index 0.
    public var isUnknown: Bool { index == 0 && name == "unknown" }

    /// The text people see, or the name where there is none.
    public var label: String { displayName.text ?? name }
  }

  /// The name parameters refer to.
  public var name: String

  /// The name people see.
  public var displayName: LocalizedText

  /// `Regular` in every real file; kept as written.
  public var kind: String?

  /// The name of the generated class, where it is not the usual one.
  public var className: String?

  /// The prefix of the generated class.
  public var classPrefix: String?

  /// Whether a header is generated.
  public var generatesHeader: Bool

  /// All cases in file order, with the one that means "no value".
  public var cases: [Case]

  /// Keys of the enum that the model does not know.
  public var extras: DefinitionExtras

  /// Makes an enum.
  public init(
    name: String, displayName: LocalizedText = .none, kind: String? = nil,
    className: String? = nil, classPrefix: String? = nil, generatesHeader: Bool = false,
    cases: [Case], extras: DefinitionExtras = .none
  ) {
    self.name = name
    self.displayName = displayName
    self.kind = kind
    self.className = className
    self.classPrefix = classPrefix
    self.generatesHeader = generatesHeader
    self.cases = cases
    self.extras = extras
  }

  /// The cases a person can choose: all but the one that means "no value".
  public var choices: [Case] { cases.filter { !$0.isUnknown } }

  /// The case that can be chosen by a name; nil for an unknown name and for "no value".
  public func choice(named name: String) -> Case? {
    cases.first { $0.name == name && !$0.isUnknown }
  }
}

/// A custom object type of an intent definition.
public struct IntentObjectType: Sendable, Hashable {
  /// A property of an object type.
  public struct Property: Sendable, Hashable {
    /// The name, which is the key in JSON.
    public var name: String

    /// The number that identifies the property in its type.
    public var tag: Int?

    /// The order in which properties are shown.
    public var displayPriority: Int?

    /// The text people see.
    public var displayName: LocalizedText

    /// What values the property takes.
    public var type: ParameterType

    /// Whether the property holds several values.
    public var supportsMultipleValues: Bool

    /// Whether it is one of the four properties that every type has.
    public var isDefault: Bool

    /// Keys of the property that the model does not know.
    public var extras: DefinitionExtras

    /// Keys of the property's metadata that the model does not know.
    public var metadataExtras: DefinitionExtras

    /// Makes a property.
    public init(
      name: String, tag: Int? = nil, displayPriority: Int? = nil,
      displayName: LocalizedText = .none, type: ParameterType,
      supportsMultipleValues: Bool = false, isDefault: Bool = false,
      extras: DefinitionExtras = .none, metadataExtras: DefinitionExtras = .none
    ) {
      self.name = name
      self.tag = tag
      self.displayPriority = displayPriority
      self.displayName = displayName
      self.type = type
      self.supportsMultipleValues = supportsMultipleValues
      self.isDefault = isDefault
      self.extras = extras
      self.metadataExtras = metadataExtras
    }
  }

  /// The name parameters refer to.
  public var name: String

  /// The name people see.
  public var displayName: LocalizedText

  /// The name of the generated class, where it is not the usual one.
  public var className: String?

  /// The prefix of the generated class.
  public var classPrefix: String?

  /// The highest property tag ever given out; 99 in a type without properties of its own.
  public var lastPropertyTag: Int?

  /// The properties in file order, the four default ones included.
  public var properties: [Property]

  /// Keys of the type that the model does not know.
  public var extras: DefinitionExtras

  /// Makes an object type.
  public init(
    name: String, displayName: LocalizedText = .none, className: String? = nil,
    classPrefix: String? = nil, lastPropertyTag: Int? = nil, properties: [Property] = [],
    extras: DefinitionExtras = .none
  ) {
    self.name = name
    self.displayName = displayName
    self.className = className
    self.classPrefix = classPrefix
    self.lastPropertyTag = lastPropertyTag
    self.properties = properties
    self.extras = extras
  }

  /// The properties of the type itself, without the four that every type has.
  public var ownProperties: [Property] { properties.filter { !$0.isDefault } }
}
