import Messages

/// The size and location of a widget, named as in WidgetKit.
///
/// The known families are listed as data, together with the sources of their facts. A later system
/// can have other families, so every name that a family could have is accepted. For an unknown
/// family, only the name is known; a widget defines the family's size and the sizes of arrays in
/// it.
public struct WidgetFamily: RawRepresentable, Sendable, Hashable, Codable {
  /// The name in WidgetKit, such as `systemSmall`.
  public let rawValue: String

  /// Makes a family from its name in WidgetKit, known or not.
  ///
  /// The result is nil for a text that cannot be the name of a family.
  public init?(rawValue: String) {
    guard Self.isName(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private init(_ name: StaticString) {
    rawValue = name.description
  }

  /// A small square on the home screen or the desktop.
  public static let systemSmall = WidgetFamily("systemSmall")
  /// A rectangle of two small squares side by side.
  public static let systemMedium = WidgetFamily("systemMedium")
  /// A square with the size of four small widgets.
  public static let systemLarge = WidgetFamily("systemLarge")
  /// A rectangle of two large squares side by side, on iPad and Mac.
  public static let systemExtraLarge = WidgetFamily("systemExtraLarge")
  /// A rectangle of three medium widgets, one above the other.
  public static let systemExtraLargePortrait = WidgetFamily("systemExtraLargePortrait")
  /// A corner of a watch face.
  public static let accessoryCorner = WidgetFamily("accessoryCorner")
  /// A circle on a lock screen or a watch face.
  public static let accessoryCircular = WidgetFamily("accessoryCircular")
  /// A rectangle with several lines on a lock screen or a watch face.
  public static let accessoryRectangular = WidgetFamily("accessoryRectangular")
  /// One line of text on a lock screen or a watch face.
  public static let accessoryInline = WidgetFamily("accessoryInline")
}

/// The facts about a family.
private struct KnownFamily {
  let family: WidgetFamily
  /// The size class in an intent definition.
  let sizeClass: String
  /// The family whose array size is used if this family has none; nil at the end of the chain.
  var fallback: WidgetFamily?
  /// Whether it is known which array size the system uses if the definition states none.
  var hasKnownFallback = true

  /// The known families in order, from the smallest home screen family to the accessories.
  ///
  /// The size classes and the chain are the same as in the SiriKit runtime (Intents framework, read
  /// in 2026). The portrait family is from WidgetKit's documentation of `WidgetFamily`, as of
  /// November 2026: iOS 27, iPadOS 27, macOS 27, visionOS 26. No source states the chain for this
  /// family, which has at least as much room as the large one.
  static let all: [KnownFamily] = [
    KnownFamily(family: .systemSmall, sizeClass: "Small"),
    KnownFamily(family: .systemMedium, sizeClass: "Medium", fallback: .systemSmall),
    KnownFamily(family: .systemLarge, sizeClass: "Large", fallback: .systemMedium),
    KnownFamily(family: .systemExtraLarge, sizeClass: "ExtraLarge", fallback: .systemLarge),
    KnownFamily(
      family: .systemExtraLargePortrait, sizeClass: "ExtraLargePortrait", fallback: .systemLarge,
      hasKnownFallback: false),
    KnownFamily(
      family: .accessoryCorner, sizeClass: "AccessoryCorner", fallback: .systemSmall),
    KnownFamily(
      family: .accessoryCircular, sizeClass: "AccessoryCircular", fallback: .accessoryCorner),
    KnownFamily(
      family: .accessoryRectangular, sizeClass: "AccessoryRectangular",
      fallback: .accessoryCircular),
    KnownFamily(
      family: .accessoryInline, sizeClass: "AccessoryInline", fallback: .accessoryCircular),
  ]

  static let byName = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.family, (place: $0, known: $1)) })
}

extension WidgetFamily: CaseIterable {
  /// The family to assume if none is stated; its size is also assumed for an unknown family.
  package static let usual = WidgetFamily.systemMedium

  /// The known families, from the smallest home screen family to the last accessory.
  public static let allCases = KnownFamily.all.map(\.family)

  /// The rule for the name of a family, as a regular expression for JSON Schema.
  package static let namePattern =
    #"^[A-Za-z][A-Za-z0-9_]{0,\#(maximumNameLength - 1)}(?![\s\S])"#

  private static let maximumNameLength = 64

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isLetter, text.utf8.count <= maximumNameLength else {
      return false
    }
    return text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }

  /// Whether this program knows more about the family than its name.
  public var isKnown: Bool { KnownFamily.byName[self] != nil }

  /// The position among the known families; nil for an unknown family.
  package var number: Int? { KnownFamily.byName[self]?.place }

  /// The family with a size class in an intent definition, such as `Small`.
  ///
  /// The result is nil for a text that cannot be the size class of any family, known or not.
  public init?(sizeClass: String) {
    if let known = KnownFamily.all.first(where: { $0.sizeClass == sizeClass }) {
      self = known.family
      return
    }
    guard let first = sizeClass.first else { return nil }
    let name =
      if !first.isUppercase {
        sizeClass
      } else if sizeClass.hasPrefix(Self.accessory) {
        first.lowercased() + sizeClass.dropFirst()
      } else {
        Self.system + sizeClass
      }
    guard let family = WidgetFamily(rawValue: name), family.sizeClass == sizeClass else {
      return nil
    }
    self = family
  }

  /// The family that a person names on the command line, such as `systemSmall`, `small` or
  /// `circular`.
  ///
  /// Any other name stands for an unknown family; nil for a text that cannot be the name of a
  /// family.
  public init?(written name: String) {
    let known = Self.allCases.first { name == $0.rawValue || name == $0.shortName }
    guard let family = known ?? WidgetFamily(rawValue: name) else { return nil }
    self = family
  }

  /// The name without the kind of family, such as `small` or `circular`.
  package var shortName: String {
    let short = rawValue.drop { !$0.isUppercase }
    return short.prefix(1).lowercased() + short.dropFirst()
  }

  /// The size class that stands for this family in the array sizes of an intent definition.
  ///
  /// For an unknown family, it follows the rule for known families: the name without `system`, or,
  /// for an accessory, with a capital letter. Any other name is also the size class.
  public var sizeClass: String {
    if let known = KnownFamily.byName[self]?.known { return known.sizeClass }
    let rest = rawValue.dropFirst(Self.system.count)
    if isOnHomeScreen, rest.first?.isUppercase == true, !rest.hasPrefix(Self.accessory) {
      return String(rest)
    }
    let isAccessory = rawValue.hasPrefix(Self.accessory.lowercased())
    return isAccessory ? rawValue.prefix(1).uppercased() + rawValue.dropFirst() : rawValue
  }

  private static var system: String { "system" }
  private static var accessory: String { "Accessory" }

  /// The family whose array size is used if this family has none; nil ends the chain.
  var sizeFallback: WidgetFamily? { KnownFamily.byName[self]?.known.fallback }

  /// Whether it is known which array size the system uses if a definition states none.
  fileprivate var hasKnownSizeFallback: Bool {
    KnownFamily.byName[self]?.known.hasKnownFallback ?? false
  }

  /// Whether it is a home screen or desktop family.
  package var isOnHomeScreen: Bool { rawValue.hasPrefix(Self.system) }
}

extension WidgetFamily: Comparable {
  /// Orders families from the smallest home screen family to the last accessory, then unknown
  /// families by name.
  public static func < (lhs: WidgetFamily, rhs: WidgetFamily) -> Bool {
    switch (lhs.number, rhs.number) {
    case (let left?, let right?): left < right
    case (nil, nil): lhs.rawValue < rhs.rawValue
    case (let left, _): left != nil
    }
  }
}

extension [WidgetFamily] {
  /// The family of a widget that is placed for the first time.
  ///
  /// It is the family ``WidgetFamily/usual`` if that is listed, otherwise the first one.
  package var ofNewWidget: WidgetFamily { contains(.usual) ? .usual : first ?? .usual }

  /// These families and the given one, sorted; unchanged if the given one is already among them.
  package func including(_ family: WidgetFamily) -> [WidgetFamily] {
    including([family])
  }

  /// These families and the given ones, sorted; unchanged if all given ones are already among them.
  package func including(_ families: some Sequence<WidgetFamily>) -> [WidgetFamily] {
    let known = Set(self)
    let new = families.firsts.filter { !known.contains($0) }
    return new.isEmpty ? self : (self + new).sorted()
  }

  /// The family among these that a person means.
  ///
  /// If an unknown family is among these, people can also type its short name.
  package func named(_ family: WidgetFamily) -> WidgetFamily {
    guard !family.isKnown, !contains(family) else { return family }
    return first { $0.shortName == family.rawValue } ?? family
  }
}

/// The maximum number of values of an array parameter in each widget family.
///
/// Users can enter fewer values than the maximum.
public struct ArraySizes: Sendable, Hashable {
  /// An entry of the list: the size class as written in the definition, and the number of values.
  public struct Entry: Sendable, Hashable {
    /// The size class as written, such as `Medium`; unknown classes are kept.
    public var sizeClass: String

    /// The number of values as written; a number below 1 counts as 1.
    public var size: Int

    /// The minimum number of values, which only App Intents define; nil for none.
    public var minimum: Int?

    /// The keys of the entry that are unknown to the model, and the notation of the known keys.
    public var extras: DefinitionExtras

    /// Makes an entry.
    public init(
      sizeClass: String, size: Int, minimum: Int? = nil, extras: DefinitionExtras = .none
    ) {
      self.sizeClass = sizeClass
      self.size = size
      self.minimum = minimum
      self.extras = extras
    }
  }

  /// The entries, in file order.
  public var entries: [Entry] { didSet { places = entries.places { $0.sizeClass } } }

  /// The position of the first entry for each size class.
  private var places: [String: Int]

  /// Whether these are the sizes of an App Intent, for which no fallback chain is documented.
  package var isOfAppIntents = false

  /// Makes the sizes from entries in file order.
  public init(entries: [Entry]) {
    self.entries = entries
    places = entries.places { $0.sizeClass }
  }

  /// Makes the sizes from numbers by family.
  public init(_ sizes: KeyValuePairs<WidgetFamily, Int>) {
    self.init(entries: sizes.map { Entry(sizeClass: $0.key.sizeClass, size: $0.value) })
  }

  /// The size class of an entry that applies to all families, as in the metadata of App Intents.
  package static let everyFamily = "*"

  /// The number that is listed for the family itself, without the fallback chain; nil if there is
  /// none.
  public func listedSize(for family: WidgetFamily) -> Int? {
    places[family.sizeClass].map { entries[$0].size }
  }

  /// Whether it is known how many values a family has room for.
  ///
  /// If no size is stated, the number is unknown for a family of an App Intent, for the portrait
  /// family and for every unknown family.
  private func isKnown(for family: WidgetFamily) -> Bool {
    isStated(for: family) || family.hasKnownSizeFallback && !isOfAppIntents
  }

  /// The families whose size is stated, known or not, in file order.
  package var families: [WidgetFamily] {
    entries.compactMap { WidgetFamily(sizeClass: $0.sizeClass) }
  }

  /// Whether there is an entry for the family itself or for all families.
  func isStated(for family: WidgetFamily) -> Bool {
    places[family.sizeClass] != nil || places[Self.everyFamily] != nil
  }

  /// The size in the entry that applies to all families; nil if there is no such entry.
  var sizeOfOthers: Int? {
    places[Self.everyFamily].map { max(1, entries[$0].size) }
  }

  /// The entry that applies to a family: its own entry, that of the nearest family in the fallback
  /// chain, or the entry for all families.
  private func entry(for family: WidgetFamily) -> Entry? {
    var next: WidgetFamily? = family
    while let current = next {
      if let place = places[current.sizeClass] { return entries[place] }
      next = isOfAppIntents ? nil : current.sizeFallback
    }
    return places[Self.everyFamily].map { entries[$0] }
  }

  /// The minimum number of values in a family; nil for none.
  public func minimum(for family: WidgetFamily) -> Int? {
    isKnown(for: family) ? entry(for: family)?.minimum : nil
  }

  /// The maximum number of values in a family, found through the fallback chain; at least 1.
  ///
  /// The result is `Int.max` if no size is stated for the family and no source describes which size
  /// the system then uses.
  public func maximum(for family: WidgetFamily) -> Int {
    isKnown(for: family) ? max(1, entry(for: family)?.size ?? 1) : .max
  }
}
