import FormEngine
import Testing

@testable import TerminalForm

@Suite("Keys of one's own")
struct KeyRebindingTests {
  /// Names of keys, and the keys they mean; nil for names that mean none.
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
    #expect(table.help(in: .form).contains { $0 == ("^G", .jumpKey) })
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
    #expect(problems[0].hasPrefix("form.fly: There is no such action. Choose from activate, "))
    #expect(
      problems[1] == "form.saveNow: “hyper+s” is no key. "
        + "Write it as ctrl+s, alt+down, f5 or a character.")
    #expect(
      problems[2] == "kitchen: There is no such place. "
        + "Choose from form, editor, list, review, panel, jump, calendar.")
    #expect(table.action(for: .control("s"), in: .form) == .event(.review))
  }

  @Test(arguments: KeyContext.allCases)
  func actionsOfAPlaceHaveNamesOfTheirOwn(context: KeyContext) {
    let words = KeyTable.standard.bindings.filter { $0.context == context }.map(\.action.word)
    #expect(Set(words).count == words.count, "\(words)")
  }
}
