public import IntentModel

/// The size of a widget in points.
public struct DisplaySize: Sendable, Hashable {
  /// The width in points.
  public var width: Double

  /// The height in points.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The known family whose size is nearest, for a drawing that has shapes only for known families.
  package var nearestFamily: WidgetFamily {
    func distance(to family: WidgetFamily) -> Double {
      let other = DisplaySize(of: family)
      guard width > 0, height > 0 else { return .infinity }
      return max(width / other.width, other.width / width)
        * max(height / other.height, other.height / height)
    }
    return WidgetFamily.allCases.min { distance(to: $0) < distance(to: $1) } ?? .usual
  }

  /// The size of a family on a phone with 390 by 844 points, or on a tablet for the extra large
  /// family.
  ///
  /// Sizes differ between devices, so a provider should use the size in its context instead. An
  /// unknown family has the size of the medium family. The style sheet for the pages uses these
  /// numbers to draw families.
  public init(of family: WidgetFamily) {
    switch family {
    case .systemSmall: self.init(width: 158, height: 158)
    case .systemLarge: self.init(width: 338, height: 354)
    case .systemExtraLarge: self.init(width: 715, height: 354)
    // Apple does not document this size. On a phone's grid, it is as large as three medium widgets
    // with the gaps between them.
    case .systemExtraLargePortrait: self.init(width: 338, height: 550)
    // The circular image in the corner of a 40 mm watch (Human Interface Guidelines,
    // Complications).
    case .accessoryCorner: self.init(width: 32, height: 32)
    case .accessoryCircular: self.init(width: 72, height: 72)
    case .accessoryRectangular: self.init(width: 160, height: 72)
    case .accessoryInline: self.init(width: 234, height: 26)
    default: self.init(width: 338, height: 158)
    }
  }
}
