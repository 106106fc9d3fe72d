#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A component of a date or a time that an intent can hold.
public enum IntentDateComponent: String, Sendable, Hashable, CaseIterable, Codable {
  /// The year.
  case year
  /// The month.
  case month
  /// The day of the month.
  case day
  /// The hour.
  case hour
  /// The minute.
  case minute
  /// The second.
  case second

  /// The components of a date, in the order of ISO 8601.
  package static let ofDate: [IntentDateComponent] = [.year, .month, .day]

  /// The components of a time of day, from largest to smallest.
  package static let ofTime: [IntentDateComponent] = [.hour, .minute, .second]

  /// The valid numbers of the component.
  public var range: ClosedRange<Int> {
    switch self {
    case .year: CivilDate.years
    case .month: 1...12
    case .day: 1...31
    case .hour: 0...23
    case .minute, .second: 0...59
    }
  }

  /// Whether date components of a kind include this component.
  public func belongs(to kind: DateComponentsMetadata.Kind) -> Bool {
    Self.ofDate.contains(self) ? kind != .time : kind != .date
  }
}

extension DateComponents {
  /// The value of the component; nil if it is not set.
  public subscript(component: IntentDateComponent) -> Int? {
    get {
      switch component {
      case .year: year
      case .month: month
      case .day: day
      case .hour: hour
      case .minute: minute
      case .second: second
      }
    }
    set {
      switch component {
      case .year: year = newValue
      case .month: month = newValue
      case .day: day = newValue
      case .hour: hour = newValue
      case .minute: minute = newValue
      case .second: second = newValue
      }
    }
  }
}

extension DateComponents {
  /// The day; nil if a component is missing or the day does not exist.
  package var civilDate: CivilDate? {
    guard let year, let month, let day else { return nil }
    return CivilDate(checkedYear: year, month: month, day: day)
  }

  /// The year, the month and the day, without the time.
  package var withoutTime: DateComponents { DateComponents(year: year, month: month, day: day) }

  /// Whether a clock can show the hour, the minute and, if it is set, the second.
  package var isTime: Bool {
    IntentDateComponent.ofTime.allSatisfy { name in
      self[name].map { name.range.contains($0) } ?? (name == .second)
    }
  }

  /// Whether any of the given components is set.
  package func hasAny(of components: [IntentDateComponent]) -> Bool {
    components.contains { self[$0] != nil }
  }

  /// The date in the form of ISO 8601, such as `2026-11-21`; nil if it has no component.
  ///
  /// A missing component is left out, but its dash stays: `--12-24` is a day of every year, `---24`
  /// a day of every month, and `2026--24` a day of every month in a year.
  package var isoDate: String? {
    switch (year, month, day) {
    case (let year?, let month?, let day?):
      text(ofYear: year) + "-" + padded(month) + "-" + padded(day)
    case (let year?, let month?, nil): text(ofYear: year) + "-" + padded(month)
    case (let year?, nil, let day?): text(ofYear: year) + "--" + padded(day)
    case (let year?, nil, nil): text(ofYear: year)
    case (nil, let month?, let day?): "--" + padded(month) + "-" + padded(day)
    case (nil, let month?, nil): "--" + padded(month)
    case (nil, nil, let day?): "---" + padded(day)
    case (nil, nil, nil): nil
    }
  }

  private func text(ofYear year: Int) -> String { padded(year, CivilDate.yearDigits) }

  /// The time in the form of ISO 8601, such as `07:30`; nil if it has no component.
  ///
  /// A missing component is left out, but its colon stays: `:30` is a minute, and `07::15` an hour
  /// and a second.
  package var isoTime: String? {
    guard hour != nil || minute != nil || second != nil else { return nil }
    let start = (hour.map { padded($0) } ?? "") + ":" + (minute.map { padded($0) } ?? "")
    return start + (second.map { ":" + padded($0) } ?? "")
  }
}

extension IntentSchema {
  /// The problems with the components of a date or a time.
  package static func componentIssues(
    _ components: DateComponents, kind: DateComponentsMetadata.Kind, at path: IntentPath
  ) -> [IntentIssue] {
    var found: [IntentIssue] = []
    let set = IntentDateComponent.allCases.filter { components[$0] != nil }
    guard !set.isEmpty else { return [IntentIssue(.noComponents, at: path)] }
    for component in set {
      guard let value = components[component] else { continue }
      let place = path.appending(component.rawValue)
      if !component.belongs(to: kind) {
        found.append(IntentIssue(.componentNotAllowed(component, kind: kind), at: place))
      } else if !component.range.contains(value) {
        found.append(IntentIssue(.componentOutOfRange(component, value: value), at: place))
      }
    }
    guard found.isEmpty else { return found }
    return dayIssues(components, at: path)
  }

  private static func dayIssues(
    _ components: DateComponents, at path: IntentPath
  ) -> [IntentIssue] {
    guard let month = components.month, let day = components.day else { return [] }
    guard !isDay(day, of: month, year: components.year) else { return [] }
    let reason = IntentIssue.Reason.noSuchDay(year: components.year, month: month, day: day)
    return [IntentIssue(reason, at: path.appending(IntentDateComponent.day.rawValue))]
  }

  /// Whether a day exists in a month; if there is no year, February 29 is valid.
  package static func isDay(_ day: Int, of month: Int, year: Int?) -> Bool {
    day <= CivilDate.dayCount(year: year ?? CivilDate.anyLeapYear, month: month)
  }
}
