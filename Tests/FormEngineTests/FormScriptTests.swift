import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

@Suite struct FormScriptTests {
  @Test(
    arguments: [
      ("", []), (" # nothing\n", []), ("down", [.moveFocus(.next)]),
      ("down 2, up", [.moveFocus(.next), .moveFocus(.next), .moveFocus(.previous)]),
      (
        "down, down, type 'oslo', enter",
        [.moveFocus(.next), .moveFocus(.next), .insert("oslo"), .activate]
      ),
      ("home\nend\n page -10", [.moveFocus(.first), .moveFocus(.last), .moveFocus(.by(-10))]),
      ("type 'it''s, # me'", [.insert("it's, # me")]), ("type ''", [.insert("")]),
      ("right, left 3, right 0", [.adjust(1), .adjust(-3), .adjust(0)]),
      (
        "focus save, focus cancel, focus family",
        [.focus(.save), .focus(.cancel), .focus(.family)]
      ),
      ("focus city, focus cities[2]", [.focus(.parameter("city")), .focus(.element("cities", 2))]),
      ("set 'my city' 'Oslo'", [.setText(.parameter("my city"), "Oslo")]),
      (
        "press deleteBackward, tab, commit, esc",
        [.edit(.deleteBackward), .nextPart, .commit, .dismiss]
      ),
      ("open, choose, retry", [.openOptions, .choose, .retry]),
      (
        "remove 2, raise, lower 2",
        [.removeElement, .removeElement, .moveElement(-1), .moveElement(2)]
      ),
      (
        "family systemLarge, reset, reset all, undo, redo # end",
        [.setFamily(.systemLarge), .resetRow, .resetAll, .undo, .redo]
      ),
      ("submit, cancel", [.submit, .cancel]),
    ] as [(String, [FormEvent])])
  func reading(text: String, events: [FormEvent]) throws {
    #expect(try FormScript(text).events == events)
  }

  @Test(arguments: [
    ("dance", "“dance”: Nobody knows what to do."),
    ("down, up x", "“up x”: “up” takes a count."), ("down -1", "“down -1”: “down” takes a count."),
    ("type 'a", "“'a”: The text has no closing quote."),
    ("type a b", "“type a b”: Nobody knows what to do."),
    ("family huge", "“family huge”: Nobody knows what to do."),
    ("press hard", "“press hard”: Nobody knows what to do."),
    ("set city", "“set city”: Nobody knows what to do."),
  ])
  func refusing(text: String, message: String) {
    #expect(throws: FormScriptError.self) { try FormScript(text) }
    do throws(FormScriptError) {
      _ = try FormScript(text)
    } catch {
      #expect(error.description == message)
    }
  }

  @Test(arguments: [
    ("a[0]", FormRowID.element("a", 0)), ("a[x]", .parameter("a[x]")),
    ("a]", .parameter("a]")), ("[1]", .element("", 1)),
  ])
  func rows(word: String, row: FormRowID) {
    #expect(FormScript.row(word) == row)
  }
}
