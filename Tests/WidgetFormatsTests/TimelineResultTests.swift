import FormatTestSupport
import Testing
import WidgetTimeline

@testable import DefinitionFormats
@testable import WidgetFormats

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Timeline results for status bars and for the next run.
@Suite struct TimelineResultTests {
  /// An entry, the reason why its provider failed, and the line.
  static let lines: [(content: EntryContent, failure: String?, line: String)] = [
    (EntryContent(title: "a"), nil, #"{"text":"a","tooltip":"a","class":"entry"}"#),
    (EntryContent(title: ""), nil, #"{"text":"","tooltip":"","class":"entry"}"#),
    (
      TimelineJSONTests.full.content, nil,
      #"{"text":"Stand-up","alt":"calendar","tooltip":"Stand-up\nin 10 min\nRoom 4\n","#
        + #""class":"entry","percentage":50,"url":"https://example.org"}"#
    ),
    (
      EntryContent(title: "<b>R&D</b>", body: ["1 < 2"], gauge: 0.125), nil,
      #"{"text":"&lt;b&gt;R&amp;D&lt;/b&gt;","tooltip":"&lt;b&gt;R&amp;D&lt;/b&gt;\n1 &lt; 2","#
        + #""class":"entry","percentage":13}"#
    ),
    (
      EntryContent(title: "old\n\"x\"", gauge: .nan), "it failed",
      #"{"text":"old\n\"x\"","tooltip":"old\n\"x\"\nit failed","class":"failed"}"#
    ),
    // The entry that replaces a failed timeline already contains the reason, so it is not repeated.
    (
      EntryContent(title: "No data", subtitle: "a: b"), "The timeline failed: a: b",
      #"{"text":"No data","tooltip":"No data\na: b","class":"failed"}"#
    ),
    (
      EntryContent(title: "東京", gauge: 9), nil,
      #"{"text":"東京","tooltip":"東京","class":"entry","percentage":100}"#
    ),
    // A link that `open` rejects is not passed to a click handler either.
    (
      EntryContent(title: "a", link: "example.org/a b"), nil,
      #"{"text":"a","tooltip":"a","class":"entry"}"#
    ),
  ]

  @Test(arguments: lines.indices)
  func `A status bar gets one object on one line`(_ index: Int) {
    let (content, failure, line) = Self.lines[index]
    #expect(StatusBarLine.text(of: content, for: .waybar, failure: failure) == line + "\n")
  }

  @Test func `A status bar distinguishes placeholders, entries and failures`() {
    func kind(_ isPlaceholder: Bool, _ failure: String?) -> Bool? {
      let line = StatusBarLine.text(
        of: EntryContent(title: "a"), for: .waybar, isPlaceholder: isPlaceholder, failure: failure)
      return line.contains(failure == nil ? #""class":"placeholder""# : #""class":"failed""#)
    }
    #expect(kind(true, nil) == true)
    #expect(kind(false, nil) == false)
    #expect(kind(true, "no network") == true)
  }

  @Test(arguments: [StatusBar.line, .tmux, .polybar])
  func `A plain-text bar marks placeholders and failures`(bar: StatusBar) {
    func line(_ isPlaceholder: Bool, _ failure: String?) -> String {
      StatusBarLine.text(
        of: EntryContent(title: "a"), for: bar, isPlaceholder: isPlaceholder, failure: failure)
    }
    #expect(line(false, nil) == "a\n")
    #expect(line(true, nil) == "… a\n")
    #expect(line(false, "no network") == "! a\n")
    #expect(line(true, "no network") == "! a\n")
  }

  @Test func `Cached content reads back`() throws {
    let timelines = TimelineJSONTests.timelines.map(Optional.some) + [nil]
    for timeline in timelines {
      let kept = KeptTimeline(last: timeline, failures: 3)
      let text = try KeptTimelineJSON.text(of: kept)
      #expect(try KeptTimelineJSON.read(utf8(text), source: "k") == kept)
    }
  }

  /// Texts that this program did not write.
  static let wrong: [(text: String, message: String)] = [
    ("[]", "k:1:1: Expected an object, found an array."),
    ("{\"failures\":\"x\"}", "k:1:13: Expected a number, found a string."),
    (#"{"timeline":{}}"#, "k:1:13: The member “entries” is missing. Add “entries”."),
  ]

  @Test(arguments: wrong)
  func `Content that this program did not write is refused`(text: String, message: String) {
    #expect(complaints { try KeptTimelineJSON.read(utf8(text), source: "k") } == [message])
  }
}
