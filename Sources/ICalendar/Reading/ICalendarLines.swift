/// Reads the bytes of an iCalendar file as unfolded content lines.
///
/// Lines are unfolded before they are decoded, because many programs fold in the middle of a
/// character. Lines end with CRLF or LF; empty lines are skipped.
package struct ICalendarLines {
  private let bytes: [UInt8]
  private let limits: CalendarLimits
  private var position: Int
  private var lineNumber = 0
  /// The problems in lines, with the line numbers; at most one more than the limit.
  private(set) var problems: [(line: Int, code: CalendarProblem.Code)] = []

  /// Makes a reader; a byte order mark is skipped.
  package init(bytes: [UInt8], limits: CalendarLimits) {
    self.bytes = bytes
    self.limits = limits
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

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
      if unfolded.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
      if let line = read(unfolded, number: number) { return line }
    }
    return nil
  }

  private mutating func note(_ code: CalendarProblem.Code, _ line: Int) {
    if problems.count <= limits.problemCount { problems.append((line, code)) }
  }

  private mutating func read(_ unfolded: [UInt8], number: Int) -> ICalendarLine? {
    let text: String
    if let valid = String(validating: unfolded, as: UTF8.self) {
      text = valid
    } else {
      note(.notUTF8, number)
      text = String(decoding: unfolded, as: UTF8.self)
    }
    do {
      return try ICalendarLine(parsing: text, number: number)
    } catch {
      note(error.code, number)
      return nil
    }
  }

  /// Takes a physical line and its continuations, and stops collecting bytes beyond the limit.
  private mutating func takeUnfolded() -> [UInt8] {
    var line = Array(takePhysical())
    while position < bytes.count, lineNumber < limits.lineCount,
      bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t")
    {
      let rest = takePhysical().dropFirst()
      if line.count <= limits.lineLength { line += rest }
    }
    return line
  }

  private mutating func takePhysical() -> ArraySlice<UInt8> {
    let line = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }
    position = line.endIndex + 1
    lineNumber += 1
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
