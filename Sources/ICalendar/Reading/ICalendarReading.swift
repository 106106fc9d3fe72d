import InputFiles
import Messages
package import Zones

/// Reads `.ics` files (RFC 5545).
///
/// An unusable line or event becomes a problem of the file; reading always continues.
package struct ICalendarReading: Sendable {
  /// The extension of calendar files, in lowercase.
  package static let fileEnding = ".ics"

  /// The folder in which named zones are looked up.
  package var zones = ZoneFolder.system
  /// The limits of reading.
  package var limits = CalendarLimits()

  package init(zones: ZoneFolder = ZoneFolder.system, limits: CalendarLimits = CalendarLimits()) {
    self.zones = zones
    self.limits = limits
  }

  /// Reads a file; if it cannot be opened or is too large, the calendar is empty and has one
  /// problem.
  package func calendar(path: String) -> CalendarFile {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    do throws(FileReadingError) {
      let bytes = try FileReading.regularBytes(atPath: path, limit: limits.fileSize)
      return calendar(bytes: bytes, file: file)
    } catch {
      if case .tooLarge(let limit) = error.rule {
        return empty(file: file, code: .fileTooLarge(limit: limit))
      }
      return empty(file: file, code: .unreadable(error.rule.explanation))
    }
  }

  /// Reads the bytes of a file; `file` is the name of the file in its problems, and by default also
  /// names the calendar.
  package func calendar(bytes: [UInt8], file: String) -> CalendarFile {
    guard bytes.count <= limits.fileSize else {
      return empty(file: file, code: .fileTooLarge(limit: limits.fileSize))
    }
    var components = ICalendarComponents(limits: limits)
    var problems = CalendarProblemList(file: file, limit: limits.problemCount)
    components.collect(
      from: ICalendarLines(bytes: Self.utf8(bytes), limits: limits), into: &problems)
    var builder = EventBuilder(
      zones: ZoneResolver(
        folder: zones, definitions: components.allZones, work: limits.workInAll),
      problems: problems, limits: limits)
    var calendar = CalendarFile(
      file: file, name: components.name ?? Self.baseName(file), color: components.color)
    for part in components.calendars {
      builder.begin(definitions: part.zones, calendarZone: part.zoneName)
      for component in part.events {
        if let event = builder.event(of: component) { calendar.events.append(event) }
      }
    }
    if let line = components.calendars.lazy.compactMap(\.oldVersion).first {
      builder.problems.add(.oldVersion, line: line)
    }
    if components.hasNoEvents { builder.problems.add(.noEvents, line: nil) }
    calendar.keepNewestRevisions(problems: &builder.problems)
    calendar.problems = builder.problems.sorted
    return calendar
  }

  /// Reads the files of a folder as one calendar.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - names: The names of its files, in order.
  ///   - file: The file name that the calendar's problems give.
  ///   - name: The calendar's name.
  ///   - color: The calendar's colour.
  /// - Throws: `CancellationError` if the task is cancelled.
  package func calendar(
    folder: String, names: [String], file: String, name: String, color: String?
  ) throws -> CalendarFile {
    var calendar = CalendarFile(file: file, name: name, color: color)
    var problems = CalendarProblemList(file: file, limit: limits.problemCount)
    var hasOnlyOther = false
    for name in names.prefix(limits.fileCount) {
      try Task.checkCancellation()
      let part = self.calendar(path: "\(folder)/\(name)")
      hasOnlyOther = hasOnlyOther || part.problems.contains { $0.code == .noEvents }
      // A folder of event files often contains to-do files as well.
      for problem in part.problems where problem.code != .noEvents {
        problems.add(problem.code, line: problem.line, file: problem.file)
      }
      guard calendar.events.count + part.events.count <= limits.eventCount else {
        problems.add(.tooManyEvents(limit: limits.eventCount), line: nil)
        break
      }
      calendar.events += part.events
    }
    if names.count > limits.fileCount {
      problems.add(.tooManyFiles(limit: limits.fileCount), line: nil)
    }
    if hasOnlyOther, calendar.events.isEmpty { problems.add(.noEvents, line: nil) }
    calendar.keepNewestRevisions(problems: &problems)
    calendar.problems = problems.all
    return calendar
  }

  /// The bytes, converted to UTF-8 if they begin with the byte order mark of UTF-16.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private func empty(file: String, code: CalendarProblem.Code) -> CalendarFile {
    CalendarFile(
      file: file, name: Self.baseName(file),
      problems: [CalendarProblem(file: file, line: nil, code: code)])
  }

  /// The name of a file without the extension of calendar files.
  package static func baseName(_ file: some StringProtocol) -> String {
    String(file.lowercased().hasSuffix(fileEnding) ? file.dropLast(fileEnding.count) : file[...])
  }
}

/// The problems of a file, up to a limit.
package struct CalendarProblemList {
  /// The file's name.
  package let file: String
  /// The maximum number of problems.
  package let limit: Int
  private var problems: [CalendarProblem] = []

  /// Makes an empty list.
  package init(file: String, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// Adds a problem; the first one beyond the limit becomes a note about the limit.
  package mutating func add(_ code: CalendarProblem.Code, line: Int?, file: String? = nil) {
    let file = file ?? self.file
    if problems.count < limit {
      problems.append(CalendarProblem(file: file, line: line, code: code))
    } else if problems.count == limit {
      let code = CalendarProblem.Code.tooManyProblems(limit: limit)
      problems.append(CalendarProblem(file: file, line: nil, code: code))
    }
  }

  /// The problems, in the order in which they were added.
  package var all: [CalendarProblem] { problems }

  /// The problems in line order, followed by problems that concern the whole file.
  package var sorted: [CalendarProblem] {
    problems.enumerated().sorted {
      ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset)
    }.map(\.element)
  }
}
