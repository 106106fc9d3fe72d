import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

/// An in-memory file system: the folders by their paths as typed.
enum FolderTable {
  static let entries: [String: [FolderEntry]] = [
    "/home/ann/": [
      FolderEntry(".cache", isFolder: true), FolderEntry(".profile"),
      FolderEntry("Documents", isFolder: true), FolderEntry("Downloads", isFolder: true),
      FolderEntry("notes.txt"), FolderEntry("notes-old.txt"), FolderEntry("東京.png"),
    ],
    "/home/ann/Documents/": [FolderEntry("plan.pdf"), FolderEntry("Plan B.pdf")],
    "/home/ann/Downloads/": [FolderEntry("only.zip")],
    "/": [FolderEntry("home", isFolder: true)],
    "/home/": [FolderEntry("ann", isFolder: true)],
    "": [FolderEntry("README.md"), FolderEntry("src", isFolder: true)],
    "src/": [],
  ]

  /// The response of the terminal's folder reader.
  static func list(_ typed: String) -> Result<[FolderEntry], FolderError> {
    let folder = typed.hasPrefix("~/") ? "/home/ann" + typed.dropFirst() : typed
    if folder == "/root/" { return .failure(.notAllowed) }
    if folder == "/huge/" { return .failure(.tooMany(10_000)) }
    if folder == "/broken/" { return .failure(.failed("Input/output error")) }
    return entries[folder].map { .success($0) } ?? .failure(.notThere)
  }
}

@Suite("Paths are completed")
struct PathCompletionTests {
  static let rows: [ParameterDefinition] = [
    .row("file", .file(.init())), .row("name", .text),
    .row("files", .file(.init()), many: true),
  ]

  static func form(_ locale: String = "en") -> FormState {
    FormState(FormSetup(schema: .of(rows), title: "Test", locale: locale, home: "/home/ann"))
  }

  static func driver() -> ProviderDriver {
    var driver = ProviderDriver()
    driver.folders = FolderTable.list
    return driver
  }

  /// The text of the field after the script, and the suggested names.
  static let cases: [(script: String, text: String, names: [String])] = [
    ("type '~/Doc', tab", "~/Documents/", []),
    ("type '~/Do', tab", "~/Do", ["Documents/", "Downloads/"]),
    ("type '~/not', tab", "~/notes", ["notes.txt", "notes-old.txt"]),
    ("type '~/D', tab", "~/Do", ["Documents/", "Downloads/"]),
    ("type '~/do', tab", "~/Do", ["Documents/", "Downloads/"]),
    ("type '~', tab", "~", ["Documents/", "Downloads/", "notes.txt", "notes-old.txt", "東京.png"]),
    (
      "type '~/', tab", "~/", ["Documents/", "Downloads/", "notes.txt", "notes-old.txt", "東京.png"]
    ),
    ("type '~/.', tab", "~/.", [".cache/", ".profile"]),
    ("type '~/.p', tab", "~/.profile", []),
    ("type '~/東', tab", "~/東京.png", []),
    ("type '/h', tab", "/home/", []), ("type '/h', tab, tab", "/home/ann/", []),
    ("tab", "", ["README.md", "src/"]), ("type 'R', tab", "README.md", []),
    ("type 's', tab", "src/", []), ("type '~/Downloads/', tab", "~/Downloads/only.zip", []),
    ("type '~/Documents/p', tab", "~/Documents/plan.pdf", []),
    ("type '~/Documents/pl', tab, tab", "~/Documents/plan.pdf", []),
    ("type '~/Documents/', tab", "~/Documents/", ["plan.pdf", "Plan B.pdf"]),
    // Typing narrows the list of names, and entering another folder closes it.
    ("type '~/', tab, type 'n'", "~/n", ["notes.txt", "notes-old.txt"]),
    (
      "type '~/', tab, type 'n', press deleteBackward", "~/",
      ["Documents/", "Downloads/", "notes.txt", "notes-old.txt", "東京.png"]
    ),
    ("type '~/', tab, type 'zz'", "~/zz", []),
    ("type '~/', tab, type 'Documents/'", "~/Documents/", []),
    ("type '~/', tab, esc", "~/", []),
    // Tab and the arrow keys select a name, and Enter accepts it.
    ("type '~/', tab, tab, enter", "~/Documents/", ["plan.pdf", "Plan B.pdf"]),
    ("type '~/', tab, down, down, enter", "~/Downloads/only.zip", []),
    ("type '~/', tab, backtab, enter", "~/東京.png", []),
    ("type '~/', tab, up, up, enter", "~/notes-old.txt", []),
    ("type '~/', tab, tab, tab, tab, enter", "~/notes.txt", []),
  ]

  @Test(arguments: cases.indices)
  func completion(_ index: Int) throws {
    let (script, text, names) = Self.cases[index]
    var form = Self.form()
    var driver = Self.driver()
    try driver.run("focus file, enter, " + script, on: &form)
    #expect(form.editing?.fields.map(\.text) == [text], "\(script)")
    #expect(form.editing?.completion?.candidates.map(\.text) ?? [] == names, "\(script)")
    #expect(form.presentation.message == nil, "\(script)")
  }

  @Test(
    arguments: [
      ("/nowhere/x", "There is no folder “/nowhere/”."),
      ("/root/", "The folder “/root/” cannot be read: permission is denied."),
      ("/huge/a", "The folder “/huge/” has more than 10000 entries. Type more of the path."),
      ("/broken/a", "/broken/: Input/output error"), ("~/zebra", "Nothing matches."),
      ("src/", "The folder is empty."), ("nofolder/x", "There is no folder “nofolder/”."),
    ])
  func whyThereIsNothing(text: String, sentence: String) throws {
    var form = Self.form()
    var driver = Self.driver()
    try driver.run("focus file, type '\(text)', tab", on: &form)
    #expect(form.presentation.message == sentence)
    #expect(form.editing?.completion == nil)
    #expect(form.editing?.fields.map(\.text) == [text])
    try driver.run("type 'y'", on: &form)
    #expect(form.presentation.message == nil)
  }

  @Test(
    arguments: [
      ("type '~/notes.txt', commit", "/home/ann/notes.txt"), ("type '~', commit", "/home/ann"),
      ("type '/etc/hosts', commit", "/etc/hosts"), ("type 'a/b', commit", "a/b"),
      ("type '~bob/x', commit", "~bob/x"),
      ("type '~/Dow', tab, tab, commit", "/home/ann/Downloads/only.zip"),
      ("type '~/', tab, tab, esc, commit", "/home/ann/"),
      ("type '~/', tab, commit", "/home/ann/"),
      ("type '~/not', tab, focus name", "/home/ann/notes"),
    ])
  func whatIsTakenOver(script: String, path: String) throws {
    var form = Self.form()
    var driver = Self.driver()
    try driver.run("focus file, " + script, on: &form)
    #expect(form.draft.values["file"] == .file(path))
    #expect(form.editing == nil)
  }

  @Test func elementsOfAnArrayAreCompletedToo() throws {
    var form = Self.form()
    var driver = Self.driver()
    try driver.run("focus files[0], type '~/Dow', tab, commit", on: &form)
    #expect(form.draft.values["files"]?.elements == [.file("/home/ann/Downloads/")])
  }

  /// The form stays usable while it waits for a folder, and a late response has no effect.
  @Test(
    arguments: [
      ("type 'x'", "~/x"), ("press deleteBackward", "~"), ("esc", "~/"), ("down", nil),
      ("press start", "~/"),
    ] as [(String, String?)])
  func aFolderThatHangsHoldsNothingUp(script: String, text: String?) throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.isHolding = true
    try driver.run("focus file, type '~/', tab", on: &form)
    #expect(driver.open == [.listFolder(1, "~/")])
    #expect(form.editing?.completion?.entries == nil)
    try driver.run(script, on: &form)
    #expect(form.editing?.fields.first?.text == text)
    #expect(form.editing?.completion == nil)
    let before = form
    #expect(form.handle(.folderListed(1, FolderTable.list("~/"))) == [])
    #expect(form == before)
  }

  @Test func tabAgainWhileAwaitedAsksNoSecondTime() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.isHolding = true
    try driver.run("focus file, type '~/Doc', tab, tab, tab", on: &form)
    #expect(driver.effects == [.listFolder(1, "~/")])
    driver.answerAll(&form)
    #expect(form.editing?.fields.map(\.text) == ["~/Documents/"])
  }

  @Test func leavingTheFormTakesTheQuestionBack() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.isHolding = true
    try driver.run("focus file, type '~/', tab, cancel", on: &form)
    #expect(driver.effects == [.listFolder(1, "~/"), .cancelLoad(1)])
    #expect(form.phase == .cancelled)
  }

  @Test func otherTextsAreNotCompleted() throws {
    var form = Self.form()
    var driver = Self.driver()
    try driver.run("focus name, type '~/Do', tab", on: &form)
    #expect(driver.effects.isEmpty)
    #expect(!form.presentation.completesPath)
    try driver.run("focus file, enter", on: &form)
    #expect(form.presentation.completesPath)
    #expect(form.row(.parameter("file"))?.help == "Type the path of a file.")
  }

  /// For any input and responses, the suggested names start like the last part of the path.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func namesOfferedBeginWithWhatIsTyped(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var form = Self.form()
    var driver = Self.driver()
    let texts = ["~/", "D", "o", "n", "/", ".", "home", "P", "東", "x"]
    for step in 0..<300 {
      if form.editing == nil {
        driver.send(.focus(.parameter("file")), to: &form)
        driver.send(.activate, to: &form)
      }
      driver.isHolding = step % 5 == 0
      let events: [FormEvent] = [
        .insert(texts.randomElement(using: &random) ?? ""), .nextPart, .nextPart, .previousPart,
        .moveFocus(.next), .moveHighlight(.by(Int.random(in: -5...5, using: &random))), .commit,
        .edit(TextField.Command.allCases.randomElement(using: &random) ?? .left), .dismiss,
      ]
      driver.send(events.randomElement(using: &random) ?? .nextPart, to: &form)
      guard let editing = form.editing, let completion = editing.completion,
        completion.entries != nil
      else { continue }
      let text = editing.fields[0].text.lowercased()
      for entry in completion.candidates {
        #expect((completion.folder + entry.name).lowercased().hasPrefix(text), "\(random) \(step)")
      }
      if let place = completion.highlighted {
        #expect(completion.candidates.indices.contains(place), "\(random) \(step)")
      }
    }
  }
}
