import IntentModel
import Messages
import Testing

/// "Did you mean", and lists of candidates.
@Suite struct SuggestionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let typed: String
    let names: [String]
    let nearest: String?

    init(_ typed: String, _ names: [String], _ nearest: String?) {
      self.typed = typed
      self.names = names
      self.nearest = nearest
    }

    var testDescription: String { "\(typed) among \(names)" }
  }

  private static let rows: [Row] = [
    // One edit is allowed for names of at most five characters.
    Row("dayz", ["days", "style"], "days"), Row("day", ["days"], "days"),
    Row("dayss", ["days"], "days"), Row("xays", ["days"], "days"), Row("dxys", ["days"], "days"),
    Row("dxyz", ["days"], nil), Row("", ["ab"], nil),
    // For shorter names, one different letter makes a different name.
    Row("x", ["y"], nil), Row("", ["a"], nil), Row("e", ["n", "e2"], "e2"),
    // A swap of two adjacent characters is one edit.
    Row("dyas", ["days"], "days"), Row("adys", ["days"], "days"), Row("dasy", ["days"], "days"),
    Row("stlye", ["style"], "style"), Row("ba", ["ab"], "ab"), Row("famliy", ["family"], "family"),
    Row("stlyle", ["style"], "style"), Row("tsyle", ["style", "title"], "style"),
    // Swapping characters that are not adjacent counts as two edits, which is too many for a short
    // name.
    Row("syad", ["days"], nil), Row("sayd", ["days"], nil), Row("yda", ["day"], nil),
    // For longer names, the limit is a third of the length.
    Row("calandars", ["calendars"], "calendars"), Row("claendras", ["calendars"], "calendars"),
    Row("kalendarz", ["calendars"], "calendars"), Row("xxxendars", ["calendars"], "calendars"),
    Row("xxxxndars", ["calendars"], nil),
    Row("mirrorCalendar", ["mirrorCalendarApp"], "mirrorCalendarApp"),
    // Case is ignored; the nearest name is suggested, or the first of several.
    Row("STYLE", ["style"], "style"), Row("Stlye", ["STYLE"], "STYLE"),
    Row("count", ["mount", "count"], "count"), Row("fount", ["mount", "count"], "mount"),
    Row("acb", ["abc", "acd"], "abc"),
    // Characters are grapheme clusters, not bytes or scalars.
    Row("zürihc", ["zürich"], "zürich"), Row("e\u{301}t", ["ét"], "ét"), Row("👩‍🚀x", ["👨‍🚀x"], "👨‍🚀x"),
    Row("京東", ["東京"], "東京"), Row("", [], nil), Row("a", [], nil),
  ]

  @Test("The nearest name within a third of the length", arguments: rows)
  func nearest(_ row: Row) {
    #expect(nearestName(to: row.typed, among: row.names) == row.nearest)
  }

  @Test("The number of edits is the same in both directions", arguments: rows)
  func symmetric(_ row: Row) {
    for name in row.names where name.count == row.typed.count {
      let there = nearestName(to: row.typed, among: [name]) != nil
      #expect((nearestName(to: name, among: [row.typed]) != nil) == there, "\(name)")
    }
  }

  private static let words = (1...51).map { "w\($0)" }

  private static let lists: [(count: Int, list: String)] = [
    (0, ""), (1, "“w1”"), (2, "“w1”, “w2”"),
    (8, "“w1”, “w2”, “w3”, “w4”, “w5”, “w6”, “w7”, “w8”"),
    (9, "“w1”, “w2”, “w3”, “w4”, “w5”, “w6”, “w7”, “w8”, “w9”"),
    (50, (1...50).map { "“w\($0)”" }.joined(separator: ", ")),
    (51, "“w1”, “w2”, “w3”, “w4”, “w5”, “w6”, “w7”, “w8” and 43 more"),
  ]

  @Test("No name in a list is left out silently", arguments: lists)
  func list(_ count: Int, _ list: String) {
    let names = Array(Self.words.prefix(count))
    let choice = Message.suggestion(for: "something else", among: names).text()
    #expect(choice == (names.isEmpty ? "Remove it." : "Choose from \(list)."))
    let near = Message.suggestion(for: "W1", among: names).text()
    #expect(near == (count == 0 ? "Remove it." : "Did you mean “w1”?"))
  }

  @Test func longNamesAreListedInPart() {
    let names = (1...20).map { String(repeating: "x", count: 59) + "\($0 % 10)" }
    #expect(Message.chooseFrom(names: Array(names.prefix(16))).text().hasSuffix("6”."))
    #expect(Message.chooseFrom(names: names).text().hasSuffix("8” and 12 more."))
  }
}
