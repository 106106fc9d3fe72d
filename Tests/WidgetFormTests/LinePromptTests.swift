import FormEngine
import IntentModel
import IntentOptions
import Messages
import TerminalForm
import Testing
import WidgetTestSupport

@testable import WidgetForm

/// A conversation: the typed lines, until the end of the input.
struct Conversation: Sendable, CustomTestStringConvertible {
  let name: String
  let lines: [String]
  var family = WidgetFamily.systemMedium
  var draft = IntentDraft()
  var provider: any OptionsProvider = SampleCalendars()
  var providers = ["calendars": false]
  var locale = "en"

  var testDescription: String { name }

  /// The output together with the typed lines, and the resulting form.
  func transcript() async -> (text: String, state: FormState) {
    var setup = SampleForm.setup(providers)
    setup.locale = locale
    return await LinePrompt.conversation(
      FormState(setup, draft: draft, family: family), provider, lines, withAnswers: true)
  }
}

extension LinePrompt {
  /// The output together with the typed lines, and the resulting form.
  ///
  /// - Parameter withAnswers: Whether the text ends with the form's answers.
  static func conversation(
    _ state: FormState, _ provider: any OptionsProvider, _ lines: [String],
    folders: (any FolderReading)? = nil, withAnswers: Bool
  ) async -> (text: String, state: FormState) {
    var text = ""
    var rest = lines[...]
    var prompt = LinePrompt(
      state: state, provider: provider, folders: folders,
      read: {
        guard let line = rest.popFirst() else { return nil }
        text += visible(line) + "\n"
        return line
      }, say: { text += $0 })
    let ending = await prompt.run()
    text += "== \(ending), \(rest.count) lines left"
    guard withAnswers else { return (text, prompt.state) }
    let answers = prompt.state.draft.values.sorted { $0.key < $1.key }
    text += "\n"
    for (name, value) in answers { text += visible("\(name)=\(ValueText.text(of: value))") + "\n" }
    return (text, prompt.state)
  }
}

/// The form as questions and answers, compared with whole conversations in files.
@Suite("Conversations by line")
struct LinePromptTests {
  /// Two chosen calendars.
  static let both = IntentDraft(values: [
    "calendars": .array([
      SampleForm.calendar("work", "Work"), SampleForm.calendar("home", "Home"),
    ])
  ])

  /// The given number of empty lines, to reach a question.
  static func enter(_ count: Int) -> [String] { Array(repeating: "", count: count) }

  /// A list that is typed for the first calendar answers for all calendars, unless one of its names
  /// is unknown.
  @Test func aListAnswersTheArray() async {
    let state = SampleForm.state(.systemLarge)
    let (text, form) = await LinePrompt.conversation(
      state, SampleCalendars(), ["", "", "wörk, team"], withAnswers: false)
    let chosen = form.draft.values["calendars"]?.elements.compactMap(\.choiceIdentifier)
    #expect(chosen == ["work", "team"])
    #expect(text.contains("\n  Work, Team\n"), "\(text)")
    #expect(!text.contains("Calendars 2"), "\(text)")
    let refused = await LinePrompt.conversation(
      state, SampleCalendars(), ["", "", "work, nope"], withAnswers: false)
    #expect(refused.text.contains("! No choice is called “nope”"), "\(refused.text)")
    #expect(refused.state.draft.values["calendars"] == nil)
  }

  /// A source with its own search.
  static let searching = SampleCalendars { request in
    guard let term = request.searchTerm else { return SampleForm.calendars }
    guard term != "broken" else { throw SampleCalendars.Failure("the index is gone") }
    return ["team a", "team b"]
  }

  static let many = SampleCalendars { _ in
    OptionsCollection(
      items: (1...45).map { OptionItem(identifier: "c\($0)", display: "Calendar \($0)") })
  }

  static let hostile = SampleCalendars { _ in
    OptionsCollection(
      sections: [
        OptionsSection(
          title: "\u{1B}]0;title\u{7}",
          items: [
            OptionItem(identifier: "a\u{1B}", display: "A\u{202E}", subtitle: "x\r\ny"),
            OptionItem(identifier: "b", display: "\u{1B}[31mB"),
          ])
      ], notice: "\u{1B}c")
  }

  static let conversations: [Conversation] = [
    Conversation(name: "keep-all", lines: enter(11)),
    Conversation(
      name: "answer-all",
      lines: [
        "systemLarge", "no", "2", "team", "", "3", "2026-11-21", "2026-12-24", "1h30m", "7:30",
        "0.75", "5", "Good morning", "k1|Kirsten", "yes",
      ]),
    Conversation(
      name: "back-undo-redo",
      lines: ["", "yes", "back", "undo", "redo", "back", "back", "", "", "", "quit"]),
    // Undo and redo can change the answer to another question, or have no effect.
    Conversation(
      name: "undo-elsewhere",
      lines: [
        "undo", "redo", "systemLarge", "undo", "redo", "", "no", "2", "home", "undo", "undo",
        "undo",
        "undo", "undo", "redo", "redo", "", "", "", "quit",
      ]),
    Conversation(
      name: "explain",
      lines: [
        "?", "", "?", "", "?", "", "?", "", "?", "", "?", "", "?", "", "?", "", "?", "", "?",
        "quit",
      ]),
    Conversation(
      name: "take-away",
      lines: enter(7) + ["4", "back", "-", "=-", "back", "=", "back", "=  back", "", "no"]),
    Conversation(
      name: "remove-elements",
      lines: ["", "", "-", "-", "-", "home", "", "quit"],
      draft: both),
    // Answers for an enum: the name of a case, its text, part of a text, an unknown text, and a
    // number out of range.
    Conversation(
      name: "choose-case",
      lines: [
        "", "no", "", "xyz", "9", "e", "a range OF dates", "back", "RANGE", "back", "al", "back",
        "1", "quit",
      ]),
    Conversation(name: "input-ends", lines: ["", ""]),
    Conversation(name: "input-ends-before-saving", lines: enter(10)),
    Conversation(
      name: "search",
      lines: ["", "", "/te", "/zebra", "o", "Zebra", "shared", "team", "HOME", "quit"]),
    Conversation(
      name: "search-at-provider",
      lines: ["", "", "team", "/team", "/broken", "eam", "team b", "quit"], provider: searching,
      providers: ["calendars": true]),
    Conversation(
      // After a search, a number refers to a result of that search.
      name: "many-choices", lines: ["", "", "?", "/4", "44", "6", "c7", "quit"], provider: many),
    Conversation(
      name: "more-choices",
      lines: ["", "", "more", "?", "more", "MORE", "more", "/4", "more", "", "more", "quit"],
      provider: many),
    Conversation(
      name: "provider-fails", lines: ["", "", "work", "?", ""] + enter(7),
      provider: SampleCalendars.failing()),
    Conversation(
      name: "family-change", lines: ["4", "huge", "1"] + enter(10), draft: both),
    Conversation(name: "small", lines: ["", "", "work"] + enter(8), family: .systemSmall),
    Conversation(name: "save-no", lines: enter(10) + ["no"]),
    Conversation(name: "save-back", lines: enter(10) + ["maybe", "back", "k2", "y"]),
    Conversation(
      name: "refused",
      lines: [
        "", "perhaps", "no", "", "never", "9", "All-day events", "soon", "", "25:00", "08:00", "2",
        "-1", "0.1", "ten", "12", "9", "", "", "",
      ]),
    Conversation(
      name: "hostile",
      lines: ["", "", "?", "\u{1B}[31m", "/\u{9B}2J", "quit"],
      provider: hostile),
  ]

  /// The same questions in a language, with answers that are kept, explained, rejected, undone,
  /// searched for and saved.
  static func spoken(
    in locale: String, yes: String, no: String, back: String, undo: String, quit: String,
    more: String
  ) -> [Conversation] {
    [
      Conversation(
        name: "language-\(locale)",
        lines: [
          "?", "9", "systemLarge", "?", no, "?", more, "/4", "/zebra", "c7", back, undo, "", "c9",
          "",
          "?", "3", "soon", "2026-11-21", "", "?", "soon", "1h30m", "?", "25:00", "7:30", "?",
          "9.5",
          "0.75", "?", "12", "5", "=\(back)", "k1|Kirsten", "?", back, "", yes,
        ], provider: many, locale: locale),
      Conversation(
        name: "language-\(locale)-ends", lines: ["", quit], provider: many, locale: locale),
      Conversation(
        name: "language-\(locale)-no-input", lines: [""], provider: many, locale: locale),
      Conversation(
        name: "language-\(locale)-fails", lines: ["", "", "work", "?", quit],
        provider: SampleCalendars.failing(), locale: locale),
    ]
  }

  static let languages: [Conversation] =
    spoken(
      in: "de", yes: "Ja", no: "nein", back: "zurück", undo: "rückgängig", quit: "ende",
      more: "mehr")
    + spoken(
      in: "zh-Hans", yes: "是", no: "否", back: "返回", undo: "撤销", quit: "退出", more: "更多")
    + spoken(
      in: "ja", yes: "はい", no: "いいえ", back: "戻る", undo: "取り消す", quit: "終了", more: "次")
    + spoken(
      in: "ar-EG", yes: "نعم", no: "لا", back: "رجوع", undo: "تراجع", quit: "خروج", more: "المزيد")
    + spoken(in: "he", yes: "כן", no: "לא", back: "חזרה", undo: "ביטול", quit: "יציאה", more: "עוד")
    + spoken(
      in: "en-US", yes: "yes", no: "no", back: "back", undo: "undo", quit: "quit", more: "more")

  @Test(arguments: languages)
  func language(_ conversation: Conversation) async {
    let text = await conversation.transcript().text
    let difference = Golden.difference(text, from: "Lines/" + conversation.name)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// No text of the form is in English if a different language is requested.
  @Test(arguments: ["de", "ja", "zh-Hans", "ar-EG", "he"])
  func noEnglishIsLeft(locale: String) async {
    let whole = await Self.languages.first { $0.name == "language-\(locale)" }?.transcript().text
    for word in [
      "Type ", "Enter keeps", "clear the", "There is", "Expected", "Give ", "Nothing", "Save?",
    ] {
      #expect(whole?.contains(word) == false, "\(word)")
    }
  }

  /// English commands work in every language, and so do full-width characters.
  @Test(arguments: MessageLanguage.tags + ["fr"])
  func englishCommandsWorkEverywhere(locale: String) async {
    let lines = ["", "yes", "back", "undo", "？", "redo", "undo", "－", "／te", "＝", "back", "quit"]
    let text = await Conversation(name: "", lines: lines, locale: locale).transcript().text
    let words = FormWords(locale: locale)
    #expect(text.hasSuffix("== cancelled, 0 lines left\n"))
    let hint = words(
      "Type - to clear the answer, or = before one that is a command or begins with =.")
    #expect(text.contains("\n\(hint)\n"))
    #expect(text.contains("Team (team)"))
    #expect(!text.contains("mirrorApp="))
  }

  @Test(arguments: conversations)
  func conversation(_ conversation: Conversation) async {
    let text = await conversation.transcript().text
    // The typed lines that the test echoes can contain anything.
    let shown = conversation.lines.reduce(text) { text, line in
      line.isEmpty ? text : text.replacing(line + "\n", with: visible(line) + "\n")
    }
    let difference = Golden.difference(shown, from: "Lines/" + conversation.name)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func everyConversationHasAName() {
    #expect(Set(Self.conversations.map(\.name)).count == Self.conversations.count)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func noEscapeEverComesOut(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let words = [
      "", "", "", "?", "back", "undo", "redo", "-", "=", "=\u{1B}[2J", "1", "2", "yes", "no",
      "\u{1B}]52;c;AAAA\u{7}", "\u{9B}31m", "a\u{0}b", "7:30", "2026-11-21", "/a", "/", "x|y",
      "\u{202E}", "0.5", "systemSmall",
    ]
    let schema = random.schema()
    let dynamic = schema.intent.parameters.filter(\.options.isDynamic).map(\.name)
    let setup = FormSetup(
      schema: schema, title: "\u{1B}[5m", description: "a\nb\u{1B}[0m",
      providers: .stubs(Dictionary(firsts: dynamic.map { ($0, false) })))
    let lines = (0..<80).map { _ in words.randomElement(using: &random) ?? "" }
    var rest = lines[...]
    var said: [String] = []
    var prompt = LinePrompt(
      state: FormState(setup), provider: Self.hostile,
      read: { rest.popFirst() }, say: { said.append($0) })
    let ending = await prompt.run()
    #expect(ending == .cancelled || ending == .submitted, "\(random)")
    let scalars = said.joined().unicodeScalars.filter { $0 != "\n" }
    #expect(!scalars.contains { VisibleText.mustBeWrittenOut($0) }, "\(random)")
    #expect(said.count > 3, "\(random)")
  }

  @Test func aFormWithoutQuestionsIsSavedAtOnce() async {
    let intent = IntentDefinition(name: "Empty")
    let schema = IntentSchema(intent, in: IntentDefinitionFile(intents: [intent]))
    let setup = FormSetup(schema: schema, title: "Empty", families: [.systemSmall])
    var said = ""
    var prompt = LinePrompt(
      state: FormState(setup), provider: SampleCalendars(), read: { nil }, say: { said += $0 })
    #expect(await prompt.run() == .submitted)
    #expect(said.hasPrefix("Empty\nEnter keeps"))
  }

  /// A source that throws `CancellationError` without being cancelled has failed.
  @Test func aSourceThatGivesUpIsNotWaitedFor() async {
    let provider = SampleCalendars { _ in throw CancellationError() }
    let conversation = Conversation(name: "", lines: ["", "", "work", "quit"], provider: provider)
    let text = await conversation.transcript().text
    #expect(text.contains("! calendars: The source cancelled the request. Try again.\n"))
  }

  /// Terminals break longer lines in the middle of a word.
  @Test(arguments: MessageLanguage.allCases.map(\.rawValue))
  func whatIsOftenSaidFitsALine(locale: String) {
    let words = FormWords(locale: locale)
    func shown(_ word: Message) -> String { words.names(word).first ?? "" }
    let messages: [Message] = [
      .lineIntroduction(back: shown(.sayBack), undo: shown(.sayUndo), quit: shown(.sayQuit)),
      "Type - to clear the answer, or = before one that is a command or begins with =.",
      "Type a number, a name, an identifier, or /term to search.", .sayBack,
    ]
    for text in messages.map({ words($0) }) {
      #expect(!text.isEmpty)
      #expect(displayWidth(text) < 80, "\(text)")
    }
  }
}
