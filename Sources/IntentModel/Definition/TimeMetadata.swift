/// The metadata of date components.
public struct DateComponentsMetadata: Sendable, Hashable {
  /// The components that a parameter holds.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    /// A date with a time of day.
    case dateTime = "DateTime"
    /// A date without a time.
    case date = "Date"
    /// A time of day without a date.
    case time = "Time"
  }

  /// The components that the parameter holds; date and time if the file does not state a kind.
  public var kind: Kind

  /// The name of the format, as written.
  public var format: String?

  /// The name of the date style, as written.
  public var dateStyle: String?

  /// The name of the time style, as written.
  public var timeStyle: String?

  /// The template that belongs to the format `Template`.
  public var template: LocalizedText

  /// Makes the metadata.
  public init(
    kind: Kind = .dateTime, format: String? = nil, dateStyle: String? = nil,
    timeStyle: String? = nil, template: LocalizedText = .none
  ) {
    self.kind = kind
    self.format = format
    self.dateStyle = dateStyle
    self.timeStyle = timeStyle
    self.template = template
  }
}

/// A unit of durations.
public enum DurationUnit: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Seconds.
  case seconds = "Seconds"
  /// Minutes.
  case minutes = "Minutes"
  /// Hours.
  case hours = "Hours"
  /// Days of 24 hours, regardless of clock changes.
  case days = "Days"

  /// The length of one unit in seconds.
  public var seconds: Double {
    switch self {
    case .seconds: 1
    case .minutes: 60
    case .hours: 3_600
    case .days: 86_400
    }
  }

  /// The standard symbol.
  package var symbol: String {
    switch self {
    case .seconds: "s"
    case .minutes: "min"
    case .hours: "h"
    case .days: "d"
    }
  }

  /// Orders units by their length.
  public static func < (lhs: DurationUnit, rhs: DurationUnit) -> Bool {
    lhs.seconds < rhs.seconds
  }
}

/// The metadata of a duration.
///
/// Its numbers are `Double` instead of `Duration`, as in Apple's property list, so that a number
/// that a `Duration` cannot hold is kept and written unchanged.
public struct TimeIntervalMetadata: Sendable, Hashable {
  /// The units in the file: a single one for all numbers, or a separate one for each number.
  public enum Units: Sendable, Hashable {
    /// The unit that the input, the minimum and the maximum share; nil if the file has none.
    case single(DurationUnit?)

    /// Separate units for the default, the minimum and the maximum; nil stands for seconds.
    case multiple(standard: DurationUnit?, minimum: DurationUnit?, maximum: DurationUnit?)
  }

  /// The units of the default, the minimum and the maximum.
  public var units: Units

  /// The separate units in the file, as written, if they are not in effect because the file also
  /// has a single unit; otherwise nil.
  public var ignoredUnits: Units?

  /// The default, in its own unit; nil for none.
  public var defaultValue: Double?

  /// The lower end, in its own unit, as in the file.
  public var minimum: NumberBound<Double>

  /// The upper end, in its own unit, as in the file.
  public var maximum: NumberBound<Double>

  /// Whether the parameter has Swift's type `Duration`, which App Intents allows from iOS 26 on.
  ///
  /// If not, it is a measurement. Apple does not document whether a phone finds a value that was
  /// stored with the other type.
  public var isNative = false

  /// Whether App Intents declare that the value cannot be negative.
  ///
  /// In this program, no duration is negative. Apple allows negative durations unless an App Intent
  /// refuses them.
  public var refusesNegativeNumbers = false

  /// Makes the metadata.
  public init(
    units: Units = .single(nil), ignoredUnits: Units? = nil, defaultValue: Double? = nil,
    minimum: NumberBound<Double> = .absent, maximum: NumberBound<Double> = .absent
  ) {
    self.units = units
    self.ignoredUnits = ignoredUnits
    self.defaultValue = defaultValue
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The unit in which users usually think of the value.
  public var standardUnit: DurationUnit { statedUnits.standard ?? .seconds }

  /// The smallest unit that users can enter.
  public var smallestUnit: DurationUnit { statedUnits.minimum ?? .seconds }

  /// The largest unit that users can enter.
  public var largestUnit: DurationUnit { max(maximumUnit, smallestUnit) }

  /// The default in seconds; nil for none.
  public var defaultSeconds: Double? { defaultValue.map { $0 * standardUnit.seconds } }

  /// The minimum duration in seconds; at least 0.
  public var lowerLimit: Double { max(0, (minimum.number ?? 0) * smallestUnit.seconds) }

  /// The maximum duration in seconds; nil for no limit.
  public var upperLimit: Double? { maximum.number.map { $0 * maximumUnit.seconds } }

  private var maximumUnit: DurationUnit { statedUnits.maximum ?? .seconds }

  private var statedUnits: (standard: DurationUnit?, minimum: DurationUnit?, maximum: DurationUnit?)
  {
    switch units {
    case .single(let unit): (unit, unit, unit)
    case .multiple(let standard, let minimum, let maximum): (standard, minimum, maximum)
    }
  }
}
