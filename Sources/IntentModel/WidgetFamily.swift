/// The size and place of a widget, named as WidgetKit names it.
public enum WidgetFamily: String, Sendable, Hashable, CaseIterable, Comparable {
  case systemSmall
  case systemMedium
  case systemLarge
  case systemExtraLarge
  case accessoryCorner
  case accessoryCircular
  case accessoryRectangular
  case accessoryInline

  /// The family with the name an intent definition uses for a size class, such as `Small`.
  ///
  /// A name that no family has gives nil; the runtime ignores such names,
  /// so that is not an error here.
  public init?(sizeClass: String) {
    guard let family = Self.allCases.first(where: { $0.sizeClass == sizeClass }) else { return nil }
    self = family
  }

  /// The name an intent definition uses for this family in its array sizes.
  public var sizeClass: String {
    switch self {
    case .systemSmall: "Small"
    case .systemMedium: "Medium"
    case .systemLarge: "Large"
    case .systemExtraLarge: "ExtraLarge"
    case .accessoryCorner: "AccessoryCorner"
    case .accessoryCircular: "AccessoryCircular"
    case .accessoryRectangular: "AccessoryRectangular"
    case .accessoryInline: "AccessoryInline"
    }
  }

  /// The family whose array size is used where this one has none; nil ends the chain.
  ///
  /// The chain is the runtime's.
  public var sizeFallback: WidgetFamily? {
    switch self {
    case .systemSmall: nil
    case .systemMedium: .systemSmall
    case .systemLarge: .systemMedium
    case .systemExtraLarge: .systemLarge
    case .accessoryCorner: .systemSmall
    case .accessoryCircular: .accessoryCorner
    case .accessoryRectangular, .accessoryInline: .accessoryCircular
    }
  }

  /// Orders families from the smallest of the home screen to the last accessory.
  public static func < (lhs: WidgetFamily, rhs: WidgetFamily) -> Bool {
    lhs.position < rhs.position
  }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension [WidgetFamily] {
  /// The family of a widget that is placed for the first time.
  ///
  /// The medium one where it is listed, else the first.
  package var ofNewWidget: WidgetFamily {
    contains(.systemMedium) ? .systemMedium : first ?? .systemMedium
  }

  /// The families with another one, in their order; unchanged where it is among them.
  package func including(_ family: WidgetFamily) -> [WidgetFamily] {
    contains(family) ? self : (self + [family]).sorted()
  }
}

/// How many values an array parameter takes in each widget family.
///
/// A listed number is a maximum that a person can fill, not a number that must be reached.
public struct ArraySizes: Sendable, Hashable {
  /// One listed size: the size class as the definition writes it, and the number of values.
  public struct Entry: Sendable, Hashable {
    /// The size class as written, such as `Medium`; unknown ones are kept and ignored.
    public var sizeClass: String

    /// The number of values as written; less than 1 counts as 1.
    public var size: Int

    /// Keys of the entry that the model does not know, and how the known ones were written.
    public var extras: DefinitionExtras

    /// Makes one listed size.
    public init(sizeClass: String, size: Int, extras: DefinitionExtras = .none) {
      self.sizeClass = sizeClass
      self.size = size
      self.extras = extras
    }
  }

  /// The listed sizes in the order of the file.
  public var entries: [Entry]

  /// Makes the sizes from entries in file order.
  public init(entries: [Entry]) {
    self.entries = entries
  }

  /// Makes the sizes from numbers by family.
  public init(_ sizes: KeyValuePairs<WidgetFamily, Int>) {
    entries = sizes.map { Entry(sizeClass: $0.key.sizeClass, size: $0.value) }
  }

  /// The number listed for a family itself, without the fall-back chain; nil when none is.
  public func listedSize(for family: WidgetFamily) -> Int? {
    entries.first { $0.sizeClass == family.sizeClass }?.size
  }

  /// The greatest number of values in a family: at least 1, found through the fall-back chain.
  public func maximum(for family: WidgetFamily) -> Int {
    var next: WidgetFamily? = family
    while let current = next {
      if let size = listedSize(for: current) { return max(1, size) }
      next = current.sizeFallback
    }
    return 1
  }
}
