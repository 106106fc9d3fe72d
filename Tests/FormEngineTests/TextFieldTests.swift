import FormEngine
import Testing

@Suite struct TextFieldTests {
  typealias Command = TextField.Command

  /// A field with the given text, in which `|` is the cursor.
  static func field(_ picture: String) -> TextField {
    let bar = picture.firstIndex(of: "|") ?? picture.endIndex
    var field = TextField(picture.filter { $0 != "|" })
    field.perform(.start)
    for _ in picture[..<bar] { field.perform(.right) }
    return field
  }

  static func picture(_ field: TextField) -> String {
    let characters = field.characters
    return String(characters[..<field.cursor]) + "|" + String(characters[field.cursor...])
  }

  @Test(arguments: [
    ("ab|c", Command.left, "a|bc"), ("|abc", .left, "|abc"), ("ab|c", .right, "abc|"),
    ("abc|", .right, "abc|"), ("ab|c", .start, "|abc"), ("a|bc", .end, "abc|"),
    ("one two|", .wordLeft, "one |two"), ("one  |two", .wordLeft, "|one  two"),
    ("|one two", .wordRight, "one| two"), ("one|, two", .wordRight, "one, two|"),
    ("a_1 |b", .wordLeft, "|a_1 b"), ("|", .wordLeft, "|"), ("|", .wordRight, "|"),
    ("ab|c", .deleteBackward, "a|c"), ("|abc", .deleteBackward, "|abc"),
    ("ab|c", .deleteForward, "ab|"), ("abc|", .deleteForward, "abc|"),
    ("one two|", .deleteWordBackward, "one |"), ("one |two", .deleteWordForward, "one |"),
    ("one |two", .deleteToStart, "|two"), ("one |two", .deleteToEnd, "one |"),
    ("👩‍👩‍👧|x", .deleteBackward, "|x"), ("e\u{301}|", .left, "|e\u{301}"),
    ("abc|", .yank, "abc|"), ("ab|c", .transpose, "acb|"), ("abc|", .transpose, "acb|"),
    ("|abc", .transpose, "|abc"), ("a|", .transpose, "a|"), ("a|b", .transpose, "ba|"),
    ("a|👩‍👩‍👧b", .transpose, "👩‍👩‍👧a|b"), ("abc|", .undo, "abc|"),
  ])
  func commands(before: String, command: Command, after: String) {
    var field = Self.field(before)
    field.perform(command)
    #expect(Self.picture(field) == after)
  }

  @Test(arguments: [
    ("|", "abc", "abc|"), ("a|c", "b", "ab|c"), ("e|x", "\u{301}", "e\u{301}|x"),
    ("🇩|", "🇪", "🇩🇪|"), ("a|b", "", "a|b"), ("a|b", "long text", "along text|b"),
  ])
  func insertion(before: String, text: String, after: String) {
    var field = Self.field(before)
    field.insert(text)
    #expect(Self.picture(field) == after)
  }

  /// Undo reverts changes one by one; the letters of a word are one change.
  @Test func changesAreTakenBack() {
    var field = TextField("one")
    for text in [" ", "t", "w", "o", " ", "x"] { field.insert(text) }
    field.perform(.deleteWordBackward)
    field.perform(.transpose)
    field.insert("a paste")
    field.perform(.deleteToStart)
    var pictures: [String] = []
    for _ in 0..<9 {
      field.perform(.undo)
      pictures.append(Self.picture(field))
    }
    #expect(
      pictures == [
        "one tw oa paste|", "one tw o|", "one two |", "one two x|", "one two |", "one two|",
        "one |", "one|", "one|",
      ])
  }

  @Test func theOldestOfManyChangesAreForgotten() {
    var field = TextField()
    for number in 0..<300 { field.insert("\(number) ") }
    for _ in 0..<400 { field.perform(.undo) }
    #expect(field.text.hasPrefix("0 1 2 ") && field.text.hasSuffix(" 99 "))
  }

  @Test(arguments: [
    (Command.deleteWordBackward, "one |"), (.deleteToStart, "|"), (.deleteWordBackward, "one |"),
  ])
  func killedTextComesBack(kill: Command, left: String) {
    var field = TextField("one two")
    field.perform(kill)
    #expect(Self.picture(field) == left)
    field.perform(.yank)
    #expect(Self.picture(field) == "one two|")
  }

  @Test func deletingLetsNeighboursJoin() {
    var field = Self.field("🇩x|🇪")
    field.perform(.deleteBackward)
    #expect(field.characters == ["🇩🇪"])
    #expect(field.cursor == 1)
  }

  @Test func textIsBounded() {
    var field = TextField(String(repeating: "x", count: TextField.maximumCharacters))
    let hasRoom = field.insert("y")
    #expect(!hasRoom)
    #expect(field.characters.count == TextField.maximumCharacters)
    field.perform(.deleteToStart)
    field.insert(String(repeating: "z", count: TextField.maximumCharacters * 2))
    #expect(field.characters.count == TextField.maximumCharacters)
  }

  @Test func textBeforeCursor() {
    #expect(Self.field("ab|c").textBeforeCursor == "ab")
    #expect(Self.field("|abc").textBeforeCursor == "")
  }
}
