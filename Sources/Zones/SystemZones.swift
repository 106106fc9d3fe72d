import InputFiles
package import Messages
import Synchronization

#if canImport(FoundationInternationalization)
  import Foundation
  import FoundationInternationalization
#else
  import Foundation
#endif

/// The time zone of a process, and why it may differ from the system's setting.
package struct LocalZone: Sendable, Hashable {
  /// Why the zone differs from the one that `TZ` or the system's setting gives.
  package enum Remark: Sendable, Hashable {
    /// `TZ` does not name a zone.
    case unknown(String)
    /// Only the start of `TZ` is a rule.
    case partlyRead(String)
    /// The file that describes the machine's zone is not a valid zone file.
    case unreadable(String)
    /// `TZ` names a zone that counts leap seconds.
    case countsLeapSeconds(String)
  }

  /// The zone.
  package var zone: ZoneRules
  /// A remark about the zone; nil if it is the one that `TZ` or the system's setting gives.
  package var remark: Remark?
}

/// The tz database of the system and the zone of the process.
///
/// Both can change while a process runs: a machine travels, and its database is updated.
package final class SystemZones: Sendable {
  /// The zones of this process.
  package static let shared = SystemZones(environment: ProcessInfo.processInfo.environment)

  /// Where the data about zones comes from.
  package enum Source: Sendable, Hashable {
    /// The tz database in a folder.
    case folder(path: String, release: String?)
    /// Foundation.
    case foundation(release: String)
  }

  private struct State {
    var folder: ZoneFolder
    var stamps: [FileStamp?]
    var local: LocalZone?
    var zones: [String: ZoneRules] = [:]
  }

  /// The maximum number of zones to keep; the database has about 600 names.
  private static let keptZones = 700

  private let variable: String?
  private let ownFolder: String?
  private let link: String
  private let state: Mutex<State>

  /// Reads the zones for an environment.
  ///
  /// - Parameters:
  ///   - environment: The variables; only `TZ` and `TZDIR` are read.
  ///   - link: The link or file that gives the machine's zone if `TZ` is not set.
  package init(environment: [String: String], link: String = "/etc/localtime") {
    variable = environment["TZ"]
    let own = environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 }
    (ownFolder, self.link) = (own, link)
    let folder = Self.folder(own)
    state = Mutex(State(folder: folder, stamps: Self.stamps(folder, link)))
  }

  private static func folder(_ own: String?) -> ZoneFolder {
    let places = ([own].compactMap(\.self) + ZoneFolder.usualPaths).map { ZoneFolder(path: $0) }
    return places.first(where: \.hasZones) ?? places[0]
  }

  private static func stamps(_ folder: ZoneFolder, _ link: String) -> [FileStamp?] {
    let names = [ZoneFolder.textName, ZoneFolder.countryTable]
    let paths = [folder.path] + names.map { "\(folder.path)/\($0)" } + [link]
    return paths.map { FileStamp(path: $0) }
  }

  /// The folder of the tz database; it has no zones if the system has no database.
  package var folder: ZoneFolder { state.withLock { $0.folder } }

  /// The zone of the process.
  package var local: LocalZone {
    state.withLock { state in
      if let known = state.local { return known }
      let found = Self.local(variable, link: link, folder: state.folder)
      state.local = found
      return found
    }
  }

  /// The zone with a given name in the tz database, with a fixed offset such as `+05:30`, or with
  /// the rules in `TZ`; nil for any other name.
  package func zone(named name: String) -> ZoneRules? {
    if let known = state.withLock({ $0.zones[name] }) { return known }
    guard let found = folder.zone(named: name) ?? Self.fixedZone(named: name) else {
      // The zone whose rules are in `TZ` is also available.
      let local = local.zone
      return local.identifier == name ? local : nil
    }
    state.withLock { state in
      if state.zones.count >= Self.keptZones { state.zones = [:] }
      state.zones[name] = found
    }
    return found
  }

  /// If the machine's zone or the database has changed, discards the zones that were read before.
  package func refresh() {
    state.withLock { state in
      let folder = state.folder.hasZones ? state.folder : Self.folder(ownFolder)
      let stamps = Self.stamps(folder, link)
      // A file that has just changed has no stamp, so the zones are read again until it has one.
      guard folder != state.folder || stamps != state.stamps || stamps.contains(nil) else { return }
      state = State(folder: folder, stamps: stamps)
    }
  }

  /// Where the offsets come from.
  package var source: Source {
    let folder = folder
    guard folder.hasZones else { return .foundation(release: TimeZone.timeZoneDataVersion) }
    return .folder(path: folder.path, release: folder.release)
  }

  /// Remarks for a person about the zones: what is wrong with `TZ`, `TZDIR` or the zone file of the
  /// machine, and that the data does not come from the system.
  package var remarks: [Message] {
    var remarks: [Message] = []
    let hasZones = folder.hasZones
    if let ownFolder, folder.path != ownFolder || !hasZones {
      remarks.append(
        """
        TZDIR is “\(name: ownFolder)”, which is not a folder of time zones. Name one that has files \
        such as Etc/UTC.
        """)
    }
    if !hasZones {
      let release = TimeZone.timeZoneDataVersion
      remarks.append(
        """
        This system has no time zones, so those of Foundation (\(name: release)) are used, which can \
        be out of date. Install tzdata.
        """)
    }
    switch local.remark {
    case .unknown(let text):
      remarks.append(
        """
        TZ is “\(name: text)”, which is not a time zone. Times are in UTC. \(phrase: .setTZ)
        """)
    case .partlyRead(let text):
      remarks.append(
        """
        TZ is “\(name: text)”. Only its offset can be read, so times are without daylight saving \
        time. \(phrase: .setTZ)
        """)
    case .unreadable(let path):
      remarks.append(
        "\(name: path) is not a time zone. Times are in UTC. \(phrase: .setTZ)")
    case .countsLeapSeconds(let text):
      remarks.append(
        """
        TZ is “\(name: text)”, a zone that counts leap seconds. Clocks do not count leap seconds, \
        so times are in the zone without leap seconds; the times that `date` shows are \
        earlier. \(phrase: .setTZ)
        """)
    case nil: break
    }
    return remarks
  }

  /// The zone that a variable `TZ` selects, read as the C library reads it; without the variable,
  /// the zone of a link.
  private static func local(
    _ variable: String?, link: String, folder: ZoneFolder
  ) -> LocalZone {
    guard let variable else { return zone(ofLink: link, folder: folder) }
    let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if text.isEmpty { return LocalZone(zone: .utc) }
    if let (zone, countsLeapSeconds) = file(text, folder: folder) {
      return LocalZone(zone: zone, remark: countsLeapSeconds ? .countsLeapSeconds(variable) : nil)
    }
    var isWhole = false
    if let rule = YearlyZoneRule(variable: text, isWhole: &isWhole) {
      let zone = ZoneRules(
        identifier: text, transitions: [], offsets: [], firstOffset: rule.standardOffset, tail: rule
      )
      return LocalZone(zone: zone, remark: isWhole ? nil : .partlyRead(variable))
    }
    // The system may have no database, or no file for an old name.
    if let zone = folder.zone(named: text) { return LocalZone(zone: zone) }
    return LocalZone(zone: .utc, remark: .unknown(variable))
  }

  /// The zone of a file, and whether the file counts leap seconds.
  ///
  /// - Parameter text: An absolute path, or a path in the folder of the zones.
  private static func file(
    _ text: String, folder: ZoneFolder
  ) -> (zone: ZoneRules, countsLeapSeconds: Bool)? {
    if text == ZoneRules.utc.identifier { return (.utc, false) }
    let isPath = text.hasPrefix("/")
    guard
      let bytes = try? FileReading.regularBytes(
        atPath: isPath ? text : "\(folder.path)/\(text)", limit: ZoneFile.sizeLimit),
      let zone = ZoneFile.rules(
        identifier: isPath ? folder.name(ofPath: text) ?? text : text, bytes: bytes)
    else { return nil }
    return (zone, ZoneFile.countsLeapSeconds(bytes))
  }

  /// The zone that the system's link points to.
  ///
  /// If there is a regular file instead of the link, its rules apply, but the zone has no name.
  private static func zone(ofLink link: String, folder: ZoneFolder) -> LocalZone {
    if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link),
      let name = folder.name(ofPath: target), let zone = folder.zone(named: name)
    {
      return LocalZone(zone: zone)
    }
    guard let bytes = try? FileReading.regularBytes(atPath: link, limit: ZoneFile.sizeLimit) else {
      return LocalZone(zone: .utc)
    }
    guard let zone = ZoneFile.rules(identifier: ZoneRules.localIdentifier, bytes: bytes) else {
      return LocalZone(zone: .utc, remark: .unreadable(link))
    }
    return LocalZone(zone: zone)
  }

  /// A zone with a fixed offset: `+05:30`, `-0330` or `GMT+0530`, where plus is east of Greenwich.
  ///
  /// `GMT+5` is refused, because it is east of Greenwich for some programs and west for others.
  private static func fixedZone(named name: String) -> ZoneRules? {
    let text = name.hasPrefix("GMT") ? name.dropFirst(3) : name[...]
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    var digits = text.dropFirst()
    if digits.count == 5, let colon = digits.firstIndex(of: ":") { digits.remove(at: colon) }
    guard digits.count == 4, digits.allSatisfy(\.isDigit),
      let number = Int(digits), ZoneRules.offsetHours.contains(number / 100), number % 100 < 60
    else { return nil }
    let offset = (number / 100 * 60 + number % 100) * 60
    return ZoneRules(identifier: name, fixedOffset: sign == "-" ? -offset : offset)
  }
}

extension SystemZones.Source: CustomStringConvertible {
  /// The source as people read it, such as `tz database 2026f in /usr/share/zoneinfo`.
  package var description: String {
    switch self {
    case .folder(let path, let release):
      "tz database \(release ?? "of an unknown release") in \(path)"
    case .foundation(let release): "Foundation's time zones \(release)"
    }
  }
}

extension Message {
  /// The remedy for a `TZ` that does not specify the zone.
  fileprivate static var setTZ: Message { "Set TZ to a name such as Europe/Berlin." }
}
