import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// Compares the expansion of rules with the results of Python's `dateutil`.
@Suite(.startsPrograms)
struct RecurrenceDifferentialTests {
  private static let occurrenceCount = 10
  /// The last year that is compared.
  private static let lastYear = 2045

  /// Prints the first occurrences for each line `start rule`.
  ///
  /// For a rule without occurrences, `dateutil` would continue to the year 9999, so the script sets
  /// an earlier end. For some years, `dateutil` also computes the first week with the length of the
  /// wrong year (1 January 1994 is in week 52 of 1993, 2 January 2039 in week 52 of 2038). The
  /// script therefore gives `dateutil` the weeks of every year as section 3.3.10 of RFC 5545 counts
  /// them.
  private static let script = """
    import datetime, sys, types
    import dateutil.rrule as r
    r.datetime = types.SimpleNamespace(**vars(datetime))
    r.datetime.MAXYEAR = \(lastYear)
    rebuild = r._iterinfo.rebuild
    def week(day, start):
        middle = day - (day - 1 - start) % 7 + 3
        year = datetime.date.fromordinal(middle).year
        first = datetime.date(year, 1, 1).toordinal()
        last = datetime.date(year, 12, 31).toordinal()
        number = (middle - first) // 7 + 1
        return number, -1 - (last - middle) // 7
    def rebuilt(self, year, month):
        rebuild(self, year, month)
        if self.rrule._byweekno:
            first = datetime.date(year, 1, 1).toordinal()
            weeks = [week(first + day, self.rrule._wkst) for day in range(self.yearlen)]
            self.wnomask = [any(n in self.rrule._byweekno for n in w) for w in weeks] + [0] * 7
    r._iterinfo.rebuild = rebuilt
    out = []
    for line in RULES.split("\\n"):
        start, rule = line.split(" ")
        found = []
        for when in r.rrulestr(rule, dtstart=datetime.datetime.strptime(start, "%Y%m%dT%H%M%S")):
            found.append(when.isoformat())
            if len(found) == \(occurrenceCount): break
        out.append(" ".join(found))
    sys.stdout.write("\\n".join(out))
    """

  @Test func rulesAsDateutilHasThem() async throws {
    let cases = PropertySeeds(
      "recurrence rules as dateutil has them", count: TestDepth.count(300, thorough: 1_000))
    var random = SeededGenerator(seed: cases.first)
    let rules = (0..<cases.count).map { _ in RuleGenerator.make(&random) }
    let lines = rules.map { "\(compact($0.start)) \($0.rule)" }
    let source = "RULES = \"\"\"\(lines.joined(separator: "\n"))\"\"\"\n\(Self.script)\n"
    async let foreign = Self.python(source)
    let own = try rules.map { try occurrences($0) }
    guard let answer = try await foreign else { return }
    let expected = answer.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try #require(expected.count == rules.count)
    for (index, rule) in rules.enumerated() where own[index] != expected[index] {
      Issue.record(
        """
        seed \(cases.first), rule \(index): \(rule.rule) from \(rule.start)
        here:     \(own[index])
        dateutil: \(expected[index])
        """)
    }
    #expect(own.count { !$0.isEmpty } > cases.count / 2)
  }

  private func occurrences(_ made: RuleGenerator.Made) throws -> String {
    let last = CivilDateTime(CivilDate(year: Self.lastYear + 1, month: 1, day: 1), second: -1)
    let expansion = RecurrenceExpansion(
      rule: try CalendarText.rule(made.rule), start: made.start, zone: .utc,
      first: made.start, last: last, work: .max)
    return expansion.prefix(Self.occurrenceCount).map(\.description).joined(separator: " ")
  }

  private func compact(_ wall: CivilDateTime) -> String {
    wall.description.filter { $0 != "-" && $0 != ":" }
  }

  /// The output of a Python run; nil if Python or `dateutil` is missing.
  private static func python(_ source: String) async throws -> String? {
    guard await Python.has("dateutil.rrule") else { return nil }
    let program = try await blocking { try FinishedProgram("python3", ["-"], input: source) }
    try #require(program.status == 0, "python3 failed: \(program.errors)")
    return program.output
  }
}
