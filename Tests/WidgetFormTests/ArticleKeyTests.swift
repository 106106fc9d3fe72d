import FormEngine
import Messages
import Testing
import WidgetTestSupport

@testable import TerminalForm
@testable import WidgetForm

/// The article about the form has the keys, commands and signs of the code.
@Suite struct ArticleKeyTests {
  private static func binding(_ action: KeyActionName, in context: FormPart) -> KeyBinding? {
    KeyTable.standard.bindings.first { $0.context == context && $0.action.name == action }
  }

  /// The name of one key of an action.
  private static func key(
    _ action: KeyActionName, _ place: Int = 0, in context: FormPart = .form
  ) -> String {
    let keys = binding(action, in: context)?.keys ?? []
    // No article contains this text, so the test fails.
    return keys.indices.contains(place) ? keys[place].name(.unicode) : "No such key"
  }

  /// The joint name of two arrow keys, such as `Alt+↑↓`.
  private static func pair(
    _ first: KeyActionName, _ second: KeyActionName, in context: FormPart = .form
  ) -> String {
    key(first, in: context) + key(second, in: context).suffix(1)
  }

  private static let marking = binding(.toggleChoiceAndGoDown, in: .picker)?.help?.key ?? ""
  private static let markingDown = key(.toggleChoiceAndGoDown, in: .picker)

  /// The rows of the table of keys.
  static let rows: [String] = {
    let far = key(.stepsUp).split(separator: "+")[0]
    let form = [
      "\(pair(.previousRow, .nextRow)) \(key(.nextRow, 2)) move",
      "\(pair(.stepDown, .stepUp)) change, with \(far) by \(KeyTable.farStep)",
      "\(key(.activate)) edit or choose", "\(key(.clearRow)) clear",
      "\(key(.undo)) \(key(.redo)) undo, redo",
      "\(pair(.elementUp, .elementDown)) move an element",
      "\(key(.retry)) ask a failed source again", "\(key(.saveNow)) review and save",
      "\(key(.jump)) jump to any row, hidden ones too", "\(key(.showHelp)) help",
      "\(key(.showPreview)) preview, intent, neither", "\(key(.showHidden)) hidden rows and why",
      "\(key(.openCalendar)) calendar", "\(key(.dismiss)) leave", "\(key(.cancelForm)) cancel",
      "\(key(.suspend)) stop",
    ]
    let text = [
      "the keys of readline", "\(key(.nextPart, in: .editor)) next part or unit",
      "\(key(.newLine, in: .editor)) new line if the text can have several lines",
    ]
    let pages = "\(key(.rowsUp, in: .picker)) \(key(.rowsDown, in: .picker))"
    let list = [
      "\(pair(.previousRow, .nextRow, in: .picker)) \(pages)",
      "\(key(.chooseOne, in: .picker)) choose",
      "\(key(.saveNow, in: .picker)) choose what you searched for, and review",
      "in the list of an array \(marking) marks, and \(markingDown) marks and goes down",
    ]
    return [
      "| form | \(form.joined(separator: " · ")) |", "| text | \(text.joined(separator: " · ")) |",
      " · \(list.joined(separator: " · ")) |",
    ]
  }()

  static let sentences = [
    "If \(key(.cancelForm)) or a closed terminal ends a form,",
    "offers them, and \(key(.redo)) restores them.",
    "with \(key(.dismiss)) and \(key(.cancelForm, in: .leaving)), are lost.",
    """
    \(marking) marks or unmarks the highlighted choice; \(markingDown) and \
    \(key(.toggleChoiceAndGoUp, in: .picker)) do the same, and then move down or up.
    """,
    "\(pair(.elementUp, .elementDown)) moves one of them in the form.",
    "\(key(.showHidden)) shows them, each with the reason.",
    "Press \(key(.activate)) on a hidden row",
    "Type `\(key(.jump))` and a few letters",
    "`\(key(.showHelp))` lists the keys of the current view.",
    "\(key(.nextPart, in: .editor)) completes a path.",
    "\(key(.activate)) opens the fields of a date, and \(key(.openCalendar)) opens its month.",
    "until then, such as \(key(.saveNow)) and \(key(.undo)).",
    "`{\"\(FormPart.form.name)\": {\"\(KeyActionName.saveNow.rawValue)\": [",
    "Press \(key(.showPreview)) to show the intent instead,",
    "On a smaller terminal, \(key(.showPreview)) shows them below the rows.",
  ]

  /// The commands of the form that asks one question per line.
  static let commands: [String] = {
    let arranging = [Message.lineRaise, .lineLower, .lineFill].map { "`\($0.text())`" }
    return [
      "`\(LinePrompt.searchSign)term` searches,",
      "`\(Message.lineMore.text())` shows the next choices of a long list,",
      "and `path\(LinePrompt.listSign)` lists files.",
      "\(arranging.listed("and")) arrange an array.",
    ]
  }()

  @Test(arguments: rows + sentences + commands)
  func `The article about the form has what the code has`(_ text: String) throws {
    let article = try RepositoryFiles.textInOneLine(
      "Sources/widgetconfig-command/widgetconfig-command.docc/TheForm.md")
    #expect(article.contains(text))
  }
}
