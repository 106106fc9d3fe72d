package import IntentModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Steps a value of any type up or down.
enum ValueStepper {
  /// The maximum number of steps in one event.
  static let maximumSteps = 1_000_000

  /// The minutes of one step of a time.
  private static let timeStep = 15

  /// The value after a number of steps, within the bounds of its type; nil if the value cannot be
  /// stepped.
  static func step(_ value: IntentValue?, type: ParameterType, by count: Int) -> IntentValue? {
    let steps = min(maximumSteps, max(-maximumSteps, count))
    switch type {
    case .integer(let metadata): return integer(value, metadata, steps)
    case .decimal(let metadata): return decimal(value, metadata, steps)
    case .timeInterval(let metadata): return duration(value, metadata, steps)
    case .dateComponents(let metadata): return date(value, metadata.kind, steps)
    default: return nil
    }
  }

  private static func integer(
    _ value: IntentValue?, _ metadata: NumberMetadata<Int>, _ steps: Int
  ) -> IntentValue {
    let lower = metadata.lowerLimit ?? Int.min
    let upper = metadata.upperLimit ?? Int.max
    guard case .integer(let number)? = value else { return .integer(max(lower, min(upper, 0))) }
    if let scale = metadata.sliderScale {
      // If the scale covers all integers, one of its ends, as a `Double`, can be outside the range
      // of `Int`.
      let target = scale.value(steps, from: Double(number))
      return .integer(max(lower, min(upper, Int(exactly: target) ?? (target < 0 ? lower : upper))))
    }
    let (sum, overflow) = number.addingReportingOverflow(steps)
    return .integer(overflow ? (steps < 0 ? lower : upper) : max(lower, min(upper, sum)))
  }

  private static func decimal(
    _ value: IntentValue?, _ metadata: NumberMetadata<Double>, _ steps: Int
  ) -> IntentValue {
    let lower = metadata.lowerLimit ?? -.greatestFiniteMagnitude
    let upper = metadata.upperLimit ?? .greatestFiniteMagnitude
    guard case .decimal(let number)? = value else { return .decimal(max(lower, min(upper, 0))) }
    if let scale = metadata.sliderScale { return .decimal(scale.value(steps, from: number)) }
    return .decimal(max(lower, min(upper, number + Double(steps))))
  }

  /// Steps by the standard unit.
  private static func duration(
    _ value: IntentValue?, _ metadata: TimeIntervalMetadata, _ steps: Int
  ) -> IntentValue {
    let unit = metadata.standardUnit.seconds
    var seconds = metadata.lowerLimit
    if case .timeInterval(let present)? = value { seconds = present }
    let stepped = seconds + Double(steps) * unit
    let upper = metadata.upperLimit ?? .greatestFiniteMagnitude
    return .timeInterval(max(metadata.lowerLimit, min(upper, stepped)))
  }

  /// Steps a time around the clock, and a date by days; returns nil if a component is out of range,
  /// or if a date has no month or no day.
  private static func date(
    _ value: IntentValue?, _ kind: DateComponentsMetadata.Kind, _ steps: Int
  ) -> IntentValue? {
    var components = DateComponents()
    if case .dateComponents(let present)? = value { components = present }
    guard components.isInRange else { return nil }
    if kind != .time, let day = components.day, let month = components.month {
      return .dateComponents(moved(components, month: month, day: day, by: steps))
    }
    guard kind != .date else { return nil }
    let present = (components.hour ?? 0) * 60 + (components.minute ?? 0)
    let moved = ((present / timeStep + steps) * timeStep)
      .moved(by: 0, among: CivilDate.minutesPerDay)
    (components.hour, components.minute) = (moved / 60, moved % 60)
    return .dateComponents(components)
  }

  private static func moved(
    _ components: DateComponents, month: Int, day: Int, by steps: Int
  ) -> DateComponents {
    var (year, month, day) = (components.year ?? CivilDate.anyLeapYear, month, day)
    for _ in 0..<min(3_660, abs(steps)) {
      day += steps < 0 ? -1 : 1
      if day < 1 {
        month -= 1
        if month < 1 { (year, month) = (year - 1, 12) }
        day = CivilDate.dayCount(year: year, month: month)
      } else if day > CivilDate.dayCount(year: year, month: month) {
        (month, day) = (month + 1, 1)
        if month > 12 { (year, month) = (year + 1, 1) }
      }
    }
    var moved = components
    (moved.month, moved.day) = (month, day)
    let years = CivilDate.years
    if components.year != nil { moved.year = min(years.upperBound, max(years.lowerBound, year)) }
    return moved
  }
}

extension DateComponents {
  /// Whether each component that is set is in its valid range.
  var isInRange: Bool {
    IntentDateComponent.allCases.allSatisfy { name in
      self[name].map { name.range.contains($0) } ?? true
    }
  }
}

extension ParameterType {
  /// The number at a position on a slider; nil for a type that has no slider.
  package func value(atPosition position: Int) -> IntentValue? {
    switch self {
    case .integer(let metadata):
      metadata.sliderScale.flatMap { Int(exactly: $0.value(at: position).rounded()) }
        .map { .integer($0) }
    case .decimal(let metadata): metadata.sliderScale.map { .decimal($0.value(at: position)) }
    default: nil
    }
  }
}

extension IntentValue {
  /// The typed value, with the parts of the old value that a text cannot show, if both values are
  /// the same thing.
  ///
  /// Objects with the same identifier are the same thing. For other types, see
  /// ``ValueCoding/value(_:keepingUnseenOf:)``.
  func keepingUnseen(of old: IntentValue?) -> IntentValue {
    guard let old, self != old else { return self }
    switch (self, old) {
    case (.object(var object), .object(let before)) where object.identifier == before.identifier:
      (object.subtitle, object.properties) = (before.subtitle, before.properties)
      return .object(object)
    default:
      if let whole = coding?.value(self, keepingUnseenOf: old) { return whole }
      // A place without coordinates is identified by its text.
      return kind == .placemark && ValueText.text(of: self) == ValueText.text(of: old) ? old : self
    }
  }
}
