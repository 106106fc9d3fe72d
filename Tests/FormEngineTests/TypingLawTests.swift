import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import FormEngine

/// Typed keys have the same effect, however many are processed together.
@Suite("Typing key by key") struct TypingLawTests {
  /// The scalars of a text, each as a separate text.
  static func keys(_ text: String) -> [String] { text.unicodeScalars.map { String($0) } }

  static let pieces = TextFieldLawTests.pieces + ["a b", "x. y", "1,5 km", "9", "-", "/", "°", "p"]

  @Test func aTextIsTheSame() {
    for seed in PropertySeeds("typing into a text", count: 120) {
      var random = SeededGenerator(seed: seed)
      func text(_ count: Int) -> String {
        (0..<count).compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
      }
      var atOnce = TextField(text(4))
      for _ in 0..<Int.random(in: 0...6, using: &random) { atOnce.perform(.left) }
      var inTurn = atOnce
      for _ in 0..<3 {
        let typed = text(Int.random(in: 1...8, using: &random))
        atOnce.type(typed)
        for key in Self.keys(typed) { inTurn.insert(key) }
        let command = TextField.Command.allCases.randomElement(using: &random) ?? .left
        atOnce.perform(command)
        inTurn.perform(command)
      }
      for step in 0..<40 {
        #expect(Array(atOnce.text.unicodeScalars) == Array(inTurn.text.unicodeScalars), "\(seed)")
        #expect(atOnce.cursor == inTurn.cursor, "\(step) steps taken back, seed \(seed)")
        atOnce.perform(.undo)
        inTurn.perform(.undo)
      }
    }
  }

  /// The same test with more steps than undo keeps.
  @Test func manyWordsAreTheSame() {
    let typed = String(repeating: "a b. ", count: 120)
    var atOnce = TextField("before")
    var inTurn = atOnce
    atOnce.type(typed)
    for key in Self.keys(typed) { inTurn.insert(key) }
    for _ in 0..<TextField.maximumVersions + 5 {
      #expect(atOnce.text == inTurn.text)
      #expect(atOnce.cursor == inTurn.cursor)
      atOnce.perform(.undo)
      inTurn.perform(.undo)
    }
  }

  @Test func aFormIsTheSame() {
    for seed in PropertySeeds("typing into a form", count: 150) {
      var random = RandomForm(seed: seed)
      var atOnce = random.form()
      random.note(atOnce.start())
      var count = SeededGenerator(seed: seed)
      for _ in 0..<Int.random(in: 0...25, using: &count) {
        guard atOnce.phase == .editing else { break }
        random.note(atOnce.handle(random.event(for: atOnce)))
      }
      var inTurn = atOnce
      let typed = (0..<6).map { _ in random.pick(Self.pieces) }.joined()
      let effects = atOnce.handle(.type(typed))
      var effectsInTurn: [FormEffect] = []
      for key in Self.keys(typed) { effectsInTurn += inTurn.handle(.insert(key)) }
      #expect(atOnce.phase == inTurn.phase, "“\(typed)”, seed \(seed)")
      #expect(atOnce.presentation == inTurn.presentation, "“\(typed)”, seed \(seed)")
      #expect(atOnce.draft == inTurn.draft, "“\(typed)”, seed \(seed)")
      #expect(atOnce.isSettled == inTurn.isSettled, "“\(typed)”, seed \(seed)")
      #expect(effects.count <= effectsInTurn.count, "“\(typed)”, seed \(seed)")
    }
  }

  /// There is one request to the provider, or one search, for all queued keys.
  @Test func manyKeysAreOneQuestion() throws {
    var form = FormState.form(
      [.row("city", .thing, dynamic: true, searchable: true)], providers: ["city": true])
    try form.run("focus city, open")
    let effects = form.handle(.type("san francisco"))
    #expect(effects.filter { if case .loadOptions = $0 { true } else { false } }.count == 1)
    #expect(form.picker?.query.text == "san francisco")
  }

  /// A text that does not fit is reported, in every text field.
  @Test(arguments: ["enter", "open", "jump"])
  func aFullTextIsSaid(opening: String) throws {
    var form = FormState.form(
      [.row("a", opening == "open" ? .style : .text)], enums: [.styles])
    try form.run("focus a, " + opening)
    let limit = opening == "enter" ? TextField.maximumCharacters : OptionsQuery.maximumLength
    _ = form.handle(.type(String(repeating: "a", count: limit)))
    #expect(form.presentation.message == nil)
    for event in [FormEvent.type("bc"), .insert("b")] {
      _ = form.handle(event)
      let number = limit == 256 ? "256" : "65536"
      #expect(
        form.presentation.message
          == "The text can have at most \(number) characters. The rest is left out.")
    }
    _ = form.handle(.edit(.deleteBackward))
    #expect(form.presentation.message == nil)
  }

  /// A stored text that is longer than the limit for typing is kept in full.
  @Test func aLongStoredTextIsKept() throws {
    let long = String(repeating: "ab ", count: 30_000)
    var form = FormState.form([.row("a", .text)], draft: IntentDraft(values: ["a": .string(long)]))
    try form.run("focus a, enter, press deleteBackward, commit")
    #expect(form.draft.values["a"] == .string(String(long.dropLast())))
  }
}
