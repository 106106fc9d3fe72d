public import IntentModel

/// One choice that a provider offers.
public struct OptionItem: Sendable, Hashable {
  /// The identity; unique in a collection and stable between responses.
  public var identifier: String

  /// The text that users see.
  public var display: String

  /// A second line of text.
  public var subtitle: String?

  /// The name of a symbol or an image.
  public var symbol: String?

  /// The values of its properties by name, if the parameter's object type has properties.
  public var properties: [String: IntentValue]

  /// Makes a choice.
  public init(
    identifier: String, display: String, subtitle: String? = nil, symbol: String? = nil,
    properties: [String: IntentValue] = [:]
  ) {
    self.identifier = identifier
    self.display = display
    self.subtitle = subtitle
    self.symbol = symbol
    self.properties = properties
  }

  /// The value that a parameter of a given type gets when the item is chosen; nil if the type has
  /// no such value.
  ///
  /// An object has the identifier, the text and the properties. The subtitle is left out, because
  /// it may be temporary and would be stale in a stored choice. A number is read from the
  /// identifier. A string, an enumeration, a URL or a file has the identifier as its value. The
  /// other types use the text as their name or phrase; a person and a payment method also keep the
  /// identifier.
  public func value(for type: ParameterType) -> IntentValue? {
    switch type {
    case .object:
      .object(
        IntentObject(identifier: identifier, display: display, properties: properties))
    case .integer: Int(identifier).map { .integer($0) }
    case .decimal: finiteNumber.map { .decimal($0) }
    case .timeInterval: finiteNumber.map { .timeInterval($0) }
    default:
      type.kind?.madeOfText?(identifier)
        ?? type.coding?.value(titled: display, identifier: identifier)
    }
  }

  /// The identifier as a number; nil if it is not finite, because no format can store such a
  /// number.
  private var finiteNumber: Double? {
    Double(identifier).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension OptionItem {
  /// Makes a choice from an object with its properties, such as an object of a generated type.
  public init(_ object: some TypedObject, symbol: String? = nil) {
    let object = object.object
    self.init(
      identifier: object.identifier, display: object.display, subtitle: object.subtitle,
      symbol: symbol, properties: object.properties)
  }
}

extension OptionItem: ExpressibleByStringLiteral {
  /// Makes an item whose identifier is also its text.
  public init(stringLiteral text: String) {
    self.init(identifier: text, display: text)
  }
}

/// Choices that belong together, optionally with a title.
public struct OptionsSection: Sendable, Hashable {
  /// The title; nil for a section without a header.
  public var title: String?

  /// The choices, in the order of the provider.
  public var items: OptionItems

  /// Makes a section.
  public init(title: String? = nil, items: [OptionItem]) {
    self.init(title: title, keeping: OptionItems(items))
  }

  /// Makes a section from items without copying them.
  public init(title: String? = nil, keeping items: OptionItems) {
    self.title = title
    self.items = items
  }
}

/// The response of a provider: choices in sections.
public struct OptionsCollection: Sendable, Hashable {
  /// The sections, in the order of the provider.
  public var sections: [OptionsSection] { didSet { knowledge = Knowledge() } }

  /// Whether users should be able to jump to a first letter.
  public var usesIndexedCollation: Bool

  /// A prompt to show above the choices.
  public var promptLabel: String? { didSet { knowledge = Knowledge() } }

  /// Why the response is not the best one, such as a fallback for a source that is down.
  ///
  /// The text is shown unchanged.
  public var notice: String? { didSet { knowledge = Knowledge() } }

  /// Facts about the collection beyond its content; they are not part of its value.
  @Uncompared var knowledge = Knowledge()

  /// The problems of choices that were left out, up to ``OptionsLimits/findingCount``.
  public var leftOut: [OptionsFinding] = []

  /// The failure of the source that these choices replace; its words are for an operator.
  @Boxed package var failure: OptionsError? = nil

  /// Whether the source has more choices than these, so that choices that are missing here may
  /// still be offered.
  public var isPartial: Bool

  /// The default choices of a new widget, if the response has any.
  public var defaults: [OptionItem]

  /// Makes a collection from sections.
  public init(
    sections: [OptionsSection], usesIndexedCollation: Bool = false, promptLabel: String? = nil,
    notice: String? = nil, isPartial: Bool = false, defaults: [OptionItem] = []
  ) {
    self.sections = sections
    self.usesIndexedCollation = usesIndexedCollation
    self.promptLabel = promptLabel
    self.notice = notice
    self.isPartial = isPartial
    self.defaults = defaults
  }

  /// Facts about a collection beyond its content.
  struct Knowledge {
    /// The limits that the collection is known not to exceed; forgotten when the collection
    /// changes.
    var limits: OptionsLimits?
    /// The titles that its items share with choices outside the collection, each with its
    /// distinguishing text; nil if the choices outside are unknown.
    var titles: [String: String]?
  }

  /// Makes a collection with one section that has no title.
  public init(items: [OptionItem]) {
    self.init(sections: [OptionsSection(items: items)])
  }

  /// Makes a collection with one section from objects, such as objects of a generated type.
  public init(_ objects: [some TypedObject]) {
    self.init(items: objects.map { OptionItem($0) })
  }

  /// All choices in order.
  public var items: [OptionItem] { sections.flatMap(\.items) }

  /// The number of choices.
  public var count: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// Whether there are no choices.
  public var isEmpty: Bool { sections.allSatisfy(\.items.isEmpty) }

  /// The choice with an identifier; nil if it is not offered.
  public func item(withIdentifier identifier: String) -> OptionItem? {
    place(ofIdentifier: identifier).map { sections[$0.section].items[$0.item] }
  }

  /// The indices of the section and the item of the choice with an identifier; nil if it is not
  /// offered.
  public func place(ofIdentifier identifier: String) -> (section: Int, item: Int)? {
    var identifier = identifier
    let isASCII = identifier.utf8.allSatisfy { $0 < 0x80 }
    let same = identifier.withUTF8 { wanted in
      firstPlace { $0.withTexts(of: $1) { $0.identifier.hasSameBytes(as: wanted) } }
    }
    // Texts that are not ASCII can be equal even if their bytes differ.
    return same ?? (isASCII ? nil : firstPlace { $0[$1].identifier == identifier })
  }

  private func firstPlace(
    where isMeant: (OptionItems, Int) -> Bool
  ) -> (section: Int, item: Int)? {
    for (section, content) in sections.enumerated() {
      if let item = content.items.indices.first(where: { isMeant(content.items, $0) }) {
        return (section, item)
      }
    }
    return nil
  }
}

extension OptionsCollection: ExpressibleByArrayLiteral {
  /// Makes a collection with one section that has no title.
  public init(arrayLiteral items: OptionItem...) {
    self.init(items: items)
  }
}

extension OptionsCollection {
  /// The collection, cut to the limit of a request.
  package func limited(by request: OptionsRequest) -> OptionsCollection {
    request.limit.map(prefix) ?? self
  }

  /// The collection, limited to its first choices, without sections that become empty.
  public func prefix(_ maximum: Int) -> OptionsCollection {
    guard count > maximum else { return self }
    var result = self
    var room = max(0, maximum)
    result.sections = []
    for section in sections where room > 0 {
      let items = section.items.prefix(room)
      if items.isEmpty { continue }
      result.sections.append(OptionsSection(title: section.title, items: Array(items)))
      room -= items.count
    }
    return result
  }
}
