import Foundation
import Testing
import WidgetTimeline

@Suite("Texts with counting dates")
struct EntryTextTests {
  static let noon = Date(timeIntervalSince1970: 1_767_960_000)

  @Test("a literal with a date keeps the date, and adjacent texts are joined")
  func interpolation() {
    let name = "U4"
    let text: EntryText = "\(name) departs in \(Self.noon, style: .timer)!"
    #expect(
      text.parts == [.text("U4 departs in "), .date(Self.noon, .timer), .text("!")])
    #expect(EntryText([.text("a"), .text(""), .text("b")]).parts == [.text("ab")])
    let longer: EntryText = "\(text) \(3)"
    #expect(longer.parts.last == .text("! 3"))
    #expect(EntryText("").isEmpty)
  }

  @Test("a drawing is not live, and shows the written text")
  func drawing() {
    let text: EntryText = "in \(Self.noon, style: .relative)"
    let drawn = text.drawn { _, style in style.rawValue }
    #expect(drawn == "in relative")
    #expect(drawn.nextTick(after: Self.noon) == nil)
  }

  @Test(
    "the shown text changes at the next tick, and not before",
    arguments: [LiveDateStyle.timer, .relative, .offset],
    [-200_000.5, -86_400, -3_600, -59.25, -1, 0, 0.5, 1, 59, 60, 61, 3_599.5, 3_600, 3_601, 90_000])
  func ticks(_ style: LiveDateStyle, _ distance: Double) throws {
    let now = Self.noon.addingTimeInterval(-distance)
    func shown(at date: Date) -> Double {
      let interval = LiveInterval(from: date, to: Self.noon)
      let unit = interval.unit(of: style) ?? 1
      return (interval.isAhead ? 1 : -1) * interval.count(of: unit) * unit
    }
    let tick = try #require(EntryText([.date(Self.noon, style)]).nextTick(after: now))
    #expect(tick > now)
    // The text that is shown does not change between two ticks.
    for share in [0.25, 0.5, 0.999] {
      let between = now.addingTimeInterval(tick.timeIntervalSince(now) * share)
      let isSame = shown(at: between) == shown(at: now) || now == Self.noon
      #expect(isSame, "\(style) \(distance) \(share)")
    }
  }

  @Test("dates and times of day do not tick")
  func still() {
    for style in [LiveDateStyle.date, .time] {
      #expect(EntryText([.date(Self.noon, style)]).nextTick(after: Self.noon) == nil)
    }
  }

  @Test("content with several live dates changes with the first")
  func content() {
    let content = EntryContent(
      title: "\(Self.noon.addingTimeInterval(7_200), style: .offset)",
      body: ["\(Self.noon.addingTimeInterval(90), style: .timer)"])
    #expect(content.nextTick(after: Self.noon) == Self.noon.addingTimeInterval(1))
  }
}
