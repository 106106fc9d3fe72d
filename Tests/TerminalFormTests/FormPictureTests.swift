import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// A state of a form, and the script that leads to it.
struct FormPicture: Sendable, CustomTestStringConvertible {
  let name: String
  var family = WidgetFamily.systemMedium
  var script = ""
  var draft = IntentDraft()
  var columns = 80
  var rows = 24
  var glyphs = Glyphs.unicode
  var answer: @Sendable (OptionsRequest) -> Result<OptionsCollection, OptionsError> = { _ in
    .success(SampleForm.calendars)
  }
  var isHolding = false
  var knows: [OptionItem]?

  var testDescription: String { name }

  /// The form after the script.
  func state() throws -> FormState {
    var state = SampleForm.state(family, draft: draft)
    var driver = ProviderDriver(options: answer)
    if let knows { driver.resolve = { _, _ in .success(knows) } }
    driver.start(&state)
    driver.isHolding = isHolding
    try driver.run(script, on: &state)
    return state
  }

  func screen(theme: Theme = .standard) throws -> Screen {
    var viewport = FormViewport()
    return FormRenderer(theme: theme, glyphs: glyphs)
      .frame(try state().presentation, columns: columns, rows: rows, viewport: &viewport)
  }
}

extension Screen {
  /// The rows as framed text, with the position of the cursor on the last line.
  var picture: String {
    let edge = "+" + String(repeating: "-", count: columns) + "+\n"
    let lines = textLines.map { line in
      "|" + line + String(repeating: " ", count: max(0, columns - displayWidth(line))) + "|\n"
    }
    let place = cursor.map { "cursor at row \($0.row), column \($0.column)" } ?? "no cursor"
    return edge + lines.joined() + edge + place + "\n"
  }
}

/// The appearance of the form, compared with pictures in files.
@Suite("Pictures of the form")
struct FormPictureTests {
  static let work = SampleForm.calendar("work", "Work")
  static let home = SampleForm.calendar("home", "Home")
  static let both = IntentDraft(values: ["calendars": .array([work, home])])
  static let long = String(repeating: "a long heading that goes on and on, ", count: 4)
  private static func calendars(_ numbers: ClosedRange<Int>, _ color: String) -> [OptionItem] {
    numbers.map {
      OptionItem(
        identifier: "\($0)", display: "Calendar \($0)", properties: ["color": .string(color)])
    }
  }

  static let failure = OptionsError(
    .timedOut, provider: "calendars",
    message: "The source did not answer within 5 s; it was asked at caldav.example.org.",
    remedy: "Look at the connection, or ask again with ^R.")

  static let forms: [FormPicture] = [
    FormPicture(name: "opened"),
    FormPicture(name: "small", family: .systemSmall, draft: both),
    FormPicture(name: "large", family: .systemLarge, script: "down 3", draft: both),
    FormPicture(name: "mirror-on", script: "down, enter"),
    FormPicture(
      name: "range", script: "focus show, right, right, focus from, type '2026-11-21', down"),
    FormPicture(name: "slider", script: "focus emphasis, right 3"),
    FormPicture(name: "stepper", script: "focus lines, right"),
    FormPicture(name: "time", script: "focus dayStart, type '7:30', commit"),
    FormPicture(name: "modified", script: "focus lines, right, focus heading, type 'Soon', commit"),
    FormPicture(name: "buttons", script: "end, up"),
    FormPicture(name: "cancel-warned", script: "focus lines, right, esc"),
  ]

  /// A slider whose text is not a value shows the problem, and not a track with a different value.
  @Test func aSliderLeavesTheRoomToItsProblem() throws {
    let picture = FormPicture(name: "", script: "focus emphasis, type '90', commit, up")
    let lines = try picture.screen().textLines
    let line = try #require(lines.first { $0.contains("Emphasis") })
    #expect(line.contains("90  ! 90 is above the maximum of 1."), "\(lines)")
    #expect(!line.contains("━"))
  }

  /// A row uses its whole line: for a long label, the cause of a failure, or the lines of a text.
  @Test func rowsAreWhole() throws {
    let label = "Maximum values, such as 3 or more of them for the day"
    func row(
      _ name: String, _ label: String, _ type: ParameterType, isDynamic: Bool = false
    ) -> ParameterDefinition {
      ParameterDefinition(
        name: name, type: type, displayName: LocalizedText(label), displayPriority: 1,
        isConfigurable: true, options: isDynamic ? .dynamic(searchable: false) : .none)
    }
    let intent = IntentDefinition(
      name: "Whole",
      parameters: [
        row("note", "Note", .string(StringMetadata(isMultiline: true))),
        row("count", label, .integer(NumberMetadata())),
        row("bad", "Bad", .object(nil), isDynamic: true),
      ])
    let setup = FormSetup(
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])), title: "Whole",
      families: [.systemMedium],
      providers: ["bad": InMemoryOptionsProvider(OptionsCollection(items: []))])
    var state = FormState(
      setup,
      draft: IntentDraft(values: [
        "note": .string("one\ntwo\nthree\nfour\nfive"), "count": .integer(3),
        "bad": .object(IntentObject(identifier: "x", display: "X")),
      ]))
    var failure = OptionsError(
      .failed, provider: "pactl", message: "The program ended with status 3. It wrote a line.",
      remedy: "Try again.")
    failure.cause = "Refused (pactl, status 3)"
    var driver = ProviderDriver { [failure] _ in .failure(failure) }
    driver.resolve = { [failure] _, _ in .failure(failure) }
    driver.start(&state)
    var viewport = FormViewport()
    let lines = FormRenderer().frame(
      state.presentation, columns: 80, rows: 24, viewport: &viewport
    ).textLines
    #expect(lines.contains { $0.contains("\(label)    3") }, "\(lines)")
    #expect(
      lines.contains { $0.contains("! Refused (pactl, status 3) · ^R") }, "\(lines)")
    let note = try #require(lines.firstIndex { $0.contains("Note") })
    for (offset, word) in ["one", "two", "three", "… 2 more lines"].enumerated() {
      #expect(lines[note + offset].hasSuffix(word), "\(lines)")
    }
    // A failed row shows which key tries the source again, and an ellipsis if the reason does not
    // fit.
    try driver.run("focus bad", on: &state)
    let focused = FormRenderer().frame(
      state.presentation, columns: 80, rows: 24, viewport: &viewport
    ).textLines
    #expect(focused.last?.contains("^R ask again") == true, "\(focused)")
    try driver.run("open", on: &state)
    let small = FormRenderer().frame(
      state.presentation, columns: 20, rows: 6, viewport: &viewport
    ).textLines
    #expect(small.contains { $0.hasSuffix("…") }, "\(small)")
  }

  static let edits: [FormPicture] = [
    FormPicture(name: "edit-empty", script: "focus heading, enter"),
    FormPicture(name: "edit-end", script: "focus heading, type 'Good morning'"),
    FormPicture(
      name: "edit-start", script: "focus heading, type 'Good morning', press start"),
    FormPicture(
      name: "edit-middle", script: "focus heading, type 'Good morning', press wordLeft"),
    FormPicture(name: "edit-long-end", script: "focus heading, type '\(long)'"),
    FormPicture(name: "edit-long-start", script: "focus heading, type '\(long)', press start"),
    FormPicture(
      name: "edit-long-middle",
      script: "focus heading, type '\(long)', press wordLeft, press wordLeft, press wordLeft"),
    FormPicture(name: "edit-wide", script: "focus heading, type '東京の予定 👩‍👩‍👧 è'"),
    FormPicture(name: "edit-control", script: "focus heading, type 'a\u{1B}[31mb\u{202E}c'"),
    FormPicture(name: "edit-duration", script: "focus lookAhead, enter"),
    FormPicture(name: "edit-refused", script: "focus lookAhead, type 'soon', commit"),
    FormPicture(name: "edit-object", script: "focus owner, type 'kirsten'"),
    FormPicture(name: "edit-object-second", script: "focus owner, type 'k1', tab, type 'Kirsten'"),
    FormPicture(name: "unread", script: "focus lookAhead, type 'soon', down, focus lookAhead"),
    FormPicture(name: "unread-elsewhere", script: "focus lookAhead, type 'soon', down"),
    FormPicture(
      name: "save-refused", script: "focus dayStart, type '25:00', down, submit"),
  ]

  static let lists: [FormPicture] = [
    FormPicture(name: "list-enum", script: "focus show, enter"),
    FormPicture(name: "list-loading", script: "focus calendars[0], enter", isHolding: true),
    FormPicture(name: "list", script: "focus calendars[0], enter"),
    FormPicture(name: "list-second-section", script: "focus calendars[1], enter, down 3"),
    FormPicture(name: "list-search", script: "focus calendars[0], enter, type 'te'"),
    FormPicture(name: "list-no-match", script: "focus calendars[0], enter, type 'zebra'"),
    FormPicture(
      name: "list-empty", script: "focus calendars[0], enter", answer: { _ in .success([]) }),
    FormPicture(
      name: "list-failed", script: "focus calendars[0], enter",
      answer: { _ in .failure(failure) }),
    FormPicture(
      name: "list-notice", script: "focus calendars[0], enter",
      answer: { _ in
        var collection = SampleForm.calendars
        collection.notice =
          "caldav.example.org did not answer, so these are the calendars as they were yesterday."
        return .success(collection)
      }),
    FormPicture(
      name: "list-long", script: "focus calendars[0], enter, page 30",
      answer: { _ in
        .success(
          OptionsCollection(
            items: (1...200).map {
              OptionItem(identifier: "\($0)", display: "Calendar \($0)", subtitle: "no. \($0)")
            }))
      }),
    FormPicture(
      name: "list-sections-long", script: "focus calendars[0], enter, page 20, mark, up 2, mark",
      answer: { _ in
        .success(
          OptionsCollection(sections: [
            OptionsSection(title: "On this computer", items: calendars(1...12, "#1E6FD9")),
            OptionsSection(title: "Shared with you", items: calendars(13...40, "#C0392B")),
          ]))
      }),
    FormPicture(name: "list-cut", script: "focus calendars[0], enter", columns: 30, rows: 16),
    FormPicture(
      name: "missing", script: "focus calendars[0]", draft: both,
      knows: [OptionItem(identifier: "home", display: "Home, sweet home")]),
    FormPicture(
      name: "not-checked", script: "focus calendars[0]", draft: both,
      answer: { _ in .failure(failure) }),
  ]

  static let sizes: [FormPicture] = [(20, 5), (40, 10), (120, 40), (300, 100), (10, 3), (1, 1)]
    .flatMap { columns, rows in
      [
        FormPicture(
          name: "size-\(columns)x\(rows)", script: "focus emphasis", columns: columns, rows: rows),
        FormPicture(
          name: "size-\(columns)x\(rows)-list", script: "focus calendars[0], enter, down",
          columns: columns, rows: rows),
      ]
    }

  static let scrolled: [FormPicture] = [
    FormPicture(name: "scrolled-down", script: "end", rows: 14),
    FormPicture(name: "scrolled-up", script: "end, focus calendars[0]", rows: 14),
    FormPicture(
      name: "note-on-keys", script: "focus lookAhead, type 'x', commit", columns: 40, rows: 6),
  ]

  static let plain: [FormPicture] = [
    FormPicture(name: "ascii", script: "focus show", glyphs: .ascii),
    FormPicture(name: "ascii-list", script: "focus calendars[0], enter, down", glyphs: .ascii),
    FormPicture(
      name: "ascii-refused", script: "focus lookAhead, type 'soon', commit", glyphs: .ascii),
  ]

  @Test(arguments: forms + edits + lists + sizes + scrolled + plain)
  func picture(_ picture: FormPicture) throws {
    let difference = Golden.difference(try picture.screen().picture, from: picture.name)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func asciiFramesAreASCII() throws {
    for picture in Self.forms + Self.edits + Self.lists {
      var picture = picture
      picture.glyphs = .ascii
      let lines = try picture.screen().textLines
      #expect(lines.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }
  }
}
