import Foundation
import Testing
import WidgetTestSupport

/// `simulate` in the built program.
@Suite(.startsPrograms) struct SimulateCommandTests {
  private func run(_ arguments: String...) throws -> FinishedProgram {
    try Sandbox().run(["simulate"] + arguments)
  }

  @Test func `A day is a strip, and a day on which the clocks go forward is a shorter one`() throws
  {
    let run = try run(
      "WorldClock", "--days", "2", "--views", "90", "--at", "2026-03-28T12:00:00Z")
    #expect(run.status == 0)
    #expect(
      run.output == """
        WorldClock, systemMedium
                    0     3     6     9     12    15    18    21
        2026-03-28  R+++R+++R+++R+++R+++R+++R+++R+++R+++R+++R+++R+++
        2026-03-29  R+++R+++R+++R+++R+++R+++R+++R+++R+++R+++R+++R+
        R reload  + new entry  ! out of date  . nothing new; each character is 30 minutes
        budget: 70 reloads in 24 hours, for 180 views in all
        reloads: 24, of which 1 not charged; 0 requests merged
        longest wait: 1 min 59 s
        denied: none
        failed: none
        out of date: never

        """)
  }

  /// The parts of a day are drawn below each other, with their hours aligned.
  @Test(arguments: [
    (40, ["            0     3     6     9", "            12    15    18    21"], 24),
    (
      24,
      [
        "            0     3", "            6     9", "            12    15",
        "            18    21",
      ], 12
    ),
  ])
  func `A narrow terminal shows a day in parts`(
    columns: Int, hours: [String], length: Int
  ) throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(
      ["simulate", "WorldClock", "--views", "90", "--at", "2026-03-28T12:00:00Z"],
      columns: columns, rows: 60)
    try program.wait(for: "of date: never") { screen in
      screen.textLines.contains { $0.hasSuffix("never") }
    }
    _ = try program.status()
    let lines = program.screen.textLines
    let start = try #require(lines.firstIndex(of: hours[0]), "\(lines)")
    #expect(Array(lines[start...].prefix(hours.count)) == hours)
    let day = lines[(start + hours.count)...].prefix(hours.count).map { $0.dropFirst(12) }
    #expect(day.allSatisfy { $0.count == length }, "\(lines)")
    #expect(day.joined() == String(repeating: "R+++", count: 12))
  }

  @Test func `Equal seeds give equal bytes, in both formats`() throws {
    for format in ["table", "json"] {
      let arguments = [
        "simulate", "UpNext", "--days", TestDepth.isThorough ? "7" : "2", "--views", "90",
        "--at", "2026-10-24T00:00:00Z", "--app-reloads", "8", "--format", format,
      ]
      let first = try Sandbox().run(arguments + ["--seed", "5"])
      let second = try Sandbox().run(arguments + ["--seed", "5"])
      let other = try Sandbox().run(arguments + ["--seed", "6"])
      #expect(first.status == 0)
      #expect(first.output == second.output)
      #expect(first.output != other.output)
    }
  }

  @Test func `An app that asks too often reaches the budget`() throws {
    let run = try run(
      "Verse", "--views", "0", "--app-reloads", "300", "--at", "2026-11-21T00:00:00Z", "--format",
      "json")
    #expect(run.status == 0)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(report["budget"] as? Int == 40)
    #expect(report["charged"] as? Int == 40)
    #expect((report["denied"] as? [Any])?.isEmpty == false)
    #expect((report["stale"] as? [Any])?.isEmpty == false)
  }

  /// Numbers that are out of range.
  static let refused: [(option: String, number: String, words: String)] = [
    ("--days", "0", "--days must be a number from 1 to 366."),
    ("--days", "367", "--days must be a number from 1 to 366."),
    ("--views", "10001", "--views must be a number from 0 to 10000."),
    ("--app-reloads", "1001", "--app-reloads must be a number from 0 to 1000."),
  ]

  @Test(arguments: refused.indices)
  func `A number out of range is refused`(_ index: Int) throws {
    let (option, number, words) = Self.refused[index]
    let run = try run("Verse", option, number)
    #expect(run.status == 2)
    #expect(run.errors.contains(words))
  }
}
