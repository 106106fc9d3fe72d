import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import WidgetForm

/// An in-memory file system, read through the protocol that forms use.
struct MemoryFolders: FolderReading {
  func entries(of folder: String) async throws(FolderError) -> [FolderEntry] {
    try SampleFolders.list(folder).get()
  }

  func isThere(_ path: String) async -> Bool? { path.contains("missing") ? false : nil }
}

/// Every editor in line mode: its output and its result.
@Suite("Every editor by line")
struct LineEditorTests {
  private func talk(
    _ lines: [String], locale: String = "en", folders: (any FolderReading)? = MemoryFolders()
  ) async -> (text: String, state: FormState) {
    await LinePrompt.conversation(
      EditorForm.state(locale), SampleCalendars { _ in EditorForm.cities }, lines,
      folders: folders, withAnswers: true)
  }

  /// The lines that lead to a row: one empty line for each row before it.
  private static func to(_ row: String, _ lines: String...) -> [String] {
    let rows = EditorForm.state().focusableRows
    let place = rows.firstIndex { $0 == FormScript.row(row) } ?? 0
    return Array(repeating: "", count: place) + lines + ["quit"]
  }

  static let whole: [(name: String, locale: String, lines: [String])] = [
    (
      "editors-answered", "en",
      [
        "", "yes", "7", "5", "0.25", "2.5", "Good morning", "a note", "1h30m", "2026-12-24",
        "7:30", "2026-12-24 8:15", "bold", "Oslo", "Bern", "k1|Kirsten", "https://example.org",
        "Oslo @59.9,10.7", "Ann <ann@example.org>", "/etc/hosts", "12.50 EUR", "card|Visa",
        "Good night", "3 mi", "1", "2", "3", "yes",
      ]
    ),
    (
      "editors-answered-de", "de",
      [
        "", "yes", "7", "5", "0,25", "2,5", "Guten Morgen", "", "1,5h", "24.12.2026", "7:30",
        "24.12.2026 8:15", "2", "", "", "", "", "", "", "", "12,50", "", "", "3,5 km", "1.500", "",
        "quit",
      ]
    ),
    (
      "editors-explained", "en",
      EditorForm.state().focusableRows.dropLast(2).flatMap { _ in ["?", ""] } + ["quit"]
    ),
  ]

  @Test(arguments: whole.indices)
  func conversation(_ index: Int) async {
    let (name, locale, lines) = Self.whole[index]
    let text = await talk(lines, locale: locale).text
    let difference = Golden.difference(text, from: "Lines/" + name)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// The output starting at the row, and the resulting value.
  static let cases: [(row: String, lines: [String], says: [String], value: String?)] = [
    (
      "file", to("file", "~/*", "1", "1"),
      [
        "  1 ~/Documents/\n  2 ~/Downloads/\n  3 ~/notes.txt\n  4 ~/東京.png\n",
        "  1 ~/Documents/plan.pdf\n",
      ], "/home/ann/Documents/plan.pdf"
    ),
    ("file", to("file", "~/n\t", "1"), ["  1 ~/notes.txt\n"], "/home/ann/notes.txt"),
    (
      "file", to("file", "~/Downloads/*", "3"), ["  10 more lines\n"],
      "/home/ann/Downloads/part-3.zip"
    ),
    ("file", to("file", "~/zz*"), ["! Nothing matches.\n"], nil),
    ("file", to("file", "/gone/*"), ["! There is no folder “/gone/”.\n"], nil),
    ("file", to("file", "1"), [], "1"), ("file", to("file", "=~/n*"), [], "/home/ann/n*"),
    ("file", to("file", "~/*", "9"), [], "9"),
    ("file", to("file", "~/Documents/*"), ["  2 ~/Documents/plan␛[31m.txt\n"], nil),
    ("distance", to("distance", "mi"), [], "3.106856 mi"),
    ("distance", to("distance", "mi", "back", "km"), [], "5 km"),
    ("distance", to("distance", "3mi"), [], "3 mi"), ("distance", to("distance", "7"), [], "7 km"),
    (
      "distance", to("distance", "?"),
      ["Units: m, km, cm, mm, mi, yd, ft, in, NM. A unit alone converts the answer.\n"], nil
    ),
    ("distance", to("distance", "3 parsecs"), ["! "], nil),
    ("price", to("price", "?"), ["Currencies: EUR, USD.\n"], nil),
    ("price", to("price", "5"), [], "5 EUR"), ("price", to("price", "5 USD"), [], "5 USD"),
    ("day", to("day", "24.12.2026"), [], "2026-12-24"),
    ("day", to("day", "2026-12-24"), [], "2026-12-24"),
    ("time", to("time", "7:30 pm"), [], "19:30"),
    ("city", to("city", "?"), ["Which city is shown?\n"], nil),
    ("list", to("list[0]", "1", "2", "3", "back", "back", "-"), [], "1, 3"),
    ("list", to("list[0]", "1", "2", "3", "back", "raise"), [], "1, 3, 2"),
    ("list", to("list[0]", "1", "2", "3", "back", "back", "lower"), [], "1, 3, 2"),
    ("list", to("list[0]", "1", "back", "fill"), [], "1, 1, 1"),
    ("list", to("list[0]", "1", "back", "fill", "undo"), [], "1"),
  ]

  @Test(arguments: cases.indices)
  func editor(_ index: Int) async {
    let (row, lines, says, value) = Self.cases[index]
    let (text, state) = await talk(lines)
    for words in says {
      #expect(text.contains(words), "\(row) \(lines.suffix(4)): \(text)")
    }
    #expect(state.draft.values[row].map { ValueText.text(of: $0) } == value, "\(text)")
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" })
  }

  @Test func withoutAFileSystemAPathIsATextLikeAnyOther() async {
    let (_, state) = await talk(Self.to("file", "~/n*"), folders: nil)
    #expect(state.draft.values["file"] == .file("/home/ann/n*"))
  }

  /// Every row of the form is asked about, in every language, without an escape sequence.
  @Test(arguments: MessageLanguage.tags)
  func everyRowIsAsked(_ locale: String) async {
    let rows = EditorForm.state(locale).focusableRows.count - 2
    let (text, state) = await talk(Array(repeating: "", count: rows + 1), locale: locale)
    for row in state.presentation.rows where row.id != nil && row.control != .button {
      #expect(text.contains(row.label), "\(row.label)")
    }
    guard case .submitted = state.phase else {
      Issue.record("\(text)")
      return
    }
  }
}
