import ICalendar
import IntentOptions
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of `.ics` files, each a calendar.
struct CalendarFolder: Sendable {
  /// A calendar with the identifier by which it is chosen.
  struct Calendar: Sendable {
    /// The file's name without `.ics`.
    var identifier: String
    /// What the file says.
    var file: CalendarFile
  }

  /// What there is in the folder.
  struct Listing: Sendable, Hashable {
    /// The files by identifier, in the order of their names.
    var files: [(identifier: String, name: String)] { names.map { (Self.identifier($0), $0) } }
    /// The names of the files.
    var names: [String] = []
    /// Whether there are more than the limit.
    var isCut = false

    private static func identifier(_ name: String) -> String { String(name.dropLast(4)) }
  }

  /// The most files read.
  static let fileLimit = 100

  /// The folder.
  let path: String
  /// How the files are read.
  var reading = ICalendarReading()

  /// The calendars of the folder, or those with some identifiers.
  ///
  /// What is wrong inside a file is not an error; it is among the problems of the calendar.
  ///
  /// - Throws: `OptionsError` where the folder cannot be listed, `CancellationError` when cancelled.
  func calendars(only chosen: Set<String>? = nil) async throws -> [Calendar] {
    var calendars: [Calendar] = []
    for (identifier, name) in try listing().files where chosen?.contains(identifier) ?? true {
      try Task.checkCancellation()
      let file = reading.calendar(path: "\(path)/\(name)")
      calendars.append(Calendar(identifier: identifier, file: file))
    }
    return calendars
  }

  /// The files of the folder: those that end in `.ics`, in any case, and don't begin with a point.
  func listing() throws(OptionsError) -> Listing {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw unreadable
    }
    var seen: Set<String> = []
    // Two names that differ in the case of `.ics` alone would be one identifier.
    let calendars = names.sorted().filter {
      $0.count > 4 && $0.lowercased().hasSuffix(".ics") && !$0.hasPrefix(".")
        && seen.insert(String($0.dropLast(4))).inserted
    }
    return Listing(
      names: Array(calendars.prefix(Self.fileLimit)), isCut: calendars.count > Self.fileLimit)
  }

  private var unreadable: OptionsError {
    let exists = FileManager.default.fileExists(atPath: path)
    return OptionsError(
      exists ? .unreadable : .notFound, provider: "UpNext",
      message: exists ? .calendarsUnreadable(path: path) : .noCalendars(path: path),
      remedy: exists ? .lookAtCalendars : .makeCalendars)
  }
}
