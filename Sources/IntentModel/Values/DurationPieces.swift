package import Messages

extension Double {
  /// The seconds as days, hours, minutes and seconds, each with the letter of its unit.
  ///
  /// Durations below a minute, with a fraction or negative are only in seconds.
  package var durationPieces: [(number: String, unit: String)] {
    guard self >= 60, self == rounded(), self < 1e15 else { return [(shortest, "s")] }
    var rest = Int(self)
    var pieces: [(String, String)] = []
    for (size, unit) in [(86_400, "d"), (3_600, "h"), (60, "m"), (1, "s")] {
      let count = rest / size
      rest %= size
      if count > 0 { pieces.append((String(count), unit)) }
    }
    return pieces
  }

  /// The duration as users type it, such as `1h30m`.
  package var durationText: String { durationPieces.map { $0.number + $0.unit }.joined() }

  /// The duration as people see it, such as `1 h 30 min` or `1 Std. 30 Min.`.
  package func durationText(
    in language: MessageLanguage, numbers: any MessageNumbers
  ) -> String {
    durationPieces.map { number, unit in
      let message: Message =
        switch unit {
        case "d": .dayCount(count: .decimal(number))
        case "h": .hourCount(count: .decimal(number))
        case "m": .minuteCount(count: .decimal(number))
        default: .secondCount(count: .decimal(number))
        }
      return message.text(in: language, numbers: numbers)
    }.joined(separator: Message(" ").text(in: language))
  }

  /// The seconds rounded down to at most two units: whole hours from a day, whole minutes from an
  /// hour.
  package var inTwoUnits: Double {
    let unit = self < 3_600 ? 1.0 : self < 86_400 ? 60 : 3_600
    return (self / unit).rounded(.down) * unit
  }
}

extension Message {
  // Units of durations, with their numbers.
  package static func dayCount(count: Argument) -> Message { "\(count) d" }
  package static func hourCount(count: Argument) -> Message { "\(count) h" }
  package static func minuteCount(count: Argument) -> Message { "\(count) min" }
  package static func secondCount(count: Argument) -> Message { "\(count) s" }
}
