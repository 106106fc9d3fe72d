import InputFiles
import Messages

/// Reads `.ics` files (RFC 5545).
///
/// A line or an event that cannot be used becomes a problem of the file; nothing stops the reading.
package struct ICalendarReading: Sendable {
  /// Where named zones are looked up.
  package var zones = ZoneFolder.system
  /// How much is read.
  package var limits = CalendarLimits()

  package init(zones: ZoneFolder = ZoneFolder.system, limits: CalendarLimits = CalendarLimits()) {
    self.zones = zones
    self.limits = limits
  }

  /// Reads a file; one that cannot be opened, or is over the limit, is a calendar with one problem.
  package func calendar(path: String) -> CalendarFile {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    do throws(FileReadingError) {
      let bytes = try FileReading.regularBytes(atPath: path, limit: limits.fileSize)
      return calendar(bytes: bytes, file: file)
    } catch {
      if case .tooLarge(let limit) = error.rule {
        return empty(file: file, code: .fileTooLarge(limit: limit))
      }
      return empty(file: file, code: .unreadable(error.rule.message))
    }
  }

  /// Reads the bytes of a file; the name is for the calendar and for its problems.
  package func calendar(bytes: [UInt8], file: String) -> CalendarFile {
    guard bytes.count <= limits.fileSize else {
      return empty(file: file, code: .fileTooLarge(limit: limits.fileSize))
    }
    var components = ICalendarComponents(limits: limits)
    var problems = CalendarProblemList(file: file, limit: limits.problemCount)
    components.collect(from: ICalendarLines(bytes: bytes, limits: limits), into: &problems)
    var resolver = ZoneResolver(folder: zones, locations: components.zoneLocations)
    var calendar = CalendarFile(
      file: file, name: components.name ?? Self.baseName(file), color: components.color)
    for component in components.events {
      var builder = EventBuilder(
        component: component, zones: resolver, problems: problems, limits: limits)
      let event = builder.event()
      (resolver, problems) = (builder.zones, builder.problems)
      if let event { calendar.events.append(event) }
    }
    calendar.problems = problems.sorted
    return calendar
  }

  private func empty(file: String, code: CalendarProblem.Code) -> CalendarFile {
    CalendarFile(
      file: file, name: Self.baseName(file),
      problems: [CalendarProblem(file: file, line: nil, code: code)])
  }

  /// The file's name without its `.ics`.
  private static func baseName(_ file: String) -> String {
    file.lowercased().hasSuffix(".ics") ? String(file.dropLast(4)) : file
  }
}

/// The problems of one file, up to a limit.
package struct CalendarProblemList {
  /// The file's name.
  package let file: String
  /// How many problems are listed.
  package let limit: Int
  private var problems: [CalendarProblem] = []

  /// Makes an empty list.
  package init(file: String, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// Adds a problem; the first one over the limit is replaced by a word about the limit.
  package mutating func add(_ code: CalendarProblem.Code, line: Int?) {
    if problems.count < limit {
      problems.append(CalendarProblem(file: file, line: line, code: code))
    } else if problems.count == limit {
      let code = CalendarProblem.Code.tooManyProblems(limit: limit)
      problems.append(CalendarProblem(file: file, line: nil, code: code))
    }
  }

  /// The problems by line; those of the whole file last.
  package var sorted: [CalendarProblem] {
    problems.enumerated().sorted {
      ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset)
    }.map(\.element)
  }
}
