#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import IntentModel

extension ValueNotation {
  /// The components of a date in the order of the notation.
  var dateComponents: [IntentDateComponent] {
    switch dateOrder {
    case .yearMonthDay: [.year, .month, .day]
    case .dayMonthYear: [.day, .month, .year]
    case .monthDayYear: [.month, .day, .year]
    }
  }

  /// A day with its year as it is written here; nil where it is written as in ISO 8601.
  func dateText(_ components: DateComponents) -> String? {
    guard !isCanonical, components.year != nil, components.month != nil, components.day != nil
    else { return nil }
    return dateComponents.map { name in
      DateText.padded(components[name] ?? 0, name == .year ? 4 : 2)
    }.joined(separator: String(dateSeparator))
  }

  /// A time of day with AM or PM; nil where it is written as in ISO 8601.
  func timeText(_ components: DateComponents) -> String? {
    guard usesTwelveHours, let hour = components.hour, (0...23).contains(hour),
      let minute = components.minute
    else { return nil }
    let second = components.second.map { ":" + DateText.padded($0) } ?? ""
    let shown = Self.twelveHour(hour)
    return "\(shown.hour):\(DateText.padded(minute))\(second) \(shown.isAfternoon ? "PM" : "AM")"
  }

  /// An hour from 0 to 23 as it is counted to twelve.
  static func twelveHour(_ hour: Int) -> (hour: Int, isAfternoon: Bool) {
    (hour % 12 == 0 ? 12 : hour % 12, hour >= 12)
  }

  /// A date or a time as it was typed, written as in ISO 8601; nil when it is neither.
  ///
  /// A time may have AM or PM after it. Three numbers with the same sign between them are a year, a
  /// month and a day when the first has four digits, and else in the order of the notation; a year
  /// always has four digits, so that it is not mistaken for a day.
  func canonicalDate(_ typed: String) -> String? {
    let text = Self.plain(typed).replacing("年", with: "-").replacing("月", with: "-")
      .replacing("日", with: " ").replacing(". ", with: ".")
    var words = text.split { $0 == " " || $0 == "T" }.map(String.init)
    if let period = words.last?.lowercased().filter({ $0 != "." }), words.count > 1,
      period == "am" || period == "pm"
    {
      words.removeLast()
      words[words.count - 1] += period
    }
    var canonical: [String] = []
    for word in words {
      guard let read = word.contains(":") ? canonicalTime(word) : canonicalDay(word) else {
        return nil
      }
      canonical.append(read)
    }
    return canonical.isEmpty ? nil : canonical.joined(separator: " ")
  }

  private func canonicalTime(_ word: String) -> String? {
    let folded = word.lowercased()
    guard folded.hasSuffix("am") || folded.hasSuffix("pm") else { return word }
    let parts = folded.dropLast(2).split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, let hour = Int(first), (1...12).contains(hour) else {
      return nil
    }
    let whole = hour % 12 + (folded.hasSuffix("pm") ? 12 : 0)
    return ([DateText.padded(whole)] + parts.dropFirst().map(String.init)).joined(separator: ":")
  }

  private func canonicalDay(_ word: String) -> String? {
    guard let sign = word.first(where: { "/.-".contains($0) }) else { return word }
    var parts = word.split(separator: sign, omittingEmptySubsequences: false).map(String.init)
    if sign == ".", parts.last == "" { parts.removeLast() }
    let isNumber = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) }
    }
    guard parts.count == 3, isNumber else { return sign == "-" ? word : nil }
    if parts[0].utf8.count == 4 { return parts.joined(separator: "-") }
    guard let place = dateComponents.firstIndex(of: .year), parts[place].utf8.count == 4,
      let month = dateComponents.firstIndex(of: .month),
      let day = dateComponents.firstIndex(of: .day)
    else { return nil }
    return [parts[place], parts[month], parts[day]].joined(separator: "-")
  }
}
