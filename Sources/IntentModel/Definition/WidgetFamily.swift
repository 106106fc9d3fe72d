/// The size and location of a widget, named as in WidgetKit.
public enum WidgetFamily: String, Sendable, Hashable, CaseIterable, Comparable, Codable {
  /// A small square on the home screen or the desktop.
  case systemSmall
  /// A rectangle of two small squares side by side.
  case systemMedium
  /// A square of four small ones.
  case systemLarge
  /// A rectangle of two large squares side by side, on iPad and Mac.
  case systemExtraLarge
  /// A rectangle of three medium ones, one above another, from iOS 27, macOS 27 and visionOS 26 on.
  ///
  /// Source: WidgetKit's documentation of `WidgetFamily.systemExtraLargePortrait`, November 2026.
  case systemExtraLargePortrait
  /// A corner of a watch face.
  case accessoryCorner
  /// A circle on a lock screen or a watch face.
  case accessoryCircular
  /// A rectangle with several lines on a lock screen or a watch face.
  case accessoryRectangular
  /// One line of text on a lock screen or a watch face.
  case accessoryInline

  /// The family of a size class in an intent definition, such as `Small`.
  ///
  /// An unknown name gives nil. The runtime ignores unknown names, so this is not an error here.
  public init?(sizeClass: String) {
    guard let family = Self.allCases.first(where: { $0.sizeClass == sizeClass }) else { return nil }
    self = family
  }

  /// The family that a person names on the command line, such as `systemSmall`, `small` or
  /// `circular`.
  ///
  /// An unknown name gives nil.
  public init?(written name: String) {
    let family = Self.allCases.first { family in
      let full = family.rawValue
      let short = full.drop { !$0.isUppercase }
      return name == full || name == short.prefix(1).lowercased() + short.dropFirst()
    }
    guard let family else { return nil }
    self = family
  }

  /// The size class of this family in the array sizes of an intent definition.
  public var sizeClass: String {
    switch self {
    case .systemSmall: "Small"
    case .systemMedium: "Medium"
    case .systemLarge: "Large"
    case .systemExtraLarge: "ExtraLarge"
    case .systemExtraLargePortrait: "ExtraLargePortrait"
    case .accessoryCorner: "AccessoryCorner"
    case .accessoryCircular: "AccessoryCircular"
    case .accessoryRectangular: "AccessoryRectangular"
    case .accessoryInline: "AccessoryInline"
    }
  }

  /// The family whose array size is used if this one has none; nil ends the chain.
  ///
  /// The chain is that of the runtime. For the portrait family, no source states one; it has at least
  /// the room of the large family.
  var sizeFallback: WidgetFamily? {
    switch self {
    case .systemSmall: nil
    case .systemMedium: .systemSmall
    case .systemLarge: .systemMedium
    case .systemExtraLarge, .systemExtraLargePortrait: .systemLarge
    case .accessoryCorner: .systemSmall
    case .accessoryCircular: .accessoryCorner
    case .accessoryRectangular, .accessoryInline: .accessoryCircular
    }
  }

  /// Whether it is a family of the home screen or the desktop.
  var isOnHomeScreen: Bool { rawValue.hasPrefix("system") }

  /// Orders families from the smallest home screen family to the last accessory.
  public static func < (lhs: WidgetFamily, rhs: WidgetFamily) -> Bool {
    lhs.position < rhs.position
  }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension [WidgetFamily] {
  /// The family of a widget that is placed for the first time.
  ///
  /// It is the medium family if it is listed, otherwise the first one.
  package var ofNewWidget: WidgetFamily {
    contains(.systemMedium) ? .systemMedium : first ?? .systemMedium
  }

  /// The families including another one, sorted; unchanged if it is already among them.
  package func including(_ family: WidgetFamily) -> [WidgetFamily] {
    contains(family) ? self : (self + [family]).sorted()
  }
}

/// The maximum numbers of values of an array parameter in the widget families.
///
/// Users can enter fewer values than the maximum.
public struct ArraySizes: Sendable, Hashable {
  /// A listed size: the size class as written in the definition, and the number of values.
  public struct Entry: Sendable, Hashable {
    /// The size class as written, such as `Medium`; unknown ones are kept and ignored.
    public var sizeClass: String

    /// The number of values as written; less than 1 counts as 1.
    public var size: Int

    /// The minimum number of values, which only App Intents state; nil for none.
    public var minimum: Int?

    /// Keys of the entry that the model does not know, and the notation of the known ones.
    public var extras: DefinitionExtras

    /// Makes a listed size.
    public init(
      sizeClass: String, size: Int, minimum: Int? = nil, extras: DefinitionExtras = .none
    ) {
      self.sizeClass = sizeClass
      self.size = size
      self.minimum = minimum
      self.extras = extras
    }
  }

  /// The listed sizes, in file order.
  public var entries: [Entry]

  /// Makes the sizes from entries in file order.
  public init(entries: [Entry]) {
    self.entries = entries
  }

  /// Makes the sizes from numbers by family.
  public init(_ sizes: KeyValuePairs<WidgetFamily, Int>) {
    entries = sizes.map { Entry(sizeClass: $0.key.sizeClass, size: $0.value) }
  }

  /// The size class of an entry for all families, as in the metadata of App Intents.
  package static let everyFamily = "*"

  /// The number listed for a family itself, without the fallback chain; nil if there is none.
  public func listedSize(for family: WidgetFamily) -> Int? {
    entries.first { $0.sizeClass == family.sizeClass }?.size
  }

  /// Whether it is known how many values a family takes.
  ///
  /// It is unknown for the portrait family unless its size is stated, because no source says which
  /// other size the system uses then.
  private func isKnown(for family: WidgetFamily) -> Bool {
    family != .systemExtraLargePortrait || isStated(for: family)
  }

  /// Whether an entry is for a family itself or for all families.
  func isStated(for family: WidgetFamily) -> Bool {
    entries.contains { $0.sizeClass == family.sizeClass || $0.sizeClass == Self.everyFamily }
  }

  /// The entry that applies to a family: its own, that of the nearest family in the fallback chain,
  /// or that of all families.
  private func entry(for family: WidgetFamily) -> Entry? {
    var next: WidgetFamily? = family
    while let current = next {
      if let entry = entries.first(where: { $0.sizeClass == current.sizeClass }) { return entry }
      next = current.sizeFallback
    }
    return entries.first { $0.sizeClass == Self.everyFamily }
  }

  /// The minimum number of values in a family; nil for none.
  public func minimum(for family: WidgetFamily) -> Int? {
    isKnown(for: family) ? entry(for: family)?.minimum : nil
  }

  /// The maximum number of values in a family, found through the fallback chain; at least 1.
  ///
  /// It is `Int.max` for the portrait family if its size is not stated, because no source says which
  /// other size the system uses.
  public func maximum(for family: WidgetFamily) -> Int {
    isKnown(for: family) ? max(1, entry(for: family)?.size ?? 1) : .max
  }
}
