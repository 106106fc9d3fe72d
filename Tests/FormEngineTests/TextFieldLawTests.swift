import FormEngine
import Testing
import WidgetTestSupport

/// Lines of text in every script, edited word by word and line by line, and properties that hold
/// for all texts.
@Suite("Texts of every script are edited")
struct TextFieldLawTests {
  typealias Command = TextField.Command

  /// The positions where words start, found from the end, and where they end, found from the start.
  static let words: [(text: String, starts: [Int], ends: [Int])] = [
    ("", [0], [0]), ("   ", [0], [3]), ("one", [0], [3]), ("one two", [4, 0], [3, 7]),
    ("one-two", [4, 0], [3, 7]), ("a_b c1", [4, 0], [3, 6]), ("über naïve", [5, 0], [4, 10]),
    ("3.5 km", [4, 2, 0], [1, 3, 6]), ("東京 大阪", [3, 0], [2, 5]), ("東京、大阪", [3, 0], [2, 5]),
    ("שלום עולם", [5, 0], [4, 9]), ("مرحبا بك", [6, 0], [5, 8]), ("٣٤ ٥", [3, 0], [2, 4]),
    ("e\u{301}te\u{301} x", [4, 0], [3, 5]), ("👩‍👩‍👧 x 🇩🇪", [2, 0], [3, 5]),
    ("a\nb", [2, 0], [1, 3]), ("~/Documents/plan.pdf", [17, 12, 2, 0], [11, 16, 20]),
  ]

  @Test(arguments: words.indices)
  func wordsAreGoneThrough(_ index: Int) {
    let (text, starts, ends) = Self.words[index]
    var field = TextField(text)
    for start in starts {
      field.perform(.wordLeft)
      #expect(field.cursor == start, "\(text)")
    }
    field.perform(.start)
    for end in ends {
      field.perform(.wordRight)
      #expect(field.cursor == end, "\(text)")
    }
  }

  /// A word or the whole text on one side of the cursor is deleted, and inserted again at the
  /// cursor.
  @Test(
    arguments: [
      ("東京 大阪|", Command.deleteWordBackward, "東京 |", "東京 大阪|"),
      ("|שלום עולם", .deleteWordForward, "| עולם", "שלום| עולם"),
      ("one| two", .deleteWordForward, "one|", "one two|"),
      ("one two |", .deleteWordBackward, "one |", "one two |"),
      ("a👩‍👩‍👧|b", .deleteToStart, "|b", "a👩‍👩‍👧|b"), ("a|👩‍👩‍👧b", .deleteToEnd, "a|", "a👩‍👩‍👧b|"),
      ("|abc", .deleteToStart, "|abc", "|abc"), ("abc|", .deleteToEnd, "abc|", "abc|"),
      ("one\ntwo|", .deleteToStart, "|", "one\ntwo|"), ("|", .deleteWordForward, "|", "|"),
    ])
  func killedAndBack(before: String, kill: Command, left: String, back: String) {
    var field = TextFieldTests.field(before)
    field.perform(kill)
    #expect(TextFieldTests.picture(field) == left)
    field.perform(.yank)
    #expect(TextFieldTests.picture(field) == back)
  }

  /// The last deleted word can be inserted any number of times; deleting a letter does not replace
  /// it.
  @Test func theLastKillCounts() {
    var field = TextField("one two three")
    field.perform(.deleteWordBackward)
    field.perform(.deleteBackward)
    field.perform(.deleteWordBackward)
    #expect(field.text == "one ")
    field.perform(.deleteBackward)
    field.perform(.yank)
    field.perform(.yank)
    #expect(field.text == "onetwotwo")
  }

  /// The lines above and below, in the same column if they are long enough.
  @Test(
    arguments: [
      ("one\ntwo|", Command.lineUp, "one|\ntwo"), ("one\nt|wo", .lineUp, "o|ne\ntwo"),
      ("one\n|two", .lineUp, "|one\ntwo"), ("a\nlonger|", .lineUp, "a|\nlonger"),
      ("o|ne\ntwo", .lineUp, "o|ne\ntwo"), ("o|ne\ntwo", .lineDown, "one\nt|wo"),
      ("longer|\na", .lineDown, "longer\na|"), ("one\ntw|o", .lineDown, "one\ntw|o"),
      ("a|\n\nb", .lineDown, "a\n|\nb"), ("a\n|\nb", .lineDown, "a\n\n|b"),
      ("a\n\n|b", .lineUp, "a\n|\nb"), ("one|\n", .lineDown, "one\n|"), ("\n|", .lineUp, "|\n"),
      ("|", .lineUp, "|"), ("|", .lineDown, "|"), ("東京|\r\n大阪市", .lineDown, "東京\r\n大阪|市"),
      ("a👩‍👩‍👧|\nbcd", .lineDown, "a👩‍👩‍👧\nbc|d"), ("שלום|\nab", .lineDown, "שלום\nab|"),
    ])
  func lines(before: String, command: Command, after: String) {
    var field = TextFieldTests.field(before)
    field.perform(command)
    #expect(TextFieldTests.picture(field) == after)
  }

  /// The length of a text relative to the limit, the number of typed characters, and the resulting
  /// length: characters beyond the limit are left out.
  @Test(arguments: [
    (-2, 1, -1), (-1, 1, 0), (0, 1, 0), (-1, 2, 0), (-3, 9, 0), (5, 1, 5), (-65_536, 65_537, 0),
  ])
  func limit(before: Int, typed: Int, after: Int) {
    let most = TextField.maximumCharacters
    var field = TextField(String(repeating: "a", count: most + before))
    field.insert(String(repeating: "é", count: typed))
    #expect(field.characters.count == most + after)
    #expect(field.cursor == field.characters.count)
  }

  static let pieces = [
    "a", "b", " ", "\n", "東", "e\u{301}", "\u{301}", "👩‍👩‍👧", "🇩", "🇪", "ש", "word one", "\r\n", "",
    "\u{200D}", "٣",
  ]

  /// After any commands, the cursor is inside the text, the characters are those of the text, and
  /// undoing all commands gives the initial text.
  @Test func whateverIsDone() {
    for seed in PropertySeeds("editing a text", count: 60) {
      var random = SeededGenerator(seed: seed)
      let opening = (0..<3).compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
      var field = TextField(opening)
      for step in 0..<80 {
        if Bool.random(using: &random) {
          field.insert(Self.pieces.randomElement(using: &random) ?? "a")
        } else {
          field.perform(Command.allCases.randomElement(using: &random) ?? .left)
        }
        let isSound = (0...field.characters.count).contains(field.cursor)
        #expect(isSound, "step \(step), seed \(seed)")
        #expect(Array(field.text) == field.characters, "step \(step), seed \(seed)")
        #expect(field.text.hasPrefix(field.textBeforeCursor), "step \(step), seed \(seed)")
      }
      for _ in 0..<81 { field.perform(.undo) }
      #expect(field.text == opening, "seed \(seed)")
    }
  }

  /// Moving the cursor never changes the text, and goes in the right direction.
  @Test func movesChangeNothing() {
    let moves: [Command] = [.left, .right, .wordLeft, .wordRight, .start, .end, .lineUp, .lineDown]
    for seed in PropertySeeds("moving in a text", count: 40) {
      var random = SeededGenerator(seed: seed)
      let text = (0..<12).compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
      var field = TextField(text)
      for _ in 0..<40 {
        let (move, before) = (moves.randomElement(using: &random) ?? .left, field.cursor)
        field.perform(move)
        #expect(field.text == text, "\(move), seed \(seed)")
        switch move {
        case .left, .wordLeft, .start, .lineUp: #expect(field.cursor <= before, "seed \(seed)")
        default: #expect(field.cursor >= before, "seed \(seed)")
        }
      }
    }
  }
}
