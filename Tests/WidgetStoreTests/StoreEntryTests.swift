import Foundation
import GRDB
import IntentModel
import Testing

@testable import SQLiteStore
@testable import StoreModel

@Suite("Problems of a placed widget")
struct StoreEntryTests {
  private let folder: TemporaryFolder
  private let path: String
  private let store: PlacedWidgetStore

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s")
    store = try makeStore(path)
  }

  static let badNames: [(String, shown: String, rule: String)] = [
    ("", "", "have at least one character"),
    (" A", " A", "not begin or end with a space"),
    ("A\u{A0}", "A\u{A0}", "not begin or end with a space"),
    ("A\u{1B}[31m", "A␛[31m", "have no control characters"),
    ("A\u{0}", "A␀", "have no control characters"),
    (
      String(repeating: "x", count: 201), String(repeating: "x", count: 60) + "…",
      "have at most 200 characters"
    ),
    (
      String(repeating: "👨‍👩‍👧", count: 50),
      String(repeating: "👨\\u{200D}👩\\u{200D}👧", count: 12) + "…", "have at most 800 bytes"
    ),
    ("\u{200B}\u{200D}", "\\u{200B}\\u{200D}", "have at least one visible character"),
    ("\u{2060}\u{FE0F}", "\\u{2060}\u{FE0F}", "have at least one visible character"),
    (
      "Z" + String(repeating: "\u{301}", count: 9),
      "Z" + String(repeating: "\u{301}", count: 8) + "…",
      "have at most 8 combining marks on a character"
    ),
  ]

  @Test("names that cannot be stored", arguments: badNames)
  func badName(_ name: String, shown: String, rule: String) async throws {
    let words = await message { try await store.save(sample(name), expecting: nil) }
    #expect(words == "\(path): The name “\(shown)” cannot be stored. The name must \(rule).")
    #expect(folder.names.isEmpty)
  }

  @Test(
    "names that can be stored",
    arguments: ["A", "Küche", "a b", "日本", "👨‍👩‍👧", "../x", "'; DROP", "NULL"])
  func goodName(_ name: String) async throws {
    try await store.save(sample(name), expecting: nil)
    #expect(try await store.list().map(\.name) == [name])
    #expect(try await store.widget(named: name) != nil)
  }

  @Test("all texts that cannot be stored are reported together")
  func severalTexts() async throws {
    var first = sample("")
    first.widget = ""
    var second = sample("B")
    second.definitionPath = "/a\u{0}"
    second.intent = ""
    #expect(
      await message { try await store.saveAll([first, second]) }
        == """
        \(path): The name “” cannot be stored. The widget “” cannot be stored. \
        The definition path “/a␀” cannot be stored. The intent “” cannot be stored. \
        The name must have at least one character. \
        The widget must have at least one character and no NUL. \
        The definition path must have at least one character and no NUL. \
        The intent must have at least one character and no NUL.
        """)
  }

  @Test("the same name twice in a save")
  func repeated() async throws {
    let widgets = ["A", "Caf\u{E9}", "Cafe\u{301}", "B", "A"].map { sample($0) }
    #expect(
      await message { try await store.saveAll(widgets) }
        == """
        \(path): Several widgets to save have the name “A”. Several widgets to save have \
        the name “Café”. Give each widget its own name. Nothing was saved.
        """)
    #expect(try await store.list().isEmpty)
  }

  @Test("an unreadable draft is not saved over a readable one")
  func tooDeep() async throws {
    let before = try await store.save(sample("A"), expecting: nil)
    var value = IntentValue.integer(1)
    for _ in 0..<300 { value = .array([value]) }
    var deep = before
    deep.draft["deep"] = value
    let words = await message { try await store.save(deep, expecting: 1) }
    #expect(words.hasPrefix("\(path): The draft of “A” cannot be stored: "))
    #expect(words.hasSuffix(" Correct the value, then save again."))
    #expect(try await store.list() == [before])
  }

  static let damages: [(sql: String, cause: String)] = [
    ("draft = '{'", "draft:1:2: "),
    ("draft = '{\"version\":2,\"values\":{}}'", "draft:1:12: The version 2 is unknown."),
    ("family = 'system huge'", "The family “system huge” is unknown."),
    ("draft = x'00ff'", ""),
    ("revision = 'one'", ""),
  ]

  @Test("a damaged widget is reported and hides no other", arguments: damages)
  func damaged(_ sql: String, cause: String) async throws {
    try await store.saveAll([sample("A"), sample("B")])
    try await DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: "PRAGMA ignore_check_constraints = ON; UPDATE placedWidget SET \(sql) WHERE name = 'A'"
      )
    }
    let start = "\(path): “A” cannot be read: \(cause)"
    let words = await message { _ = try await store.list() }
    #expect(words.hasPrefix(start), "\(words)")
    #expect(
      words.hasSuffix(" Remove it with: widgetconfig remove A"))
    #expect(
      await message { _ = try await store.widget(named: "A") }.hasPrefix(start))
    #expect(try await store.widget(named: "B")?.name == "B")
    #expect(try await store.remove(named: "A"))
    #expect(try await store.list().map(\.name) == ["B"])
  }
}
