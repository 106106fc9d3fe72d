import Testing

@testable import BundledWidgets
@testable import ICalendar

struct ICalendarLineTests {
  static func lines(_ text: String, limits: CalendarLimits = CalendarLimits()) -> [ICalendarLine] {
    var reader = ICalendarLines(bytes: Array(text.utf8), limits: limits)
    var lines: [ICalendarLine] = []
    while let line = reader.next() { lines.append(line) }
    return lines
  }

  /// The text of a file, and its lines as `number name value`.
  @Test(arguments: [
    ("SUMMARY:Tea", ["1 SUMMARY Tea"]),
    ("SUMMARY:Tea\r\nLOCATION:Here\r\n", ["1 SUMMARY Tea", "2 LOCATION Here"]),
    ("SUMMARY:Tea\nLOCATION:Here\n", ["1 SUMMARY Tea", "2 LOCATION Here"]),
    ("SUMMARY:Te\r\n a\r\nUID:1", ["1 SUMMARY Tea", "3 UID 1"]),
    ("SUMMARY:Te\n\ta\n  for two\nUID:1", ["1 SUMMARY Tea for two", "4 UID 1"]),
    ("SUM\n MARY:Tea", ["1 SUMMARY Tea"]),
    ("\u{FEFF}SUMMARY:Tea", ["1 SUMMARY Tea"]),
    ("\n\n \nSUMMARY:Tea\n\n", ["4 SUMMARY Tea"]),
    ("summary:a:b;c", ["1 SUMMARY a:b;c"]),
    ("X-EMPTY:", ["1 X-EMPTY "]),
    ("X_OLD:1", ["1 X_OLD 1"]),
    ("UID:1\rSUMMARY:Te\r a\r", ["1 UID 1", "2 SUMMARY Tea"]),
    ("UID:1\rSUMMARY:Te\ra: b\r\r\nURL:c\r\n", ["1 UID 1", "2 SUMMARY Te a: b", "3 URL c"]),
    ("SUMMARY\n\n :Tea\r\n\r\n  cup\n\nUID:1", ["1 SUMMARY Tea cup", "7 UID 1"]),
  ])
  func unfolding(text: String, expected: [String]) {
    #expect(Self.lines(text).map { "\($0.number) \($0.name) \($0.value)" } == expected)
  }

  @Test func aFoldInsideACharacter() throws {
    let bytes = Array("SUMMARY:Caf".utf8) + [0xC3] + Array("\r\n ".utf8) + [0xA9]
    var reader = ICalendarLines(bytes: bytes, limits: CalendarLimits())
    let line = reader.next()
    #expect(line?.value == "Café")
    #expect(reader.problems.isEmpty)
  }

  @Test(arguments: [
    ("DTSTART;TZID=Europe/Berlin:x", "TZID", ["Europe/Berlin"]),
    ("A;b=c:x", "B", ["c"]),
    ("A;CN=\"Ring; Tom: a\":x", "CN", ["Ring; Tom: a"]),
    ("A;M=\"a\",\"b\",c:x", "M", ["a", "b", "c"]),
    ("A;P=:x", "P", [""]),
    ("A;CN=a^'b^^c^nd^x^:x", "CN", ["a\"b^c\nd^x^"]),
    ("A;X=1;Y=2;X=3:x", "X", ["1"]),
    ("A;CN=un\"closed:x", "CN", ["un\"closed"]),
    ("A;CN=\"c\"d:x", "CN", ["c"]),
    ("A ; CN = c , \"d\" :x", "CN", ["c", "d"]),
    ("A;TZID=(UTC+01:00) Berlin, Bern:x", "TZID", ["(UTC+01:00) Berlin, Bern"]),
  ])
  func parameters(text: String, name: String, values: [String]) throws {
    let line = try ICalendarLine(parsing: text, number: 1)
    #expect(line.parameters.first { $0.name == name }?.values == values)
    #expect(line.value == "x")
    #expect(line.parameter("ABSENT") == nil)
  }

  @Test(arguments: ["A;B:x", "A;=b:x", "A;B;C=d:x"])
  func anOddParameterCostsItself(text: String) throws {
    let line = try ICalendarLine(parsing: text, number: 1)
    #expect(line.value == "x")
    #expect(line.hasOddParameter)
    #expect(try !ICalendarLine(parsing: "A;;B=c;:x", number: 1).hasOddParameter)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\\, b\\; c", "a, b; c"), ("one\\ntwo\\Nthree", "one\ntwo\nthree"),
    ("back\\\\slash", "back\\slash"), ("\\\\n", "\\n"), ("odd\\q", "odd\\q"), ("end\\", "end\\"),
  ])
  func escapes(value: String, text: String) {
    #expect(ICalendarLine.unescape(value[...]) == text)
  }

  @Test(arguments: [
    ("a,b", ["a", "b"]), ("a\\,b,c", ["a,b", "c"]), ("", []), (",a,", ["a"]),
    ("a\\\\,b", ["a\\", "b"]),
  ])
  func lists(value: String, texts: [String]) {
    let line = ICalendarLine(number: 1, name: "CATEGORIES", parameters: [], value: value)
    #expect(line.texts == texts)
  }

  @Test(arguments: [
    ("no colon here", CalendarProblem.Code.badName("no colon here")),
    ("NOTHING", .noValue("NOTHING")), (":value", .badName(":value")), ("A;B=c", .noValue("A;B=c")),
    ("Ä:x", .badName("Ä:x")),
  ])
  func brokenLines(text: String, code: CalendarProblem.Code) {
    #expect(throws: ICalendarLine.LineError(code: code)) {
      try ICalendarLine(parsing: text, number: 1)
    }
  }

  @Test func limits() {
    var limits = CalendarLimits()
    limits.lineLength = 10
    limits.lineCount = 4
    let text = "A:1\nB:23456789\n0\n 1\nC:123\n 456\n 789\n 0\nD:4"
    var reader = ICalendarLines(bytes: Array(text.utf8), limits: limits)
    let names = [reader.next(), reader.next(), reader.next()].map { $0?.name }
    #expect(names == ["A", "B", nil])
    #expect(reader.problems.map(\.line) == [3, 4])
    #expect(reader.problems.map(\.code) == [.noValue("01"), .tooManyLines(limit: 4)])
  }

  @Test func aFoldedLineOverTheLimit() {
    var limits = CalendarLimits()
    limits.lineLength = 10
    var reader = ICalendarLines(
      bytes: Array("C:123\n 456\n 789\n 0\nD:4".utf8), limits: limits)
    let line = reader.next()
    #expect(line?.name == "D")
    #expect(reader.problems.map(\.code) == [.lineTooLong(limit: 10)])
    #expect(reader.problems.map(\.line) == [1])
  }
}
