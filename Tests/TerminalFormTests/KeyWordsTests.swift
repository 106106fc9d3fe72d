import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// The names of keys, and the help text for each event.
@Suite("Keys and events in words")
struct KeyWordsTests {
  /// Keys, and their names in symbols and in ASCII.
  static let names: [(key: Key, name: String, ascii: String)] = [
    (Key(.up), "↑", "Up"), (Key(.down, .shift), "Shift+↓", "Shift+Down"),
    (Key(.left, [.control, .alt]), "Ctrl+Alt+←", "Ctrl+Alt+Left"),
    (
      Key(.right, [.shift, .super, .alt, .control]), "Ctrl+Alt+Super+Shift+→",
      "Ctrl+Alt+Super+Shift+Right"
    ),
    (.control("a"), "^A", "^A"), (.control("_"), "^_", "^_"), (.control(" "), "^ ", "^ "),
    (Key(.character("a"), [.control, .alt]), "Ctrl+Alt+a", "Ctrl+Alt+a"),
    (.character(" "), "Space", "Space"), (Key(.character(" "), .alt), "Alt+Space", "Alt+Space"),
    (.character("+"), "+", "+"), (Key(.character("+"), .alt), "Alt++", "Alt++"),
    (.character("?"), "?", "?"), (.character("東"), "東", "東"), (Key(.insert), "Ins", "Ins"),
    (Key(.delete), "Del", "Del"), (Key(.backspace, .alt), "Alt+Backspace", "Alt+Backspace"),
    (Key(.begin), "Begin", "Begin"), (Key(.home, .control), "Ctrl+Home", "Ctrl+Home"),
    (Key(.end), "End", "End"), (Key(.pageUp), "PgUp", "PgUp"), (Key(.pageDown), "PgDn", "PgDn"),
    (Key(.enter, .alt), "Alt+Enter", "Alt+Enter"), (Key(.tab), "Tab", "Tab"),
    (Key(.backTab), "Shift+Tab", "Shift+Tab"),
    (Key(.backTab, .control), "Ctrl+Shift+Tab", "Ctrl+Shift+Tab"), (Key(.escape), "Esc", "Esc"),
    (Key(.function(1)), "F1", "F1"), (Key(.function(24), .super), "Super+F24", "Super+F24"),
  ]

  @Test(arguments: names)
  func name(key: Key, name: String, ascii: String) {
    #expect(key.name(.unicode) == name)
    #expect(key.name(.ascii) == ascii)
    #expect(Key(name: ascii) == key)
    #expect(Key(name: ascii.uppercased()) == key || key.code == .character("a"))
  }

  /// Alternative spellings of key names, and invalid names.
  @Test(
    arguments: [
      ("CONTROL+left", Key(.left, .control)), ("meta+b", Key(.character("b"), .alt)),
      ("return", Key(.enter)), ("pageup", Key(.pageUp)), ("PAGEDOWN", Key(.pageDown)),
      ("delete", Key(.delete)), ("insert", Key(.insert)), ("escape", Key(.escape)),
      ("alt+alt+x", Key(.character("x"), .alt)), ("^é", .control("é")), ("^", .character("^")),
      ("ctrl+shift+tab", Key(.backTab, .control)), ("shift+f1", Key(.function(1), .shift)),
      ("f", .character("f")), ("F", .character("F")), ("shift+F", Key(.character("F"), .shift)),
      ("ctrl+F", .control("f")), ("f01", Key(.function(1))), ("f+1", nil), ("f-1", nil),
      ("f1.5", nil), ("ctrl", nil), ("+x", nil), ("x+", nil), ("ctrl+ s", nil), ("ctrl s", nil),
      ("ctrl+ctrl", nil), ("^^a", nil), ("++", nil), (" ", .character(" ")),
      ("é", .character("é")), ("e\u{301}", nil), ("🇩🇪", nil),
    ] as [(String, Key?)])
  func writtenOtherwise(name: String, key: Key?) {
    #expect(Key(name: name) == key)
  }

  static let request = OptionsRequest(
    parameter: "a", values: [:], family: .systemSmall, locale: "en")

  /// Events, and the names of their actions.
  static let words: [(event: FormEvent, name: KeyActionName)] = [
    (.moveFocus(.next), .nextRow), (.moveHighlight(.previous), .previousRow),
    (.moveFocus(.first), .firstRow), (.moveHighlight(.last), .lastRow),
    (.moveFocus(.by(1)), .rowsDown), (.moveFocus(.by(0)), .rowsDown),
    (.moveFocus(.by(-1)), .rowsUp),
    (.adjust(1), .stepUp), (.adjust(2), .stepsUp), (.adjust(.max), .stepsUp),
    (.adjust(-1), .stepDown), (.adjust(-2), .stepsDown), (.adjust(.min), .stepsDown),
    (.activate, .activate), (.insert("\n"), .newLine), (.nextPart, .nextPart),
    (.previousPart, .completePart), (.commit, .commit), (.dismiss, .dismiss),
    (.openOptions, .openList), (.choose, .chooseOne), (.goToInitial("a"), .nextInitial),
    (.moveInitial(1), .nextInitial), (.moveInitial(-1), .previousInitial), (.retry, .retry),
    (.removeElement, .clearRow), (.moveElement(-1), .elementUp), (.moveElement(1), .elementDown),
    (.resetRow, .resetRow), (.resetAll, .resetAll), (.undo, .undo), (.redo, .redo),
    (.review, .saveNow), (.submit, .saveNow), (.help, .showHelp), (.jump, .jump),
    (.toggleHidden, .showHidden), (.showPreview(true), .showPreview),
    (.showPreview(false), .showPreview), (.showIntent(true), .showPreview),
    (.toggleChoice, .toggleChoice), (.toggleChoiceAndMove(.by(1)), .toggleChoiceAndGoDown),
    (.toggleChoiceAndMove(.by(-1)), .toggleChoiceAndGoUp), (.openCalendar, .openCalendar),
    (.fillElements, .fill),
    (.cancel, .cancelForm), (.edit(.lineUp), .lineUp), (.edit(.lineDown), .lineDown),
    (.edit(.undo), .undoTyping), (.edit(.yank), .yank), (.focus(.save), .change),
    (.set("a", nil), .change), (.setText(.save, ""), .change),
    (.setFamily(.systemSmall), .change), (.defaultsLoaded(1, .success([])), .change),
    (.choicesResolved(1, .success([])), .change), (.folderListed(1, .success([])), .change),
  ]

  @Test(arguments: words.indices)
  func word(_ index: Int) {
    let (event, name) = Self.words[index]
    #expect(KeyAction.event(event).name == name)
  }

  @Test func everyStepOfTypingHasAWordOfItsOwn() {
    let words = TextField.Command.allCases.map { KeyAction.event(.edit($0)).name.word }
    #expect(Set(words).count == TextField.Command.allCases.count)
    #expect(KeyAction.suspend.name == .suspend && KeyAction.redraw.name == .redraw)
    #expect(KeyAction.togglePreview.name == .showPreview)
  }

  /// If two actions in a context request the same key, the action whose name comes first gets it,
  /// and the other request is a problem.
  ///
  /// The key is free in other contexts, and an action may name it twice.
  @Test func aKeyIsWishedForTwice() {
    let (table, problems) = KeyTable.standard.rebound([
      "form": ["redo": ["f9", "f9"], "undo": ["f8", "f9"]], "list": ["dismiss": ["f9"]],
    ])
    #expect(
      problems.map(\.description)
        == ["form.undo: “f9” is already bound to redo. Bind the key to one of the two."])
    #expect(problems.map(\.key) == [1])
    #expect(table.action(for: Key(.function(9)), in: .form) == .event(.redo))
    #expect(table.action(for: Key(.function(8)), in: .form) == nil)
    #expect(table.action(for: .control("y"), in: .form) == nil)
    #expect(table.action(for: Key(.function(9)), in: .picker) == .event(.dismiss))
    let undo = KeyTable.standard.bindings.first {
      $0.context == .form && $0.action == .event(.undo)
    }
    #expect(undo.map { table.action(for: $0.keys[0], in: .form) } == .event(.undo))
  }

  /// Two actions can swap their keys; neither key is reported as missing in between.
  @Test func keysOfTwoActionsChangePlaces() throws {
    let standard = KeyTable.standard.bindings.filter { $0.context == .form }
    let undo = try #require(standard.first { $0.action == .event(.undo) })
    let redo = try #require(standard.first { $0.action == .event(.redo) })
    let (table, problems) = KeyTable.standard.rebound([
      "form": ["redo": ["ctrl+u", "ctrl+_"], "undo": ["ctrl+y"]]
    ])
    #expect(problems == [])
    for key in undo.keys { #expect(table.action(for: key, in: .form) == .event(.redo)) }
    for key in redo.keys { #expect(table.action(for: key, in: .form) == .event(.undo)) }
  }
}
