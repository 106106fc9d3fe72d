import FormEngine
import Messages
import Testing

@testable import TerminalForm

@Suite("Custom keys")
struct KeyRebindingTests {
  /// Key names, and the resulting keys; nil for invalid names.
  static let names: [(name: String, key: Key?)] = [
    ("ctrl+s", .control("s")), ("Ctrl+S", .control("s")), ("^S", .control("s")),
    ("^_", .control("_")), ("alt+down", Key(.down, .alt)), ("f5", Key(.function(5))),
    ("F12", Key(.function(12))), ("f25", nil), ("f0", nil), ("/", .character("/")),
    ("?", .character("?")), ("G", .character("G")), ("+", .character("+")),
    ("ctrl++", Key(.character("+"), .control)), ("space", .character(" ")),
    ("Shift+Tab", Key(.backTab)), ("shift+right", Key(.right, .shift)), ("PgUp", Key(.pageUp)),
    ("esc", Key(.escape)), ("Enter", Key(.enter)), ("alt+R", Key(.character("r"), .alt)),
    ("hyper+x", nil), ("", nil), ("ctrl+", nil), ("nothing", nil), ("東", .character("東")),
    ("👩‍👩‍👧", nil),
  ]

  @Test(arguments: names)
  func name(name: String, key: Key?) {
    #expect(Key(name: name) == key)
  }

  @Test func theNamesInHelpAreRead() {
    for binding in KeyTable.standard.bindings {
      for key in binding.keys {
        #expect(Key(name: key.name(.ascii)) == key, "\(key.name(.ascii))")
        #expect(key.name(.ascii).utf8.allSatisfy { $0 < 0x7F })
      }
    }
  }

  @Test func anActionTakesItsKeysAnew() {
    let (table, problems) = KeyTable.standard.rebound(["form": ["saveNow": ["f10", "ctrl+x"]]])
    #expect(problems.isEmpty)
    #expect(table.action(for: Key(.function(10)), in: .form) == .event(.review))
    #expect(table.action(for: .control("x"), in: .form) == .event(.review))
    #expect(table.action(for: .control("s"), in: .form) == nil)
    #expect(table.action(for: .control("s"), in: .editor) == .event(.review))
    #expect(table.help(in: .form).contains { $0 == ("F10", .review) })
  }

  @Test func aTakenKeyLosesItsOtherMeaning() {
    let (table, problems) = KeyTable.standard.rebound(["form": ["nextRow": ["/", "down"]]])
    #expect(problems.isEmpty)
    #expect(table.action(for: .character("/"), in: .form) == .event(.moveFocus(.next)))
    #expect(table.action(for: .control("g"), in: .form) == .event(.jump))
    #expect(table.help(in: .form).contains { $0 == ("^G", "go to") })
  }

  /// The question before leaving shows the keys that are currently bound to its answers.
  @Test func theQuestionBeforeLeavingNamesOnesOwnKeys() throws {
    let keys = try KeyTable(["leaving": ["cancelForm": ["x"], "dismiss": ["f9"]]])
    #expect(keys.action(for: .character("x"), in: .leaving) == .event(.cancel))
    #expect(keys.action(for: .character("d"), in: .leaving) == .event(.insert("d")))
    #expect(
      keys.help(in: .leaving).map { "\($0.key) \($0.does.text())" } == [
        "x discard", "s save", "F9 stay",
      ])
  }

  /// Sentences about keys name the keys that are currently bound.
  @Test(arguments: [
    ("hidden, focus from", false, "F9 goes to Show, which controls this row."),
    ("focus calendars[0], open", true, "Loading the choices… F8 goes back."),
  ])
  func sentencesNameOnesOwnKeys(script: String, isHolding: Bool, sentence: String) throws {
    let keys = try KeyTable(["form": ["activate": ["f9"]], "list": ["dismiss": ["f8"]]])
    let state = try FormPicture(name: "", script: script, isHolding: isHolding).state()
    var viewport = FormViewport()
    let lines = FormRenderer(keys: keys)
      .frame(state.presentation, columns: 80, rows: 24, viewport: &viewport).textLines
    #expect(lines.contains { $0.contains(sentence) }, "\(lines)")
  }

  @Test func noKeysTakeAnActionOffTheKeyboard() {
    let (table, problems) = KeyTable.standard.rebound(["form": ["suspend": []]])
    #expect(problems.isEmpty)
    #expect(table.action(for: .control("z"), in: .form) == nil)
    #expect(table.action(for: .control("z"), in: .editor) == .suspend)
  }

  @Test func allProblemsAreSaid() {
    let (table, problems) = KeyTable.standard.rebound([
      "form": ["saveNow": ["hyper+s"], "fly": ["f9"]], "kitchen": [:],
    ])
    #expect(problems.count == 3)
    #expect(problems.map(\.place) == ["form", "form", "kitchen"])
    #expect(problems.map(\.action) == ["fly", "saveNow", nil])
    #expect(problems.map(\.key) == [nil, 0, nil])
    #expect(
      problems[0].description.hasPrefix(
        "form.fly: There is no such action. Choose from “activate”, ")
    )
    #expect(
      problems[1].description == "form.saveNow: “hyper+s” is not a key. "
        + "Write it as ctrl+s, alt+down, f5 or a character.")
    #expect(
      problems[2].description == "kitchen: The form has no such part. "
        + "Choose from “form”, “editor”, “list”, “review”, “leaving”, “panel”, “jump”, “calendar”.")
    #expect(table.action(for: .control("s"), in: .form) == .event(.review))
  }

  /// A misspelled action name, and the nearest name.
  @Test(arguments: [("savenow", "saveNow"), ("redu", "redo"), ("nextrows", "nextRow")])
  func aMistypedActionIsNamed(typed: String, meant: String) {
    let problems = KeyTable.standard.rebound(["form": [typed: ["f9"]]]).problems
    #expect(
      problems.map(\.description)
        == ["form.\(typed): There is no such action. Did you mean “\(meant)”?"])
  }

  /// Every action in every context can be rebound, using its name in the help.
  @Test(arguments: FormPart.allCases)
  func everyActionCanBeRebound(context: FormPart) {
    for binding in KeyTable.standard.bindings where binding.context == context {
      let name = binding.action.name.rawValue
      let (table, problems) = KeyTable.standard.rebound([context.name: [name: ["f24"]]])
      #expect(problems.isEmpty, "\(name)")
      #expect(table.action(for: Key(.function(24)), in: context) == binding.action, "\(name)")
      for language in MessageLanguage.allCases {
        #expect(!FormWords(locale: language.rawValue)(binding.action.name.word).isEmpty, "\(name)")
      }
    }
  }

  @Test(arguments: FormPart.allCases)
  func actionsOfAPlaceHaveNamesOfTheirOwn(context: FormPart) {
    let words = KeyTable.standard.bindings.filter { $0.context == context }.map(\.action.name.word)
    #expect(Set(words).count == words.count, "\(words)")
  }
}
