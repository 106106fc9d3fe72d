import IntentModel
import Messages
package import Zones

/// Finds the zone for a `TZID`, and caches it by name.
package struct ZoneResolver {
  private let folder: ZoneFolder
  private let allDefinitions: [String: ZoneDefinition]
  private var definitions: [String: ZoneDefinition] = [:]
  /// The zone of the whole calendar; nil if the calendar does not name a known zone.
  private var calendarZone: ZoneRules?
  /// The number of days and periods that can still be examined to expand rules.
  private var work: Int
  private var known: [String: CalendarMoment.Frame] = [:]
  /// The zones from the database that were found so far, in all calendars of the file.
  private var named: [String: ZoneRules?] = [:]
  /// The zones whose names are unique in the world, as found so far in all calendars of the file.
  private var global: [String: ZoneRules?] = [:]
  /// The guessed zones that were found so far, in all calendars of the file.
  private var guessed: [String: ZoneRules?] = [:]
  /// The names that were reported, with the zones that are used instead.
  private var reported: Set<[String]> = []
  /// The rules that were computed so far, by name and lines, in all calendars of the file.
  private var defined: [[String]: ZoneRules] = [:]

  /// Makes a resolver.
  ///
  /// - Parameters:
  ///   - folder: The folder in which named zones are looked up.
  ///   - definitions: The zones that the calendars of the file define, by `TZID`.
  ///   - work: The maximum number of days and periods to examine.
  package init(folder: ZoneFolder, definitions: [String: ZoneDefinition], work: Int) {
    (self.folder, self.allDefinitions, self.work) = (folder, definitions, work)
  }

  /// Starts the next calendar of the file.
  ///
  /// - Parameters:
  ///   - definitions: The zones that this calendar defines, by `TZID`. A zone that it lacks may be
  ///     in another calendar of the file.
  ///   - calendarZone: The name of the zone of the whole calendar.
  package mutating func begin(definitions: [String: ZoneDefinition], calendarZone: String?) {
    self.definitions = definitions
    known = [:]
    self.calendarZone = calendarZone.flatMap { name in
      zone(named: name) ?? WindowsZones.names[name].flatMap { zone(named: $0) }
    }
  }

  /// The zone with the given name in the database.
  private mutating func zone(named name: String) -> ZoneRules? {
    if let zone = named[name] { return zone }
    let zone = folder.zone(named: name)
    named.updateValue(zone, forKey: name)
    return zone
  }

  /// The zone for a name; reports a problem if the name is uncertain and this is its first use in
  /// the file.
  ///
  /// A name in the tz database has the rules of the database, even if the file has rules of its
  /// own. Next come the location in the file's `VTIMEZONE`, the names that Windows uses, names that
  /// are unique in the world, and the rules of the `VTIMEZONE`. Names for UTC and names that are
  /// only an offset need no rules. For any other name without rules, the zone is a guess: from a
  /// Windows name with a number, from the end of the name, or from the offset that begins the name.
  /// For a name with none of these, the zone is that of the calendar, or else the reader's zone.
  package mutating func frame(
    named name: String
  ) -> (CalendarMoment.Frame, CalendarProblem.Code?) {
    if let known = known[name] { return (known, nil) }
    if let zone = sureZone(named: name) {
      known[name] = .zone(zone)
      return (.zone(zone), nil)
    }
    if guessed[name] == nil { guessed.updateValue(guessedZone(named: name), forKey: name) }
    if let zone = (guessed[name] ?? nil) ?? calendarZone {
      known[name] = .zone(zone)
      let isNew = reported.insert([name, zone.identifier]).inserted
      return (.zone(zone), isNew ? .unknownZone(name, taken: zone.identifier) : nil)
    }
    known[name] = .floating
    return (.floating, reported.insert([name]).inserted ? .zoneOfReader(name) : nil)
  }

  /// Names for UTC that are not in the database, in lowercase.
  private static let namesOfUTC: Set = [
    "coordinated universal time", "gmt", "tzone://microsoft/utc", "utc", "z",
  ]

  private mutating func sureZone(named name: String) -> ZoneRules? {
    if let zone = zone(named: name) { return zone }
    let definition = definitions[name] ?? allDefinitions[name]
    if let location = definition?.location, let zone = zone(named: location) { return zone }
    if let windows = WindowsZones.names[name], let zone = zone(named: windows) { return zone }
    if global[name] == nil { global.updateValue(folder.zone(global: name), forKey: name) }
    if let zone = global[name] ?? nil { return zone }
    if let definition {
      let key = [name] + definition.text
      let zone = defined[key] ?? definition.rules(named: name, work: &work)
      defined[key] = zone
      if let zone { return zone }
    }
    if Self.namesOfUTC.contains(name.lowercased()) { return .utc }
    return Self.offset(name[...]).flatMap { $0.isWhole ? $0.zone : nil }
  }

  private func guessedZone(named name: String) -> ZoneRules? {
    let number = name.reversed().prefix(while: \.isDigit).count
    let plain = name.dropLast(number)
    if number > 0, plain.last == " ", let windows = WindowsZones.names[String(plain.dropLast())],
      let zone = folder.zone(named: windows)
    {
      return zone
    }
    if let zone = folder.zone(endingLike: name) { return zone }
    return Self.offset(name.drop { $0 == "(" })?.zone
  }

  /// The fixed offset at the start of a name, such as `UTC+11` or `(UTC-03:00) Brasília`, and
  /// whether it is the whole name.
  private static func offset(_ name: Substring) -> (zone: ZoneRules, isWhole: Bool)? {
    guard ["UTC", "GMT"].contains(name.prefix(3)) else { return nil }
    var rest = name.dropFirst(3)
    guard let sign = rest.popFirst(), sign == "+" || sign == "-" else { return nil }
    let digits = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(digits.count)
    var (hours, minutes) = (digits, Substring("0"))
    if digits.count > 2 {
      (hours, minutes) = (digits.dropLast(2), digits.suffix(2))
    } else if let mark = rest.first, mark == ":" || mark == "." {
      minutes = rest.dropFirst().prefix(while: \.isDigit)
      rest = rest.dropFirst(minutes.count + 1)
    }
    guard let hours = Int(hours), let minutes = Int(minutes),
      ZoneRules.offsetHours.contains(hours), (0...59).contains(minutes)
    else { return nil }
    let (offset, text) = (
      (hours * 60 + minutes) * 60, "UTC\(sign)\(padded(hours)):\(padded(minutes))"
    )
    let zone = ZoneRules(identifier: text, fixedOffset: sign == "-" ? -offset : offset)
    return (zone, rest.isEmpty)
  }
}
