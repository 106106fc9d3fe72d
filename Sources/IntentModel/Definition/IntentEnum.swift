/// An enum in an intent definition: a closed list of named cases.
public struct IntentEnum: Sendable, Hashable {
  /// A case of an enum.
  public struct Case: Sendable, Hashable {
    /// The name, which is the value in JSON and the identity of the case.
    public var name: String

    /// The number of the case; without a number, 0 in a property list and the next one in JSON.
    public var index: Int {
      get { numbering.index }
      set { numbering.index = newValue }
    }

    /// Whether the definition states the index; false if it follows from the position of the case.
    ///
    /// A stated index identifies a case in another definition, even if the case has a different
    /// name there. `==` ignores this property.
    public var isIndexStated: Bool {
      get { numbering.isStated }
      set { numbering.isStated = newValue }
    }

    /// Whether the system knows the case only by its name, as in App Intents.
    ///
    /// `==` ignores this property.
    package var isKnownByName: Bool {
      get { numbering.isKnownByName }
      set { numbering.isKnownByName = newValue }
    }

    private var numbering: CaseNumbering

    /// The text that users see.
    public var displayName: LocalizedText

    /// The keys of the case that are unknown to the model.
    public var extras: DefinitionExtras

    /// Makes a case.
    public init(
      name: String, index: Int, displayName: LocalizedText = .none,
      extras: DefinitionExtras = .none
    ) {
      self.name = name
      numbering = CaseNumbering(index: index)
      self.displayName = displayName
      self.extras = extras
    }

    /// The case that means "no value".
    package static let noValue = Case(name: "unknown", index: 0)

    /// Whether the case means "no value": it has the name and the index of Xcode's case for that.
    public var isUnknown: Bool { index == Self.noValue.index && name == Self.noValue.name }

    /// The text that users see, or the name if there is none.
    public var label: String { displayName.text ?? name }
  }

  /// The name that parameters refer to.
  public var name: String

  /// The name that users see.
  public var displayName: LocalizedText

  /// The kind, which is `Regular` in every known file; kept as written.
  public var kind: String?

  /// The name of the generated class, if it differs from the standard name.
  public var className: String?

  /// The prefix of the generated class.
  public var classPrefix: String?

  /// Whether a header is generated.
  public var generatesHeader: Bool

  /// All cases in file order, including the case that means "no value".
  public var cases: [Case] {
    get { indexedCases.elements }
    _modify { yield &indexedCases.elements }
  }

  private var indexedCases: Indexed<Case, CaseIndex>

  /// The keys of the enum that are unknown to the model.
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
    indexedCases = Indexed(cases)
    self.extras = extras
  }

  /// The cases that users can choose: all except the case that means "no value".
  public var choices: [Case] { places.all }

  /// The names of the cases that users can choose.
  package var choiceNames: [String] { places.choiceNames }

  /// The case with a name, if users can choose it; nil for an unknown name and for "no value".
  public func choice(named name: String) -> Case? { places.choices[name].map { cases[$0] } }

  /// The text of a case as users see it, followed by its name if another case has this text as its
  /// text or its name; nil for an unknown name and for "no value".
  public func title(ofChoice name: String) -> String? {
    places.choicePlaces[name].map { places.titles[$0] }
  }

  /// The texts of the cases that users can choose, in the form that ``title(ofChoice:)`` returns.
  package var choiceTitles: [String] { places.titles }

  /// The first case with a name; nil if there is none.
  package func item(named name: String) -> Case? { places.names[name].map { cases[$0] } }

  /// The first case with a number; nil if there is none.
  package func item(numbered number: Int) -> Case? { places.numbers[number].map { cases[$0] } }

  private var places: CaseIndex { indexedCases.index { CaseIndex($0) } }
}

/// The positions of the cases of an enum, by name and by number.
private struct CaseIndex: Sendable {
  let all: [IntentEnum.Case]
  let choiceNames: [String]
  let titles: [String]
  let choicePlaces: [String: Int]
  let choices: [String: Int]
  let names: [String: Int]
  let numbers: [Int: Int]

  init(_ cases: [IntentEnum.Case]) {
    all = cases.filter { !$0.isUnknown }
    choiceNames = all.map(\.name)
    choicePlaces = choiceNames.places { $0 }
    titles = ToldApart.titles(of: all.map { (identifier: $0.name, title: $0.label) })
    choices = cases.places { $0.isUnknown ? nil : $0.name }
    names = cases.places { $0.name }
    numbers = cases.places { $0.index }
  }
}

/// Makes choices with equal texts distinguishable.
package enum ToldApart {
  /// The text of a choice, followed by a text that distinguishes it from others.
  package static func title(_ title: String, by mark: String) -> String { "\(title) (\(mark))" }

  /// The texts of choices, each followed by its identifier if another choice has the same text, or
  /// has this text as its identifier.
  package static func titles(of choices: [(identifier: String, title: String)]) -> [String] {
    let counts = Dictionary(choices.map { ($0.title, 1) }, uniquingKeysWith: +)
    let identifiers = Set(choices.map(\.identifier))
    return choices.map { identifier, title in
      let isTaken = identifier != title && identifiers.contains(title)
      return counts[title] == 1 && !isTaken ? title : Self.title(title, by: identifier)
    }
  }
}

/// The index of a case, and two facts that `==` ignores.
private struct CaseNumbering: Sendable, Hashable {
  var index: Int
  @Uncompared var isStated = true
  @Uncompared var isKnownByName = false
}

/// An object type in an intent definition.
public struct IntentObjectType: Sendable, Hashable {
  /// A property of an object type.
  public struct Property: Sendable, Hashable {
    /// The name, which is the key in JSON.
    public var name: String

    /// The number that identifies the property within its type.
    public var tag: Int? {
      get { numbering.tag }
      set { numbering.tag = newValue }
    }

    /// Whether the definition states the tag; false if it was generated, as for JSON without tags.
    ///
    /// `==` ignores this property.
    public var isTagWritten: Bool {
      get { numbering.isWritten }
      set { numbering.isWritten = newValue }
    }

    /// The tag that identifies the property in another definition; nil if the definition states
    /// none.
    public var identifyingTag: Int? { isTagWritten ? tag : nil }

    private var numbering: ParameterNumbering

    /// The order in which properties are shown.
    public var displayPriority: Int?

    /// The text that users see.
    public var displayName: LocalizedText

    /// The type of the property's values.
    public var type: ParameterType

    /// Whether the property holds several values.
    public var supportsMultipleValues: Bool

    /// Whether it is one of the properties that every type has.
    public var isDefault: Bool

    /// The keys of the property that are unknown to the model.
    public var extras: DefinitionExtras

    /// The keys of the property's metadata that are unknown to the model.
    public var metadataExtras: DefinitionExtras

    /// The Swift type of a value, such as `Date`, if it is not the standard one for its kind.
    ///
    /// Only App Intents define this.
    public var swiftType: String?

    /// Makes a property.
    public init(
      name: String, tag: Int? = nil, displayPriority: Int? = nil,
      displayName: LocalizedText = .none, type: ParameterType,
      supportsMultipleValues: Bool = false, isDefault: Bool = false,
      extras: DefinitionExtras = .none, metadataExtras: DefinitionExtras = .none
    ) {
      self.name = name
      numbering = ParameterNumbering(tag: tag)
      self.displayPriority = displayPriority
      self.displayName = displayName
      self.type = type
      self.supportsMultipleValues = supportsMultipleValues
      self.isDefault = isDefault
      self.extras = extras
      self.metadataExtras = metadataExtras
    }
  }

  /// The name that parameters refer to.
  public var name: String

  /// The name that users see.
  public var displayName: LocalizedText

  /// The name of the generated class, if it differs from the standard name.
  public var className: String?

  /// The prefix of the generated class.
  public var classPrefix: String?

  /// The highest property tag that was ever used; a fixed number in a type without properties of
  /// its own.
  public var lastPropertyTag: Int?

  /// The Swift type of an entity's `id`, such as `String`; nil if it is unknown.
  ///
  /// Only App Intents define it; in an intent definition, the identifier of an object is a text.
  public var identifierType: String?

  /// The properties in file order, including the standard ones.
  public var properties: [Property] {
    get { indexedProperties.elements }
    _modify { yield &indexedProperties.elements }
  }

  private var indexedProperties: Indexed<Property, PropertyIndex>

  /// The keys of the type that are unknown to the model.
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
    indexedProperties = Indexed(properties)
    self.extras = extras
  }

  /// The type's own properties, without the ones that every type has.
  public var ownProperties: [Property] { properties.filter { !$0.isDefault } }

  /// The names of the type's own properties.
  package var ownNames: [String] { places.names }

  /// The first of the type's own properties with a name; nil if there is none.
  package func ownProperty(named name: String) -> Property? {
    places.own[name].map { properties[$0] }
  }

  private var places: PropertyIndex { indexedProperties.index { PropertyIndex($0) } }
}

/// The positions of a type's own properties, by name.
private struct PropertyIndex: Sendable {
  let names: [String]
  let own: [String: Int]

  init(_ properties: [IntentObjectType.Property]) {
    names = properties.filter { !$0.isDefault }.map(\.name)
    own = properties.places { $0.isDefault ? nil : $0.name }
  }
}
