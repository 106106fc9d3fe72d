import Foundation
import Testing
import WidgetTestSupport

/// `timeline` in the built program: pictures, findings, failing programs, images.
@Suite(.startsPrograms) struct TimelineShowingTests {
  /// A widget whose timeline a program prints; the script is standard `sh`.
  private func sandbox(_ script: String) throws -> Sandbox {
    let sandbox = try Sandbox()
    let manager = FileManager.default
    let folder = sandbox.path("Intents/Probe")
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try manager.copyItem(
      atPath: Sandbox.repository.appending(path: "Intents/Verse/Verse.json").path,
      toPath: folder + "/Probe.json")
    _ = try sandbox.write(script, to: "Intents/Probe/run.sh")
    _ = try sandbox.write(
      """
      { "kind": "Probe", "displayName": "Probe", "supportedFamilies": ["systemSmall"],
        "intent": "VerseIntent",
        "timeline": { "command": ["/bin/sh", "run.sh"], "timeout": 60 } }
      """, to: "Intents/Probe/widget.json")
    return sandbox
  }

  private func run(_ sandbox: Sandbox, _ arguments: String...) throws -> FinishedProgram {
    try sandbox.run(arguments + ["--intents", sandbox.path("Intents")])
  }

  @Test func `The current entry is drawn in a box of its family`() throws {
    let run = try Sandbox().run(
      [
        "timeline", "WorldClock", "--at", "2026-11-21T14:00:00Z", "--family", "accessoryCircular",
        "--format", "box",
      ])
    #expect(run.status == 0)
    #expect(
      run.output == """
        ╭──────────╮
        │  15:00   │
        │  Berlin  │
        │          │
        ╰──────────╯

        """)
    #expect(run.errors.isEmpty)
  }

  /// Values of `--at` on one day, and what a clock in Berlin shows at that time, or the message.
  static let moments: [(at: String, locale: String, shown: String)] = [
    ("2026-11-21T14:00:00Z", "en", "Berlin 15:00"), ("2026-11-21 9:50", "en", "Berlin 09:50"),
    ("21.11.2026 7.30 Uhr", "de", "Berlin 07:30"), ("2026-11-21", "en", "Berlin 00:00"),
    ("2026-11-21T09:50:30", "en", "Berlin 09:50"), ("9:50", "en", "Berlin 09:50"),
    ("tomorrow", "en", "Berlin 00:00"), ("morgen 8 Uhr", "de", "Berlin 08:00"),
    // The clocks skip the first time, and show the second one twice.
    (
      "2027-03-28 2:30", "en",
      "The clocks skip “2027-03-28 2:30”. Write a time before or after it, such as 2027-03-28T03:30:00+02:00."
    ),
    (
      "2026-10-25 2:30", "en",
      "“2026-10-25 2:30” can mean 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00. Write the one that you mean."
    ),
    ("32:10", "en", "The hour 32 is not between 0 and 23."),
    ("2026-02-30", "en", "The day 2026-2-30 does not exist."), ("7.10.", "en", "Berlin"),
    ("1500-01-01", "en", "The year is not between 1583 and 9998."),
  ]

  @Test(arguments: moments.indices)
  func `A date is given as people write it`(_ index: Int) throws {
    let (at, locale, shown) = Self.moments[index]
    let run = try Sandbox().run(
      ["timeline", "WorldClock", "--format", "line", "--at", at, "--locale", locale])
    #expect((run.output + run.errors).contains(shown), "\(run.output)\(run.errors)")
    #expect(run.status == (shown.hasPrefix("Berlin") ? 0 : 2))
  }

  @Test func `A date in a simulation is given in the same way`() throws {
    for (at, status) in [("9:50", 0), ("2026-11-21T14:00:00Z", 0), ("32:10", 2)] {
      let run = try Sandbox().run(["simulate", "WorldClock", "--event", "clock=\(at)"])
      #expect(run.status == Int32(status), "\(at): \(run.errors)")
    }
  }

  @Test func `A status bar gets one line for an entry, and no policy`() throws {
    for (format, line) in [
      ("line", "Berlin 15:00"), ("tmux", "Berlin 15:00"), ("polybar", "Berlin 15:00"),
      ("xmobar", "<raw=12:Berlin 15:00/>"), ("i3bar", #"{"full_text":"Berlin 15:00"}"#),
    ] {
      for argument in [[], ["--snapshot"], ["--placeholder"]] {
        let run = try Sandbox().run(
          [
            "timeline", "WorldClock", "--at", "2026-11-21T14:00:00Z", "--family",
            "accessoryInline", "--format", format,
          ] + argument)
        #expect(run.output.split(separator: "\n").count == 1)
        if argument.isEmpty { #expect(run.output == line + "\n") }
      }
    }
  }

  @Test func `A status bar gets a line`() throws {
    let run = try Sandbox().run(
      [
        "timeline", "WorldClock", "--at", "2026-11-21T14:00:00Z", "--family", "accessoryInline",
        "--format", "waybar",
      ])
    #expect(
      run.output
        == #"{"text":"Berlin 15:00","alt":"globe","tooltip":"Berlin 15:00","class":"entry"}"#
        + "\n")
    #expect(run.status == 0)
  }

  @Test func `Findings are reported, and set the status with --check`() throws {
    let sandbox = try sandbox(
      """
      echo '{"entries":[{"date":"2026-03-01T10:00:00Z","title":"b"},
        {"date":"2026-03-01T09:00:00Z","title":"a"}],"reload":"never"}'
      """)
    let words =
      "Probe: $.entries[1]: The entry is dated before the one that precedes it. Sort the entries by "
      + "date; they are shown sorted. [entries-unsorted]\n"
    let at = ["--at", "2026-03-01T08:00:00Z"]
    let shown = try run(sandbox, "timeline", "Probe", at[0], at[1])
    #expect(shown.status == 0)
    #expect(shown.errors == words)
    #expect(shown.output.contains("10:00  a\n2026-03-01 11:00  b\n"))
    let checked = try run(sandbox, "timeline", "Probe", at[0], at[1], "--check")
    #expect(checked.status == 1)
    #expect(checked.errors == words)
    let good = try sandbox.run(["timeline", "Verse", "--check"])
    #expect(good.status == 0)
    #expect(good.errors.isEmpty)
  }

  @Test
  func `A program that fails yields the last good timeline, or reports that there is no data`()
    throws
  {
    let sandbox = try sandbox(
      """
      [ -e fail ] && { echo no network >&2; exit 4; }
      echo '{"entries":[{"date":"2020-01-01T00:00:00Z","title":"good"}],"reload":"never"}'
      """)
    _ = try sandbox.write("", to: "Intents/Probe/fail")
    let first = try run(sandbox, "timeline", "Probe", "--format", "waybar")
    #expect(first.status == 3)
    #expect(
      first.output.hasPrefix(
        #"{"text":"No data","tooltip":"No data\n/bin/sh: The program ended "#))
    #expect(first.output.hasSuffix(#","class":"failed"}"# + "\n"))
    #expect(first.errors.contains("The program ended with status 4. It wrote: “no network”"))
    try FileManager.default.removeItem(atPath: sandbox.path("Intents/Probe/fail"))
    #expect(try run(sandbox, "timeline", "Probe", "--format", "waybar").status == 0)
    _ = try sandbox.write("", to: "Intents/Probe/fail")
    let last = try run(sandbox, "timeline", "Probe")
    #expect(last.status == 3)
    #expect(last.output.contains("2020-01-01 01:00  good\nreload: after "))
    #expect(last.errors.contains("no network"))
  }

  @Test func `Images are fetched into a folder next to the store`() throws {
    let sandbox = try sandbox(
      """
      echo '{"entries":[{"date":"2020-01-01T00:00:00Z","title":"a","image":"a.png"},
        {"date":"2030-01-01T00:00:00Z","title":"b","image":"../b.png"}],"reload":"never"}'
      """)
    _ = try sandbox.write("picture", to: "Intents/Probe/a.png")
    let run = try run(sandbox, "timeline", "Probe", "--format", "json", "--fetch-images")
    #expect(run.status == 0)
    let folder = sandbox.path("store.sqlite.images")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.count == 1)
    #expect(run.output.contains("\"image\": \"\(folder)/\(files[0])\""))
    #expect(run.errors.contains("“../b.png” is neither a web address nor a file"))
    #expect(!run.output.contains("../b.png"))
  }

  /// Arguments that cannot be combined.
  static let refused: [(arguments: [String], words: String)] = [
    (
      ["--watch", "--format", "json"],
      "--watch can be used only with --format table, --format box, --format line, --format tmux, --format i3bar, --format polybar, --format xmobar, --format waybar."
    ),
    (
      ["--watch", "--snapshot"],
      "--watch cannot be used with --at, --snapshot, --placeholder, --preview, --check."
    ),
    (
      ["--at", "noon-ish"],
      "--at noon-ish: Expected a date and time such as 2026-11-21 07:30, found “noon-ish”."
    ),
    (["--family", "system-small"], "--family: "),
  ]

  /// Before the first entry of a timeline, every face shows the last timeline, or else the
  /// placeholder: the box, the status bar with its class, the snapshot, and the link that a tap
  /// opens.
  @Test func `Before the first entry the previous screen stays`() throws {
    let sandbox = try sandbox(
      """
      read -r request
      case $request in
        *'"request":"placeholder"'*) echo '{"date":"2001-01-01T00:00:00Z","title":"Sample","link":"x://sample"}' ;;
        *) cat answer ;;
      esac
      """)
    func answer(_ title: String, _ date: String) throws {
      _ = try sandbox.write(
        #"{"entries":[{"date":"\#(date)","title":"\#(title)","link":"x://\#(title)"}]}"#,
        to: "Intents/Probe/answer")
    }
    func screen() throws -> [String] {
      let box = try run(sandbox, "timeline", "Probe", "--format", "box")
      let bar = try run(sandbox, "timeline", "Probe", "--format", "waybar")
      let link = try run(sandbox, "open", "Probe")
      let snapshot = try run(sandbox, "timeline", "Probe", "--snapshot", "--format", "waybar")
      let titles = ["Sample", "past", "new"]
      let classes = ["placeholder", "entry", "failed"]
      return [box, bar, snapshot].map { run in titles.filter(run.output.contains).joined() }
        + [bar, snapshot].map { run in
          classes.filter { run.output.contains("\"class\":\"\($0)\"") }.joined()
        } + [link.output]
    }
    let sample = ["Sample", "Sample", "Sample", "placeholder", "placeholder", "x://sample\n"]
    let old = ["past", "past", "past", "entry", "entry", "x://past\n"]
    try answer("new", "2099-01-01T00:00:00Z")
    #expect(try screen() == sample)
    try answer("past", "2001-01-01T00:00:00Z")
    #expect(try screen() == old)
    try answer("new", "2099-01-01T00:00:00Z")
    #expect(try screen() == old)
    _ = try sandbox.write("{", to: "Intents/Probe/answer")
    #expect(
      try screen() == ["past", "past", "past", "failed", "failed", "x://past\n"],
      "a failed source keeps what was there")
    let snapshot = try run(sandbox, "timeline", "Probe", "--snapshot")
    #expect(snapshot.status == 3 && snapshot.output.contains("past"))
    #expect(snapshot.errors.contains("Probe") || snapshot.errors.contains("/bin/sh"))
  }
}
