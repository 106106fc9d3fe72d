import InputFiles

/// Reads the bytes of an iCalendar file as unfolded content lines.
///
/// Lines are unfolded before they are decoded, because many programs fold in the middle of a
/// character. Lines end with CRLF or LF, or with CR in a file without LF; empty lines are skipped.
/// A lone CR or a leading blank before the name of a property also begins a line.
package struct ICalendarLines {
  private let bytes: [UInt8]
  private let limits: CalendarLimits
  private let hasLineFeeds: Bool
  private var position: Int
  private var lineNumber = 0
  private var sawIndented = false
  /// The problems in lines, with the line numbers; at most one more than the limit.
  private(set) var problems: [(line: Int, code: CalendarProblem.Code)] = []

  /// Makes a reader; a byte order mark is skipped.
  package init(bytes: [UInt8], limits: CalendarLimits) {
    self.bytes = bytes
    self.limits = limits
    hasLineFeeds = bytes.contains(UInt8(ascii: "\n"))
    position = FileReading.markLength(of: bytes)
  }

  /// The properties whose unreadable lines are reported as problems.
  ///
  /// An unreadable `VERSION` is not reported, because only the version of a vCalendar 1.0 matters.
  private static let known = read.subtracting([CalendarProperty.version.rawValue])

  private static let read = Set(CalendarProperty.allCases.map(\.rawValue))

  /// The names that mark the start of a line, even if a line feed is missing or a blank precedes
  /// them.
  private static let beginnings = read.union([
    "PRODID", "CALSCALE", "METHOD", "CREATED", "ORGANIZER", "CLASS", "TRANSP", "PRIORITY", "TZNAME",
    "ACTION", "TRIGGER",
  ])

  /// The next valid line; invalid lines before it become problems.
  package mutating func next() -> ICalendarLine? {
    while position < bytes.count {
      guard lineNumber < limits.lineCount else {
        note(.tooManyLines(limit: limits.lineCount), lineNumber)
        position = bytes.count
        return nil
      }
      let number = lineNumber + 1
      let unfolded = takeUnfolded()
      guard unfolded.count <= limits.lineLength else {
        note(.lineTooLong(limit: limits.lineLength), number)
        continue
      }
      if unfolded.allSatisfy(Self.isBlank) { continue }
      if let line = read(unfolded, number: number) { return line }
    }
    return nil
  }

  private mutating func note(_ code: CalendarProblem.Code, _ line: Int) {
    if problems.count <= limits.problemCount { problems.append((line, code)) }
  }

  private mutating func read(_ unfolded: [UInt8], number: Int) -> ICalendarLine? {
    let valid = String(validating: unfolded, as: UTF8.self)
    let text = valid ?? String(decoding: unfolded, as: UTF8.self)
    if valid == nil, Self.isUsed(unfolded) { note(.notUTF8, number) }
    do {
      let line = try ICalendarLine(parsing: text, number: number)
      if line.hasOddParameter, Self.isUsed(unfolded) { note(.badParameter(line.name), number) }
      return line
    } catch {
      if Self.isUsed(unfolded) { note(error.code, number) }
      return nil
    }
  }

  /// Whether a line has a property that is read, or no name at all.
  private static func isUsed(_ line: [UInt8]) -> Bool {
    guard let name = name(of: line[...]) else { return true }
    return known.contains(name)
  }

  /// The name of a line in capitals; nil unless a delimiter follows it.
  private static func name(of line: ArraySlice<UInt8>) -> String? {
    let start = line.drop(while: isBlank)
    let name = start.prefix(while: ICalendarLine.isNameByte)
    let next = start[name.endIndex...].drop(while: isBlank).first
    guard !name.isEmpty, name.count <= 60, next == UInt8(ascii: ":") || next == UInt8(ascii: ";")
    else { return nil }
    return String(decoding: name, as: UTF8.self).uppercased()
  }

  /// Whether a line begins with the name of a property.
  private func beginsLine(at index: Int) -> Bool {
    Self.name(of: bytes[index...].prefix(80)).map(Self.beginnings.contains) ?? false
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Takes a physical line and its continuations, and stops collecting bytes beyond the limit.
  private mutating func takeUnfolded() -> [UInt8] {
    var last = takePhysical()
    var line = Array(last)
    while skipEmptyLines(), lineNumber < limits.lineCount {
      // Programs fold long lines. After a short line, a line that begins with a property name is an
      // indented line, not a continuation.
      if last.count < Self.foldedLength, beginsLine(at: position) {
        if !sawIndented { note(.indented, lineNumber + 1) }
        sawIndented = true
        break
      }
      last = takePhysical()
      if line.count <= limits.lineLength { line += last.dropFirst() }
    }
    return line
  }

  /// Skips empty lines; returns whether the next line can continue the previous one.
  private mutating func skipEmptyLines() -> Bool {
    var (next, count) = (position, 0)
    while next < bytes.count, bytes[next] == UInt8(ascii: "\n") || bytes[next] == UInt8(ascii: "\r")
    {
      let isPair = bytes[next] == UInt8(ascii: "\r") && bytes.dropFirst(next + 1).first == 10
      next += isPair ? 2 : 1
      count += 1
    }
    (position, lineNumber) = (next, lineNumber + count)
    return next < bytes.count && Self.isBlank(bytes[next])
  }

  /// The shortest line that can have been folded; RFC 5545 §3.1 folds at 75 bytes, and some
  /// programs fold earlier.
  private static let foldedLength = 60

  private mutating func takePhysical() -> ArraySlice<UInt8> {
    let (feed, lone) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var end = position
    while end < bytes.count, bytes[end] != feed {
      if bytes[end] == lone, !hasLineFeeds || endsLine(at: end) { break }
      end += 1
    }
    var line = bytes[position..<end]
    position = end + 1
    lineNumber += 1
    while line.last == lone { line = line.dropLast() }
    return line.contains(lone) ? line.map { $0 == lone ? UInt8(ascii: " ") : $0 }[...] : line
  }

  /// Whether a line ends at a lone CR, because a property name follows.
  private func endsLine(at index: Int) -> Bool {
    bytes.dropFirst(index + 1).first != UInt8(ascii: "\n") && beginsLine(at: index + 1)
  }
}
