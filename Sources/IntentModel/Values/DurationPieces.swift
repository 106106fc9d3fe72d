extension Double {
  /// The seconds as days, hours, minutes and seconds.
  ///
  /// Durations that are below a minute, negative or not whole have only seconds.
  package var durationPieces: [(number: String, unit: DurationUnit)] {
    guard self >= DurationUnit.minutes.seconds, self == rounded(), self < Self.wholeLimit else {
      return [(shortest, .seconds)]
    }
    var rest = Int(self)
    var pieces: [(String, DurationUnit)] = []
    for unit in DurationUnit.allCases.reversed() {
      let size = Int(unit.seconds)
      let count = rest / size
      rest %= size
      if count > 0 { pieces.append((String(count), unit)) }
    }
    return pieces
  }

  /// The duration as users type it, such as `1h30m`.
  package var durationText: String {
    durationPieces.map { $0.number + $0.unit.symbol.prefix(1) }.joined()
  }

  /// The duration as people see it in English, such as `1 h 30 min`.
  package var durationWords: String {
    durationPieces.map { "\($0.number) \($0.unit.symbol)" }.joined(separator: " ")
  }

  /// The seconds, rounded down to at most two units: to whole hours from one day up, and to whole
  /// minutes from one hour up.
  package var inTwoUnits: Double {
    let unit: DurationUnit =
      self < DurationUnit.hours.seconds
      ? .seconds : self < DurationUnit.days.seconds ? .minutes : .hours
    return (self / unit.seconds).rounded(.down) * unit.seconds
  }
}
