import FormEngine
import Messages
import Testing

@testable import TerminalForm

/// The actions of keys, and that each key can be typed.
@Suite("Keys")
struct KeyTableTests {
  let table = KeyTable.standard

  @Test(arguments: FormPart.allCases)
  func noKeyIsBoundTwice(context: FormPart) {
    var seen = Set<Key>()
    for binding in table.bindings where binding.context == context {
      for key in binding.keys {
        #expect(seen.insert(key).inserted, "\(key) in \(context)")
        #expect(table.action(for: key, in: context) == binding.action, "\(key) in \(context)")
      }
    }
    #expect(seen.count > 3)
  }

  @Test(arguments: FormPart.allCases)
  func theLineOfKeysFitsEightyColumns(context: FormPart) {
    for glyphs in [Glyphs.unicode, .ascii] {
      // Help that does not fit is cut off at the end, but the first keys must always be shown.
      for language in MessageLanguage.allCases {
        let words = FormWords(locale: language.rawValue)
        let texts = table.help(in: context).prefix(5).map {
          "\(glyphs.keyNames[$0.key] ?? $0.key) \(words($0.does))"
        }
        #expect(displayWidth(texts.joined(separator: "  ")) <= 78, "\(texts)")
      }
    }
  }

  @Test(arguments: FormPart.allCases)
  func theTerminalsOwnKeysWorkEverywhere(context: FormPart) {
    #expect(table.action(for: .control("z"), in: context) == .suspend)
    #expect(table.action(for: .control("l"), in: context) == .redraw)
    #expect(table.action(for: .control("c"), in: context) == .event(.cancel))
  }

  @Test(arguments: FormPart.allCases)
  func escReadTogetherWithWhatLeavesDoesNotHideIt(context: FormPart) {
    let together = Key(.character("c"), [.alt, .control])
    #expect(table.action(for: together, in: context) == .event(.cancel))
    // With Control and Alt, any other letter acts only if an action is bound to exactly these keys.
    for letter in "abdefghijklmnopqrstuvwxyz" {
      let key = Key(.character(letter), [.alt, .control])
      let bound = table.bindings.first { $0.context == context && $0.keys.contains(key) }
      #expect(table.action(for: key, in: context) == bound?.action, "\(letter)")
    }
    #expect(table.action(for: Key(.character("c"), .alt), in: context) != .event(.cancel))
    #expect(table.action(for: Key(.character("c"), [.alt, .control, .super]), in: context) == nil)
  }

  @Test func escReadTogetherMeansWhatOnesOwnKeysSay() {
    let held = Key(.character("c"), [.alt, .control])
    let own = KeyTable([
      KeyBinding(context: .form, keys: [.control("q")], action: .event(.cancel), help: nil),
      KeyBinding(context: .editor, keys: [held], action: .redraw, help: nil),
      KeyBinding(context: .editor, keys: [.control("c")], action: .event(.cancel), help: nil),
    ])
    #expect(own.action(for: Key(.character("q"), [.alt, .control]), in: .form) == .event(.cancel))
    #expect(own.action(for: held, in: .form) == nil)
    #expect(own.action(for: held, in: .editor) == .redraw)
  }

  @Test(arguments: [FormPart.editor, .picker, .jump])
  func charactersWithoutABindingAreTyped(context: FormPart) {
    for character in "aZ0 ?/é東👍" {
      let action = table.action(for: .character(character), in: context)
      #expect(action == .event(.insert(String(character))))
    }
    #expect(table.action(for: .character("A", .shift), in: context) == .event(.insert("A")))
  }

  @Test(arguments: FormPart.allCases)
  func heldModifiersTypeNothing(context: FormPart) {
    for modifiers in [KeyModifiers.control, .alt, .super]
    where (context, modifiers) != (.picker, .alt) {
      #expect(table.action(for: .character("q", modifiers), in: context) == nil)
    }
    #expect(table.action(for: .character("7", .alt), in: context) == nil)
    #expect(table.action(for: Key(.function(9)), in: context) == nil)
    #expect(table.action(for: Key(.insert), in: context) == nil)
  }

  /// A key in a context, and its event.
  static let meanings: [(FormPart, Key, FormEvent)] = [
    (.leaving, .character("d"), .cancel), (.leaving, .character("s"), .review),
    (.leaving, Key(.escape), .dismiss), (.leaving, Key(.down), .moveFocus(.next)),
    (.leaving, .character("x"), .insert("x")),
    (.form, Key(.down), .moveFocus(.next)), (.form, Key(.tab), .moveFocus(.next)),
    (.form, .control("n"), .moveFocus(.next)), (.form, Key(.up), .moveFocus(.previous)),
    (.form, Key(.backTab), .moveFocus(.previous)), (.form, .control("p"), .moveFocus(.previous)),
    (.form, Key(.home), .moveFocus(.first)), (.form, Key(.end), .moveFocus(.last)),
    (.form, Key(.enter), .activate), (.form, Key(.right), .adjust(1)),
    (.form, Key(.left), .adjust(-1)), (.form, Key(.right, .shift), .adjust(10)),
    (.form, Key(.delete), .removeElement), (.form, Key(.backspace), .removeElement),
    (.form, Key(.up, .alt), .moveElement(-1)), (.form, Key(.down, .alt), .moveElement(1)),
    (.form, .control("u"), .undo), (.form, .control("y"), .redo), (.form, .control("r"), .retry),
    (.form, Key(.delete, .alt), .resetRow), (.form, .character("r", .alt), .resetAll),
    (.form, .control("s"), .review), (.form, Key(.escape), .dismiss),
    (.form, .control("c"), .cancel),
    (.editor, Key(.enter), .commit), (.editor, Key(.escape), .dismiss),
    (.editor, Key(.tab), .nextPart), (.editor, Key(.down), .moveFocus(.next)),
    (.editor, Key(.up), .moveFocus(.previous)), (.editor, .control("a"), .edit(.start)),
    (.editor, .control("e"), .edit(.end)), (.editor, .control("w"), .edit(.deleteWordBackward)),
    (.editor, .control("k"), .edit(.deleteToEnd)), (.editor, .control("y"), .edit(.yank)),
    (.editor, .control("j"), .insert("\n")), (.editor, .control("s"), .review),
    (.editor, Key(.left, .control), .edit(.wordLeft)),
    (.editor, .character("f", .alt), .edit(.wordRight)),
    (.picker, Key(.enter), .choose), (.picker, Key(.escape), .dismiss),
    (.picker, Key(.down), .moveHighlight(.next)), (.picker, Key(.end), .moveHighlight(.last)),
    (.picker, Key(.pageDown), .moveHighlight(.by(10))), (.picker, .control("r"), .retry),
    (.picker, Key(.backspace), .edit(.deleteBackward)), (.picker, Key(.function(5)), .retry),
    (.form, .character("?"), .help), (.form, .character("/"), .jump),
    (.form, Key(.function(3)), .toggleHidden), (.form, .character("f", .alt), .fillElements),
    (.form, Key(.function(4)), .openCalendar), (.editor, Key(.function(1)), .help),
    (.review, Key(.enter), .submit), (.review, .control("s"), .submit),
    (.review, .character("n"), .dismiss), (.review, .character("j"), .moveHighlight(.next)),
    (.panel, .character("?"), .dismiss), (.panel, .character("G"), .moveHighlight(.last)),
    (.jump, Key(.enter), .choose), (.jump, .character("j"), .insert("j")),
    (.calendar, .character("l"), .adjust(1)), (.calendar, Key(.pageUp), .moveHighlight(.by(-1))),
    (.calendar, Key(.enter), .choose),
    (.editor, Key(.backTab), .previousPart), (.editor, .control("t"), .edit(.transpose)),
    (.editor, .control("_"), .edit(.undo)), (.editor, Key(.up, .shift), .adjust(10)),
    (.editor, Key(.down, .shift), .adjust(-10)), (.editor, Key(.pageUp), .adjust(10)),
    (.picker, .control("s"), .review), (.picker, Key(.right, .control), .moveInitial(1)),
    (.picker, Key(.left, .control), .moveInitial(-1)),
    (.picker, .character("q", .alt), .goToInitial("q")),
    (.picker, .character("É", .alt), .goToInitial("É")),
    (.picker, .character("#", .alt), .goToInitial("#")),
  ]

  @Test(arguments: meanings)
  func meaning(context: FormPart, key: Key, event: FormEvent) {
    #expect(table.action(for: key, in: context) == .event(event))
  }

  @Test func theFirstOfTwoBindingsCounts() {
    let first = KeyBinding(
      context: .form, keys: [Key(.enter)], action: .event(.submit), help: ("Enter", .save))
    let second = KeyBinding(
      context: .form, keys: [Key(.enter), Key(.tab)], action: .event(.cancel), help: nil)
    let table = KeyTable([first, second])
    #expect(table.action(for: Key(.enter), in: .form) == .event(.submit))
    #expect(table.action(for: Key(.tab), in: .form) == .event(.cancel))
    #expect(table.help(in: .form).map(\.key) == ["Enter"])
    #expect(table.help(in: .picker).isEmpty)
  }

  /// Locale variables, and whether they select Unicode.
  static let locales: [(environment: [String: String], isUnicode: Bool)] = [
    ([:], false), (["LANG": "C"], false), (["LANG": "en_US.UTF-8"], true),
    (["LANG": "en_US.utf8"], true), (["LANG": "C.UTF-8", "LC_ALL": "C"], false),
    (["LANG": "C", "LC_CTYPE": "UTF-8"], true), (["LC_ALL": "", "LANG": "de_DE.UTF-8"], true),
    (["LC_ALL": "POSIX", "LC_CTYPE": "en_GB.UTF-8"], false),
  ]

  @Test(arguments: locales)
  func glyphs(environment: [String: String], isUnicode: Bool) {
    #expect(Glyphs(environment: environment) == (isUnicode ? .unicode : .ascii))
  }
}
