package import IntentModel
import Messages

/// Durations as people type them: `1h30m`, `1h30`, `90 min`, `2d`, `1:30`, `PT36H`, or a plain
/// number.
///
/// After hours, a number without a unit means minutes.
///
/// The form with a P follows ISO 8601 §5.5.2, but without years and months: these have no fixed
/// length in seconds, so `P1M` is not a duration.
package enum DurationText {
  /// Reads a text as a number of seconds; nil if it is not a duration.
  ///
  /// - Parameters:
  ///   - text: The text; case and spaces are ignored.
  ///   - unit: The unit of a plain number.
  ///   - words: The language in which units can be named, in addition to English.
  ///   - notation: How numbers are written.
  package static func seconds(
    of text: String, unit: DurationUnit, words: FormWords = .english,
    notation: ValueNotation = .canonical
  ) -> Double? {
    let reader = DurationReader(words: words, notation: notation)
    var folded = MomentReader.withDigits(TypedWords.fold(text)).trimmed
    let isNegative = folded.first == "-"
    if isNegative { folded.removeFirst() }
    guard let first = folded.first, !isNegative || !"+-".contains(first) else { return nil }
    let seconds =
      reader.joined(folded).flatMap { reader.read($0, unit: unit) } ?? reader.inWords(folded)?.total
    return seconds.flatMap { $0.isFinite ? isNegative ? -$0 : $0 : nil }
  }

  /// The number in a text without a unit; nil for any other text.
  static func plainNumber(in text: String, notation: ValueNotation) -> Double? {
    let text = TypedWords.fold(text).trimmed
    let sign = text.prefix { "-−".contains($0) }
    let number = sign + text.dropFirst(sign.count).drop { $0.isWhitespace }
    return notation.canonicalNumber(String(number)).flatMap { ValueText.decimal($0) }
  }

  /// The number of seconds that a text with units means, and the seconds of its smallest unit; nil
  /// for any other text.
  static func reading(
    of text: String, words: FormWords, notation: ValueNotation
  ) -> (seconds: Double, unit: Double)? {
    let reader = DurationReader(words: words, notation: notation)
    return reader.inWords(MomentReader.withDigits(TypedWords.fold(text)).trimmed)
      .map { ($0.total, $0.last) }
  }

  /// A number of seconds as a text such as `1h30m`, which reads back as the same number.
  package static func text(of seconds: Double) -> String { seconds.durationText }

  /// A number of seconds as people see it, such as `1 h 30 min` or `1 Std. 30 Min.`.
  package static func display(of seconds: Double, words: FormWords = .english) -> String {
    words.format.duration(seconds)
  }
}

/// Reads durations in the units and numbers of a locale.
private struct DurationReader {
  let words: FormWords
  let notation: ValueNotation

  /// The number of seconds in each unit, with its English names; the largest unit comes first.
  ///
  /// The first name of each unit is the letter that ``DurationText/text(of:)`` writes, which has
  /// the same meaning in every language.
  private static let units: [(seconds: Double, names: [String])] = [
    (7 * DurationUnit.days.seconds, ["w", "week", "weeks"]),
    (DurationUnit.days.seconds, ["d", "day", "days"]),
    (DurationUnit.hours.seconds, ["h", "hr", "hour", "hours"]),
    (DurationUnit.minutes.seconds, ["m", "min", "mins", "minute", "minutes"]),
    (DurationUnit.seconds.seconds, ["s", "sec", "secs", "second", "seconds"]),
  ]

  func read(_ text: String, unit: DurationUnit) -> Double? {
    if let number = number(text) { return number * unit.seconds }
    if text.hasSuffix("s"), let seconds = number(text.dropLast()) { return seconds }
    if text.contains(":") { return clock(text) }
    return text.hasPrefix("p") ? standard(text.dropFirst()) : parts(text[...])?.total
  }

  /// Reads numbers in digits or words, with units; `a half` can follow the last unit.
  func inWords(_ text: String) -> (total: Double, last: Double)? {
    if let whole = wholeWord(text.filter { $0.isLetter || $0.isNumber }) { return whole }
    func read(_ text: String) -> (total: Double, last: Double)? {
      joined(withNumbers(text)).flatMap { parts($0[...]) }
    }
    for table in words.typedWords {
      guard let rest = TypedWords.rest(of: text, in: table.halves),
        let found = read(rest) ?? read("1 " + rest)
      else { continue }
      return (found.total + found.last / 2, found.last)
    }
    return read(text)
  }

  /// The text without spaces; nil if a space is between two numbers, as in `2 30 min`, or in a
  /// number.
  func joined(_ text: String) -> String? {
    let numbers = text.split { !$0.isNumber && !$0.isWhitespace && !".,".contains($0) }
      .map { ValueNotation.plain(String($0.drop { !$0.isNumber })).trimmed }
    guard numbers.allSatisfy({ !notation.withoutSpaces($0).contains(where: \.isWhitespace) })
    else { return nil }
    return text.filter { !$0.isWhitespace }
  }

  /// The text with digits in place of numbers in words, and without “and”.
  private func withNumbers(_ text: String) -> String {
    var text = text.replacing("个半", with: ".5个").replacing("個半", with: ".5個")
    if text.hasPrefix("半") { text = "0.5" + text.dropFirst() }
    let tokens = text.split(separator: " ").map(String.init)
    var written: [String] = []
    var place = 0
    while place < tokens.count {
      let most = min(4, tokens.count - place)
      let found = (1...most).reversed().lazy.compactMap { count -> (String, Int)? in
        let name = tokens[place..<place + count].joined(separator: " ")
        return words.typedWords.lazy.compactMap { $0.numbers[name] }.first.map { ($0, count) }
      }.first
      if let (number, count) = found {
        written.append(number)
        place += count
        continue
      }
      let isAnd =
        place > 0 && place + 1 < tokens.count
        && words.typedWords.contains { $0.and.contains(tokens[place]) }
      if !isAnd { written.append(tokens[place]) }
      place += 1
    }
    return written.joined(separator: " ")
  }

  /// The total seconds, and the seconds of the unit, for a single word that means both a number and
  /// its unit.
  private func wholeWord(_ name: String) -> (total: Double, last: Double)? {
    let own = words.typedWords.lazy.compactMap { $0.wholes[name] }.first
    guard let total = words.format.seconds(ofWord: name) ?? own else { return nil }
    return (total, Self.units.map(\.seconds).first { total >= $0 } ?? 1)
  }

  private func number(_ text: some StringProtocol) -> Double? {
    notation.canonicalNumber(String(text)).flatMap { ValueText.decimal($0) }
  }

  /// Reads weeks and days, then a T, then hours, minutes and seconds.
  private func standard(_ text: Substring) -> Double? {
    guard text.last?.isNumber == false else { return nil }
    let halves = text.split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
    guard let dates = halves.first, !dates.contains(where: { "hms".contains($0) }) else {
      return nil
    }
    let times = halves.count == 2 ? halves[1] : nil
    guard let times else { return parts(dates)?.total }
    guard !times.contains(where: { "wd".contains($0) }), let rest = parts(times)?.total else {
      return nil
    }
    return dates.isEmpty ? rest : parts(dates).map { $0.total + rest }
  }

  /// Reads hours, minutes and optional seconds, as on a clock.
  private func clock(_ text: String) -> Double? {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map {
      $0.allSatisfy(\.isNumber) ? Int($0) : nil
    }
    guard (2...3).contains(numbers.count), !numbers.contains(nil) else { return nil }
    let known = numbers.compactMap { $0 }
    guard known.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    return zip(known, [DurationUnit.hours, .minutes, .seconds])
      .reduce(0) { $0 + Double($1.0) * $1.1.seconds }
  }

  /// Reads numbers with units, from the largest unit to the smallest, each at most once.
  ///
  /// If the last number has no unit, it means minutes if hours precede it, as in `1h30`.
  private func parts(_ text: Substring) -> (total: Double, last: Double)? {
    guard !text.isEmpty else { return nil }
    var rest = text
    var total = 0.0
    var last = Double.infinity
    while !rest.isEmpty {
      var digits = takeDigits(&rest)
      // Combining marks and the punctuation of abbreviations are part of a name.
      let text = rest.prefix { !$0.isNumber && !"-+".contains($0) }
      rest = rest.dropFirst(text.count)
      let isName = text.allSatisfy { !$0.isASCII || $0.isLetter || ".,'\"".contains($0) }
      guard isName else { return nil }
      let name = String(text.filter { $0.isLetter || $0.isNumber })
      // Some languages write a unit before its number.
      let isWhole = wholeWord(name) != nil
      if digits.isEmpty, !isWhole { digits = takeDigits(&rest) }
      if name.isEmpty, text.isEmpty, rest.isEmpty, last == DurationUnit.hours.seconds,
        let minutes = minutes(digits)
      {
        let minute = DurationUnit.minutes.seconds
        return (total + minutes * minute, minute)
      }
      guard let seconds = seconds(digits, name), seconds.unit < last else { return nil }
      total += seconds.total
      last = seconds.unit
    }
    return (total, last)
  }

  /// The minutes after hours: at most two digits, and below 60, as on a clock.
  private func minutes(_ digits: Substring) -> Double? {
    guard digits.count <= 2, digits.allSatisfy(\.isNumber), let number = number(digits), number < 60
    else { return nil }
    return number
  }

  private func takeDigits(_ rest: inout Substring) -> Substring {
    let digits = rest.prefix { $0.isNumber || $0 == "." || $0 == "," }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  /// The total seconds, and the seconds of the unit, for a number with its unit or for a single
  /// word that means both.
  private func seconds(_ digits: Substring, _ name: String) -> (total: Double, unit: Double)? {
    guard !digits.isEmpty else { return wholeWord(name).map { ($0.total, $0.last) } }
    guard let number = number(digits), let unit = unitSeconds(name) else { return nil }
    return (number * unit, unit)
  }

  private func unitSeconds(_ name: String) -> Double? {
    if let unit = Self.units.first(where: { $0.names.first == name }) { return unit.seconds }
    if let seconds = words.format.secondsOfUnit(named: name) { return seconds }
    for table in words.typedWords { if let seconds = table.units[name] { return seconds } }
    return Self.units.first { $0.names.contains(name) }?.seconds
  }
}
