/// The level of detail of a date or a time, named as in `NSDateFormatter`.
public enum DateStyle: String, Sendable, Hashable, CaseIterable {
  /// The date or the time is left out.
  case no = "No"
  /// A date written in numbers, or a time without seconds.
  case short = "Short"
  /// A date in the standard form of the locale.
  case medium = "Medium"
  /// A date with the full name of its month.
  case long = "Long"
  /// A date with the day of the week.
  case full = "Full"

  /// Makes the style from its name in a definition; ``full`` if it is unknown or absent, as in
  /// Apple's runtime.
  public init(written name: String?) {
    self = name.flatMap(DateStyle.init(rawValue:)) ?? .full
  }
}

/// The format of dates in a definition.
public enum DateFormat: Sendable, Hashable {
  /// The standard format of the locale, for dates that do not belong to a parameter.
  case usual
  /// The styles of `NSDateFormatter`.
  case styles(date: DateStyle, time: DateStyle)
  /// The same styles, but yesterday, today and tomorrow are written as words.
  case relative(date: DateStyle, time: DateStyle)
  /// The components in a Unicode template (UTS 35), such as `MMMd`, in the order of the locale.
  case template(String)

  /// The names of the formats in definitions.
  enum Name: String, CaseIterable {
    case style = "Style"
    case relative = "Relative"
    case template = "Template"

    /// The format of values that have no format or an unknown one.
    static let standard = style
  }
}

extension DateComponentsMetadata {
  /// The format of the values; a kind without a date has no date style, and a kind without a time
  /// has no time style.
  ///
  /// A missing or unknown format, and a template without a text, are treated as styles.
  public var dateFormat: DateFormat {
    let date = kind == .time ? .no : DateStyle(written: dateStyle)
    let time = kind == .date ? .no : DateStyle(written: timeStyle)
    switch format.flatMap(DateFormat.Name.init) ?? .standard {
    case .relative: return .relative(date: date, time: time)
    case .template:
      if let template = template.text, !template.isEmpty { return .template(template) }
      return .styles(date: date, time: time)
    case .style: return .styles(date: date, time: time)
    }
  }
}
