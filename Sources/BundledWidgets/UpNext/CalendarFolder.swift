import ICalendar
import InputFiles
import IntentModel
import IntentOptions
import Messages
import WidgetFormats

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Folders with calendars, where each `.ics` file and each vdir is a calendar, and calendars on the
/// web.
///
/// A vdir, as vdirsyncer and khal use it, is a folder with a file for each event, and possibly with
/// files for its name and its colour.
struct CalendarFolder: Sendable {
  /// A calendar and its identifier as a choice.
  struct Calendar: Sendable {
    /// The identifier.
    var identifier: String
    /// The contents.
    var file: CalendarFile
    /// The reason why the calendar could not be read; nil if it was read.
    var failure: OptionsError?
    /// Whether the contents are a copy, because the calendar could not be read again.
    var isCopy = false
  }

  /// The files of a vdir that are not events.
  private enum VdirFile {
    static let name = "displayname"
    static let color = "color"
    static let all: Set = [name, color]
  }

  /// The location of a calendar.
  struct Place: Sendable, Hashable {
    /// The file's name without `.ics`, or the path of the vdir inside its folder.
    var identifier: String
    /// The path of the file or of the vdir.
    var path: String
    /// Whether this is a vdir.
    var isVdir = false

    /// The last part of the path.
    var name: String { CalendarFolder.lastPart(of: path) }
  }

  /// The calendars of the folders.
  struct Listing: Sendable, Hashable {
    /// The locations, in the order of the folders; in each folder, first the files and then the
    /// vdirs, by name.
    var places: [Place] = []
    /// Whether there are more calendars than the limit.
    var isCut = false
  }

  /// The maximum number of calendars.
  static let calendarLimit = 100
  /// The maximum size in bytes of a file that is read to find out whether a folder is a vdir.
  private static let smallFileSize = 1 << 17
  /// The number of levels of folders that are searched for vdirs.
  private static let depthLimit = 3

  /// The paths of the folders.
  let paths: [String]
  /// The calendars on the web, which are listed after the calendars in the folders.
  var web: [WebCalendar] = []
  /// The reader of the files.
  var reading = ICalendarReading()

  /// Makes the folders at the given paths.
  init(
    paths: [String], web: [WebCalendar] = [], reading: ICalendarReading = ICalendarReading()
  ) {
    self.paths = paths
    self.web = web
    self.reading = reading
  }

  /// The calendars in the folders and on the web, or only those with the given identifiers.
  ///
  /// A problem inside a file is not an error; it is one of the calendar's problems.
  ///
  /// - Throws: `OptionsError` if a folder cannot be listed, or if none of the calendars can be read
  ///   from the web and there are no others; `CancellationError` if cancelled.
  func calendars(only chosen: Set<String>? = nil) async throws -> [Calendar] {
    let local = try read(only: chosen)
    let asked = web.filter { chosen?.contains($0.identifier) ?? true }
    guard !asked.isEmpty else { return local }
    let reading = reading
    let answers = try await withThrowingTaskGroup(of: (Int, Calendar).self) { group in
      for (index, calendar) in asked.enumerated() {
        group.addTask { (index, try await calendar.read(reading)) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let calendars = local + asked.indices.compactMap { answers[$0] }
    if let failure = calendars.first?.failure, calendars.allSatisfy({ $0.failure != nil }) {
      throw failure
    }
    return calendars
  }

  /// The identifier of the first calendar; nil if there is none.
  ///
  /// - Throws: `OptionsError` if a folder cannot be listed.
  func firstIdentifier() throws(OptionsError) -> String? {
    try listing().places.first?.identifier ?? web.first?.identifier
  }

  /// The folders and the addresses, for messages.
  var spokenPlaces: String { (paths + web.map(\.spoken)).joined(separator: ", ") }

  private func read(only chosen: Set<String>? = nil) throws -> [Calendar] {
    var calendars: [Calendar] = []
    for place in try listing().places where chosen?.contains(place.identifier) ?? true {
      try Task.checkCancellation()
      let file = place.isVdir ? try vdir(place) : reading.calendar(path: place.path)
      calendars.append(Calendar(identifier: place.identifier, file: file))
    }
    return calendars
  }

  /// The `.ics` files, whose extension can have capitals, and the vdirs; hidden files and folders
  /// are left out.
  ///
  /// - Throws: `OptionsError` if a folder cannot be listed.
  func listing() throws(OptionsError) -> Listing {
    var listing = Listing()
    var seen: Set<String> = []
    for path in paths {
      guard let names = Self.names(in: path) else { throw Self.unreadable(path) }
      for var place in places(in: path, names: names, prefix: "", depth: 1) {
        // Two folders can have calendars with the same name.
        if !seen.insert(place.identifier).inserted {
          place.identifier = "\(Self.lastPart(of: path))/\(place.identifier)"
          guard seen.insert(place.identifier).inserted else { continue }
        }
        listing.places.append(place)
      }
    }
    listing.isCut = listing.places.count > Self.calendarLimit
    listing.places = Array(listing.places.prefix(Self.calendarLimit))
    return listing
  }

  private func places(
    in folder: String, names: [String], prefix: String, depth: Int
  ) -> [Place] {
    let files = names.filter { Self.isCalendar($0) && Self.names(in: "\(folder)/\($0)") == nil }
    if isVdir(folder, names: names, files: files, isInside: depth > 1) {
      let name = Self.lastPart(of: folder)
      return [Place(identifier: prefix.isEmpty ? name : prefix, path: folder, isVdir: true)]
    }
    var seen: Set<String> = []
    // Two names that differ only in the case of `.ics` would have the same identifier.
    let calendars = files.map {
      Place(identifier: ICalendarReading.baseName($0), path: "\(folder)/\($0)")
    }
    .filter { depth == 1 && seen.insert($0.identifier).inserted }
    guard depth <= Self.depthLimit else { return calendars }
    let inside = names.prefix(1_000).flatMap { name -> [Place] in
      let path = "\(folder)/\(name)"
      guard !name.hasPrefix("."), let inner = Self.names(in: path) else { return [] }
      return places(
        in: path, names: inner, prefix: prefix.isEmpty ? name : "\(prefix)/\(name)",
        depth: depth + 1)
    }
    return calendars + inside
  }

  /// Whether a folder is a vdir.
  ///
  /// A nested folder is a vdir if it has calendar files. The given folder itself is a vdir if it
  /// has a name or colour, or if each of its first few files is named after its only event.
  private func isVdir(
    _ folder: String, names: [String], files: [String], isInside: Bool
  ) -> Bool {
    if !VdirFile.all.isDisjoint(with: names) { return true }
    if isInside { return !files.isEmpty }
    return !files.isEmpty
      && files.prefix(20).allSatisfy { name in
        let bytes = try? FileReading.regularBytes(
          atPath: "\(folder)/\(name)", limit: Self.smallFileSize)
        let events = bytes.map { reading.calendar(bytes: $0, file: name).events } ?? []
        return Set(events.map(\.uid)) == [ICalendarReading.baseName(name)]
      }
  }

  /// The paths of the folders and files that are read, up to a limit.
  var localFiles: [String] {
    var files: [String] = []
    func add(_ folder: String, depth: Int) {
      files.append(folder)
      for name in Self.names(in: folder) ?? [] where !name.hasPrefix(".") {
        guard files.count < reading.limits.fileCount else { return }
        let path = "\(folder)/\(name)"
        if Self.isCalendar(name) || VdirFile.all.contains(name) {
          files.append(path)
        } else if depth <= Self.depthLimit, Self.names(in: path) != nil {
          add(path, depth: depth + 1)
        }
      }
    }
    for path in paths { add(path, depth: 1) }
    return files
  }

  /// The events of a vdir's files as one calendar.
  private func vdir(_ place: Place) throws -> CalendarFile {
    let names = (Self.names(in: place.path) ?? []).filter(Self.isCalendar)
    return try reading.calendar(
      folder: place.path, names: names, file: place.name,
      name: text(of: VdirFile.name, in: place.path) ?? place.name,
      color: text(of: VdirFile.color, in: place.path))
  }

  /// The first line of a small file; nil if there is none.
  private func text(of name: String, in folder: String) -> String? {
    let bytes = try? FileReading.regularBytes(atPath: "\(folder)/\(name)", limit: 4_096)
    let line = bytes.map { String(decoding: $0, as: UTF8.self) }?.split(whereSeparator: \.isNewline)
      .first?.trimmed
    return line.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func isCalendar(_ name: String) -> Bool {
    name.lowercased().hasSuffix(ICalendarReading.fileEnding) && !name.hasPrefix(".")
  }

  /// The names in a folder; nil if the path is not a folder.
  private static func names(in path: String) -> [String]? {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted()
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The problems that are known before the calendars are shown, for `check`.
  ///
  /// - Parameter keys: The keys that lead to the folders in the source.
  func problems(at keys: [String]) -> [SourceProblem] {
    let calendars: [Calendar]
    do {
      calendars = try read()
    } catch {
      let error = OptionsError(error, provider: WidgetCatalog.Name.upNext.rawValue)
      return [
        SourceProblem(
          at: keys, code: "calendar-folder", severity: .warning,
          sentence: error.message, remedy: error.remedy)
      ]
    }
    let onWeb = web.map { $0.note(reading, at: keys) }
    guard !calendars.isEmpty else {
      guard !paths.isEmpty else { return onWeb }
      return onWeb + [
        SourceProblem(
          at: keys, code: "no-calendars", severity: .warning,
          sentence: .noCalendarFiles(in: paths.joined(separator: ", ")),
          remedy: .addCalendars)
      ]
    }
    let problems = calendars.flatMap(\.file.problems)
    func listed(_ sentence: Message, isNote: Bool) -> SourceProblem {
      SourceProblem(
        at: keys, code: "calendar-problem", severity: isNote ? .note : .warning,
        sentence: sentence, remedy: isNote ? .none : "Correct the calendar, or export it again.")
    }
    // A file with only to-dos is not an error.
    var shown = problems.prefix(Self.checkedProblemLimit).map {
      listed($0.placedMessage, isNote: $0.code == .noEvents)
    }
    let rest = problems.count - shown.count
    if rest > 0 { shown.append(listed("The calendars have \(rest) more problems.", isNote: false)) }
    return onWeb + found(calendars, at: keys) + shown
  }

  private static let checkedProblemLimit = 20

  /// A note that lists the calendars, if there are vdirs among them.
  private func found(_ calendars: [Calendar], at keys: [String]) -> [SourceProblem] {
    guard (try? listing())?.places.contains(where: \.isVdir) ?? false else { return [] }
    let names = calendars.map { calendar in
      "“\(calendar.file.name.clipped())” (\(calendar.file.events.count))"
    }
    return [
      SourceProblem(
        at: keys, code: "calendars", severity: .note,
        sentence: "Calendars, with the number of events in each: \(names.joined(separator: ", ")).",
        remedy: .none)
    ]
  }

  private static func unreadable(_ path: String) -> OptionsError {
    let exists = FileManager.default.fileExists(atPath: path)
    return OptionsError(
      exists ? .unreadable : .notFound, provider: WidgetCatalog.Name.upNext.rawValue,
      message: exists
        ? "The calendar folder “\(path)” cannot be read."
        : "There is no calendar folder “\(path)”.",
      remedy: exists
        ? "Check that it is a folder, and that its permissions allow reading it."
        : .createCalendars)
  }
}
