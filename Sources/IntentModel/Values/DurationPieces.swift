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

  /// The seconds rounded down to at most two units: whole hours from a day, whole minutes from an
  /// hour.
  package var inTwoUnits: Double {
    let unit = self < 3_600 ? 1.0 : self < 86_400 ? 60 : 3_600
    return (self / unit).rounded(.down) * unit
  }
}
