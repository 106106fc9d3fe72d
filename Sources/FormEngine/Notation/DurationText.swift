public import IntentModel
import Messages

/// Durations as people type them: `1h30m`, `90 min`, `2d`, `1:30`, `PT36H`, or a plain number.
///
/// The form with a P is the one of ISO 8601 §5.5.2, without years and months: they have no fixed
/// length in seconds, so `P1M` is not a duration.
public enum DurationText {
  /// Reads the seconds of a text; nil if it is not a duration.
  ///
  /// - Parameters:
  ///   - text: The text; case and spaces are ignored.
  ///   - unit: The unit of a plain number.
  ///   - words: The language in which units can be named, besides English.
  ///   - notation: How numbers are written.
  public static func seconds(
    of text: String, unit: DurationUnit, words: FormWords = .english,
    notation: ValueNotation = .canonical
  ) -> Double? {
    let folded = ValueNotation.plain(text).lowercased().filter { !$0.isWhitespace }
    guard !folded.isEmpty else { return nil }
    let reader = DurationReader(words: words, notation: notation)
    let seconds = reader.read(folded, unit: unit)
    return seconds.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The text of a number of seconds, such as `1h30m`, which reads back as the same number.
  public static func text(of seconds: Double) -> String { seconds.durationText }

  /// The text of a number of seconds as people see it, such as `1 h 30 min` or `1 Std. 30 Min.`.
  public static func display(of seconds: Double, words: FormWords = .english) -> String {
    seconds.durationText(in: words.language, numbers: words)
  }
}

/// Reads durations in the units and numbers of a locale.
private struct DurationReader {
  let words: FormWords
  let notation: ValueNotation

  /// The locale's texts for each unit, with one number for each plural form of a language.
  private var units: [(texts: [Message], seconds: Double)] {
    let counts = ["1", "2", "3", "11", "100"].map { Message.Argument.decimal($0) }
    return [
      (counts.map { .dayCount(count: $0) }, 86_400), (counts.map { .hourCount(count: $0) }, 3_600),
      (counts.map { .minuteCount(count: $0) }, 60), (counts.map { .secondCount(count: $0) }, 1),
    ]
  }

  func read(_ text: String, unit: DurationUnit) -> Double? {
    if let number = number(text) { return number * unit.seconds }
    if text.hasSuffix("s"), let seconds = number(text.dropLast()) { return seconds }
    if text.contains(":") { return clock(text) }
    return text.hasPrefix("p") ? standard(text.dropFirst()) : parts(text[...])
  }

  private func number(_ text: some StringProtocol) -> Double? {
    notation.canonicalNumber(String(text)).flatMap { ValueText.decimal($0) }
  }

  /// Reads weeks and days, then a T, then hours, minutes and seconds.
  private func standard(_ text: Substring) -> Double? {
    let halves = text.split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
    guard let dates = halves.first, !dates.contains(where: { "hms".contains($0) }) else {
      return nil
    }
    let times = halves.count == 2 ? halves[1] : nil
    guard let times else { return parts(dates) }
    guard !times.contains(where: { "wd".contains($0) }), let rest = parts(times) else { return nil }
    return dates.isEmpty ? rest : parts(dates).map { $0 + rest }
  }

  /// Reads hours, minutes and optional seconds, as on a clock.
  private func clock(_ text: String) -> Double? {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (2...3).contains(numbers.count), !numbers.contains(nil) else { return nil }
    let known = numbers.compactMap { $0 }
    guard known.allSatisfy({ $0 >= 0 }), known.dropFirst().allSatisfy({ $0 < 60 }) else {
      return nil
    }
    return zip(known, [3_600.0, 60, 1]).reduce(0) { $0 + Double($1.0) * $1.1 }
  }

  /// Reads numbers with units, from the largest unit to the smallest, each at most once.
  private func parts(_ text: Substring) -> Double? {
    guard !text.isEmpty else { return nil }
    var rest = text
    var total = 0.0
    var last = Double.infinity
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber || $0 == "." || $0 == "," }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      // This point ends an abbreviation; it does not begin a fraction.
      if rest.first == ".", !name.isEmpty { rest = rest.dropFirst() }
      guard let number = number(digits), let unit = unitSeconds(String(name)),
        unit < last
      else { return nil }
      total += number * unit
      last = unit
    }
    return total
  }

  private func unitSeconds(_ name: String) -> Double? {
    switch name {
    case "w", "week", "weeks": 604_800
    case "d", "day", "days": 86_400
    case "h", "hr", "hour", "hours": 3_600
    case "m", "min", "mins", "minute", "minutes": 60
    case "s", "sec", "secs", "second", "seconds": 1
    default: units.first { unit in unit.texts.contains { self.name(in: $0) == name } }?.seconds
    }
  }

  /// The name of a unit in the text for a number of them, such as `tage`, in lowercase and without
  /// the point of an abbreviation.
  private func name(in text: Message) -> String {
    let name = words(text).lowercased().drop { !$0.isLetter }
    return String(String(name).trimmed.prefix { $0 != "." })
  }
}
