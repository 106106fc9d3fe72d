extension YearlyZoneRule {
  /// Reads the text of a rule, or gives nothing when it isn't one.
  init?(parsing text: some StringProtocol) {
    var rest = Substring(text)
    guard Self.skipName(&rest), let west = Self.takeTime(&rest) else { return nil }
    self.init(standardOffset: -west, daylightOffset: -west)
    if rest.isEmpty { return }
    guard Self.skipName(&rest) else { return nil }
    daylightOffset = standardOffset + 3600
    if let first = rest.first, first != "," {
      guard let west = Self.takeTime(&rest) else { return nil }
      daylightOffset = -west
    }
    guard let start = Self.takeChange(&rest), let end = Self.takeChange(&rest), rest.isEmpty
    else { return nil }
    self.start = start
    self.end = end
  }

  /// Skips `CET` or `<+0330>`.
  private static func skipName(_ rest: inout Substring) -> Bool {
    if rest.first == "<" {
      guard let close = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: close)...]
      return true
    }
    let name = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// Takes `[+-]h[h[h]][:mm[:ss]]` as seconds.
  private static func takeTime(_ rest: inout Substring) -> Int? {
    let sign = rest.first == "-" ? -1 : 1
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    guard let hours = takeNumber(&rest, in: 0...167) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where rest.first == ":" {
      rest = rest.dropFirst()
      guard let part = takeNumber(&rest, in: 0...59) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  /// Takes `,day[/time]`; without a time the change is at two o'clock.
  private static func takeChange(_ rest: inout Substring) -> Change? {
    guard rest.first == "," else { return nil }
    rest = rest.dropFirst()
    guard let day = takeDay(&rest) else { return nil }
    guard rest.first == "/" else { return Change(day: day, second: 7200) }
    rest = rest.dropFirst()
    return takeTime(&rest).map { Change(day: day, second: $0) }
  }

  private static func takeDay(_ rest: inout Substring) -> Day? {
    switch rest.first {
    case "J":
      rest = rest.dropFirst()
      return takeNumber(&rest, in: 1...365).map(Day.julian)
    case "M":
      rest = rest.dropFirst()
      guard let month = takeNumber(&rest, in: 1...12), takeDot(&rest),
        let week = takeNumber(&rest, in: 1...5), takeDot(&rest),
        let day = takeNumber(&rest, in: 0...6)
      else { return nil }
      return .weekday(month: month, week: week, day: day)
    default: return takeNumber(&rest, in: 0...365).map(Day.zeroBased)
    }
  }

  private static func takeDot(_ rest: inout Substring) -> Bool {
    guard rest.first == "." else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func takeNumber(_ rest: inout Substring, in range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), range.contains(number) else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }
}
