import ICalendar
import IntentOptions
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of `.ics` files, each of which is a calendar.
struct CalendarFolder: Sendable {
  /// A calendar and the identifier by which it is chosen.
  struct Calendar: Sendable {
    /// The file's name without `.ics`.
    var identifier: String
    /// The contents of the file.
    var file: CalendarFile
  }

  /// The files of the folder.
  struct Listing: Sendable, Hashable {
    /// The files with their identifiers, in the order of their names.
    var files: [(identifier: String, name: String)] { names.map { (Self.identifier($0), $0) } }
    /// The names of the files, in order.
    var names: [String] = []
    /// Whether the folder has more files than the limit.
    var isCut = false

    private static func identifier(_ name: String) -> String { String(name.dropLast(4)) }
  }

  /// The maximum number of files.
  static let fileLimit = 100

  /// The path of the folder.
  let path: String
  /// The reader of the files.
  var reading = ICalendarReading()

  /// The calendars of the folder, or only those with given identifiers.
  ///
  /// A problem inside a file is not an error; it is one of the calendar's problems.
  ///
  /// - Throws: `OptionsError` if the folder cannot be listed, `CancellationError` if cancelled.
  func calendars(only chosen: Set<String>? = nil) async throws -> [Calendar] {
    var calendars: [Calendar] = []
    for (identifier, name) in try listing().files where chosen?.contains(identifier) ?? true {
      try Task.checkCancellation()
      let file = reading.calendar(path: "\(path)/\(name)")
      calendars.append(Calendar(identifier: identifier, file: file))
    }
    return calendars
  }

  /// The files of the folder with the extension `.ics`, in any case, that are not hidden.
  func listing() throws(OptionsError) -> Listing {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw unreadable
    }
    var seen: Set<String> = []
    // Two names that differ only in the case of `.ics` would have the same identifier.
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
      message: exists
        ? "The calendar folder “\(path)” cannot be read."
        : "There is no calendar folder “\(path)”.",
      remedy: exists
        ? "Check that it is a folder, and that its permissions allow reading it."
        : "Create it and put .ics files in it, or name another folder in the argument “calendars”.")
  }
}
