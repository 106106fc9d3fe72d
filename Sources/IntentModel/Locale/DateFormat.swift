/// How much of a date or a time is written, as `NSDateFormatter` names it.
public enum DateStyle: String, Sendable, Hashable, CaseIterable {
  /// Nothing of it.
  case no = "No"
  /// A date in numbers; a time without its seconds.
  case short = "Short"
  /// A date as the place usually writes it.
  case medium = "Medium"
  /// A date with the name of its month in full.
  case long = "Long"
  /// A date with its day of the week.
  case full = "Full"

  /// The style of a definition: ``full`` for one that is unknown or absent, as Apple's runtime takes it.
  public init(written name: String?) {
    self = name.flatMap(DateStyle.init(rawValue:)) ?? .full
  }
}

/// How a definition asks for dates to be shown.
public enum DateFormat: Sendable, Hashable {
  /// As the place usually writes dates: the definition says nothing.
  case usual
  /// In the styles of `NSDateFormatter`.
  case styles(date: DateStyle, time: DateStyle)
  /// In the styles, but yesterday, today and tomorrow by their names.
  case relative(date: DateStyle, time: DateStyle)
  /// The components that the letters of a template of Unicode (UTS 35) name, such as `MMMd`, in the
  /// order of the place.
  case template(String)

  /// The formats by their names in definitions.
  enum Name: String, CaseIterable {
    case style = "Style"
    case relative = "Relative"
    case template = "Template"
  }
}

extension DateComponentsMetadata {
  /// How values are shown; a kind without a date or without a time has no style for it.
  ///
  /// A `Template` without a template, and an unknown format, count as styles.
  public var dateFormat: DateFormat {
    guard format != nil || dateStyle != nil || timeStyle != nil else { return .usual }
    let date = kind == .time ? .no : DateStyle(written: dateStyle)
    let time = kind == .date ? .no : DateStyle(written: timeStyle)
    switch format.flatMap(DateFormat.Name.init) {
    case .relative: return .relative(date: date, time: time)
    case .template:
      if let template = template.text, !template.isEmpty { return .template(template) }
      return .styles(date: date, time: time)
    case .style, nil: return .styles(date: date, time: time)
    }
  }
}
