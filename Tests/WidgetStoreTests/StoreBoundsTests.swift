import Foundation
import GRDB
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import SQLiteStore
@testable import StoreModel

/// Names, revisions and dates at the limits of a store, and rows that no save could have written.
@Suite("The limits of a store")
struct StoreBoundsTests {
  private let folder: TemporaryFolder
  private let path: String
  private let store: PlacedWidgetStore

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s")
    store = try makeStore(path)
  }

  private func execute(_ sql: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  private static func rule(_ name: String) -> InvalidText.Rule? {
    sample(name).invalidTexts.first?.rule
  }

  private static let space = InvalidText.Rule.noSpaceAtEnds
  private static let control = InvalidText.Rule.noControlCharacters
  private static let bytes = InvalidText.Rule.maximumBytes(800)
  private static let unseen = InvalidText.Rule.visible

  /// A name, and the rule that it breaks.
  static let names: [(name: String, rule: InvalidText.Rule?)] = [
    ("a", nil), (String(repeating: "x", count: 199), nil),
    (String(repeating: "x", count: 200), nil),
    (String(repeating: "x", count: 201), .maximumCharacters(200)),
    (String(repeating: "e\u{301}", count: 200), nil),
    (String(repeating: "e\u{301}", count: 201), .maximumCharacters(200)),
    (String(repeating: "👩‍👩‍👧", count: 44), nil), (String(repeating: "👩‍👩‍👧", count: 45), bytes),
    (String(repeating: "🇳🇴", count: 100), nil), (String(repeating: "🇳🇴", count: 101), bytes),
    (" ", unseen), ("a ", space), ("\u{2003}a", space), ("a\u{3000}", space), ("\u{1680}a", space),
    ("a b", nil), ("a\u{A0}b", nil), ("a\u{2003}b", nil), ("\u{200B}a", nil), ("-", nil),
    ("a\tb", control), ("\n", control), ("a\u{7F}", control), ("a\u{9F}b", control),
    ("a\u{A1}", nil), ("\u{202E}a", nil), ("\u{2028}", unseen), ("a\u{2029}b", nil),
    ("\u{FEFF}", unseen),
    (".", .notDots), ("..", .notDots), ("...", nil), (".a", nil),
    ("", .notEmpty), ("\u{301}", unseen), ("%_'\"\\", nil), ("*", nil),
  ]

  @Test("a name and the rule that it breaks", arguments: names)
  func name(_ name: String, rule: InvalidText.Rule?) async throws {
    #expect(Self.rule(name) == rule)
    guard rule == nil else { return }
    let saved = try await store.save(sample(name), expecting: nil)
    #expect(try await store.widget(named: name) == saved)
    #expect(try await store.list() == [saved])
    #expect(try await store.remove(named: name))
  }

  @Test("names that differ in case, width or invisible characters are different")
  func differentNames() async throws {
    let names = ["Oslo", "oslo", "OSLO", "Ｏslo", "Oslo\u{200B}", "Os lo", "Os\u{A0}lo", "ﬁ", "fi"]
    try await store.saveAll(names.map { sample($0) })
    for name in names { #expect(try await store.widget(named: name)?.name == name) }
    #expect(try await store.list().count == names.count)
    #expect(try await store.widget(named: "os%") == nil, "a name is no pattern")
  }

  /// Invalid texts other than the name.
  @Test("other texts are not empty and do not contain NUL", arguments: ["", "\u{0}", "a\u{0}b"])
  func otherTexts(_ text: String) async throws {
    var widget = sample("A")
    (widget.widget, widget.definitionPath, widget.intent) = (text, text, text)
    #expect(widget.invalidTexts.map(\.what) == [.widget, .definitionPath, .intent])
    #expect(
      widget.invalidTexts.last?.description
        == "The intent “\(text.replacing("\u{0}", with: "␀"))” cannot be stored. "
        + "The intent must have at least one character and no NUL.")
    (widget.widget, widget.definitionPath, widget.intent) = (nil, nil, "\n")
    #expect(widget.invalidTexts.isEmpty)
  }

  /// The expected revision for a free name, and for a name that has revision 1.
  @Test("only the current revision may be replaced", arguments: [-1, 0, 1, 2, .max, .min])
  func expectations(_ revision: Int) async throws {
    let isNew = revision <= 0
    let free = try? await store.save(sample("free"), expecting: revision)
    #expect(free?.revision == (isNew ? 1 : nil))
    try await store.save(sample("taken"), expecting: nil)
    let taken = try? await store.save(sample("taken"), expecting: revision)
    #expect(taken?.revision == (revision == 1 ? 2 : nil))
    #expect(try await store.widget(named: "taken")?.revision == (revision == 1 ? 2 : 1))
  }

  /// The time of a save in seconds since 1970, and the time that is stored.
  static let moments: [(seconds: Double, noted: Double)] = [
    (0, 0), (0.000_4, 0), (0.000_6, 0.001), (1.999_9, 2), (-0.000_6, -0.001),
    (-86_400.25, -86_400.25),
    (253_402_300_799.999, 253_402_300_799.999), (-62_135_596_800, -62_135_596_800),
  ]

  @Test("a date is noted in whole milliseconds", arguments: moments)
  func date(_ seconds: Double, noted: Double) async throws {
    let store = try PlacedWidgetStore(path: path, now: { Date(timeIntervalSince1970: seconds) })
    let saved = try await store.save(sample("A"), expecting: nil)
    #expect(saved.updatedAt == Date(timeIntervalSince1970: noted))
    #expect(try await store.list() == [saved])
  }

  @Test("a widget's own revision and date are ignored")
  func ownRevision() async throws {
    var widget = sample("A")
    (widget.revision, widget.updatedAt) = (77, .distantPast)
    let saved = try await store.save(widget, expecting: nil)
    #expect(saved.revision == 1 && saved.updatedAt == noon)
  }

  private static let wrongType = "A column holds a value of the wrong type."

  /// The damage to a row, and the reason why the row cannot be read.
  static let damages: [(sql: String, cause: String)] = [
    ("intent = x'ff'", wrongType), ("family = x'ff'", wrongType), ("draft = x'ff'", wrongType),
    ("revision = 'one'", wrongType), ("updatedAt = 'now'", wrongType),
    ("widget = x'ff'", wrongType),
    ("definitionPath = x'fe'", wrongType), ("family = ''", "The family “” is unknown."),
    ("family = 'a' || char(27)", "The family “a␛” is unknown."),
    ("family = 'system-small'", "The family “system-small” is unknown."),
  ]

  @Test("a row that no save has written is reported and left unchanged", arguments: damages)
  func damaged(_ sql: String, cause: String) async throws {
    let good = try await store.saveAll([sample("A"), sample("B")])[1]
    try execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE placedWidget SET \(sql) WHERE name = 'A'")
    let words =
      "\(path): “A” cannot be read: \(cause) "
      + "Remove it with: widgetconfig remove A"
    #expect(
      await message { _ = try await store.list() } == words)
    #expect(
      await message { _ = try await store.widget(named: "A") } == words)
    #expect(try await store.widget(named: "B") == good)
  }

  @Test("a widget whose revision cannot grow is not saved over, and nothing traps")
  func maximumRevision() async throws {
    try await store.save(sample("A"), expecting: nil)
    try execute("UPDATE placedWidget SET revision = \(Int.max)")
    let full =
      "\(path): The store is damaged: a revision number is at its limit. Copy it, "
      + "then restore a backup, or recover the data of a file with: sqlite3 FILE .recover"
    #expect(
      await message { try await store.save(sample("A", 2), expecting: .max) } == full)
    #expect(try await store.remove(named: "A"))
    #expect(
      await message { try await store.save(sample("A"), expecting: nil) } == full)
    try execute("UPDATE widgetRevision SET revision = \(1 << 53 - 2)")
    #expect(try await store.save(sample("A"), expecting: nil).revision == 1 << 53 - 1)
  }

  /// The seconds of a wait for another program, and the text for them.
  @Test(
    "times are shown as people write them",
    arguments: [
      (0.0, "0 seconds"), (0.1, "0.1 seconds"), (1, "1 second"), (1.5, "1.5 seconds"),
      (2, "2 seconds"), (5, "5 seconds"), (60, "60 seconds"), (.infinity, "inf seconds"),
    ])
  func seconds(_ seconds: Double, words: String) async throws {
    #expect(
      StoreProblem.busy(seconds: seconds).sentence
        == "Another program is using the store and did not finish within \(words).")
  }

  /// Several problems of the same kind, with a single remedy.
  @Test("a shared remedy is given once")
  func remedies() async throws {
    let taken = StoreConflict(name: "A", expected: nil, found: 1)
    let changed = StoreConflict(name: "B", expected: 1, found: 2)
    let removed = StoreConflict(name: "C", expected: 3, found: nil)
    let problem = StoreProblem.conflicts([taken, changed, taken, removed, changed])
    #expect(
      problem.remedy
        == """
        Choose another name, or edit the existing one. Read it again, repeat the change, and \
        save. Save it as a new widget, or leave it removed.
        """)
    let texts = ["a", "b"].map { InvalidText(what: .name, text: $0, rule: .maximumBytes(9)) }
    #expect(StoreProblem.invalidTexts(texts).remedy == "The name must have at most 9 bytes.")
  }
}
