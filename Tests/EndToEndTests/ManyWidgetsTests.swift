import Foundation
import Testing
import WidgetTestSupport

/// Many placed widgets: a text of any length is imported as a whole, and no command needs more
/// memory for a larger number of them.
@Suite(.startsPrograms) struct ManyWidgetsTests {
  /// Lines for placed widgets, each with different answers; about 190 bytes per line.
  private static func lines(_ numbers: Range<Int>, _ more: String = "") -> String {
    numbers.map { number in
      let digits = String(number)
      let name = "W" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
      return SampleIntents.line(
        "\"collection\":\"sea\",\"emphasis\":\(Double(number % 100) / 100)\(more)", name: name)
    }.joined()
  }

  /// Enough lines for the text to be processed in several parts.
  private static let several = 2_500

  @Test func `A text of several parts is imported whole, and exported as it was`() throws {
    let sandbox = try Sandbox()
    let text = Self.lines(0..<Self.several)
    let file = try sandbox.write(text, to: "all.jsonl")
    let first = try sandbox.run(["import", file])
    #expect(first.status == 0)
    let lines = first.errors.split(separator: "\n")
    #expect(lines.count == 1_001)
    #expect(lines.first == "imported W0000000 (VerseIntent, systemMedium)")
    #expect(lines.last == "imported 1500 more intents")
    let all = try sandbox.run(["export", "--all"])
    #expect(all.status == 0 && all.errors.isEmpty)
    #expect(all.output.split(separator: "\n").count == Self.several)
    // Exported lines are unchanged by an import, even if it comes through a pipe and the answers
    // span several lines.
    let again = try sandbox.run(["import", "-", "-q"], input: all.output)
    #expect(again.status == 0, "\(again.errors)")
    #expect(try sandbox.run(["export", "--all"]).output == all.output)
    let list = try sandbox.run(["list", "--format", "json"])
    let json = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any]
    let placed = try #require(json?["placed"] as? [[String: Any]])
    #expect(placed.count == Self.several)
    // Each widget was stored twice.
    #expect(placed.allSatisfy { $0["revision"] as? Int == 2 })
  }

  @Test func `The commands that list prints lead through all pages of widgets`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(Self.lines(0..<1_100), to: "all.jsonl")
    #expect(try sandbox.run(["import", file, "-q"]).status == 0)
    let clock = try sandbox.run([
      "edit", "WorldClock", "--name", "Abroad", "-q", "--set", "showsDate=true",
    ])
    #expect(clock.status == 0, "\(clock.errors)")
    func page(_ command: String) throws -> (names: [String], next: String?) {
      let run = try sandbox.shell("widgetconfig() { \"$0\" \"$@\"; }; \(command)")
      #expect(run.status == 0, "\(command): \(run.errors)")
      let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      let placed = json?["placed"] as? [[String: Any]] ?? []
      let next = run.errors.firstRange(of: "widgetconfig ").map { range in
        String(run.errors[range.lowerBound...].prefix { $0 != "\n" })
      }
      return (placed.compactMap { $0["name"] as? String }, next.map { $0 + " --format json" })
    }
    // A page can be larger than what the store reads at once.
    var command: String? = "widgetconfig list --kind Verse --prefix W --limit 501 --format json"
    var (names, pages): ([String], Int) = ([], 0)
    while let asked = command, pages < 10 {
      let found = try page(asked)
      #expect(found.names.count <= 501)
      (names, pages, command) = (names + found.names, pages + 1, found.next)
    }
    #expect(pages == 3 && names.count == 1_100 && names == names.sorted())
    #expect(names.first == "W0000000" && names.last == "W0001099")
    // If exactly as many widgets remain as fit on a page, there is no further page.
    let all = try page("widgetconfig list --limit 1101 --format json")
    #expect(all.names.count == 1_101 && all.next == nil)
    #expect(try page("widgetconfig list --prefix W00010 --format json").names.count == 100)
    #expect(try page("widgetconfig list --kind WorldClock --format json").names == ["Abroad"])
    let table = try sandbox.run(["list", "--after", "W0001098"])
    #expect(table.output.contains("W0001099") && !table.output.contains("Widgets:"))
    #expect(try sandbox.run(["list", "--prefix", "zz"]).output.contains("none of these"))
    #expect(try sandbox.run(["list", "--limit", "0"]).status == 2)
    #expect(try sandbox.run(["list", "--kind", "WorldClok"]).errors.contains("WorldClock"))
    // A question about many names still fits on one screen.
    let asked = try sandbox.run(["remove"] + names)
    #expect(asked.status == 2 && asked.errors.contains("W0000009 and "), "\(asked.errors)")
    #expect(asked.errors.utf8.count < 300)
    // The removed names are listed in pages as well.
    let removed = try sandbox.run(["remove", "W0000000", "W0000001", "W0000002", "--force", "-q"])
    #expect(removed.status == 0, "\(removed.errors)")
    let first = try sandbox.run(["list", "--removed", "--limit", "2"])
    #expect(first.output == "W0000000\nW0000001\n")
    #expect(
      first.errors.contains("widgetconfig list --removed --limit 2 --after W0000001\n"),
      "\(first.errors)")
    let rest = try sandbox.run(["list", "--removed", "--limit", "2", "--after", "W0000001"])
    #expect(rest.output == "W0000002\n" && rest.errors.isEmpty, "\(rest.errors)")
  }

  /// A problem in the last part prevents the import of the first ones.
  @Test(arguments: ["", "--dry-run"])
  func `All problems of all parts are reported, and nothing is imported`(flag: String) throws {
    let sandbox = try Sandbox()
    let wrong = SampleIntents.line("\"emphasis\":7", name: "X")
    let text = wrong + Self.lines(0..<Self.several) + wrong.replacing("\"X\"", with: "\"Y\"")
    let last = Self.several + 2
    try sandbox.check(
      CommandCase(
        "import - \(flag)", input: text, status: 1,
        errors: """
          standard input:1:85: $.parameters.emphasis: 7 is above the maximum of 1. Give 1 or less.
          standard input:\(last):85: $.parameters.emphasis: 7 is above the maximum of 1. Give 1 or \
          less.
          Nothing is imported.

          """))
    try sandbox.check(CommandCase("export --all"))
    // The valid documents can be imported separately.
    let partial = try sandbox.run(["import", "-", "--partial", "-q"], input: text)
    #expect(partial.status == 1)
    #expect(partial.errors.hasSuffix("2 of \(last) intents are left out.\n"), "\(partial.errors)")
    let all = try sandbox.run(["export", "--all"])
    #expect(all.output.split(separator: "\n").count == Self.several)
  }

  @Test func `A name that occurs in two parts is imported for one intent only`() throws {
    let sandbox = try Sandbox()
    let text = Self.lines(0..<Self.several) + Self.lines(0..<1)
    try sandbox.check(
      CommandCase(
        "import -", input: text, status: 1,
        errors: """
          standard input: Two intents would be placed as “W0000000”. Give each line its own “name”.
          Nothing is imported.

          """))
    try sandbox.check(CommandCase("export --all"))
  }

  /// A name that another widget has is found before anything is stored.
  @Test func `All used names are reported`() throws {
    let sandbox = try Sandbox()
    let upNext = ["W0000001", "W0002499"].map {
      SampleIntents.line(name: $0, intent: "UpNextIntent", family: "systemSmall")
    }.joined()
    #expect(try sandbox.run(["import", "-", "-q"], input: upNext).status == 0)
    for flag in [[], ["--dry-run"]] {
      let run = try sandbox.run(["import", "-"] + flag, input: Self.lines(0..<Self.several))
      #expect(run.status == 1)
      #expect(run.errors.contains("“W0000001” already exists"), "\(run.errors)")
      #expect(run.errors.contains("“W0002499” already exists"), "\(run.errors)")
    }
    #expect(
      try sandbox.run(["export", "--all"]).output.split(separator: "\n").count == 2)
  }

  /// The commands that read or write all placed widgets; the first one places them.
  ///
  /// `--dry-run` is left out, because every import first does the same work.
  private static let commands = [
    "import all.jsonl -q", "import - -q", "export --all",
    "list --format json", "list", "store check", "store copy store.sqlite copy.sqlite",
  ]

  /// Memory is compared within a run, so that the test is the same on every machine.
  ///
  /// Both texts have several parts; if the widgets were kept in memory, each would take kilobytes.
  @Test func `Five times as many placed widgets need no more memory`() throws {
    let least = TestDepth.count(2_000, thorough: 200_000)
    let probe = ProgramFolder.path(of: "SourceProbe")
    let peaks = try [least, 5 * least].map { count in
      let sandbox = try Sandbox()
      _ = try sandbox.write(Self.lines(0..<count), to: "all.jsonl")
      return try Self.commands.map { command in
        let run = try sandbox.shell(
          "'\(probe)' --peak peak \"$0\" \(command) < all.jsonl > output")
        #expect(run.status == 0, "\(command): \(run.errors.prefix(300))")
        return try #require(Int(try sandbox.read("peak")))
      }
    }
    for (place, command) in Self.commands.enumerated() {
      let (small, large) = (peaks[0][place], peaks[1][place])
      // The allowed growth: eight bytes for each name, the memory that an allocator keeps for each
      // thread, and the SQLite page cache.
      #expect(large - small < 12_288 + 4 * least / 64, "\(command): \(small), \(large) KiB")
    }
  }
}
