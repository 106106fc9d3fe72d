public import IntentModel

/// One choice that a provider offers.
public struct OptionItem: Sendable, Hashable {
  /// The identity; unique in a collection and stable between answers.
  public var identifier: String

  /// The text people see.
  public var display: String

  /// A second line of text.
  public var subtitle: String?

  /// The name of a symbol or an image.
  public var symbol: String?

  /// Values of the properties of the parameter's object type, by name.
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

  /// The value that choosing the item gives a parameter of a type.
  ///
  /// An object takes identifier, text and properties along, but not the subtitle, which says how
  /// things stand at the moment and would be stale in a stored choice; a number reads its identifier and gives nil when
  /// that is not a number; every other type with text takes the identifier as its text.
  public func value(for type: ParameterType) -> IntentValue? {
    switch type {
    case .object:
      .object(
        IntentObject(identifier: identifier, display: display, properties: properties))
    case .integer: Int(identifier).map { .integer($0) }
    case .decimal: finiteNumber.map { .decimal($0) }
    case .timeInterval: finiteNumber.map { .timeInterval($0) }
    case .enumeration: .enumeration(identifier)
    case .url: .url(identifier)
    case .file: .file(identifier)
    case .placemark: .placemark(Placemark(name: display))
    case .person: .person(Person(name: display, identifier: identifier))
    case .paymentMethod: .paymentMethod(PaymentMethod(kind: identifier, name: display))
    case .speakableString: .speakableString(SpeakableString(spokenPhrase: display))
    case .string: .string(identifier)
    case .boolean, .dateComponents, .currencyAmount, .measurement, .other: nil
    }
  }

  /// The identifier as a number; nil for infinity too, which no format can store.
  private var finiteNumber: Double? {
    Double(identifier).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension OptionItem: ExpressibleByStringLiteral {
  /// Makes an item whose identifier is also its text.
  public init(stringLiteral text: String) {
    self.init(identifier: text, display: text)
  }
}

/// Choices that belong together, perhaps under a title.
public struct OptionsSection: Sendable, Hashable {
  /// The title; nil for a section without a header.
  public var title: String?

  /// The choices in the order of the provider.
  public var items: OptionItems

  /// Makes a section.
  public init(title: String? = nil, items: [OptionItem]) {
    self.init(title: title, keeping: OptionItems(items))
  }

  /// Makes a section of items that are kept as they are.
  public init(title: String? = nil, keeping items: OptionItems) {
    self.title = title
    self.items = items
  }
}

/// What a provider answers: choices in sections.
public struct OptionsCollection: Sendable, Hashable {
  /// The sections in the order of the provider.
  public var sections: [OptionsSection]

  /// Whether people should be able to jump by first letter.
  public var usesIndexedCollation: Bool

  /// A prompt to show above the choices.
  public var promptLabel: String?

  /// Why the answer is not the best one, such as a fallback for a source that is down; shown as is.
  public var notice: String?

  /// Whether the source has more than it lists here, so that what is missing need not be gone.
  public var isPartial: Bool

  /// The choices that a new widget starts with, as far as the answer names them.
  public var defaults: [OptionItem]

  /// Makes a collection of sections.
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

  /// Makes a collection of one section without a title.
  public init(items: [OptionItem]) {
    self.init(sections: [OptionsSection(items: items)])
  }

  /// All choices in order.
  public var items: [OptionItem] { sections.flatMap(\.items) }

  /// The number of choices.
  public var count: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// Whether there is nothing to choose from.
  public var isEmpty: Bool { sections.allSatisfy(\.items.isEmpty) }

  /// The choice with an identifier; nil when it is not offered.
  public func item(withIdentifier identifier: String) -> OptionItem? {
    place(ofIdentifier: identifier).map { sections[$0.section].items[$0.item] }
  }

  /// The place of the choice with an identifier, as the numbers of its section and of the item in it;
  /// nil when it is not offered.
  public func place(ofIdentifier identifier: String) -> (section: Int, item: Int)? {
    var identifier = identifier
    let isASCII = identifier.utf8.allSatisfy { $0 < 0x80 }
    let same = identifier.withUTF8 { wanted in
      firstPlace { $0.withTexts(of: $1) { own, _, _ in own.hasSameBytes(as: wanted) } }
    }
    // Texts that are not ASCII can be equal and differ in their bytes.
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
  /// Makes a collection of one section without a title.
  public init(arrayLiteral items: OptionItem...) {
    self.init(items: items)
  }
}

extension OptionsCollection {
  /// The collection with at most a number of choices, the first ones; emptied sections vanish.
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
