import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetForm
import WidgetTestSupport

@testable import TerminalForm

/// Right-to-left text is measured like other text, and stays in its position.
@Suite("Text from right to left")
struct RightToLeftTests {
  static let mark = "\u{200E}"

  /// A text, its width in cells, and whether part of it is right-to-left.
  static let texts: [(text: String, width: Int, isRightToLeft: Bool)] = [
    ("", 0, false), ("plain", 5, false), ("naïve …", 7, false), ("日本語", 6, false),
    ("Հայերեն", 7, false), ("ქართული", 7, false), ("ไทย", 3, false),
    ("👨‍👩‍👧‍👦", 2, false), ("𝒳", 1, false), ("שלום", 4, true), ("שָׁלוֹם", 4, true), ("مرحبا", 5, true),
    ("مَرْحَبًا", 5, true), ("العربية", 7, true), ("لا", 2, true), ("ﷺ", 1, true),
    ("abc שלום", 8, true), ("שלום 12", 7, true), ("ܫܠܡܐ", 4, true), ("ދިވެހި", 3, true),
    ("ߒߞߏ", 3, true), ("𞤀𞤣", 2, true), ("\u{200F}", 0, true), ("\u{200E}", 0, false),
    ("יִשְׂרָאֵל", 5, true), ("ﭏ", 1, true),
  ]

  @Test(arguments: texts)
  func width(text: String, width: Int, isRightToLeft: Bool) {
    #expect(displayWidth(text) == width)
    #expect(RightToLeft.isIn(text) == isRightToLeft)
    #expect(text.isolated == (isRightToLeft ? text + Self.mark : text))
    #expect(displayWidth(text.isolated) == width)
    var screen = Screen(columns: 20, rows: 1)
    #expect(screen.put(text, row: 0, column: 3) == width)
  }

  @Test func aMarkFollowsWhatIsPut() {
    var screen = Screen(columns: 20, rows: 1)
    screen.put("שלום", row: 0, column: 0)
    screen.put("עולם", row: 0, column: 8)
    screen.put("end", row: 0, column: 15)
    #expect(screen.textLines == ["שלום\(Self.mark)    עולם\(Self.mark)   end"])
    #expect(screen.cell(row: 0, column: 3)?.text == "ם" + Self.mark)
    #expect(screen.cell(row: 0, column: 3)?.width == 1)
    #expect(screen.cell(row: 0, column: 4)?.text == " ")
  }

  @Test func aCutTextHasItsMarkToo() {
    var screen = Screen(columns: 6, rows: 2)
    #expect(screen.put("שלום עולם", row: 0, column: 0) == 6)
    #expect(screen.put("שלום עולם".truncated(to: 5), row: 1, column: 0) == 5)
    #expect(screen.textLines == ["שלום ע\(Self.mark)", "שלום…\(Self.mark)"])
  }

  @Test func aTextLeftOfTheScreenHasNone() {
    var screen = Screen(columns: 6, rows: 1)
    #expect(screen.put("של", row: 0, column: -4) == 0)
    #expect(screen.textLines == [""])
  }

  /// The mark is written together with its cell, and a diff gives the same screen as the whole
  /// frame.
  @Test func aTerminalShowsWhatWasDrawn() {
    var before = Screen(columns: 16, rows: 2)
    before.put("left", row: 0, column: 0)
    var after = before
    after.put("שלום", row: 0, column: 6)
    after.put("𝒳 العربية", row: 1, column: 1)
    var terminal = VirtualTerminal(columns: 16, rows: 2) { displayWidth($0) }
    terminal.feed(ScreenDiff().bytes(from: nil, to: before))
    terminal.feed(ScreenDiff().bytes(from: before, to: after))
    #expect(terminal.textLines == after.textLines)
    #expect(terminal.unknown == [])
  }

  /// A widget with Hebrew and Arabic texts, and an English answer between them.
  static let setup: FormSetup = {
    let parameters: [ParameterDefinition] = [
      .boolean("mirror", default: false).called("שיקוף יומן").asking("להציג את מה שהיומן מציג."),
      ParameterDefinition.duration("ahead", .hours, default: 36).called("מבט קדימה"),
      ParameterDefinition.decimal("emphasis", 0...1, default: 0.5, control: .slider).called(
        "הדגשה"),
      ParameterDefinition.integer("lines", 1...9, default: 3, control: .stepper).called("שורות"),
      ParameterDefinition.string("heading").called("العنوان"),
      ParameterDefinition.object("owner", "Person").dynamic().called("المالك"),
    ]
    let intent = IntentDefinition(
      name: "UpNext", isEligibleForWidgets: true,
      parameters: parameters.enumerated().map { $0.element.at(priority: $0.offset + 1) })
    return FormSetup(
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])), title: "הבא בתור",
      description: "האירועים הבאים ביומנים שלך.", families: [.systemSmall, .systemLarge],
      providers: .stubs(["owner": false]), locale: "he")
  }()

  static let draft = IntentDraft(values: [
    "heading": .string("صباح الخير 2026"),
    "owner": .object(IntentObject(identifier: "k1", display: "كيرستن Weiß")),
  ])

  static let people: OptionsCollection = OptionsCollection(sections: [
    OptionsSection(
      title: "אנשים",
      items: [
        OptionItem(identifier: "k1", display: "كيرستن Weiß", subtitle: "42 אירועים"),
        OptionItem(identifier: "k2", display: "Ann", subtitle: "شخص"),
        OptionItem(identifier: "k3", display: "דנה"),
      ])
  ])

  static let pictures: [(name: String, script: String)] = [
    ("right-to-left", "focus heading"), ("right-to-left-list", "focus owner, enter, down"),
    ("right-to-left-edit", "focus heading, enter"),
    ("right-to-left-review", "focus lines, right, set heading 'שלום', review"),
  ]

  @Test(arguments: pictures)
  func picture(name: String, script: String) throws {
    var state = FormState(Self.setup, draft: Self.draft)
    var driver = ProviderDriver(options: { _ in .success(Self.people) })
    driver.start(&state)
    try driver.run(script, on: &state)
    var viewport = FormViewport()
    let screen = FormRenderer().frame(
      state.presentation, columns: 80, rows: 24, viewport: &viewport)
    // The marks are removed, because they would be invisible in the file.
    let picture = screen.picture.replacing(Self.mark, with: "")
    let difference = Golden.difference(picture, from: name)
    #expect(difference == nil, "\(difference ?? "")")
    for line in screen.textLines { #expect(displayWidth(line) <= 80) }
    // There is always a mark between two right-to-left texts on a line.
    for line in screen.textLines where RightToLeft.isIn(line) {
      let runs = line.split(separator: "  ").filter { RightToLeft.isIn(String($0)) }
      for run in runs { #expect(run.contains(Self.mark), "\(line)") }
    }
  }

  @Test func linesKeepQuestionAndAnswerApart() async {
    var said = ""
    var lines = ["", "", "", "", "", "?", "", "quit"][...]
    var prompt = LinePrompt(
      state: FormState(Self.setup, draft: Self.draft), provider: SampleCalendars(),
      read: { lines.popFirst() }, say: { said += $0 })
    #expect(await prompt.run() == .cancelled)
    #expect(said.contains("מבט קדימה\(Self.mark) [1 יום 12 שע׳\(Self.mark)]: "))
    #expect(said.contains("العنوان\(Self.mark) [صباح الخير 2026\(Self.mark)]: "))
  }
}
