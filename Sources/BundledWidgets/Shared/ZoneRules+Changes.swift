extension ZoneRules {
  /// The instants at which the offset changes, after one instant and up to another, ascending.
  func changes(after start: Int, through end: Int) -> [Int] {
    guard start < end else { return [] }
    let listed = transitions.partitionIndex { $0 > start }..<transitions.partitionIndex { $0 > end }
    let yearly = tail.map { $0.changes(after: start, through: end) } ?? []
    let last = transitions.last ?? .min
    let all = transitions[listed] + yearly.filter { $0 > last }
    return all.filter { offset(at: $0) != offset(at: $0 - 1) }
  }

  /// The midnights that begin a day, after one instant and up to another, ascending.
  ///
  /// Where clocks skip midnight, the day begins with the change.
  func midnights(after start: Int, through end: Int) -> [Int] {
    var day = wall(at: start).dayNumber
    var found: [Int] = []
    while true {
      day += 1
      let instant = instant(of: CivilDateTime(dayNumber: day, secondOfDay: 0))
      guard instant <= end else { return found }
      if instant > start { found.append(instant) }
    }
  }

  /// The midnight that ends the day of an instant.
  func nextMidnight(after instant: Int) -> Int {
    let day = wall(at: instant).dayNumber
    let midnight = self.instant(of: CivilDateTime(dayNumber: day + 1, secondOfDay: 0))
    // Where clocks go back over midnight, the first showing of it may be past already.
    return midnight > instant
      ? midnight : self.instant(of: CivilDateTime(dayNumber: day + 2, secondOfDay: 0))
  }
}

extension YearlyZoneRule {
  /// The instants of the yearly changes, after one instant and up to another, ascending.
  func changes(after first: Int, through last: Int) -> [Int] {
    guard let start, let end else { return [] }
    let years = [first, last].map { CivilDateTime(wallSeconds: $0).date.year }
    return (years[0] - 1...years[1] + 1).flatMap { year in
      [start.wall(in: year) - standardOffset, end.wall(in: year) - daylightOffset]
    }.filter { $0 > first && $0 <= last }.sorted()
  }
}
