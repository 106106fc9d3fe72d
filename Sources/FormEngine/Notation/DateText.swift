import IntentModel
import Messages

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Dates and times as people type them: `2026-11-21`, `07:30`, `2026-11-21 07:30:15`, `--12-24`.
///
/// The format is ISO 8601, but with a space instead of the T. A missing component is left out, but
/// its dash or colon stays: `--12-24` is a day in every year, `---24` a day in every month,
/// `2026--24` a day in every month of a year, `2026--` a year; `:30` is a minute, `07::15` an hour
/// and a second.
public enum DateText {
  /// Reads the components of a text in the form of ISO 8601.
  static func canonicalComponents(
    of text: String, kind: DateComponentsMetadata.Kind
  ) -> DateComponents? {
    let halves = text.split(whereSeparator: { $0 == " " || $0 == "T" }).map(String.init)
    var components = DateComponents()
    switch halves.count {
    case 1 where halves[0].contains(":"):
      guard kind != .date, readTime(halves[0], into: &components) else { return nil }
    case 1:
      guard kind != .time, readDate(halves[0], into: &components) else { return nil }
    case 2:
      guard kind == .dateTime, readDate(halves[0], into: &components),
        readTime(halves[1], into: &components)
      else { return nil }
    default: return nil
    }
    return components
  }

  private static func readDate(_ text: String, into components: inout DateComponents) -> Bool {
    if let (year, day) = yearAndDay(text) {
      (components.year, components.day) = (year, day)
      return true
    }
    // The digits of a year alone could also be a day with its month, or a time.
    if text.hasSuffix(yearEnd), let year = year(text.dropLast(yearEnd.count)) {
      components.year = year
      return true
    }
    let dashes = text.prefix { $0 == "-" }.count
    let numbers = text.dropFirst(dashes).split(separator: "-", omittingEmptySubsequences: false)
      .map { number(String($0)) }
    guard !numbers.contains(nil) else { return false }
    let known = numbers.compactMap { $0 }
    guard dashes > 0 || year(text.prefix { $0 != "-" }) != nil else { return false }
    switch (dashes, known.count) {
    case (0, 2): (components.year, components.month) = (known[0], known[1])
    case (0, 3):
      (components.year, components.month, components.day) = (known[0], known[1], known[2])
    case (2, 1): components.month = known[0]
    case (2, 2): (components.month, components.day) = (known[0], known[1])
    case (3, 1): components.day = known[0]
    default: return false
    }
    return true
  }

  /// A year and a day without the month between them.
  private static func yearAndDay(_ text: String) -> (year: Int, day: Int)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, let year = year(parts[0]),
      let day = number(String(parts[2]))
    else { return nil }
    return (year, day)
  }

  /// A year with all of its digits, as in ISO 8601, so it cannot be mistaken for a day.
  private static func year(_ text: Substring) -> Int? {
    text.utf8.count == CivilDate.yearDigits ? number(String(text)) : nil
  }

  /// The dashes for the missing month and day after a year alone.
  private static let yearEnd = "--"

  private static func readTime(_ text: String, into components: inout DateComponents) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count) else { return false }
    for (name, part) in zip(IntentDateComponent.ofTime, parts) where !part.isEmpty {
      guard let value = number(part) else { return false }
      components[name] = value
    }
    return parts.contains { !$0.isEmpty }
  }

  private static func number(_ text: String) -> Int? {
    guard (1...CivilDate.yearDigits).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit)
    else { return nil }
    return Int(text)
  }

  /// The text of components, which reads back as the same components.
  ///
  /// - Parameters:
  ///   - components: The components to write.
  ///   - notation: How a full date and a time of day are written; other components are always
  ///     written as in ISO 8601.
  public static func text(
    of components: DateComponents, notation: ValueNotation = .canonical
  ) -> String {
    let isYear = components.year != nil && components.month == nil && components.day == nil
    return [
      notation.dateText(components) ?? components.isoDate.map { isYear ? $0 + yearEnd : $0 },
      notation.timeText(components) ?? components.isoTime,
    ].compactMap { $0 }.joined(separator: " ")
  }
}
